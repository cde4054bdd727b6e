#include "guest/runtime.h"

#include "base/path.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *program, *package;
} packages[] = {
    {"python3", "python3"},
    {"python", "python-is-python3"},
    {"node", "nodejs"},
    {"nodejs", "nodejs"},
    {"java", "default-jre-headless"},
    {"javac", "default-jdk-headless"},
    {"jar", "default-jdk-headless"},
    {"gcc", "gcc"},
    {"cc", "gcc"},
    {"g++", "g++"},
    {"c++", "g++"},
    {"make", "make"},
    {"ruby", "ruby"},
    {"perl", "perl"},
    {"lua", "lua5.4"},
    {"php", "php-cli"},
    {"go", "golang-go"},
    {"rustc", "rustc"},
    {"cargo", "cargo"},
    {"bash", "bash"},
    {"gawk", "gawk"},
};

const char *runtime_note(const char *program, char note[RUNTIME_NOTE])
{
    note[0] = '\0';
    for (size_t i = 0; i < sizeof packages / sizeof packages[0]; i++)
        if (strcmp(path_base(program), packages[i].program) == 0)
            snprintf(note, RUNTIME_NOTE, " (Debian package %s)", packages[i].package);
    return note;
}
