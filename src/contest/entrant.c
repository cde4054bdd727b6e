/* See entrant.h. Names may have been chosen to deceive, so two names count as the same if they look
 * the same. A suffix always fits, because the name before it is shortened. */
#include "contest/entrant.h"

#include "base/path.h"
#include "base/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool entrant_plays(const struct entrant *entrant)
{
    return !entrant->is_out && !entrant->is_gone;
}

/* --- IDs ---------------------------------------------------------------------------------------*/

bool entrant_is_group(const char *id)
{
    uint64_t number;

    return id[0] && strchr("EGYRXT", id[0]) && id[1] >= '1' && id[1] <= '9' &&
           slice_number(slice_of(id + 1), 100, &number);
}

const char *entrant_letter_league(const char *id)
{
    if (!entrant_is_group(id))
        return "";
    return id[0] == 'G' ? "Green" : id[0] == 'Y' ? "Yellow" : id[0] == 'R' ? "Red" : "";
}

/* The name of a jar without its ending; false for other bots. */
static bool jar_name(const char *spec, char name[ENTRANT_NAME])
{
    const char *base = path_base(spec);
    size_t length = strlen(base);

    if (text_starts_with(spec, "cmd:") || !text_ends_with(base, ".jar") || length == 4 ||
        length - 4 >= ENTRANT_NAME)
        return false;
    memcpy(name, base, length - 4);
    name[length - 4] = '\0';
    return true;
}

void entrant_set_id(struct entrant *entrant, const char *declared)
{
    char name[ENTRANT_NAME];

    if (jar_name(entrant->spec, name) && (entrant_is_group(name) || !declared[0]))
        declared = name;
    text_printable(entrant->id, sizeof entrant->id, declared[0] ? declared : entrant->name);
}

bool entrant_has_id(const struct entrant *entrant)
{
    return entrant->id[0] && strcmp(entrant->id, entrant->name) != 0;
}

struct entrant_label entrant_label(const struct entrant *entrant)
{
    struct entrant_label label;

    snprintf(label.text, sizeof label.text, "%s%s%s", entrant_has_id(entrant) ? entrant->id : "",
             entrant_has_id(entrant) ? " " : "", entrant->name);
    return label;
}

/* --- names -------------------------------------------------------------------------------------*/

/* Code points that take no room on the screen and so do not make two names different. */
static bool is_invisible(uint32_t c)
{
    return c == 0xad || c == 0x34f || c == 0x61c || (c >= 0x115f && c <= 0x1160) ||
           (c >= 0x17b4 && c <= 0x17b5) || (c >= 0x180b && c <= 0x180f) ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0x3164 || (c >= 0xfe00 && c <= 0xfe0f) ||
           c == 0xfeff || c == 0xffa0 || (c >= 0xe0000 && c <= 0xe0fff);
}

static bool is_space(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x2800 || c == 0x3000;
}

/* The code point at `text`. `length` is set to its bytes, at most `left`. */
static uint32_t code_point(const char *text, size_t left, size_t *length)
{
    const unsigned char *s = (const unsigned char *)text;
    uint32_t c = s[0];

    *length = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (*length > left)
        *length = left;
    if (*length > 1)
        c &= 0x7fu >> *length;
    for (size_t i = 1; i < *length; i++)
        c = c << 6 | (s[i] & 0x3f);
    return c;
}

/* A name as it looks: without invisible characters, with one plain space for any run of spaces, and
 * without spaces at either end. */
static void name_look(const char *name, char look[ENTRANT_NAME])
{
    size_t used = 0, length, left = strnlen(name, ENTRANT_NAME - 1);
    bool gap = false;

    for (; left > 0; name += length, left -= length) {
        uint32_t c = code_point(name, left, &length);

        if (is_invisible(c))
            continue;
        if (is_space(c)) {
            gap = used > 0;
            continue;
        }
        if (gap)
            look[used++] = ' ';
        gap = false;
        memcpy(look + used, name, length);
        used += length;
    }
    look[used] = '\0';
}

/* Cuts a text to at most `length` bytes, never inside a character. */
static void cut(char *text, size_t length)
{
    if (strlen(text) <= length)
        return;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    text[length] = '\0';
}

/* Makes a name terminated, valid UTF-8 and visible. */
static void name_repair(char name[ENTRANT_NAME])
{
    char raw[ENTRANT_NAME + 1], look[ENTRANT_NAME];

    memcpy(raw, name, ENTRANT_NAME);
    raw[ENTRANT_NAME] = '\0';
    cut(raw, ENTRANT_NAME - 1);
    text_printable(name, ENTRANT_NAME, raw);
    name_look(name, look);
    if (!look[0])
        snprintf(name, ENTRANT_NAME, "nameless");
}

/* How each name looks, computed once because names are compared often. */
struct looks {
    char look[MAX_ENTRANTS][ENTRANT_NAME];
};

/* The look of an entrant's name. That of a removed one is empty, so others may have its name. */
static void entrant_look(const struct entrant *entrant, char look[ENTRANT_NAME])
{
    if (entrant->is_gone)
        look[0] = '\0';
    else
        name_look(entrant->name, look);
}

/* Does one of the first `count` names, except `self`, look like this? */
static bool is_taken(const struct looks *looks, int count, int self, const char *look)
{
    for (int i = 0; i < count; i++)
        if (i != self && strcmp(look, looks->look[i]) == 0)
            return true;
    return false;
}

/* Tries one suffix after another. They all look different, so one more than there are other names
 * is enough. */
static void name_suffix(struct looks *looks, int count, int self, char name[ENTRANT_NAME])
{
    char suffix[16], stem[ENTRANT_NAME], whole[ENTRANT_NAME + 16], look[ENTRANT_NAME];

    for (int number = 2; number <= count + 1; number++) {
        snprintf(suffix, sizeof suffix, " (%d)", number);
        memcpy(stem, name, ENTRANT_NAME);
        cut(stem, ENTRANT_NAME - 1 - strlen(suffix));
        snprintf(whole, sizeof whole, "%s%s", stem, suffix);
        name_look(whole, look);
        if (!is_taken(looks, count, self, look))
            break;
    }
    memcpy(name, whole, ENTRANT_NAME); /* it fits, with its terminator */
    memcpy(looks->look[self], look, ENTRANT_NAME);
}

/* Adds a suffix to a name that one of the first `count` others has as well. */
static void make_unique(struct looks *looks, int others, int count, int self,
                        struct entrant *entrant)
{
    bool has_id = entrant_has_id(entrant);

    if (!is_taken(looks, others, self, looks->look[self]))
        return;
    name_suffix(looks, count, self, entrant->name);
    if (!has_id && entrant->id[0])
        memcpy(entrant->id, entrant->name, ENTRANT_NAME);
}

void entrant_distinguish(struct entrant *entrants, int count, int from)
{
    struct looks looks;

    assert(count <= MAX_ENTRANTS);
    for (int i = 0; i < count; i++) {
        if (i >= from)
            name_repair(entrants[i].name);
        entrant_look(&entrants[i], looks.look[i]);
    }
    for (int i = from; i < count; i++)
        make_unique(&looks, i, count, i, &entrants[i]);
}

void entrant_distinguish_one(struct entrant *entrants, int count, int index)
{
    struct looks looks;

    assert(count <= MAX_ENTRANTS && index < count);
    name_repair(entrants[index].name);
    for (int i = 0; i < count; i++)
        entrant_look(&entrants[i], looks.look[i]);
    make_unique(&looks, count, count, index, &entrants[index]);
}
