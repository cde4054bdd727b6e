/* The dialogue between the arena and its guests as a text file, for debugging.
 *
 * A transcript begins with `# broadside transcript 1`; further lines are `a> LINE` (the arena to
 * bot a), `a< LINE` (bot a to the arena), the same with b, comments that begin with `#`, or empty.
 * docs/WRITING-A-BOT.md describes it for people.
 *
 * Writing: a transcript records one guest of each side at a time and must outlive them. Write
 * errors do not disturb the match; transcript_close reports them. Not thread-safe. */
#ifndef BROADSIDE_GUEST_TRANSCRIPT_H
#define BROADSIDE_GUEST_TRANSCRIPT_H

#include "guest/guest.h"

#include <stdio.h>

struct transcript;

/* Creates the file and writes its first line. */
enum error transcript_open(const char *path, struct transcript **transcript,
                           struct message *message);

/* Records this bot as `side` from now on. For a bot that is not a guest, a comment says that it has
 * no dialogue. To be called before bot_match_start. */
void transcript_listen(struct transcript *transcript, int side, struct bot *bot);

/* For callers that listen to the guest of this side themselves and pass everything on. */
const struct dialogue *transcript_dialogue(const struct transcript *transcript, int side);

/* Writes a comment of one line. */
void transcript_comment(struct transcript *transcript, const char *text);

/* ERR_IO with a message if the file is not complete. NULL is allowed. */
enum error transcript_close(struct transcript *transcript, struct message *message);

/* Reading: one line after the other from a text that belongs to the caller. */
struct transcript_line {
    int side; /* SIDE_A or SIDE_B */
    bool from_bot;
    struct slice text;
    uint64_t number; /* in the file, from 1 */
};

struct transcript_reader {
    struct slice rest;
    uint64_t number;
};

/* ERR_SYNTAX if the text is not a transcript. */
enum error transcript_read(struct transcript_reader *reader, struct slice text,
                           struct message *message);

/* The next line of the dialogue; ERR_OVER after the last. A last line without a newline is
 * incomplete and is ignored. */
enum error transcript_next(struct transcript_reader *reader, struct transcript_line *line,
                           struct message *message);

#endif
