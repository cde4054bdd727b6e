/* The only file that knows jansson. */
#include "report/json.h"

#ifdef HAVE_JANSSON

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"

bool report_json_available(void)
{
    return true;
}

/* struct value is jansson's json_t under our name. */
static json_t *inner(const struct value *value)
{
    return (json_t *)value;
}

static struct value *outer(json_t *value)
{
    return (struct value *)value;
}

struct value *report_object(void)
{
    return outer(json_object());
}

struct value *report_array(void)
{
    return outer(json_array());
}

struct value *report_text(const char *text)
{
    char clean[4096];

    text_printable(clean, sizeof clean, text);
    return outer(json_string(clean));
}

struct value *report_whole(uint64_t number)
{
    return outer(json_integer((json_int_t)number));
}

struct value *report_integer(int64_t number)
{
    return outer(json_integer((json_int_t)number));
}

struct value *report_real(double number)
{
    return outer(isfinite(number) ? json_real(number) : json_null());
}

struct value *report_bool(bool value)
{
    return outer(json_boolean(value));
}

void report_set(struct value *object, const char *key, struct value *value)
{
    json_object_set_new(inner(object), key, inner(value));
}

void report_append(struct value *array, struct value *value)
{
    json_array_append_new(inner(array), inner(value));
}

enum error report_print(const struct value *root, FILE *file)
{
    int failed = json_dumpf(inner(root), file, JSON_INDENT(2) | JSON_REAL_PRECISION(12));

    return failed || putc('\n', file) == EOF || fflush(file) != 0 ? ERR_IO : OK;
}

enum error report_print_line(const struct value *root, FILE *file)
{
    int failed = json_dumpf(inner(root), file, JSON_COMPACT | JSON_REAL_PRECISION(12));

    return failed || putc('\n', file) == EOF || fflush(file) != 0 ? ERR_IO : OK;
}

void report_free(struct value *root)
{
    json_decref(inner(root));
}

#else

bool report_json_available(void)
{
    return false;
}

struct value *report_object(void)
{
    return NULL;
}

struct value *report_array(void)
{
    return NULL;
}

struct value *report_text(const char *text)
{
    (void)text;
    return NULL;
}

struct value *report_whole(uint64_t number)
{
    (void)number;
    return NULL;
}

struct value *report_integer(int64_t number)
{
    (void)number;
    return NULL;
}

struct value *report_real(double number)
{
    (void)number;
    return NULL;
}

struct value *report_bool(bool value)
{
    (void)value;
    return NULL;
}

void report_set(struct value *object, const char *key, struct value *value)
{
    (void)object;
    (void)key;
    (void)value;
}

void report_append(struct value *array, struct value *value)
{
    (void)array;
    (void)value;
}

enum error report_print(const struct value *root, FILE *file)
{
    (void)root;
    (void)file;
    return ERR_MISSING;
}

enum error report_print_line(const struct value *root, FILE *file)
{
    return report_print(root, file);
}

void report_free(struct value *root)
{
    (void)root;
}

#endif
