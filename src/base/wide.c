#include "base/wide.h"

#include <string.h>

/* With a comma before every third digit from the end if `group` is 3; with none if it is 0. */
static struct wide_text print(wide number, int group)
{
    struct wide_text result;
    char *at = result.text + sizeof result.text - 1;
    int digits = 0;

    *at = '\0';
    do {
        if (group && digits > 0 && digits % group == 0)
            *--at = ',';
        *--at = (char)('0' + (int)(number % 10));
        number /= 10;
        digits++;
    } while (number > 0);
    memmove(result.text, at, strlen(at) + 1);
    return result;
}

struct wide_text wide_print(wide number)
{
    return print(number, 0);
}

struct wide_text wide_print_grouped(wide number)
{
    return print(number, 3);
}

double wide_ratio(wide part, wide whole)
{
    return whole ? (double)part / (double)whole : 0;
}
