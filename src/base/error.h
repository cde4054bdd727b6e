/* Errors of the outside world, one enum for the whole program.
 *
 * A fallible function returns `enum error` and hands results out through its last parameters.
 * Functions that judge text or rules also fill a `struct message` with one sentence that says what
 * is wrong and where; the message belongs to the caller and is always a terminated string.
 * Our own bugs are not errors: they are asserts. */
#ifndef BROADSIDE_BASE_ERROR_H
#define BROADSIDE_BASE_ERROR_H

#include <stdarg.h>

enum error {
    OK = 0,
    ERR_SYNTAX,      /* the text is not of the form that is asked for */
    ERR_RANGE,       /* the form is right, the value is not possible here */
    ERR_UNKNOWN,     /* a name nobody knows */
    ERR_RULES,       /* a rule set that contradicts itself or cannot be played */
    ERR_PLACEMENT,   /* a ship where none may lie */
    ERR_REPEAT,      /* a shot without a new cell */
    ERR_UNAVAILABLE, /* a move or action that is not possible now, or not in these rules */
    ERR_MISSING,     /* a library or program that is not installed or not built in */
    ERR_JAIL,        /* this machine cannot confine a guest */
    ERR_BUILD,       /* the build step of a bot failed */
    ERR_BUSY,        /* another process is using it */
    ERR_OVER,        /* the game has ended */
    ERR_MISMATCH,    /* a record that does not replay */
    ERR_FULL,        /* a buffer reached its cap */
    ERR_MEMORY,      /* the system has no memory left */
    ERR_IO           /* a file or stream failed */
};

/* A sentence for a person. Longer texts are cut, never overrun. */
enum { MESSAGE_SIZE = 320 };
struct message {
    char text[MESSAGE_SIZE];
};

/* Formats into `message`; a NULL message is allowed and ignored. */
void message_set(struct message *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* As message_set, and returns `error`, so that a refusal fits on one line. */
enum error error_set(enum error error, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "prefix: " before what the message says already. */
void message_prefix(struct message *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
