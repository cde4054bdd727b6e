/* Records: the text format of a finished or running game. A record replays exactly, or the reader
 * says where it does not.
 *
 *     broadside record 1
 *     version 0.1.0
 *     rule name = classic           (one line per knob, as in rules_print)
 *     player a Ann
 *     player b random
 *     first a
 *     commit a 9f86d0...            (SHA-256 of the fleet line without its first two words)
 *     commit b 60303a...
 *     fleet a NONCE Carrier A1 h, Battleship B3 v, ...
 *     fleet b NONCE ...
 *     1 a fire B3 -> B3=miss
 *     2 b fire C4 -> C4=hit
 *     result a sunk                 (once the game is over)
 *     seed 42                       (once the game is over; also 42:SECRET)
 *
 * A solo game (game_init_solo) has a line `solo` after `first a`, and no commitment or fleet of
 * side A.
 *
 * A line that starts with `#` is a comment. A byte order mark and CRLF line ends are accepted.
 *
 * After a raise, a new commitment and fleet of that side follow, as the same two kinds of lines.
 * To check a commitment: sed -n 's/^fleet a //p' FILE | head -1 | sha256sum
 *
 * The writer belongs to the caller, and so does the text to read, which must outlive the reader.
 * Nothing allocates. */
#ifndef BROADSIDE_RULES_RECORD_H
#define BROADSIDE_RULES_RECORD_H

#include "base/sha256.h"
#include "rules/game.h"

enum {
    RECORD_VERSION = 1,
    NAME_SIZE = 64,
    NONCE_SIZE = 33,         /* 32 hexadecimal digits */
    RECORD_LINE_SIZE = 4096, /* longer lines are rejected */
};

struct record {
    char version[32]; /* of the program that wrote it */
    struct rules rules;
    char name[2][NAME_SIZE];
    int first;
    bool solo; /* side A has no fleet, nonce or layout */
    char nonce[2][NONCE_SIZE];
    struct layout layout[2];
    bool has_seed;
    struct seed seed;
};

/* Prints 16 random bytes as 32 hexadecimal digits. */
void record_nonce(const uint8_t bytes[16], char nonce[NONCE_SIZE]);

/* The commitment that is published before the game: the hash of "NONCE LAYOUT\n". */
void record_commitment(const char *nonce, const char *layout, char hex[SHA256_HEX_SIZE]);

/* Writes everything before the first move. */
void record_write_head(const struct record *record, struct writer *writer);

/* Writes one move as applied; `number` counts from 1. */
void record_write_move(const struct rules *rules, int number, const struct move *move,
                       const struct outcome *outcome, struct writer *writer);

/* Writes the new commitment and fleet of the side that has just raised a ship. */
void record_write_fleet(const struct view *view, const char *nonce, struct writer *writer);

/* Writes the end of a finished game. */
void record_write_end(const struct status *status, const struct seed *seed, struct writer *writer);

struct record_reader {
    struct slice rest;
    int line, moves;
    struct record record; /* has_seed is set after the end was read */
    struct game game;     /* after the moves read so far */
    char commitment[2][SHA256_HEX_SIZE];
};

/* Reads the head, checks the commitments and sets up the game. */
enum error record_open(struct record_reader *reader, struct slice text, struct message *message);

/* The same for a record that is part of a text, after `before` lines of it, so that errors give the
 * line in the text. */
enum error record_open_part(struct record_reader *reader, struct slice text, int before,
                            struct message *message);

/* Reads and applies the next move. If there is none, sets `*more` to false and nothing else. */
enum error record_step(struct record_reader *reader, struct move *move, struct outcome *outcome,
                       bool *more, struct message *message);

/* A text of several records, one after another. Comments before the first line of a record are its
 * notes; blank lines between records are skipped. */
struct record_list {
    struct slice rest;
    int line; /* lines cut so far */
};

struct listed_record {
    struct slice notes, text; /* whole lines */
    int before;               /* lines before `text`, for record_open_part */
};

struct record_list record_list_of(struct slice text);

/* Cuts off the next record; false if there is none. Text that is not a record is cut off like one,
 * so that record_open_part reports it. */
bool record_list_next(struct record_list *list, struct listed_record *record);

#endif
