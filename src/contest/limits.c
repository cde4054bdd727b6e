/* One table of the limits is used to set, print and list them. */
#include "contest/limits.h"

#include <inttypes.h>

const struct limits limits_default = {
    .start_ms = 5000,
    .move_ms = 1000,
    .bank_ms = 120000,
    .memory_mb = 512,
    .processes = 64,
    .output_kb = 64,
    .log_kb = 1024,
    .scratch_mb = 16,
    .build_ms = 60000,
};

uint32_t limits_least_bank_ms(const struct limits *limits)
{
    enum { LEAST_BANK_MS = 10000 }; /* unless the limit itself is lower */

    return limits->bank_ms < LEAST_BANK_MS ? limits->bank_ms : LEAST_BANK_MS;
}

uint64_t limits_bank_ms(const struct limits *limits, uint64_t rounds)
{
    uint64_t least = limits_least_bank_ms(limits);
    uint64_t all = rounds > UINT32_MAX ? INT64_MAX / 1000 : limits->bank_ms * rounds / BANK_ROUNDS;

    return all > least ? all : least;
}

uint32_t limits_java_mb(const struct limits *limits)
{
    enum { JAVA_MB = 1024 };

    return limits->memory_mb == limits_default.memory_mb ? JAVA_MB : limits->memory_mb;
}

/* The bounds keep sums in 32 and 64 bits, and a guest able to start at all. */
static const struct limit {
    const char *key, *name, *unit;
    uint32_t least, most;
    size_t offset;
} items[] = {
    {"start", "start_ms", "ms", 1, 3600000, offsetof(struct limits, start_ms)},
    {"move", "move_ms", "ms", 1, 3600000, offsetof(struct limits, move_ms)},
    {"bank", "bank_ms", "ms", 0, 86400000, offsetof(struct limits, bank_ms)},
    {"memory", "memory_mb", "MB", 8, 1048576, offsetof(struct limits, memory_mb)},
    {"processes", "processes", "", 1, 4096, offsetof(struct limits, processes)},
    {"output", "output_kb", "KB", 1, 1048576, offsetof(struct limits, output_kb)},
    {"log", "log_kb", "KB", 0, 1048576, offsetof(struct limits, log_kb)},
    {"scratch", "scratch_mb", "MB", 1, 1048576, offsetof(struct limits, scratch_mb)},
    {"build", "build_ms", "ms", 1, 86400000, offsetof(struct limits, build_ms)},
};
enum { ITEMS = sizeof items / sizeof *items };

static uint32_t value_of(const struct limits *limits, const struct limit *item)
{
    return *(const uint32_t *)(const void *)((const char *)limits + item->offset);
}

static enum error refuse_key(struct slice key, struct message *message)
{
    char list[160];
    struct writer writer;

    writer_init(&writer, list, sizeof list);
    for (int i = 0; i < ITEMS; i++)
        writer_format(&writer, "%s%s", i ? ", " : "", items[i].key);
    return error_set(ERR_UNKNOWN, message, "unknown limit '%s'; the limits are %s",
                     slice_quote(key).text, list);
}

enum error limits_set(struct limits *limits, const char *setting, struct message *message)
{
    struct slice rest = slice_of(setting), key;
    uint64_t number;

    slice_cut(&rest, '=', &key);
    for (int i = 0; i < ITEMS; i++) {
        const struct limit *item = &items[i];

        if (!slice_is(key, item->key))
            continue;
        if (!slice_number(rest, item->most, &number) || number < item->least)
            return error_set(ERR_RANGE, message,
                             "limit %s: expected a whole number from %" PRIu32 " to %" PRIu32
                             "%s%s, for example %s=%" PRIu32,
                             item->key, item->least, item->most, *item->unit ? " " : "", item->unit,
                             item->key, value_of(&limits_default, item));
        *(uint32_t *)(void *)((char *)limits + item->offset) = (uint32_t)number;
        return OK;
    }
    return refuse_key(key, message);
}

static void print_time(struct writer *writer, uint32_t ms)
{
    if (ms % 1000 == 0)
        writer_format(writer, "%" PRIu32 " s", ms / 1000);
    else
        writer_format(writer, "%" PRIu32 " ms", ms);
}

void limits_print(const struct limits *limits, struct writer *writer)
{
    writer_put(writer, "start ");
    print_time(writer, limits->start_ms);
    writer_put(writer, ", move ");
    print_time(writer, limits->move_ms);
    if (limits->bank_ms > 0) {
        writer_put(writer, ", bank ");
        print_time(writer, limits->bank_ms);
        writer_put(writer, " per 1000 rounds (at least ");
        print_time(writer, limits_least_bank_ms(limits));
        writer_put(writer, ")");
    } else {
        writer_put(writer, ", no bank");
    }
    writer_format(writer, ", memory %" PRIu32 " MB", limits->memory_mb);
    if (limits_java_mb(limits) != limits->memory_mb)
        writer_format(writer, " (%" PRIu32 " MB for Java)", limits_java_mb(limits));
    writer_format(writer,
                  ", %" PRIu32 " process%s, output %" PRIu32 " KB per round, log %" PRIu32
                  " KB, scratch %" PRIu32 " MB, build ",
                  limits->processes, text_es(limits->processes), limits->output_kb, limits->log_kb,
                  limits->scratch_mb);
    print_time(writer, limits->build_ms);
}

void limits_print_settings(const struct limits *limits, struct writer *writer)
{
    for (int i = 0; i < ITEMS; i++)
        writer_format(writer, "%s%s=%" PRIu32, i ? " " : "", items[i].key,
                      value_of(limits, &items[i]));
}

enum error limits_parse_settings(struct slice text, struct limits *limits, struct message *message)
{
    char setting[64];
    struct slice word;
    struct writer writer;
    enum error error = OK;

    *limits = limits_default;
    while (!error && slice_word(&text, &word)) {
        writer_init(&writer, setting, sizeof setting);
        writer_format(&writer, "%.*s", (int)word.length, word.text);
        error = limits_set(limits, setting, message);
    }
    return error;
}

/* `move 300 ms`, `memory 512 MB`, `64 processes`: key and number in either order, then a unit. */
static bool parse_phrase(struct slice part, struct limits *limits)
{
    char setting[64];
    struct writer writer;
    struct slice key = {0}, number = {0}, unit = {0};
    uint64_t value;

    if (slice_is(part, "no bank")) {
        limits->bank_ms = 0;
        return true;
    }
    slice_word(&part, &key);
    slice_word(&part, &number);
    slice_word(&part, &unit);
    if (slice_number(key, UINT32_MAX, &value))
        key = slice_of("processes");
    else if (!slice_number(number, UINT32_MAX, &value))
        return false;
    if (slice_is(unit, "s"))
        value *= 1000;
    writer_init(&writer, setting, sizeof setting);
    writer_format(&writer, "%.*s=%" PRIu64, (int)key.length, key.text, value);
    return !writer.full && limits_set(limits, setting, NULL) == OK;
}

enum error limits_parse_sentence(struct slice text, struct limits *limits, struct message *message)
{
    struct slice part;

    *limits = limits_default;
    while (text.length > 0) {
        slice_cut(&text, ',', &part);
        if (!parse_phrase(slice_trim(part), limits))
            return error_set(ERR_SYNTAX, message, "'%s' is not a limit", slice_quote(part).text);
    }
    return OK;
}

const char *limits_item(const struct limits *limits, int index, uint32_t *value)
{
    if (index < 0 || index >= ITEMS)
        return NULL;
    *value = value_of(limits, &items[index]);
    return items[index].name;
}
