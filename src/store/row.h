/* A row of a file that may be damaged or hostile. Each value is read with its bounds, and the row
 * remembers the first column that is out of bounds. The caller checks `wrong` before it uses any of
 * the values. Texts are read with sql_take_text. */
#ifndef BROADSIDE_STORE_ROW_H
#define BROADSIDE_STORE_ROW_H

#include "base/text.h"

#include <sqlite3.h>

struct row {
    sqlite3_stmt *statement;
    const char *wrong; /* the first column with an invalid value; NULL if there is none */
};

/* Marks a column as invalid. */
void row_reject(struct row *row, int column);

/* Returns `least` if the value is not a number from `least` to `most`. */
int64_t row_number(struct row *row, int column, int64_t least, int64_t most);
int row_int(struct row *row, int column, int least, int most);
uint64_t row_count(struct row *row, int column, uint64_t most);
uint64_t row_bits(struct row *row, int column); /* any 64 bits */
double row_real(struct row *row, int column);   /* finite, at least 0 */

/* The raw bytes, valid until the next step. */
struct slice row_bytes(struct row *row, int column);

#endif
