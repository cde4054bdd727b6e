/* Guests in real processes, in the jail if this machine has one. The guests are this program:
 * `test_guest host-bot BOT` hosts a built-in bot, `test_guest say ...` is a misbehaving bot.
 *
 * slow: starts dozens of processes (3 s) */
#define _GNU_SOURCE
#include "arena/match.h"
#include "guest/guest.h"
#include "guest/host_bot.h"
#include "guest/plugin_load.h"
#include "support/play.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char self[4096];

/* Generous limits, for sanitizers and busy machines. */
static struct guest_config config(void)
{
    struct guest_config config = {.limits = limits_default, .program = self, .unsafe = true};

    config.limits.start_ms = config.limits.move_ms = 60000;
    config.limits.memory_mb = 32u << 20; /* for the shadow memory of a sanitizer */
    return config;
}

static struct bot *open_guest(struct guest_config *home, const char *words)
{
    char spec[8192];
    struct message message = {""};
    struct bot *bot;

    snprintf(spec, sizeof spec, "cmd:'%s' %s", self, words);
    if (guest_open(home, spec, &bot, &message) != OK)
        fail_msg("%s: %s", spec, message.text);
    return bot;
}

static enum error refuse_guest(struct guest_config *home, const char *words,
                               struct message *message)
{
    char spec[8192];
    struct bot *bot;
    enum error error;

    snprintf(spec, sizeof spec, "cmd:'%s' %s", self, words);
    error = guest_open(home, spec, &bot, message);
    assert_null(bot);
    return error;
}

/* Plays a match against `random` by hand, in the same way as match_play. */
struct short_match {
    uint64_t signature[4];
    enum broken broken[4];
    int winner[4];
};

static struct short_match play_rounds(struct bot *bot, const struct rules *rules, int side,
                                      uint64_t rounds)
{
    static struct game game;
    struct match_terms terms[2] = {{.rules = rules, .rounds = rounds, .seed = 71},
                                   {.rules = rules, .rounds = rounds, .seed = 72}};
    struct short_match match = {.signature = {0}};
    struct bot *bots[2];
    struct rng chance;

    bots[side] = bot;
    assert_int_equal(bot_new("random", &bots[1 - side], NULL), OK);
    for (int i = 0; i < 2; i++)
        bot_match_start(bots[i], &terms[i]);
    for (uint64_t number = 1; number <= rounds; number++) {
        struct round round = {0};

        rng_seed(&chance, rng_mix_seed(73, number));
        for (int i = 0; i < 2; i++)
            rng_seed(&bots[i]->rng, rng_mix_seed(terms[i].seed, number));
        round_play(&game, rules, bots, (int)(number % 2), number, &chance, &round);
        match.signature[number - 1] = round.signature;
        match.broken[number - 1] = round.broken[side];
        match.winner[number - 1] = round.winner;
    }
    bot_match_end(bots[side], 1, 2, 3);
    bot_free(bots[1 - side]);
    return match;
}

static bool is_slow(const char *name)
{
    return strcmp(name, "exact") == 0 || strcmp(name, "endgame") == 0 ||
           strcmp(name, "admiral") == 0 || strcmp(name, "hard") == 0 || strcmp(name, "fit") == 0 ||
           strcmp(name, "gunner") == 0;
}

static void compare(struct bot *inside, struct bot *guest, const struct rules *rules)
{
    uint64_t rounds = is_slow(inside->kind->name) ? 1 : 2;
    int side = rules->ships % 2;
    struct short_match a, b;

    if (bot_accepts(inside->kind, rules, NULL) != OK ||
        (is_slow(inside->kind->name) && rules_cells(rules) > 100))
        return;
    a = play_rounds(inside, rules, side, rounds);
    b = play_rounds(guest, rules, side, rounds);
    for (uint64_t i = 0; i < rounds; i++) {
        if (b.broken[i])
            fail_msg("%s under %s: %s: %s", inside->kind->name, rules->name,
                     bot_broken_word(b.broken[i]), bot_trouble(guest));
        if (a.signature[i] != b.signature[i])
            fail_msg("%s under %s plays another round %d outside", inside->kind->name, rules->name,
                     (int)i + 1);
    }
}

static void a_hosted_bot_plays_like_a_built_in_one(void **state)
{
    static const char *const more[][2] = {
        {"classic", "hit-again=yes;announce=each-hit"},
        {"equal-turns", "salvo=yes;hints=3;hint-after=2"},
        {"advanced", "reinforce=1;hints=2;equal-turns=yes"},
        {"advanced", "reinforce=1;reinforce-kind=new;fleet=4,3,2,2;announce=none;smoke=shield"},
        {"advanced-strict", "reinforce=2;specials=radar 5, torpedo;touch=no;hit-again=yes"},
        {"tournament", "announce=unnamed"},
    };
    struct guest_config home = config();
    const struct bot_kind *kind;

    (void)state;
    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        char words[128];
        struct bot *inside, *guest;

        snprintf(words, sizeof words, "host-bot %s", kind->name);
        guest = open_guest(&home, words);
        assert_int_equal(bot_new(kind->name, &inside, NULL), OK);
        assert_string_equal(guest->kind->name, kind->name);
        assert_int_equal(guest->kind->plays, kind->plays);
        for (int preset = 0; rules_preset(preset); preset++)
            if (!IS_BRIEF || !is_slow(kind->name) || preset % 4 == i % 4)
                compare(inside, guest, rules_preset(preset));
        for (size_t set = 0; set < sizeof more / sizeof more[0]; set++) {
            struct rules rules = rules_from(more[set][0], more[set][1]);

            if (!IS_BRIEF || !is_slow(kind->name) || set % 4 == (size_t)i % 4)
                compare(inside, guest, &rules);
        }
        assert_int_equal(guest_report(guest)->starts, 1);
        assert_true(guest_report(guest)->answers > 0);
        assert_null(guest_report(inside));
        bot_free(guest);
        bot_free(inside);
    }
}

/* How a misbehaving guest breaks its first round. Its second one must be fine again. */
static void breaks_with(const char *words, enum broken broken, const char *trouble)
{
    struct rules rules = rules_from("classic", "");
    struct guest_config home = config();
    struct bot *bot = open_guest(&home, words);
    struct short_match match = play_rounds(bot, &rules, SIDE_A, 1);

    if (match.broken[0] != broken || !strstr(bot_trouble(bot), trouble))
        fail_msg("%s: %s: %s", words, bot_broken_word(match.broken[0]), bot_trouble(bot));
    assert_int_equal(match.winner[0], SIDE_B);
    bot_free(bot);
}

static void illegal_answers_are_classified_with_a_reason(void **state)
{
    static const struct {
        const char *script;
        enum broken broken;
        const char *trouble;
    } cases[] = {
        {"say 'A1 h'", BROKEN_PLACEMENT, "'A1 h' to place: the Battleship is missing"},
        {"say 'A1 h, A1 h, A3 h, A5 h, A7 h'", BROKEN_PLACEMENT, "to place: "},
        {"say nonsense", BROKEN_PLACEMENT,
         "it wrote 'nonsense', which is not an answer to place, after '"},
        {"say random gibberish", BROKEN_MOVE,
         "it wrote 'gibberish', which is not an answer to act, after '"},
        {"say random 'fire Z99'", BROKEN_MOVE, "'fire Z99'"},
        {"say random 'radar A1'", BROKEN_MOVE, "there is no radar in these rules"},
        {"say random 'fire A1' 'fire A1'", BROKEN_MOVE, "A1 has already been shot at"},
        {"say random ''", BROKEN_MOVE, "an empty line is not a move"},
        {"say random 'pass'", BROKEN_MOVE, "'pass'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        breaks_with(cases[i].script, cases[i].broken, cases[i].trouble);
}

static void tournament_rules_waste_bad_shots_but_reject_garbage(void **state)
{
    struct rules rules = rules_from("tournament", "");
    struct guest_config home = config();
    struct bot *bot =
        open_guest(&home, "say '- , A1 h, A1 h, 0/5 h, A9 h' 'fire Z99' 'fire -' bye");
    struct short_match match = play_rounds(bot, &rules, SIDE_A, 1);

    (void)state;
    assert_int_equal(match.broken[0], BROKEN_MOVE);
    assert_non_null(strstr(bot_trouble(bot), "'bye'"));
    assert_int_equal(guest_report(bot)->answers, 4);
    bot_free(bot);
}

static void a_guest_that_exits_is_restarted_for_the_next_round(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct guest_config home = config();
    struct bot *bot = open_guest(&home, "say random '!exit'");
    struct short_match match = play_rounds(bot, &rules, SIDE_A, 3);
    uint64_t dropped;
    struct slice log = guest_log(bot, &dropped);

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(match.broken[i], BROKEN_EXIT);
    assert_int_equal(guest_report(bot)->starts, 3);
    /* The log contains all its processes; each has written its first lines. */
    assert_non_null(memmem(log.text, log.length, "match 3 seed 71\n", 16));
    assert_non_null(memmem(log.text, log.length, "match 3 seed 71 from 2\n", 23));
    assert_non_null(memmem(log.text, log.length, "match 3 seed 71 from 3\n", 23));
    bot_free(bot);
    bot = open_guest(&home, "say random '!crash'");
    match = play_rounds(bot, &rules, SIDE_A, 1);
    assert_int_equal(match.broken[0], BROKEN_CRASH);
    bot_free(bot);
}

static void a_guest_that_answers_twice_breaks_the_round(void **state)
{
    (void)state;
    breaks_with("say random '!twice'", BROKEN_PROTOCOL, "'fire B1'");
}

/* Found after the end of the round, so it breaks the next one. */
static void unasked_output_at_the_end_of_a_round_breaks_the_next(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct guest_config home = config();
    struct bot *bot = open_guest(&home, "say random '!resign'");
    struct short_match match = play_rounds(bot, &rules, SIDE_A, 3);

    (void)state;
    assert_int_equal(match.broken[0], BROKEN_NONE);
    assert_int_equal(match.winner[0], SIDE_B);
    assert_int_equal(match.broken[1], BROKEN_PROTOCOL);
    assert_int_equal(match.broken[2], BROKEN_NONE);
    assert_non_null(strstr(bot_trouble(bot), "at the end of a round: "));
    assert_non_null(strstr(bot_trouble(bot), "'bye'"));
    assert_int_equal(guest_report(bot)->starts, 2);
    bot_free(bot);
}

static void a_failed_restart_breaks_the_round_with_its_reason(void **state)
{
    struct rules rules = rules_from("classic", "");
    char folder[] = "/tmp/guest-XXXXXX", spec[256], path[128];
    struct guest_config home = config();
    struct message message = {""};
    struct short_match match;
    struct bot *bot;
    FILE *script;

    (void)state;
    assert_non_null(mkdtemp(folder));
    chmod(folder, 0755);
    snprintf(path, sizeof path, "%s/bot.sh", folder);
    script = fopen(path, "w");
    assert_non_null(script);
    fputs("read x; echo ready; read y; exit 3\n", script);
    fclose(script);
    snprintf(spec, sizeof spec, "cmd:sh %s", path);
    if (guest_open(&home, spec, &bot, &message) != OK)
        fail_msg("%s", message.text);
    assert_string_equal(bot->kind->name, "bot.sh");
    assert_int_equal(bot->kind->plays, 0);
    unlink(path);
    match = play_rounds(bot, &rules, SIDE_A, 2);
    assert_int_equal(match.broken[0], BROKEN_CRASH);
    assert_int_equal(match.broken[1], BROKEN_CRASH);
    assert_int_equal(match.winner[1], SIDE_B);
    assert_true(bot_trouble(bot)[0] != '\0');
    bot_free(bot);
    rmdir(folder);
}

static void an_empty_time_bank_breaks_all_further_rounds(void **state)
{
    struct rules rules = rules_from("classic", "");
    struct guest_config home = config();
    struct short_match match;
    struct bot *bot;

    (void)state;
    home.limits.bank_ms = 200;
    bot = open_guest(&home, "say random '!sleep 20'");
    match = play_rounds(bot, &rules, SIDE_A, 2);
    assert_int_equal(match.broken[0], BROKEN_TIME_BANK);
    assert_int_equal(match.broken[1], BROKEN_TIME_BANK);
    assert_int_equal(guest_report(bot)->starts, 1); /* no useless restart */
    bot_free(bot);
}

static void a_guest_that_is_not_ready_in_time_is_rejected(void **state)
{
    struct guest_config home = config();
    struct message message = {""};

    (void)state;
    assert_int_equal(refuse_guest(&home, "exit 0", &message), ERR_IO);
    assert_non_null(strstr(message.text, "exit: before it was ready"));
    assert_int_equal(refuse_guest(&home, "exit 3", &message), ERR_IO);
    assert_non_null(strstr(message.text, "crash: before it was ready"));
    assert_int_equal(refuse_guest(&home, "chatter", &message), ERR_IO);
    assert_non_null(strstr(message.text, "64 lines"));
    home.limits.start_ms = 300;
    assert_int_equal(refuse_guest(&home, "silent", &message), ERR_IO);
    assert_non_null(strstr(message.text, "before it was ready"));
}

static void hello_gives_name_authors_and_id(void **state)
{
    struct rules rules = rules_from("salvo", "");
    struct guest_config home = config();
    struct message message = {""};
    struct bot *bot = open_guest(&home, "hello");

    (void)state;
    assert_string_equal(bot->kind->name, "N?me");
    assert_string_equal(bot->kind->authors, "Ann Example");
    assert_int_equal(bot->kind->plays, FEATURE_RACE | FEATURE_WRECKS);
    assert_true(bot->kind->learns);
    assert_string_equal(guest_report(bot)->id, "ann/7");
    assert_int_equal(guest_report(bot)->strange, 2);
    assert_true(guest_report(bot)->start_us > 0);
    assert_int_equal(bot_accepts(bot->kind, &rules, &message), ERR_RULES);
    assert_non_null(strstr(message.text, "salvo"));
    bot_free(bot);
}

/* Counts and checks the lines a listener gets. */
struct heard {
    int to, from;
    char text[65536];
};

static void record_line(void *context, bool from_guest, struct slice line)
{
    struct heard *heard = context;
    size_t length = strlen(heard->text);

    heard->to += !from_guest;
    heard->from += from_guest;
    snprintf(heard->text + length, sizeof heard->text - length, "%c %.*s\n", from_guest ? '<' : '>',
             (int)line.length, line.text);
}

static void a_listener_gets_every_line(void **state)
{
    struct rules rules = rules_from("tournament", "");
    struct guest_config home = config();
    struct heard *heard = calloc(1, sizeof *heard);
    struct dialogue dialogue = {record_line, heard};
    struct bot *bot = open_guest(&home, "host-bot hunt");

    (void)state;
    assert_non_null(heard);
    guest_listen(bot, &dialogue);
    play_rounds(bot, &rules, SIDE_B, 1);
    assert_int_equal(heard->from, (int)guest_report(bot)->answers);
    assert_non_null(strstr(heard->text, "> rule name = tournament\n> rule board = 10x10\n"));
    assert_non_null(
        strstr(heard->text, "> match 1 seed 72\n> round 1 side b\n> place\n< Carrier "));
    assert_non_null(strstr(heard->text, "> start you\n> afloat Carrier, Battleship, Cruiser, "
                                        "Submarine, Destroyer\n> act\n< fire "));
    assert_non_null(strstr(heard->text, "=miss again\n> act\n"));
    assert_non_null(strstr(heard->text, "> enemy fire "));
    assert_non_null(strstr(heard->text, "> end "));
    assert_non_null(strstr(heard->text, " points\n> over 1 2 3\n"));
    guest_listen(bot, NULL);
    heard->to = 0;
    bot_free(bot);
    assert_int_equal(heard->to, 0);
    free(heard);
}

/* Shoots until the end and returns a signature of the shots. */
static uint64_t shoot(struct bot *bot, struct game *game)
{
    uint64_t sign = 0;
    struct outcome outcome;
    struct move move;

    while (!game_status(game)->over) {
        enum broken broken = bot_act(bot, &game->view[SIDE_A], &move);

        if (broken)
            fail_msg("%s: %s", bot_broken_word(broken), bot_trouble(bot));
        for (int i = 0; i < move.count; i++)
            sign = rng_mix_seed(sign, move.cell[i]);
        assert_int_equal(game_apply_legal(game, &move, &outcome, NULL), OK);
        bot_outcome(bot, &game->view[SIDE_A], &move, &outcome);
    }
    bot_round_end(bot, &game->view[SIDE_A], 1);
    return sign;
}

/* As in a simulation: no placement, and no enemy moves. */
static uint64_t play_alone(struct bot *bot, const struct rules *rules)
{
    static struct game game;
    struct layout layout = layout_from(rules, "A1 h, A3 h, A5 h, A7 h, A9 h");
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = 5};

    bot_match_start(bot, &terms);
    rng_seed(&bot->rng, rng_mix_seed(5, 1));
    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[SIDE_A], 1);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    return shoot(bot, &game);
}

static void a_guest_can_shoot_alone(void **state)
{
    struct rules rules = rules_from("salvo", "");
    struct guest_config home = config();
    struct heard *heard = calloc(1, sizeof *heard);
    struct dialogue dialogue = {record_line, heard};
    struct bot *guest = open_guest(&home, "host-bot hunt"), *inside;

    (void)state;
    assert_non_null(heard);
    assert_int_equal(bot_new("hunt", &inside, NULL), OK);
    guest_listen(guest, &dialogue);
    assert_int_equal(play_alone(guest, &rules), play_alone(inside, &rules));
    assert_non_null(strstr(heard->text, "> round 1 side a\n> start you\n> afloat "));
    assert_non_null(strstr(heard->text, "> act 5\n"));
    assert_null(strstr(heard->text, "> fleet"));
    guest_listen(guest, NULL);
    bot_free(guest);
    bot_free(inside);
    free(heard);
}

static void the_host_can_place_its_fleet(void **state)
{
    static struct game game;
    struct rules rules = rules_from("classic", "");
    struct layout layout = layout_from(&rules, "A1 h, A3 h, A5 h, A7 h, A9 h");
    struct match_terms terms = {.rules = &rules, .rounds = 1, .seed = 5};
    struct guest_config home = config();
    struct heard *heard = calloc(1, sizeof *heard);
    struct dialogue dialogue = {record_line, heard};
    struct bot *guest = open_guest(&home, "host-bot hunt");
    struct outcome outcome;
    struct move move;

    (void)state;
    assert_non_null(heard);
    guest_listen(guest, &dialogue);
    bot_match_start(guest, &terms);
    game_init(&game, &rules, SIDE_B);
    bot_round_start(guest, &game.view[SIDE_A], 1);
    for (int side = 0; side < 2; side++)
        assert_int_equal(game_place(&game, side, &layout, NULL), OK);
    move_fire(&move, 0);
    assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    bot_enemy_move(guest, &game.view[SIDE_A], &move, &outcome);
    assert_int_equal(bot_act(guest, &game.view[SIDE_A], &move), BROKEN_NONE);
    assert_non_null(strstr(heard->text, "> round 1 side a\n> fleet Carrier A1 h, Battleship A3 h, "
                                        "Cruiser A5 h, Submarine A7 h, Destroyer A9 h\n"
                                        "> start enemy\n> enemy fire A1 -> A1=hit\n> afloat "));
    guest_listen(guest, NULL);
    bot_free(guest);
    free(heard);
}

/* A plugin plays the same match in a separate process as in this one. */
static void a_plugin_is_hosted_or_loaded_if_trusted(void **state)
{
    char folder[] = "/tmp/plugin-XXXXXX", command[512], file[64];
    struct rules rules = rules_from("salvo", "");
    struct guest_config home = config();
    struct message message = {""};
    struct short_match hosted, loaded;
    struct bot *bot;

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(file, sizeof file, "%s/diagonal.so", folder);
    snprintf(command, sizeof command,
             "${CC:-cc} -shared -fPIC -I include -o %s examples/plugin/diagonal.c", file);
    assert_int_equal(system(command), 0);
    if (guest_open(&home, file, &bot, &message) != OK)
        fail_msg("%s", message.text);
    assert_string_equal(bot->kind->name, "diagonal");
    assert_non_null(guest_report(bot));
    hosted = play_rounds(bot, &rules, SIDE_A, 2);
    bot_free(bot);
    home.trust = true;
    if (guest_open(&home, file, &bot, &message) != OK)
        fail_msg("%s", message.text);
    assert_null(guest_report(bot));
    loaded = play_rounds(bot, &rules, SIDE_A, 2);
    bot_free(bot);
    assert_int_equal(hosted.broken[0], BROKEN_NONE);
    assert_memory_equal(hosted.signature, loaded.signature, sizeof hosted.signature);
    unlink(file);
    rmdir(folder);
}

static void other_names_are_built_in_bots(void **state)
{
    struct guest_config home = config();
    struct message message = {""};
    struct bot *bot;
    uint64_t dropped;

    (void)state;
    assert_int_equal(guest_open(&home, "hunt", &bot, &message), OK);
    assert_null(guest_report(bot));
    assert_int_equal(guest_log(bot, &dropped).length, 0);
    guest_listen(bot, NULL);
    bot_free(bot);
    assert_int_equal(guest_open(&home, "nobody", &bot, &message), ERR_UNKNOWN);
    assert_null(strstr(message.text, "did you mean"));
    assert_int_equal(guest_open(&home, "tests", &bot, &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "did you mean ./tests?"));
    assert_null(bot);
}

/* --- the guests --------------------------------------------------------------------------- */

static void answer(const char *text)
{
    if (strcmp(text, "!exit") == 0)
        _exit(0);
    if (strcmp(text, "!crash") == 0)
        abort();
    if (strncmp(text, "!sleep ", 7) == 0)
        sleep((unsigned)atoi(text + 7));
    puts(strcmp(text, "!twice") == 0    ? "fire A1\nfire B1"
         : strcmp(text, "!resign") == 0 ? "resign\nbye"
                                        : text);
    fflush(stdout);
}

/* `say ANSWER...`: gives these answers in order and then repeats the last one. Lines about the
 * match go to standard error. */
static int say(int count, char **answers)
{
    char line[PROTOCOL_LINE];
    int given = 0;

    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "broadside", 9) == 0)
            answer("plays all\nready");
        else if (strncmp(line, "place", 5) == 0 || strncmp(line, "act", 3) == 0)
            answer(answers[given + 1 < count ? given++ : count - 1]);
        else if (strncmp(line, "match", 5) == 0)
            fputs(line, stderr);
    }
    return 0;
}

static int host_bot_as(const char *name, const char *plugin)
{
    struct message message = {""};
    struct bot *bot;
    enum error error = strcmp(name, "--plugin") == 0 ? plugin_load(plugin, &bot, &message)
                                                     : bot_new(name, &bot, &message);

    if (!error) {
        error = host_bot_run(bot, stdin, stdout, &message);
        bot_free(bot);
    }
    if (error)
        fprintf(stderr, "%s\n", message.text);
    return error ? 1 : 0;
}

static int play_guest(int argc, char **argv)
{
    char line[256];

    if (strcmp(argv[1], "host-bot") == 0)
        return host_bot_as(argv[2], argv[3]);
    if (strcmp(argv[1], "exit") == 0)
        return atoi(argv[2]);
    if (strcmp(argv[1], "say") == 0)
        return say(argc - 2, argv + 2);
    if (strcmp(argv[1], "chatter") == 0)
        for (int i = 0; i < 100; i++)
            puts("hello world");
    else if (strcmp(argv[1], "hello") == 0)
        puts("name N\033me\nauthors Ann Example\nbanner\nid ann/7\nplays race wrecks chess\nready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin))
        ;
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hosted_bot_plays_like_a_built_in_one),
        cmocka_unit_test(illegal_answers_are_classified_with_a_reason),
        cmocka_unit_test(tournament_rules_waste_bad_shots_but_reject_garbage),
        cmocka_unit_test(a_guest_that_exits_is_restarted_for_the_next_round),
        cmocka_unit_test(a_guest_that_answers_twice_breaks_the_round),
        cmocka_unit_test(unasked_output_at_the_end_of_a_round_breaks_the_next),
        cmocka_unit_test(a_failed_restart_breaks_the_round_with_its_reason),
        cmocka_unit_test(a_guest_that_is_not_ready_in_time_is_rejected),
        cmocka_unit_test(hello_gives_name_authors_and_id),
        cmocka_unit_test(a_listener_gets_every_line),
        cmocka_unit_test(a_guest_can_shoot_alone),
        cmocka_unit_test(the_host_can_place_its_fleet),
        cmocka_unit_test(a_plugin_is_hosted_or_loaded_if_trusted),
        cmocka_unit_test(other_names_are_built_in_bots),
        cmocka_unit_test(an_empty_time_bank_breaks_all_further_rounds),
    };
    ssize_t length;

    if (argc > 1)
        return play_guest(argc, argv);
    length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return 1;
    self[length] = '\0';
    return cmocka_run_group_tests(tests, NULL, NULL);
}
