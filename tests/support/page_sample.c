#include "support/page_sample.h"

#include "arena/tournament.h"
#include "base/buffer.h"
#include "contest/schedule.h"

#include <stdlib.h>
#include <string.h>

enum {
    HOSTILE = 8, /* entrants of either sample */
    CLASS = 40,
    ENTRANTS = CLASS,
    ROUNDS = 40,
    MATCHES = ENTRANTS * ENTRANTS,
    RECORDS = 2 * MATCHES,
    TROUBLES = 8
};

/* Each could escape from some place in a page. A name has at most 63 bytes. */
static const char *const names[HOSTILE] = {
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
static const char *const specs[HOSTILE] = {"hunt",   "random", "parity", "hunt-line",
                                           "random", "easy",   "random", "random"};

/* What students call their bots and themselves. `#` becomes a number. */
static const char *const class_names[] = {
    "Unterseebootabwehrkoordinationszentralenverwaltungsstrategie#",
    "The Unsinkable Armada of Probability and Parity, version 2.#-final",
    "\xd7\xa6\xd7\x95\xd7\x9c\xd7\x9c\xd7\xaa \xd9\x85\xd8\xaf\xd9\x85\xd8\xb1\xd8\xa9 #",
    "Bj\xc3\xb6rns Gro\xc3\x9f"
    "er Schl\xc3\xa4"
    "chter & S\xc3\xb6hne <b>#</b>",
    ("\xe6\x88\x98\xe8\x88\xb0\xe7\x8c\x8e\xe6\x89\x8b\xe8\xb6\x85\xe7\xba\xa7\xe7\x89\x88"
     "\xe6\x9c\xac\xe6\x9c\x80\xe7\xbb\x88\xe4\xbf\xae\xe8\xae\xa2 #"),
    "Bot #",
    "my_final_final_REALLY_final_submission_do_not_change_anymore_v#",
};
static const char *const class_authors[] = {
    "Anna-Maria Schmidt-Rottluff, Maximilian von und zu Hohenfels",
    "\xd7\xa0\xd7\x95\xd7\xa2\xd7\x94 \xd7\x9b\xd7\x94\xd7\x9f, \xc5\x81ukasz "
    "\xc5\xbb\xc3\xb3\xc5\x82ty, Zo\xc3\xab O'Neill",
    "Donaudampfschifffahrtselektrizit\xc3\xa4"
    "tenhauptbetriebswerkbau",
    "Li Wei",
};
static const char *const class_specs[] = {"hunt", "random", "parity", "hunt-line", "easy"};

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
    uint64_t rounds; /* of a match */
    int keep;        /* records of a match */
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
        count_round(bot, &match->notes[i], side,
                    (int)(i * (uint64_t)sample->page.bins / sample->rounds));
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
    static struct pairing pairings[MATCHES];
    struct message message;
    struct contest contest = {
        .terms = sample->terms, .entrants = sample->entrants, .entrants_count = sample->page.count};
    int count = schedule_pairings(&contest, 0, pairings, MATCHES);
    struct tournament tournament = {.terms = &sample->terms,
                                    .entrants = sample->entrants,
                                    .threads = 1,
                                    .keep_last = sample->keep,
                                    .finished = take,
                                    .context = sample};

    return tournament_play(&tournament, pairings, count, &message);
}

/* --- the page -----------------------------------------------------------------------------------
 */

static void enter(struct page_sample *sample)
{
    for (int i = 0; i < HOSTILE; i++) {
        struct entrant *entrant = &sample->entrants[i];

        snprintf(entrant->spec, sizeof entrant->spec, "%s", specs[i]);
        snprintf(entrant->name, sizeof entrant->name, "%s", names[i]);
        snprintf(entrant->authors, sizeof entrant->authors, "%s", names[(i + 1) % HOSTILE]);
        snprintf(entrant->id, sizeof entrant->id, "%s", names[(i + 2) % HOSTILE]);
        snprintf(entrant->league, sizeof entrant->league, "%s", names[i % 2]);
    }
    sample->entrants[6].is_out = true;
    snprintf(sample->entrants[6].why, sizeof sample->entrants[6].why, "it said '%s'", names[0]);
    sample->entrants[7].is_gone = true;
}

static void set_terms(struct page_sample *sample, int count)
{
    sample->terms = (struct contest_terms){.rules = *rules_find("classic"),
                                           .seed = {.number = 11},
                                           .rounds = sample->rounds,
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
                                            .count = count,
                                            .matches = sample->scores,
                                            .tables = sample->tables,
                                            .bins = sample->rounds < PAGE_BINS ? (int)sample->rounds
                                                                               : PAGE_BINS,
                                            .troubles = sample->troubles,
                                            .records = sample->records};
}

static void make_trouble(struct page_sample *sample)
{
    static const char log[] = "</pre></script><script>alert(5)</script>\n\ttab\x1b[2J\xff\r\nlast";
    struct contest_match *score = &sample->scores[0];

    for (int i = 0; i < 3; i++)
        sample->troubles[i] = (struct page_trouble){.entrant = score->pairing.a,
                                                    .enemy = score->pairing.b,
                                                    .match = (uint64_t)i,
                                                    .sentence = slice_of(names[i]),
                                                    .log = {log, i ? sizeof log : 0},
                                                    .log_left_out = i == 2 ? 58000000 : 0};
    score->side[0].broken[BROKEN_CRASH] = 2;
    score->side[0].broken[BROKEN_MOVE] = 1234;
    sample->bots[score->pairing.a].troubles_left_out = 9;
    sample->page.troubles_count = 3;
}

/* The round of this record ends after some moves, or before the first if that is 0: nothing but the
 * comment is left then. */
static void break_record(struct page_sample *sample, int number, int moves)
{
    static const char comment[] = "# broken a illegal-move: it said 'fire at <will>'\n";
    struct page_record *record = &sample->records[number];
    char first[] = "\n1 a ", after[16];
    char *text = malloc(record->text.length + sizeof comment), *end;

    if (!text)
        return;
    memcpy(text, record->text.text, record->text.length);
    text[record->text.length] = '\0';
    snprintf(after, sizeof after, "\n%d ", moves + 1);
    end = moves ? strstr(text, after) : NULL;
    first[3] = strstr(text, "\nfirst b") ? 'b' : 'a';
    end = end && strstr(text, first) ? end + 1 : text;
    memcpy(end, comment, sizeof comment);
    free(sample->texts[number]);
    sample->texts[number] = text;
    record->text = slice_of(text);
}

/* A bot with a long log, whose first round broke in play and whose second before the first shot,
 * and bots that print little. */
static void make_class_trouble(struct page_sample *sample)
{
    static char log[4000];
    struct writer writer;

    writer_init(&writer, log, sizeof log);
    for (int i = 0; i < 60; i++)
        writer_format(&writer, "\tat battleship.Main.shoot(Main.java:%d) <%d>\n", 100 + i, i);
    /* Figures that give the table all its columns. */
    for (int i = 0; i < sample->page.matches_count; i++)
        for (int side = 0; side < 2; side++) {
            sample->scores[i].side[side].wasted = 12345;
            sample->scores[i].side[side].wrecks = 1234;
            sample->scores[i].side[side].guest = (struct guest_facts){
                .is_guest = true, .answers = 1000, .used_us = 123456, .slowest_us = 456789};
        }
    break_record(sample, 0, 12);
    break_record(sample, 1, 0);
    for (int i = 0; i < TROUBLES; i++) {
        struct contest_match *score = &sample->scores[i * 40];

        score->side[0].broken[i ? BROKEN_CRASH : BROKEN_MOVE] = 2;
        sample->troubles[i] = (struct page_trouble){
            .entrant = score->pairing.a,
            .enemy = score->pairing.b,
            .match = score->pairing.number,
            .sentence = slice_of(i ? "it ended unexpectedly with status 1" : "it said 'fire'"),
            .log = i ? slice_of("java.lang.NullPointerException") : slice_of(log),
            .log_left_out = i ? 0 : 58000000};
    }
    sample->page.troubles_count = TROUBLES;
}

static enum error rank(struct page_sample *sample)
{
    struct contest contest = {.terms = {.seed = {.number = 1}},
                              .entrants = sample->entrants,
                              .entrants_count = sample->page.count,
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

static struct page_sample *finish(struct page_sample *sample,
                                  void (*trouble)(struct page_sample *sample))
{
    if (play(sample) == OK) {
        trouble(sample);
        if (rank(sample) == OK)
            return sample;
    }
    page_sample_free(sample);
    return NULL;
}

struct page_sample *page_sample_new(void)
{
    struct page_sample *sample = calloc(1, sizeof *sample);

    if (!sample)
        return NULL;
    sample->rounds = ROUNDS;
    sample->keep = 2;
    set_terms(sample, HOSTILE);
    enter(sample);
    return finish(sample, make_trouble);
}

/* Copies a pattern with its `#` replaced, at most 63 bytes and only whole characters. */
static void put_numbered(char text[ENTRANT_NAME], const char *pattern, int number)
{
    const char *mark = strchr(pattern, '#');
    char all[2 * ENTRANT_NAME];
    size_t length = ENTRANT_NAME - 1;

    if (mark)
        snprintf(all, sizeof all, "%.*s%d%s", (int)(mark - pattern), pattern, number, mark + 1);
    else
        snprintf(all, sizeof all, "%s", pattern);
    while (length > 0 && ((unsigned char)all[length] & 0xc0) == 0x80)
        length--;
    snprintf(text, ENTRANT_NAME, "%.*s", (int)length, all);
}

static void enter_class(struct page_sample *sample)
{
    enum {
        NAMES = sizeof class_names / sizeof class_names[0],
        AUTHORS = sizeof class_authors / sizeof class_authors[0],
        SPECS = sizeof class_specs / sizeof class_specs[0]
    };

    for (int i = 0; i < CLASS; i++) {
        struct entrant *entrant = &sample->entrants[i];

        snprintf(entrant->spec, sizeof entrant->spec, "%s", class_specs[i % SPECS]);
        snprintf(entrant->league, sizeof entrant->league, "%s", i % 2 ? "B" : "A");
        put_numbered(entrant->name, class_names[i % NAMES], i + 1);
        put_numbered(entrant->authors, class_authors[i % AUTHORS], i + 1);
        put_numbered(entrant->id, i % 9 ? "gruppe#_?" : "BattleshipSubmissionOfGroup#_?",
                     i / 2 + 1);
        entrant->id[strlen(entrant->id) - 1] = entrant->league[0];
    }
}

struct page_sample *page_sample_new_class(void)
{
    struct page_sample *sample = calloc(1, sizeof *sample);

    if (!sample)
        return NULL;
    sample->rounds = 6;
    sample->keep = 2;
    set_terms(sample, CLASS);
    snprintf(sample->terms.title, sizeof sample->terms.title, "Battleship Cup");
    sample->page.is_complete = true;
    enter_class(sample);
    return finish(sample, make_class_trouble);
}
