/* See ahead.h. Two slots behind one lock; the helper fills them, the player empties them. */
#include "arena/ahead.h"

#include "guest/affinity.h"
#include "guest/guest.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 2 };

struct slot {
    const char *spec; /* NULL: nothing wanted */
    struct bot *bot;
    bool is_due; /* the helper has not come to it yet */
};

struct ahead {
    const struct bot_opener *inner;
    uint64_t processor;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct slot slot[SLOTS];
    bool ends;
};

static struct slot *find_due(struct ahead *ahead)
{
    for (int i = 0; i < SLOTS; i++)
        if (ahead->slot[i].is_due)
            return &ahead->slot[i];
    return NULL;
}

static void *help(void *argument)
{
    struct ahead *ahead = argument;
    struct message ignored;
    struct affinity affinity = {.is_set = false};
    struct slot *slot;

    affinity_set(&affinity, ahead->processor);
    pthread_mutex_lock(&ahead->lock);
    while (!ahead->ends) {
        struct bot *bot = NULL;

        slot = find_due(ahead);
        if (!slot) {
            pthread_cond_wait(&ahead->changed, &ahead->lock);
            continue;
        }
        pthread_mutex_unlock(&ahead->lock);
        if (bot_open(ahead->inner, slot->spec, &bot, &ignored) != OK)
            bot = NULL;
        pthread_mutex_lock(&ahead->lock);
        slot->bot = bot;
        slot->is_due = false;
        pthread_cond_broadcast(&ahead->changed);
    }
    pthread_mutex_unlock(&ahead->lock);
    return NULL;
}

struct ahead *ahead_new(const struct bot_opener *inner, uint64_t processor)
{
    struct ahead *ahead = calloc(1, sizeof *ahead);

    if (!ahead)
        return NULL;
    ahead->inner = inner;
    ahead->processor = processor;
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    if (pthread_create(&ahead->thread, NULL, help, ahead) == 0)
        return ahead;
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    free(ahead);
    return NULL;
}

/* Holding the lock: all that was wanted has been seen to. */
static void wait_for_helper(struct ahead *ahead)
{
    while (find_due(ahead))
        pthread_cond_wait(&ahead->changed, &ahead->lock);
}

static void drop(struct ahead *ahead)
{
    for (int i = 0; i < SLOTS; i++) {
        bot_free(ahead->slot[i].bot);
        ahead->slot[i] = (struct slot){.spec = NULL};
    }
}

void ahead_want(struct ahead *ahead, const char *first, const char *second)
{
    const char *specs[SLOTS] = {first, second};

    pthread_mutex_lock(&ahead->lock);
    wait_for_helper(ahead);
    drop(ahead);
    for (int i = 0; i < SLOTS; i++)
        ahead->slot[i] = (struct slot){.spec = specs[i], .is_due = guest_is_spec(specs[i])};
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
}

enum error ahead_open(void *context, const char *spec, struct bot **bot, struct message *message)
{
    struct ahead *ahead = context;

    *bot = NULL;
    pthread_mutex_lock(&ahead->lock);
    wait_for_helper(ahead);
    for (int i = 0; i < SLOTS && !*bot; i++) {
        struct slot *slot = &ahead->slot[i];

        if (slot->bot && strcmp(slot->spec, spec) == 0) {
            *bot = slot->bot;
            slot->bot = NULL;
        }
    }
    pthread_mutex_unlock(&ahead->lock);
    return *bot ? OK : bot_open(ahead->inner, spec, bot, message);
}

void ahead_free(struct ahead *ahead)
{
    if (!ahead)
        return;
    pthread_mutex_lock(&ahead->lock);
    wait_for_helper(ahead);
    drop(ahead);
    ahead->ends = true;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
    pthread_join(ahead->thread, NULL);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    free(ahead);
}
