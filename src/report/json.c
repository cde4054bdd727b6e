/* See json.h. The only file that uses jansson. */
#include "report/json.h"

#ifdef HAVE_JANSSON

#include <errno.h>
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

struct json_value *json_lines(const char *text)
{
    char clean[4096];

    text_printable(clean, sizeof clean, text); /* each byte stays in its place */
    for (size_t i = 0; clean[i]; i++)
        if (text[i] == '\n')
            clean[i] = '\n';
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

/* A value that could not be made is NULL, and a container that cannot take one says so. Either way
 * the text would lack something: the next json_print of this thread refuses. */
static _Thread_local bool lacks_memory;

void json_set(struct json_value *object, const char *key, struct json_value *value)
{
    if (json_object_set_new(inner(object), key, inner(value)) != 0)
        lacks_memory = true;
}

void json_append(struct json_value *array, struct json_value *value)
{
    if (json_array_append_new(inner(array), inner(value)) != 0)
        lacks_memory = true;
}

static enum error print(const struct json_value *root, FILE *file, size_t flags)
{
    bool is_incomplete = lacks_memory || !root;

    lacks_memory = false;
    if (is_incomplete)
        return ERR_MEMORY;
    if (json_dumpf(inner(root), file, flags | JSON_REAL_PRECISION(12)) != 0 ||
        putc('\n', file) == EOF || fflush(file) != 0 || ferror(file))
        return errno == ENOMEM ? ERR_MEMORY : ERR_IO;
    return OK;
}

enum error json_print(const struct json_value *root, FILE *file)
{
    return print(root, file, JSON_INDENT(2));
}

enum error json_print_line(const struct json_value *root, FILE *file)
{
    return print(root, file, JSON_COMPACT);
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

struct json_value *json_lines(const char *text)
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
