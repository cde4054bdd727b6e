#include "report/sim_csv.h"

#include "base/clock.h"
#include "contest/games_csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const double FLUSH_SECONDS = 0.5;

static bool is_regular(int descriptor)
{
    struct stat status;

    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_standard_output(const char *path)
{
    struct stat file, output;

    return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &output) == 0 &&
           file.st_dev == output.st_dev && file.st_ino == output.st_ino;
}

/* Writing failed after `done` bytes of the buffer, usually because the disk is full. Removes the
 * line that is cut off. The text after the last whole line starts with the number of the first
 * board that is not complete. */
static void keep_whole_lines(struct sim_csv *csv, size_t done)
{
    off_t end = lseek(csv->descriptor, 0, SEEK_CUR);
    size_t kept = done;
    uint64_t next;

    while (kept > 0 && csv->text[kept - 1] != '\n')
        kept--;
    end -= (off_t)(done - kept);
    if (end < 0 || ftruncate(csv->descriptor, end) != 0 ||
        lseek(csv->descriptor, end, SEEK_SET) < 0) {
        csv->reason = errno; /* the file ends with part of a line */
        return;
    }
    next = strtoull(csv->text + kept, NULL, 10);
    if (next > csv->written + 1)
        csv->written = next - 1;
}

/* Writes the buffer, which ends with a whole line. */
static void flush(struct sim_csv *csv)
{
    size_t done = 0;

    while (!csv->reason && done < csv->used) {
        ssize_t count = write(csv->descriptor, csv->text + done, csv->used - done);

        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            csv->reason = errno;
    }
    if (!csv->reason) {
        csv->written = csv->board;
    } else if (done > 0 && is_regular(csv->descriptor)) {
        keep_whole_lines(csv, done);
    }
    csv->used = 0;
    csv->flushed = clock_seconds();
}

static void put(struct sim_csv *csv, const char *text, size_t length)
{
    if (length > sizeof csv->text - csv->used)
        flush(csv);
    memcpy(csv->text + csv->used, text, length);
    csv->used += length;
}

enum error sim_csv_open(struct sim_csv *csv, const char *path, const char *const *bot, int bots,
                        struct message *message)
{
    for (int i = 0; i < bots; i++)
        if (strlen(bot[i]) > GAMES_CSV_NAME)
            return error_set(ERR_RANGE, message, "%s: the name of bot %d is too long", path, i + 1);
    csv->path = path;
    csv->bot = bot;
    csv->bots = bots;
    csv->board = csv->written = 0;
    csv->used = 0;
    csv->reason = 0;
    csv->descriptor = is_standard_output(path)
                          ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) /* not for guests */
                          : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (csv->descriptor < 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    put(csv, GAMES_CSV_HEADER "\n", sizeof GAMES_CSV_HEADER);
    flush(csv);
    return OK;
}

/* --- lines -------------------------------------------------------------------------------------*/

/* A field, in quotes if it needs them. */
static void put_field(struct writer *line, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        writer_put(line, text);
        return;
    }
    writer_put(line, "\"");
    for (; *text; text++)
        writer_format(line, *text == '"' ? "\"%c" : "%c", *text);
    writer_put(line, "\"");
}

static void put_game(struct sim_csv *csv, uint64_t board, const char *bot,
                     const struct sim_game *game)
{
    char text[GAMES_CSV_LINE];
    struct writer line;

    writer_init(&line, text, sizeof text);
    writer_format(&line, "%" PRIu64 ",", board);
    put_field(&line, bot);
    writer_format(&line, ",%" PRIu32 ",%u,%s\n", game->shots, (unsigned)game->turns,
                  sim_stats_result_word(game));
    put(csv, text, line.length);
}

bool sim_csv_add(struct sim_csv *csv, uint64_t board, const struct sim_game *games)
{
    for (int i = 0; i < csv->bots; i++)
        if (games[i].result != SIM_UNPLAYED)
            put_game(csv, board, csv->bot[i], &games[i]);
    csv->board = board;
    if (clock_seconds() - csv->flushed >= FLUSH_SECONDS)
        flush(csv);
    return csv->reason == 0;
}

enum error sim_csv_close(struct sim_csv *csv, struct message *message)
{
    int reason;

    flush(csv);
    reason = csv->reason;
    if (!reason && is_regular(csv->descriptor) && fsync(csv->descriptor) != 0)
        reason = errno;
    if (close(csv->descriptor) != 0 && !reason)
        reason = errno;
    if (!reason)
        return OK;
    return error_set(ERR_IO, message, "%s: %s; it has the games of the first %" PRIu64 " board%s",
                     csv->path, strerror(reason), csv->written, text_s(csv->written));
}
