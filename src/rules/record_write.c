/* Writing records. */
#include "rules/record.h"

#include <string.h>

enum { RULES_TEXT_SIZE = 2048, LAYOUT_TEXT_SIZE = 1024 };

void record_nonce(const uint8_t bytes[16], char nonce[NONCE_SIZE])
{
    text_hex(bytes, 16, nonce);
}

void record_commitment(const char *nonce, const char *layout, char hex[SHA256_HEX_SIZE])
{
    char text[NONCE_SIZE + LAYOUT_TEXT_SIZE + 1];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%s %s\n", nonce, layout);
    sha256_hex(text, writer.length, hex);
}

static void write_rules(const struct rules *rules, struct writer *writer)
{
    char text[RULES_TEXT_SIZE];
    struct writer lines;
    struct slice rest, line;

    writer_init(&lines, text, sizeof text);
    rules_print(rules, &lines);
    rest = (struct slice){text, lines.length};
    while (slice_cut(&rest, '\n', &line))
        writer_format(writer, "rule %.*s\n", (int)line.length, line.text);
}

void record_write_head(const struct record *record, struct writer *writer)
{
    char layout[2][LAYOUT_TEXT_SIZE], hex[SHA256_HEX_SIZE];
    int first_fleet = record->solo ? SIDE_B : SIDE_A;

    writer_format(writer, "broadside record %d\nversion %s\n", RECORD_VERSION, record->version);
    write_rules(&record->rules, writer);
    for (int side = 0; side < 2; side++)
        writer_format(writer, "player %s %s\n", event_side_word(side), record->name[side]);
    writer_format(writer, "first %s\n%s", event_side_word(record->first),
                  record->solo ? "solo\n" : "");
    for (int side = first_fleet; side < 2; side++) {
        struct writer text;

        writer_init(&text, layout[side], sizeof layout[side]);
        layout_print(&record->layout[side], &record->rules, &text);
        record_commitment(record->nonce[side], layout[side], hex);
        writer_format(writer, "commit %s %s\n", event_side_word(side), hex);
    }
    for (int side = first_fleet; side < 2; side++)
        writer_format(writer, "fleet %s %s %s\n", event_side_word(side), record->nonce[side],
                      layout[side]);
}

void record_write_move(const struct rules *rules, int number, const struct move *move,
                       const struct outcome *outcome, struct writer *writer)
{
    writer_format(writer, "%d %s ", number, event_side_word(outcome->mover));
    move_print(move, rules, writer);
    writer_put(writer, " -> ");
    outcome_print(outcome, rules, writer);
    writer_put(writer, "\n");
}

void record_write_fleet(const struct view *view, const char *nonce, struct writer *writer)
{
    char layout[LAYOUT_TEXT_SIZE], hex[SHA256_HEX_SIZE];
    struct writer text;

    writer_init(&text, layout, sizeof layout);
    view_print_fleet(view, &text);
    record_commitment(nonce, layout, hex);
    writer_format(writer, "commit %s %s\nfleet %s %s %s\n", event_side_word(view->side), hex,
                  event_side_word(view->side), nonce, layout);
}

void record_write_end(const struct status *status, const struct seed *seed, struct writer *writer)
{
    char text[SEED_TEXT_SIZE];

    seed_print(seed, text);
    writer_format(writer, "result %s %s\n", event_side_word(status->winner),
                  event_reason_word((enum reason)status->reason));
    if (!seed->is_unknown)
        writer_format(writer, "seed %s\n", text);
}
