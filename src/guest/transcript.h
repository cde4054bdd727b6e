/* The dialogue between the arena and its guests as a text file, for debugging.
 *
 * A transcript begins with `# broadside transcript 1`; further lines are `a> LINE` (the arena to
 * bot a), `a< LINE` (bot a to the arena), the same with b, comments that begin with `#`, or empty.
 * docs/DEBUGGING-A-BOT.md describes it for people.
 *
 * Writing: a transcript hears the guests that it is given to listen to, one of each side at a time,
 * and must outlive them. What cannot be written is told at the end and disturbs nobody before. One
 * thread at a time. */
#ifndef BROADSIDE_GUEST_TRANSCRIPT_H
#define BROADSIDE_GUEST_TRANSCRIPT_H

#include "bots/bot.h"

#include <stdio.h>

struct transcript;

/* Begins the file. */
enum error transcript_open(const char *path, struct transcript **transcript,
                           struct message *message);

/* From now on hears this bot as `side`; of a bot that is no guest it is noted that it says nothing.
 * Hosts of bots call it before the match is told. */
void transcript_listen(struct transcript *transcript, int side, struct bot *bot);

/* A comment, one line. */
void transcript_comment(struct transcript *transcript, const char *text);

/* ERR_IO with a sentence if anything of it could not be written. NULL is fine. */
enum error transcript_close(struct transcript *transcript, struct message *message);

/* Reading: line after line out of a text that belongs to the caller. */
struct transcript_line {
    int side; /* SIDE_A or SIDE_B */
    bool from_bot;
    struct slice text;
    uint64_t number; /* in the file, counted from 1 */
};

struct transcript_reader {
    struct slice rest;
    uint64_t number;
};

/* Refuses what is no transcript. */
enum error transcript_read(struct transcript_reader *reader, struct slice text,
                           struct message *message);

/* The next line of the dialogue; ERR_OVER past the last. A last line without its newline was being
 * written when something ended, and is left out. */
enum error transcript_next(struct transcript_reader *reader, struct transcript_line *line,
                           struct message *message);

#endif
