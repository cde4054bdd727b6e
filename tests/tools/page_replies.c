/* Answers the requests of a file with the page's engine, as the page does in WebAssembly:
 * page_replies FILE. Prints the number of replies and the SHA-256 of all of them, each with a
 * newline at its end. Before each request, the file has a line with its length in bytes. */
#include "base/buffer.h"
#include "base/sha256.h"
#include "page/page.h"

#include <stdio.h>

enum { FILE_CAP = 1 << 30 };

static bool next_request(struct slice *rest, struct slice *request)
{
    struct slice line;
    uint64_t length;

    if (!slice_cut(rest, '\n', &line) || !slice_number(line, rest->length, &length))
        return false;
    *request = (struct slice){rest->text, (size_t)length};
    rest->text += length;
    rest->length -= (size_t)length;
    return true;
}

int main(int argc, char **argv)
{
    struct page *page = page_new();
    struct message message = {"out of memory"};
    uint8_t digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];
    struct sha256 hash;
    struct buffer text;
    struct slice rest, request;
    int replies = 0;

    buffer_init(&text, FILE_CAP);
    if (argc != 2 || !page || buffer_read_file(&text, argv[1], &message) != OK) {
        fprintf(stderr, "page_replies: %s\n", argc == 2 ? message.text : "name one file");
        return 2;
    }
    rest = (struct slice){text.data, text.length};
    sha256_init(&hash);
    while (next_request(&rest, &request)) {
        struct slice reply = page_call(page, request);

        sha256_update(&hash, reply.text, reply.length);
        sha256_update(&hash, "\n", 1);
        replies++;
    }
    sha256_finish(&hash, digest);
    text_hex(digest, sizeof digest, hex);
    printf("%d %s\n", replies, hex);
    buffer_release(&text);
    page_free(page);
    return rest.length > 0;
}
