/* Where the boards of a simulation come from. Board number N depends only on the seed, N and the
 * placement, not on the order of calls.
 *
 *     uniform      all legal layouts are equally likely
 *     sequential   ship by ship in the order of the fleet, each uniformly among its free places, as
 *                  many programs do it
 *     human        cells are covered as often as by people (infer/human.h)
 *     a bot        the fleet that this bot places in the first round of a match; a guest is started
 *                  again for each board
 *     a file       a layout per line, `#` starts a comment; starts over after the last one
 *
 * Threads share a struct boards, which they only read; each thread has its own placer. The rules
 * must outlive both. */
#ifndef BROADSIDE_ARENA_BOARDS_H
#define BROADSIDE_ARENA_BOARDS_H

#include "bots/bot.h"
#include "rules/layout.h"

struct boards;
struct placer;

/* Opens a placement by name. The name of a bot takes precedence over a file; ./random is the file.
 * With an opener, folders, `.so` and `cmd:` are guests. Errors in a file name the line. */
enum error boards_new(const char *placement, const struct rules *rules, const struct seed *seed,
                      const struct bot_opener *opener, struct boards **boards,
                      struct message *message);

/* Does this name a guest rather than a file of layouts? */
bool boards_is_guest(const char *placement);

/* Does this name a placement without files: one of this program, or a built-in bot? */
bool boards_is_named(const char *placement);

void boards_free(struct boards *boards);

enum error boards_placer_new(const struct boards *boards, struct placer **placer,
                             struct message *message);
void boards_placer_free(struct placer *placer);

/* Board `number`, counted from 1. Fails only if a placing bot breaks: ERR_PLACEMENT. */
enum error boards_draw(struct placer *placer, uint64_t number, struct layout *layout,
                       struct message *message);

#endif
