/* The course of a game: new, resumed, saved, shown. */
#include "page/page_internal.h"

#include "bots/bot.h"

#include <stdio.h>
#include <string.h>

enum { BOT_SPEC_SIZE = 256 };

#define LAST_SECOND 253402300799u /* of the year 9999 */

/* What `new` asks for. */
struct terms {
    char bot[BOT_SPEC_SIZE], name[NAME_SIZE], second[NAME_SIZE];
    bool has_seed, has_coach;
    struct seed seed;
};

static enum error copy_value(struct slice value, char *text, size_t size, struct message *message)
{
    if (value.length >= size)
        return error_set(ERR_RANGE, message, "'%s' is too long", slice_quote(value).text);
    memcpy(text, value.text, value.length);
    text[value.length] = '\0';
    return OK;
}

static enum error read_yes_no(struct slice value, bool *yes, struct message *message)
{
    *yes = slice_is_nocase(value, "yes");
    return *yes || slice_is_nocase(value, "no")
               ? OK
               : error_set(ERR_SYNTAX, message, "the coach is yes or no, not '%s'",
                           slice_quote(value).text);
}

static enum error read_term(struct slice line, struct terms *terms, struct message *message)
{
    struct slice value = line, key;

    slice_cut(&value, '=', &key);
    key = slice_trim(key);
    value = slice_trim(value);
    if (slice_is(key, "bot"))
        return copy_value(value, terms->bot, sizeof terms->bot, message);
    if (slice_is(key, "name")) {
        slice_name(terms->name, sizeof terms->name, value);
        return OK;
    }
    if (slice_is(key, "second")) {
        slice_name(terms->second, sizeof terms->second, value);
        return OK;
    }
    if (slice_is(key, "seed")) {
        terms->has_seed = true;
        return seed_parse(value, &terms->seed, message);
    }
    if (slice_is(key, "coach"))
        return read_yes_no(value, &terms->has_coach, message);
    return error_set(ERR_UNKNOWN, message, "a game has no '%s'", slice_quote(key).text);
}

/* Reads the lines up to the first blank one. */
static enum error read_terms(struct slice *rest, struct terms *terms, struct message *message)
{
    struct slice line;
    enum error error = OK;

    while (!error && slice_cut(rest, '\n', &line) && slice_trim(line).length > 0)
        error = read_term(line, terms, message);
    return error;
}

int page_person_at_screen(const struct page *page)
{
    const struct session *session = page->flow.session;
    int side;

    if (flow_next(&page->flow, &side) != FLOW_OVER && !session_is_bot(session, side))
        return side;
    return session_is_bot(session, SIDE_A) ? SIDE_B : SIDE_A;
}

/* What people call the bot of a level; NULL for others, whose name is their own. */
static const char *title_of(const char *spec)
{
    int bot = bot_find(spec);

    return bot >= 0 && bot_facts(bot)->is_level ? bot_facts(bot)->title : NULL;
}

enum error page_new_game(struct page *page, const struct request *request, struct message *message)
{
    struct terms terms = {.bot = ""};
    struct slice text = request->body;
    struct rules rules;
    struct session_terms wanted = {.rules = &rules};
    char first[NAME_SIZE], second[NAME_SIZE];
    enum error error = read_terms(&text, &terms, message);

    if (!error)
        error = rules_parse(text, &rules, message);
    if (error)
        return error;
    text_printable(first, sizeof first, terms.name[0] ? terms.name : "Player 1");
    if (terms.second[0])
        text_printable(second, sizeof second, terms.second);
    else
        flow_default_name(first, "Player 2", second);
    wanted.name[SIDE_A] = first;
    wanted.name[SIDE_B] = terms.bot[0] ? title_of(terms.bot) : second;
    wanted.bot[SIDE_B] = terms.bot[0] ? terms.bot : NULL;
    wanted.has_seed = terms.has_seed;
    wanted.seed = terms.seed;
    error = flow_start(&page->flow, &wanted, message);
    if (error)
        return error;
    page->has_coach = terms.has_coach;
    page->placing_side = NOBODY;
    page_log_clear(&page->log);
    page_write_state(page, NULL, page_person_at_screen(page));
    return OK;
}

enum error page_resume(struct page *page, const struct request *request, struct message *message)
{
    bool has_coach = slice_is(request->arguments, "coach");
    enum error error = has_coach ? OK : page_read_end(request->arguments, message);

    if (!error)
        error = flow_import(&page->flow, request->body, message);
    if (error)
        return error;
    page->has_coach = has_coach;
    page->placing_side = NOBODY;
    page_log_read(&page->log, session_record(page->flow.session));
    page_write_state(page, NULL, page_person_at_screen(page));
    return OK;
}

enum error page_saved(struct page *page, const struct request *request, struct message *message)
{
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = page_need_game(page, message);
    if (!error)
        reply_slice(&page->reply, "saved", session_saved(page->flow.session));
    return error;
}

enum error page_record(struct page *page, const struct request *request, struct message *message)
{
    const struct session *session = page->flow.session;
    struct slice now = slice_trim(request->arguments);
    struct game_notes notes;
    uint64_t seconds = 0;
    enum error error = page_need_game(page, message);

    if (!error && now.length > 0 && !slice_number(now, LAST_SECOND, &seconds))
        error = error_set(ERR_SYNTAX, message, "'%s' is not a time in seconds since 1970",
                          slice_quote(now).text);
    if (!error && !session_is_over(session))
        error = error_set(ERR_UNAVAILABLE, message,
                          "the record shows both fleets, so it is available after the end");
    if (error)
        return error;
    recorded_game_describe(session, &notes);
    notes.ended = (int64_t)seconds;
    page_write_notes(&page->reply, &notes);
    reply_slice(&page->reply, "record", session_record(session));
    return OK;
}

enum error page_state(struct page *page, const struct request *request, struct message *message)
{
    struct slice rest = request->arguments;
    enum error error = page_need_game(page, message);
    int viewer = NOBODY;

    if (!error)
        error = page_read_side(&rest, true, &viewer, message);
    if (!error)
        error = page_read_end(rest, message);
    if (!error && !session_is_over(page->flow.session) &&
        (viewer == NOBODY || session_is_bot(page->flow.session, viewer)))
        error = error_set(ERR_UNAVAILABLE, message, "this fleet is secret until the end");
    if (!error)
        page_write_state(page, NULL, viewer);
    return error;
}
