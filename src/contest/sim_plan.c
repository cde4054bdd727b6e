#include "contest/sim_plan.h"

#include <assert.h>
#include <stdlib.h>

/* A block takes about this long, so that starting it costs little, but there are not so many that
 * their sums need much room. */
#define BLOCK_NS 50000000u
enum { MOST_BLOCKS = 8192, LEAST_BLOCKS = 128 };

static int learners(const struct sim_plan *plan)
{
    int count = 0;

    for (int i = 0; i < plan->bots; i++)
        count += plan->bot[i].learns;
    return count;
}

/* Nanoseconds for a board of the bots that do not learn. */
static uint64_t board_work(const struct sim_plan *plan)
{
    uint64_t work = 0;

    for (int i = 0; i < plan->bots; i++)
        if (!plan->bot[i].learns)
            work += plan->bot[i].game_ns;
    return work ? work : 1;
}

static uint64_t blocks(const struct sim_plan *plan)
{
    int others = plan->bots - learners(plan);
    uint64_t most, wanted;

    if (others == 0)
        return 0;
    most = (uint64_t)(MOST_BLOCKS / others);
    most = most < LEAST_BLOCKS ? LEAST_BLOCKS : most;
    most = most < plan->games ? most : plan->games;
    wanted = (uint64_t)((double)plan->games * (double)board_work(plan) / BLOCK_NS) + 1;
    wanted = wanted < LEAST_BLOCKS ? LEAST_BLOCKS : wanted;
    return wanted < most ? wanted : most;
}

int sim_plan_units(const struct sim_plan *plan)
{
    return learners(plan) + (int)blocks(plan);
}

struct sim_unit sim_plan_unit(const struct sim_plan *plan, int number)
{
    uint64_t count = blocks(plan), block, first, end;

    for (int i = 0, learner = 0; i < plan->bots; i++)
        if (plan->bot[i].learns && learner++ == number)
            return (struct sim_unit){.bot = i,
                                     .first = 1,
                                     .boards = plan->games,
                                     .work = plan->games * plan->bot[i].game_ns};
    assert(count > 0); /* what is not a learner is a block */
    block = (uint64_t)(number - learners(plan));
    first = plan->games * block / count;
    end = plan->games * (block + 1) / count;
    return (struct sim_unit){.bot = -1,
                             .first = first + 1,
                             .boards = end - first,
                             .work = (end - first) * board_work(plan)};
}

int sim_plan_bots(const struct sim_plan *plan, const struct sim_unit *unit, int bots[MAX_SIM_BOTS])
{
    int count = 0;

    for (int i = 0; i < plan->bots; i++)
        if (unit->bot < 0 ? !plan->bot[i].learns : unit->bot == i)
            bots[count++] = i;
    return count;
}

uint64_t sim_plan_unit_games(const struct sim_plan *plan, int number)
{
    struct sim_unit unit = sim_plan_unit(plan, number);
    int bots[MAX_SIM_BOTS];

    return unit.boards * (uint64_t)sim_plan_bots(plan, &unit, bots);
}

enum error sim_plan_split(const struct sim_plan *plan, int parts, int *part_of,
                          struct message *message)
{
    int count = sim_plan_units(plan);
    uint64_t *work = calloc((size_t)count + 1, sizeof *work);
    enum error error = OK;

    if (!work)
        return error_set(ERR_MEMORY, message, "out of memory");
    for (int i = 0; i < count; i++)
        work[i] = sim_plan_unit(plan, i).work;
    error = shard_split(work, count, parts, part_of, message);
    free(work);
    return error;
}

bool sim_plan_keeps_games(const struct sim_plan *plan)
{
    return plan->bots > 1 && learners(plan) > 0;
}
