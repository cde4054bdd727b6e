/* See match_keep.h. */
#include "cli/match_keep.h"

#include "base/outfile.h"
#include "guest/guest.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, FILE_NAME_SIZE = 64, MOST_LAST = 1000000000, LEAVE_MS = 500 };

enum error match_records_keep(struct match_records *records, const char *which,
                              struct message *message)
{
    static const char last[] = "last:";
    size_t length = sizeof last - 1;

    if (strcmp(which, "all") == 0) {
        records->keep = KEEP_ALL;
        return OK;
    }
    if (strcmp(which, "broken") == 0) {
        records->keep = KEEP_BROKEN;
        return OK;
    }
    records->keep = KEEP_LAST;
    if (strncmp(which, last, length) == 0 &&
        slice_number(slice_of(which + length), MOST_LAST, &records->last) && records->last > 0)
        return OK;
    return error_set(ERR_SYNTAX, message, "--keep '%s': the value must be all, last:N or broken",
                     slice_quote(slice_of(which)).text);
}

static enum error name_file(const struct match_records *records, const char *name,
                            char path[PATH_SIZE], struct message *message)
{
    if (snprintf(path, PATH_SIZE, "%s/%s", records->folder, name) < PATH_SIZE - FILE_NAME_SIZE)
        return OK;
    return error_set(ERR_IO, message, "%s: %s", records->folder, strerror(ENAMETOOLONG));
}

static enum error name_round(const struct match_records *records, uint64_t number,
                             char path[PATH_SIZE], struct message *message)
{
    char name[FILE_NAME_SIZE];

    snprintf(name, sizeof name, "round-%06" PRIu64 ".txt", number);
    return name_file(records, name, path, message);
}

enum error match_records_open(struct match_records *records, const char *folder,
                              struct message *message)
{
    char path[PATH_SIZE];
    enum error error;

    records->folder = folder;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(errno));
    error = name_round(records, 1, path, message);
    return error ? error : outfile_probe(path, message);
}

static enum error write_file(const char *path, struct slice text, struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    fwrite(text.text, 1, text.length, file.stream);
    return outfile_commit(&file, message);
}

enum error match_records_round(struct match_records *records, uint64_t number,
                               const struct round *round, struct slice record,
                               struct message *message)
{
    char path[PATH_SIZE];
    enum error error;

    if (records->keep == KEEP_BROKEN && !round->broken[0] && !round->broken[1])
        return OK;
    error = name_round(records, number, path, message);
    if (!error)
        error = write_file(path, record, message);
    if (error || records->keep != KEEP_LAST || number <= records->last)
        return error;
    error = name_round(records, number - records->last, path, message);
    if (!error && unlink(path) != 0)
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    return error;
}

void match_records_log(struct match_records *records, int side, struct bot *bot)
{
    char path[PATH_SIZE];

    if (!guest_report(bot))
        return;
    guest_finish(bot, LEAVE_MS); /* what it says at the end belongs to it */
    if (name_file(records, side == SIDE_A ? "a.log" : "b.log", path, &records->failed) == OK)
        write_file(path, guest_log(bot), &records->failed);
}
