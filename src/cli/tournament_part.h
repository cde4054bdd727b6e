/* A part of a planned tournament. It is played in a scratch store on the disk of this machine and
 * published as a whole to a file that may be on storage that many machines share.
 *
 * The struct belongs to the caller: tournament_part_open first, tournament_part_close last, even
 * after an error. */
#ifndef BROADSIDE_CLI_TOURNAMENT_PART_H
#define BROADSIDE_CLI_TOURNAMENT_PART_H

#include "cli/part_file.h"
#include "cli/tournament_db.h"

struct tournament_part {
    struct tournament_db db;  /* the scratch store, and the contest with the matches so far */
    struct pairing *pairings; /* that are not played yet */
    int count;
    int owed, done; /* matches of the part; done: those that are published */
    struct part_file file;
};

/* Reads the plan, and what an earlier run of the part has published. ERR_MISMATCH for a plan of
 * another version of the program, and for a file at `path` that is not this part. */
enum error tournament_part_open(struct tournament_part *part, const char *plan, const char *path,
                                const struct shard *shard, struct message *message);
void tournament_part_close(struct tournament_part *part);

/* Plays what is left and publishes it from time to time and at the end, also if the run is stopped
 * or fails. */
enum error tournament_part_play(struct tournament_part *part, const struct tournament_db_run *run,
                                struct message *message);

#endif
