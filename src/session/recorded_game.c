#include "session/recorded_game.h"

#include "bots/bot.h"
#include "session/puzzle.h"
#include "session/session_internal.h"

#include <string.h>

static const int64_t day_seconds = 24 * 60 * 60;

/* Reads 2026-11-18T10:50:38Z. Returns 0 if it is not such a time. */
static int64_t parse_time(struct slice text)
{
    static const char form[] = "T00:00:00Z";
    struct slice date = {text.text, 10};
    struct puzzle_date day;
    int part[3];

    if (text.length != date.length + sizeof form - 1 || puzzle_date_parse(date, &day, NULL) != OK)
        return 0;
    text.text += date.length;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == '0' ? !text_is_digit(text.text[i]) : text.text[i] != form[i])
            return 0;
    for (int i = 0; i < 3; i++)
        part[i] = 10 * (text.text[3 * i + 1] - '0') + text.text[3 * i + 2] - '0';
    if (part[0] > 23 || part[1] > 59 || part[2] > 59)
        return 0;
    return puzzle_date_days(day) * day_seconds + part[0] * 3600 + part[1] * 60 + part[2];
}

static void read_note(struct recorded_game *game, struct slice line, int number)
{
    struct game_notes *notes = &game->notes;
    struct slice word;

    if (line.length == 0 || line.text[0] != '#')
        return;
    line.text++;
    line.length--;
    slice_word(&line, &word);
    if (slice_is(word, "ended")) {
        game->ended_line = number;
        game->ended_text = slice_trim(line);
        notes->ended = parse_time(game->ended_text);
    } else if (slice_is(word, "seed")) {
        notes->seed_given = slice_is(slice_trim(line), "given");
    } else if (slice_is(word, "bot")) {
        slice_word(&line, &word);
        for (int side = 0; side < 2; side++)
            if (slice_is(word, event_side_word(side)))
                slice_printable(notes->bot[side], sizeof notes->bot[side], slice_trim(line));
    }
}

static void read_notes(struct recorded_game *game, const struct listed_record *record)
{
    struct slice notes = record->notes, line;
    int number = record->before;

    for (size_t i = 0; i < notes.length; i++)
        number -= notes.text[i] == '\n';
    while (slice_cut(&notes, '\n', &line))
        read_note(game, line, ++number);
    if (game->notes.bot[SIDE_A][0] || game->notes.bot[SIDE_B][0])
        return;
    for (int side = 0; side < 2; side++)
        if (bot_is_built_in(game->reader.record.name[side]))
            memcpy(game->notes.bot[side], game->reader.record.name[side], NAME_SIZE);
}

static void count_advice(struct recorded_game *game, struct slice record)
{
    struct slice line, word;

    while (slice_cut(&record, '\n', &line)) {
        if (line.length < sizeof ADVICE_MARK ||
            memcmp(line.text, ADVICE_MARK " ", sizeof ADVICE_MARK) != 0)
            continue;
        word = slice_trim(
            (struct slice){line.text + sizeof ADVICE_MARK, line.length - sizeof ADVICE_MARK});
        for (int side = 0; side < 2; side++)
            game->advised[side] += slice_is(word, event_side_word(side));
    }
}

enum error recorded_game_read(struct recorded_game *game, const struct listed_record *record,
                              struct message *message)
{
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    memset(game, 0, sizeof *game);
    error = record_open_part(&game->reader, record->text, record->before, message);
    while (!error && more)
        error = record_step(&game->reader, &move, &outcome, &more, message);
    if (error)
        return error;
    read_notes(game, record);
    count_advice(game, record->text);
    for (int side = 0; side < 2; side++)
        game->hits[side] = game->reader.game.view[side].tracking.hits;
    return OK;
}

enum error recorded_game_text(const struct listed_record *record, struct buffer *text)
{
    struct slice rest = record->text, line;
    enum error error = OK;

    while (!error && slice_cut(&rest, '\n', &line)) {
        line.length -= line.length > 0 && line.text[line.length - 1] == '\r';
        error = buffer_append(text, line.text, line.length);
        if (!error)
            error = buffer_put(text, "\n");
    }
    return error;
}

void recorded_game_describe(const struct session *session, struct game_notes *notes)
{
    *notes = (struct game_notes){.seed_given = session_seed_given(session)};
    for (int side = 0; side < 2; side++)
        if (session_is_bot(session, side))
            text_printable(notes->bot[side], sizeof notes->bot[side], session_bot(session, side));
}

void recorded_game_write_notes(const struct game_notes *notes, struct writer *writer)
{
    if (notes->ended > 0) {
        struct puzzle_date date = puzzle_date_at(notes->ended);
        int seconds = (int)(notes->ended % day_seconds);

        writer_format(writer, "# ended %04d-%02d-%02dT%02d:%02d:%02dZ\n", date.year, date.month,
                      date.day, seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    for (int side = 0; side < 2; side++)
        if (notes->bot[side][0])
            writer_format(writer, "# bot %s %s\n", event_side_word(side), notes->bot[side]);
    if (notes->seed_given)
        writer_put(writer, "# seed given\n");
}
