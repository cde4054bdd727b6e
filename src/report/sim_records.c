#include "report/sim_records.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A bot's name with every character replaced that may be a problem in a file name. The end is kept
 * free for the number of a bot that has the same name as another. */
static void set_name(char *name, size_t size, const char *bot)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=.-";
    size_t length = 0;

    for (; *bot && length + 16 < size; bot++)
        name[length++] = strchr(safe, *bot) ? *bot : '_';
    name[length] = '\0';
    if (name[0] == '.' || name[0] == '-')
        name[0] = '_';
}

static bool is_taken(const struct sim_records *records, int bot)
{
    for (int other = 0; other < bot; other++)
        if (strcmp(records->name[bot], records->name[other]) == 0)
            return true;
    return false;
}

static void set_file(const struct sim_records *records, int bot, uint64_t board,
                     char name[RECORD_NAME_SIZE])
{
    snprintf(name, RECORD_NAME_SIZE, "%s-%06" PRIu64 ".record", records->name[bot], board);
}

enum error sim_records_init(struct sim_records *records, const char *folder,
                            const char *const *bots, int count, struct message *message)
{
    char name[RECORD_NAME_SIZE];

    *records = (struct sim_records){.folder = folder};
    for (int i = 0; i < count; i++) {
        set_name(records->name[i], sizeof records->name[i], bots[i]);
        if (is_taken(records, i))
            snprintf(records->name[i] + strlen(records->name[i]), 16, "+%d", i + 1);
    }
    set_file(records, 0, 1, name);
    return record_folder_open(folder, name, message);
}

enum error sim_records_keep(void *context, int bot, uint64_t board, struct slice record,
                            struct message *message)
{
    const struct sim_records *records = context;
    char name[RECORD_NAME_SIZE];

    set_file(records, bot, board, name);
    return record_folder_write(records->folder, name, record, message);
}
