/* Where the boards of a simulation come from. Board number N is a function of the seed, N and the
 * placement alone, whoever asks and in whatever order.
 *
 *     uniform      every legal layout with the same chance
 *     sequential   ship after ship in the order of the fleet, each uniformly among its places that
 *                  are still free, as many programs do it
 *     human        cells covered as often as by people (arena/human.h)
 *     a bot        the fleet that this bot lays out as in the first round of a match; a guest
 * starts anew for each a file       a layout per line, `#` starts a comment; from the top again
 * after the last one
 *
 * A struct boards is shared by threads and only read; each thread has a placer of its own. The
 * rules must outlive both. */
#ifndef BROADSIDE_ARENA_BOARDS_H
#define BROADSIDE_ARENA_BOARDS_H

#include "bots/bot.h"
#include "rules/layout.h"

struct boards;
struct placer;

/* A placement by its name. A bot's name comes before a file's; ./random is the file. With an
 * opener, folders, `.so` and `cmd:` are guests. Errors in a file are told with their line. */
enum error boards_new(const char *placement, const struct rules *rules, uint64_t seed,
                      const struct bot_opener *opener, struct boards **boards,
                      struct message *message);
void boards_free(struct boards *boards);

enum error placer_new(const struct boards *boards, struct placer **placer, struct message *message);
void placer_free(struct placer *placer);

/* Board `number`, counted from 1. Fails only where a placing bot breaks: ERR_PLACEMENT. */
enum error placer_draw(struct placer *placer, uint64_t number, struct layout *layout,
                       struct message *message);

#endif
