/* See check.h. A check has stages, one for each set of rules. A stage is a match in a new process,
 * in which the opponents take turns. The first is a whole match, as long as in a tournament; those
 * of other presets that the bot has declared are short. A stage ends early when the problem is
 * clear, and so does the whole check: a bot that does not answer costs a second each time. */
#include "check/check.h"

#include "check/check_jar.h"
#include "check/check_round.h"
#include "check/check_start.h"
#include "check/check_strength.h"
#include "guest/guest_spec.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_STAGES = 32,
    RIVALS = 3,
    STAGE_BROKEN = 3,         /* of one kind, after which a stage ends */
    MOST_WAITS = 3,           /* rounds that ran into a time limit, in the whole check */
    MOST_DEATHS = 9,          /* processes */
    SLOW_US = 20000000,       /* a bot that used more gets no more stages */
    HOPELESS_US = 5000000,    /* enough to see that a bot is far too slow for its bank */
    HOPELESS_TIMES = 4,       /* and how much too slow it must be for that */
    MOST_USED_US = 150000000, /* if there is no time bank */
    LEAST_WARM = 5,           /* rounds that tell the pace of a match */
    RACE_ROUNDS = 1000,       /* of a match by default, under tournament rules */
    OTHER_ROUNDS = 200,       /* and under others */
    EXTRA_SHARE = 50,         /* rounds of other presets, as a divisor */
    EXTRA_LEAST = 2,
    FINISH_MS = 2000,
    REPEATED_ROUNDS = 2,
    LOG_MUCH = 65536, /* bytes of standard error that deserve a note */
    NEAR_SHARE = 2    /* above half of the limit an answer is near it */
};

struct stage {
    const struct rules *rules;
    uint64_t rounds;
};

struct checker {
    const struct check_terms *terms;
    struct check_report *report;
    const struct launch *launch; /* NULL for built-in bots */
    struct stage stage[MAX_STAGES];
    int stages;
    bool is_cut; /* a stage ended early */
    uint64_t hello_lines;
    uint64_t waits, deaths;
    uint64_t first_hash[REPEATED_ROUNDS]; /* of the first stage */
    uint64_t first_whole;                 /* how many of these were not broken */
    struct game game;
};

/* A stage being played. */
struct stage_run {
    struct bot *bot, *rival[RIVALS];
    const struct stage *stage;
    int number; /* of the stage */
    struct check_listener listener;
    uint64_t bot_seed, broken[FINDING_KINDS];
    uint64_t whole, whole_us;  /* unbroken rounds, and the time of their answers */
    uint64_t warm, warm_us;    /* those of the second half, when a virtual machine is warm */
    struct guest_usage before; /* when the match started */
    double own;       /* the share of that time that was not spent waiting for a processor */
    bool is_hopeless; /* the stage was cut because it is too slow */
};

static const char *const rival_names[RIVALS] = {"null", "random", "hunt"};

/* --- the report --------------------------------------------------------------------------------*/

struct check_finding *check_note(struct check_report *report, enum check_finding_kind kind)
{
    if (report->finding[kind].count++ == 0)
        report->finding[kind].order = ++report->found;
    return &report->finding[kind];
}

int check_sort(const struct check_report *report, enum check_finding_kind kinds[FINDING_KINDS])
{
    int count = 0;

    for (int i = 0; i < FINDING_KINDS; i++) {
        enum check_finding_kind kind = (enum check_finding_kind)i;
        int at = count;

        if (report->finding[i].count == 0)
            continue;
        while (at > 0 && check_is_problem(kind) &&
               report->finding[kinds[at - 1]].order > report->finding[i].order) {
            kinds[at] = kinds[at - 1];
            at--;
        }
        kinds[at] = kind;
        count++;
    }
    return count;
}

void check_show(struct check_finding *finding, struct slice text, int lines)
{
    const char *end = text.text + text.length, *start;
    struct writer writer;

    writer_init(&writer, finding->shown, sizeof finding->shown);
    while (end > text.text && (end[-1] == '\n' || end[-1] == '\r'))
        end--;
    start = end;
    while (start > text.text && (size_t)(end - start) < sizeof finding->shown - 2) {
        if (start[-1] == '\n' && --lines == 0)
            break;
        start--;
    }
    for (struct slice rest = {start, (size_t)(end - start)}, line; slice_cut(&rest, '\n', &line);) {
        char raw[SHOWN_SIZE], clean[SHOWN_SIZE];

        snprintf(raw, sizeof raw, "%.*s", (int)line.length, line.text);
        for (char *tab = raw; (tab = strchr(tab, '\t')) != NULL;)
            *tab = ' '; /* for stack traces */
        text_printable(clean, sizeof clean, raw);
        writer_format(&writer, "%s\n", clean);
    }
}

int check_problems(const struct check_report *report)
{
    int count = 0;

    for (int kind = 0; kind < FINDING_KINDS; kind++)
        count += report->finding[kind].count > 0 && check_is_problem((enum check_finding_kind)kind);
    return count;
}

/* --- bots of a stage ---------------------------------------------------------------------------*/

static void close_run(struct stage_run *run)
{
    bot_free(run->bot);
    for (int i = 0; i < RIVALS; i++)
        bot_free(run->rival[i]);
    check_listener_release(&run->listener);
}

static void start_match(struct bot *bot, const struct stage *stage, uint64_t seed)
{
    struct match_terms terms = {.rules = stage->rules, .rounds = stage->rounds, .seed = seed};

    bot_match_start(bot, &terms);
}

static void write_transcript(const struct checker *checker, struct stage_run *run)
{
    struct transcript *transcript = checker->terms->transcript;
    char text[MESSAGE_SIZE];

    if (!transcript)
        return;
    snprintf(text, sizeof text, "%s rules, %" PRIu64 " rounds; a has already said hello",
             run->stage->rules->name, run->stage->rounds);
    transcript_comment(transcript, text);
    run->listener.next = transcript_dialogue(transcript, SIDE_A);
}

static enum error open_run(struct checker *checker, int number, struct stage_run *run,
                           struct message *message)
{
    const struct check_terms *terms = checker->terms;
    enum error error;

    *run = (struct stage_run){.stage = &checker->stage[number], .number = number};
    check_listener_init(&run->listener, checker->hello_lines);
    run->bot_seed = rng_derive_seed(&terms->seed, "bot", (uint64_t)number, 0);
    error = guest_open(checker->terms->config, terms->bot, &run->bot, message);
    if (!error && guest_report(run->bot)) {
        write_transcript(checker, run);
        guest_listen(run->bot, &run->listener.dialogue);
        run->before = guest_usage(run->bot);
    }
    if (!error)
        start_match(run->bot, run->stage, run->bot_seed);
    for (int i = 0; !error && i < RIVALS; i++) {
        error = bot_new(rival_names[i], &run->rival[i], message);
        if (!error && bot_accepts(run->rival[i]->kind, run->stage->rules, NULL) != OK) {
            bot_free(run->rival[i]);
            error = bot_new(rival_names[0], &run->rival[i], message);
        }
        if (!error)
            start_match(run->rival[i], run->stage,
                        rng_derive_seed(&terms->seed, "rival", (uint64_t)number, (uint64_t)i));
    }
    if (error)
        close_run(run);
    return error;
}

/* --- rounds ------------------------------------------------------------------------------------*/

static uint64_t used_us(const struct bot *bot)
{
    const struct guest_report *guest = guest_report(bot);

    return guest ? guest->used_us : 0;
}

static void play_round(struct checker *checker, struct stage_run *run, uint64_t number,
                       struct round *round)
{
    const struct seed *seed = &checker->terms->seed;
    const struct rules *rules = run->stage->rules;
    struct bot *bots[2] = {run->bot, run->rival[number % RIVALS]};
    struct rng shots[2];
    struct round_terms terms = {
        .rules = rules, .number = number, .shots = seed->has_secret ? shots : NULL};
    struct rng_family rival;
    struct rng chance;

    rng_derive(&chance, seed, "chance", (uint64_t)run->number, number);
    rng_family_init(&rival, seed, "chance", (uint64_t)run->number, number);
    rng_seed(&bots[0]->rng, rng_mix_seed(run->bot_seed, number));
    rng_family_draw(&rival, 1, &bots[1]->rng);
    shots[0] = bots[0]->rng;
    rng_family_draw(&rival, 2, &shots[1]);
    check_listener_new_round(&run->listener);
    memset(round, 0, sizeof *round);
    terms.first = game_first(rules, (int)(number & 1), &chance);
    round_play_as(&checker->game, &terms, bots, &chance, round);
}

/* A hash of what the bot did: for guests its full output, for built-in bots the effect. */
static uint64_t round_hash(const struct stage_run *run, const struct round *round)
{
    return rng_mix_seed(run->listener.hash, round->signature);
}

static bool costs_time(enum check_finding_kind kind)
{
    return kind == FINDING_STALL || kind == FINDING_LOOP || kind == FINDING_MEMORY ||
           kind == FINDING_FLUSH || kind == FINDING_BANK;
}

static bool keeps_process(enum check_finding_kind kind)
{
    return kind == FINDING_PLACEMENT || kind == FINDING_MOVE || kind == FINDING_REPEATS;
}

/* The guest did not answer. Tests once whether its answer is stuck in a buffer. */
static void look_for_buffer(struct checker *checker, const struct stage_run *run)
{
    struct check_finding *stall = &checker->report->finding[FINDING_STALL];
    struct slice input = {run->listener.input.data, run->listener.input.length};

    if (!checker->launch || stall->count != 1 || run->listener.is_truncated)
        return;
    if (!check_start_unflushed(checker->launch, input, run->listener.lines_seen,
                               checker->launch->limits.start_ms + checker->launch->limits.move_ms))
        return;
    checker->report->finding[FINDING_FLUSH] = *stall;
    *stall = (struct check_finding){0};
}

/* Plays and judges one round. False if the stage has shown enough. */
static bool check_one(struct checker *checker, struct stage_run *run, uint64_t number)
{
    uint64_t before = used_us(run->bot);
    uint64_t dropped;
    size_t log_before = checker->launch ? guest_log(run->bot, &dropped).length : 0;
    struct check_round played = {.rules = run->stage->rules,
                                 .number = number,
                                 .game = &checker->game,
                                 .listener = checker->launch ? &run->listener : NULL,
                                 .log = {"", 0},
                                 .unasked = "",
                                 .unflushed = checker->report->finding[FINDING_FLUSH].count > 0};
    struct round round;
    enum check_finding_kind kind;

    play_round(checker, run, number, &round);
    played.round = &round;
    if (checker->launch) {
        struct slice log = guest_log(run->bot, &dropped);

        played.unasked = guest_report(run->bot)->unasked.text;
        if (log.length > log_before)
            played.log = (struct slice){log.text + log_before, log.length - log_before};
    }
    kind = check_round_judge(&played, checker->report);
    checker->report->rounds++;
    if (checker->terms->progress)
        atomic_fetch_add(&checker->terms->progress->done, 1);
    if (kind == FINDING_KINDS) {
        run->whole++;
        run->whole_us += used_us(run->bot) - before;
        if (number > run->stage->rounds / 2) {
            run->warm++;
            run->warm_us += used_us(run->bot) - before;
        }
        if (run->number == 0 && number <= REPEATED_ROUNDS) {
            checker->first_hash[number - 1] = round_hash(run, &round);
            checker->first_whole++;
        }
        return true;
    }
    checker->report->broken++;
    if (kind == FINDING_STALL)
        look_for_buffer(checker, run);
    run->broken[kind]++;
    checker->waits += costs_time(kind);
    checker->deaths += !keeps_process(kind);
    return run->broken[kind] < STAGE_BROKEN || (keeps_process(kind) && run->whole > 0);
}

static bool has_seen_enough(const struct checker *checker)
{
    return checker->waits >= MOST_WAITS || checker->deaths >= MOST_DEATHS;
}

/* The counters of a new process start again. */
static uint64_t increase(uint64_t before, uint64_t after)
{
    return after > before ? after - before : after;
}

/* The part of a guest's time in which neither it nor the arena waited for a processor. Short
 * answers are charged with that, because measuring them would take longer than they do. */
static uint64_t own_us(const struct stage_run *run)
{
    uint64_t used = used_us(run->bot), cpu, waited, own;
    struct guest_usage usage;

    if (used == 0)
        return 0;
    usage = guest_usage(run->bot);
    cpu = increase(run->before.cpu_us, usage.cpu_us);
    waited = increase(run->before.waited_us, usage.waited_us) +
             increase(run->before.arena_us, usage.arena_us);
    own = waited < used ? used - waited : 0;
    if (own < cpu)
        own = cpu < used ? cpu : used;
    return own;
}

static void measure_load(struct checker *checker, struct stage_run *run)
{
    uint64_t used = used_us(run->bot), own = own_us(run);

    run->own = used > 0 ? (double)own / (double)used : 1;
    checker->report->waited_us += used - own;
}

/* The seconds of its own that a round takes; 0 if unknown. The first rounds of a process are slow,
 * so a match that stayed within its bank is judged by its second half, if that is long enough. A
 * match that was cut because the bot is too slow has no second half. */
static double own_pace(const struct stage_run *run, bool emptied)
{
    bool by_all = emptied || run->is_hopeless;
    uint64_t rounds = by_all ? run->whole : run->warm;
    uint64_t us = by_all ? run->whole_us : run->warm_us;

    if (rounds == 0 || (!by_all && rounds < LEAST_WARM))
        return 0;
    return 1e-6 * (double)us * run->own / (double)rounds;
}

/* How long a bank for 1000 rounds would last at the pace of this stage. A short match has a
 * generous bank, so a bot that used it up is far too slow, unless it only waited. */
static void judge_pace(struct checker *checker, const struct stage_run *run)
{
    const struct limits *limits = &checker->report->limits;
    struct check_finding *finding = &checker->report->finding[FINDING_BANK];
    bool emptied = run->broken[FINDING_BANK] > 0;
    double bank = limits->bank_ms / 1e3, pace = own_pace(run, emptied);
    uint64_t lasts = 1;

    if (bank <= 0 || (pace <= 0 && !emptied))
        return;
    if (pace > 0)
        lasts = (uint64_t)(bank / pace);
    if (lasts >= BANK_ROUNDS) {
        if (emptied || bank / pace * run->own < BANK_ROUNDS)
            checker->report->finding[FINDING_LOADED].count = 1;
        if (emptied) { /* by other programs */
            *finding = (struct check_finding){0};
            checker->report->broken -= run->broken[FINDING_BANK];
        }
        return;
    }
    if (finding->of > 0 && finding->count <= lasts)
        return;
    if (finding->count == 0)
        check_note(checker->report, FINDING_BANK);
    finding->count = lasts > 0 ? lasts : 1;
    finding->of = BANK_ROUNDS;
    snprintf(finding->rules, sizeof finding->rules, "%s", run->stage->rules->name);
    if (pace > 0)
        message_set(&finding->example,
                    "its answers take %.0f ms per round, but a bank of %u s for %d rounds allows "
                    "only %.0f ms",
                    pace * 1e3, limits->bank_ms / 1000, BANK_ROUNDS, 1e3 * bank / BANK_ROUNDS);
}

/* Has the bot shown that it is too slow for a whole match? The more time it has used, the less
 * this can be a slow start. */
static bool is_too_slow(const struct checker *checker, const struct stage_run *run)
{
    uint64_t used = used_us(run->bot);
    double bank = checker->report->limits.bank_ms / 1e3;
    double times = used < SLOW_US ? HOPELESS_TIMES : 2;

    if (used < HOPELESS_US)
        return false;
    if (bank <= 0)
        return used > MOST_USED_US;
    return 1e-6 * (double)own_us(run) * BANK_ROUNDS > times * bank * (double)run->whole;
}

/* Adds the guest's counters at the end of a stage. */
static void add_guest(struct checker *checker, const struct stage_run *run)
{
    struct check_report *report = checker->report;
    const struct guest_report *guest = guest_report(run->bot);
    struct check_finding *finding = &report->finding[FINDING_LOG];
    uint64_t dropped;
    struct slice log;

    if (!guest)
        return;
    report->answers += guest->answers;
    report->used_us += guest->used_us;
    if (guest->slowest_us > report->slowest_us)
        report->slowest_us = guest->slowest_us;
    if (report->jar.is_jar) {
        guest_finish(run->bot, FINISH_MS);
        check_jar_read_log(report, guest_log(run->bot, &dropped));
    }
    log = guest_log(run->bot, &dropped);
    if (!report->jar.is_jar && log.length >= LOG_MUCH && log.length + dropped > finding->count) {
        finding->count = log.length + dropped;
        check_show(finding, log, 2);
        if (dropped > 0)
            message_set(&finding->example, "%" PRIu64 " KB of it were dropped", dropped / 1024);
    }
    if (!guest->jailed)
        report->finding[FINDING_OPEN].count = 1;
}

static enum error play_stage(struct checker *checker, int number, struct message *message)
{
    struct check_report *report = checker->report;
    struct stage_run run;
    enum error error = open_run(checker, number, &run, message);
    bool is_going_on = true;

    if (error)
        return error;
    for (uint64_t round = 1; is_going_on && round <= run.stage->rounds; round++) {
        is_going_on = check_one(checker, &run, round) && !has_seen_enough(checker);
        if (is_going_on && round < run.stage->rounds && is_too_slow(checker, &run)) {
            report->finding[FINDING_SHORT].count = report->rounds;
            run.is_hopeless = true;
            is_going_on = false;
        }
    }
    checker->is_cut |= !is_going_on;
    measure_load(checker, &run);
    bot_match_end(run.bot, run.whole, 0, 0);
    judge_pace(checker, &run);
    add_guest(checker, &run);
    close_run(&run);
    return OK;
}

/* --- what comes after the rounds ---------------------------------------------------------------*/

/* Plays the first rounds again: does the same seed give the same answers? */
static enum error repeat_rounds(struct checker *checker, struct message *message)
{
    struct stage_run run;
    enum error error;

    if (checker->first_whole < REPEATED_ROUNDS || checker->stage[0].rounds < REPEATED_ROUNDS)
        return OK;
    error = open_run(checker, 0, &run, message);
    if (error)
        return error;
    for (uint64_t number = 1; number <= REPEATED_ROUNDS; number++) {
        struct round round;

        play_round(checker, &run, number, &round);
        if (round_hash(&run, &round) != checker->first_hash[number - 1]) {
            struct check_finding *finding = check_note(checker->report, FINDING_CHANGES);

            finding->round = number;
            snprintf(finding->rules, sizeof finding->rules, "%s", run.stage->rules->name);
            break;
        }
    }
    close_run(&run);
    return OK;
}

/* --- the plan ----------------------------------------------------------------------------------*/

static const struct rules *find_main(const struct checker *checker, const struct bot_kind *kind)
{
    static const char *const names[] = {"tournament", "classic"};

    if (checker->terms->rules)
        return checker->terms->rules;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct rules *rules = rules_find(names[i]);

        /* Jars are made for tournament rules. */
        if (checker->report->jar.is_jar || bot_accepts(kind, rules, NULL) == OK)
            return rules;
    }
    return rules_preset(0);
}

static void add_stage(struct checker *checker, const struct rules *rules, uint64_t rounds)
{
    checker->stage[checker->stages++] = (struct stage){rules, rounds};
    checker->report->planned += rounds;
}

/* Adds the other presets that the bot has declared, and notes those that it has not. Presets that
 * nothing need be declared for, such as large boards, count as declared only with everything
 * else. */
static void plan_presets(struct checker *checker, const struct bot_kind *kind)
{
    struct check_finding *finding = &checker->report->finding[FINDING_PLAYS];
    uint64_t rounds = checker->stage[0].rounds / EXTRA_SHARE;
    struct writer others;
    struct message reason;

    writer_init(&others, finding->shown, sizeof finding->shown);
    for (int i = 0; rules_preset(i) && checker->stages < MAX_STAGES; i++) {
        const struct rules *rules = rules_preset(i);

        if (rules == checker->stage[0].rules)
            continue;
        if (bot_accepts(kind, rules, &reason) != OK) {
            finding->count++;
            writer_format(&others, "%s\n", reason.text);
        } else if (bot_features_needed(rules) || kind->plays == FEATURE_ALL) {
            add_stage(checker, rules, rounds > EXTRA_LEAST ? rounds : EXTRA_LEAST);
        }
    }
}

/* Chooses the rules and the number of rounds for each. None if the bot has not declared them. */
static void plan_stages(struct checker *checker, const struct bot_kind *kind)
{
    const struct rules *rules = find_main(checker, kind);
    uint64_t rounds = checker->terms->rounds;
    struct message reason;

    if (rounds == 0)
        rounds = rules->race ? RACE_ROUNDS : OTHER_ROUNDS;
    if (bot_accepts(kind, rules, &reason) != OK) {
        check_note(checker->report, FINDING_REFUSES)->example = reason;
        return;
    }
    add_stage(checker, rules, rounds);
    if (!checker->terms->rules && !checker->report->jar.is_jar)
        plan_presets(checker, kind);
    if (checker->terms->progress)
        atomic_store(&checker->terms->progress->planned, checker->report->planned);
}

/* --- all of it ---------------------------------------------------------------------------------*/

/* Fills in totals and derived findings. */
static void finish(struct check_report *report)
{
    uint64_t limit_us = (uint64_t)report->limits.move_ms * 1000;

    for (int kind = 0; kind < FINDING_KINDS; kind++)
        if (report->finding[kind].round > 0 && report->finding[kind].of == 0)
            report->finding[kind].of = report->rounds;
    if (report->slowest_us > limit_us / NEAR_SHARE && !report->finding[FINDING_LOOP].count &&
        !report->finding[FINDING_STALL].count && !report->finding[FINDING_FLUSH].count)
        report->finding[FINDING_NEAR_LIMIT].count = 1;
    if (report->finding[FINDING_SHORT].count)
        report->finding[FINDING_SHORT].of = report->planned;
}

static enum error play_stages(struct checker *checker, struct message *message)
{
    const struct check_report *report = checker->report;
    enum error error = OK;

    for (int i = 0; !error && i < checker->stages; i++) {
        if (checker->is_cut || (i > 0 && report->used_us > SLOW_US))
            break;
        error = play_stage(checker, i, message);
    }
    if (!error && report->jar.is_jar) /* jars get no seed, so they cannot be repeatable */
        error = check_jar_play(checker->terms, checker->report, message);
    else if (!error && checker->stages > 0 && report->finding[FINDING_SHORT].count == 0)
        error = repeat_rounds(checker, message);
    if (!error && checker->stages > 0 && report->broken == 0 && !checker->is_cut)
        error = check_strength_measure(checker->terms, checker->stage[0].rules, checker->report,
                                       message);
    return error;
}

/* Opens the bot for its name and what it plays; then plays. */
static enum error open_and_play(struct checker *checker, struct message *message)
{
    struct bot *bot;
    enum error error = guest_open(checker->terms->config, checker->terms->bot, &bot, message);

    if (error)
        return error;
    text_printable(checker->report->name, sizeof checker->report->name, bot->kind->name);
    plan_stages(checker, bot->kind);
    bot_free(bot);
    return play_stages(checker, message);
}

/* Checks a guest, starting with what needs no game. */
static enum error check_process(struct checker *checker, struct message *message)
{
    struct check_report *report = checker->report;
    struct writer command;
    bool ready;
    enum error error;

    writer_init(&command, report->command, sizeof report->command);
    for (int i = 0; checker->launch->argv[i]; i++)
        writer_format(&command, "%s%s", i ? " " : "", checker->launch->argv[i]);
    check_start_interpreter(checker->launch, report);
    error = check_start_hello(checker->launch, report, &checker->hello_lines, &ready, message);
    if (!error && ready)
        error = open_and_play(checker, message);
    if (!error || guest_is_machine_error(error))
        return error;
    check_note(report, FINDING_START)->example = *message; /* it did start the first time */
    return OK;
}

static enum error check_guest(struct checker *checker, struct message *message)
{
    struct guest_spec *spec = malloc(sizeof *spec);
    struct message trouble;
    enum error error = OK;

    if (!spec)
        return error_set(ERR_MEMORY, message, "out of memory for a bot");
    checker->report->jar.is_jar = check_jar_is_jar(checker->terms->bot);
    error = guest_spec_resolve(checker->terms->bot, checker->terms->config, spec, &trouble);
    if (guest_is_machine_error(error)) {
        *message = trouble;
    } else if (error) {
        check_note(checker->report, error == ERR_BUILD ? FINDING_BUILD : FINDING_START)->example =
            trouble;
        checker->report->bad_bot_json = spec->bad_bot_json;
        error = OK;
    } else if (spec->plugin[0]) { /* it is trusted and runs in this process */
        error = open_and_play(checker, message);
    } else if (jail_missing(message) && !checker->terms->config->unsafe) {
        error = ERR_JAIL;
    } else {
        checker->launch = &spec->launch;
        if (checker->report->jar.is_jar)
            error = check_jar_look(checker->terms, checker->report, message);
        if (!error)
            error = check_process(checker, message);
    }
    free(spec);
    return error;
}

enum error check_bot(const struct check_terms *terms, struct check_report *report,
                     struct message *message)
{
    struct checker *checker = calloc(1, sizeof *checker);
    enum error error;

    if (!checker)
        return error_set(ERR_MEMORY, message, "out of memory for a check");
    *report = (struct check_report){.limits = terms->config->limits};
    text_printable(report->name, sizeof report->name, terms->bot);
    checker->terms = terms;
    checker->report = report;
    if (guest_is_spec(terms->bot))
        error = check_guest(checker, message);
    else
        error = open_and_play(checker, message);
    finish(report);
    free(checker);
    return error;
}
