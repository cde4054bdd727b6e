/* Writes the page of a sample tournament: write_page FILE [ENGINE [class]]
 *
 * ENGINE is a file with the engine of the viewer, compressed with gzip, or - for none. All names
 * are hostile, and a browser has to show them as text. With `class`, forty bots have names as real
 * students give them. */
#include "base/buffer.h"
#include "support/page_sample.h"

#include <string.h>

enum { MOST_BYTES = 4 << 20 };

/* The caller releases the buffer. */
static bool read_engine(const char *path, struct buffer *engine)
{
    FILE *file = fopen(path, "rb");
    char part[4096];
    size_t length;
    bool is_read = file != NULL;

    while (is_read && (length = fread(part, 1, sizeof part, file)) > 0)
        is_read = buffer_append(engine, part, length) == OK;
    if (file)
        fclose(file);
    return is_read;
}

static int write_sample(struct page_sample *sample, struct slice engine, const char *path)
{
    FILE *file = fopen(path, "w");
    struct message message = {"cannot write the file"};
    int status = 1;

    page_sample_page(sample)->engine = engine;
    if (file && tournament_page_write(page_sample_page(sample), file, &message) == OK)
        status = 0;
    else
        fprintf(stderr, "write_page: %s\n", message.text);
    if (file && fclose(file) != 0)
        status = 1;
    return status;
}

int main(int argc, char **argv)
{
    bool has_engine = argc > 2 && strcmp(argv[2], "-") != 0;
    bool is_class = argc > 3 && strcmp(argv[3], "class") == 0;
    struct page_sample *sample = is_class ? page_sample_new_class() : page_sample_new();
    struct buffer engine;
    int status = 1;

    buffer_init(&engine, MOST_BYTES);
    if (argc < 2 || !sample || (has_engine && !read_engine(argv[2], &engine)))
        fprintf(stderr, "usage: write_page FILE [ENGINE [class]]\n");
    else
        status = write_sample(sample, (struct slice){engine.data, engine.length}, argv[1]);
    buffer_release(&engine);
    page_sample_free(sample);
    return status;
}
