/* Errors: one enum for the whole program.
 *
 * A fallible function returns `enum error` and passes results through its last parameters.
 * Functions that parse text or check rules also fill in a `struct message`, which says what is
 * wrong and where; the caller owns the message, and it is always terminated. Our own bugs are
 * asserts, not errors. */
#ifndef BROADSIDE_BASE_ERROR_H
#define BROADSIDE_BASE_ERROR_H

#include <stdarg.h>

enum error {
    OK = 0,
    ERR_SYNTAX,      /* malformed text */
    ERR_RANGE,       /* well-formed, but the value is out of range */
    ERR_UNKNOWN,     /* an unknown name */
    ERR_RULES,       /* rules that contradict themselves or cannot be played */
    ERR_PLACEMENT,   /* a ship in an illegal place */
    ERR_REPEAT,      /* a shot without a new cell */
    ERR_UNAVAILABLE, /* a move or action that is not possible now, or not in these rules */
    ERR_MISSING,     /* a library or program that is not installed or not built in */
    ERR_TERMINAL,    /* the full-screen game does not work on this terminal or in this build */
    ERR_JAIL,        /* this machine cannot confine a guest */
    ERR_BUILD,       /* the build step of a bot failed */
    ERR_BUSY,        /* another process is using it */
    ERR_OVER,        /* the game has ended */
    ERR_MISMATCH,    /* a record that does not replay */
    ERR_FULL,        /* a buffer reached its cap */
    ERR_MEMORY,      /* out of memory */
    ERR_IO           /* a file or stream operation failed */
};

/* A sentence for the user. Longer text is truncated. */
enum { MESSAGE_SIZE = 320 };
struct message {
    char text[MESSAGE_SIZE];
};

/* Formats `message`, unless it is NULL. */
void message_set(struct message *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Like message_set, but returns `error`, so that failing takes one statement. */
enum error error_set(enum error error, struct message *message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Inserts "prefix: " before the existing message. */
void message_prefix(struct message *message, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
