/* See guests.h. */
#include "cli/guests.h"

#include "base/path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Plugins run in this program, wherever it was started from. */
static void find_program(struct guests *guests)
{
    static const char self[] = "/proc/self/exe";
    ssize_t length = readlink(self, guests->program, sizeof guests->program - 1);

    if (length < 0)
        snprintf(guests->program, sizeof guests->program, "%s", self);
    else
        guests->program[length] = '\0';
    guests->config.program = guests->program;
}

enum error guests_init(struct guests *guests, struct message *message)
{
    enum error error = OK;

    guests->config.limits = limits_default;
    for (int i = 0; !error && i < guests->limits.count; i++) {
        error = limits_set(&guests->config.limits, guests->limits.value[i], message);
        if (error)
            message_prefix(message, "--limit");
    }
    find_program(guests);
    guests->opener = (struct bot_opener){guest_open, &guests->config};
    return error;
}

void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count)
{
    struct message missing;
    bool has_guest = false;

    for (int i = 0; i < count; i++) {
        bool in_process = guest_runs_in_process(&guests->config, bots[i]);

        if (in_process)
            fprintf(stderr, "broadside %s: --trust: %s runs inside this process, without a jail\n",
                    command, slice_quote(slice_of(bots[i])).text);
        has_guest |= guest_is_spec(bots[i]) && !in_process;
    }
    if (has_guest && guests->config.unsafe && jail_missing(&missing))
        fprintf(stderr, "broadside %s: --unsafe: guests run without full protection: %s\n", command,
                missing.text);
}

enum error guests_check_path(const struct bot *bot, const char *path, struct message *message)
{
    const struct guest_report *report = guest_report(bot);
    char *real = report && path ? realpath(path, NULL) : NULL;
    enum error error = OK;

    if (real && path_is_below(real, report->folder))
        error = error_set(
            ERR_IO, message,
            "%s is in the folder of the guest %s, which could read its opponent's moves "
            "there; choose another place",
            slice_quote(slice_of(path)).text, slice_quote(slice_of(bot->kind->name)).text);
    free(real);
    return error;
}

void guests_print_limits(const struct guests *guests, FILE *file)
{
    enum { WIDTH = 96, INDENT = 4 };
    char text[512];
    struct slice rest, limit;
    int column = 0;
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    limits_print(&guests->config.limits, &writer);
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

struct json_value *guests_limits_json(const struct guests *guests)
{
    struct json_value *object = json_new_object();
    const char *name;
    uint32_t value;

    for (int i = 0; (name = limits_item(&guests->config.limits, i, &value)) != NULL; i++)
        json_set(object, name, json_uint(value));
    return object;
}

static double mean_us(const struct guest_facts *facts)
{
    return facts->answers ? (double)facts->used_us / (double)facts->answers : 0;
}

struct json_value *guests_facts_json(const struct guest_facts *facts)
{
    struct json_value *object = json_new_object(), *seconds = json_new_object();

    json_set(object, "name", json_text(facts->name));
    json_set(object, "id", json_text(facts->id));
    json_set(object, "jailed", json_bool(facts->jailed));
    json_set(object, "answers", json_uint(facts->answers));
    json_set(object, "starts", json_uint(facts->starts));
    json_set(seconds, "start", json_double(1e-6 * (double)facts->start_us));
    json_set(seconds, "mean", json_double(1e-6 * mean_us(facts)));
    json_set(seconds, "slowest", json_double(1e-6 * (double)facts->slowest_us));
    json_set(object, "seconds", seconds);
    return object;
}

void guests_facts_print(const struct guest_facts *facts, const char *bot, FILE *file)
{
    fprintf(file,
            "%s (%s): %" PRIu64 " answers, mean %.1f us, slowest %" PRIu64
            " us; started in %.1f ms%s\n",
            bot, facts->name, facts->answers, mean_us(facts), facts->slowest_us,
            1e-3 * (double)facts->start_us, facts->jailed ? "" : "; not jailed");
}

struct json_value *guests_trouble_json(const struct trouble *trouble, const char *what)
{
    struct json_value *object = json_new_object();

    if (trouble->match)
        json_set(object, "match", json_uint(trouble->match));
    json_set(object, what, json_uint(trouble->round));
    json_set(object, "kind", json_text(bot_broken_word(trouble->kind)));
    json_set(object, "sentence", json_text(trouble->sentence.text));
    return object;
}

void guests_trouble_print(const struct trouble *trouble, FILE *file)
{
    fprintf(file, "%s%s%s\n", bot_broken_word(trouble->kind), trouble->sentence.text[0] ? ": " : "",
            trouble->sentence.text);
}
