/* A library for LD_PRELOAD that fails one allocation of a program.
 *
 *   FAIL_ALLOC=N     fail the Nth allocation after the start of main; 0 only counts
 *   FAIL_ALLOC='N -p' and all later ones
 *   FAIL_ALLOC_LOG=FILE   append `calls N` at the end, and for the first failure one line
 *                    `failed OBJECT+OFFSET ...`: the callers, for addr2line
 *
 * It counts malloc, calloc, realloc and their relatives, also from inside libraries and from libc
 * functions such as strdup and fopen. Processes that the program starts are left alone. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

enum { MAX_FRAMES = 40, EARLY_SIZE = 65536, LOG_DESCRIPTOR = 700 };

static struct {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*memalign)(size_t, size_t);
    void (*free)(void *);
} real;

static atomic_bool is_active;
static atomic_long seen;
static long wanted;
static bool is_persistent;
static int log_file = -1;

/* dlsym itself allocates; this memory is never freed. */
static _Alignas(16) char early[EARLY_SIZE];
static size_t early_used;
static bool is_finding;

static void *take_early(size_t size)
{
    size_t start = (early_used + 15) / 16 * 16;

    if (size > EARLY_SIZE || start + size > EARLY_SIZE)
        return NULL;
    early_used = start + size;
    return early + start;
}

static bool is_early(const void *memory)
{
    return (uintptr_t)memory >= (uintptr_t)early &&
           (uintptr_t)memory < (uintptr_t)early + EARLY_SIZE;
}

/* POSIX guarantees that a function's address fits into a pointer to an object. */
static void find(const char *name, void *slot)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(slot, &found, sizeof found);
}

static bool has_real(void)
{
    if (real.free)
        return true;
    if (is_finding)
        return false;
    is_finding = true;
    find("malloc", &real.malloc);
    find("calloc", &real.calloc);
    find("realloc", &real.realloc);
    find("memalign", &real.memalign);
    find("free", &real.free);
    is_finding = false;
    return true;
}

struct callers {
    char line[4096];
    size_t used;
    int depth;
};

static _Unwind_Reason_Code add_caller(struct _Unwind_Context *context, void *data)
{
    struct callers *callers = data;
    uintptr_t address = _Unwind_GetIP(context);
    Dl_info about;

    /* Not this file's own functions. */
    if (callers->depth++ > 1 && callers->used < sizeof callers->line - 300 &&
        dladdr((void *)address, &about) && about.dli_fname) {
        const char *slash = strrchr(about.dli_fname, '/');

        callers->used += (size_t)snprintf(
            callers->line + callers->used, sizeof callers->line - callers->used, " %.200s+0x%zx",
            slash ? slash + 1 : about.dli_fname, (size_t)(address - (uintptr_t)about.dli_fbase));
    }
    return callers->depth < MAX_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static void log_callers(void)
{
    struct callers callers = {.used = 6, .line = "failed"};

    _Unwind_Backtrace(add_caller, &callers);
    callers.line[callers.used++] = '\n';
    if (write(log_file, callers.line, callers.used) < 0)
        _exit(125);
}

/* Does this allocation fail? */
static bool fails(void)
{
    long number;

    if (!atomic_load_explicit(&is_active, memory_order_relaxed))
        return false;
    number = atomic_fetch_add(&seen, 1) + 1;
    if (number < wanted || (number > wanted && !is_persistent) || !wanted)
        return false;
    if (number == wanted && log_file >= 0) {
        atomic_store(&is_active, false);
        log_callers();
        atomic_store(&is_active, true);
    }
    errno = ENOMEM;
    return true;
}

#define EXPORT __attribute__((visibility("default")))

EXPORT void *malloc(size_t size)
{
    if (!has_real())
        return take_early(size);
    return fails() ? NULL : real.malloc(size);
}

EXPORT void *calloc(size_t count, size_t size)
{
    if (!has_real())
        return size && count > EARLY_SIZE / size ? NULL : take_early(count * size);
    return fails() ? NULL : real.calloc(count, size);
}

EXPORT void *realloc(void *old, size_t size)
{
    void *memory;

    if (!is_early(old) && has_real())
        return fails() ? NULL : real.realloc(old, size);
    memory = malloc(size);
    if (memory && old) /* the old size is unknown, but it is all within `early` */
        memcpy(memory, old,
               size < (size_t)(early + EARLY_SIZE - (char *)old)
                   ? size
                   : (size_t)(early + EARLY_SIZE - (char *)old));
    return memory;
}

EXPORT void *reallocarray(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, count * size);
}

EXPORT void *memalign(size_t alignment, size_t size)
{
    return !has_real() || fails() ? NULL : real.memalign(alignment, size);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

EXPORT int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *got = memalign(alignment, size);

    if (!got)
        return ENOMEM;
    *memory = got;
    return 0;
}

EXPORT void free(void *memory)
{
    if (memory && !is_early(memory) && has_real())
        real.free(memory);
}

/* --- start and end -----------------------------------------------------------------------------*/

static int (*program_main)(int, char **, char **);

static int counted_main(int argc, char **argv, char **environment)
{
    const char *number = getenv("FAIL_ALLOC"), *path = getenv("FAIL_ALLOC_LOG");
    char *rest = NULL;

    if (number) {
        wanted = strtol(number, &rest, 10);
        is_persistent = strcmp(rest, " -p") == 0;
    }
    if (path) {
        int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

        log_file = fcntl(file, F_DUPFD_CLOEXEC, LOG_DESCRIPTOR);
        close(file);
    }
    unsetenv("LD_PRELOAD"); /* for processes that it starts */
    unsetenv("FAIL_ALLOC");
    unsetenv("FAIL_ALLOC_LOG");
    atomic_store(&is_active, number != NULL);
    return program_main(argc, argv, environment);
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end);

EXPORT int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
                             void (*init)(void), void (*fini)(void), void (*loader_fini)(void),
                             void *stack_end)
{
    int (*start)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                 void (*)(void), void *);

    find("__libc_start_main", &start);
    program_main = main;
    return start(counted_main, argc, argv, init, fini, loader_fini, stack_end);
}

__attribute__((destructor)) static void log_count(void)
{
    char line[64];
    int length = snprintf(line, sizeof line, "calls %ld\n", atomic_load(&seen));

    atomic_store(&is_active, false);
    if (log_file >= 0 && write(log_file, line, (size_t)length) < 0)
        _exit(125);
}
