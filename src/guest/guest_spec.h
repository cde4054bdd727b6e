/* How a guest is named, and what is to be started for it.
 *
 *     ./bot.so           a plugin: this program hosts it, `PROGRAM host-bot --plugin bot.so`
 *     ./G3.jar           a jar of the Java framework: the Java bridge hosts it
 *     ./folder           with a file bot.json that says what to start and how to build it
 *     ./program          an executable file
 *     cmd:COMMAND LINE   words as a shell cuts them, with quotes and backslashes, but without
 *                        expansion of any kind
 *
 * A guest sees one folder. For a command line that is the folder of the first word that is a file
 * (or else a directory) outside of the system's; such words become relative to the folder. A
 * command line without one sees nothing but the system. */
#ifndef BROADSIDE_GUEST_GUEST_SPEC_H
#define BROADSIDE_GUEST_GUEST_SPEC_H

#include "guest/guest.h"
#include "guest/protocol.h"

enum { SPEC_MEMORY = 16384, SPEC_PATH = 4096 };

/* Holds its own strings; `launch` points into it, so it must not be moved. */
struct guest_spec {
    char name[GUEST_NAME]; /* as long as it has not told another */
    char authors[HELLO_TEXT];
    char plugin[SPEC_PATH]; /* a plugin to be loaded here, as the config trusts it; "" otherwise */
    struct launch launch;
    size_t used;
    char memory[SPEC_MEMORY];
};

/* Finds out what to start, and builds it where that is needed. ERR_UNKNOWN, ERR_SYNTAX or ERR_IO
 * with a sentence that names the file and, in bot.json, the line. */
enum error guest_spec_resolve(const char *text, const struct guest_config *config,
                              struct guest_spec *spec, struct message *message);

/* For the parts below: a copy of the text in the spec's memory, NULL when that is full; another
 * word of the command line. */
const char *guest_spec_keep(struct guest_spec *spec, struct slice text);
enum error guest_spec_add_word(struct guest_spec *spec, struct slice word, struct message *message);

/* Cuts a command line into words. */
enum error guest_spec_split(struct slice line, struct guest_spec *spec, struct message *message);

/* bot.json of a folder, whose absolute path is in spec->launch.folder. */
enum error guest_folder_read(struct guest_spec *spec, struct message *message);

#endif
