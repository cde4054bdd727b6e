#include "cli/rescue.h"

#include "base/outfile.h"
#include "session/session.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TYPED_ROOM = 4096, NAME_ROOM = 32, PATH_ROOM = TYPED_ROOM + 2 * NAME_ROOM };

void rescue_add(struct rescue *rescue, struct slice saved)
{
    struct buffer *game = &rescue->game[rescue->count];

    if (rescue->count == MAX_RESCUED) {
        rescue->lost++;
        return;
    }
    buffer_init(game, saved.length + 1);
    if (buffer_append(game, saved.text, saved.length) == OK)
        rescue->count++;
    else
        rescue->lost++;
}

/* What to write: the record if the game is over, otherwise everything, to be continued. */
static struct slice find_text(const struct buffer *game, bool *is_over)
{
    struct slice all = {game->data, game->length}, rest = all, line;

    *is_over = session_saved_has_result(all);
    while (*is_over && slice_cut(&rest, '\n', &line))
        if (slice_is(line, "record"))
            return rest;
    return all;
}

/* A path as typed; for a folder, a new name in it. ERR_IO if a file would be overwritten. */
static enum error choose_path(const char *typed, bool is_over, char path[PATH_ROOM],
                              struct message *message)
{
    char name[NAME_ROOM] = "";
    time_t now = time(NULL);
    struct stat status;
    struct tm local;

    snprintf(path, PATH_ROOM, "%s", typed);
    if (stat(typed, &status) == 0 && S_ISDIR(status.st_mode)) {
        if (localtime_r(&now, &local))
            strftime(name, sizeof name, "-%Y%m%d-%H%M%S", &local);
        snprintf(path, PATH_ROOM, "%s/broadside%s.%s", typed, name, is_over ? "record" : "save");
    }
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0
               ? error_set(ERR_IO, message, "%s already exists", path)
               : OK;
}

static enum error write_text(const char *path, struct slice text, struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    outfile_make_private(&file); /* an unfinished game shows both fleets */
    outfile_write(&file, text.text, text.length);
    return outfile_commit(&file, message);
}

static void offer(const struct buffer *game, FILE *in, FILE *out)
{
    char typed[TYPED_ROOM], path[PATH_ROOM];
    struct message message;
    bool is_over;
    struct slice text = find_text(game, &is_over);
    const char *kind = is_over ? "finished" : "unfinished";

    while (isatty(fileno(in))) {
        fprintf(out,
                "\nThe %s game is not saved. Type a file or folder to save it there,\n"
                "or press Enter to print it: ",
                kind);
        fflush(out);
        if (!fgets(typed, sizeof typed, in))
            break;
        typed[strcspn(typed, "\r\n")] = '\0';
        if (!typed[0])
            break;
        if (choose_path(typed, is_over, path, &message) == OK &&
            write_text(path, text, &message) == OK) {
            fprintf(out, "The game is in %s. To %s: broadside %s %s\n", path,
                    is_over ? "see it" : "continue it", is_over ? "replay" : "play --load", path);
            return;
        }
        fprintf(out, "%s\n", message.text);
    }
    fprintf(out, "\nThe %s game is not saved. This is its text:\n", kind);
    fwrite(text.text, 1, text.length, out);
}

void rescue_offer(struct rescue *rescue, FILE *in, FILE *out)
{
    for (int i = 0; i < rescue->count; i++) {
        offer(&rescue->game[i], in, out);
        buffer_release(&rescue->game[i]);
    }
    if (rescue->lost > 0)
        fprintf(out, "%d more game%s could not be saved.\n", rescue->lost,
                text_s((uint64_t)rescue->lost));
    *rescue = (struct rescue){.count = 0};
}
