/* See plugin_load.h. */
#include "guest/plugin_load.h"

#include "bots/plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* ISO C has no cast from a pointer to data to a pointer to a function; POSIX says they are alike.
 */
static const struct broadside_bot *table_of(void *symbol)
{
    const struct broadside_bot *(*function)(void) = NULL;

    memcpy(&function, &symbol, sizeof function);
    return function();
}

enum error plugin_load(const char *path, struct bot **bot, struct message *message)
{
    char printable[MESSAGE_SIZE], here[4096];
    const struct broadside_bot *table;
    void *library, *symbol;
    const char *reason;
    enum error error;

    *bot = NULL;
    /* A name without a slash would be looked for among the system's libraries. */
    if ((size_t)snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path) >=
        sizeof here)
        return error_set(ERR_RANGE, message, "the name of the plugin is too long");
    library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    symbol = library ? dlsym(library, "broadside_bot") : NULL;
    if (!symbol) {
        reason = dlerror();
        text_printable(printable, sizeof printable, reason ? reason : "it cannot be loaded");
        return error_set(ERR_IO, message, "%s", printable); /* which names the file */
    }
    table = table_of(symbol);
    if (!table)
        return error_set(ERR_MISMATCH, message, "%s: broadside_bot returns no table",
                         slice_quote(slice_of(path)).text);
    error = plugin_new(table, bot, message);
    if (error)
        message_prefix(message, "%s", slice_quote(slice_of(path)).text);
    return error;
}
