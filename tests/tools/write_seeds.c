/* Writes records of short random games as seeds for the fuzzer: write_seeds FOLDER
 *
 * One file per rule set of tests/support/play.c, named after it. Run it again when the format of
 * records changes. */
#include "support/play.h"
#include "support/tape.h"

#include <stdio.h>

enum { MOST_MOVES = 24, MOST_CELLS = 100 };

static bool write_record(const char *folder, int set, const struct rules *rules)
{
    static struct game game;
    static struct tape tape;
    struct play play;
    char path[4096];
    FILE *file;
    bool fine;

    play_open(&play, (uint64_t)set);
    play_start(&game, rules, &play.rng);
    tape_start(&tape, &game);
    for (int i = 0; i < MOST_MOVES && !game_status(&game)->over; i++) {
        play_move(&play, &game);
        if (play.applied)
            tape_move(&tape, &game, &play.move, &play.outcome);
    }
    play_close(&play);
    snprintf(path, sizeof path, "%s/set-%02d", folder, set);
    file = fopen(path, "wb");
    if (!file) {
        perror(path);
        return false;
    }
    fine = fwrite(tape.text, 1, tape.writer.length, file) == tape.writer.length;
    return fclose(file) == 0 && fine;
}

int main(int count, char **arguments)
{
    struct rules rules;
    bool fine = true;

    if (count != 2) {
        fprintf(stderr, "usage: write_seeds FOLDER\n");
        return 2;
    }
    for (int set = 0; play_rules(set, &rules); set++)
        if (rules_cells(&rules) <= MOST_CELLS)
            fine &= write_record(arguments[1], set, &rules);
    return fine ? 0 : 1;
}
