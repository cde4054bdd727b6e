/* What a guest may use. One plain struct, the same for every guest of a run; all of it settable
 * (`--limit move=500`) and printed with the results. */
#ifndef BROADSIDE_GUEST_LIMITS_H
#define BROADSIDE_GUEST_LIMITS_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

struct limits {
    uint32_t start_ms;   /* from the start of the process to `ready` */
    uint32_t move_ms;    /* wall and processor time of one answer */
    uint32_t bank_ms;    /* wall time of all answers, per 1000 rounds; 0 for no bank */
    uint32_t memory_mb;  /* of all its processes together */
    uint32_t processes;  /* and threads */
    uint32_t output_kb;  /* standard output per round */
    uint32_t log_kb;     /* what is kept of standard error per match */
    uint32_t scratch_mb; /* home and tmp, each; no file grows larger */
    uint32_t build_ms;   /* the build step of a folder */
};

/* 5 s to start, 1 s a move, 120 s bank, 512 MB, 64 processes, 64 KB, 1 MB log, 16 MB, 60 s. */
extern const struct limits default_limits;

/* `KEY=NUMBER`, the keys being start, move, bank, build (milliseconds), memory, scratch (MB),
 * processes, output, log (KB). Refuses others with a sentence that lists them. */
enum error limits_set(struct limits *limits, const char *setting, struct message *message);

/* `start 5 s, move 1 s, bank 120 s per 1000 rounds, memory 512 MB, ...` */
void limits_print(const struct limits *limits, struct writer *writer);

/* Reads what limits_print writes, on top of the default limits. ERR_SYNTAX. */
enum error limits_parse(struct slice text, struct limits *limits, struct message *message);

/* Name and value of each, for tables and JSON: `start_ms`, 5000; NULL past the last. */
const char *limits_item(const struct limits *limits, int index, uint32_t *value);

#endif
