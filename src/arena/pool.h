/* A pool of threads that share a range of independent jobs.
 *
 * Jobs are numbered; which thread runs which job is left to the machine, so a job's result may
 * depend on its number only. */
#ifndef BROADSIDE_ARENA_POOL_H
#define BROADSIDE_ARENA_POOL_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_THREADS = 256 };

/* Runs job 0 .. jobs - 1, each once, on `threads` threads numbered from 0 (the caller is one of
 * them). After a job returns false no new job starts. Where the system gives fewer threads than
 * asked for, those few do all the work. */
void pool_run(int threads, uint64_t jobs, bool (*job)(void *context, int thread, uint64_t number),
              void *context);

int pool_processors(void);

#endif
