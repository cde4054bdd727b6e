/* What the server of the page answers: a function of the site and the request. The server itself:
 * tests/e2e/serve.sh. */
#include "web/web_answer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const unsigned char html[] = "<!doctype html>", packed[] = "packed", wasm[] = "asm";

static const struct web_file files[] = {
    {"engine.wasm", "application/wasm", "aaaa", wasm, 3, NULL, 0},
    {"index.html", "text/html; charset=utf-8", "bbbb", html, 15, packed, 6},
    {"css/sea.css", "text/css; charset=utf-8", "cccc", html, 15, NULL, 0},
};

static struct web_site site = {.files = files, .count = 3, .host = "127.0.0.1"};
static struct web_answer answer;

static struct web_request request_for(const char *path)
{
    return (struct web_request){
        .method = WEB_GET, .path = slice_of(path), .host = slice_of("localhost:8017")};
}

static int ask(const struct web_request *request)
{
    memset(&answer, 'x', sizeof answer);
    web_answer_choose(&site, request, &answer);
    assert_int_equal(strlen(answer.head), answer.head_length);
    assert_true(text_ends_with(answer.head, "\r\n\r\n"));
    return answer.status;
}

static int get(const char *path)
{
    struct web_request request = request_for(path);

    return ask(&request);
}

static int get_from(const char *host)
{
    struct web_request request = request_for("/");

    request.host = slice_of(host);
    return ask(&request);
}

static bool has_line(const char *line)
{
    char text[512];

    snprintf(text, sizeof text, "\r\n%s\r\n", line);
    return strstr(answer.head, text) != NULL;
}

static void a_path_is_looked_up_in_the_table(void **state)
{
    (void)state;
    assert_int_equal(get("/engine.wasm"), 200);
    assert_true(text_starts_with(answer.head, "HTTP/1.1 200 OK\r\n"));
    assert_true(has_line("Content-Type: application/wasm"));
    assert_true(has_line("Content-Length: 3"));
    assert_ptr_equal(answer.body, wasm);
    assert_int_equal(answer.size, 3);
    assert_false(answer.closes);
    assert_int_equal(get("/"), 200);
    assert_ptr_equal(answer.body, html);
    assert_int_equal(get("/css/sea.css"), 200);
}

static void everything_else_is_not_found(void **state)
{
    static const char *const paths[] = {"",
                                        "//",
                                        "/css",
                                        "/css/",
                                        "/index.htm",
                                        "index.html",
                                        "/index.html/",
                                        "/../index.html",
                                        "/css/../engine.wasm",
                                        "/./index.html",
                                        "/INDEX.HTML",
                                        "//index.html",
                                        "\\index.html",
                                        "/etc/passwd",
                                        "/index.html\n"};

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        assert_int_equal(get(paths[i]), 404);
        assert_true(has_line("Content-Type: text/plain; charset=utf-8"));
        assert_true(answer.size > 0);
    }
}

static void every_answer_is_protected(void **state)
{
    static const char *const paths[] = {"/", "/none"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        get(paths[i]);
        assert_true(has_line(
            "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
            "style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
            "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"));
        assert_true(has_line("X-Content-Type-Options: nosniff"));
        assert_true(has_line("Referrer-Policy: no-referrer"));
        assert_true(has_line("Cross-Origin-Opener-Policy: same-origin"));
        assert_true(has_line("Cross-Origin-Resource-Policy: same-origin"));
    }
}

static void head_has_the_headers_only(void **state)
{
    struct web_request request = request_for("/engine.wasm");

    (void)state;
    request.method = WEB_HEAD;
    assert_int_equal(ask(&request), 200);
    assert_true(has_line("Content-Length: 3"));
    assert_int_equal(answer.size, 0);
    request.path = slice_of("/none");
    assert_int_equal(ask(&request), 404);
    assert_int_equal(answer.size, 0);
}

static void other_methods_and_data_are_refused(void **state)
{
    struct web_request request = request_for("/");

    (void)state;
    request.method = WEB_OTHER;
    assert_int_equal(ask(&request), 405);
    assert_true(has_line("Allow: GET, HEAD"));
    assert_true(has_line("Connection: close"));
    assert_true(answer.closes);
    request.method = WEB_GET;
    request.has_body = true;
    assert_int_equal(ask(&request), 413);
    assert_true(answer.closes);
}

static void a_known_file_is_not_sent_again(void **state)
{
    static const char *const known[] = {"\"aaaa\"", "W/\"aaaa\"", "\"x\", \"aaaa\"", "*"};
    static const char *const unknown[] = {"", "aaaa", "\"aaa\"", "\"aaaa-gzip\"", "\"bbbb\", W/"};
    struct web_request request = request_for("/engine.wasm");

    (void)state;
    for (int i = 0; i < 4; i++) {
        request.if_none_match = slice_of(known[i]);
        assert_int_equal(ask(&request), 304);
        assert_int_equal(answer.size, 0);
        assert_true(has_line("ETag: \"aaaa\""));
        assert_null(strstr(answer.head, "Content-Length"));
    }
    for (int i = 0; i < 5; i++) {
        request.if_none_match = slice_of(unknown[i]);
        assert_int_equal(ask(&request), 200);
        assert_true(has_line("Cache-Control: no-cache"));
    }
}

static void the_compressed_file_goes_to_those_who_accept_it(void **state)
{
    static const char *const yes[] = {"gzip", "deflate, gzip;q=0.5", "GZIP", "br , gzip ; q=1.0"};
    static const char *const no[] = {"", "gzip;q=0", "br;q=1, gzip; q=0.000", "x-gzip", "gzipped"};
    struct web_request request = request_for("/");

    (void)state;
    for (int i = 0; i < 4; i++) {
        request.accept_encoding = slice_of(yes[i]);
        assert_int_equal(ask(&request), 200);
        assert_ptr_equal(answer.body, packed);
        assert_true(has_line("Content-Encoding: gzip"));
        assert_true(has_line("Content-Length: 6"));
        assert_true(has_line("ETag: \"bbbb-gzip\""));
        assert_true(has_line("Vary: Accept-Encoding"));
    }
    for (int i = 0; i < 5; i++) {
        request.accept_encoding = slice_of(no[i]);
        assert_int_equal(ask(&request), 200);
        assert_ptr_equal(answer.body, html);
        assert_null(strstr(answer.head, "Content-Encoding"));
        assert_true(has_line("Vary: Accept-Encoding"));
    }
    request.path = slice_of("/engine.wasm"); /* has no compressed form */
    request.accept_encoding = slice_of("gzip");
    assert_int_equal(ask(&request), 200);
    assert_ptr_equal(answer.body, wasm);
}

static void on_loopback_only_its_own_names_are_answered(void **state)
{
    static const char *const ours[] = {"localhost",      "LOCALHOST:1", "127.0.0.1",
                                       "127.0.0.1:8017", "[::1]",       "[::1]:65535"};
    static const char *const others[] = {
        "evil.example",           "evil.example:8017", "localhost.evil.example",
        "127.0.0.1.evil.example", "127.0.0.2",         "[::2]",
        "localhost:80x",          "localhost:80:80",   "xlocalhost",
        "localhost,evil.example", "127.0.0.1:123456",
    };

    (void)state;
    for (int i = 0; i < 6; i++)
        assert_int_equal(get_from(ours[i]), 200);
    assert_int_equal(get_from("localhost:"), 200); /* a URL may end so */
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(get_from(others[i]), 421);
    assert_int_equal(get_from(""), 400);
}

static void on_the_network_every_name_is_answered(void **state)
{
    (void)state;
    site.any_host = true;
    assert_int_equal(get_from("game.example:8017"), 200);
    assert_int_equal(get_from(""), 400);
    site.any_host = false;
    site.host = "127.0.0.2";
    assert_int_equal(get_from("127.0.0.2:80"), 200);
    site.host = "127.0.0.1";
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_is_looked_up_in_the_table),
        cmocka_unit_test(everything_else_is_not_found),
        cmocka_unit_test(every_answer_is_protected),
        cmocka_unit_test(head_has_the_headers_only),
        cmocka_unit_test(other_methods_and_data_are_refused),
        cmocka_unit_test(a_known_file_is_not_sent_again),
        cmocka_unit_test(the_compressed_file_goes_to_those_who_accept_it),
        cmocka_unit_test(on_loopback_only_its_own_names_are_answered),
        cmocka_unit_test(on_the_network_every_name_is_answered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
