#include "report/gym_table.h"

#include "base/columns.h"
#include "base/outfile.h"
#include "report/bot_facts.h"
#include "report/figure.h"
#include "report/secret.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *role_of(const struct gym_style *style)
{
    return style->is_final ? "final" : "tuning";
}

static bool has_guest(const struct gym *gym)
{
    for (int i = 0; i < gym->styles; i++)
        if (gym->result[i].sum.side[SIDE_A].guest.is_guest)
            return true;
    return false;
}

/* --- the table ---------------------------------------------------------------------------------*/

void gym_table_list(bool is_quick, FILE *file)
{
    fprintf(file, "%-26s %-11s %-6s  %s\n", "style", "family", "role", "bot");
    for (int i = 0; gym_style(i); i++) {
        const struct gym_style *style = gym_style(i);

        if (is_quick && !style->is_quick)
            continue;
        fprintf(file, "%-26s %-11s %-6s  %s\n", style->name, gym_families[style->family].name,
                role_of(style), style->bot ? style->bot : "the bot itself");
    }
}

/* A sentence, indented and wrapped to the columns, if that is not 0. */
static void print_sentence(const char *sentence, int indent, int columns)
{
    struct slice rest = slice_of(sentence), line = rest;

    if (columns <= 2 * indent) {
        printf("%*s%s\n", indent, "", sentence);
        return;
    }
    while (columns_wrap(&rest, columns - indent, &line))
        printf("%*s%.*s\n", indent, "", (int)line.length, line.text);
}

static void print_title(const struct gym *gym, int columns)
{
    char title[1024];
    struct writer writer;

    writer_init(&writer, title, sizeof title);
    writer_format(&writer,
                  "%s in the gym: %s rules, %" PRIu64 " match%s of %" PRIu64
                  " round%s against each style, seed %" PRIu64,
                  gym->bot, gym->rules->name, gym->matches, text_es(gym->matches), gym->rounds,
                  text_s(gym->rounds), gym->seed.number);
    print_sentence(title, 0, columns);
}

/* How much of the table fits. The last column, of the rounds played, is for interrupted runs. */
enum table_width { TABLE_WIDE, TABLE_NARROW, TABLE_TINY };
enum { ROUNDS_COLUMNS = 10, WIDE_COLUMNS = 106, NARROW_COLUMNS = 80 };

struct table {
    enum table_width width;
    bool has_rounds;
};

static struct table choose_table(const struct gym *gym, int columns)
{
    struct table table = {TABLE_WIDE, !gym_is_complete(gym)};
    int more = table.has_rounds ? ROUNDS_COLUMNS : 0;

    if (columns > 0 && columns < WIDE_COLUMNS + more)
        table.width = columns < NARROW_COLUMNS + more ? TABLE_TINY : TABLE_NARROW;
    return table;
}

static int enemy_width(struct table table)
{
    return table.width == TABLE_WIDE ? 12 : 11;
}

static void print_head(struct table table)
{
    printf("\n%-26s", "style");
    if (table.width == TABLE_WIDE)
        printf(" %-11s %-6s", "family", "role");
    printf(" %12s %8s", "rounds won %", "at least");
    if (table.width != TABLE_TINY)
        printf(" %12s %*s", "own shots", enemy_width(table), "enemy shots");
    printf(" %s%s\n", table.width == TABLE_NARROW ? "match " : "matches",
           table.has_rounds ? "   rounds" : "");
}

static void print_style(const struct gym_style *style, struct table table)
{
    printf("%-26s", style->name);
    if (table.width == TABLE_WIDE)
        printf(" %-11s %-6s", gym_families[style->family].name, role_of(style));
}

static void print_figures(const struct gym_figures *figures, uint64_t rounds, struct table table)
{
    char matches[72];
    struct writer writer;

    writer_init(&writer, matches, sizeof matches);
    writer_format(&writer, "%" PRIu64 "-%" PRIu64, figures->won, figures->lost);
    if (figures->drawn)
        writer_format(&writer, "-%" PRIu64, figures->drawn);
    printf(" %12s %8s", figure_mean(100 * figures->share.mean, 100 * figures->share.error, 1).text,
           figure_number(100 * figures->at_least, 1).text);
    if (table.width != TABLE_TINY)
        printf(" %12s %*s", figure_mean(figures->shots[0].mean, figures->shots[0].error, 1).text,
               enemy_width(table),
               figure_mean(figures->shots[1].mean, figures->shots[1].error, 1).text);
    if (table.has_rounds)
        printf(" %-6s %9" PRIu64 "\n", matches, rounds);
    else
        printf(" %s\n", matches);
}

static uint64_t count_rounds(const struct gym *gym, bool is_final)
{
    uint64_t rounds = 0;

    for (int i = 0; i < gym->styles; i++)
        if (gym->result[i].style->is_final == is_final)
            rounds += gym_rounds_played(gym, &gym->result[i]);
    return rounds;
}

static void print_groups(const struct gym *gym, struct table table)
{
    static const char *const names[] = {"mean of the tuning styles", "mean of the final styles"};
    struct gym_figures figures;

    for (int is_final = 0; is_final < 2; is_final++) {
        if (!gym_group_figures(gym, (struct gym_group){-1, is_final}, &figures) ||
            count_rounds(gym, is_final) == 0)
            continue;
        printf("%-*s", table.width == TABLE_WIDE ? 45 : 26, names[is_final]);
        print_figures(&figures, count_rounds(gym, is_final), table);
    }
}

/* Does a row of the table have a figure in this column? */
static bool has_errors(const struct gym *gym)
{
    for (int i = 0; i < gym->styles; i++)
        if (isfinite(gym_figures(gym, &gym->result[i]).share.error))
            return true;
    return false;
}

static bool has_intervals(const struct gym *gym)
{
    for (int i = 0; i < gym->styles; i++)
        if (isfinite(gym_figures(gym, &gym->result[i]).at_least))
            return true;
    return false;
}

static void print_legend(const struct gym *gym, int columns)
{
    char text[1024];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (has_errors(gym))
        writer_put(&writer, "+-: standard error over the matches. ");
    if (has_intervals(gym))
        writer_put(&writer, "At least: the lower end of the 95 % interval, by Student's t from "
                            "the larger of that error and a binomial one (add-one smoothing). ");
    writer_put(&writer, "A draw counts half. Matches: won-lost-drawn.");
    if (!has_errors(gym))
        writer_put(&writer, " Errors need at least two matches against a style.");
    if (!has_intervals(gym))
        writer_format(&writer,
                      " The 95 %% interval and most advice need at least %d (--matches %d).",
                      GYM_FEW_MATCHES, GYM_FEW_MATCHES);
    print_sentence(text, 0, columns);
    if (!gym->rules->race)
        print_sentence("A round ends when a fleet is sunk, so the loser's shots are those until "
                       "then.",
                       0, columns);
}

/* If only some of the styles count, the advice must not look as if it were about all. */
static void print_advice(const struct gym *gym, int columns)
{
    struct gym_advice advice;
    char text[256];

    gym_advise(gym, &advice);
    if (advice.count == 0)
        return;
    printf("\nwhat stands out:\n");
    if (advice.counted > 0 && advice.counted < gym->styles) {
        snprintf(text, sizeof text,
                 "This is about the %d of %d styles with at least %d whole matches.",
                 advice.counted, gym->styles, GYM_FEW_MATCHES);
        print_sentence(text, 2, columns);
    }
    for (int i = 0; i < advice.count; i++)
        print_sentence(advice.sentence[i].text, 2, columns);
}

/* Each kind of trouble is explained once, where it occurred first. */
static void print_broken(const struct gym *gym)
{
    bool is_told[BROKEN_KINDS] = {false};

    for (int i = 0; i < gym->styles; i++) {
        const struct contest_side *side = &gym->result[i].sum.side[SIDE_A];

        if (contest_side_broken(side) == 0)
            continue;
        printf("broken against %s: ", gym->result[i].style->name);
        bot_facts_print_broken(side->broken, stdout);
        putchar('\n');
        if (!is_told[side->trouble.kind])
            bot_facts_print_first(&side->trouble, stdout);
        is_told[side->trouble.kind] = true;
    }
}

/* The styles that were played; returns how many were not. */
static int print_styles(const struct gym *gym, struct table table)
{
    int unplayed = 0;

    for (int i = 0; i < gym->styles; i++) {
        struct gym_figures figures = gym_figures(gym, &gym->result[i]);
        uint64_t rounds = gym_rounds_played(gym, &gym->result[i]);

        if (rounds == 0) {
            unplayed++;
            continue;
        }
        print_style(gym->result[i].style, table);
        print_figures(&figures, rounds, table);
    }
    return unplayed;
}

void gym_table_print(const struct gym *gym, const struct limits *limits, int columns)
{
    struct table table = choose_table(gym, columns);
    int unplayed;

    print_title(gym, columns);
    if (table.has_rounds)
        print_sentence("PARTIAL: stopped early; the figures of a style are those of the rounds "
                       "played",
                       0, columns);
    print_head(table);
    unplayed = print_styles(gym, table);
    print_groups(gym, table);
    if (unplayed > 0)
        printf("%d of %d styles not played\n", unplayed, gym->styles);
    print_legend(gym, columns);
    print_advice(gym, columns);
    print_broken(gym);
    if (has_guest(gym))
        bot_facts_print_limits(limits, stdout);
    secret_print(&gym->seed, stdout);
}

/* --- JSON --------------------------------------------------------------------------------------*/

static void set_figures(const struct gym_figures *figures, struct json_value *object)
{
    json_set(object, "share", json_double(figures->share.mean));
    json_set(object, "share_error", json_double(figures->share.error));
    json_set(object, "at_least", json_double(figures->at_least));
    json_set(object, "own_shots", json_double(figures->shots[0].mean));
    json_set(object, "own_shots_error", json_double(figures->shots[0].error));
    json_set(object, "enemy_shots", json_double(figures->shots[1].mean));
    json_set(object, "enemy_shots_error", json_double(figures->shots[1].error));
    json_set(object, "won", json_uint(figures->won));
    json_set(object, "lost", json_uint(figures->lost));
    json_set(object, "drawn", json_uint(figures->drawn));
}

static struct json_value *style_json(const struct gym *gym, const struct gym_result *result)
{
    struct gym_figures figures = gym_figures(gym, result);
    struct json_value *object = json_new_object();
    char text[24];

    json_set(object, "style", json_text(result->style->name));
    json_set(object, "bot", json_text(result->style->bot ? result->style->bot : gym->bot));
    json_set(object, "family", json_text(gym_families[result->style->family].name));
    json_set(object, "role", json_text(role_of(result->style)));
    json_set(object, "rounds", json_uint(gym_rounds_played(gym, result)));
    set_figures(&figures, object);
    json_set(object, "broken", bot_facts_broken_json(result->sum.side[SIDE_A].broken));
    if (result->sum.side[SIDE_A].trouble.round)
        json_set(object, "trouble",
                 bot_facts_trouble_json(&result->sum.side[SIDE_A].trouble, "round"));
    snprintf(text, sizeof text, "%016" PRIx64, result->sum.signature);
    json_set(object, "signature", json_text(text));
    return object;
}

/* The shots of each round, over all styles of the family. */
static struct json_value *curve_json(const struct gym *gym, int family)
{
    struct json_value *object = json_new_object();
    static const char *const keys[] = {"own_shots", "enemy_shots"};

    json_set(object, "family", json_text(gym_families[family].name));
    for (int side = 0; side < 2; side++) {
        struct json_value *list = json_new_array();

        for (uint64_t round = 0; round < gym->rounds; round++)
            json_append(list, json_double(gym_shots_between(gym, family, side, round, round + 1)));
        json_set(object, keys[side], list);
    }
    return object;
}

struct json_value *gym_table_json(const struct gym *gym, const struct limits *limits)
{
    struct json_value *object = json_new_object(), *styles = json_new_array();
    struct json_value *curves = json_new_array(), *sentences = json_new_array();
    struct gym_figures figures;
    struct gym_advice advice;

    json_set(object, "bot", json_text(gym->bot));
    for (int i = 0; i < gym->styles; i++)
        json_append(styles, style_json(gym, &gym->result[i]));
    json_set(object, "styles", styles);
    for (int family = 0; family < GYM_FAMILIES; family++)
        if (gym_group_figures(gym, (struct gym_group){family, -1}, &figures))
            json_append(curves, curve_json(gym, family));
    json_set(object, "curves", curves);
    gym_advise(gym, &advice);
    for (int i = 0; i < advice.count; i++)
        json_append(sentences, json_text(advice.sentence[i].text));
    json_set(object, "advice", sentences);
    if (has_guest(gym))
        json_set(object, "limits", bot_facts_limits_json(limits));
    return object;
}

/* --- CSV ---------------------------------------------------------------------------------------*/

static void write_matches(const struct gym *gym, const struct gym_result *result,
                          struct outfile *file)
{
    for (uint64_t i = 0; i < gym->matches; i++) {
        const struct gym_match *match = &result->match[i];

        if (gym_match_rounds(match) == 0)
            continue;
        fprintf(file->stream,
                "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
                ",%" PRIu64 "\n",
                result->style->name, gym_families[result->style->family].name,
                role_of(result->style), i + 1, match->won, match->lost, match->drawn, match->whole,
                match->shots[0], match->shots[1]);
    }
}

enum error gym_table_write_csv(const struct gym *gym, const char *path, struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    fputs("style,family,role,match,won,lost,drawn,whole,own_shots,enemy_shots\n", file.stream);
    for (int i = 0; i < gym->styles; i++)
        write_matches(gym, &gym->result[i], &file);
    return outfile_commit(&file, message);
}
