/* What a guest may use. One plain struct, the same for every guest of a run. Every limit can be set
 * (`--limit move=500`) and is printed with the results.
 *
 * The limits are here and not in src/guest because they are part of a contest's terms. */
#ifndef BROADSIDE_CONTEST_LIMITS_H
#define BROADSIDE_CONTEST_LIMITS_H

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

enum { BANK_ROUNDS = 1000 };

struct limits {
    uint32_t start_ms; /* from the start of the process to `ready` */
    uint32_t move_ms;  /* wall-clock and processor time of one answer */
    uint32_t bank_ms;  /* time of all answers, per BANK_ROUNDS; 0 for no bank; see limits_bank_ms */
    uint32_t memory_mb;  /* of all its processes together; see limits_java_mb */
    uint32_t processes;  /* including threads */
    uint32_t output_kb;  /* standard output per round */
    uint32_t log_kb;     /* standard error kept per match */
    uint32_t scratch_mb; /* home and tmp, each; also the largest file */
    uint32_t build_ms;   /* the build step of a folder */
};

/* 5 s to start, 1 s a move, 120 s bank, 512 MB, 64 processes, 64 KB, 1 MB log, 16 MB, 60 s. */
extern const struct limits limits_default;

/* The longest text that limits_print and limits_print_settings write, with its terminator. */
enum { LIMITS_TEXT = 256 };

/* The time bank of a match in milliseconds, and what it is at least, however short the match. 0 for
 * no bank. */
uint64_t limits_bank_ms(const struct limits *limits, uint64_t rounds);
uint32_t limits_least_bank_ms(const struct limits *limits);

/* The memory limit of a Java virtual machine, which by default is higher. */
uint32_t limits_java_mb(const struct limits *limits);

/* Applies `KEY=NUMBER`. The keys are start, move, bank, build (milliseconds), memory, scratch (MB),
 * processes, output, log (KB). ERR_UNKNOWN with the list of keys, ERR_RANGE with the bounds. */
enum error limits_set(struct limits *limits, const char *setting, struct message *message);

/* For people: `start 5 s, move 1 s, bank 120 s per 1000 rounds (at least 10 s), memory 512 MB
 * (1024 MB for Java), ...` */
void limits_print(const struct limits *limits, struct writer *writer);

/* For files: all of them as limits_set takes them, `start=5000 move=1000 ...`. */
void limits_print_settings(const struct limits *limits, struct writer *writer);

/* Reads what limits_print_settings writes. A limit that is not mentioned has its default. */
enum error limits_parse_settings(struct slice text, struct limits *limits, struct message *message);

/* Reads what limits_print writes, which is what old databases hold. ERR_SYNTAX. */
enum error limits_parse_sentence(struct slice text, struct limits *limits, struct message *message);

/* Name and value of each limit, for tables and JSON: `start_ms`, 5000. NULL past the last. */
const char *limits_item(const struct limits *limits, int index, uint32_t *value);

#endif
