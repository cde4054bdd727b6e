/* A pool of threads that share a range of independent jobs.
 *
 * Any thread may run any job, so a job's result may depend only on its number. */
#ifndef BROADSIDE_ARENA_POOL_H
#define BROADSIDE_ARENA_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_THREADS = 256 };

/* Runs jobs 0 to jobs - 1, each once, on `threads` threads numbered from 0; the caller is one of
 * them. After a job returns false, no new job starts. If the system refuses threads, the others do
 * all the work. */
void pool_run(int threads, uint64_t jobs, bool (*job)(void *context, int thread, uint64_t number),
              void *context);

int pool_processors(void);

#endif
