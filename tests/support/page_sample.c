#include "support/page_sample.h"

#include "arena/tournament.h"
#include "base/buffer.h"
#include "contest/schedule.h"

#include <stdlib.h>
#include <string.h>

enum {
    ENTRANTS = 8,
    ROUNDS = 40,
    MATCHES = ENTRANTS * ENTRANTS,
    RECORDS = 2 * MATCHES,
    TROUBLES = 3
};

/* Each could escape from some place in a page. A name has at most 63 bytes. */
static const char *const names[ENTRANTS] = {
    "</script><img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(2)> ' onmouseover='alert(3)",
    "\xe2\x80\xae"
    "desrever\xe2\x80\xac \xe2\x81\xa6&amp; <!--",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "broken \xff\xc3 utf-8 \xed\xa0\x80 \xf4\x90\x80\x80 ]]> {{7*7}} ${1}",
    "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd9\x85\xd8\xb1\xd8\xad\xd8\xa8\xd8\xa7 "
    "Z\xcc\xa1\xcc\xa2\xcc\xa7\xcd\x87",
    "javascript:alert(4)//\\u003c/script>\\",
    "gone \t\r\n\x1b[31m red",
};
static const char *const specs[ENTRANTS] = {"hunt",   "random", "parity", "hunt-line",
                                            "random", "easy",   "random", "random"};

struct page_sample {
    struct tournament_page page;
    struct contest_terms terms;
    struct entrant entrants[ENTRANTS];
    struct page_bot bots[ENTRANTS];
    struct contest_match scores[MATCHES];
    struct page_table tables[3];
    struct rank ranks[3][ENTRANTS];
    struct page_trouble troubles[TROUBLES];
    struct page_record records[RECORDS];
    char *texts[RECORDS];
};

struct tournament_page *page_sample_page(struct page_sample *sample)
{
    return &sample->page;
}

struct entrant *page_sample_entrants(struct page_sample *sample)
{
    return sample->entrants;
}

struct contest_terms *page_sample_terms(struct page_sample *sample)
{
    return &sample->terms;
}

void page_sample_free(struct page_sample *sample)
{
    for (int i = 0; sample && i < RECORDS; i++)
        free(sample->texts[i]);
    free(sample);
}

/* --- what is played -----------------------------------------------------------------------------
 */

static void count_round(struct page_bot *bot, const struct round_note *note, int side, int bin)
{
    int shots = note->shots[side] < PAGE_SHOTS ? note->shots[side] : PAGE_SHOTS - 1;
    bool is_won = note->winner == side;

    bot->shots[is_won][shots]++;
    bot->bin[bin].rounds++;
    if (is_won) {
        bot->bin[bin].won++;
        bot->bin[bin].clean++;
        bot->bin[bin].shots += shots;
        bot->bin[bin].squares += (double)shots * shots;
    }
}

static void count_side(struct page_sample *sample, const struct contest_match *match, int side)
{
    int entrant = side ? match->pairing.b : match->pairing.a;
    struct page_bot *bot = &sample->bots[entrant];

    for (uint64_t i = 0; i < match->rounds; i++)
        count_round(bot, &match->notes[i], side, (int)(i * (uint64_t)sample->page.bins / ROUNDS));
    for (int i = 0; i < MAX_CELLS; i++) {
        bot->placed[i] += match->side[side].heat->placed[i];
        bot->fired[i] += match->side[side].heat->fired[i];
    }
    bot->heat_rounds += match->rounds;
}

static enum error take(void *context, const struct contest_match *match, struct message *message)
{
    struct page_sample *sample = context;
    const struct pairing *pairing = &match->pairing;

    for (int side = 0; side < 2; side++)
        count_side(sample, match, side);
    for (int i = 0; i < match->records; i++) {
        size_t length = match->record[i].text.length;
        char *text = malloc(length + 1);
        int number = sample->page.records_count;

        if (!text)
            return error_set(ERR_MEMORY, message, "out of memory");
        memcpy(text, match->record[i].text.text, length);
        sample->texts[number] = text;
        sample->records[number] = (struct page_record){.a = pairing->a,
                                                       .b = pairing->b,
                                                       .match = pairing->number,
                                                       .round = match->record[i].round,
                                                       .text = {text, length}};
        sample->page.records_count++;
    }
    sample->scores[sample->page.matches_count++] = *match;
    return OK;
}

static enum error play(struct page_sample *sample)
{
    struct pairing pairings[MATCHES];
    struct message message;
    struct contest contest = {
        .terms = sample->terms, .entrants = sample->entrants, .entrants_count = ENTRANTS};
    int count = schedule_pairings(&contest, 0, pairings, MATCHES);
    struct tournament tournament = {.terms = &sample->terms,
                                    .entrants = sample->entrants,
                                    .threads = 1,
                                    .keep_last = 2,
                                    .finished = take,
                                    .context = sample};

    return tournament_play(&tournament, pairings, count, &message);
}

/* --- the page -----------------------------------------------------------------------------------
 */

static void enter(struct page_sample *sample)
{
    for (int i = 0; i < ENTRANTS; i++) {
        struct entrant *entrant = &sample->entrants[i];

        snprintf(entrant->spec, sizeof entrant->spec, "%s", specs[i]);
        snprintf(entrant->name, sizeof entrant->name, "%s", names[i]);
        snprintf(entrant->authors, sizeof entrant->authors, "%s", names[(i + 1) % ENTRANTS]);
        snprintf(entrant->id, sizeof entrant->id, "%s", names[(i + 2) % ENTRANTS]);
        snprintf(entrant->league, sizeof entrant->league, "%s", names[i % 2]);
    }
    sample->entrants[6].is_out = true;
    snprintf(sample->entrants[6].why, sizeof sample->entrants[6].why, "it said '%s'", names[0]);
    sample->entrants[7].is_gone = true;
}

static void set_terms(struct page_sample *sample)
{
    sample->terms = (struct contest_terms){.rules = *rules_find("classic"),
                                           .seed = {.number = 11},
                                           .rounds = ROUNDS,
                                           .format = FORMAT_ALL,
                                           .max_broken = 3,
                                           .total = true};
    snprintf(sample->terms.title, sizeof sample->terms.title, "</title>%s", names[0]);
    sample->terms.limits = limits_default;
    sample->page = (struct tournament_page){.terms = &sample->terms,
                                            .id = 3,
                                            .started = 1700000000,
                                            .ended = 1700000100,
                                            .entrants = sample->entrants,
                                            .bots = sample->bots,
                                            .count = ENTRANTS,
                                            .matches = sample->scores,
                                            .tables = sample->tables,
                                            .bins = PAGE_BINS,
                                            .troubles = sample->troubles,
                                            .records = sample->records};
}

static void make_trouble(struct page_sample *sample)
{
    static const char log[] = "</pre></script><script>alert(5)</script>\n\ttab\x1b[2J\xff\r\nlast";
    struct contest_match *score = &sample->scores[0];

    for (int i = 0; i < TROUBLES; i++)
        sample->troubles[i] = (struct page_trouble){.entrant = score->pairing.a,
                                                    .enemy = score->pairing.b,
                                                    .match = (uint64_t)i,
                                                    .sentence = slice_of(names[i]),
                                                    .log = {log, i ? sizeof log : 0},
                                                    .is_cut = i == 2};
    score->side[0].broken[BROKEN_CRASH] = 2;
    score->side[0].broken[BROKEN_MOVE] = 1234;
    sample->bots[score->pairing.a].troubles_left_out = 9;
    sample->page.troubles_count = TROUBLES;
}

static enum error rank(struct page_sample *sample)
{
    struct contest contest = {.terms = {.seed = {.number = 1}},
                              .entrants = sample->entrants,
                              .entrants_count = ENTRANTS,
                              .matches = sample->scores,
                              .matches_count = sample->page.matches_count};
    const char *leagues[3] = {NULL, sample->entrants[0].league, sample->entrants[1].league};
    struct message message;
    enum error error = OK;

    for (int i = 0; !error && i < 3; i++) {
        error = standings_fill(&contest, leagues[i], sample->ranks[i], &sample->tables[i].count,
                               &message);
        sample->tables[i].league = leagues[i];
        sample->tables[i].ranks = sample->ranks[i];
    }
    sample->page.tables_count = 3;
    return error;
}

struct page_sample *page_sample_new(void)
{
    struct page_sample *sample = calloc(1, sizeof *sample);

    if (!sample)
        return NULL;
    set_terms(sample);
    enter(sample);
    if (play(sample) == OK) {
        make_trouble(sample);
        if (rank(sample) == OK)
            return sample;
    }
    page_sample_free(sample);
    return NULL;
}
