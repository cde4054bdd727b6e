/* What is on the disk if the power fails at some point of a run.
 *
 *   power_loss RECORD                                  prints the number of points
 *   power_loss RECORD POINT MODEL BEFORE AFTER PRINTED
 *
 * RECORD is from fail_call -r. The folder BEFORE is as it was before the run, all of it on disk.
 * The folder AFTER, which is created, gets what is on disk after the first POINT events; the file
 * PRINTED what the program had printed by then. MODEL is what survives besides what was synced:
 *
 *   synced   nothing: a file has the content of its last sync, a folder the names of its last sync
 *   names    all names, but no unsynced content, as on file systems that write names first
 *   zeros    all names; unsynced content has its length, but zeros instead of bytes
 *   data     all content, but no unsynced names
 *   all      everything, as if only the program had been killed
 *   NUMBER   some of it, drawn with this seed: the names of some folders, and of each write any
 *            blocks of 512 bytes, in any order */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_NAMES = 4096, BLOCK = 512 };

struct bytes {
    char *data;
    size_t length;
};

/* A change of a file since its last sync: bytes at an offset, or a new length. */
struct change {
    size_t offset;
    struct bytes bytes;
    bool is_truncation;
    struct change *next;
};

struct file {
    bool is_folder;
    struct bytes now, synced;
    struct change *first, *last;
};

/* Two name spaces: as the program sees it, and as it is on disk. */
struct name {
    char path[PATH_MAX];
    struct file *file;
};
struct names {
    int count;
    struct name *name;
};

enum model { SYNCED, NAMES, ZEROS, DATA, ALL, SOME };
static const char *const models[] = {"synced", "names", "zeros", "data", "all"};

static uint64_t random_state;

static void die(const char *what)
{
    fprintf(stderr, "power_loss: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void *need(void *memory)
{
    if (!memory)
        die("no memory");
    return memory;
}

static bool toss(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 63;
}

/* --- contents ----------------------------------------------------------------------------------*/

static void resize(struct bytes *bytes, size_t length)
{
    bytes->data = need(realloc(bytes->data, length + 1));
    if (length > bytes->length)
        memset(bytes->data + bytes->length, 0, length - bytes->length);
    bytes->length = length;
}

static void put(struct bytes *bytes, size_t offset, const char *data, size_t length)
{
    if (offset + length > bytes->length)
        resize(bytes, offset + length);
    memcpy(bytes->data + offset, data, length);
}

static struct bytes copy_of(const struct bytes *bytes)
{
    struct bytes copy = {NULL, 0};

    resize(&copy, bytes->length);
    if (bytes->length)
        memcpy(copy.data, bytes->data, bytes->length);
    return copy;
}

static void sync_file(struct file *file)
{
    free(file->synced.data);
    file->synced = copy_of(&file->now);
    while (file->first) {
        struct change *next = file->first->next;

        free(file->first->bytes.data);
        free(file->first);
        file->first = next;
    }
    file->last = NULL;
}

static void change_file(struct file *file, const struct change *change)
{
    struct change *made = need(malloc(sizeof *made));

    *made = *change;
    made->bytes = copy_of(&change->bytes);
    made->next = NULL;
    if (file->last)
        file->last->next = made;
    else
        file->first = made;
    file->last = made;
    if (change->is_truncation)
        resize(&file->now, change->offset);
    else
        put(&file->now, change->offset, change->bytes.data, change->bytes.length);
}

/* The synced content with any part of the changes. */
static struct bytes draw_content(const struct file *file)
{
    struct bytes content = copy_of(&file->synced);

    for (const struct change *change = file->first; change; change = change->next) {
        if (change->is_truncation) {
            if (toss())
                resize(&content, change->offset);
            continue;
        }
        for (size_t at = 0; at < change->bytes.length;) {
            size_t step = BLOCK - (change->offset + at) % BLOCK;

            step = step < change->bytes.length - at ? step : change->bytes.length - at;
            if (toss())
                put(&content, change->offset + at, change->bytes.data + at, step);
            at += step;
        }
    }
    return content;
}

static struct bytes content_after(const struct file *file, enum model model)
{
    struct bytes content;

    if (model == SOME)
        return draw_content(file);
    content = copy_of(model == DATA || model == ALL ? &file->now : &file->synced);
    if (model == ZEROS && file->now.length > content.length)
        resize(&content, file->now.length);
    return content;
}

/* --- names -------------------------------------------------------------------------------------*/

static struct name *find_name(const struct names *names, const char *path)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i].path, path) == 0)
            return &names->name[i];
    return NULL;
}

static struct file *find_file(const struct names *names, const char *path)
{
    struct name *name = find_name(names, path);

    return name ? name->file : NULL;
}

static void set_name(struct names *names, const char *path, struct file *file)
{
    struct name *name = find_name(names, path);

    if (!name && names->count == MAX_NAMES) {
        fprintf(stderr, "power_loss: too many files\n");
        exit(1);
    }
    if (!name)
        name = &names->name[names->count++];
    snprintf(name->path, sizeof name->path, "%s", path);
    name->file = file;
}

static void remove_name(struct names *names, const char *path)
{
    struct name *name = find_name(names, path);

    if (name)
        *name = names->name[--names->count];
}

/* The folder of a path inside the recorded one. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

static bool is_in(const char *path, const char *folder)
{
    char found[PATH_MAX];

    folder_of(path, found);
    return strcmp(found, folder) == 0 && strcmp(path, ".") != 0;
}

/* The names directly in the folder become those that the program sees. */
static void sync_names(struct names *disk, const struct names *seen, const char *folder)
{
    for (int i = disk->count - 1; i >= 0; i--)
        if (is_in(disk->name[i].path, folder))
            remove_name(disk, disk->name[i].path);
    for (int i = 0; i < seen->count; i++)
        if (is_in(seen->name[i].path, folder))
            set_name(disk, seen->name[i].path, seen->name[i].file);
}

/* --- before ------------------------------------------------------------------------------------*/

static struct file *new_file(bool is_folder)
{
    struct file *file = need(calloc(1, sizeof *file));

    file->is_folder = is_folder;
    resize(&file->now, 0);
    resize(&file->synced, 0);
    return file;
}

static void load_bytes(const char *path, struct bytes *bytes)
{
    FILE *file = fopen(path, "rb");
    char chunk[65536];
    size_t got;

    if (!file)
        die(path);
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        put(bytes, bytes->length, chunk, got);
    fclose(file);
}

static void load_folder(struct names *seen, const char *root, const char *inside)
{
    char path[PATH_MAX], below[PATH_MAX];
    const struct dirent *entry;
    DIR *directory;

    snprintf(path, sizeof path, "%.2000s/%.2000s", root, inside);
    directory = opendir(path);
    if (!directory)
        die(path);
    while ((entry = readdir(directory)) != NULL) {
        struct file *file;
        struct stat status;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(below, sizeof below, "%.2000s%s%s", strcmp(inside, ".") ? inside : "",
                 strcmp(inside, ".") ? "/" : "", entry->d_name);
        snprintf(path, sizeof path, "%.2000s/%.2000s", root, below);
        if (lstat(path, &status) != 0)
            die(path);
        file = new_file(S_ISDIR(status.st_mode));
        set_name(seen, below, file);
        if (file->is_folder)
            load_folder(seen, root, below);
        else
            load_bytes(path, &file->now);
        sync_file(file);
    }
    closedir(directory);
}

/* --- events ------------------------------------------------------------------------------------*/

struct event {
    char what[16], path[PATH_MAX], target[PATH_MAX];
    long long number;
    struct bytes bytes;
};

static bool read_event(FILE *record, struct event *event)
{
    size_t size;

    if (fscanf(record, "%15s %lld %zu %4095[^\n]", event->what, &event->number, &size,
               event->path) != 4)
        return false;
    getc(record);
    event->bytes.length = 0;
    if (strcmp(event->what, "write") == 0 || strcmp(event->what, "print") == 0) {
        resize(&event->bytes, size);
        if (fread(event->bytes.data, 1, size, record) != size)
            die("the record is incomplete");
        getc(record);
    }
    if (strcmp(event->what, "rename") == 0 &&
        (!fgets(event->target, sizeof event->target, record) || strlen(event->target) != size + 1))
        die("the record is incomplete");
    event->target[strcspn(event->target, "\n")] = '\0';
    return true;
}

/* Memory that SQLite shares between processes; it is never read after a restart. */
static bool is_shared_memory(const char *path)
{
    size_t length = strlen(path);

    return length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

static void apply(struct names *seen, struct names *disk, const struct event *event, FILE *printed)
{
    struct file *file = find_file(seen, event->path);
    struct change change = {.offset = (size_t)event->number, .bytes = event->bytes};

    change.is_truncation = strcmp(event->what, "truncate") == 0;
    if (strcmp(event->what, "print") == 0) {
        fwrite(event->bytes.data, 1, event->bytes.length, printed);
    } else if (is_shared_memory(event->path)) {
        return;
    } else if (strcmp(event->what, "create") == 0 || strcmp(event->what, "mkdir") == 0) {
        set_name(seen, event->path, new_file(event->what[0] == 'm'));
    } else if (strcmp(event->what, "write") == 0 || change.is_truncation) {
        if (file)
            change_file(file, &change);
    } else if (strcmp(event->what, "sync") == 0) {
        if ((file && file->is_folder) || strcmp(event->path, ".") == 0)
            sync_names(disk, seen, event->path);
        else if (file)
            sync_file(file);
    } else if (strcmp(event->what, "unlink") == 0) {
        remove_name(seen, event->path);
    } else if (strcmp(event->what, "rename") == 0 && file) {
        remove_name(seen, event->path);
        set_name(seen, event->target, file);
    }
}

/* --- after -------------------------------------------------------------------------------------*/

static bool is_reachable(const struct names *names, const char *path)
{
    char folder[PATH_MAX];

    folder_of(path, folder);
    return strcmp(folder, ".") == 0 || (find_file(names, folder) && is_reachable(names, folder));
}

static void write_file(const struct file *file, const char *path, enum model model)
{
    struct bytes content;
    FILE *stream;

    if (file->is_folder) {
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            die(path);
        return;
    }
    content = content_after(file, model);
    stream = fopen(path, "wb");
    if (!stream || fwrite(content.data, 1, content.length, stream) != content.length ||
        fclose(stream) != 0)
        die(path);
    free(content.data);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->path, ((const struct name *)b)->path);
}

static void write_after(struct names *seen, struct names *disk, enum model model, const char *root)
{
    struct names *after = model == SYNCED || model == DATA ? disk : seen;
    char path[PATH_MAX];

    if (model == SOME) {
        after = disk;
        for (int i = 0; i < seen->count; i++)
            if (seen->name[i].file->is_folder && toss())
                sync_names(disk, seen, seen->name[i].path);
        if (toss())
            sync_names(disk, seen, ".");
    }
    qsort(after->name, (size_t)after->count, sizeof *after->name, by_path); /* folders first */
    if (mkdir(root, 0700) != 0)
        die(root);
    for (int i = 0; i < after->count; i++)
        if (is_reachable(after, after->name[i].path)) {
            snprintf(path, sizeof path, "%.2000s/%.2000s", root, after->name[i].path);
            write_file(after->name[i].file, path, model);
        }
}

static enum model find_model(const char *word)
{
    for (int i = 0; i < SOME; i++)
        if (strcmp(models[i], word) == 0)
            return (enum model)i;
    random_state = strtoull(word, NULL, 10) * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++)
        toss();
    return SOME;
}

int main(int argc, char **argv)
{
    struct names seen = {0, need(calloc(MAX_NAMES, sizeof *seen.name))};
    struct names disk = {0, need(calloc(MAX_NAMES, sizeof *disk.name))};
    struct event *event = need(calloc(1, sizeof *event));
    FILE *record = argc == 2 || argc == 7 ? fopen(argv[1], "rb") : NULL, *printed;
    long points = 0;

    if (!record)
        die(argc > 1 ? argv[1] : "RECORD POINT MODEL BEFORE AFTER PRINTED");
    if (argc == 2) {
        while (read_event(record, event))
            points++;
        printf("%ld\n", points);
        return 0;
    }
    load_folder(&seen, argv[4], ".");
    sync_names(&disk, &seen, ".");
    for (int i = 0; i < seen.count; i++)
        if (seen.name[i].file->is_folder)
            sync_names(&disk, &seen, seen.name[i].path);
    printed = fopen(argv[6], "wb");
    if (!printed)
        die(argv[6]);
    for (long left = strtol(argv[2], NULL, 10); left > 0 && read_event(record, event); left--)
        apply(&seen, &disk, event, printed);
    fclose(printed);
    write_after(&seen, &disk, find_model(argv[3]), argv[5]);
    return 0;
}
