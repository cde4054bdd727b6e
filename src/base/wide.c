#include "base/wide.h"

#include <string.h>

struct wide_text wide_print(wide number)
{
    struct wide_text result;
    char *at = result.text + sizeof result.text - 1;

    *at = '\0';
    do {
        *--at = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number > 0);
    memmove(result.text, at, strlen(at) + 1);
    return result;
}

double wide_ratio(wide part, wide whole)
{
    return whole ? (double)part / (double)whole : 0;
}
