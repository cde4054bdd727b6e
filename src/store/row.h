/* A row of a file that may be damaged or made by an enemy. Each value is taken with the bounds it
 * must keep; the row notes the first column that does not, and the caller uses nothing of the row
 * before it has asked for that. Texts are taken with sql_take_text. */
#ifndef BROADSIDE_STORE_ROW_H
#define BROADSIDE_STORE_ROW_H

#include "base/text.h"

#include <sqlite3.h>

struct row {
    sqlite3_stmt *statement;
    const char *wrong; /* the column that makes no sense; NULL while all is well */
};

void row_blame(struct row *row, int column);

/* `least` where the value is not a number from `least` to `most`. */
int64_t row_number(struct row *row, int column, int64_t least, int64_t most);
int row_int(struct row *row, int column, int least, int most);
uint64_t row_count(struct row *row, int column, uint64_t most);
uint64_t row_bits(struct row *row, int column); /* any 64 bits */
double row_real(struct row *row, int column);   /* from 0 up, finite */

/* The bytes as they are; valid until the next step. */
struct slice row_bytes(struct row *row, int column);

#endif
