/* Private to the plain game (and to screen_typed.c, which uses its answers).
 *
 * Answers go through plain_say, which remembers them for `repeat`; prompts and boards that were not
 * requested go through plain_show. If the output fails, the game ends: `quit` is set and
 * `write_error` has the reason. */
#ifndef BROADSIDE_TUI_PLAIN_PARTS_H
#define BROADSIDE_TUI_PLAIN_PARTS_H

#include "tui/plain.h"

enum { LINE_SIZE = 1024, NO_PLAYER = -1 };

struct plain {
    struct flow *flow; /* NULL if only questions are answered */
    struct session *session;
    const struct plain_options *options;
    bool quit;                     /* after `quit`, at the end of input, or if the output fails */
    int write_error;               /* errno of the failed output; 0 while it works */
    int read_error;                /* likewise, of the input */
    int at_keyboard;               /* of two people: the side that sees the screen, or NO_PLAYER */
    bool answer_is_complete;       /* the next text starts a new answer */
    struct buffer answer;          /* for `repeat` */
    struct buffer news;            /* for the other of two people, at their next turn */
    char save_error[MESSAGE_SIZE]; /* as last reported */
    bool is_in_line;               /* the last text did not end its line */
    int told;                      /* steps of the tutorial */
    bool has_saved;                /* `save` wrote its file, so it may write it again */
};

/* --- plain_io.c */

void plain_init(struct plain *plain, struct session *session, const struct plain_options *options);
void plain_release(struct plain *plain);

void plain_show(struct plain *plain, const char *text);
void plain_say(struct plain *plain, const char *text);
void plain_sayf(struct plain *plain, const char *format, ...) __attribute__((format(printf, 2, 3)));
void plain_repeat(struct plain *plain);

/* Prints a prompt and reads a line without its newline. At the end of input, returns false and sets
 * `quit`. NUL bytes and overlong lines become text that is not a command. */
bool plain_ask(struct plain *plain, const char *question, char line[LINE_SIZE]);

/* Clears the screen and its scrollback; without a screen, prints a line. */
void plain_clear(struct plain *plain);

/* Gives a person time to read a bot's move. */
void plain_pause(const struct plain *plain);

bool plain_line_is(const char *line, const char *word); /* ignores case and blanks around it */

/* --- plain_show.c: answers about the state of the game */

const struct view *plain_view(const struct plain *plain, int side);
void plain_boards(struct plain *plain, int side, bool asked);

struct board_side;
/* One board, or two side by side; `repeat` prints it again if it is to be remembered. */
void plain_draw(struct plain *plain, const struct board_side *left, const struct board_side *right,
                bool remember);
void plain_truth(struct plain *plain);
void plain_help(struct plain *plain);
void plain_fleet(struct plain *plain, int side);
void plain_stock(struct plain *plain, int side);
void plain_log(struct plain *plain, int side);
void plain_status(struct plain *plain);

/* --- plain_ask.c */

/* Answers the line if it is one of the questions of session/question.h; returns false otherwise. */
bool plain_question(struct plain *plain, int side, struct slice line);

/* --- plain_place.c */

/* Asks for a person's fleet. Leaving is not an error. */
enum error plain_place(struct plain *plain, int side, struct message *message);

/* --- plain_tutorial.c: only in the tutorial */

void plain_tutorial_tell(struct plain *plain); /* tells a step once */
void plain_tutorial_help(struct plain *plain);
bool plain_tutorial_allows(struct plain *plain, const struct move *move); /* or says why not */
void plain_tutorial_end(struct plain *plain);

/* --- plain_end.c */

void plain_epilogue(struct plain *plain);
void plain_reviews(struct plain *plain);
void plain_save(struct plain *plain);

#endif
