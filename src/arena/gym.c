#include "arena/gym.h"

#include "arena/pool.h"

#include <pthread.h>
#include <stdlib.h>

struct gym_run {
    const struct gym_terms *terms;
    struct gym *gym;
    pthread_mutex_t lock; /* guards what follows, and the sums of the results */
    enum error error;
    struct message *message;
};

/* The rounds of one match, until they are added to the others. */
struct round_shots {
    uint16_t shots[2];
    bool is_whole;
};

void gym_free_results(struct gym *gym)
{
    for (int i = 0; gym->result && i < gym->styles; i++) {
        free(gym->result[i].match);
        free(gym->result[i].round);
        gym->result[i].match = NULL;
        gym->result[i].round = NULL;
    }
}

enum error gym_new_results(struct gym *gym, struct message *message)
{
    bool is_complete = true;

    for (int i = 0; i < gym->styles; i++) {
        struct gym_result *result = &gym->result[i];

        result->match = calloc(gym->matches, sizeof *result->match);
        result->round = calloc(gym->rounds, sizeof *result->round);
        is_complete &= result->match && result->round;
    }
    if (is_complete)
        return OK;
    gym_free_results(gym);
    return error_set(ERR_MEMORY, message, "out of memory");
}

static enum error check_bot(const struct gym_terms *terms, const struct gym *gym, const char *name,
                            struct message *message)
{
    struct bot *bot = NULL;
    enum error error = bot_open(terms->opener, name, &bot, message);

    if (!error)
        error = bot_accepts(bot->kind, gym->rules, message);
    bot_free(bot);
    return error;
}

enum error gym_check(const struct gym_terms *terms, const struct gym *gym, struct message *message)
{
    enum error error = check_bot(terms, gym, gym->bot, message);

    for (int i = 0; !error && i < gym->styles; i++)
        if (gym->result[i].style->bot)
            error = check_bot(terms, gym, gym->result[i].style->bot, message);
    return error;
}

static void note_round(void *context, uint64_t number, const struct round *round,
                       const struct game *game)
{
    struct round_shots *noted = (struct round_shots *)context + (number - 1);

    noted->is_whole = !round->broken[0] && !round->broken[1];
    for (int side = 0; side < 2; side++)
        noted->shots[side] = round_note_count(game_status(game)->shots[side]);
}

static void add_rounds(struct gym_result *result, const struct round_shots *noted, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++) {
        if (!noted[i].is_whole)
            continue;
        result->round[i].whole++;
        for (int side = 0; side < 2; side++)
            result->round[i].shots[side] += noted[i].shots[side];
    }
}

/* The place of the style in the table of all styles. */
static uint64_t number_of(const struct gym_style *style)
{
    int index = 0;

    while (gym_style(index) && gym_style(index) != style)
        index++;
    return (uint64_t)index;
}

static enum error play_match(const struct gym_run *run, const struct gym_style *style,
                             uint64_t number, struct round_shots *noted,
                             struct contest_match *played, struct message *message)
{
    const struct gym *gym = run->gym;
    struct match match = {.rules = gym->rules,
                          .bot = {gym->bot, style->bot ? style->bot : gym->bot},
                          .rounds = gym->rounds,
                          .seed = gym->seed,
                          .number = number_of(style) * GYM_MOST_MATCHES + number + 1,
                          .processor = number,
                          .threads = 1,
                          .max_broken = run->terms->max_broken,
                          .opener = run->terms->opener,
                          .noted = note_round,
                          .context = noted,
                          .stop = run->terms->stop,
                          .rounds_done = run->terms->rounds_done};

    return match_play(&match, played, message);
}

static bool is_stopped(const struct gym_run *run)
{
    return run->terms->stop && atomic_load(run->terms->stop);
}

/* Matches end in any order, but the first trouble is that of the earliest one. They are counted
 * from 1 against each style. */
static void add_match(struct contest_match *sum, struct contest_match *played, uint64_t number)
{
    for (int side = 0; side < 2; side++) {
        struct trouble *first = &sum->side[side].trouble, *trouble = &played->side[side].trouble;

        if (trouble->round == 0)
            continue;
        trouble->match = number + 1;
        if (first->round && trouble->match < first->match)
            *first = *trouble;
    }
    contest_match_add(sum, played);
}

/* Jobs are ordered by match, so that all styles are played once before any is played again. */
static bool play_job(void *context, int thread, uint64_t job)
{
    struct gym_run *run = context;
    struct gym *gym = run->gym;
    uint64_t number = job / (uint64_t)gym->styles;
    struct gym_result *result = &gym->result[job % (uint64_t)gym->styles];
    struct round_shots *noted = calloc(gym->rounds, sizeof *noted);
    struct contest_match played;
    struct message message = {"out of memory"};
    enum error error = ERR_MEMORY;

    (void)thread;
    if (noted)
        error = play_match(run, result->style, number, noted, &played, &message);
    pthread_mutex_lock(&run->lock);
    if (error && !run->error) {
        run->error = error;
        *run->message = message;
    }
    if (!error) {
        result->match[number] = (struct gym_match){
            .won = played.side[0].won,
            .lost = played.side[1].won,
            .drawn = played.drawn,
            .whole = played.whole,
            .shots = {played.side[0].shots, played.side[1].shots},
        };
        add_rounds(result, noted, gym->rounds);
        contest_match_detach(&played);
        add_match(&result->sum, &played, number);
    }
    pthread_mutex_unlock(&run->lock);
    free(noted);
    return error == OK && !is_stopped(run);
}

enum error gym_play(const struct gym_terms *terms, struct gym *gym, struct message *message)
{
    struct message ignored;
    struct gym_run run = {
        .terms = terms, .gym = gym, .error = OK, .message = message ? message : &ignored};

    pthread_mutex_init(&run.lock, NULL);
    pool_run(terms->threads, (uint64_t)gym->styles * gym->matches, play_job, &run);
    pthread_mutex_destroy(&run.lock);
    return run.error;
}
