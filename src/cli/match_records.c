#include "cli/match_records.h"

#include "base/buffer.h"
#include "guest/guest.h"
#include "report/record_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LAST = 1000000000, LEAVE_MS = 500 };

enum error match_records_keep(struct match_records *records, const char *which,
                              struct message *message)
{
    static const char last[] = "last:";

    if (strcmp(which, "all") == 0) {
        records->keep = KEEP_ALL;
        return OK;
    }
    if (strcmp(which, "broken") == 0) {
        records->keep = KEEP_BROKEN;
        return OK;
    }
    records->keep = KEEP_LAST;
    if (text_starts_with(which, last) &&
        slice_number(slice_of(which + sizeof last - 1), MOST_LAST, &records->last) &&
        records->last > 0)
        return OK;
    return error_set(ERR_SYNTAX, message, "--keep '%s': the value must be all, last:N or broken",
                     slice_quote(slice_of(which)).text);
}

static void name_round(uint64_t number, char name[RECORD_NAME_SIZE])
{
    snprintf(name, RECORD_NAME_SIZE, "round-%06" PRIu64 ".txt", number);
}

enum error match_records_open(struct match_records *records, const char *folder,
                              struct message *message)
{
    char name[RECORD_NAME_SIZE];

    records->folder = folder;
    name_round(1, name);
    return record_folder_open(folder, name, message);
}

enum error match_records_round(struct match_records *records, uint64_t number,
                               const struct round *round, struct slice record,
                               struct message *message)
{
    char name[RECORD_NAME_SIZE];
    enum error error;

    if (records->keep == KEEP_BROKEN && !round->broken[0] && !round->broken[1])
        return OK;
    name_round(number, name);
    error = record_folder_write(records->folder, name, record, message);
    if (error || records->keep != KEEP_LAST || number <= records->last)
        return error;
    name_round(number - records->last, name);
    return record_folder_remove(records->folder, name, message);
}

void match_records_log(struct match_records *records, int side, struct bot *bot)
{
    char memory[LOG_NOTE];
    struct slice log, note;
    struct buffer all;
    uint64_t dropped;

    if (!guest_report(bot))
        return;
    guest_finish(bot, LEAVE_MS); /* so that the log has its last words */
    log = guest_log(bot, &dropped);
    note = guest_log_note(dropped, memory);
    buffer_init(&all, log.length + note.length);
    if (buffer_append(&all, log.text, log.length) == OK &&
        buffer_append(&all, note.text, note.length) == OK)
        log = (struct slice){all.data ? all.data : "", all.length};
    record_folder_write(records->folder, side == SIDE_A ? "a.log" : "b.log", log, &records->failed);
    buffer_release(&all);
}
