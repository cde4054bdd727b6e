#include "report/bot_facts.h"

#include <inttypes.h>
#include <math.h>

/* --- guests ------------------------------------------------------------------------------------*/

void bot_facts_print_limits(const struct limits *limits, FILE *file)
{
    enum { WIDTH = 96, INDENT = 4 };
    char text[LIMITS_TEXT];
    struct slice rest, limit;
    int column = 0;
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    limits_print(limits, &writer);
    rest = slice_of(text);
    while (slice_cut(&rest, ',', &limit)) {
        limit = slice_trim(limit);
        if (column + 2 + (int)limit.length > WIDTH)
            column = fprintf(file, ",\n%*s", INDENT, "") - 2;
        else
            column += fprintf(file, column == 0 ? "guest limits: " : ", ");
        column += fprintf(file, "%.*s", (int)limit.length, limit.text);
    }
    fputc('\n', file);
}

struct json_value *bot_facts_limits_json(const struct limits *limits)
{
    struct json_value *object = json_new_object();
    const char *name;
    uint32_t value;

    for (int i = 0; (name = limits_item(limits, i, &value)) != NULL; i++)
        json_set(object, name, json_uint(value));
    json_set(object, "java_memory_mb", json_uint(limits_java_mb(limits)));
    return object;
}

static double mean_us(const struct guest_facts *guest)
{
    return guest->answers ? (double)guest->used_us / (double)guest->answers : NAN;
}

void bot_facts_print_guest(const struct guest_facts *guest, const char *bot, FILE *file)
{
    fprintf(file, "%s (%s): %" PRIu64 " answer%s", bot, guest->name, guest->answers,
            text_s(guest->answers));
    if (guest->answers > 0)
        fprintf(file, ", mean %.1f us, slowest %" PRIu64 " us", mean_us(guest), guest->slowest_us);
    fprintf(file, "; started in %.1f ms%s\n", 1e-3 * (double)guest->start_us,
            guest->jailed ? "" : "; not jailed");
}

struct json_value *bot_facts_guest_json(const struct guest_facts *guest)
{
    struct json_value *object = json_new_object(), *seconds = json_new_object();

    json_set(object, "name", json_text(guest->name));
    json_set(object, "id", json_text(guest->id));
    json_set(object, "jailed", json_bool(guest->jailed));
    json_set(object, "control_group", json_bool(guest->grouped));
    json_set(object, "answers", json_uint(guest->answers));
    json_set(object, "starts", json_uint(guest->starts));
    json_set(seconds, "start", json_double(1e-6 * (double)guest->start_us));
    json_set(seconds, "mean", json_double(1e-6 * mean_us(guest)));
    json_set(seconds, "slowest",
             json_double(guest->answers ? 1e-6 * (double)guest->slowest_us : NAN));
    json_set(object, "seconds", seconds);
    return object;
}

/* --- trouble -----------------------------------------------------------------------------------*/

void bot_facts_print_trouble(const struct trouble *trouble, FILE *file)
{
    fprintf(file, "%s%s%s\n", bot_broken_word(trouble->kind), trouble->sentence.text[0] ? ": " : "",
            trouble->sentence.text);
}

void bot_facts_print_first(const struct trouble *trouble, FILE *file)
{
    if (trouble->round == 0)
        return;
    fputs("  ", file);
    if (trouble->match)
        fprintf(file, "match %" PRIu64 ", ", trouble->match);
    fprintf(file, "round %" PRIu64 ": ", trouble->round);
    bot_facts_print_trouble(trouble, file);
}

struct json_value *bot_facts_trouble_json(const struct trouble *trouble, const char *unit)
{
    struct json_value *object = json_new_object();

    if (trouble->match)
        json_set(object, "match", json_uint(trouble->match));
    json_set(object, unit, json_uint(trouble->round));
    json_set(object, "kind", json_text(bot_broken_word(trouble->kind)));
    json_set(object, "sentence", json_text(trouble->sentence.text));
    return object;
}

void bot_facts_print_broken(const uint64_t broken[BROKEN_KINDS], FILE *file)
{
    const char *separator = "";

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        if (broken[kind]) {
            fprintf(file, "%s%s %" PRIu64, separator, bot_broken_word((enum broken)kind),
                    broken[kind]);
            separator = ", ";
        }
}

struct json_value *bot_facts_broken_json(const uint64_t broken[BROKEN_KINDS])
{
    struct json_value *object = json_new_object();

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        json_set(object, bot_broken_word((enum broken)kind), json_uint(broken[kind]));
    return object;
}

uint64_t bot_facts_broken_sum(const uint64_t broken[BROKEN_KINDS])
{
    uint64_t sum = 0;

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        sum += broken[kind];
    return sum;
}

void bot_facts_print_faults(const char *bot, const uint64_t broken[BROKEN_KINDS],
                            const struct trouble *trouble, uint64_t wrecks, uint64_t wasted,
                            FILE *file)
{
    uint64_t sum = bot_facts_broken_sum(broken);

    if (sum) {
        fprintf(file, "%s broke %" PRIu64 " round%s: ", bot, sum, text_s(sum));
        bot_facts_print_broken(broken, file);
        fputc('\n', file);
    }
    if (trouble)
        bot_facts_print_first(trouble, file);
    if (wrecks)
        fprintf(file, "%s lost %" PRIu64 " ship%s to bad placement before the first shot\n", bot,
                wrecks, text_s(wrecks));
    if (wasted)
        fprintf(file, "%s wasted %" PRIu64 " shot%s, off the board or at cells already shot at\n",
                bot, wasted, text_s(wasted));
}
