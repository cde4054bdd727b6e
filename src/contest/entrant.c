/* See entrant.h. Names may have been chosen to deceive, so slice_name makes those equal that look
 * equal. A suffix always fits, because the name before it is shortened. */
#include "contest/entrant.h"

#include "base/path.h"
#include "base/text.h"
#include "bots/bot.h"

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
    slice_name(entrant->id, sizeof entrant->id, slice_of(declared));
    if (!entrant->id[0])
        memcpy(entrant->id, entrant->name, sizeof entrant->id);
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
    char raw[ENTRANT_NAME + 1];

    memcpy(raw, name, ENTRANT_NAME);
    raw[ENTRANT_NAME] = '\0';
    cut(raw, ENTRANT_NAME - 1);
    slice_name(name, ENTRANT_NAME, slice_of(raw));
    if (!name[0])
        snprintf(name, ENTRANT_NAME, "nameless");
}

/* Has one of the first `count` entrants, except `self`, this name? Names of removed ones are free.
 */
static bool is_taken(const struct entrant *entrants, int count, int self, const char *name)
{
    for (int i = 0; i < count; i++)
        if (i != self && !entrants[i].is_gone && strcmp(name, entrants[i].name) == 0)
            return true;
    return false;
}

static void add_suffix(const char *name, const char *suffix, char whole[ENTRANT_NAME])
{
    char stem[ENTRANT_NAME];
    size_t length;

    memcpy(stem, name, ENTRANT_NAME);
    cut(stem, ENTRANT_NAME - 1 - strlen(suffix));
    length = strlen(stem);
    if (length > 0 && stem[length - 1] == ' ')
        stem[length - 1] = '\0';
    snprintf(whole, ENTRANT_NAME, "%s%s", stem, suffix);
}

/* Tries one number after another. All names differ, so one more than there are other names is
 * enough. */
static void add_number(const struct entrant *entrants, int count, int self,
                       char whole[ENTRANT_NAME])
{
    char suffix[16];

    for (int number = 2; number <= count + 1; number++) {
        snprintf(suffix, sizeof suffix, " (%d)", number);
        add_suffix(entrants[self].name, suffix, whole);
        if (!is_taken(entrants, count, self, whole))
            break;
    }
}

static void rename_entrant(struct entrant *entrant, const char name[ENTRANT_NAME])
{
    bool has_id = entrant_has_id(entrant);

    memcpy(entrant->name, name, ENTRANT_NAME);
    if (!has_id && entrant->id[0])
        memcpy(entrant->id, name, ENTRANT_NAME);
}

static const char guest_suffix[] = " (guest)";

/* Gives the entrant a name that no built-in bot, none of the first `others` entrants and no entrant
 * that is renamed has. */
static void make_unique(struct entrant *entrants, int others, int count, int self)
{
    struct entrant *entrant = &entrants[self];
    char whole[ENTRANT_NAME];

    if (entrant->is_guest && bot_is_built_in(entrant->name)) {
        add_suffix(entrant->name, guest_suffix, whole);
        rename_entrant(entrant, whole);
    }
    if (is_taken(entrants, others, self, entrant->name)) {
        add_number(entrants, count, self, whole);
        rename_entrant(entrant, whole);
    }
}

bool entrant_took_name(const struct entrant *entrant, char name[ENTRANT_NAME])
{
    const char *end = strstr(entrant->name, guest_suffix);

    if (!entrant->is_guest || !end)
        return false;
    snprintf(name, ENTRANT_NAME, "%.*s", (int)(end - entrant->name), entrant->name);
    return bot_is_built_in(name);
}

void entrant_distinguish(struct entrant *entrants, int count, int from)
{
    assert(count <= MAX_ENTRANTS);
    for (int i = from; i < count; i++)
        name_repair(entrants[i].name);
    for (int i = from; i < count; i++)
        make_unique(entrants, i, count, i);
}

void entrant_distinguish_one(struct entrant *entrants, int count, int index)
{
    assert(count <= MAX_ENTRANTS && index < count);
    name_repair(entrants[index].name);
    make_unique(entrants, count, count, index);
}
