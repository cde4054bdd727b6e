/* The questions before a game: name, rules and opponent. Enter takes the default in brackets, `?`
 * lists the choices, and after an invalid answer the question is repeated with the reason. */
#include "base/columns.h"
#include "bots/bot.h"
#include "tui/plain_internal.h"

#include <string.h>

enum { QUESTION_SIZE = 384, CHOICE_SIZE = 64, ABOUT_COLUMNS = 60 };

/* False if the player leaves. */
static bool ask_line(struct plain *plain, const char *question, char line[LINE_SIZE])
{
    if (!plain_ask(plain, question, line))
        return false;
    if (plain_line_is(line, "quit"))
        plain->quit = true;
    return !plain->quit;
}

static bool ask_resume(struct plain *plain, struct plain_setup *setup)
{
    char line[LINE_SIZE];

    plain_sayf(plain, "There is an unfinished game: %s.\n", setup->unfinished);
    for (;;) {
        if (!ask_line(plain, "Continue it? Yes, no or delete [yes]: ", line))
            return false;
        setup->resume =
            plain_line_is(line, "") || plain_line_is(line, "yes") || plain_line_is(line, "y");
        setup->discard = plain_line_is(line, "delete");
        if (setup->discard)
            plain_say(plain, "It is deleted.\n");
        if (setup->resume || setup->discard || plain_line_is(line, "no") ||
            plain_line_is(line, "n"))
            return true;
        plain_say(plain, "Type yes or press Enter to continue it, no to start a new game and keep "
                         "this one,\ndelete to delete it, quit to leave.\n");
    }
}

/* Copies an answer to a field; one without a visible character leaves the default. */
static bool copy_answer(struct plain *plain, const char *line, const char *what, char *field,
                        size_t size)
{
    struct slice word = slice_trim(slice_of(line));
    char copy[LINE_SIZE], visible[LINE_SIZE];

    slice_name(visible, sizeof visible, word);
    if (!visible[0])
        return true;
    if (word.length >= size) {
        plain_sayf(plain, "That is too long: a %s has at most %d characters.\n", what,
                   (int)size - 1);
        return false;
    }
    memcpy(copy, word.text, word.length);
    copy[word.length] = '\0';
    text_printable(field, size, copy);
    return true;
}

static bool ask_name(struct plain *plain, struct plain_setup *setup, int side)
{
    const char *who = !setup->two_people ? "Your name"
                      : side == SIDE_A   ? "The first player's name"
                                         : "The second player's name";
    char line[LINE_SIZE], question[QUESTION_SIZE], before[NAME_SIZE];

    memcpy(before, setup->name[side], sizeof before);
    if (side == SIDE_B)
        flow_default_name(setup->name[0], before, setup->name[1]);
    memcpy(before, setup->name[side], sizeof before);
    for (;;) {
        snprintf(question, sizeof question, "%s [%s]: ", who, before);
        if (!ask_line(plain, question, line))
            return false;
        if (plain_line_is(line, "?")) {
            plain_say(plain, "Any name will do. Press Enter for the one in brackets.\n");
            continue;
        }
        if (!copy_answer(plain, line, "name", setup->name[side], NAME_SIZE))
            continue;
        if (side == SIDE_A || !slice_is_nocase(slice_of(setup->name[1]), setup->name[0]))
            return true;
        plain_sayf(plain, "The first player is already called %s.\n", setup->name[0]);
        memcpy(setup->name[side], before, sizeof before);
    }
}

bool plain_ask_names(const struct plain_options *options, struct plain_setup *setup, int from)
{
    struct plain plain;
    bool going = true;

    plain_init(&plain, NULL, options);
    for (int side = from; going && side < (setup->two_people ? 2 : 1); side++)
        going = ask_name(&plain, setup, side);
    if (!going)
        plain_show(&plain, "\nGoodbye.\n");
    plain_release(&plain);
    return going;
}

static void list_rules(struct plain *plain)
{
    for (int i = 0; rules_preset(i); i++)
        plain_sayf(plain, "  %-16s %s\n", rules_preset(i)->name, rules_preset_summary(i));
    plain_say(plain,
              "You can also name a rules file; 'broadside rules NAME' prints one to start from.\n"
              "Changes may follow, such as classic board=8x8 hints=3. They are remembered:\n");
    for (int i = 0; i < MY_RULES; i++) {
        const struct my_rule_kind *kind = my_rules_kind((enum my_rule)i);
        struct slice rest = slice_of(kind->about), text;

        plain_sayf(plain, "  %-16s ", kind->name);
        for (int value = 1; kind->words[value]; value++)
            plain_sayf(plain, "%s%s", value > 1 ? ", " : "", kind->words[value]);
        plain_say(plain, "\n");
        while (columns_wrap(&rest, ABOUT_COLUMNS, &text))
            plain_sayf(plain, "%19s%.*s\n", "", (int)text.length, text.text);
    }
}

/* The rules of the setup, or NULL if they come from a file. */
static const struct rules *setup_rules(const struct plain_setup *setup, struct rules *memory)
{
    const struct rules *preset = rules_find(setup->rules);

    if (!preset)
        return NULL;
    *memory = *preset;
    return my_rules_apply(&setup->mine, memory, NULL) == OK ? memory : NULL;
}

/* Lists the levels, or the other bots, that play the chosen rules. */
static void list_bots(struct plain *plain, const struct plain_setup *setup, bool levels)
{
    struct rules memory;
    const struct rules *rules = setup_rules(setup, &memory);

    for (int i = 0; bot_registered(i); i++) {
        const struct bot_facts *facts = bot_facts(i);

        if (facts->is_level == levels &&
            (!rules || bot_accepts(bot_registered(i), rules, NULL) == OK))
            plain_sayf(plain, "  %-16s %4.1f shots  %s\n", facts->title, facts->shots,
                       bot_registered(i)->summary);
    }
}

static void list_opponents(struct plain *plain, const struct plain_setup *setup)
{
    list_bots(plain, setup, true);
    plain_sayf(plain, "  %-16s %s\n", "two", "two people at this keyboard");
    plain_sayf(plain, "  %-16s %s\n", "more", "lists the bots to study");
    plain_say(plain, "Shots: how many a bot needs for a fleet of the classic game, on average.\n");
}

/* Reads an answer like `salvo`, which plays the preset as it is, `classic board=8x8 hints=3`, or
 * `hints=3`, which changes the default. */
static bool read_rules(struct plain *plain, const char *line, struct plain_setup *setup)
{
    struct slice rest = slice_of(line), before = rest, word;
    struct message reason;
    char name[LINE_SIZE];

    if (slice_trim(rest).length == 0)
        return true;
    while (slice_word(&rest, &word) && !memchr(word.text, '=', word.length))
        before = rest;
    if (before.text > line)
        setup->mine = (struct my_rules){0};
    snprintf(name, sizeof name, "%.*s", (int)(before.text - line), line);
    for (rest = before; slice_word(&rest, &word);)
        if (my_rules_set(&setup->mine, word, &reason) != OK) {
            plain_sayf(plain, "%s.\n", reason.text);
            return false;
        }
    return copy_answer(plain, name, "rule set", setup->rules, CHOICE_SIZE);
}

static bool ask_rules(struct plain *plain, struct plain_setup *setup, setup_check *check)
{
    char line[LINE_SIZE], question[QUESTION_SIZE];
    struct writer writer;

    writer_init(&writer, question, sizeof question);
    writer_format(&writer, "Rules (? lists them) [%s", setup->rules);
    my_rules_print(&setup->mine, &writer);
    writer_put(&writer, "]: ");
    for (;;) {
        struct plain_setup changed = *setup;
        struct message reason;

        changed.two_people = true; /* check only the rules */
        if (!ask_line(plain, question, line))
            return false;
        if (plain_line_is(line, "?") || plain_line_is(line, "help")) {
            list_rules(plain);
        } else if (read_rules(plain, line, &changed)) {
            if (check(&changed, &reason) == OK) {
                memcpy(setup->rules, changed.rules, sizeof setup->rules);
                setup->mine = changed.mine;
                return true;
            }
            plain_sayf(plain, "%s.\n", reason.text);
        }
    }
}

static bool ask_opponent(struct plain *plain, struct plain_setup *setup, setup_check *check)
{
    char line[LINE_SIZE], question[QUESTION_SIZE];

    snprintf(question, sizeof question,
             "Opponent (? lists them, two is for two players) [%s]: ", setup->opponent);
    for (;;) {
        struct plain_setup changed = *setup;
        struct message reason;

        if (!ask_line(plain, question, line))
            return false;
        if (plain_line_is(line, "two")) {
            setup->two_people = true;
            return true;
        }
        if (plain_line_is(line, "?") || plain_line_is(line, "help")) {
            list_opponents(plain, setup);
        } else if (plain_line_is(line, "more")) {
            list_bots(plain, setup, false);
        } else if (copy_answer(plain, line, "bot", changed.opponent, CHOICE_SIZE)) {
            if (check(&changed, &reason) == OK) {
                memcpy(setup->opponent, changed.opponent, sizeof setup->opponent);
                return true;
            }
            plain_sayf(plain, "%s.\n", reason.text);
        }
    }
}

static bool ask_all(struct plain *plain, struct plain_setup *setup, setup_check *check)
{
    setup->two_people = false;
    if (setup->unfinished && !ask_resume(plain, setup))
        return false;
    if (setup->resume || setup->discard)
        return true;
    if (!ask_name(plain, setup, SIDE_A) || !ask_rules(plain, setup, check) ||
        !ask_opponent(plain, setup, check))
        return false;
    return !setup->two_people || ask_name(plain, setup, SIDE_B);
}

bool plain_ask_setup(const struct plain_options *options, struct plain_setup *setup,
                     setup_check *check)
{
    struct plain plain;
    bool going;

    plain_init(&plain, NULL, options);
    setup->resume = setup->discard = false;
    going = ask_all(&plain, setup, check);
    if (!going)
        plain_show(&plain, "\nGoodbye.\n");
    plain_release(&plain);
    return going;
}
