/* How far a part of a plan is: a quick look at one published file, of thousands. */
#ifndef BROADSIDE_STORE_PART_PROGRESS_H
#define BROADSIDE_STORE_PART_PROGRESS_H

#include "contest/plan.h"

struct part_progress {
    struct plan plan;    /* its shard is zeros unless the file is a part; no key: not planned */
    bool is_other_stage; /* it has matches, but none of the stage */
    uint64_t count;      /* matches of the stage, or games of a simulation, that are complete */
    uint64_t work;       /* of these, in microseconds on one thread, as the plan estimates */
    double seconds;      /* that they took on one thread */
};

/* `stage` is that of the plan; 0 unless it is a swiss. A file that is not part of anything has no
 * key. ERR_UNKNOWN if there is no such file; ERR_MISMATCH if it is not a file of this program. */
enum error part_progress_read(const char *path, int stage, struct part_progress *progress,
                              struct message *message);

#endif
