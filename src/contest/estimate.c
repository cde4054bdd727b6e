#include "contest/estimate.h"

#include "contest/schedule.h"

#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 20 };

/* The estimate counts as much as this share of the run, so that the first rounds, in which all bots
 * start, do not overturn it. */
static const double TRUST = 0.05;

/* --- one match ---------------------------------------------------------------------------------*/

/* Splits the times of the matches so far between the two sides. Each sweep sets an entrant's share
 * to what its opponents' shares leave of its matches, on average. */
static void split_played(const struct contest *contest, double share[MAX_ENTRANTS])
{
    double sum[MAX_ENTRANTS];
    int matches[MAX_ENTRANTS];

    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        memset(sum, 0, sizeof sum);
        memset(matches, 0, sizeof matches);
        for (int i = 0; i < contest->matches_count; i++) {
            const struct contest_match *match = &contest->matches[i];
            int player[2] = {match->pairing.a, match->pairing.b};

            for (int side = 0; side < 2; side++) {
                sum[player[side]] +=
                    sweep ? match->seconds - share[player[1 - side]] : match->seconds / 2;
                matches[player[side]]++;
            }
        }
        for (int i = 0; i < contest->entrants_count; i++) {
            double mean = matches[i] > 0 && sum[i] > 0 ? sum[i] / matches[i] : 0;

            /* Half a step: with full steps, the shares of two entrants could swap for ever. */
            share[i] = sweep ? (share[i] + mean) / 2 : mean;
        }
    }
}

/* An entrant that is new to this machine takes as long as the others on average. */
static void fill_unknown(const struct contest *contest, double share[MAX_ENTRANTS])
{
    double sum = 0;
    int known = 0;

    for (int i = 0; i < contest->entrants_count; i++)
        if (share[i] > 0) {
            sum += share[i];
            known++;
        }
    for (int i = 0; i < contest->entrants_count; i++)
        if (share[i] <= 0 && known > 0 && entrant_plays(&contest->entrants[i]))
            share[i] = sum / known;
}

static void find_shares(const struct contest *contest, double share[MAX_ENTRANTS])
{
    bool is_known = true;

    memset(share, 0, MAX_ENTRANTS * sizeof *share);
    for (int i = 0; i < contest->entrants_count; i++)
        is_known &=
            pace_is_known(&contest->entrants[i].pace) || !entrant_plays(&contest->entrants[i]);
    if (!is_known)
        split_played(contest, share);
    for (int i = 0; i < contest->entrants_count; i++)
        if (pace_is_known(&contest->entrants[i].pace))
            share[i] = pace_match(&contest->entrants[i].pace, contest->terms.rounds);
        else if (contest->entrants[i].share_us)
            share[i] = (double)contest->entrants[i].share_us / 1e6;
    if (!is_known)
        fill_unknown(contest, share);
}

/* --- all matches -------------------------------------------------------------------------------*/

/* Each match goes to the thread that is free first. */
static double schedule_on(const struct estimate *estimate, const struct pairing *pairings,
                          int threads)
{
    enum { MOST_THREADS = 256 };
    double busy[MOST_THREADS] = {0}, end = 0;

    if (threads < 1)
        threads = 1;
    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    for (int i = 0; i < estimate->matches; i++) {
        int first = 0;

        for (int thread = 1; thread < threads; thread++)
            if (busy[thread] < busy[first])
                first = thread;
        busy[first] += estimate->share[pairings[i].a] + estimate->share[pairings[i].b];
        if (busy[first] > end)
            end = busy[first];
    }
    return end;
}

void estimate_pairings(const struct contest *contest, const struct pairing *pairings, int count,
                       int threads, struct estimate *estimate)
{
    memset(estimate, 0, sizeof *estimate);
    estimate->stages = 1;
    estimate->matches = count;
    find_shares(contest, estimate->share);
    for (int i = 0; i < count; i++)
        estimate->work += estimate->share[pairings[i].a] + estimate->share[pairings[i].b];
    estimate->seconds = schedule_on(estimate, pairings, threads);
}

void estimate_make(const struct contest *contest, int threads, struct estimate *estimate)
{
    struct pairing *pairings;
    int stage, count;

    if (schedule_remaining(contest, &pairings, &count, &stage, NULL) != OK)
        count = 0;
    estimate_pairings(contest, pairings, count, threads, estimate);
    if (contest->terms.format == FORMAT_SWISS && count > 0)
        estimate->stages = schedule_stages(&contest->terms, contest_players(contest)) - stage;
    estimate->seconds *= estimate->stages;
    free(pairings);
}

/* --- during the run ----------------------------------------------------------------------------*/

/* How much of all that was left is done, from 0 to 1. Rounds of matches that are not complete count
 * as average ones. */
static double share_done(const struct estimate *estimate, const struct contest *contest,
                         const struct estimate_state *state)
{
    int complete = contest->matches_count - state->before;
    double rounds = (double)contest->terms.rounds, all = rounds * estimate->matches;
    double open = (double)state->rounds - rounds * complete, done = 0;

    if (all <= 0)
        return 0;
    if (estimate->work > 0) {
        for (int i = state->before; i < contest->matches_count; i++) {
            const struct pairing *pairing = &contest->matches[i].pairing;

            done += estimate->share[pairing->a] + estimate->share[pairing->b];
        }
        done /= estimate->work;
        done += open > 0 ? open / all : 0;
    } else {
        done = (double)state->rounds / all;
    }
    return (done < 1 ? done : 1) / estimate->stages;
}

double estimate_left(const struct estimate *estimate, const struct contest *contest,
                     const struct estimate_state *state)
{
    double done = share_done(estimate, contest, state), plan = estimate->seconds;

    if (plan > 0)
        return (1 - done) * (state->seconds + TRUST * plan) / (done + TRUST);
    return done > 0 ? (1 - done) / done * state->seconds : -1;
}
