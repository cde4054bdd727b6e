#include "cli/streams.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reading /dev/null finds the end of the file, and writing to a descriptor opened for reading
 * fails, which the program reports as for any other stream. open returns the lowest free number. */
static void open_missing(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            return;
}

/* Opens the same pipe or terminal again instead of changing the flags of the descriptor, which
 * other programs share. Where that is not possible, the stream stays as it is. */
static void unblock_errors(void)
{
    struct stat status;
    int fd;

    if (fstat(STDERR_FILENO, &status) != 0 || !(S_ISFIFO(status.st_mode) || isatty(STDERR_FILENO)))
        return;
    fd = open("/dev/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return;
    dup2(fd, STDERR_FILENO);
    close(fd);
}

void streams_prepare(void)
{
    open_missing();
    unblock_errors();
}

int streams_columns(void)
{
    struct winsize size;

    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
