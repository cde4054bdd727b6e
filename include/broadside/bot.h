/* Broadside: the table of functions that a bot in C offers.
 *
 * This is the public twin of the program's own bot interface: the same calls in the same order,
 * with moves, layouts and outcomes as text (the encoding of docs/RULES.md) and the view as a flat
 * struct, so that a plugin needs nothing but this header. A plugin is a shared object that exports
 * one function, broadside_bot, which returns a table that lives as long as the plugin is loaded.
 *
 * Order of calls: create, match_start, then for each round round_start, place, any number of act /
 * outcome / enemy_move, round_end; finally match_end, destroy. Slots may be NULL except act;
 * without `place` the fleet is laid out uniformly at random. All pointers handed in belong to the
 * caller and are valid during the call only; the same view is filled anew for every call. */
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

/* What rules may ask of a bot; `plays` declares what it can answer. */
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

/* Cells of the enemy's board as far as they are known. */
enum {
    BROADSIDE_UNKNOWN = 0,
    BROADSIDE_MISS = 1,
    BROADSIDE_HIT = 2,
    BROADSIDE_WATER = 3 /* not shot, but surely empty */
};

/* Cells of the own board: 0 for water, otherwise 1 + the ship's number; plus this where it was
 * shot. */
enum { BROADSIDE_SHOT = 128 };

struct broadside_ship {
    const char *name;
    int length;
};

struct broadside_match {
    size_t size;       /* of this struct, for later versions */
    const char *rules; /* all knobs, as `broadside rules NAME` prints them */
    int width, height, ships;
    const struct broadside_ship *fleet;
    uint64_t rounds;
    uint64_t seed; /* the bot's own: same seed, same calls, please the same moves */
};

struct broadside_view {
    size_t size; /* of this struct, for later versions */
    int width, height;
    const unsigned char *enemy; /* width * height cells in reading order */
    const unsigned char *own;
    const unsigned char
        *enemy_afloat; /* per ship of the fleet; ships of one name count at the first */
    int enemy_sunk;    /* ships announced as sunk */
    int salvo;         /* cells that `fire` names now */
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

    /* Writes `Carrier A1 h, Battleship B3 v, ...` and a terminator, at most `size` bytes. */
    void (*place)(void *self, const struct broadside_view *view, char *layout, size_t size);

    /* Writes a move, `fire B3`, and a terminator, at most `size` bytes. */
    void (*act)(void *self, const struct broadside_view *view, char *move, size_t size);

    /* What a move did, as words: `B3=miss`, `C4=sunk:Carrier gain:smoke`. */
    void (*outcome)(void *self, const struct broadside_view *view, const char *move,
                    const char *outcome);
    void (*enemy_move)(void *self, const struct broadside_view *view, const char *move,
                       const char *outcome);

    void (*round_end)(void *self, uint64_t round, int result); /* 1 won, 0 drawn, -1 lost */
    void (*match_end)(void *self, uint64_t won, uint64_t lost, uint64_t drawn);
};

/* What a plugin exports. */
BROADSIDE_API const struct broadside_bot *broadside_bot(void);

#ifdef __cplusplus
}
#endif

#endif
