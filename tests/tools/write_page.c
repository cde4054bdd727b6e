/* Writes the page of a sample tournament: write_page FILE [class]
 *
 * All names are hostile, and a browser has to show them as text. With `class`, forty bots have
 * names as real students give them. */
#include "support/page_sample.h"

#include <string.h>

int main(int argc, char **argv)
{
    bool is_class = argc == 3 && strcmp(argv[2], "class") == 0;
    struct page_sample *sample = is_class ? page_sample_new_class() : page_sample_new();
    FILE *file = argc == 2 || is_class ? fopen(argv[1], "w") : NULL;
    struct message message = {"usage: write_page FILE [class]"};
    int status = 1;

    if (sample && file && tournament_page_write(page_sample_page(sample), file, &message) == OK)
        status = 0;
    else
        fprintf(stderr, "write_page: %s\n", message.text);
    if (file && fclose(file) != 0)
        status = 1;
    page_sample_free(sample);
    return status;
}
