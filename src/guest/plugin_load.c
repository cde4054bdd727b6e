#include "guest/plugin_load.h"

#include "bots/plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* ISO C has no cast from data to function pointers; POSIX guarantees the same representation. */
static const struct broadside_bot *call_symbol(void *symbol)
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
    /* dlopen would look for a name without a slash among the system's libraries. */
    if ((size_t)snprintf(here, sizeof here, "%s%s", strchr(path, '/') ? "" : "./", path) >=
        sizeof here)
        return error_set(ERR_RANGE, message, "the name of the plugin is too long");
    library = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    symbol = library ? dlsym(library, "broadside_bot") : NULL;
    if (!symbol) {
        reason = dlerror();
        text_printable(printable, sizeof printable, reason ? reason : "cannot load the plugin");
        return error_set(ERR_IO, message, "%s", printable); /* it names the file */
    }
    table = call_symbol(symbol);
    if (!table)
        return error_set(ERR_MISMATCH, message, "%s: broadside_bot returns no table",
                         slice_quote(slice_of(path)).text);
    error = plugin_new(table, bot, message);
    if (error)
        message_prefix(message, "%s", slice_quote(slice_of(path)).text);
    return error;
}
