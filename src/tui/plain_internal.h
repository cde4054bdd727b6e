/* What the files of the plain game share; nobody else includes this.
 *
 * Everything that is told goes through plain_say, which remembers it for `repeat`; prompts and
 * boards that nobody asked for go through plain_show. Output that fails makes the game end: `quit`
 * is set and `write_error` says why. */
#ifndef BROADSIDE_TUI_PLAIN_PARTS_H
#define BROADSIDE_TUI_PLAIN_PARTS_H

#include "tui/plain.h"

enum { LINE_SIZE = 1024, NOBODY_THERE = -1 };

struct plain {
    struct flow *flow; /* NULL where only questions are answered */
    struct session *session;
    const struct plain_options *options;
    bool quit;         /* by word, by the end of input, or because nobody listens any more */
    int write_error;   /* errno of the output that failed, 0 while it works */
    int at_keyboard;   /* of two people: the side that sees the screen, or NOBODY_THERE */
    bool heard_is_old; /* what is told next starts a new answer */
    struct buffer heard;
    struct buffer news; /* what the other of two people will be told when it is their turn */
    char save_error[MESSAGE_SIZE]; /* as it was reported last */
};

/* --- plain_io.c */

void plain_init(struct plain *plain, struct session *session, const struct plain_options *options);
void plain_release(struct plain *plain);

void plain_show(struct plain *plain, const char *text);
void plain_say(struct plain *plain, const char *text);
void plain_sayf(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
void plain_repeat(struct plain *plain);

/* Asks and reads a line without its end; false, and `quit` set, at the end of input. NUL bytes and
 * overlong lines come back as text that is no command. */
bool plain_ask(struct plain *plain, const char *question, char line[LINE_SIZE]);

/* Takes what was there off the screen and out of its scrollback; a line where there is no screen.
 */
void plain_clear(struct plain *plain);

/* A moment to read, for people. */
void plain_pause(const struct plain *plain);

bool line_is(const char *line, const char *word); /* but for blanks around it and case */

/* --- plain_show.c: answers about the state of the game */

const struct view *plain_view(const struct plain *plain, int side);
void plain_boards(struct plain *plain, int side, bool asked);
void plain_truth(struct plain *plain);
void plain_help(struct plain *plain);
void plain_fleet(struct plain *plain, int side);
void plain_stock(struct plain *plain, int side);
void plain_log(struct plain *plain, int side);

/* --- plain_ask.c */

/* Answers a line that is a question of this front end; false where it is something else. */
bool plain_question(struct plain *plain, int side, struct slice line);

/* --- plain_place.c */

/* Asks for a person's fleet. Leaving is no error. */
enum error plain_place(struct plain *plain, int side, struct message *message);

/* --- plain_end.c */

void plain_commitments(struct plain *plain);
void plain_epilogue(struct plain *plain);
void plain_reviews(struct plain *plain);
void plain_save(struct plain *plain);

#endif
