/* Validates JSON output against docs/json-schema.json, and writes that schema as Markdown.
 *
 *   check_json SCHEMA NAME <FILE    each value in FILE must match #/$defs/NAME
 *   check_json SCHEMA --document    the definitions as Markdown, for docs/JSON.md
 *
 * It knows a subset of JSON Schema and rejects a schema that uses anything else. Exit status: 0
 * fine, 1 invalid, 2 bad usage or schema, 77 built without JSON. */
#include <stdio.h>

#ifdef HAVE_JANSSON

#include <regex.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

enum { PATH_SIZE = 1024, STATUS_INVALID = 1, STATUS_USAGE = 2 };

static json_t *definitions;
static int errors;

static _Noreturn void fail_schema(const char *what, const char *detail)
{
    fprintf(stderr, "check_json: the schema: %s '%s'\n", what, detail);
    exit(STATUS_USAGE);
}

static void report(const char *path, const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s%s%s\n", path[0] ? path : "the value", what, detail[0] ? " " : "",
            detail);
    errors++;
}

static const json_t *find_definition(const char *name)
{
    const json_t *found = json_object_get(definitions, name);

    if (!found)
        fail_schema("no definition", name);
    return found;
}

/* The name in "#/$defs/NAME". */
static const char *name_of_reference(const char *reference)
{
    static const char start[] = "#/$defs/";

    if (strncmp(reference, start, sizeof start - 1) != 0)
        fail_schema("unknown reference", reference);
    return reference + sizeof start - 1;
}

static void check_keywords(const json_t *schema)
{
    static const char *const known[] = {
        "type", "description", "properties", "required", "items",
        "enum", "pattern",     "minimum",    "$ref",     "additionalProperties"};
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)schema, key, value)
    {
        bool is_known = false;

        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            is_known |= strcmp(key, known[i]) == 0;
        if (!is_known)
            fail_schema("unknown keyword", key);
    }
}

/* --- validation --------------------------------------------------------------------------------*/

static void check_value(const json_t *schema, const json_t *value, const char *path);

static bool has_type(const json_t *value, const char *type)
{
    if (strcmp(type, "object") == 0)
        return json_is_object(value);
    if (strcmp(type, "array") == 0)
        return json_is_array(value);
    if (strcmp(type, "string") == 0)
        return json_is_string(value);
    if (strcmp(type, "integer") == 0)
        return json_is_integer(value);
    if (strcmp(type, "number") == 0)
        return json_is_number(value);
    if (strcmp(type, "boolean") == 0)
        return json_is_boolean(value);
    if (strcmp(type, "null") == 0)
        return json_is_null(value);
    fail_schema("unknown type", type);
}

static bool has_any_type(const json_t *value, const json_t *types)
{
    if (json_is_string(types))
        return has_type(value, json_string_value(types));
    for (size_t i = 0; i < json_array_size(types); i++)
        if (has_type(value, json_string_value(json_array_get(types, i))))
            return true;
    return false;
}

static void check_text(const json_t *schema, const char *text, const char *path)
{
    const json_t *allowed = json_object_get(schema, "enum");
    const char *pattern = json_string_value(json_object_get(schema, "pattern"));
    bool is_allowed = !allowed;
    regex_t regex;

    for (size_t i = 0; i < json_array_size(allowed); i++)
        is_allowed |= strcmp(json_string_value(json_array_get(allowed, i)), text) == 0;
    if (!is_allowed)
        report(path, "is none of the allowed words:", text);
    if (!pattern)
        return;
    if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        fail_schema("bad pattern", pattern);
    if (regexec(&regex, text, 0, NULL, 0) != 0)
        report(path, "does not match the pattern:", text);
    regfree(&regex);
}

static void check_object(const json_t *schema, const json_t *object, const char *path)
{
    const json_t *properties = json_object_get(schema, "properties");
    const json_t *others = json_object_get(schema, "additionalProperties"),
                 *required = json_object_get(schema, "required");
    char below[PATH_SIZE];
    const char *key;
    json_t *value;

    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *name = json_string_value(json_array_get(required, i));

        if (!json_object_get(object, name))
            report(path, "lacks the field", name);
    }
    json_object_foreach((json_t *)object, key, value)
    {
        const json_t *property = json_object_get(properties, key);

        snprintf(below, sizeof below, "%s%s%s", path, path[0] ? "." : "", key);
        if (!property && json_is_object(others))
            property = others;
        if (property)
            check_value(property, value, below);
        else if (json_is_false(others))
            report(below, "is not in the schema", "");
    }
}

static void check_value(const json_t *schema, const json_t *value, const char *path)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    const json_t *types = json_object_get(schema, "type");
    const json_t *least = json_object_get(schema, "minimum");
    char below[PATH_SIZE];

    check_keywords(schema);
    if (reference) {
        check_value(find_definition(name_of_reference(reference)), value, path);
        return;
    }
    if (!has_any_type(value, types)) {
        report(path, "has the wrong type", "");
        return;
    }
    if (least && json_number_value(value) < json_number_value(least))
        report(path, "is too small", "");
    if (json_is_string(value))
        check_text(schema, json_string_value(value), path);
    else if (json_is_object(value))
        check_object(schema, value, path);
    for (size_t i = 0; i < json_array_size(value); i++) {
        snprintf(below, sizeof below, "%s[%zu]", path, i);
        check_value(json_object_get(schema, "items"), json_array_get(value, i), below);
    }
}

/* Every value on standard input; there must be at least one. */
static int check_input(const char *name)
{
    const json_t *schema = find_definition(name);
    json_error_t error;
    json_t *value;
    int values = 0;

    while ((value = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error)) != NULL) {
        check_value(schema, value, "");
        json_decref(value);
        values++;
    }
    if (values == 0 || json_error_code(&error) != json_error_premature_end_of_input)
        report("", "is not JSON:", error.text);
    return errors ? STATUS_INVALID : 0;
}

/* --- Markdown ----------------------------------------------------------------------------------*/

static void print_type(const json_t *schema)
{
    const char *reference = json_string_value(json_object_get(schema, "$ref"));
    const json_t *types = json_object_get(schema, "type");
    const json_t *values = json_object_get(schema, "additionalProperties");

    if (reference) {
        printf("[%s](#%s)", name_of_reference(reference), name_of_reference(reference));
    } else if (json_is_array(types)) {
        for (size_t i = 0; i < json_array_size(types); i++)
            printf("%s%s", i ? " or " : "", json_string_value(json_array_get(types, i)));
    } else if (strcmp(json_string_value(types), "array") == 0) {
        printf("array of ");
        print_type(json_object_get(schema, "items"));
    } else if (json_is_object(values)) {
        printf("map of ");
        print_type(values);
    } else {
        printf("%s", json_string_value(types));
    }
}

static bool is_required(const json_t *schema, const char *key)
{
    const json_t *required = json_object_get(schema, "required");

    for (size_t i = 0; i < json_array_size(required); i++)
        if (strcmp(json_string_value(json_array_get(required, i)), key) == 0)
            return true;
    return false;
}

static void print_words(const json_t *words)
{
    for (size_t i = 0; i < json_array_size(words); i++)
        printf("%s`%s`", i ? ", " : " One of ", json_string_value(json_array_get(words, i)));
    if (json_array_size(words) > 0)
        printf(".");
}

static void print_fields(const json_t *schema, const char *path);

/* The fields of what a field holds: an object, or arrays and maps of objects. */
static void print_inner(const json_t *schema, const char *path)
{
    const json_t *items = json_object_get(schema, "items");
    const json_t *values = json_object_get(schema, "additionalProperties");
    char below[PATH_SIZE];

    if (json_object_get(schema, "properties")) {
        snprintf(below, sizeof below, "%s.", path);
        print_fields(schema, below);
    } else if (items) {
        snprintf(below, sizeof below, "%s[]", path);
        print_inner(items, below);
    } else if (json_is_object(values)) {
        snprintf(below, sizeof below, "%s.*", path);
        print_inner(values, below);
    }
}

static void print_fields(const json_t *schema, const char *path)
{
    const char *key;
    json_t *field;

    json_object_foreach(json_object_get(schema, "properties"), key, field)
    {
        const char *text = json_string_value(json_object_get(field, "description"));
        char below[PATH_SIZE];

        if (!path[0] && (strcmp(key, "version") == 0 || strcmp(key, "command") == 0))
            continue; /* every command has them */
        snprintf(below, sizeof below, "%s%s", path, key);
        printf("| `%s`%s | ", below, is_required(schema, key) ? "" : " (optional)");
        print_type(field);
        printf(" | %s", text ? text : "");
        print_words(json_object_get(field, "enum"));
        printf(" |\n");
        print_inner(field, below);
    }
}

static int print_document(void)
{
    const char *name;
    json_t *schema;

    json_object_foreach(definitions, name, schema)
    {
        const char *text = json_string_value(json_object_get(schema, "description"));

        check_keywords(schema);
        printf("\n### %s\n\n%s\n", name, text ? text : "");
        if (!json_object_get(schema, "properties"))
            continue;
        printf("\n| field | type | meaning |\n|---|---|---|\n");
        print_fields(schema, "");
    }
    return 0;
}

int main(int argc, char **argv)
{
    json_error_t error;
    json_t *schema;
    int status;

    if (argc != 3) {
        fprintf(stderr, "usage: check_json SCHEMA NAME <FILE, or check_json SCHEMA --document\n");
        return STATUS_USAGE;
    }
    schema = json_load_file(argv[1], 0, &error);
    if (!schema) {
        fprintf(stderr, "%s:%d: %s\n", argv[1], error.line, error.text);
        return STATUS_USAGE;
    }
    definitions = json_object_get(schema, "$defs");
    status = strcmp(argv[2], "--document") == 0 ? print_document() : check_input(argv[2]);
    json_decref(schema);
    return status;
}

#else

int main(void)
{
    fprintf(stderr, "check_json: built without libjansson-dev\n");
    return 77;
}

#endif
