/* See schema.h. `side` 0 and 1 are the sides a and b of the record; `bot` is empty for a person. */
#include "store/schema.h"

const char *const schema_step[SCHEMA_VERSION] = {
    /* 1: the games of people. AUTOINCREMENT: the number of a game that was deleted is not given
     * again, so that a number somebody wrote down never means another game. */
    "CREATE TABLE game ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  hash TEXT NOT NULL UNIQUE," /* SHA-256 of the record */
    "  ended INTEGER NOT NULL,"    /* seconds since 1970 */
    "  rules TEXT NOT NULL,"
    "  winner INTEGER NOT NULL CHECK (winner IN (0, 1, 2)),"
    "  reason TEXT NOT NULL,"
    "  moves INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL,"
    "  seed_given INTEGER NOT NULL,"
    "  record BLOB NOT NULL);"
    "CREATE TABLE side ("
    "  game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,"
    "  side INTEGER NOT NULL CHECK (side IN (0, 1)),"
    "  name TEXT NOT NULL,"
    "  bot TEXT NOT NULL,"
    "  shots INTEGER NOT NULL,"
    "  hits INTEGER NOT NULL,"
    "  turns INTEGER NOT NULL,"
    "  advised INTEGER NOT NULL,"
    "  PRIMARY KEY (game, side)) WITHOUT ROWID;",

    /* 2: the latest games and those of one player are found without reading all. */
    "CREATE INDEX game_ended ON game (ended, id);"
    "CREATE INDEX side_name ON side (name, bot);",
};
