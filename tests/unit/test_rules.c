/* Rules: the presets, their text, and what is rejected. */
#include "rules/layout.h"
#include "rules/rules.h"

#include "base/rng.h"
#include "support/play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- the presets -------------------------------------------------------------------------------
 */

/* The table of the specification. Knobs that a column leaves open have the neutral value: no
 * specials, sweep, held, clip. */
static const struct {
    const char *knob;
    const char *value[9];
} table[] = {
    {"preset",
     {"classic", "equal-turns", "advanced", "advanced-strict", "tournament", "grid20", "grid30",
      "salvo", "russian"}},
    {"board", {"10x10", "10x10", "10x10", "10x10", "10x10", "20x20", "30x30", "10x10", "10x10"}},
    {"lengths",
     {"5 4 3 3 2", "5 4 3 3 2", "5 4 3 2", "5 4 3 2", "5 4 3 3 2", "5 4 3 3 3 3 2 2 2",
      "5 5 4 4 4 3 3 3 3 3 3 3 3 2 2 2 2 2", "5 4 3 3 2", "4 3 3 2 2 2 1 1 1 1"}},
    {"touch", {"yes", "yes", "yes", "yes", "yes", "yes", "yes", "yes", "no"}},
    {"announce", {"name", "name", "name", "name", "name", "name", "name", "name", "unnamed"}},
    {"hit-again", {"no", "no", "no", "no", "no", "no", "no", "no", "yes"}},
    {"repeat-shot",
     {"refuse", "refuse", "lose-turn", "lose-turn", "wasted", "refuse", "refuse", "refuse",
      "refuse"}},
    {"invalid-input",
     {"again", "again", "lose-turn", "lose-turn", "again", "again", "again", "again", "again"}},
    {"tracking", {"easy", "easy", "easy", "easy", "easy", "easy", "easy", "easy", "easy"}},
    {"first",
     {"random", "random", "random", "random", "alternate", "random", "random", "random", "random"}},
    {"own-map",
     {"shown", "shown", "hidden", "hidden", "shown", "shown", "shown", "shown", "shown"}},
    {"equal-turns", {"no", "yes", "no", "no", "no", "no", "no", "no", "no"}},
    {"salvo", {"no", "no", "no", "no", "no", "no", "no", "yes", "no"}},
    {"race", {"no", "no", "no", "no", "yes", "no", "no", "no", "no"}},
    {"wrecks", {"no", "no", "no", "no", "yes", "no", "no", "no", "no"}},
    {"specials",
     {"none", "none", "radar 3, smoke, artillery, torpedo", "radar 3, smoke, artillery, torpedo",
      "none", "none", "none", "none", "none"}},
    {"smoke", {"sweep", "sweep", "sweep", "cells", "sweep", "sweep", "sweep", "sweep", "sweep"}},
    {"unlock", {"held", "held", "held", "turn", "held", "held", "held", "held", "held"}},
    {"edge", {"clip", "clip", "clip", "clip", "clip", "clip", "clip", "clip", "clip"}},
    {"hints", {"0", "0", "0", "0", "0", "0", "0", "0", "0"}},
    {"reinforce", {"0", "0", "0", "0", "0", "0", "0", "0", "0"}},
};

static const char *print(const struct rules *rules)
{
    static char text[4096];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    rules_print(rules, &writer);
    assert_false(writer.full);
    return text;
}

/* The value of a knob in printed rules. */
static const char *value_of(const char *text, const char *knob)
{
    static char value[512];
    char start[64];
    const char *found;

    snprintf(start, sizeof start, "\n%s = ", knob);
    found = strstr(text, start);
    if (!found)
        return "(not printed)";
    snprintf(value, sizeof value, "%.*s", (int)strcspn(found + strlen(start), "\n"),
             found + strlen(start));
    return value;
}

static const char *lengths_of(const struct rules *rules)
{
    static char text[256];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    for (int i = 0; i < rules->ships; i++)
        writer_format(&writer, "%s%d", i ? " " : "", rules->fleet[i].length);
    return text;
}

static void presets_match_the_specification(void **state)
{
    (void)state;
    for (int column = 0; column < 9; column++) {
        const struct rules *rules = rules_find(table[0].value[column]);

        assert_non_null(rules);
        assert_string_equal(rules->name, table[0].value[column]);
        for (size_t row = 1; row < sizeof table / sizeof table[0]; row++) {
            const char *knob = table[row].knob;
            const char *is =
                strcmp(knob, "lengths") == 0 ? lengths_of(rules) : value_of(print(rules), knob);

            if (strcmp(is, table[row].value[column]) != 0)
                fail_msg("%s: %s = %s, should be %s", rules->name, knob, is,
                         table[row].value[column]);
        }
    }
    for (int i = 0; i < 9; i++)
        assert_non_null(rules_preset(i));
    assert_null(rules_preset(9));
    assert_null(rules_preset(-1));
    assert_null(rules_find("Classic"));
    assert_null(rules_find(""));
}

static void fleet_names_match_the_specification(void **state)
{
    static const struct {
        const char *preset, *fleet;
    } fleets[] = {
        {"classic", "Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2"},
        {"equal-turns", "Carrier 5, Battleship 4, Cruiser 3x2, Submarine 2"},
        {"advanced", "Carrier 5, Battleship 4, Destroyer 3, Submarine 2"},
        {"advanced-strict", "Carrier 5, Battleship 4, Destroyer 3, Submarine 2"},
        {"salvo", "Carrier 5, Battleship 4, Cruiser 3, Submarine 3, Destroyer 2"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof fleets / sizeof fleets[0]; i++)
        assert_string_equal(value_of(print(rules_find(fleets[i].preset)), "fleet"),
                            fleets[i].fleet);
}

static void presets_pass_their_own_check(void **state)
{
    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        struct message message = {""};
        struct rules again = *rules_preset(i);

        if (rules_check(rules_preset(i), &message) != OK)
            fail_msg("%s: %s", rules_preset(i)->name, message.text);
        rules_name_kinds(&again); /* the kinds in the table were written by hand */
        assert_true(rules_equal(&again, rules_preset(i)));
        assert_true(strlen(rules_preset_summary(i)) > 10);
    }
    assert_null(rules_preset_summary(9));
}

/* --- text --------------------------------------------------------------------------------------
 */

static void assert_round_trip(const struct rules *rules)
{
    struct message message = {""};
    struct rules again;

    if (rules_parse(slice_of(print(rules)), &again, &message) != OK)
        fail_msg("%s does not read what it has printed: %s", rules->name, message.text);
    assert_string_equal(again.name, rules->name);
    if (!rules_equal(&again, rules))
        fail_msg("%s comes back as another rule set:\n%s", rules->name, print(&again));
}

static void presets_survive_printing_and_parsing(void **state)
{
    (void)state;
    for (int i = 0; rules_preset(i); i++)
        assert_round_trip(rules_preset(i));
}

/* A random value for a knob, chosen from the values that help shows. */
static void random_value(struct rng *rng, const char *knob, const char *values, char *value,
                         size_t size)
{
    static const char *const fleets[] = {
        "3",           "1x32",           "5, 4, 3, 3, 2",   "Alpha 2, Beta-2 2, C3 1",
        "Raft 10, 10", "Submarine 2, 1", "4, 3x2, 2x3, 1x4"};
    static const char *const specials[] = {
        "none", "radar", "radar 99", "smoke", "radar 7, torpedo", "artillery, torpedo, smoke"};
    struct slice rest = slice_of(values), word;
    uint32_t words = 1;

    if (strcmp(knob, "board") == 0) {
        snprintf(value, size, "%ux%u", 3 + rng_below(rng, 30), 3 + rng_below(rng, 30));
    } else if (strcmp(knob, "fleet") == 0) {
        snprintf(value, size, "%s", fleets[rng_below(rng, sizeof fleets / sizeof fleets[0])]);
    } else if (strcmp(knob, "specials") == 0) {
        snprintf(value, size, "%s", specials[rng_below(rng, sizeof specials / sizeof specials[0])]);
    } else if (strstr(values, " to ")) {
        unsigned least = (unsigned)atoi(values), most = (unsigned)atoi(strstr(values, " to ") + 4);

        snprintf(value, size, "%u", least + rng_below(rng, most - least + 1));
    } else {
        for (const char *c = values; *c; c++)
            words += *c == '|';
        words = rng_below(rng, words) + 1;
        while (words-- > 0)
            slice_cut(&rest, '|', &word);
        snprintf(value, size, "%.*s", (int)word.length, word.text);
    }
}

static void random_knobs_survive_printing_and_parsing(void **state)
{
    const char *knob, *values, *about;
    struct rng rng;
    int played = 0;

    (void)state;
    rng_seed(&rng, 11);
    for (int game = 0; game < 250; game++) {
        struct rules rules = *rules_preset((int)rng_below(&rng, 9));

        for (int i = 0; (knob = rules_knob(i, &values, &about)) != NULL; i++) {
            char value[128], assignment[256];
            struct message message = {""};

            if (rng_below(&rng, 3) > 0)
                continue;
            random_value(&rng, knob, values, value, sizeof value);
            snprintf(assignment, sizeof assignment, "%s=%s", knob, value);
            if (rules_set(&rules, slice_of(assignment), &message) != OK)
                fail_msg("%s: %s", assignment, message.text);
            if (strcmp(knob, "fleet") != 0 && strcmp(knob, "specials") != 0)
                assert_string_equal(value_of(print(&rules), knob), value);
        }
        if (rules_check(&rules, NULL) != OK)
            continue;
        assert_round_trip(&rules);
        played++;
    }
    assert_true(played > 50);
}

static void every_knob_has_a_description(void **state)
{
    const char *knob, *values, *about;
    int count = 0;

    (void)state;
    for (; (knob = rules_knob(count, &values, &about)) != NULL; count++) {
        assert_true(strlen(values) > 0 && strlen(about) > 5);
        for (int other = 0; other < count; other++) {
            const char *v, *a;

            assert_string_not_equal(knob, rules_knob(other, &v, &a));
        }
    }
    assert_int_equal(count, 22);
    assert_null(rules_knob(-1, &values, &about));
}

static void fleets_can_be_abbreviated(void **state)
{
    struct rules a = rules_from("classic", "fleet=Carrier 5, Cruiser 3, Cruiser 3, Destroyer 2x3");
    struct rules b = rules_from("classic", "fleet=5,3x2,2,2,2");

    (void)state;
    assert_true(rules_equal(&a, &b));
    assert_string_equal(value_of(print(&a), "fleet"), "Carrier 5, Cruiser 3x2, Destroyer 2x3");
    assert_int_equal(b.fleet[2].kind, 1);
    assert_int_equal(b.fleet[5].kind, 3);
}

static enum error parse(const char *text, struct rules *rules, struct message *message)
{
    message->text[0] = '\0';
    return rules_parse(slice_of(text), rules, message);
}

static void text_may_have_comments_blanks_crlf_and_a_preset(void **state)
{
    struct rules rules, wanted = rules_from("advanced", "touch=no;hints=3");
    struct message message;

    (void)state;
    assert_int_equal(parse("# a comment\n\n  preset = advanced # P's\n\ttouch=no\r\n hints  =  3\n"
                           "name = My rules\n",
                           &rules, &message),
                     OK);
    assert_true(rules_equal(&rules, &wanted));
    assert_string_equal(rules.name, "My rules");
    assert_int_equal(
        parse("\xef\xbb\xbfpreset = advanced\r\ntouch = no\r\nhints = 3\r\n", &rules, &message),
        OK);
    assert_true(rules_equal(&rules, &wanted));
    assert_int_equal(parse("touch = no", &rules, &message), OK);
    wanted = rules_from("classic", "touch=no");
    assert_true(rules_equal(&rules, &wanted));
    assert_string_equal(rules.name, "custom");
}

static void a_failed_parse_leaves_the_rules_unchanged(void **state)
{
    struct rules rules = *rules_find("russian"), before = rules;
    struct message message;

    (void)state;
    assert_int_not_equal(parse("touch = no\nsalvo = perhaps\n", &rules, &message), OK);
    assert_memory_equal(&rules, &before, sizeof rules);
    assert_int_not_equal(rules_set(&rules, slice_of("fleet=11"), &message), OK);
    assert_memory_equal(&rules, &before, sizeof rules);
}

/* --- errors ------------------------------------------------------------------------------------
 */

static void bad_texts_are_rejected_with_line_and_reason(void **state)
{
    static const struct {
        const char *text, *words;
        enum error error;
    } rejected[] = {
        {"board = 40x40", "line 1: board = 40x40: the size must be from 3x3 to 32x32", ERR_RANGE},
        {"\n\nboard = 2x2", "line 3: board = 2x2: the size must be from 3x3 to 32x32", ERR_RANGE},
        {"board = 10x33", "the size must be from 3x3 to 32x32", ERR_RANGE},
        {"board = 10", "'10' is not a size like 10x10", ERR_SYNTAX},
        {"board = 10x10x10", "is not a size like 10x10", ERR_SYNTAX},
        {"board = 010x10", "is not a size like 10x10", ERR_SYNTAX},
        {"board = 10 x 10", "is not a size like 10x10", ERR_SYNTAX},
        {"board = ", "is not a size like 10x10", ERR_SYNTAX},
        {"board = -5x10", "is not a size like 10x10", ERR_SYNTAX},
        {"fleet = Raft 0", "line 1: fleet: 'Raft 0': ships are 1 to 10 cells long", ERR_RANGE},
        {"fleet = 11", "ships are 1 to 10 cells long", ERR_RANGE},
        {"fleet = 1x33\nboard = 30x30", "line 1: fleet: more than 32 ships", ERR_RANGE},
        {"fleet = 1x32, 1", "more than 32 ships", ERR_RANGE},
        {"fleet = ", "there must be at least one ship", ERR_SYNTAX},
        {"fleet = 3,,2", "a ship is missing between two commas", ERR_SYNTAX},
        {"fleet = 3,2,", "a ship is missing after the last comma", ERR_SYNTAX},
        {"fleet = Cruiser", "'Cruiser' has no length", ERR_SYNTAX},
        {"fleet = Cruiser -3", "has no length", ERR_SYNTAX},
        {"fleet = Cruiser 3 4", "is not a name and a length, such as Cruiser 3", ERR_SYNTAX},
        {"fleet = 3x0", "fleet: ", ERR_SYNTAX},
        {"fleet = 3rd 3", "starts with a letter", ERR_SYNTAX},
        {"fleet = A_b 3", "letters, digits and '-'", ERR_SYNTAX},
        {"fleet = Abcdefghijklmnop 3", "is longer than 15 characters", ERR_RANGE},
        {"fleet = Cruiser 3, Cruiser 2", "two ships are called Cruiser but have lengths 3 and 2",
         ERR_RULES},
        {"fleet = Cruiser 3, cruiser 2", "have lengths 3 and 2", ERR_RULES},
        {"fleet = Destroyer 3, 2", "two ships are called Destroyer", ERR_RULES},
        {"board = 4x4\nfleet = 5", "the Carrier (length 5) is longer than the board 4x4",
         ERR_RULES},
        {"board = 3x3\nfleet = 3x3, 1", "the ships cover 10 cells, but the board 3x3 has only 9",
         ERR_RULES},
        {"board = 5x5\nfleet = 1x10\ntouch = no", "do not fit on 5x5 without touching", ERR_RULES},
        {"board = 3x3\nfleet = 3, 2, 1\ntouch = no", "do not fit on 3x3 without touching",
         ERR_RULES},
        {"board = 7x7\nfleet = 1x16\ntouch = no", "too dense for the board 7x7", ERR_RULES},
        {"touch = maybe", "line 1: touch = 'maybe' is not valid; use one of no|yes", ERR_RANGE},
        {"touch = Yes", "touch = 'Yes' is not valid", ERR_RANGE},
        {"announce = ", "announce = '' is not valid; use one of each-hit|name|unnamed|none",
         ERR_RANGE},
        {"announce = name|unnamed", "is not valid", ERR_RANGE},
        {"tuoch = no", "line 1: there is no rule 'tuoch'", ERR_UNKNOWN},
        {"touch = no\nTouch = no", "line 2: there is no rule 'Touch'", ERR_UNKNOWN},
        {"touch", "line 1: 'touch' is not of the form RULE = VALUE", ERR_SYNTAX},
        {"= no", "there is no rule ''", ERR_UNKNOWN},
        {"hints = 100", "hints = '100' is not a whole number from 0 to 99", ERR_RANGE},
        {"hints = -1", "is not a whole number from 0 to 99", ERR_RANGE},
        {"hints = 03", "is not a whole number from 0 to 99", ERR_RANGE},
        {"hints = many", "is not a whole number from 0 to 99", ERR_RANGE},
        {"hint-after = 0", "is not a whole number from 1 to 99", ERR_RANGE},
        {"reinforce = 33", "is not a whole number from 0 to 32", ERR_RANGE},
        {"specials = radar 0", "the number must be from 1 to 99", ERR_RANGE},
        {"specials = radar 100", "the number must be from 1 to 99", ERR_RANGE},
        {"specials = smoke 2", "only radar takes a number", ERR_SYNTAX},
        {"specials = laser", "'laser' is not valid", ERR_RANGE},
        {"specials = ", "write none for no special moves", ERR_SYNTAX},
        {"specials = radar 3,,smoke", "is not valid", ERR_RANGE},
        {"preset = chess", "line 1: there is no preset 'chess'", ERR_UNKNOWN},
        {"touch = no\npreset = classic", "line 2: 'preset' must come before all other rules",
         ERR_SYNTAX},
        {"name = ", "a name has 1 to 63 characters", ERR_RANGE},
        {"name = caf\xc3\xa9", "only printable ASCII", ERR_SYNTAX},
        {"", "the text contains no rules", ERR_SYNTAX},
        {"# only a comment\n", "the text contains no rules", ERR_SYNTAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rejected / sizeof rejected[0]; i++) {
        struct rules rules;
        struct message message;
        enum error error = parse(rejected[i].text, &rules, &message);

        if (error != rejected[i].error || !strstr(message.text, rejected[i].words))
            fail_msg("'%s': error %d, '%s'", rejected[i].text, error, message.text);
    }
}

static void contradictions_are_rejected(void **state)
{
    static const struct {
        const char *text, *words;
    } pairs[] = {
        {"salvo = yes\nhit-again = yes", "salvo = yes and hit-again = yes cannot be combined"},
        {"race = yes\nsalvo = yes", "race = yes and salvo = yes cannot be combined"},
        {"race = yes\nhit-again = yes", "race = yes and hit-again = yes cannot be combined"},
        {"race = yes\nequal-turns = yes", "race = yes and equal-turns = yes cannot be combined"},
        {"race = yes\nspecials = radar 3", "race = yes requires specials = none"},
        {"race = yes\nhints = 1", "race = yes requires hints = 0"},
        {"preset = tournament\nreinforce = 1", "race = yes requires reinforce = 0"},
        {"wrecks = yes\ntouch = no", "wrecks = yes requires touch = yes"},
        {"reinforce = 1", "reinforce requires specials"},
        {"preset = advanced\nreinforce = 5", "larger than the number of ships in the fleet"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct rules rules;
        struct message message;

        assert_int_equal(parse(pairs[i].text, &rules, &message), ERR_RULES);
        if (!strstr(message.text, pairs[i].words))
            fail_msg("'%s': %s", pairs[i].text, message.text);
    }
}

static void long_and_binary_texts_are_rejected(void **state)
{
    static char text[10001];
    struct rules rules;
    struct message message = {""};

    (void)state;
    memset(text, 'A', 10000);
    assert_int_equal(rules_parse((struct slice){text, 10000}, &rules, &message), ERR_SYNTAX);
    memcpy(text, "name = ", 7);
    assert_int_equal(rules_parse((struct slice){text, 10000}, &rules, &message), ERR_RANGE);
    memcpy(text, "fleet =", 7);
    assert_int_equal(rules_parse((struct slice){text, 10000}, &rules, &message), ERR_SYNTAX);
    memset(text, 0, sizeof text);
    assert_int_equal(rules_parse((struct slice){text, 10000}, &rules, &message), ERR_SYNTAX);
    assert_int_equal(rules_parse((struct slice){"touch = no\0", 11}, &rules, &message), ERR_RANGE);
}

/* The fleet of any rules that pass the check can be placed quickly. */
static void checked_rules_have_a_layout(void **state)
{
    struct rng rng;
    int passed = 0;

    (void)state;
    rng_seed(&rng, 5);
    for (int i = 0; i < 120; i++) {
        struct rules rules = *rules_find("classic");
        struct layout layout;
        char text[64];

        snprintf(text, sizeof text, "board=%ux%u", 3 + rng_below(&rng, 5), 3 + rng_below(&rng, 5));
        assert_int_equal(rules_set(&rules, slice_of(text), NULL), OK);
        snprintf(text, sizeof text, "fleet=%ux%u", 1 + rng_below(&rng, 4), 1 + rng_below(&rng, 4));
        assert_int_equal(rules_set(&rules, slice_of(text), NULL), OK);
        rules.touch = (uint8_t)rng_below(&rng, 2);
        if (rules_check(&rules, NULL) != OK)
            continue;
        passed++;
        assert_int_equal(layout_random(&rules, &rng, &layout), OK);
        assert_int_equal(layout_check(&layout, &rules, NULL), OK);
    }
    assert_true(passed > 30);
}

/* --- names -------------------------------------------------------------------------------------
 */

static void a_change_is_added_to_the_name(void **state)
{
    struct rules rules = *rules_find("classic");
    struct message message;

    (void)state;
    assert_int_equal(rules_set(&rules, slice_of("touch=no"), &message), OK);
    assert_string_equal(rules.name, "classic+touch=no");
    assert_int_equal(rules_set(&rules, slice_of(" hints = 3 "), &message), OK);
    assert_string_equal(rules.name, "classic+touch=no+hints=3");
    assert_int_equal(rules_set(&rules, slice_of("hints=3"), &message), OK);
    assert_string_equal(rules.name, "classic+touch=no+hints=3");
    assert_int_equal(
        rules_set(&rules, slice_of("fleet=Carrier 5, Battleship 4, Cruiser 3, 1"), &message), OK);
    assert_string_equal(rules.name, "custom");
    assert_round_trip(&rules);
    assert_int_equal(rules_set(&rules, slice_of("touch"), &message), ERR_SYNTAX);
    assert_int_equal(rules_set(&rules, slice_of("tuoch=no"), &message), ERR_UNKNOWN);
    assert_int_equal(rules_set(&rules, slice_of("name=x"), &message), ERR_UNKNOWN);
}

/* A value may contain any kind of blank; the resulting name must still be valid. */
static void names_made_by_changes_can_be_parsed(void **state)
{
    struct rules rules = rules_from("classic", "fleet=3,\t2");

    (void)state;
    assert_round_trip(&rules);
    rules = rules_from("classic", "fleet=A 3,\r B 2");
    assert_round_trip(&rules);
}

static void names_that_differ_in_case_are_one_kind(void **state)
{
    struct rules rules = rules_from("classic", "fleet=cruiser 3, Cruiser 3");

    (void)state;
    assert_int_equal(rules.fleet[1].kind, 0);
    assert_round_trip(&rules);
}

static void the_new_ship_is_the_fleets_submarine(void **state)
{
    struct rules with = *rules_find("advanced"), without = rules_from("advanced", "fleet=5,4");
    struct rules longer = *rules_find("classic");

    (void)state;
    assert_int_equal(rules_new_ship(&with).length, 2);
    assert_int_equal(rules_new_ship(&with).kind, 3);
    assert_int_equal(rules_new_ship(&longer).length, 3);
    assert_int_equal(rules_new_ship(&without).length, 2);
    assert_int_equal(rules_new_ship(&without).kind, 2);
    assert_string_equal(rules_new_ship(&without).name, "Submarine");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_match_the_specification),
        cmocka_unit_test(fleet_names_match_the_specification),
        cmocka_unit_test(presets_pass_their_own_check),
        cmocka_unit_test(presets_survive_printing_and_parsing),
        cmocka_unit_test(random_knobs_survive_printing_and_parsing),
        cmocka_unit_test(every_knob_has_a_description),
        cmocka_unit_test(fleets_can_be_abbreviated),
        cmocka_unit_test(text_may_have_comments_blanks_crlf_and_a_preset),
        cmocka_unit_test(a_failed_parse_leaves_the_rules_unchanged),
        cmocka_unit_test(bad_texts_are_rejected_with_line_and_reason),
        cmocka_unit_test(contradictions_are_rejected),
        cmocka_unit_test(long_and_binary_texts_are_rejected),
        cmocka_unit_test(checked_rules_have_a_layout),
        cmocka_unit_test(a_change_is_added_to_the_name),
        cmocka_unit_test(names_made_by_changes_can_be_parsed),
        cmocka_unit_test(names_that_differ_in_case_are_one_kind),
        cmocka_unit_test(the_new_ship_is_the_fleets_submarine),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
