/* Facts about bots that several results share, as text and as JSON: what they broke, what is known
 * of guests, and the limits that guests play under. */
#ifndef BROADSIDE_REPORT_BOT_FACTS_H
#define BROADSIDE_REPORT_BOT_FACTS_H

#include "contest/contest_match.h"
#include "contest/limits.h"
#include "report/json.h"

/* A line such as `guest limits: start 5 s, move 1 s, ...`, and `{"start_ms": 5000, ...}`. */
void bot_facts_print_limits(const struct limits *limits, FILE *file);
struct json_value *bot_facts_limits_json(const struct limits *limits);

/* A guest's figures after its match. Times depend on the machine, so the JSON has them in
 * `seconds`. */
void bot_facts_print_guest(const struct guest_facts *guest, const char *bot, FILE *file);
struct json_value *bot_facts_guest_json(const struct guest_facts *guest);

/* `move-timeout: no answer within 1000 ms`, and
 * `{"round": 437, "kind": "move-timeout", "sentence": "..."}` with `unit` for "round". */
void bot_facts_print_trouble(const struct trouble *trouble, FILE *file);
struct json_value *bot_facts_trouble_json(const struct trouble *trouble, const char *unit);

/* The line of the first trouble, if any: `  match 2, round 3: crash: it exited with status 1`. */
void bot_facts_print_first(const struct trouble *trouble, FILE *file);

/* Broken rounds or games by kind: `crash 3, move-timeout 1`, and `{"crash": 3, ...}` with all
 * kinds. */
void bot_facts_print_broken(const uint64_t broken[BROKEN_KINDS], FILE *file);
struct json_value *bot_facts_broken_json(const uint64_t broken[BROKEN_KINDS]);
uint64_t bot_facts_broken_sum(const uint64_t broken[BROKEN_KINDS]);

/* A line each about broken rounds, badly placed ships and wasted shots, as far as there are any.
 * `trouble` may be NULL. */
void bot_facts_print_faults(const char *bot, const uint64_t broken[BROKEN_KINDS],
                            const struct trouble *trouble, uint64_t wrecks, uint64_t wasted,
                            FILE *file);

#endif
