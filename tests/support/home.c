#include "support/home.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HOME_SIZE = 4096 };

static char home[HOME_SIZE];

const char *home_path(void)
{
    return home;
}

int home_enter(void **state)
{
    const char *temporary = getenv("TMPDIR");

    (void)state;
    snprintf(home, sizeof home, "%s/home.XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(home) || chdir(home) != 0)
        return -1;
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("XDG_STATE_HOME");
    return setenv("HOME", home, 1);
}

static void remove_all(const char *path)
{
    struct stat status;
    struct dirent *entry;
    DIR *folder;

    if (lstat(path, &status) != 0)
        return;
    if (!S_ISDIR(status.st_mode)) {
        unlink(path);
        return;
    }
    folder = opendir(path);
    while (folder && (entry = readdir(folder)) != NULL) {
        char below[HOME_SIZE + 300];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        remove_all(below);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

int home_leave(void **state)
{
    (void)state;
    if (chdir("/") != 0)
        return -1;
    remove_all(home);
    return 0;
}

void home_write(const char *path, const void *bytes, unsigned long size)
{
    FILE *file = fopen(path, "wb");

    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        abort();
    }
}

long home_read(const char *path, char *bytes, unsigned long size)
{
    FILE *file = fopen(path, "rb");
    unsigned long got;

    if (!file)
        return -1;
    got = fread(bytes, 1, size - 1, file);
    fclose(file);
    bytes[got] = '\0';
    return (long)got;
}

int home_mode(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 ? (int)(status.st_mode & 07777) : -1;
}
