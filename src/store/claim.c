/* See tournaments.h: which process plays a tournament. Each tournament has a lock on one byte far
 * beyond the end of the database, which is never written. The system releases the lock when the
 * process ends for any reason, so there is nothing to clean up.
 *
 * Such locks belong to the process, and closing any descriptor of a file releases all locks of the
 * process on it, including those of SQLite. So this descriptor is closed after the database. */
#ifdef HAVE_SQLITE3
#include "store/sql_internal.h"
#include "store/tournaments.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* SQLite locks some bytes at 2^30. */
static const int64_t CLAIMS_BEGIN = (int64_t)1 << 42;
static const int64_t CLAIMS_MASK = ((int64_t)1 << 32) - 1;

static enum error refuse_claim(struct store *store, int64_t id, struct flock lock,
                               struct message *message)
{
    if (fcntl(store->claim_fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0)
        return error_set(ERR_BUSY, message, "%s: another process (%d) is playing tournament %lld",
                         store->path, (int)lock.l_pid, (long long)id);
    return error_set(ERR_BUSY, message, "%s: another process is playing tournament %lld",
                     store->path, (long long)id);
}

enum error tournament_claim(struct store *store, int64_t id, struct message *message)
{
    struct flock lock = {.l_type = F_WRLCK,
                         .l_whence = SEEK_SET,
                         .l_start = CLAIMS_BEGIN + (id & CLAIMS_MASK),
                         .l_len = 1};

    if (!store->has_claim) {
        store->claim_fd = open(store->path, O_RDWR | O_CLOEXEC);
        if (store->claim_fd < 0 && (errno == EROFS || errno == EACCES || errno == EPERM))
            return OK; /* cannot disturb others; the first write reports the error */
        if (store->claim_fd < 0)
            return error_set(ERR_IO, message, "%s: %s", store->path, strerror(errno));
        store->has_claim = true;
    }
    if (fcntl(store->claim_fd, F_SETLK, &lock) == 0)
        return OK;
    if (errno == EACCES || errno == EAGAIN)
        return refuse_claim(store, id, lock, message);
    return error_set(ERR_IO, message, "cannot lock %s: %s", store->path, strerror(errno));
}

void claim_release(struct store *store)
{
    if (store->has_claim)
        close(store->claim_fd);
    store->has_claim = false;
}
#endif
