/* The hash of a bot's files: it changes if the bot changes, and only then. */
#include "guest/fingerprint.h"

#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

struct print {
    char hex[SHA256_HEX_SIZE];
};

static struct print of(const char *spec)
{
    struct message message = {""};
    struct print print;

    if (fingerprint_compute(spec, print.hex, &message) != OK)
        fail_msg("%s: %s", spec, message.text);
    assert_int_equal(strlen(print.hex), SHA256_HEX_SIZE - 1);
    return print;
}

static void assert_same(struct print a, struct print b)
{
    assert_string_equal(a.hex, b.hex);
}

static void assert_other(struct print a, struct print b)
{
    assert_string_not_equal(a.hex, b.hex);
}

static void put(const char *path, const char *text)
{
    home_write(path, text, strlen(text));
}

static void built_in_bots_differ_by_name(void **state)
{
    (void)state;
    assert_same(of("hunt"), of("hunt"));
    assert_other(of("hunt"), of("random"));
    assert_other(of("exact"), of("exact:depth=2"));
}

static void a_folder_hashes_all_its_files(void **state)
{
    struct print before;

    (void)state;
    mkdir("bot", 0777);
    mkdir("bot/lib", 0777);
    put("bot/bot.json", "{}");
    put("bot/lib/a.py", "a");
    before = of("./bot");
    assert_same(before, of("./bot/"));
    put("bot/lib/a.py", "b");
    assert_other(before, of("./bot"));
    put("bot/lib/a.py", "a");
    assert_same(before, of("./bot"));
    put("bot/lib/b.py", "");
    assert_other(before, of("./bot"));
    unlink("bot/lib/b.py");
    rename("bot/lib/a.py", "bot/lib/c.py");
    assert_other(before, of("./bot"));
    rename("bot/lib/c.py", "bot/lib/a.py");
    assert_same(before, of("./bot"));
    assert_int_equal(symlink("bot", "other"), 0);
    assert_same(before, of("./other"));
}

static void the_location_does_not_matter(void **state)
{
    struct print before = of("./bot");

    (void)state;
    rename("bot", "moved");
    assert_same(before, of("./moved"));
    rename("moved", "bot");
}

/* A guest sees these as well. */
static void hidden_files_and_links_count(void **state)
{
    static const char *const names[] = {"bot/.hidden", "bot/.git/HEAD", "bot/__pycache__/a.pyc"};
    struct print before = of("./bot"), first;

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        mkdir("bot/.git", 0777);
        mkdir("bot/__pycache__", 0777);
        put(names[i], "1");
        first = of("./bot");
        assert_other(before, first);
        put(names[i], "2");
        assert_other(first, of("./bot"));
        unlink(names[i]);
        rmdir("bot/.git");
        rmdir("bot/__pycache__");
        assert_same(before, of("./bot"));
    }
    assert_int_equal(symlink("/etc/passwd", "bot/link"), 0); /* the path counts, not the file */
    first = of("./bot");
    assert_other(before, first);
    unlink("bot/link");
    put("bot/link", "/etc/passwd");
    assert_other(first, of("./bot"));
    unlink("bot/link");
    assert_int_equal(symlink("../bot", "bot/link"), 0); /* a loop */
    assert_other(first, of("./bot"));
    unlink("bot/link");
}

static void pipes_do_not_count(void **state)
{
    struct print before = of("./bot");

    (void)state;
    assert_int_equal(mkfifo("bot/pipe", 0600), 0); /* must not block */
    assert_same(before, of("./bot"));
    unlink("bot/pipe");
}

static void one_file_does_not_hash_like_two(void **state)
{
    static const char whole[] = "12b\0003";
    struct print one;

    (void)state;
    mkdir("pass", 0777);
    home_write("pass/a", whole, sizeof whole - 1);
    one = of("./pass");
    put("pass/a", "12");
    put("pass/b", "3");
    assert_other(one, of("./pass"));
    unlink("pass/b");
    unlink("pass/a");
    mkdir("pass/a", 0777);
    one = of("./pass");
    rmdir("pass/a");
    put("pass/a", "");
    assert_other(one, of("./pass"));
}

static void a_command_line_hashes_its_words_and_files(void **state)
{
    struct print before;

    (void)state;
    put("run.sh", "echo 1");
    before = of("cmd:/bin/sh run.sh");
    assert_same(before, of("cmd:/bin/sh run.sh"));
    assert_other(before, of("cmd:/bin/sh run.sh fast"));
    put("run.sh", "echo 2");
    assert_other(before, of("cmd:/bin/sh run.sh"));
    put("run.sh", "echo 1");
    assert_same(before, of("cmd:/bin/sh run.sh"));
    assert_int_equal(symlink("run.sh", "link.sh"), 0);
    before = of("cmd:/bin/sh link.sh");
    put("run.sh", "echo 3");
    assert_other(before, of("cmd:/bin/sh link.sh"));
}

static void too_many_files_are_rejected(void **state)
{
    char path[4000] = "deep", hex[SHA256_HEX_SIZE];
    struct message message = {""};

    (void)state;
    mkdir(path, 0777);
    for (int i = 0; i < 20; i++) {
        strcat(path, "/x");
        assert_int_equal(mkdir(path, 0777), 0);
    }
    assert_int_equal(fingerprint_compute("./deep", hex, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "folders are nested more than 16 deep"));
    assert_int_equal(fingerprint_compute("./nosuch", hex, &message), ERR_IO);
    assert_non_null(strstr(message.text, "No such file"));
    mkdir("many", 0777);
    for (int i = 0; i <= 10000; i++) {
        snprintf(path, sizeof path, "many/%d", i);
        if (i == 0)
            put(path, "");
        else
            assert_int_equal(link("many/0", path), 0);
    }
    assert_int_equal(fingerprint_compute("./many", hex, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "more than 10000 files"));
}

/* A sparse file takes no space, but reading it would take an hour. */
static void a_huge_file_is_rejected_at_once(void **state)
{
    char hex[SHA256_HEX_SIZE];
    struct message message = {""};

    (void)state;
    mkdir("huge", 0777);
    put("huge/hole", "");
    if (truncate("huge/hole", (off_t)1 << 40) != 0)
        skip(); /* no sparse files here */
    assert_int_equal(fingerprint_compute("./huge", hex, &message), ERR_FULL);
    assert_non_null(
        strstr(message.text, "huge/hole: the files of this bot are larger than 1024 MB"));
}

static void unreadable_files_are_reported(void **state)
{
    char hex[SHA256_HEX_SIZE];
    struct message message = {""};

    (void)state;
    if (geteuid() == 0)
        skip(); /* root reads everything */
    put("bot/secret", "x");
    chmod("bot/secret", 0);
    assert_int_equal(fingerprint_compute("./bot", hex, &message), ERR_IO);
    assert_non_null(strstr(message.text, "secret: Permission denied"));
    unlink("bot/secret");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_in_bots_differ_by_name),
        cmocka_unit_test(a_folder_hashes_all_its_files),
        cmocka_unit_test(the_location_does_not_matter),
        cmocka_unit_test(hidden_files_and_links_count),
        cmocka_unit_test(pipes_do_not_count),
        cmocka_unit_test(one_file_does_not_hash_like_two),
        cmocka_unit_test(a_command_line_hashes_its_words_and_files),
        cmocka_unit_test(too_many_files_are_rejected),
        cmocka_unit_test(a_huge_file_is_rejected_at_once),
        cmocka_unit_test(unreadable_files_are_reported),
    };

    return cmocka_run_group_tests_name("fingerprint", tests, home_enter, home_leave);
}
