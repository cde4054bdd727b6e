/* Writes the page of the sample tournament, in which all names are hostile: write_page FILE
 *
 * A browser has to show it as text. */
#include "support/page_sample.h"

int main(int argc, char **argv)
{
    struct page_sample *sample = page_sample_new();
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    struct message message = {"usage: write_page FILE"};
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
