/* The page of a tournament: hostile names stay text wherever they stand, the page is well-formed,
 * needs nothing from outside, and is bounded. What a browser makes of it: tests/e2e/report.sh.
 *
 * slow: writes pages of many megabytes (2 s) */
#include "base/buffer.h"
#include "report/html.h"
#include "support/page_sample.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifdef HAVE_JANSSON
#include <jansson.h>
#endif

/* --- pieces of text -----------------------------------------------------------------------------
 */

static char written[4096];

static FILE *open_written(void)
{
    FILE *file = fmemopen(written, sizeof written, "w");

    assert_non_null(file);
    written[0] = '\0'; /* a stream to which nothing is written leaves it alone */
    return file;
}

static const char *as_text(const char *text)
{
    FILE *file = open_written();

    html_text(file, text);
    fclose(file);
    return written;
}

static const char *as_lines(const char *text, size_t length)
{
    FILE *file = open_written();

    html_lines(file, (struct slice){text, length});
    fclose(file);
    return written;
}

static const char *as_json(const char *text)
{
    FILE *file = open_written();

    html_json(file, slice_of(text));
    fclose(file);
    return written;
}

static const char *as_base64(const char *text)
{
    FILE *file = open_written();

    html_base64(file, slice_of(text));
    fclose(file);
    return written;
}

static const char *as_hash(const char *text, size_t length)
{
    FILE *file = open_written();

    html_hash(file, (struct slice){text, length});
    fclose(file);
    return written;
}

static void test_markup_becomes_text(void **state)
{
    (void)state;
    assert_string_equal(as_text("</script><img src=x onerror=alert(1)>"),
                        "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
    assert_string_equal(as_text("\" ' ` & &amp;"), "&quot; &#39; &#96; &amp; &amp;amp;");
    assert_string_equal(as_text("two\nlines\tand a tab"), "two lines and a tab");
    assert_string_equal(as_text("Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x9a\xa2"),
                        "Zo\xc3\xab \xe2\x82\xac \xf0\x9f\x9a\xa2");
    assert_string_equal(as_text(""), "");
}

#define LOST "\xef\xbf\xbd"

static void test_direction_marks_and_invisible_characters_are_replaced(void **state)
{
    (void)state;
    assert_string_equal(as_text("\xe2\x80\xae"
                                "abc\xe2\x81\xa9"),
                        LOST "abc" LOST);
    assert_string_equal(as_text("a\xe2\x80\x8b\xe2\x80\xa8\xef\xbb\xbf"), "a" LOST LOST LOST);
    assert_string_equal(as_text("\x1b[31m\x7f\xc2\x9b"), LOST "[31m" LOST LOST);
    assert_string_equal(as_text("\xf3\xa0\x81\x81"), LOST);       /* a tag */
    assert_string_equal(as_text("\xe2\x80\x8d"), "\xe2\x80\x8d"); /* joins emoji */
}

static void test_broken_utf8_is_replaced(void **state)
{
    (void)state;
    assert_string_equal(as_text("\xff\xfe<"), LOST LOST "&lt;");
    assert_string_equal(as_text("\xc0\xbc"), LOST LOST);    /* an overlong < */
    assert_string_equal(as_text("\xe0\x80\xbc"), LOST);     /* another */
    assert_string_equal(as_text("\xed\xa0\x80"), LOST);     /* half of a pair */
    assert_string_equal(as_text("\xf4\x90\x80\x80"), LOST); /* beyond the last */
    assert_string_equal(as_text("\xc3"), LOST);             /* cut off */
    assert_string_equal(as_text("\xe2\x82<b>"),
                        LOST "&lt;b&gt;"); /* does not swallow what follows */
}

static void test_lines_stay_lines(void **state)
{
    static const char log[] = "a\r\nb\tc\rd\0</pre>";

    (void)state;
    assert_string_equal(as_lines(log, sizeof log - 1), "a\nb\tc" LOST "d" LOST "&lt;/pre&gt;");
    assert_string_equal(as_lines("a\xe2\x82\xac", 3), "a" LOST); /* never past the end */
}

static void test_json_cannot_end_a_script(void **state)
{
    (void)state;
    assert_string_equal(as_json("</script><!-- \" \\ & '"),
                        "\"\\u003c/script\\u003e\\u003c!-- \\u0022 \\u005c \\u0026 \\u0027\"");
    assert_string_equal(as_json("a\nb\x01\xe2\x80\xa8\xff"), "\"a\\nb" LOST LOST LOST "\"");
}

static void test_figures(void **state)
{
    FILE *file = open_written();

    (void)state;
    html_count(file, 0);
    putc(' ', file);
    html_count(file, 999);
    putc(' ', file);
    html_count(file, 1000);
    putc(' ', file);
    html_count(file, UINT64_MAX);
    putc(' ', file);
    html_date(file, 1700000000);
    fclose(file);
    assert_string_equal(written, "0 999 1,000 18,446,744,073,709,551,615 2023-11-14 22:13 UTC");
    assert_string_equal(as_hash("", 0), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

/* The examples of RFC 4648, and bytes that are not ASCII. */
static void test_base64(void **state)
{
    (void)state;
    assert_string_equal(as_base64(""), "");
    assert_string_equal(as_base64("f"), "Zg==");
    assert_string_equal(as_base64("fo"), "Zm8=");
    assert_string_equal(as_base64("foo"), "Zm9v");
    assert_string_equal(as_base64("foobar"), "Zm9vYmFy");
    assert_string_equal(as_base64("\xff\xfe"), "//4=");
}

/* --- a whole page -------------------------------------------------------------------------------
 */

static char *page_text(const struct tournament_page *page, size_t *length)
{
    char *text = NULL;
    struct message message;
    FILE *file = open_memstream(&text, length);

    assert_non_null(file);
    assert_int_equal(tournament_page_write(page, file, &message), OK);
    assert_int_equal(fclose(file), 0);
    return text;
}

static bool is_one_of(const char *word, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == length && memcmp(*words, word, length) == 0)
            return true;
    return false;
}

/* All elements and attributes of a page. A name that was not escaped would add to them. */
static const char *const elements[] = {
    "html",   "head",   "meta",     "link",   "title",      "style",   "body",    "a",      "nav",
    "ul",     "li",     "main",     "header", "h1",         "h2",      "h3",      "p",      "b",
    "i",      "bdi",    "section",  "div",    "table",      "caption", "thead",   "tbody",  "tr",
    "th",     "td",     "small",    "span",   "svg",        "g",       "path",    "circle", "text",
    "figure", "label",  "select",   "button", "figcaption", "details", "summary", "pre",    "dl",
    "dt",     "dd",     "noscript", "input",  "kbd",        "script",  "footer",  "br",     "ol",
    "code",   "symbol", "rect",     NULL};
static const char *const attributes[] = {"lang",
                                         "charset",
                                         "http-equiv",
                                         "content",
                                         "name",
                                         "rel",
                                         "href",
                                         "class",
                                         "id",
                                         "scope",
                                         "title",
                                         "tabindex",
                                         "role",
                                         "aria-label",
                                         "type",
                                         "hidden",
                                         "aria-hidden",
                                         "viewBox",
                                         "d",
                                         "cx",
                                         "cy",
                                         "r",
                                         "x",
                                         "y",
                                         "open",
                                         "data-v",
                                         "text-anchor",
                                         "min",
                                         "value",
                                         "aria-live",
                                         "aria-pressed",
                                         "aria-labelledby",
                                         "aria-modal",
                                         "aria-atomic",
                                         "width",
                                         "height",
                                         "rx",
                                         NULL};
static const char *const empty[] = {"meta", "link", "br", "input", NULL};

struct parser {
    const char *at;
    struct slice open[64];
    int depth, scripts;
};

static size_t word_length(const char *at)
{
    return strcspn(at, " =>/\"\n");
}

/* One attribute; a link leads into the page or is the icon. */
static void parse_attribute(struct parser *parser)
{
    const char *name = parser->at;
    size_t length = word_length(name);

    if (!is_one_of(name, length, attributes))
        fail_msg("an attribute %.40s", name);
    parser->at += length;
    if (*parser->at != '=')
        return;
    assert_int_equal(parser->at[1], '"');
    parser->at += 2;
    if (length == 4 && memcmp(name, "href", 4) == 0)
        assert_true(*parser->at == '#' || strncmp(parser->at, "data:image/svg+xml,", 19) == 0);
    parser->at = strchr(parser->at, '"');
    assert_non_null(parser->at);
    parser->at++;
}

static void parse_start(struct parser *parser)
{
    struct slice name = {parser->at, word_length(parser->at)};
    bool is_closed;

    if (!is_one_of(name.text, name.length, elements))
        fail_msg("an element %.40s", name.text);
    parser->at += name.length;
    while (*parser->at == ' ') {
        parser->at++;
        parse_attribute(parser);
    }
    is_closed = *parser->at == '/';
    parser->at += is_closed;
    assert_int_equal(*parser->at, '>');
    parser->at++;
    if (is_closed || is_one_of(name.text, name.length, empty))
        return;
    assert_true(parser->depth < 64);
    parser->open[parser->depth++] = name;
    if (slice_is(name, "script") || slice_is(name, "style")) {
        parser->scripts += slice_is(name, "script");
        parser->at = strstr(parser->at, "</");
        assert_non_null(parser->at);
    }
}

static void parse_end(struct parser *parser)
{
    size_t length = word_length(parser->at);
    struct slice *open;

    assert_true(parser->depth > 0);
    open = &parser->open[--parser->depth];
    if (open->length != length || memcmp(open->text, parser->at, length) != 0)
        fail_msg("</%.*s> ends <%.*s>", (int)length, parser->at, (int)open->length, open->text);
    parser->at += length;
    assert_int_equal(*parser->at, '>');
    parser->at++;
}

static int parse_page(const char *text)
{
    struct parser parser = {.at = text};

    assert_memory_equal(text, "<!DOCTYPE html>\n", 16);
    parser.at += 16;
    while ((parser.at = strchr(parser.at, '<')) != NULL) {
        parser.at++;
        if (*parser.at == '/') {
            parser.at++;
            parse_end(&parser);
        } else {
            parse_start(&parser);
        }
    }
    assert_int_equal(parser.depth, 0);
    return parser.scripts;
}

/* Not an engine, but bytes like one. */
static const char engine[] = "\x1f\x8b</script>";

/* The page of a sample with hostile names. */
static char *sample_text(struct page_sample **sample, size_t *length)
{
    *sample = page_sample_new();
    assert_non_null(*sample);
    return page_text(page_sample_page(*sample), length);
}

static void test_hostile_names_add_no_elements(void **state)
{
    struct page_sample *sample;
    size_t length;
    char *text = sample_text(&sample, &length);

    (void)state;
    assert_int_equal(strlen(text), length);
    assert_int_equal(parse_page(text), 3); /* the theme, the data and the program */
    assert_non_null(strstr(text, "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    assert_null(strstr(text, "<img"));
    assert_null(strstr(text, "\xe2\x80\xae"));
    free(text);
    page_sample_free(sample);
}

/* The policy names exactly what is in the page. */
static void check_hash(const char *text, const char *start, const char *end)
{
    const char *from = strstr(text, start), *to;
    char expected[80];

    assert_non_null(from);
    from += strlen(start);
    to = strstr(from, end);
    assert_non_null(to);
    snprintf(expected, sizeof expected, "'%s'", as_hash(from, (size_t)(to - from)));
    assert_non_null(strstr(text, expected));
}

static void test_the_policy_allows_only_the_own_script_and_style(void **state)
{
    struct page_sample *sample;
    size_t length;
    char *text = sample_text(&sample, &length);

    (void)state;
    assert_non_null(strstr(text, "default-src 'none'"));
    assert_null(strstr(text, "unsafe-"));
    assert_null(strstr(text, "worker-src"));
    check_hash(text, "</title>\n<script>", "</script>");
    check_hash(text, "<script type=\"module\">", "</script>");
    check_hash(text, "<style>", "</style>");
    assert_null(strstr(text, "@import"));
    for (const char *url = text; (url = strstr(url, "url(")) != NULL; url++)
        assert_memory_equal(url, "url(\"data:image/svg+xml;base64,", 31);
    assert_null(strstr(text, "https:"));
    free(text);
    page_sample_free(sample);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

/* With an engine the policy allows WebAssembly and a worker, and nothing else that is unsafe. */
static void test_an_engine_is_in_the_page_once(void **state)
{
    struct page_sample *sample = page_sample_new();
    size_t length;
    char *text;

    (void)state;
    assert_non_null(sample);
    text = page_text(page_sample_page(sample), &length);
    assert_non_null(strstr(text, "built without the engine"));
    assert_non_null(strstr(text, "<code>broadside replay FILE</code>"));
    assert_null(strstr(text, "id=\"engine\""));
    free(text);
    page_sample_page(sample)->engine = slice_of(engine);
    text = page_text(page_sample_page(sample), &length);
    assert_int_equal(parse_page(text), 5); /* and the worker and the engine */
    assert_null(strstr(text, "built without the engine"));
    assert_int_equal(count_of(text, as_base64(engine)), 1);
    assert_non_null(strstr(text, "' 'wasm-unsafe-eval'; worker-src blob:; style-src '"));
    assert_int_equal(count_of(text, "unsafe-"), 1);
    assert_non_null(strstr(text, "<symbol id=\"mark-hit\""));
    free(text);
    page_sample_free(sample);
}

#ifdef HAVE_JANSSON
static void test_the_viewer_gets_all_records_as_json(void **state)
{
    static const char start[] = "id=\"round-data\">";
    struct page_sample *sample = page_sample_new();
    size_t length;
    char *text, *from;
    json_t *root, *rounds;
    json_error_t error;

    (void)state;
    assert_non_null(sample);
    text = page_text(page_sample_page(sample), &length);
    from = strstr(text, start);
    assert_non_null(from);
    from += sizeof start - 1;
    root = json_loadb(from, (size_t)(strstr(from, "</script>") - from), 0, &error);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_array_get(json_object_get(root, "bots"), 0)),
                        "</script><img src=x onerror=alert(1)>");
    rounds = json_object_get(root, "rounds");
    assert_int_equal(json_array_size(rounds), page_sample_page(sample)->records_count);
    assert_true(json_array_size(rounds) >= 15);
    for (size_t i = 0; i < json_array_size(rounds); i++) {
        const struct slice *record = &page_sample_page(sample)->records[i].text;
        json_t *shown = json_object_get(json_array_get(rounds, i), "record");

        assert_int_equal(json_string_length(shown), record->length);
        assert_memory_equal(json_string_value(shown), record->text, record->length);
    }
    json_decref(root);
    free(text);
    page_sample_free(sample);
}
#endif

static void test_a_record_cannot_end_the_script(void **state)
{
    static const char forged[] = "broadside record 1\nversion </script><b>\nplayer a x\n";
    struct page_sample *sample = page_sample_new();
    struct page_record record = {.a = 0, .b = 1, .text = slice_of(forged)};
    struct tournament_page *page;
    size_t length;
    char *text;

    (void)state;
    assert_non_null(sample);
    page = page_sample_page(sample);
    page->records = &record;
    page->records_count = 1;
    text = page_text(page, &length);
    assert_int_equal(parse_page(text), 3);
    assert_non_null(strstr(text,
                           "\"rounds\":[{\"match\":\"0\",\"round\":0,\"a\":0,\"b\":1,\"record\":"
                           "\"broadside record 1\\nversion \\u003c/script"));
    free(text);
    page_sample_free(sample);
}

/* The first record of the class ends in a broken round, the second is nothing but a comment. */
static void test_broken_rounds_are_linked_and_in_the_viewer(void **state)
{
    struct page_sample *sample = page_sample_new_class();
    const struct page_record *record;
    char link[64], placed[96], empty_round[160];
    size_t length;
    char *text;

    (void)state;
    assert_non_null(sample);
    record = page_sample_page(sample)->records;
    text = page_text(page_sample_page(sample), &length);
    assert_int_equal(parse_page(text), 3);
    snprintf(placed, sizeof placed,
             "{\"match\":\"%d\",\"round\":%d,\"a\":%d,\"b\":%d,\"note\":\"\\u2068",
             (int)record[0].match, (int)record[0].round, record[0].a, record[0].b);
    snprintf(
        empty_round, sizeof empty_round,
        "{\"match\":\"%d\",\"round\":%d,\"a\":%d,\"b\":%d,\"note\":\"The round ended before both "
        "fleets were placed. \\u2068",
        (int)record[1].match, (int)record[1].round, record[1].a, record[1].b);
    assert_non_null(strstr(text, " broke the round: illegal-move: it said \\u0027fire at "
                                 "\\u003cwill\\u003e\\u0027.\",\"record\":\"broadside record 1"));
    assert_non_null(strstr(text, "\\u0027.\"}"));
    assert_non_null(strstr(text, placed));
    assert_non_null(strstr(text, empty_round));
    for (int i = 0; i < 2; i++) {
        snprintf(link, sizeof link, "class=\"watch\" href=\"#round-%d-%d\"", (int)record[i].match,
                 (int)record[i].round);
        assert_non_null(strstr(strstr(text, "id=\"trouble\""), link));
    }
    assert_non_null(strstr(text, "left out: 58,000,000 bytes."));
    assert_non_null(strstr(text, "<summary>Log: 60 lines</summary>"));
    free(text);
    page_sample_free(sample);
}

static void test_an_id_that_two_bots_share_is_not_shown(void **state)
{
    struct page_sample *sample = page_sample_new();
    struct entrant *entrants = page_sample_entrants(sample);
    size_t length;
    char *text;

    (void)state;
    assert_non_null(sample);
    snprintf(entrants[0].id, sizeof entrants[0].id, "shared-id");
    snprintf(entrants[1].id, sizeof entrants[1].id, "shared-id");
    snprintf(entrants[2].id, sizeof entrants[2].id, "own-id");
    text = page_text(page_sample_page(sample), &length);
    assert_null(strstr(text, "shared-id"));
    assert_non_null(strstr(text, "<td class=\"id\"><bdi>own-id</bdi></td>"));
    free(text);
    page_sample_free(sample);
}

static void test_the_same_tournament_is_the_same_page(void **state)
{
    struct page_sample *sample = page_sample_new();
    size_t length, again;
    char *text, *other;

    (void)state;
    assert_non_null(sample);
    text = page_text(page_sample_page(sample), &length);
    other = page_text(page_sample_page(sample), &again);
    assert_int_equal(length, again);
    assert_memory_equal(text, other, length);
    free(text);
    free(other);
    page_sample_free(sample);
}

static void test_an_empty_tournament_has_a_page(void **state)
{
    struct contest_terms terms = {.rules = *rules_find("classic"), .rounds = 1};
    struct tournament_page page = {.terms = &terms, .bins = 1};
    size_t length;
    char *text = page_text(&page, &length);

    (void)state;
    assert_int_equal(parse_page(text), 2);
    assert_non_null(strstr(text, "No bots took part."));
    assert_non_null(strstr(text, "No records were kept."));
    assert_non_null(strstr(text, "not complete"));
    free(text);
}

/* A bot that has not played is in the table, and its charts are empty. */
static void test_bots_without_matches(void **state)
{
    static struct entrant entrants[2] = {{.name = "Ann"}, {.name = "Ben"}};
    static struct page_bot bots[2];
    struct contest_terms terms = {.rules = *rules_find("classic"), .rounds = 7};
    struct contest contest = {
        .terms = {.seed = {.number = 1}}, .entrants = entrants, .entrants_count = 2};
    struct rank ranks[2];
    struct page_table table = {.ranks = ranks};
    struct tournament_page page = {.terms = &terms,
                                   .entrants = entrants,
                                   .bots = bots,
                                   .count = 2,
                                   .tables = &table,
                                   .tables_count = 1,
                                   .bins = 7};
    size_t length;
    char *text;

    (void)state;
    assert_int_equal(standings_fill(&contest, NULL, ranks, &table.count, NULL), OK);
    text = page_text(&page, &length);
    assert_int_equal(parse_page(text), 2);
    *strstr(text, "id=\"terms\"") = '\0';
    assert_null(strstr(strstr(text, "</style>"), "nan"));
    assert_null(strstr(strstr(text, "</style>"), "inf"));
    free(text);
}

/* --- bounds -------------------------------------------------------------------------------------
 */

enum { MANY = MAX_ENTRANTS };

static void fill_bot(struct page_bot *bot, unsigned number)
{
    unsigned noise = number + 1;

    for (int i = 0; i < PAGE_SHOTS; i++) {
        bot->shots[0][i] = (noise = noise * 1664525 + 1013904223) >> 16;
        bot->shots[1][i] = (noise = noise * 1664525 + 1013904223) >> 16;
    }
    for (int i = 0; i < PAGE_BINS; i++)
        bot->bin[i] = (struct page_bin){.rounds = 100,
                                        .won = 50,
                                        .clean = 40,
                                        .shots = 40.0 * (i + 1),
                                        .squares = 50.0 * (i + 1) * (i + 1)};
    bot->heat_rounds = 1 << 16;
    for (int i = 0; i < MAX_CELLS; i++) {
        bot->placed[i] = (noise = noise * 1664525 + 1013904223) >> 16;
        bot->fired[i] = (noise = noise * 1664525 + 1013904223) >> 16;
    }
}

static size_t page_size(int count)
{
    static struct entrant entrants[MANY];
    static struct rank ranks[MANY];
    struct page_bot *bots = calloc(MANY, sizeof *bots);
    struct contest_match *scores = calloc((size_t)count * (size_t)count, sizeof *scores);
    struct contest_terms terms = {.rules = *rules_find("classic"), .rounds = 1000};
    struct contest contest = {.terms = {.seed = {.number = 1}},
                              .entrants = entrants,
                              .entrants_count = count,
                              .matches = scores};
    struct page_table table = {.ranks = ranks};
    struct tournament_page page = {.terms = &terms,
                                   .entrants = entrants,
                                   .bots = bots,
                                   .count = count,
                                   .matches = scores,
                                   .tables = &table,
                                   .tables_count = 1,
                                   .bins = PAGE_BINS};
    size_t length;
    char *text;

    assert_true(bots && scores);
    terms.rules.width = terms.rules.height = MAX_SIDE;
    for (int i = 0; i < count; i++) {
        snprintf(entrants[i].name, sizeof entrants[i].name, "%d<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", i);
        fill_bot(&bots[i], (unsigned)i);
        for (int k = 0; k < i; k++)
            scores[page.matches_count++] =
                (struct contest_match){.pairing = {.a = k, .b = i},
                                       .rounds = 1000,
                                       .whole = 1000,
                                       .side = {{.won = 999}, {.won = 1}}};
    }
    contest.matches_count = page.matches_count;
    assert_int_equal(standings_fill(&contest, NULL, ranks, &table.count, NULL), OK);
    text = page_text(&page, &length);
    assert_int_equal(parse_page(text), 2);
    free(text);
    free(bots);
    free(scores);
    return length;
}

static void test_a_page_is_bounded(void **state)
{
    (void)state;
    assert_in_range(page_size(40), 100000, 10 << 20); /* all on the largest board, all noise */
    if (!IS_BRIEF)
        assert_in_range(page_size(100), 100000, 20 << 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_markup_becomes_text),
        cmocka_unit_test(test_direction_marks_and_invisible_characters_are_replaced),
        cmocka_unit_test(test_broken_utf8_is_replaced),
        cmocka_unit_test(test_lines_stay_lines),
        cmocka_unit_test(test_json_cannot_end_a_script),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_hostile_names_add_no_elements),
        cmocka_unit_test(test_the_policy_allows_only_the_own_script_and_style),
#ifdef HAVE_JANSSON
        cmocka_unit_test(test_the_viewer_gets_all_records_as_json),
#endif
        cmocka_unit_test(test_an_engine_is_in_the_page_once),
        cmocka_unit_test(test_a_record_cannot_end_the_script),
        cmocka_unit_test(test_broken_rounds_are_linked_and_in_the_viewer),
        cmocka_unit_test(test_an_id_that_two_bots_share_is_not_shown),
        cmocka_unit_test(test_the_same_tournament_is_the_same_page),
        cmocka_unit_test(test_an_empty_tournament_has_a_page),
        cmocka_unit_test(test_bots_without_matches),
        cmocka_unit_test(test_a_page_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
