/* See past_fleets.h. Every change copies the old text line by line, so that lines of other players,
 * comments and damaged lines stay as they are. */
#include "store/past_fleets.h"

#include "store/saves.h"
#include "store/text_file.h"
#include "store/user_files.h"

#include <string.h>

enum { FILE_CAP = 4 << 20, KEY_SIZE = 1024, LAYOUT_SIZE = 2048 };

static const char head[] =
    "# Where players put their ships in games that are over. Bots may learn from it.\n"
    "# End of the game (UTC), player, board and fleet, ships; separated by tabs.\n"
    "# 'broadside play --learn erase' deletes your lines, '--learn off' adds no more.\n";

enum line_kind { LINE_OTHER, LINE_FLEET, LINE_WRONG };

struct line {
    struct slice when, player, key, fleet;
};

/* --- lines -------------------------------------------------------------------------------------*/

static bool is_stamp(struct slice text)
{
    static const char form[] = "dddddddd-dddddd";

    if (text.length != sizeof form - 1)
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (form[i] == 'd' ? !text_is_digit(text.text[i]) : text.text[i] != form[i])
            return false;
    return true;
}

static enum line_kind classify_line(struct slice text, struct line *line)
{
    struct slice rest = slice_trim(text);

    if (rest.length == 0 || rest.text[0] == '#')
        return LINE_OTHER;
    slice_cut(&rest, '\t', &line->when);
    slice_cut(&rest, '\t', &line->player);
    slice_cut(&rest, '\t', &line->key);
    line->fleet = rest;
    return is_stamp(line->when) && line->player.length && line->key.length && rest.length
               ? LINE_FLEET
               : LINE_WRONG;
}

/* The board and the fleet: all that decides which layouts are possible. */
static void print_key(const struct rules *rules, char key[KEY_SIZE])
{
    struct writer writer;

    writer_init(&writer, key, KEY_SIZE);
    writer_format(&writer, "%dx%d", rules->width, rules->height);
    for (int i = 0; i < rules->ships; i++)
        writer_format(&writer, "%s %s %d", i ? "," : "", rules->fleet[i].name,
                      rules->fleet[i].length);
    if (!rules->touch)
        writer_put(&writer, ", apart");
    if (rules->wrecks)
        writer_put(&writer, ", wrecks");
}

static bool parse_fleet(struct slice text, const struct rules *rules, struct layout *layout)
{
    memset(layout, 0, sizeof *layout);
    return layout_parse(text, rules, layout, NULL) == OK && layout_check(layout, rules, NULL) == OK;
}

/* --- the file ----------------------------------------------------------------------------------*/

static enum error load(const char *path, struct buffer *text, struct message *message)
{
    buffer_init(text, FILE_CAP);
    return text_file_read(path, text, message);
}

static bool next_line(struct slice *rest, struct slice *text, struct line *line,
                      enum line_kind *kind)
{
    if (!slice_cut(rest, '\n', text))
        return false;
    *kind = classify_line(*text, line);
    return true;
}

static void explain_copy(enum error error, const char *path, struct message *message)
{
    if (error)
        message_set(message, "%s: %s", path,
                    error == ERR_FULL ? "the file is too large" : "out of memory");
}

static enum error put_line(struct slice text, struct buffer *to)
{
    enum error error = buffer_append(to, text.text, text.length);

    return error ? error : buffer_put(to, "\n");
}

/* Copies everything but the first `drop` lines of a player. */
static enum error copy_without(struct slice old, const char *player, int drop, struct buffer *to)
{
    struct slice text;
    struct line line;
    enum line_kind kind;
    enum error error = OK;

    while (!error && next_line(&old, &text, &line, &kind))
        if (kind == LINE_FLEET && slice_is(line.player, player) && drop > 0)
            drop--;
        else
            error = put_line(text, to);
    return error;
}

static int count_lines(struct slice old, const char *player)
{
    struct slice text;
    struct line line;
    enum line_kind kind;
    int count = 0;

    while (next_line(&old, &text, &line, &kind))
        count += kind == LINE_FLEET && slice_is(line.player, player);
    return count;
}

/* Names the first invalid line. Fleets are checked only if they are of these rules and player;
 * without rules, none is. */
static void find_damage(struct slice old, const char *path, const char *player,
                        const struct rules *rules, const char *key, struct message *warning)
{
    struct slice text;
    struct layout layout;
    struct line line;
    enum line_kind kind;

    message_set(warning, "%s", "");
    for (int number = 1; next_line(&old, &text, &line, &kind); number++)
        if (kind == LINE_WRONG ||
            (rules && kind == LINE_FLEET && slice_is(line.player, player) &&
             slice_is(line.key, key) && !parse_fleet(line.fleet, rules, &layout))) {
            message_set(warning, "%s: line %d is invalid and ignored", path, number);
            return;
        }
}

static enum error put_fleet(const char *player, const struct rules *rules, const char *key,
                            const struct layout *fleet, int64_t when, struct buffer *to)
{
    char text[LAYOUT_SIZE], stamp[STAMP_SIZE];
    const char *const parts[] = {stamp, "\t", player, "\t", key, "\t", text, "\n"};
    struct writer writer;
    enum error error = OK;

    writer_init(&writer, text, sizeof text);
    layout_print(fleet, rules, &writer);
    save_print_stamp(when, stamp);
    for (size_t i = 0; !error && i < sizeof parts / sizeof *parts; i++)
        error = buffer_put(to, parts[i]);
    return error;
}

/* --- reading and writing -----------------------------------------------------------------------*/

static void add_to_list(const struct layout *layout, struct layout list[MAX_PAST_FLEETS],
                        int *count)
{
    if (*count == MAX_PAST_FLEETS) { /* the user has added lines */
        (*count)--;
        memmove(list, list + 1, (size_t)*count * sizeof *list);
    }
    list[(*count)++] = *layout;
}

enum error past_fleets_read(const char *player, const struct rules *rules, const char *until,
                            struct layout list[MAX_PAST_FLEETS], int *count,
                            struct message *message)
{
    char path[USER_FILE_SIZE], key[KEY_SIZE];
    struct slice rest, text;
    struct buffer old;
    struct layout layout;
    struct line line;
    enum line_kind kind;
    enum error error = user_file_path(USER_FILE_FLEETS, path, message);

    *count = 0;
    if (error)
        return error;
    error = load(path, &old, message);
    rest = (struct slice){old.data, error ? 0 : old.length};
    print_key(rules, key);
    while (next_line(&rest, &text, &line, &kind))
        if (kind == LINE_FLEET && slice_is(line.player, player) && slice_is(line.key, key) &&
            (!until[0] || memcmp(line.when.text, until, STAMP_SIZE - 1) <= 0) &&
            parse_fleet(line.fleet, rules, &layout))
            add_to_list(&layout, list, count);
    buffer_release(&old);
    return error;
}

enum error past_fleets_add(const char *player, const struct rules *rules,
                           const struct layout *fleet, int64_t when, struct message *warning,
                           struct message *message)
{
    char path[USER_FILE_SIZE], key[KEY_SIZE];
    struct buffer old, text;
    struct slice lines;
    int lock;
    enum error error = user_file_prepare(USER_FILE_FLEETS, path, message);

    message_set(warning, "%s", "");
    if (error)
        return error;
    lock = text_file_lock(path);
    error = load(path, &old, message);
    buffer_init(&text, FILE_CAP);
    print_key(rules, key);
    if (!error) {
        lines = (struct slice){old.data, old.length};
        find_damage(lines, path, player, rules, key, warning);
        error = old.length == 0 ? buffer_put(&text, head) : OK;
        if (!error)
            error = copy_without(lines, player, count_lines(lines, player) + 1 - MAX_PAST_FLEETS,
                                 &text);
        if (!error)
            error = put_fleet(player, rules, key, fleet, when, &text);
        explain_copy(error, path, message);
    }
    if (!error)
        error = text_file_replace(path, &text, message);
    text_file_unlock(lock);
    buffer_release(&old);
    buffer_release(&text);
    return error;
}

enum error past_fleets_erase(const char *player, int *count, struct message *warning,
                             struct message *message)
{
    char path[USER_FILE_SIZE];
    struct buffer old, text;
    struct slice lines;
    int lock;
    enum error error = user_file_path(USER_FILE_FLEETS, path, message);

    *count = 0;
    message_set(warning, "%s", "");
    if (error)
        return error;
    lock = text_file_lock(path);
    error = load(path, &old, message);
    buffer_init(&text, FILE_CAP);
    if (!error) {
        lines = (struct slice){old.data, old.length};
        *count = count_lines(lines, player);
        find_damage(lines, path, player, NULL, NULL, warning);
        error = buffer_put(&text, "");
        if (!error)
            error = copy_without(lines, player, *count, &text);
        explain_copy(error, path, message);
    }
    if (!error && *count > 0)
        error = text_file_replace(path, &text, message);
    text_file_unlock(lock);
    buffer_release(&old);
    buffer_release(&text);
    return error;
}
