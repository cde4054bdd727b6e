/* Games from a text of records (rules/record.h), as the page exports them and `broadside stats`
 * reads them: each is summed up. Comments before a record may say what it does not contain itself:
 *
 *     # ended 2026-11-18T10:50:38Z
 *     # bot b exact:samples=500     (as the player named it)
 *     # seed given                  (with --seed)
 *     broadside record 1
 *
 * session_write_record writes all but the time, which is that of the file.
 *
 * Without them the time is unknown, a player with the name of a built-in bot is this bot, and the
 * seed was drawn. Other comments are ignored. */
#ifndef BROADSIDE_SESSION_RECORDED_GAME_H
#define BROADSIDE_SESSION_RECORDED_GAME_H

#include "base/buffer.h"
#include "rules/record.h"
#include "session/session.h"

enum { NOTES_SIZE = 256 };

struct game_notes {
    int64_t ended;          /* seconds since 1970; 0 if it is unknown */
    char bot[2][NAME_SIZE]; /* empty for a person */
    bool seed_given;
};

struct recorded_game {
    struct record_reader reader; /* after the last move */
    struct game_notes notes;
    int ended_line; /* of the comment `# ended`, 0 without one; notes.ended is 0 if it is no time */
    struct slice ended_text;
    int hits[2], advised[2];
};

/* Reads a whole record, finished or not. The message has the line of an error. */
enum error recorded_game_read(struct recorded_game *game, const struct listed_record *record,
                              struct message *message);

/* Appends the record as programs write it, with plain line ends, so that equal games are equal
 * texts. */
enum error recorded_game_text(const struct listed_record *record, struct buffer *text);

/* What the record of this game does not contain; nobody knows yet when it ended. */
void recorded_game_describe(const struct session *session, struct game_notes *notes);

/* Writes the comments. */
void recorded_game_write_notes(const struct game_notes *notes, struct writer *writer);

#endif
