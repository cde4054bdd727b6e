/* See schema.h. `side` 0 and 1 are the sides a and b of the record; `bot` is empty for a person. */
#include "store/schema.h"

const char *const schema_step[SCHEMA_VERSION] = {
    /* 1: the games of people. AUTOINCREMENT: the number of a deleted game is never reused, so a
     * number that a person wrote down never means another game. */
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

    /* 2: finding the latest games and the games of one player without reading all of them. */
    "CREATE INDEX game_ended ON game (ended, id);"
    "CREATE INDEX side_name ON side (name, bot);",

    /* 3: tournaments. The `number` of an entrant is its place in the list; that of a match is part
     * of its seeds. Large values are not in `match`, so that tables can be computed without reading
     * them. Rounds are stored in chunks, because millions of rows would be slow to write and large.
     * Tables with long rows have an index instead of WITHOUT ROWID, which makes them a third faster
     * to write and to read and 4 % smaller (make bench). Seed, number and signature are unsigned
     * 64-bit numbers. */
    "CREATE TABLE tournament ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  started INTEGER NOT NULL," /* seconds since 1970 */
    "  ended INTEGER NOT NULL,"   /* 0: not yet */
    "  state INTEGER NOT NULL CHECK (state IN (0, 1)),"
    "  title TEXT NOT NULL,"
    "  rules TEXT NOT NULL," /* as rules_print writes them */
    "  seed INTEGER NOT NULL,"
    "  rounds INTEGER NOT NULL,"
    "  format TEXT NOT NULL,"
    "  leaders INTEGER NOT NULL,"
    "  stages INTEGER NOT NULL,"
    "  max_broken INTEGER NOT NULL,"
    "  total INTEGER NOT NULL,"
    "  paired INTEGER NOT NULL,"
    "  limits TEXT NOT NULL);"
    "CREATE TABLE entrant ("
    "  tournament INTEGER NOT NULL REFERENCES tournament (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL CHECK (number >= 0),"
    "  name TEXT NOT NULL,"
    "  spec TEXT NOT NULL,"
    "  id TEXT NOT NULL,"
    "  authors TEXT NOT NULL,"
    "  league TEXT NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  is_guest INTEGER NOT NULL,"
    "  is_out INTEGER NOT NULL,"
    "  is_gone INTEGER NOT NULL,"
    "  why TEXT NOT NULL,"
    "  PRIMARY KEY (tournament, number)) WITHOUT ROWID;"
    "CREATE TABLE match ("
    "  id INTEGER PRIMARY KEY,"
    "  tournament INTEGER NOT NULL,"
    "  number INTEGER NOT NULL,"
    "  stage INTEGER NOT NULL,"
    "  a INTEGER NOT NULL,"
    "  b INTEGER NOT NULL CHECK (a < b),"
    "  rounds INTEGER NOT NULL,"
    "  drawn INTEGER NOT NULL,"
    "  whole INTEGER NOT NULL,"
    "  signature INTEGER NOT NULL,"
    "  seconds REAL NOT NULL,"
    "  a_won INTEGER NOT NULL,"
    "  a_shots INTEGER NOT NULL,"
    "  a_wasted INTEGER NOT NULL,"
    "  a_wrecks INTEGER NOT NULL,"
    "  a_answers INTEGER NOT NULL,"
    "  a_used_us INTEGER NOT NULL,"
    "  a_slowest_us INTEGER NOT NULL,"
    "  a_broken TEXT NOT NULL," /* like `crash=1 illegal-move=3` */
    "  b_won INTEGER NOT NULL,"
    "  b_shots INTEGER NOT NULL,"
    "  b_wasted INTEGER NOT NULL,"
    "  b_wrecks INTEGER NOT NULL,"
    "  b_answers INTEGER NOT NULL,"
    "  b_used_us INTEGER NOT NULL,"
    "  b_slowest_us INTEGER NOT NULL,"
    "  b_broken TEXT NOT NULL,"
    "  UNIQUE (tournament, number),"
    "  FOREIGN KEY (tournament, a) REFERENCES entrant (tournament, number) ON DELETE CASCADE,"
    "  FOREIGN KEY (tournament, b) REFERENCES entrant (tournament, number) ON DELETE CASCADE);"
    "CREATE TABLE rounds ("
    "  match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,"
    "  chunk INTEGER NOT NULL,"
    "  notes BLOB NOT NULL," /* 1024 rounds of 12 bytes, fewer in the last chunk */
    "  UNIQUE (match, chunk));"
    "CREATE TABLE heat ("
    "  match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,"
    "  side INTEGER NOT NULL CHECK (side IN (0, 1)),"
    "  counts BLOB NOT NULL," /* 32 bits, lowest byte first: ships per cell, then shots per cell */
    "  UNIQUE (match, side));"
    "CREATE TABLE trouble ("
    "  match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,"
    "  side INTEGER NOT NULL CHECK (side IN (0, 1)),"
    "  sentence BLOB NOT NULL,"
    "  log BLOB NOT NULL,"
    "  UNIQUE (match, side));"
    "CREATE TABLE record ("
    "  match INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,"
    "  round INTEGER NOT NULL,"
    "  record BLOB NOT NULL,"
    "  UNIQUE (match, round));",

    /* 4: the limits of guests are settings such as `start=5000 move=1000` instead of a sentence. */
    "UPDATE tournament SET limits = limits_settings(limits);",

    /* 5: the secrets of seeds, in hexadecimal; empty without one. That of a tournament is for the
     * matches to come; each match has the one with which it was played. */
    "ALTER TABLE game ADD COLUMN secret TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tournament ADD COLUMN secret TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE match ADD COLUMN secret TEXT NOT NULL DEFAULT '';"
    /* How leagues are formed (contest/league.h), and the first stage of a swiss that an entrant can
     * play in. */
    "ALTER TABLE tournament ADD COLUMN leagues TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE entrant ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;"
    /* The time of --finish-by in seconds since 1970; 0 for none. */
    "ALTER TABLE tournament ADD COLUMN finish_by INTEGER NOT NULL DEFAULT 0;",

    /* 6: plans and their parts (contest/plan.h). All files of one plan have its key; other
     * tournaments have none. Part and parts are 0 except in a part. `share` is the part that an
     * entrant has in the time of a match, in microseconds. */
    "ALTER TABLE tournament ADD COLUMN plan_key TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tournament ADD COLUMN plan_version TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tournament ADD COLUMN part INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tournament ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE entrant ADD COLUMN share INTEGER NOT NULL DEFAULT 0;",

    /* 7: simulations that are played in parts (contest/sim_plan.h). A unit has its results as bytes
     * (contest/sim_result.h), the processor time of each of its bots in the same form, and what is
     * known of a guest. */
    "CREATE TABLE simulation ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  plan_key TEXT NOT NULL,"
    "  plan_version TEXT NOT NULL,"
    "  part INTEGER NOT NULL,"
    "  parts INTEGER NOT NULL,"
    "  rules TEXT NOT NULL,"
    "  games INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL,"
    "  secret TEXT NOT NULL,"
    "  placement TEXT NOT NULL,"
    "  placement_hash TEXT NOT NULL,"
    "  max_broken INTEGER NOT NULL,"
    "  limits TEXT NOT NULL);"
    "CREATE TABLE sim_bot ("
    "  simulation INTEGER NOT NULL REFERENCES simulation (id) ON DELETE CASCADE,"
    "  number INTEGER NOT NULL CHECK (number >= 0),"
    "  spec TEXT NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  learns INTEGER NOT NULL,"
    "  game_ns INTEGER NOT NULL,"
    "  PRIMARY KEY (simulation, number)) WITHOUT ROWID;"
    "CREATE TABLE sim_unit ("
    "  simulation INTEGER NOT NULL REFERENCES simulation (id) ON DELETE CASCADE,"
    "  unit INTEGER NOT NULL,"
    "  result BLOB NOT NULL,"
    "  core_us BLOB NOT NULL,"
    "  broken_board INTEGER NOT NULL,"
    "  broken_kind INTEGER NOT NULL,"
    "  trouble TEXT NOT NULL,"
    "  is_guest INTEGER NOT NULL,"
    "  name TEXT NOT NULL,"
    "  id TEXT NOT NULL,"
    "  answers INTEGER NOT NULL,"
    "  used_us INTEGER NOT NULL,"
    "  slowest_us INTEGER NOT NULL,"
    "  start_us INTEGER NOT NULL,"
    "  starts INTEGER NOT NULL,"
    "  strange INTEGER NOT NULL,"
    "  jailed INTEGER NOT NULL,"
    "  grouped INTEGER NOT NULL,"
    "  UNIQUE (simulation, unit));",
};
