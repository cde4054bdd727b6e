/* The report of a tournament: a folder with one HTML page in it. */
#ifndef BROADSIDE_REPORT_TOURNAMENT_REPORT_H
#define BROADSIDE_REPORT_TOURNAMENT_REPORT_H

#include "base/buffer.h"
#include "contest/contest.h"

/* Where the report reads what a contest does not hold. The caller connects it to the store, and the
 * functions have the contract of those in store/tournaments.h. */
struct tournament_source {
    enum error (*rounds)(void *context, uint64_t match,
                         bool (*each)(void *context, uint64_t round, const struct round_note *note),
                         void *each_context, struct message *message);
    enum error (*heat)(void *context, uint64_t match, int side, struct heat_counts *heat,
                       struct message *message);
    enum error (*trouble)(void *context, uint64_t match, int side, struct buffer *trouble,
                          struct buffer *log, struct message *message);
    enum error (*records)(void *context, uint64_t match,
                          bool (*each)(void *context, uint64_t round, struct slice record),
                          void *each_context, struct message *message);
    void *context;
    struct slice engine; /* of the page, as WebAssembly, compressed with gzip; empty if the program
                          * was built without it */
};

/* Writes FOLDER/index.html. Creates the folder if it is missing. */
enum error tournament_report_write(const struct contest *contest,
                                   const struct tournament_source *source, const char *folder,
                                   struct message *message);

/* Checks that the report can be written, and creates the folder. For use before a long run. */
enum error tournament_report_check(const char *folder, struct message *message);

#endif
