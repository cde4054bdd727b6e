/* Bots of the next match, opened while the present one still runs: virtual machines and
 * interpreters take their time to start, and a processor would wait for them.
 *
 * One for each thread that plays matches. What is opened ahead is started by a thread of its own,
 * on the processor of the match it is for; that thread must outlive its processes, so ahead_free
 * comes after the last bot has been freed. */
#ifndef BROADSIDE_ARENA_AHEAD_H
#define BROADSIDE_ARENA_AHEAD_H

#include "bots/bot.h"

struct ahead;

/* NULL where there is no memory or no thread: then bots are opened when they are needed. The inner
 * opener must outlive it. */
struct ahead *ahead_new(const struct bot_opener *inner, uint64_t processor);

/* Opens the guests among these two from now on. The texts must stay until they were opened. What
 * was wanted before and not taken is closed. */
void ahead_want(struct ahead *ahead, const char *first, const char *second);

/* An opener, with the ahead as its context: takes what is there under this name, waiting for what
 * is about to be, and opens all else itself. A bot that failed ahead of time gets a second chance.
 */
enum error ahead_open(void *ahead, const char *spec, struct bot **bot, struct message *message);

void ahead_free(struct ahead *ahead); /* NULL is fine */

#endif
