#ifdef HAVE_SQLITE3
#include "store/row.h"

#include <math.h>

void row_reject(struct row *row, int column)
{
    const char *name = sqlite3_column_name(row->statement, column);

    if (!row->wrong)
        row->wrong = name ? name : "?";
}

int64_t row_number(struct row *row, int column, int64_t least, int64_t most)
{
    int64_t number = sqlite3_column_int64(row->statement, column);

    if (sqlite3_column_type(row->statement, column) == SQLITE_INTEGER && number >= least &&
        number <= most)
        return number;
    row_reject(row, column);
    return least;
}

int row_int(struct row *row, int column, int least, int most)
{
    return (int)row_number(row, column, least, most);
}

uint64_t row_count(struct row *row, int column, uint64_t most)
{
    return (uint64_t)row_number(row, column, 0, (int64_t)most);
}

uint64_t row_bits(struct row *row, int column)
{
    return (uint64_t)row_number(row, column, INT64_MIN, INT64_MAX);
}

double row_real(struct row *row, int column)
{
    double number = sqlite3_column_double(row->statement, column);

    if (sqlite3_column_type(row->statement, column) == SQLITE_FLOAT && isfinite(number) &&
        number >= 0)
        return number;
    row_reject(row, column);
    return 0;
}

struct slice row_bytes(struct row *row, int column)
{
    const void *bytes = sqlite3_column_blob(row->statement, column);
    int size = sqlite3_column_bytes(row->statement, column);

    return (struct slice){bytes ? bytes : "", bytes && size > 0 ? (size_t)size : 0};
}
#endif
