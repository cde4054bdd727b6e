#include "contest/sim_result.h"

#include <string.h>

/* As many as a game can have; turns have 16 bits. */
enum { MOST_SHOTS = 1 << 17, MOST_TURNS = UINT16_MAX };

enum error sim_result_put(struct buffer *buffer, uint64_t number)
{
    unsigned char bytes[10];
    size_t size = 0;

    do {
        bytes[size] = (unsigned char)(number & 0x7f);
        number >>= 7;
        bytes[size++] |= number ? 0x80 : 0;
    } while (number);
    return buffer_append(buffer, bytes, size);
}

bool sim_result_take(struct slice *bytes, uint64_t most, uint64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < 9 && i < bytes->length; i++) {
        unsigned char byte = (unsigned char)bytes->text[i];

        *number |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte & 0x80)
            continue;
        bytes->text += i + 1;
        bytes->length -= i + 1;
        return *number <= most;
    }
    return false;
}

/* --- sums --------------------------------------------------------------------------------------*/

static enum error put_histogram(const struct sim_histogram *histogram, struct buffer *buffer)
{
    enum error error = sim_result_put(buffer, histogram->size);

    for (uint32_t i = 0; !error && i < histogram->size; i++)
        error = sim_result_put(buffer, histogram->counts[i]);
    return error;
}

static enum error put_sums(const struct sim_sums *sums, struct buffer *buffer)
{
    enum error error = sim_result_put(buffer, sums->unsunk);

    if (!error)
        error = sim_result_put(buffer, sums->given_up);
    for (int i = 0; !error && i < BROKEN_KINDS; i++)
        error = sim_result_put(buffer, sums->broken[i]);
    if (!error)
        error = put_histogram(&sums->shots, buffer);
    return error ? error : put_histogram(&sums->turns, buffer);
}

/* A sign in the lowest bit. */
static enum error put_steps(const struct sim_steps *steps, struct buffer *buffer)
{
    uint64_t size = (uint64_t)(steps->sum < 0 ? -steps->sum : steps->sum);
    enum error error = sim_result_put(buffer, 2 * size + (steps->sum < 0));

    return error ? error : sim_result_put(buffer, steps->squares);
}

static enum error put_pair(const struct sim_game *a, const struct sim_game *b, uint64_t boards,
                           struct buffer *buffer)
{
    struct sim_pair pair = {.games = 0};
    enum error error;

    sim_pair_add_games(&pair, a, b, boards);
    error = sim_result_put(buffer, pair.games);
    if (!error)
        error = put_steps(&pair.shots, buffer);
    return error ? error : put_steps(&pair.turns, buffer);
}

static enum error take_histogram(struct slice *bytes, uint64_t boards, uint32_t most,
                                 struct sim_histogram *histogram, uint64_t *games)
{
    uint64_t size;

    *games = 0;
    if (!sim_result_take(bytes, (uint64_t)most + 1, &size) || size > bytes->length)
        return ERR_MISMATCH;
    if (sim_histogram_grow(histogram, (uint32_t)size) != OK)
        return ERR_MEMORY;
    for (uint64_t i = 0; i < size; i++) {
        if (!sim_result_take(bytes, boards - *games, &histogram->counts[i]))
            return ERR_MISMATCH;
        *games += histogram->counts[i];
    }
    return OK;
}

static enum error take_sums(struct slice *bytes, uint64_t boards, struct sim_sums *sums)
{
    uint64_t all = 0, turn_games;
    enum error error = OK;

    if (!sim_result_take(bytes, boards, &sums->unsunk) ||
        !sim_result_take(bytes, boards, &sums->given_up))
        return ERR_MISMATCH;
    for (int i = 0; i < BROKEN_KINDS; i++) {
        if (!sim_result_take(bytes, boards, &sums->broken[i]))
            return ERR_MISMATCH;
        all += sums->broken[i];
    }
    error = take_histogram(bytes, boards, MOST_SHOTS, &sums->shots, &sums->games);
    if (!error)
        error = take_histogram(bytes, boards, MOST_TURNS, &sums->turns, &turn_games);
    if (error)
        return error;
    all += sums->given_up + sums->games;
    return all == boards && turn_games == sums->games && sums->unsunk <= sums->games ? OK
                                                                                     : ERR_MISMATCH;
}

static bool take_steps(struct slice *bytes, uint64_t games, uint64_t most, struct sim_steps *steps)
{
    uint64_t sum;

    if (!sim_result_take(bytes, 2 * games * most + 1, &sum) ||
        !sim_result_take(bytes, games * most * most, &steps->squares))
        return false;
    steps->sum = sum & 1 ? -(int64_t)(sum / 2) : (int64_t)(sum / 2);
    return true;
}

static bool take_pair(struct slice *bytes, uint64_t boards, struct sim_pair *pair)
{
    return sim_result_take(bytes, boards, &pair->games) &&
           take_steps(bytes, pair->games, MOST_SHOTS, &pair->shots) &&
           take_steps(bytes, pair->games, MOST_TURNS, &pair->turns);
}

/* Both passes: the first one only checks, so that a damaged result adds nothing. */
static enum error add_sums(const struct sim_plan *plan, const int *bots, int count,
                           const struct sim_unit *unit, struct slice bytes, bool adds,
                           struct sim_total *total)
{
    enum error error = OK;

    for (int i = 0; !error && i < count; i++) {
        struct sim_sums sums = {.games = 0};

        error = take_sums(&bytes, unit->boards, &sums);
        if (!error && adds)
            error = sim_sums_add(&total->sums[bots[i]], &sums);
        sim_sums_release(&sums);
    }
    for (int a = 0; !error && a < count; a++)
        for (int b = a + 1; !error && b < count; b++) {
            struct sim_pair pair;

            if (!take_pair(&bytes, unit->boards, &pair))
                error = ERR_MISMATCH;
            else if (adds)
                sim_pair_add(&total->pairs[sim_pair_index(plan->bots, bots[a], bots[b])], &pair);
        }
    return error || bytes.length == 0 ? error : ERR_MISMATCH;
}

/* --- games -------------------------------------------------------------------------------------*/

static enum error put_game(const struct sim_game *game, struct buffer *buffer)
{
    enum error error = sim_result_put(buffer, game->shots);

    if (!error)
        error = sim_result_put(buffer, game->turns);
    if (!error)
        error = sim_result_put(buffer, game->result);
    return error ? error : sim_result_put(buffer, game->broken);
}

static bool take_game(struct slice *bytes, struct sim_game *game)
{
    uint64_t shots, turns, result, broken;

    if (!sim_result_take(bytes, MOST_SHOTS, &shots) ||
        !sim_result_take(bytes, MOST_TURNS, &turns) ||
        !sim_result_take(bytes, SIM_GIVEN_UP, &result) ||
        !sim_result_take(bytes, BROKEN_KINDS - 1, &broken) || result == SIM_UNPLAYED)
        return false;
    *game = (struct sim_game){(uint32_t)shots, (uint16_t)turns, (uint8_t)result, (uint8_t)broken};
    return true;
}

static enum error add_games(const int *bots, int count, const struct sim_unit *unit,
                            struct slice bytes, bool adds, struct sim_total *total)
{
    for (int i = 0; i < count; i++)
        for (uint64_t k = 0; k < unit->boards; k++) {
            struct sim_game game;

            if (!take_game(&bytes, &game))
                return ERR_MISMATCH;
            if (adds)
                total->games[bots[i]][unit->first - 1 + k] = game;
        }
    return bytes.length == 0 ? OK : ERR_MISMATCH;
}

/* --- both --------------------------------------------------------------------------------------*/

enum error sim_result_print(const struct sim_plan *plan, const struct sim_unit *unit,
                            const struct sim_game *const *games, struct buffer *buffer)
{
    int bots[MAX_SIM_BOTS], count = sim_plan_bots(plan, unit, bots);
    bool keeps_games = sim_plan_keeps_games(plan);
    enum error error = OK;

    for (int i = 0; !error && i < count; i++) {
        struct sim_sums sums = {.games = 0};

        for (uint64_t k = 0; keeps_games && !error && k < unit->boards; k++)
            error = put_game(&games[i][k], buffer);
        if (!keeps_games)
            error = sim_sums_add_games(&sums, games[i], unit->boards);
        if (!keeps_games && !error)
            error = put_sums(&sums, buffer);
        sim_sums_release(&sums);
    }
    for (int a = 0; !keeps_games && a < count; a++)
        for (int b = a + 1; !error && b < count; b++)
            error = put_pair(games[a], games[b], unit->boards, buffer);
    return error;
}

enum error sim_result_add(const struct sim_plan *plan, const struct sim_unit *unit,
                          struct slice bytes, struct sim_total *total)
{
    int bots[MAX_SIM_BOTS], count = sim_plan_bots(plan, unit, bots);
    enum error error = OK;

    for (int adds = 0; !error && adds < 2; adds++)
        error = sim_plan_keeps_games(plan) ? add_games(bots, count, unit, bytes, adds, total)
                                           : add_sums(plan, bots, count, unit, bytes, adds, total);
    return error;
}
