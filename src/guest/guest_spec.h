/* How a guest is named, and what to start for it.
 *
 *     ./bot.so           a plugin: this program hosts it, `PROGRAM host-bot --plugin bot.so`
 *     ./G3.jar           a jar of the Java framework: the Java bridge hosts it
 *     ./folder           with a file bot.json that says what to start and how to build it
 *     ./program          an executable file
 *     cmd:COMMAND LINE   split into words like in a shell, with quotes and backslashes but without
 *                        expansions
 *
 * A guest sees one folder. Of a plugin or a program it sees that file alone, because the folder may
 * belong to others as well. For a command line the folder is the folder of the first word that is a
 * file (or else a directory) outside the system folders. Such words are made relative to the
 * folder. A command line without one sees only the system. */
#ifndef BROADSIDE_GUEST_GUEST_SPEC_H
#define BROADSIDE_GUEST_GUEST_SPEC_H

#include "guest/guest.h"
#include "guest/protocol.h"

enum { SPEC_MEMORY = 16384, SPEC_PATH = 4096 };

/* Contains its strings. `launch` points into it, so it must not be moved. */
struct guest_spec {
    char name[GUEST_NAME]; /* until its hello gives another */
    char authors[HELLO_TEXT];
    char plugin[SPEC_PATH]; /* a trusted plugin to load into this process; "" otherwise */
    bool bad_bot_json;      /* after an error: the problem is in bot.json or its list of files */
    struct launch launch;
    size_t used;
    char memory[SPEC_MEMORY];
};

/* Finds out what to start, and builds it if necessary. ERR_UNKNOWN, ERR_SYNTAX, ERR_IO, ERR_BUILD
 * or ERR_MISSING, with a message that names the file and, in bot.json, the line. */
enum error guest_spec_resolve(const char *text, const struct guest_config *config,
                              struct guest_spec *spec, struct message *message);

/* For the functions below. Copies text into the spec's memory, NULL if it is full; appends a word
 * to the command line. */
const char *guest_spec_keep(struct guest_spec *spec, struct slice text);
enum error guest_spec_add_word(struct guest_spec *spec, struct slice word, struct message *message);

/* Splits a command line into words. */
enum error guest_spec_split(struct slice line, struct guest_spec *spec, struct message *message);

/* Reads bot.json of the folder in spec->launch.folder (absolute), and builds the bot if needed. */
enum error guest_folder_read(struct guest_spec *spec, struct message *message);

#endif
