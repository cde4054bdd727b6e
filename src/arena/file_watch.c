/* See file_watch.h. A folder is read only if its stamp has changed since the last check. */
#include "arena/file_watch.h"

#include "guest/fingerprint.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct watched {
    char stamp[SHA256_HEX_SIZE]; /* of the files when their hash last matched; empty at first */
    bool has_changed;
};

struct file_watch {
    const struct entrant *entrants;
    int count;
    pthread_mutex_t lock;
    struct watched watched[];
};

struct file_watch *file_watch_new(const struct entrant *entrants, int count)
{
    struct file_watch *watch = calloc(1, sizeof *watch + (size_t)count * sizeof watch->watched[0]);

    if (!watch)
        return NULL;
    watch->entrants = entrants;
    watch->count = count;
    pthread_mutex_init(&watch->lock, NULL);
    return watch;
}

void file_watch_free(struct file_watch *watch)
{
    if (!watch)
        return;
    pthread_mutex_destroy(&watch->lock);
    free(watch);
}

/* The stamp is taken first, so a change while the files are read shows in the next check. */
static void check_files(struct watched *watched, const struct entrant *entrant)
{
    char stamp[SHA256_HEX_SIZE], hash[SHA256_HEX_SIZE];

    if (fingerprint_stamp(entrant->spec, stamp, NULL) != OK) {
        watched->has_changed = true;
        return;
    }
    if (strcmp(stamp, watched->stamp) == 0)
        return;
    watched->has_changed =
        fingerprint_compute(entrant->spec, hash, NULL) != OK || strcmp(hash, entrant->hash) != 0;
    memcpy(watched->stamp, stamp, sizeof stamp);
}

bool file_watch_has_changed(struct file_watch *watch, int entrant)
{
    const struct entrant *about = &watch->entrants[entrant];
    bool has_changed;

    pthread_mutex_lock(&watch->lock);
    if (about->is_guest && about->hash[0] && !watch->watched[entrant].has_changed)
        check_files(&watch->watched[entrant], about);
    has_changed = watch->watched[entrant].has_changed;
    pthread_mutex_unlock(&watch->lock);
    return has_changed;
}

bool file_watch_knows_changed(struct file_watch *watch, int entrant)
{
    bool has_changed;

    pthread_mutex_lock(&watch->lock);
    has_changed = watch->watched[entrant].has_changed;
    pthread_mutex_unlock(&watch->lock);
    return has_changed;
}

enum error file_watch_verdict(struct file_watch *watch, struct message *message)
{
    char names[MESSAGE_SIZE / 2];
    struct writer writer;
    int changed = 0;

    writer_init(&writer, names, sizeof names);
    for (int i = 0; i < watch->count; i++)
        if (file_watch_knows_changed(watch, i))
            writer_format(&writer, "%s%s", changed++ ? ", " : "", watch->entrants[i].name);
    if (changed == 0)
        return OK;
    return error_set(ERR_MISMATCH, message,
                     "%s: the files changed during the tournament; the remaining matches were not "
                     "played; to resume, add --replace or --remove with the name",
                     names);
}
