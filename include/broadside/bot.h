/* Broadside: the table of functions that a bot in C provides.
 *
 * This is the public version of the program's own bot interface. The calls and their order are the
 * same, but moves, layouts and outcomes are text (see docs/RULES.md) and the view is a flat struct,
 * so a plugin needs only this header. A plugin is a shared object that exports one function,
 * broadside_bot. It returns a table that stays valid while the plugin is loaded.
 *
 * Order of calls: create, match_start; for each round: round_start, place, any number of act,
 * outcome and enemy_move, round_end; finally match_end, destroy. Every function except act may be
 * NULL; without `place` the fleet is placed uniformly at random. All pointers passed in belong to
 * the caller and are valid only during the call; the view is refilled for every call. */
#ifndef BROADSIDE_BOT_H
#define BROADSIDE_BOT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BROADSIDE_BOT_ABI 1

#ifndef BROADSIDE_API
#define BROADSIDE_API __attribute__((visibility("default")))
#endif

/* Rules that a bot must know how to play; `plays` declares which ones it does. */
enum {
    BROADSIDE_PLAYS_SALVO = 1,
    BROADSIDE_PLAYS_HIT_AGAIN = 2,
    BROADSIDE_PLAYS_SPECIALS = 4,
    BROADSIDE_PLAYS_REINFORCE = 8,
    BROADSIDE_PLAYS_RACE = 16,
    BROADSIDE_PLAYS_WRECKS = 32,
    BROADSIDE_PLAYS_NO_TOUCH = 64,
    BROADSIDE_PLAYS_UNNAMED = 128
};

/* What is known about a cell of the enemy's board. */
enum {
    BROADSIDE_UNKNOWN = 0,
    BROADSIDE_MISS = 1,
    BROADSIDE_HIT = 2,
    BROADSIDE_WATER = 3 /* not shot, but known to be empty */
};

/* Cells of the own board: 0 for water, 1 + the ship's index otherwise. This is added if the cell
 * was shot. */
enum { BROADSIDE_SHOT = 128 };

struct broadside_ship {
    const char *name;
    int length;
};

struct broadside_match {
    size_t size;       /* size of this struct, for later versions */
    const char *rules; /* all knobs, as `broadside rules NAME` prints them */
    int width, height, ships;
    const struct broadside_ship *fleet;
    uint64_t rounds;
    uint64_t seed; /* the bot's own seed; the same seed and calls should give the same moves */
};

struct broadside_view {
    size_t size; /* size of this struct, for later versions */
    int width, height;
    const unsigned char *enemy; /* width * height cells, in reading order */
    const unsigned char *own;
    /* One count per ship of the fleet; ships with the same name are counted at the first. */
    const unsigned char *enemy_afloat;
    int enemy_sunk;                              /* ships announced as sunk */
    int salvo;                                   /* the number of cells that `fire` must name */
    int radar, smoke, artillery, torpedo, hints; /* what is in stock or unlocked */
};

struct broadside_bot {
    unsigned abi_version; /* BROADSIDE_BOT_ABI */
    size_t size;          /* sizeof(struct broadside_bot) */
    const char *name, *authors, *summary;
    unsigned plays; /* a set of BROADSIDE_PLAYS_ */

    void *(*create)(void); /* one instance per match; NULL means out of memory */
    void (*destroy)(void *self);
    void (*match_start)(void *self, const struct broadside_match *match);
    void (*round_start)(void *self, uint64_t round);

    /* Writes `Carrier A1 h, Battleship B3 v, ...`, at most `size` bytes with the terminator. */
    void (*place)(void *self, const struct broadside_view *view, char *layout, size_t size);

    /* Writes a move such as `fire B3`, at most `size` bytes with the terminator. */
    void (*act)(void *self, const struct broadside_view *view, char *move, size_t size);

    /* What an own or an enemy move did: `B3=miss`, `C4=sunk:Carrier gain:smoke`. */
    void (*outcome)(void *self, const struct broadside_view *view, const char *move,
                    const char *outcome);
    void (*enemy_move)(void *self, const struct broadside_view *view, const char *move,
                       const char *outcome);

    void (*round_end)(void *self, uint64_t round, int result); /* 1 won, 0 drawn, -1 lost */
    void (*match_end)(void *self, uint64_t won, uint64_t lost, uint64_t drawn);
};

/* The function that a plugin exports. */
BROADSIDE_API const struct broadside_bot *broadside_bot(void);

#ifdef __cplusplus
}
#endif

#endif
