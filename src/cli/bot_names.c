#include "cli/bot_names.h"

#include "guest/guest.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum error add_name(struct bot_names *names, const char *name, struct message *message)
{
    if (*name == '\0')
        return error_set(ERR_SYNTAX, message, "the name of a bot is missing");
    if (names->count == MOST_BOT_NAMES)
        return error_set(ERR_SYNTAX, message, "more than %d bots", MOST_BOT_NAMES);
    names->name[names->count++] = name;
    return OK;
}

/* Is one of the parts between the commas a guest? */
static bool has_guest(const char *word)
{
    struct slice rest = slice_of(word), part;
    char name[PATH_MAX];

    while (slice_cut(&rest, ',', &part)) {
        snprintf(name, sizeof name, "%.*s", (int)part.length, part.text);
        if (guest_is_spec(name))
            return true;
    }
    return false;
}

/* Refuses `./first,hunt` unless it is a file: a list with a guest was probably meant. The commas of
 * a command line are its own. */
static enum error check_commas(const char *word, struct message *message)
{
    if (!strchr(word, ',') || strncmp(word, "cmd:", 4) == 0 || access(word, F_OK) == 0 ||
        !has_guest(word))
        return OK;
    return error_set(ERR_UNKNOWN, message,
                     "there is no file or folder '%s'; commas separate built-in bots only, so name "
                     "each guest separately",
                     slice_quote(slice_of(word)).text);
}

/* Splits a word, which is changed. */
static enum error split_word(struct bot_names *names, char *word, struct message *message)
{
    enum error error = check_commas(word, message);
    char *comma;

    while (!error && !guest_is_spec(word) && (comma = strchr(word, ',')) != NULL) {
        *comma = '\0';
        error = add_name(names, word, message);
        word = comma + 1;
    }
    return error ? error : add_name(names, word, message);
}

enum error bot_names_split(struct bot_names *names, const char *const *words, int count,
                           struct message *message)
{
    size_t size = 1;
    enum error error = OK;
    char *next;

    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 1;
    next = names->text = malloc(size);
    if (!next)
        return error_set(ERR_MEMORY, message, "out of memory");
    for (int i = 0; !error && i < count; i++) {
        size_t length = strlen(words[i]);

        memcpy(next, words[i], length + 1);
        error = split_word(names, next, message);
        next += length + 1;
    }
    return error;
}

void bot_names_release(struct bot_names *names)
{
    free(names->text);
    names->text = NULL;
}
