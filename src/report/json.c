/* See json.h. The only file that uses jansson. */
#include "report/json.h"

#ifdef HAVE_JANSSON

#include <jansson.h>
#include <math.h>

#include "base/text.h"

bool json_available(void)
{
    return true;
}

/* A struct json_value is jansson's json_t under another name. */
static json_t *inner(const struct json_value *value)
{
    return (json_t *)value;
}

static struct json_value *outer(json_t *value)
{
    return (struct json_value *)value;
}

struct json_value *json_new_object(void)
{
    return outer(json_object());
}

struct json_value *json_new_array(void)
{
    return outer(json_array());
}

struct json_value *json_text(const char *text)
{
    char clean[4096];

    text_printable(clean, sizeof clean, text);
    return outer(json_string(clean));
}

struct json_value *json_uint(uint64_t number)
{
    return outer(json_integer((json_int_t)number));
}

struct json_value *json_int(int64_t number)
{
    return outer(json_integer((json_int_t)number));
}

struct json_value *json_double(double number)
{
    return outer(isfinite(number) ? json_real(number) : json_null());
}

struct json_value *json_bool(bool value)
{
    return outer(json_boolean(value));
}

void json_set(struct json_value *object, const char *key, struct json_value *value)
{
    json_object_set_new(inner(object), key, inner(value));
}

void json_append(struct json_value *array, struct json_value *value)
{
    json_array_append_new(inner(array), inner(value));
}

enum error json_print(const struct json_value *root, FILE *file)
{
    int failed = json_dumpf(inner(root), file, JSON_INDENT(2) | JSON_REAL_PRECISION(12));

    return failed || putc('\n', file) == EOF || fflush(file) != 0 ? ERR_IO : OK;
}

enum error json_print_line(const struct json_value *root, FILE *file)
{
    int failed = json_dumpf(inner(root), file, JSON_COMPACT | JSON_REAL_PRECISION(12));

    return failed || putc('\n', file) == EOF || fflush(file) != 0 ? ERR_IO : OK;
}

void json_free(struct json_value *root)
{
    json_decref(inner(root));
}

#else

#pragma GCC diagnostic ignored "-Wunused-parameter" /* of the stubs */
bool json_available(void)
{
    return false;
}

struct json_value *json_new_object(void)
{
    return NULL;
}

struct json_value *json_new_array(void)
{
    return NULL;
}

struct json_value *json_text(const char *text)
{
    return NULL;
}

struct json_value *json_uint(uint64_t number)
{
    return NULL;
}

struct json_value *json_int(int64_t number)
{
    return NULL;
}

struct json_value *json_double(double number)
{
    return NULL;
}

struct json_value *json_bool(bool value)
{
    return NULL;
}

void json_set(struct json_value *object, const char *key, struct json_value *value)
{
}

void json_append(struct json_value *array, struct json_value *value)
{
}

enum error json_print(const struct json_value *root, FILE *file)
{
    return ERR_MISSING;
}

enum error json_print_line(const struct json_value *root, FILE *file)
{
    return json_print(root, file);
}

void json_free(struct json_value *root)
{
}

#endif
