/* See guest_jar.h. The guest's folder is the bridge's, which contains nothing else; the jar is the
 * one extra file that a jail can show. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "guest/guest_jar.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each process gets a part of the log, so that there is room for those after a broken round. */
enum { LOG_PARTS = 4 };

/* Where the bridge is, relative to the program: in the source tree, then installed. */
static const char *const places[] = {"build/release/java", "java", "../share/broadside/java",
                                     "../release/java"};
static const char bridge_name[] = "broadside-java.jar";

/* Flags in addition to those that the jail gives every Java. The virtual machine must not write
 * messages or its log, which warns of threads it cannot start, to standard output. If it runs out
 * of memory it must report that and exit, whatever the bot catches.
 *
 * The archive has the classes of the bridge and of Java itself, prepared when the bridge was built.
 * A Java that it was not made for ignores it, silently because of the log setting. It is mapped at
 * the address it was made for, or Java would have to adjust all pointers in it.
 *
 * Each match has a new virtual machine, so what it compiles is soon lost. The optimising compiler
 * is slow and only starts after twenty times the usual number of calls and loops. That saves up to
 * a quarter of the processor time of matches of 100 and of 1000 rounds (bench/README.md). Without
 * the optimising compiler, bots that think a lot would take half as long again. */
static const char *const flags[] = {"-XX:+IgnoreUnrecognizedVMOptions",
                                    "-XX:+DisplayVMOutputToStderr",
                                    "-Xlog:disable",
                                    "-Xlog:all=warning:stderr",
                                    "-Xlog:cds*=off:stderr",
                                    "-XX:+ExitOnOutOfMemoryError",
                                    "-Xshare:auto",
                                    "-XX:SharedArchiveFile=broadside-java.jsa",
                                    "-XX:+UnlockDiagnosticVMOptions",
                                    "-XX:ArchiveRelocationMode=0",
                                    "-XX:Tier4InvocationThreshold=100000",
                                    "-XX:Tier4MinInvocationThreshold=12000",
                                    "-XX:Tier4CompileThreshold=300000",
                                    "-XX:Tier4BackEdgeThreshold=800000",
                                    "-Djava.awt.headless=true"};

static bool is_file(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

static enum error too_long(struct message *message)
{
    return error_set(ERR_RANGE, message, "the path is too long");
}

/* The bridge's folder with `..` and links resolved, as the jail needs it. */
static enum error find_bridge(const struct guest_config *config, char folder[PATH_MAX],
                              struct message *message)
{
    const char *slash = config->program ? strrchr(config->program, '/') : NULL;
    char place[PATH_MAX], file[PATH_MAX + sizeof bridge_name + 1];
    struct writer writer;

    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        writer_init(&writer, place, sizeof place);
        writer_format(&writer, "%.*s/%s", (int)(slash - config->program), config->program,
                      places[i]);
        if (writer.full || !realpath(place, folder))
            continue;
        snprintf(file, sizeof file, "%s/%s", folder, bridge_name);
        if (is_file(file))
            return OK;
    }
    return error_set(
        ERR_MISSING, message,
        "jars need the Java bridge (%s), which was not built with this program; install "
        "a JDK (package default-jdk-headless) and run make",
        bridge_name);
}

/* Looks for Java where the jail will look for it. */
static enum error find_java(struct message *message)
{
    static const char *const programs[] = {"/usr/local/bin/java", "/usr/bin/java", "/bin/java"};

    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (access(programs[i], X_OK) == 0)
            return OK;
    return error_set(
        ERR_MISSING, message,
        "jars need Java, which is not installed in /usr (package default-jre-headless)");
}

/* A jar begins like a zip file. Java reports any other problem. */
static enum error check_jar(const char *path, struct message *message)
{
    struct quoted name = slice_quote(slice_of(path));
    FILE *file = fopen(path, "rb");
    unsigned char head[4] = {0};
    size_t length;

    if (!file)
        return error_set(ERR_IO, message, "%s: %s", name.text, strerror(errno));
    length = fread(head, 1, sizeof head, file);
    fclose(file);
    if (length < sizeof head || memcmp(head, "PK", 2) != 0 || head[2] > 8 || head[3] > 8)
        return error_set(ERR_SYNTAX, message, "%s is not a jar: it does not begin like a zip file",
                         name.text);
    return OK;
}

static enum error add_flags(struct guest_spec *spec, struct message *message)
{
    char log[64];
    enum error error = OK;

    for (size_t i = 0; !error && i < sizeof flags / sizeof *flags; i++)
        error = guest_spec_add_word(spec, slice_of(flags[i]), message);
    snprintf(log, sizeof log, "-Dbroadside.log=%u", spec->launch.limits.log_kb / LOG_PARTS);
    return error ? error : guest_spec_add_word(spec, slice_of(log), message);
}

enum error guest_jar_resolve(const char *path, const struct guest_config *config,
                             struct guest_spec *spec, struct message *message)
{
    char folder[PATH_MAX] = "";
    enum error error = check_jar(path, message);

    if (!error)
        error = find_java(message);
    if (!error)
        error = find_bridge(config, folder, message);
    if (error)
        return error;
    spec->launch.folder = guest_spec_keep(spec, slice_of(folder));
    spec->launch.extra_file = guest_spec_keep(spec, slice_of(path));
    spec->launch.is_file = true;
    if (!spec->launch.folder || !spec->launch.extra_file)
        return too_long(message);
    error = guest_spec_add_word(spec, slice_of("java"), message);
    if (!error)
        error = add_flags(spec, message);
    if (!error)
        error = guest_spec_add_word(spec, slice_of("-jar"), message);
    if (!error) /* relative to the folder: the archive is valid for one path of the bridge */
        error = guest_spec_add_word(spec, slice_of(bridge_name), message);
    if (!error)
        error = guest_spec_add_word(spec, slice_of(JAR_PLAY), message);
    return error ? error : guest_spec_add_word(spec, slice_of(path), message);
}

bool guest_jar_example(const struct guest_config *config, int number, char *path, size_t size)
{
    char folder[PATH_MAX];

    return find_bridge(config, folder, NULL) == OK &&
           snprintf(path, size, "%s/E%d.jar", folder, number + 1) < (int)size && is_file(path);
}
