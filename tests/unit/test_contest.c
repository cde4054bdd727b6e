/* Small parts of a contest: rounds in twelve bytes, names of formats, unique names of entrants. */
#include "base/rng.h"
#include "base/text.h"
#include "contest/league.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct entrant entrants[MAX_ENTRANTS];

static void set_name(int i, const char *name)
{
    memset(entrants[i].name, 0x55, sizeof entrants[i].name);
    memcpy(entrants[i].name, name, strlen(name) + 1);
}

static void a_round_survives_packing(void **state)
{
    const struct round_note note = {
        .winner = SIDE_B,
        .broken = {BROKEN_STALL, BROKEN_PROTOCOL},
        .first = SIDE_A,
        .shots = {0x1234, 65535},
        .points = {0, 0xabcd},
    };
    const uint8_t expected[ROUND_BYTES] = {
        1, BROKEN_STALL, BROKEN_PROTOCOL, 0, 0x34, 0x12, 0xff, 0xff, 0, 0, 0xcd, 0xab};
    uint8_t bytes[ROUND_BYTES];
    struct round_note read;

    (void)state;
    round_note_pack(&note, bytes);
    assert_memory_equal(bytes, expected, sizeof bytes);
    assert_int_equal(round_note_unpack(bytes, &read), OK);
    assert_int_equal(read.winner, SIDE_B);
    assert_int_equal(read.broken[0], BROKEN_STALL);
    assert_int_equal(read.broken[1], BROKEN_PROTOCOL);
    assert_int_equal(read.first, SIDE_A);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(read.shots[side], note.shots[side]);
        assert_int_equal(read.points[side], note.points[side]);
    }
}

static void invalid_rounds_are_refused(void **state)
{
    static const int most[4] = {NOBODY, BROKEN_KINDS - 1, BROKEN_KINDS - 1, NOBODY};

    (void)state;
    for (int at = 0; at < 4; at++)
        for (int value = 0; value < 256; value++) {
            uint8_t bytes[ROUND_BYTES] = {0};
            struct round_note read = {.winner = 77};
            enum error error;

            bytes[at] = (uint8_t)value;
            error = round_note_unpack(bytes, &read);
            assert_int_equal(error, value <= most[at] ? OK : ERR_RANGE);
            if (error != OK)
                assert_int_equal(read.winner, 77);
        }
}

static void points_follow_the_rounds_won(void **state)
{
    struct contest_match match = {.rounds = 10, .side = {{.won = 6}, {.won = 4}}};

    (void)state;
    assert_int_equal(contest_match_points(&match, 0), 1);
    assert_int_equal(contest_match_points(&match, 1), -1);
    match.side[1].won = 6;
    assert_int_equal(contest_match_points(&match, 0), 0);
    assert_int_equal(contest_match_points(&match, 1), 0);
    match.side[1].won = UINT64_MAX;
    assert_int_equal(contest_match_points(&match, 0), -1);
}

static void formats_have_words(void **state)
{
    enum contest_format format;
    struct message message;

    (void)state;
    for (int i = 0; i < FORMATS; i++) {
        assert_int_equal(
            contest_format_parse(contest_format_word((enum contest_format)i), &format, NULL), OK);
        assert_int_equal(format, i);
    }
    assert_int_equal(contest_format_parse("knock\nout", &format, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "knock?out"));
    assert_int_equal(contest_format_parse("", &format, &message), ERR_UNKNOWN);
    assert_int_equal(contest_format_parse("ALL", &format, &message), ERR_UNKNOWN);
}

/* Four entrants get `names`; entrant_distinguish must turn them into `expected`. The first
 * `earlier` of them are already in the league. */
static void check_distinguished(int earlier, const char *const names[4],
                                const char *const expected[4])
{
    for (int i = 0; i < 4; i++)
        set_name(i, names[i]);
    entrant_distinguish(entrants, 4, earlier);
    for (int i = 0; i < 4; i++)
        assert_string_equal(entrants[i].name, expected[i]);
}

static void equal_names_get_a_suffix(void **state)
{
    (void)state;
    check_distinguished(0, (const char *[]){"Ann", "Bob", "Ann", "Ann"},
                        (const char *[]){"Ann", "Bob", "Ann (2)", "Ann (3)"});
}

static void a_name_that_looks_like_a_suffix_keeps_it(void **state)
{
    (void)state;
    check_distinguished(0, (const char *[]){"Ann", "Ann", "Ann (2)", "Ann (2)"},
                        (const char *[]){"Ann", "Ann (3)", "Ann (2)", "Ann (2) (2)"});
}

static void earlier_entrants_keep_their_names(void **state)
{
    (void)state;
    check_distinguished(2, (const char *[]){"Ann", "Ann (2)", "Ann", "Cid"},
                        (const char *[]){"Ann", "Ann (2)", "Ann (3)", "Cid"});
}

static void names_that_look_equal_are_made_different(void **state)
{
    (void)state;
    set_name(0, "Ann Lee");
    set_name(1, " Ann  Lee ");
    set_name(2, "Ann\xc2\xa0Lee");                  /* a no-break space */
    set_name(3, "A\xe2\x80\x8bnn Lee\xef\xbb\xbf"); /* zero-width characters */
    set_name(4, "ann lee");
    entrant_distinguish(entrants, 5, 0);
    assert_string_equal(entrants[0].name, "Ann Lee");
    assert_string_equal(entrants[1].name, "Ann Lee (2)");
    assert_string_equal(entrants[2].name, "Ann Lee (3)");
    assert_string_equal(entrants[3].name, "Ann Lee (4)");
    assert_string_equal(entrants[4].name, "ann lee");
}

static void invisible_names_are_replaced(void **state)
{
    (void)state;
    set_name(0, "");
    set_name(1, "   ");
    set_name(2, "\xe2\x80\x8b");
    entrant_distinguish(entrants, 3, 0);
    assert_string_equal(entrants[0].name, "nameless");
    assert_string_equal(entrants[1].name, "nameless (2)");
    assert_string_equal(entrants[2].name, "nameless (3)");
}

/* Terminated, printable, and different from all others. */
static void check_names(int count)
{
    char printable[ENTRANT_NAME];

    for (int i = 0; i < count; i++) {
        assert_true(strnlen(entrants[i].name, ENTRANT_NAME) < ENTRANT_NAME);
        assert_true(entrants[i].name[0] != '\0');
        text_printable(printable, sizeof printable, entrants[i].name);
        assert_string_equal(printable, entrants[i].name);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(entrants[i].name, entrants[j].name);
    }
}

static void long_names_are_shortened_for_the_suffix(void **state)
{
    char text[ENTRANT_NAME];

    (void)state;
    memset(text, 'x', sizeof text);
    text[ENTRANT_NAME - 1] = '\0';
    for (int i = 0; i < MAX_ENTRANTS; i++)
        set_name(i, text);
    entrant_distinguish(entrants, MAX_ENTRANTS, 0);
    check_names(MAX_ENTRANTS);
    assert_int_equal(strlen(entrants[1023].name), ENTRANT_NAME - 1);
    assert_string_equal(entrants[1023].name + ENTRANT_NAME - 1 - 7, " (1024)");
}

static void no_character_is_cut_in_half(void **state)
{
    static const char *const characters[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x9a\xa2"};

    (void)state;
    for (int kind = 0; kind < 3; kind++)
        for (int shift = 0; shift < 4; shift++) {
            char text[ENTRANT_NAME];
            size_t used = (size_t)shift, size = strlen(characters[kind]);

            memset(text, 'a', used);
            for (; used + size < sizeof text; used += size)
                memcpy(text + used, characters[kind], size);
            text[used] = '\0';
            for (int i = 0; i < 120; i++)
                set_name(i, text);
            entrant_distinguish(entrants, 120, 0);
            check_names(120);
            for (int i = 0; i < 120; i++)
                assert_null(strchr(entrants[i].name, '?'));
        }
}

static void unterminated_names_are_terminated(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (size_t j = 0; j < ENTRANT_NAME; j++)
            entrants[i].name[j] = "\xe2\x82\xac"[j % 3];
    entrant_distinguish(entrants, 3, 0);
    check_names(3);
    assert_int_equal(strlen(entrants[0].name), 63);
    assert_null(strchr(entrants[0].name, '?'));
}

static void names_of_random_bytes_become_unique_and_printable(void **state)
{
    static const char alphabet[] = "A (2)\xc2\xa0\xe2\x80\x8b\xf0\x9f\xff\n\x1b";
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (int turn = 0; turn < 300; turn++) {
        int count = 1 + (int)rng_below(&rng, 40);

        for (int i = 0; i < count; i++) {
            uint32_t length = rng_below(&rng, 2) ? 64 : rng_below(&rng, 6);

            memset(entrants[i].name, 0, ENTRANT_NAME);
            for (uint32_t j = 0; j < length; j++)
                entrants[i].name[j] = alphabet[rng_below(&rng, sizeof alphabet)];
        }
        entrant_distinguish(entrants, count, 0);
        check_names(count);
        entrant_distinguish(entrants, count, count / 2);
        check_names(count);
    }
}

static void making_names_unique_twice_changes_nothing(void **state)
{
    char before[5][ENTRANT_NAME];

    (void)state;
    for (int i = 0; i < 5; i++)
        set_name(i, i % 2 ? "Ann" : "Ann (2)");
    entrant_distinguish(entrants, 5, 0);
    for (int i = 0; i < 5; i++)
        memcpy(before[i], entrants[i].name, ENTRANT_NAME);
    entrant_distinguish(entrants, 5, 0);
    for (int i = 0; i < 5; i++)
        assert_string_equal(entrants[i].name, before[i]);
}

static void contests_hold_entrants_and_matches(void **state)
{
    struct contest contest = {.id = 0};
    struct message message = {""};
    struct entrant *entrant;

    (void)state;
    for (int i = 0; i < MAX_ENTRANTS; i++) {
        assert_int_equal(contest_add_entrant(&contest, &entrant, &message), OK);
        assert_int_equal(entrant->spec[0], 0);
        entrant->is_out = i % 4 == 0;
    }
    assert_int_equal(contest_add_entrant(&contest, &entrant, &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "at most 1024"));
    assert_int_equal(contest_players(&contest), MAX_ENTRANTS * 3 / 4);
    for (int i = 0; i < 300; i++) {
        struct heat_counts heat = {{0}, {0}};
        struct contest_match match = {.pairing = {.a = i % 3, .b = 3 + i % 5},
                                      .side = {{.won = 1, .heat = &heat}}};

        assert_int_equal(contest_add_match(&contest, &match, &message), OK);
        assert_null(contest.matches[i].side[0].heat); /* it belongs to the arena */
    }
    contest_drop_matches(&contest, 1);
    assert_int_equal(contest.matches_count, 200);
    contest_drop_matches(&contest, 7);
    assert_int_equal(contest.matches_count, 160);
    for (int i = 0; i < contest.matches_count; i++)
        assert_true(contest.matches[i].pairing.a != 1 && contest.matches[i].pairing.b != 7);
    contest_release(&contest);
    assert_int_equal(contest.matches_count + contest.entrants_count, 0);
}

/* Sets the ID of an entrant as the preflight does. */
static const char *id_of(const char *spec, const char *name, const char *declared)
{
    static struct entrant entrant;

    memset(&entrant, 0, sizeof entrant);
    snprintf(entrant.spec, sizeof entrant.spec, "%s", spec);
    snprintf(entrant.name, sizeof entrant.name, "%s", name);
    entrant_set_id(&entrant, declared);
    return entrant.id;
}

static void a_jar_has_the_id_of_its_file(void **state)
{
    (void)state;
    assert_string_equal(id_of("/jars/G3.jar", "Ann", "Y7"), "G3");
    assert_string_equal(id_of("/jars/mybot.jar", "Ann", "Y7"), "Y7");
    assert_string_equal(id_of("/jars/mybot.jar", "Ann", ""), "mybot");
    assert_string_equal(id_of("/bots/ann", "Ann", "R2"), "R2");
    assert_string_equal(id_of("/bots/ann", "Ann", ""), "Ann");
    assert_string_equal(id_of("cmd:java -jar G3.jar", "Ann", ""), "Ann");
}

static void ids_of_groups_have_a_letter_and_a_number(void **state)
{
    static const char *const good[] = {"E1", "G42", "Y100", "R9", "X2", "T3"};
    static const char *const bad[] = {"", "G", "G0", "G101", "g1", "A1", "G1a", "G01", "1", "GG1"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(entrant_is_group(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(entrant_is_group(bad[i]));
    assert_string_equal(entrant_letter_league("G42"), "Green");
    assert_string_equal(entrant_letter_league("Y1"), "Yellow");
    assert_string_equal(entrant_letter_league("R1"), "Red");
    assert_string_equal(entrant_letter_league("E1"), "");
    assert_string_equal(entrant_letter_league("Gunner"), "");
}

/* A contest of all against all with these IDs; the names are Ann0, Ann1 and so on. */
static struct contest make_groups(const char *const *ids, int count)
{
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < count; i++) {
        snprintf(entrants[i].name, ENTRANT_NAME, "Ann%d", i);
        snprintf(entrants[i].id, ENTRANT_NAME, "%s", ids[i]);
    }
    return (struct contest){.entrants = entrants, .entrants_count = count};
}

/* The leagues are these, and no more. */
static void expect_leagues(const struct contest *contest, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        assert_non_null(contest_league(contest, i));
        assert_string_equal(contest_league(contest, i), names[i]);
    }
    assert_null(contest_league(contest, count));
}

static void groups_form_leagues_by_letter(void **state)
{
    static const char *const ids[] = {"R1", "hunt", "G7", "Y3", "G1", "X1"};
    static const char *const none[] = {"none"};
    struct contest contest = make_groups(ids, 6);

    (void)state;
    assert_int_equal(league_set(&contest.terms, NULL, 0, NULL), OK);
    league_assign(&contest, 0, NULL, 0);
    expect_leagues(&contest, (const char *const[]){"Green", "Yellow", "Red"}, 3);
    assert_string_equal(entrants[1].league, "");
    assert_string_equal(entrants[5].league, "");
    assert_true(contest_is_total(&contest));
    entrants[3].is_gone = true;
    expect_leagues(&contest, (const char *const[]){"Green", "Red"}, 2);
    entrants[0].is_out = true;
    expect_leagues(&contest, NULL, 0); /* a single one is none */
    assert_true(contest_is_total(&contest));

    contest = make_groups(ids, 6);
    assert_int_equal(league_set(&contest.terms, none, 1, NULL), OK);
    league_assign(&contest, 0, none, 1);
    expect_leagues(&contest, NULL, 0);
    contest = make_groups(ids, 6);
    contest.terms.format = FORMAT_SWISS;
    assert_int_equal(league_set(&contest.terms, NULL, 0, NULL), OK);
    league_assign(&contest, 0, NULL, 0);
    expect_leagues(&contest, NULL, 0);
}

static void leagues_are_in_the_order_given(void **state)
{
    static const char *const ids[] = {"G1", "Y1", "R1", "hunt"};
    static const char *const given[] = {"zeta=Y*", "empty=X*", "alpha=G*", "zeta=Ann2"};
    struct contest contest = make_groups(ids, 4);

    (void)state;
    snprintf(entrants[1].name, ENTRANT_NAME, "Grace"); /* not of G*, because she is Y1 */
    assert_int_equal(league_set(&contest.terms, given, 4, NULL), OK);
    league_assign(&contest, 0, NULL, 0);
    expect_leagues(&contest, (const char *const[]){"zeta", "alpha", "others"}, 3);
    assert_string_equal(entrants[0].league, "alpha");
    assert_string_equal(entrants[1].league, "zeta");
    assert_string_equal(entrants[2].league, "zeta"); /* by its name */
    assert_string_equal(entrants[3].league, "others");
    assert_false(contest_is_total(&contest));
    contest.terms.total = true;
    assert_true(contest_is_total(&contest));
}

static void broken_patterns_are_refused(void **state)
{
    static const char *const right[] = {"a=*",   "a=[GY]*", "a=[]x]", "a=[!]]",
                                        "a=\\[", "a=b=c",   "a=]"};
    static const char *const wrong[][2] = {
        {"a", "--league 'a': expected NAME=PATTERN; for example: Green='G*'"},
        {"=b", "--league '=b': expected NAME=PATTERN; for example: Green='G*'"},
        {"a=", "--league 'a=': the pattern is empty; for example: Green='G*'"},
        {"a=[", "--league 'a=[': a '[' in the pattern is not closed; for example: Green='G*'"},
        {"a=[GY]x[]", "--league 'a=[GY]x[]': a '[' in the pattern is not closed; for example: "
                      "Green='G*'"},
        {"a=x\\", "--league 'a=x\\': nothing follows the '\\' at the end of the pattern; for "
                  "example: Green='G*'"}};
    struct message message;

    (void)state;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_int_equal(league_check(&right[i], 1, &message), OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(league_check(&wrong[i][0], 1, &message), ERR_SYNTAX);
        assert_string_equal(message.text, wrong[i][1]);
    }
}

static void too_many_leagues_are_refused(void **state)
{
    static char pattern[200] = "name=";
    const char *many[8];
    struct contest_terms some = {.format = FORMAT_ALL};
    struct message message;

    (void)state;
    memset(pattern + 5, 'x', sizeof pattern - 6);
    for (int i = 0; i < 8; i++)
        many[i] = pattern;
    assert_int_equal(league_set(&some, many, 8, &message), ERR_RANGE);
}

static void bots_with_the_same_files_or_id_are_found(void **state)
{
    static const char *const ids[] = {"G1", "G1", "G2", "Ann3"};
    struct contest contest = make_groups(ids, 4);
    struct message warning;

    (void)state;
    for (int i = 0; i < 4; i++)
        snprintf(entrants[i].hash, sizeof entrants[i].hash, "%d", i);
    entrants[2].is_guest = true;
    assert_false(contest_find_twin(&contest, 0, &warning));
    assert_true(contest_find_twin(&contest, 1, &warning));
    assert_string_equal(warning.text, "Ann0 and Ann1 have the same ID, G1");
    assert_false(contest_find_twin(&contest, 2, &warning));
    entrants[2].hash[0] = '0';
    assert_true(contest_find_twin(&contest, 2, &warning));
    assert_string_equal(warning.text,
                        "G1 Ann0 and G2 Ann2 are the same bot: their files are equal");
    entrants[0].is_gone = true;
    assert_false(contest_find_twin(&contest, 1, &warning));
    assert_false(contest_find_twin(&contest, 2, &warning));
}

static void a_new_version_gets_a_name_of_its_own(void **state)
{
    (void)state;
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < 3; i++) {
        snprintf(entrants[i].name, ENTRANT_NAME, "%s", i == 1 ? "Bob" : "Ann");
        snprintf(entrants[i].id, ENTRANT_NAME, "%s", i == 1 ? "Bob" : "Ann");
    }
    entrant_distinguish(entrants, 3, 0);
    assert_string_equal(entrants[2].name, "Ann (2)");
    assert_string_equal(entrants[2].id, "Ann (2)");
    snprintf(entrants[0].name, ENTRANT_NAME, "Bob");
    snprintf(entrants[0].id, ENTRANT_NAME, "G1");
    entrant_distinguish_one(entrants, 3, 0);
    assert_string_equal(entrants[0].name, "Bob (2)");
    assert_string_equal(entrants[0].id, "G1");
    assert_string_equal(entrants[1].name, "Bob");
    entrant_distinguish_one(entrants, 3, 0);
    assert_string_equal(entrants[0].name, "Bob (2)");
}

static void guests_cannot_pass_for_built_in_bots(void **state)
{
    const struct contest contest = {.entrants = entrants, .entrants_count = 4};
    struct message warning;

    (void)state;
    memset(entrants, 0, sizeof entrants);
    set_name(0, "hu\xe2\x80\x8bnt");
    set_name(1, "hunt");
    set_name(2, "hunt");
    set_name(3, "Ann (guest)");
    entrants[0].is_guest = entrants[2].is_guest = entrants[3].is_guest = true;
    snprintf(entrants[0].id, ENTRANT_NAME, "G1");
    entrant_distinguish(entrants, 4, 0);
    assert_string_equal(entrants[0].name, "hunt (guest)");
    assert_string_equal(entrants[0].id, "G1");
    assert_string_equal(entrants[1].name, "hunt");
    assert_string_equal(entrants[2].name, "hunt (guest) (2)");
    assert_string_equal(entrants[3].name, "Ann (guest)");
    assert_true(contest_find_twin(&contest, 2, &warning));
    assert_string_equal(warning.text,
                        "a guest calls itself 'hunt', like a built-in bot; it is shown "
                        "as 'hunt (guest) (2)'");
    assert_false(contest_find_twin(&contest, 1, &warning));
    assert_false(contest_find_twin(&contest, 3, &warning));
}

static void the_name_of_a_removed_bot_is_free(void **state)
{
    (void)state;
    memset(entrants, 0, sizeof entrants);
    for (int i = 0; i < 3; i++)
        set_name(i, "Ann");
    entrants[0].is_gone = true;
    entrant_distinguish(entrants, 3, 1);
    assert_string_equal(entrants[1].name, "Ann");
    assert_string_equal(entrants[2].name, "Ann (2)");
}

static void secrets_are_listed_once_a_contest_is_complete(void **state)
{
    const struct seed first = {.has_secret = true, .secret = {1}};
    const struct seed second = {.has_secret = true, .secret = {2}};
    struct contest_match matches[] = {{.pairing = {.number = 7}, .seed = second},
                                      {.pairing = {.number = 2}, .seed = first},
                                      {.pairing = {.number = 1}}, /* before a guest joined */
                                      {.pairing = {.number = 3}, .seed = first}};
    struct contest contest = {
        .terms = {.seed = {.number = 42}}, .matches = matches, .matches_count = 4};
    struct contest_secret secrets[MAX_SECRETS];

    (void)state;
    assert_int_equal(contest_secrets(&contest, secrets), 0);
    contest.is_complete = true;
    assert_int_equal(contest_secrets(&contest, secrets), 2);
    assert_true(seed_same_secret(&secrets[0].seed, &first) && secrets[0].matches == 2);
    assert_true(seed_same_secret(&secrets[1].seed, &second) && secrets[1].matches == 1);
    assert_true(secrets[0].seed.number == 42 && secrets[1].seed.number == 42);
}

static void patterns_decide_leagues(void **state)
{
    static const char *const leagues[] = {"weak=[rn]*", "strong=h*", "late=hunt"};
    static const char *const wrong[] = {"weak=*", "=x"};
    struct contest contest = {.entrants = entrants, .entrants_count = 4};
    struct message message;

    (void)state;
    memset(entrants, 0, sizeof entrants);
    set_name(0, "random");
    set_name(1, "hunt");
    set_name(2, "parity");
    set_name(3, "null");
    league_assign(&contest, 0, leagues, 0);
    assert_null(contest_league(&contest, 0));
    league_assign(&contest, 1, leagues, 3); /* the first keeps none */
    assert_string_equal(entrants[0].league, "");
    assert_string_equal(entrants[1].league, "strong"); /* the first pattern that matches */
    assert_string_equal(entrants[2].league, "others");
    assert_string_equal(entrants[3].league, "weak");
    assert_string_equal(contest_league(&contest, 2), "weak");
    assert_null(contest_league(&contest, 3));
    set_name(3, "zero");
    entrants[3].league[0] = '\0';
    league_assign(&contest, 3, leagues, 0); /* there are leagues, so it needs one */
    assert_string_equal(entrants[3].league, "others");
    assert_int_equal(league_check(leagues, 3, &message), OK);
    assert_int_equal(league_check(wrong, 2, &message), ERR_SYNTAX);
    assert_string_equal(message.text,
                        "--league '=x': expected NAME=PATTERN; for example: Green='G*'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contests_hold_entrants_and_matches),
        cmocka_unit_test(a_jar_has_the_id_of_its_file),
        cmocka_unit_test(ids_of_groups_have_a_letter_and_a_number),
        cmocka_unit_test(groups_form_leagues_by_letter),
        cmocka_unit_test(leagues_are_in_the_order_given),
        cmocka_unit_test(broken_patterns_are_refused),
        cmocka_unit_test(too_many_leagues_are_refused),
        cmocka_unit_test(bots_with_the_same_files_or_id_are_found),
        cmocka_unit_test(a_new_version_gets_a_name_of_its_own),
        cmocka_unit_test(guests_cannot_pass_for_built_in_bots),
        cmocka_unit_test(the_name_of_a_removed_bot_is_free),
        cmocka_unit_test(secrets_are_listed_once_a_contest_is_complete),
        cmocka_unit_test(patterns_decide_leagues),
        cmocka_unit_test(a_round_survives_packing),
        cmocka_unit_test(invalid_rounds_are_refused),
        cmocka_unit_test(points_follow_the_rounds_won),
        cmocka_unit_test(formats_have_words),
        cmocka_unit_test(equal_names_get_a_suffix),
        cmocka_unit_test(a_name_that_looks_like_a_suffix_keeps_it),
        cmocka_unit_test(earlier_entrants_keep_their_names),
        cmocka_unit_test(names_that_look_equal_are_made_different),
        cmocka_unit_test(invisible_names_are_replaced),
        cmocka_unit_test(long_names_are_shortened_for_the_suffix),
        cmocka_unit_test(no_character_is_cut_in_half),
        cmocka_unit_test(unterminated_names_are_terminated),
        cmocka_unit_test(names_of_random_bytes_become_unique_and_printable),
        cmocka_unit_test(making_names_unique_twice_changes_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
