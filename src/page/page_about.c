/* What the program offers, and rules as JSON. */
#include "base/entropy.h"
#include "bots/bot.h"
#include "page/page_internal.h"
#include "session/rules_help.h"

#include <stdlib.h>

enum { SEED_BYTES = 32, RULES_TEXT_SIZE = 8192 };

static void write_presets(struct reply *reply)
{
    const struct rules *rules;

    reply_array(reply, "presets");
    for (int i = 0; (rules = rules_preset(i)) != NULL; i++) {
        reply_object(reply, NULL);
        reply_text(reply, "name", rules->name);
        reply_format(reply, "text", "preset = %s\n", rules->name);
        reply_close(reply);
    }
    reply_close(reply);
}

static void write_bots(struct reply *reply)
{
    const struct bot_kind *kind;

    reply_array(reply, "bots");
    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        const struct bot_facts *facts = bot_facts(i);

        reply_object(reply, NULL);
        reply_text(reply, "name", kind->name);
        reply_text(reply, "title", facts->title ? facts->title : kind->name);
        reply_text(reply, "summary", kind->summary);
        reply_bool(reply, "level", facts->is_level);
        reply_decimal(reply, "shots", facts->shots, 1);
        reply_close(reply);
    }
    reply_close(reply);
}

static void write_paces(struct reply *reply)
{
    static const char *const names[] = {
        [PACE_NONE] = "none", [PACE_FAST] = "fast", [PACE_NORMAL] = "normal", [PACE_SLOW] = "slow"};

    reply_array(reply, "paces");
    for (int pace = PACE_NONE; pace <= PACE_SLOW; pace++) {
        reply_object(reply, NULL);
        reply_text(reply, "name", names[pace]);
        reply_integer(reply, "milliseconds", pace_milliseconds((enum pace)pace));
        reply_close(reply);
    }
    reply_close(reply);
    reply_array(reply, "speeds");
    for (int speed = 0; speed < SPEEDS; speed++)
        reply_integer(reply, NULL, speed_milliseconds(speed));
    reply_close(reply);
}

static void write_knobs(struct reply *reply)
{
    const char *name, *values, *about;

    reply_array(reply, "knobs");
    for (int i = 0; (name = rules_knob(i, &values, &about)) != NULL; i++) {
        reply_object(reply, NULL);
        reply_text(reply, "name", name);
        reply_text(reply, "values", values ? values : "");
        reply_text(reply, "about", about ? about : "");
        reply_close(reply);
    }
    reply_close(reply);
}

enum error page_about(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;

    (void)request;
    (void)message;
    write_presets(reply);
    write_bots(reply);
    write_paces(reply);
    write_knobs(reply);
    page_write_legend(reply, "marks");
    return OK;
}

static int hex_digit(char c)
{
    c = text_lower(c);
    return text_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

enum error page_seed(struct page *page, const struct request *request, struct message *message)
{
    struct slice hex = request->arguments;
    uint8_t bytes[SEED_BYTES];

    (void)page;
    if (hex.length != 2 * sizeof bytes)
        return error_set(ERR_SYNTAX, message, "a seed has %d hexadecimal digits", 2 * SEED_BYTES);
    for (size_t i = 0; i < sizeof bytes; i++) {
        int high = hex_digit(hex.text[2 * i]), low = hex_digit(hex.text[2 * i + 1]);

        if (high < 0 || low < 0)
            return error_set(ERR_SYNTAX, message, "a seed has hexadecimal digits only");
        bytes[i] = (uint8_t)(16 * high + low);
    }
    entropy_stir(bytes, sizeof bytes);
    return OK;
}

static void write_ships(struct reply *reply, const struct rules *rules)
{
    reply_array(reply, "ships");
    for (int ship = 0; ship < rules->ships; ship++) {
        reply_object(reply, NULL);
        reply_text(reply, "name", rules->fleet[ship].name);
        reply_integer(reply, "length", rules->fleet[ship].length);
        reply_close(reply);
    }
    reply_close(reply);
}

/* The sentence of the preset; for other rules, the board, the fleet and the main differences. */
static void write_summary(struct reply *reply, const struct rules *rules)
{
    const struct rules *preset;
    char text[256];
    struct writer writer;

    for (int i = 0; (preset = rules_preset(i)) != NULL; i++)
        if (rules_equal(preset, rules)) {
            reply_text(reply, "summary", rules_preset_summary(i));
            return;
        }
    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%dx%d board, %d ship%s of length", rules->width, rules->height,
                  rules->ships, text_s(rules->ships));
    for (int ship = 0; ship < rules->ships; ship++)
        writer_format(&writer, "%s %d", ship ? "," : "", rules->fleet[ship].length);
    writer_format(&writer, "%s%s%s", rules->touch ? "" : ", which may not touch",
                  rules->salvo ? ", salvos" : "", rules->specials ? ", special moves" : "");
    reply_text(reply, "summary", text);
}

void page_write_rules_text(struct reply *reply, const char *key, const struct rules *rules)
{
    char text[RULES_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    rules_print(rules, &writer);
    reply_text(reply, key, text);
}

void page_write_rules(struct reply *reply, const char *key, const struct rules *rules)
{
    reply_object(reply, key);
    reply_text(reply, "name", rules->name);
    page_write_rules_text(reply, "text", rules);
    reply_integer(reply, "width", rules->width);
    reply_integer(reply, "height", rules->height);
    reply_array(reply, "columns");
    for (int column = 0; column < rules->width; column++)
        reply_text(reply, NULL, cell_column_name(column).text);
    reply_close(reply);
    write_ships(reply, rules);
    reply_bool(reply, "names_hits", rules->announce == ANNOUNCE_EACH_HIT);
    reply_bool(reply, "names_sunk", rules->announce <= ANNOUNCE_NAME);
    reply_bool(reply, "tells_sunk", rules->announce != ANNOUNCE_NONE);
    reply_close(reply);
}

enum error page_rules(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    const struct bot_kind *kind;
    struct rules rules;
    enum error error = rules_parse(request->body, &rules, message);

    if (error)
        return error;
    page_write_rules(reply, "rules", &rules);
    write_summary(reply, &rules);
    reply_array(reply, "bots");
    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        struct message why = {""};

        reply_object(reply, NULL);
        reply_text(reply, "name", kind->name);
        reply_bool(reply, "accepts", bot_accepts(kind, &rules, &why) == OK);
        reply_text(reply, "why", why.text);
        reply_close(reply);
    }
    reply_close(reply);
    return OK;
}

enum error page_rules_help(struct page *page, const struct request *request,
                           struct message *message)
{
    struct reply *reply = &page->reply;
    char text[RULES_HELP_SIZE];
    struct rules rules;
    const char *title;
    bool is_of_game = slice_trim(request->body).length == 0;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = is_of_game ? page_need_game(page, message)
                           : rules_parse(request->body, &rules, message);
    if (error)
        return error;
    if (is_of_game)
        rules = *game_rules(session_game(page->flow.session));
    reply_text(reply, "name", rules.name);
    reply_array(reply, "sections");
    for (int i = 0; (title = rules_help(&rules, i, text)) != NULL; i++) {
        reply_object(reply, NULL);
        reply_text(reply, "title", title);
        reply_slice(reply, "text", slice_trim(slice_of(text)));
        reply_close(reply);
    }
    reply_close(reply);
    return OK;
}
