/* JSON values, a thin cover over jansson so that a program built without it still compiles: then
 * report_json_available is false and every other function does nothing.
 *
 * Containers own what is put into them; report_print prints and report_free frees the root. */
#ifndef BROADSIDE_REPORT_JSON_H
#define BROADSIDE_REPORT_JSON_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct value;

bool report_json_available(void);

struct value *report_object(void);
struct value *report_array(void);
struct value *report_text(const char *text); /* made valid UTF-8 */
struct value *report_whole(uint64_t number);
struct value *report_integer(int64_t number); /* may be negative */
struct value *report_real(double number);     /* null where it is not finite */
struct value *report_bool(bool value);

void report_set(struct value *object, const char *key, struct value *value);
void report_append(struct value *array, struct value *value);

/* One line per member of the root, the rest compact; ends with a newline. */
enum error report_print(const struct value *root, FILE *file);

/* All of it on one line. */
enum error report_print_line(const struct value *root, FILE *file);
void report_free(struct value *root);

#endif
