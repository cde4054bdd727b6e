/* See settings.h. One table of keys serves reading and writing. Writing copies the old text line by
 * line and changes only the lines with known keys. */
#include "store/settings.h"

#include "base/buffer.h"
#include "base/text.h"
#include "store/text_file.h"
#include "store/user_files.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SETTINGS_CAP = 256 * 1024, VALUE_SIZE = 64 };

enum kind { KIND_TEXT, KIND_WORD, KIND_CHOICE, KIND_BOOL };

struct key {
    const char *name;
    enum kind kind;
    size_t offset;
    const char *const *words; /* of a choice, in the order of its enum, up to a NULL */
};

static const char *const pace_words[] = {"none", "fast", "normal", "slow", NULL};
/* Seconds per move. */
static const char *const speed_words[SPEEDS + 1] = {"4", "2", "1", "0.5", "0.25", "0.1", "0.05"};
static const char *const motion_words[] = {"full", "reduced", NULL};

static const struct key keys[] = {
    {"name", KIND_TEXT, offsetof(struct settings, name), NULL},
    {"opponent", KIND_WORD, offsetof(struct settings, opponent), NULL},
    {"rules", KIND_WORD, offsetof(struct settings, rules), NULL},
    {"pace", KIND_CHOICE, offsetof(struct settings, pace), pace_words},
    {"replay-seconds", KIND_CHOICE, offsetof(struct settings, speed), speed_words},
    {"motion", KIND_CHOICE, offsetof(struct settings, motion), motion_words},
    {"bell", KIND_BOOL, offsetof(struct settings, bell), NULL},
    {"learn", KIND_BOOL, offsetof(struct settings, learn), NULL},
    {"plain", KIND_BOOL, offsetof(struct settings, plain), NULL},
    {"speak", KIND_BOOL, offsetof(struct settings, speak), NULL},
};
enum { OWN_KEYS = sizeof keys / sizeof *keys, KEYS = OWN_KEYS + MY_RULES };

/* The keys of the table, then those of the player's rules. */
static struct key key_at(int index)
{
    const struct my_rule_kind *rule;

    if (index < OWN_KEYS)
        return keys[index];
    rule = my_rules_kind((enum my_rule)(index - OWN_KEYS));
    return (struct key){rule->name, KIND_CHOICE,
                        offsetof(struct settings, mine.value) +
                            (size_t)(index - OWN_KEYS) * sizeof(int),
                        rule->words};
}

static const char key_prefix[] = "key.";

static const char head[] = "# Broadside's settings: key = value. Comments and unknown keys are "
                           "preserved.\n";

static enum error parse_choice(const char *what, const char *const *words, const char *word,
                               int *value, struct message *message)
{
    char all[VALUE_SIZE];
    struct writer writer;

    writer_init(&writer, all, sizeof all);
    for (int i = 0; words[i]; i++) {
        if (strcmp(word, words[i]) == 0) {
            *value = i;
            return OK;
        }
        writer_format(&writer, "%s%s", i ? ", " : "", words[i]);
    }
    return error_set(ERR_SYNTAX, message, "the %s '%s' is not one of %s", what,
                     slice_quote(slice_of(word)).text, all);
}

enum error settings_parse_pace(const char *word, enum pace *pace, struct message *message)
{
    int value;
    enum error error = parse_choice("pace", pace_words, word, &value, message);

    if (!error)
        *pace = (enum pace)value;
    return error;
}

void settings_init(struct settings *settings)
{
    *settings = (struct settings){.opponent = "medium", .pace = PACE_NORMAL, .speed = SPEED_NORMAL};
}

const char *settings_rules(const struct settings *settings)
{
    return settings->rules[0] ? settings->rules : "classic";
}

/* --- values ------------------------------------------------------------------------------------*/

static enum error parse_bool(const char *word, bool *value, struct message *message)
{
    *value = strcmp(word, "yes") == 0;
    if (!*value && strcmp(word, "no") != 0)
        return error_set(ERR_SYNTAX, message, "'%s' must be yes or no",
                         slice_quote(slice_of(word)).text);
    return OK;
}

static enum error parse_value(const struct key *key, struct slice value, struct settings *settings,
                              struct message *message)
{
    void *field = (char *)settings + key->offset;
    char word[VALUE_SIZE];

    if (value.length >= sizeof word)
        return error_set(ERR_RANGE, message, "the value of %s is longer than %d bytes", key->name,
                         VALUE_SIZE - 1);
    memcpy(word, value.text, value.length);
    word[value.length] = '\0';
    if (strlen(word) < value.length)
        return error_set(ERR_SYNTAX, message, "the value of %s contains a zero byte", key->name);
    switch (key->kind) {
    case KIND_CHOICE: /* an enum, which is as wide as an int */
        return parse_choice(key->name, key->words, word, field, message);
    case KIND_BOOL:
        return parse_bool(word, field, message);
    case KIND_WORD:
        if (value.length == 0)
            return error_set(ERR_SYNTAX, message, "%s has no value", key->name);
        break;
    case KIND_TEXT:
        break;
    }
    text_printable(field, VALUE_SIZE, word);
    return OK;
}

static void print_value(const struct key *key, const struct settings *settings,
                        char text[VALUE_SIZE])
{
    const void *field = (const char *)settings + key->offset;

    switch (key->kind) {
    case KIND_CHOICE:
        text_printable(text, VALUE_SIZE, key->words[*(const int *)field]);
        break;
    case KIND_BOOL:
        text_printable(text, VALUE_SIZE, *(const bool *)field ? "yes" : "no");
        break;
    default:
        text_printable(text, VALUE_SIZE, field);
    }
}

/* --- lines -------------------------------------------------------------------------------------*/

enum line_kind { LINE_OTHER, LINE_KEY, LINE_BINDING, LINE_UNKNOWN, LINE_WRONG };

/* Classifies a line. `*value` is the value of a known key, or the whole line. */
static enum line_kind classify_line(struct slice line, int *key, struct slice *value)
{
    struct slice rest = slice_trim(line), name;

    if (rest.length == 0 || rest.text[0] == '#')
        return LINE_OTHER;
    if (!memchr(rest.text, '=', rest.length))
        return LINE_WRONG;
    slice_cut(&rest, '=', &name);
    name = slice_trim(name);
    *value = slice_trim(rest);
    for (*key = 0; *key < KEYS; ++*key)
        if (slice_is(name, key_at(*key).name))
            return LINE_KEY;
    *value = slice_trim(line);
    if (name.length > strlen(key_prefix) && memcmp(name.text, key_prefix, strlen(key_prefix)) == 0)
        return LINE_BINDING;
    return LINE_UNKNOWN;
}

static bool copy_part(char *to, size_t size, struct slice part)
{
    if (part.length >= size || memchr(part.text, '\0', part.length))
        return false;
    memcpy(to, part.text, part.length);
    to[part.length] = '\0';
    return true;
}

static enum error read_binding(struct slice line, struct settings *settings,
                               struct message *message)
{
    struct key_line *key = &settings->key[settings->key_lines];
    struct slice name;

    slice_cut(&line, '=', &name);
    name = slice_trim(name);
    name = (struct slice){name.text + strlen(key_prefix), name.length - strlen(key_prefix)};
    if (settings->key_lines == MAX_KEY_LINES)
        return error_set(ERR_FULL, message, "there are more than %d lines that bind keys",
                         MAX_KEY_LINES);
    if (!copy_part(key->action, sizeof key->action, name) ||
        !copy_part(key->keys, sizeof key->keys, slice_trim(line)))
        return error_set(ERR_RANGE, message, "the action or its keys are too long");
    settings->key_lines++;
    return OK;
}

static enum error parse_key(int index, struct slice value, struct settings *settings,
                            struct message *message)
{
    struct key key = key_at(index);

    return parse_value(&key, value, settings, message);
}

static void read_lines(struct slice text, const char *path, struct settings *settings,
                       struct message *warning)
{
    struct message why;
    struct slice line, value = {NULL, 0};
    int number = 0, wrong = 0, key = 0;

    while (slice_cut(&text, '\n', &line)) {
        enum line_kind kind = classify_line(line, &key, &value);

        number++;
        message_set(&why, "'=' is missing");
        if (kind == LINE_WRONG || (kind == LINE_BINDING && read_binding(value, settings, &why)) ||
            (kind == LINE_KEY && parse_key(key, value, settings, &why)))
            if (wrong++ == 0)
                message_set(warning, "%s: line %d is ignored: %s", path, number, why.text);
    }
    if (wrong > 1) {
        size_t used = strlen(warning->text);

        snprintf(warning->text + used, sizeof warning->text - used, " (and %d more lines)",
                 wrong - 1);
    }
}

/* --- the file ----------------------------------------------------------------------------------*/

enum error settings_read(struct settings *settings, struct message *warning,
                         struct message *message)
{
    char path[USER_FILE_SIZE];
    struct buffer buffer;
    enum error error = user_file_path(USER_FILE_SETTINGS, path, message);

    settings_init(settings);
    message_set(warning, "%s", "");
    buffer_init(&buffer, SETTINGS_CAP);
    if (!error)
        error = text_file_read(path, &buffer, message);
    if (!error)
        read_lines((struct slice){buffer.data, buffer.length}, path, settings, warning);
    buffer_release(&buffer);
    return error;
}

static enum error put_key(int index, const struct settings *settings, struct buffer *text)
{
    struct key key = key_at(index);
    char value[VALUE_SIZE];
    enum error error;

    print_value(&key, settings, value);
    if (key.kind == KIND_WORD && !value[0])
        return OK; /* never chosen */
    error = buffer_put(text, key.name);
    if (!error)
        error = buffer_put(text, " = ");
    if (!error)
        error = buffer_put(text, value);
    return error ? error : buffer_put(text, "\n");
}

/* The old text with the lines of known keys replaced, and missing keys at the end. If a key is
 * there twice, the first line stays. */
static enum error rewrite(struct slice old, const struct settings *settings, struct buffer *text)
{
    bool written[KEYS] = {false};
    struct slice line, value;
    enum error error = old.length == 0 ? buffer_put(text, head) : OK;

    while (!error && slice_cut(&old, '\n', &line)) {
        int key = 0;

        if (classify_line(line, &key, &value) != LINE_KEY) {
            error = buffer_append(text, line.text, line.length);
            if (!error)
                error = buffer_put(text, "\n");
        } else if (!written[key]) {
            written[key] = true;
            error = put_key(key, settings, text);
        }
    }
    for (int key = 0; !error && key < KEYS; key++)
        if (!written[key])
            error = put_key(key, settings, text);
    return error;
}

enum error settings_write(const struct settings *settings, struct message *message)
{
    char path[USER_FILE_SIZE];
    struct buffer old, text;
    enum error error = user_file_prepare(USER_FILE_SETTINGS, path, message);

    buffer_init(&old, SETTINGS_CAP);
    buffer_init(&text, SETTINGS_CAP); /* what is longer could not be read again */
    if (!error)
        error = text_file_read(path, &old, message);
    if (!error) {
        error = rewrite((struct slice){old.data, old.length}, settings, &text);
        if (error)
            message_set(message, "%s: %s", path,
                        error == ERR_FULL ? "the file is too long for more settings"
                                          : "out of memory");
    }
    if (!error && (text.length != old.length || memcmp(text.data, old.data, old.length) != 0))
        error = text_file_replace(path, &text, message);
    buffer_release(&old);
    buffer_release(&text);
    return error;
}
