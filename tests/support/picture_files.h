/* For tests of pictures: a folder for them, and what the files contain. */
#ifndef TESTS_SUPPORT_PICTURE_FILES_H
#define TESTS_SUPPORT_PICTURE_FILES_H

#include "base/buffer.h"
#include "report/picture.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A path in the test folder. Valid for a few more calls. */
static char picture_folder[512];

static inline const char *in_folder(const char *name)
{
    static char paths[8][1024];
    static int next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", picture_folder, name);
    return path;
}

static inline int make_folder(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(picture_folder, sizeof picture_folder, "%s/report.XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(picture_folder) ? 0 : -1;
}

/* Removes all files and returns how many there were. */
static inline int empty_folder(void)
{
    DIR *dir = opendir(picture_folder);
    int files = 0;

    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.' && unlink(in_folder(entry->d_name)) == 0)
            files++;
    closedir(dir);
    return files;
}

static inline int remove_folder(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(picture_folder);
}

static inline void read_all(const char *path, struct buffer *bytes)
{
    struct message message = {""};

    buffer_init(bytes, 16 << 20);
    if (buffer_read_file(bytes, path, &message) != OK)
        fail_msg("%s", message.text);
}

static inline void assert_starts(const char *path, const char *magic)
{
    struct buffer bytes;

    read_all(path, &bytes);
    assert_true(bytes.length > strlen(magic));
    assert_memory_equal(bytes.data, magic, strlen(magic));
    buffer_release(&bytes);
}

static inline void assert_same_bytes(const char *path, const char *other)
{
    struct buffer left, right;

    read_all(path, &left);
    read_all(other, &right);
    assert_int_equal(left.length, right.length);
    assert_memory_equal(left.data, right.data, left.length);
    buffer_release(&left);
    buffer_release(&right);
}

/* Well-formed as far as a picture needs it: tags nest, attributes are quoted, every & starts an
 * entity, no control characters. */
static inline void assert_well_formed(const char *path)
{
    struct buffer bytes;
    char open[64][32];
    int depth = 0, elements = 0;
    const char *c;

    read_all(path, &bytes);
    assert_int_equal(strlen(bytes.data), bytes.length);
    for (c = bytes.data; *c; c++) {
        assert_true((unsigned char)*c >= ' ' || *c == '\n');
        if (*c == '&') {
            assert_true(strncmp(c, "&lt;", 4) == 0 || strncmp(c, "&gt;", 4) == 0 ||
                        strncmp(c, "&amp;", 5) == 0 || strncmp(c, "&quot;", 6) == 0);
            continue;
        }
        assert_int_not_equal(*c, '>'); /* ours are escaped, cairo's end a tag */
        if (*c != '<')
            continue;
        if (c[1] == '?') {
            c = strstr(c, "?>") + 1;
        } else if (c[1] == '/') {
            size_t length = strcspn(c + 2, ">");

            assert_true(depth > 0);
            depth--;
            assert_int_equal(length, strlen(open[depth]));
            assert_memory_equal(c + 2, open[depth], length);
            c += 2 + length;
        } else {
            size_t length = strcspn(c + 1, " />\n");
            int quotes = 0;

            assert_in_range(length, 1, sizeof open[0] - 1);
            assert_in_range(depth, 0, 62);
            snprintf(open[depth], sizeof open[0], "%.*s", (int)length, c + 1);
            for (c++; *c != '>' || quotes % 2; c++) {
                assert_true(*c && (*c != '<' || quotes % 2 == 0));
                quotes += *c == '"';
            }
            depth += c[-1] != '/';
            elements++;
        }
    }
    assert_int_equal(depth, 0);
    assert_true(elements > 20);
    buffer_release(&bytes);
}

static inline void assert_near(double value, double wanted, double off)
{
    if (!(fabs(value - wanted) <= off))
        fail_msg("%.12g is not %.12g", value, wanted);
}

static inline void need_pictures(void)
{
    if (!picture_available())
        skip();
}

#endif
