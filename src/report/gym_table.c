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
    return gym->styles > 0 && gym->result[0].sum.side[SIDE_A].guest.is_guest;
}

/* --- the table ---------------------------------------------------------------------------------*/

void gym_table_list(FILE *file)
{
    fprintf(file, "%-26s %-11s %-6s  %s\n", "style", "family", "role", "bot");
    for (int i = 0; gym_style(i); i++) {
        const struct gym_style *style = gym_style(i);

        fprintf(file, "%-26s %-11s %-6s  %s\n", style->name, gym_families[style->family].name,
                role_of(style), style->bot ? style->bot : "the bot itself");
    }
}

static void print_figures(const struct gym_figures *figures)
{
    printf(" %13s %8s  %13s %12s  %" PRIu64 "-%" PRIu64,
           figure_mean(100 * figures->share.mean, 100 * figures->share.error, 1).text,
           figure_number(100 * figures->at_least, 1).text,
           figure_mean(figures->shots[0].mean, figures->shots[0].error, 1).text,
           figure_mean(figures->shots[1].mean, figures->shots[1].error, 1).text, figures->won,
           figures->lost);
    if (figures->drawn)
        printf("-%" PRIu64, figures->drawn);
    putchar('\n');
}

static void print_groups(const struct gym *gym)
{
    static const struct {
        const char *name;
        struct gym_group group;
    } groups[] = {{"mean of the tuning styles", {-1, 0}}, {"mean of the final styles", {-1, 1}}};
    struct gym_figures figures;

    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (!gym_group_figures(gym, groups[i].group, &figures))
            continue;
        printf("%-45s", groups[i].name);
        print_figures(&figures);
    }
}

static void print_advice(const struct gym *gym)
{
    struct gym_advice advice;

    gym_advise(gym, &advice);
    if (advice.count)
        printf("\nwhat stands out:\n");
    for (int i = 0; i < advice.count; i++)
        printf("  %s\n", advice.sentence[i].text);
}

static void print_broken(const struct gym *gym)
{
    for (int i = 0; i < gym->styles; i++) {
        const struct contest_side *side = &gym->result[i].sum.side[SIDE_A];

        if (contest_side_broken(side) == 0)
            continue;
        printf("broken against %s: ", gym->result[i].style->name);
        bot_facts_print_broken(side->broken, stdout);
        putchar('\n');
    }
}

void gym_table_print(const struct gym *gym, const struct limits *limits)
{
    printf("%s in the gym: %s rules, %" PRIu64 " match%s of %" PRIu64
           " round%s against each style, seed %" PRIu64 "\n\n",
           gym->bot, gym->rules->name, gym->matches, gym->matches == 1 ? "" : "es", gym->rounds,
           text_s(gym->rounds), gym->seed.number);
    printf("%-26s %-11s %-6s %13s %8s  %13s %12s  %s\n", "style", "family", "role", "rounds won %",
           "at least", "own shots", "enemy shots", "matches");
    for (int i = 0; i < gym->styles; i++) {
        const struct gym_style *style = gym->result[i].style;
        struct gym_figures figures = gym_figures(gym, &gym->result[i]);

        printf("%-26s %-11s %-6s", style->name, gym_families[style->family].name, role_of(style));
        print_figures(&figures);
    }
    print_groups(gym);
    printf("+-: standard error over the matches. At least: the lower end of the 95 %% interval. A "
           "draw counts half.\n");
    print_advice(gym);
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
    set_figures(&figures, object);
    json_set(object, "broken", bot_facts_broken_json(result->sum.side[SIDE_A].broken));
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
