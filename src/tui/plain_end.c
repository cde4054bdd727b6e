/* The end of a game. Neither side has to trust the other: both commit to their fleets
 * before the first shot and reveal them after the last one, so that anyone can compare. */
#include "session/coach.h"
#include "session/narrate.h"
#include "tui/plain_internal.h"

#include <unistd.h>

enum { REVIEW_CAP = 4 << 20, LONG_LINE = RECORD_LINE_SIZE + 256 };

/* Shows every fleet line of the record: both fleets of the start, and one after each raise. */
static void reveal_fleets(struct plain *plain)
{
    struct slice rest = session_record(plain->session), line;
    char text[LONG_LINE];

    for (int fleets = 0; slice_cut(&rest, '\n', &line);) {
        struct slice word, side;

        if (!slice_word(&line, &word) || !slice_is(word, "fleet") || !slice_word(&line, &side))
            continue;
        line = slice_trim(line);
        fleets++;
        snprintf(text, sizeof text, "%s reveals%s: %.*s\n",
                 session_name(plain->session, slice_is(side, "b")),
                 fleets > 2 ? ", after the raise" : "", (int)line.length, line.text);
        plain_say(plain, text);
    }
    plain_say(plain, "To check a fleet yourself, hash the text after the colon and compare the "
                     "result with the\nSHA-256 that status showed during the game:\n"
                     "printf '%s\\n' 'TEXT' | sha256sum\n");
}

static void verify(struct plain *plain)
{
    struct message message;

    if (session_verify(plain->session, &message) == OK)
        plain_say(plain, "Both fleets match the commitments made at the start.\n");
    else
        plain_sayf(plain, "The game does not match its commitments: %s.\n", message.text);
}

void plain_epilogue(struct plain *plain)
{
    const struct status *status = game_status(session_game(plain->session));
    const char *const names[2] = {session_name(plain->session, 0), session_name(plain->session, 1)};
    char text[NARRATION_SIZE], seed[SEED_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_end(status, names, &writer);
    plain_show(plain, "\n");
    plain_say(plain, text);
    plain_truth(plain);
    plain_status(plain);
    reveal_fleets(plain);
    verify(plain);
    seed_print(session_seed(plain->session), seed);
    plain_sayf(plain, "Seed %s.\n", seed);
}

static void review(struct plain *plain, int side)
{
    struct message message;
    struct review review;
    struct buffer text;

    if (coach_review(session_record(plain->session), side, &review, &message) != OK) {
        plain_sayf(plain, "Your shots cannot be reviewed: %s.\n", message.text);
        return;
    }
    buffer_init(&text, REVIEW_CAP);
    coach_review_print(&review, game_rules(session_game(plain->session)),
                       session_name(plain->session, side), &text);
    if (text.length > 0)
        plain_show(plain, text.data);
    buffer_release(&text);
    coach_review_release(&review);
}

void plain_reviews(struct plain *plain)
{
    char line[LINE_SIZE];

    if (!plain_ask(plain,
                   "Press Enter to compare your shots with the best ones, or type quit to leave. ",
                   line)) {
        plain_show(plain, "\n");
        return;
    }
    if (!plain_line_is(line, ""))
        return;
    for (int side = 0; side < 2; side++)
        if (!session_is_bot(plain->session, side))
            review(plain, side);
}

/* A file named with --record is overwritten anyway at the end. Another one may be somebody's work:
 * overwrite it only if the player agrees. */
static bool may_write(struct plain *plain, const char *path)
{
    char question[LINE_SIZE], line[LINE_SIZE];

    if (plain->flow->record || plain->has_saved || access(path, F_OK) != 0)
        return true;
    snprintf(question, sizeof question, "%s already exists. Overwrite it? Yes or no [no]: ", path);
    if (isatty(fileno(plain->options->in)) && plain_ask(plain, question, line) &&
        (plain_line_is(line, "yes") || plain_line_is(line, "y")))
        return true;
    plain_sayf(plain,
               "Not saved: %s already exists. To write another file, leave and continue the game "
               "with --record FILE.\n",
               path);
    return false;
}

void plain_save(struct plain *plain)
{
    const char *path = plain->flow->record ? plain->flow->record : "broadside.record";
    struct message message;

    if (plain->flow->tutorial) {
        plain_say(plain, "The tutorial is not saved.\n");
        plain_tutorial_help(plain);
        return;
    }
    if (!may_write(plain, path))
        return;
    if (session_write_record(plain->session, path, &message) != OK)
        plain_sayf(plain, "Not saved: %s.\n", message.text);
    else {
        plain->has_saved = true;
        plain_sayf(plain, "Saved to %s. It contains both fleets: no peeking before the end.\n",
                   path);
    }
}
