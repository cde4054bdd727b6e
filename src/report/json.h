/* JSON values, a thin layer over jansson. A program built without jansson still compiles: then
 * json_available is false and the other functions do nothing.
 *
 * Containers own what is put into them; json_free frees the root. */
#ifndef BROADSIDE_REPORT_JSON_H
#define BROADSIDE_REPORT_JSON_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json_value;

bool json_available(void);

struct json_value *json_new_object(void);
struct json_value *json_new_array(void);
struct json_value *json_text(const char *text);  /* one line, made valid UTF-8 */
struct json_value *json_lines(const char *text); /* the same, but keeps newlines */
struct json_value *json_uint(uint64_t number);
struct json_value *json_int(int64_t number);   /* may be negative */
struct json_value *json_double(double number); /* null if it is not finite */
struct json_value *json_bool(bool value);

void json_set(struct json_value *object, const char *key, struct json_value *value);
void json_append(struct json_value *array, struct json_value *value);

/* Indented, with a newline at the end. Nothing and ERR_MEMORY if any value could not be made. */
enum error json_print(const struct json_value *root, FILE *file);

/* On one line. */
enum error json_print_line(const struct json_value *root, FILE *file);
void json_free(struct json_value *root);

#endif
