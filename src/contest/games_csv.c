#include "contest/games_csv.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 5, FIRST_ROOM = 1024 };

/* The fields of a line, without quotes. */
struct fields {
    char text[GAMES_CSV_LINE];
    struct slice field[FIELDS];
};

void games_csv_init(struct games_csv *csv)
{
    memset(csv, 0, sizeof *csv);
}

void games_csv_release(struct games_csv *csv)
{
    for (int i = 0; i < csv->bots; i++) {
        free(csv->bot[i].name);
        free(csv->bot[i].shots);
        free(csv->bot[i].turns);
    }
    games_csv_init(csv);
}

__attribute__((format(printf, 4, 5))) static enum error wrong(const struct games_csv *csv,
                                                              enum error error,
                                                              struct message *message,
                                                              const char *format, ...)
{
    char why[sizeof message->text];
    va_list list;

    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    return error_set(error, message, "line %" PRIu64 ": %.400s", csv->lines, why);
}

/* --- fields ------------------------------------------------------------------------------------*/

/* Reads a field in quotes, in which two quotes stand for one. Appends it to `to`, which is large
 * enough. False if the closing quote is missing. */
static bool take_quoted(struct slice *rest, char **to)
{
    size_t i = 1;

    for (; i < rest->length; i++) {
        if (rest->text[i] == '"' && (i + 1 == rest->length || rest->text[i + 1] != '"'))
            break;
        i += rest->text[i] == '"';
        *(*to)++ = rest->text[i];
    }
    if (i >= rest->length)
        return false;
    *rest = (struct slice){rest->text + i + 1, rest->length - i - 1};
    return rest->length == 0 || rest->text[0] == ',';
}

static void take_bare(struct slice *rest, char **to)
{
    size_t length = 0;

    while (length < rest->length && rest->text[length] != ',')
        *(*to)++ = rest->text[length++];
    *rest = (struct slice){rest->text + length, rest->length - length};
}

static enum error split(const struct games_csv *csv, struct slice line, struct fields *fields,
                        struct message *message)
{
    char *to = fields->text;
    int count = 0;

    if (line.length >= sizeof fields->text)
        return wrong(csv, ERR_SYNTAX, message, "the line is too long");
    if (memchr(line.text, '\0', line.length))
        return wrong(csv, ERR_SYNTAX, message, "the line has a null byte");
    for (bool more = true; more; count++) {
        const char *from = to;

        if (line.length > 0 && line.text[0] == '"') {
            if (!take_quoted(&line, &to))
                return wrong(csv, ERR_SYNTAX, message, "a quote is missing");
        } else {
            take_bare(&line, &to);
        }
        if (count < FIELDS)
            fields->field[count] = (struct slice){from, (size_t)(to - from)};
        more = line.length > 0;
        if (more)
            line = (struct slice){line.text + 1, line.length - 1};
    }
    if (count != FIELDS)
        return wrong(csv, ERR_SYNTAX, message, "%d field%s instead of %d: " GAMES_CSV_HEADER, count,
                     text_s((uint64_t)count), FIELDS);
    return OK;
}

/* --- games -------------------------------------------------------------------------------------*/

static enum error parse_number(const struct games_csv *csv, struct slice text, const char *what,
                               uint64_t least, uint64_t most, uint64_t *number,
                               struct message *message)
{
    if (slice_number(text, most, number) && *number >= least)
        return OK;
    return wrong(csv, ERR_SYNTAX, message, "%s '%s' is not a number from %" PRIu64 " to %" PRIu64,
                 what, slice_quote(text).text, least, most);
}

static enum error parse_result(const struct games_csv *csv, struct slice text,
                               enum sim_result *result, struct message *message)
{
    *result = SIM_BROKEN;
    if (slice_is(text, "sunk"))
        *result = SIM_SUNK;
    else if (slice_is(text, "unsunk"))
        *result = SIM_UNSUNK;
    if (*result != SIM_BROKEN || slice_is(text, "given-up"))
        return OK;
    for (int kind = BROKEN_NONE + 1; kind < BROKEN_KINDS; kind++)
        if (slice_is(text, bot_broken_word((enum broken)kind)))
            return OK;
    return wrong(csv, ERR_SYNTAX, message, "unknown result '%s'", slice_quote(text).text);
}

static enum error add_bot(struct games_csv *csv, struct slice name, struct games_csv_bot **bot,
                          struct message *message)
{
    if (name.length == 0)
        return wrong(csv, ERR_SYNTAX, message, "the name of the bot is missing");
    if (csv->bots == MAX_SIM_BOTS)
        return wrong(csv, ERR_RANGE, message, "more than %d bots", MAX_SIM_BOTS);
    *bot = &csv->bot[csv->bots];
    **bot = (struct games_csv_bot){.name = malloc(name.length + 1)};
    if (!(*bot)->name)
        return wrong(csv, ERR_MEMORY, message, "out of memory");
    memcpy((*bot)->name, name.text, name.length);
    (*bot)->name[name.length] = '\0';
    csv->bots++;
    return OK;
}

/* The first bot with this name that has not played this board. */
static enum error find_bot(struct games_csv *csv, struct slice name, uint64_t board,
                           struct games_csv_bot **bot, struct message *message)
{
    for (int i = 0; i < csv->bots; i++) {
        *bot = &csv->bot[i];
        if (slice_is(name, (*bot)->name) && (*bot)->board != board)
            return OK;
    }
    return add_bot(csv, name, bot, message);
}

static bool grow(struct games_csv_bot *bot)
{
    size_t room = bot->room ? 2 * bot->room : FIRST_ROOM;
    uint32_t *shots = realloc(bot->shots, room * sizeof *shots);
    uint32_t *turns;

    if (!shots)
        return false;
    bot->shots = shots;
    turns = realloc(bot->turns, room * sizeof *turns);
    if (!turns)
        return false;
    bot->turns = turns;
    bot->room = room;
    return true;
}

/* Finds out whether turns decide. If every turn is one shot, shots and turns are equal; if a hit
 * gives another shot, they differ by the cells of the fleet. Either way the difference is the same
 * in all games. If it is not, turns decide. Games without turns say nothing. */
static void compare_counts(struct games_csv *csv, uint64_t shots, uint64_t turns)
{
    int64_t step = (int64_t)shots - (int64_t)turns;

    if (turns == 0)
        return;
    if (csv->has_step && step != csv->step)
        csv->turns_decide = true;
    csv->has_step = true;
    csv->step = step;
}

static enum error add_game(struct games_csv *csv, const struct fields *fields,
                           struct message *message)
{
    uint64_t board, shots, turns;
    struct games_csv_bot *bot = NULL;
    enum sim_result result;
    enum error error = parse_number(csv, fields->field[0], "board", 1, UINT32_MAX, &board, message);

    if (!error)
        error = parse_number(csv, fields->field[2], "shots", 0, UINT32_MAX, &shots, message);
    if (!error)
        error = parse_number(csv, fields->field[3], "turns", 0, UINT32_MAX, &turns, message);
    if (!error)
        error = parse_result(csv, fields->field[4], &result, message);
    if (!error && board < csv->board)
        error = wrong(csv, ERR_SYNTAX, message, "board %" PRIu64 " comes after board %" PRIu64,
                      board, csv->board);
    if (!error)
        error = find_bot(csv, fields->field[1], board, &bot, message);
    if (error)
        return error;
    assert(bot);
    csv->board = bot->board = board;
    if (result == SIM_BROKEN)
        return OK;
    if (bot->games == bot->room && !grow(bot))
        return wrong(csv, ERR_MEMORY, message, "out of memory");
    bot->shots[bot->games] = (uint32_t)shots;
    bot->turns[bot->games++] = (uint32_t)turns;
    if (result == SIM_SUNK)
        compare_counts(csv, shots, turns);
    return OK;
}

enum error games_csv_add(struct games_csv *csv, struct slice line, struct message *message)
{
    static const char mark[] = "\xef\xbb\xbf"; /* some spreadsheets write it first */
    struct fields fields;
    enum error error;

    csv->lines++;
    fields.text[0] = '\0';
    if (line.length > 0 && line.text[line.length - 1] == '\r')
        line.length--;
    if (csv->lines > 1) {
        error = split(csv, line, &fields, message);
        return error ? error : add_game(csv, &fields, message);
    }
    if (line.length >= 3 && memcmp(line.text, mark, 3) == 0)
        line = (struct slice){line.text + 3, line.length - 3};
    if (!slice_is(line, GAMES_CSV_HEADER))
        return wrong(csv, ERR_SYNTAX, message,
                     "this is not a CSV file of 'broadside sim': its first line is not '%s'",
                     GAMES_CSV_HEADER);
    return OK;
}
