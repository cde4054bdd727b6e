/* Charts: the files are what their names say, the same each time, and safe whatever the names in
 * them. Bars, lines and markers are the games. */
#include "report/chart.h"

#include "support/picture_files.h"

#include <sys/stat.h>

enum { GAMES = 500 };

/* Bell-shaped counts around 30 + 4 * series, the same each time. */
static const uint32_t *some_shots(int series)
{
    static uint32_t shots[CHART_SERIES][GAMES];

    for (int i = 0; i < GAMES; i++) {
        int sum = 0;

        for (int k = 1; k <= 4; k++)
            sum += (i * 37 * k + i / 7 * k + series * 11) % 13;
        shots[series][i] = (uint32_t)(4 * series + 6 + sum);
    }
    return shots[series];
}

static struct chart_series *some_series(void)
{
    static const char *const names[] = {"random",
                                        "<script>&\"'",
                                        "gr\xc3\xbc\xc3\x9f",
                                        "bell\a esc\033[31m tab\t",
                                        "bad\xff\xfe",
                                        "]]> --> &amp; %s",
                                        "non\xef\xbf\xbe\xef\xbf\xbf",
                                        ""};
    static struct chart_series series[CHART_SERIES];

    for (int i = 0; i < CHART_SERIES; i++)
        series[i] = (struct chart_series){.name = i < 8 ? names[i]
                                                        : "a name that is much too long to fit "
                                                          "beside a line of the legend",
                                          .counts = some_shots(i),
                                          .games = GAMES};
    return series;
}

static enum error draw_chart(const struct chart_series *series, int count, const char *title,
                             const char *path, struct message *message)
{
    struct chart chart = {.series = series, .count = count, .title = title, .unit = "shots"};

    return chart_write(&chart, path, message);
}

static void a_chart_is_what_its_name_says(void **state)
{
    static const struct {
        const char *name, *again, *magic;
    } files[] = {{"a.svg", "b.svg", "<?xml version=\"1.0\""},
                 {"a.png", "b.png", "\x89PNG\r\n\x1a\n"},
                 {"a.pdf", "b.PDF", "%PDF-1."}};
    struct message message;
    struct stat status;

    (void)state;
    need_pictures();
    for (int i = 0; i < 3; i++) {
        const char *path = in_folder(files[i].name), *again = in_folder(files[i].again);

        for (int count = 1; count <= CHART_SERIES; count += 5) {
            assert_int_equal(draw_chart(some_series(), count, "Title", path, &message), OK);
            assert_int_equal(draw_chart(some_series(), count, "Title", again, &message), OK);
            assert_starts(path, files[i].magic);
            assert_same_bytes(path, again);
        }
        assert_int_equal(stat(path, &status), 0);
        assert_int_equal(status.st_mode & 0777 & ~0644u, 0);
    }
    assert_int_equal(empty_folder(), 6); /* and no temporary */
}

static void a_chart_accepts_any_name(void **state)
{
    struct message message;
    const char *path = in_folder("names.svg");
    struct buffer bytes;
    char check[1200];

    (void)state;
    need_pictures();
    assert_int_equal(draw_chart(some_series(), CHART_SERIES,
                                "A <b>&\"title\"\x01 \xc3\xa9 \xef\xbf\xbf", path, &message),
                     OK);
    assert_well_formed(path);
    read_all(path, &bytes);
    assert_non_null(strstr(bytes.data, "<title>A &lt;b&gt;&amp;&quot;title&quot;? \xc3\xa9 ?"
                                       "?"
                                       "?</title>"));
    buffer_release(&bytes);
    snprintf(check, sizeof check, "command -v xmllint >/dev/null || exit 0; xmllint --noout '%s'",
             path);
    assert_int_equal(system(check), 0);
    assert_int_equal(draw_chart(some_series(), 3, NULL, path, &message), OK);
    assert_well_formed(path);
    assert_int_equal(
        draw_chart(some_series(), CHART_SERIES, "\xff\xfe\x01<&>", in_folder("n.pdf"), &message),
        OK);
    empty_folder();
}

static void a_chart_accepts_any_numbers(void **state)
{
    static uint32_t same[1000], ends[2] = {0, UINT32_MAX}, one[1] = {17}, big[3] = {900, 1, 1024};
    struct chart_series series[] = {{.name = "same", .counts = same, .games = 1000},
                                    {.name = "ends", .counts = ends, .games = 2},
                                    {.name = "one", .counts = one, .games = 1},
                                    {.name = "big", .counts = big, .games = 3},
                                    {.name = "w", .counts = same, .games = 1}};
    struct message message;

    (void)state;
    need_pictures();
    for (int i = 0; i < 1000; i++)
        same[i] = 42;
    for (int from = 0; from < 5; from++)
        for (int count = 1; from + count <= 5; count++) {
            assert_int_equal(draw_chart(series + from, count, "x", in_folder("n.svg"), &message),
                             OK);
            assert_well_formed(in_folder("n.svg"));
        }
    empty_folder();
}

/* The number after `name="` in an element of an SVG. */
static double attribute(const char *element, const char *name)
{
    char start[32];
    const char *found, *end = strchr(element, '>');

    snprintf(start, sizeof start, " %s=\"", name);
    found = strstr(element, start);
    assert_true(found && found < end);
    return strtod(found + strlen(start), NULL);
}

static void labels_of_large_numbers_do_not_overlap(void **state)
{
    static const uint32_t shots[][2] = {{2147483640, 2147483641}, {2147483000, 2147484200}};
    const char *path = in_folder("large.svg");
    struct message message;
    struct buffer bytes;

    (void)state;
    need_pictures();
    for (int i = 0; i < 2; i++) {
        struct chart_series series = {.name = "bot", .counts = shots[i], .games = 2};
        double last_x = 0, last_y = 0;
        int labels = 0;

        assert_int_equal(draw_chart(&series, 1, "Title", path, &message), OK);
        read_all(path, &bytes);
        for (const char *text = bytes.data; (text = strstr(text, "<text ")) != NULL; text++) {
            double x = attribute(text, "x"), y = attribute(text, "y");

            if (strncmp(strchr(text, '>') + 1, "21474", 5) != 0)
                continue;
            if (y == last_y) /* a digit is more than 7 pixels wide */
                assert_true(x - last_x > 10 * 7);
            last_x = x;
            last_y = y;
            labels++;
        }
        assert_true(labels >= 8); /* in two panels */
        buffer_release(&bytes);
    }
    empty_folder();
}

/* Bars of the only series, 10 counts from 37 to 46: their heights are the shares, side by side, in
 * the frame, and there is none where there are no games. */
static void bars_are_a_true_histogram(void **state)
{
    static const uint32_t shots[] = {37, 40, 40, 41, 41, 41, 41, 46};
    struct chart_series series = {.name = "one", .counts = shots, .games = 8};
    const char *path = in_folder("bars.svg"), *bar, *end;
    double height[5] = {0}, x[5] = {0}, sum = 0;
    struct buffer bytes;
    struct message message;
    int bars = 0;

    (void)state;
    need_pictures();
    assert_int_equal(draw_chart(&series, 1, "x", path, &message), OK);
    read_all(path, &bytes);
    bar = strstr(bytes.data, "<g class=\"bars\"");
    assert_non_null(bar);
    end = strstr(bar, "</g>");
    while ((bar = strstr(bar + 1, "<rect")) != NULL && bar < end) {
        assert_in_range(bars, 0, 3);
        height[bars] = attribute(bar, "height");
        x[bars] = attribute(bar, "x");
        assert_true(attribute(bar, "y") >= 106);
        assert_near(attribute(bar, "y") + height[bars], 366, 0.02);
        sum += height[bars++];
    }
    assert_int_equal(bars, 4); /* 37, 40, 41 and 46 */
    assert_near(height[0] / sum, 1 / 8.0, 1e-3);
    assert_near(height[1] / sum, 2 / 8.0, 1e-3);
    assert_near(height[2] / sum, 4 / 8.0, 1e-3);
    assert_near(height[3] / sum, 1 / 8.0, 1e-3);
    assert_near((x[1] - x[0]) / (x[2] - x[1]), 3, 1e-2);
    assert_near((x[3] - x[2]) / (x[2] - x[1]), 5, 1e-2);
    buffer_release(&bytes);
    empty_folder();
}

/* The contents of the group of this class and bot, without its end. Valid until the next call. */
static const char *group(const char *svg, const char *class, const char *bot)
{
    static char text[1 << 16];
    char start[128];
    const char *found;

    snprintf(start, sizeof start, "<g class=\"%s\">\n<title>%s</title>", class, bot);
    found = strstr(svg, start);
    if (!found)
        fail_msg("no group %s of %s", class, bot);
    snprintf(text, sizeof text, "%.*s", (int)(strstr(found, "</g>") - found), found);
    return text;
}

/* Two humps, one of 10 % and one of 61 %, and a bot like each of them. */
static const struct chart_series *unequal_series(void)
{
    static uint32_t low[100], high[100];
    static struct chart_series series[] = {{.name = "low", .counts = low, .games = 100},
                                           {.name = "high", .counts = high, .games = 100},
                                           {.name = "low too", .counts = low, .games = 100},
                                           {.name = "high too", .counts = high, .games = 100}};

    for (uint32_t i = 0; i < 100; i++) {
        low[i] = 1 + i / 10;
        high[i] = i < 13 ? 18 : i < 39 ? 19 : 20;
    }
    return series;
}

static void every_bar_has_its_height(void **state)
{
    const struct chart_series *series = unequal_series();
    const char *path = in_folder("bars.svg"), *bar;
    struct buffer bytes;
    struct message message;

    (void)state;
    need_pictures();
    assert_int_equal(draw_chart(series, 4, "x", path, &message), OK);
    read_all(path, &bytes);
    assert_non_null(strstr(bytes.data, "exactly this many shots; the scales differ</text>"));
    for (int i = 1; i < 4; i += 2) { /* 13, 26 and 61 % */
        double height[3];

        bar = group(bytes.data, "bars", series[i].name);
        for (int k = 0; k < 3; k++) {
            bar = strstr(bar + 1, "<rect");
            assert_non_null(bar);
            height[k] = attribute(bar, "height");
        }
        assert_near(height[1] / height[0], 2, 0.01);
        assert_near(height[2] / height[1], 61 / 26.0, 0.01);
        assert_true(height[2] < 89); /* the strip */
    }
    buffer_release(&bytes);
    assert_int_equal(draw_chart(series + 1, 1, "x", path, &message), OK);
    read_all(path, &bytes);
    assert_non_null(strstr(bytes.data, "exactly this many shots</text>"));
    buffer_release(&bytes);
    empty_folder();
}

static void a_smoothed_line_has_one_peak(void **state)
{
    struct chart chart = {.series = unequal_series(), .count = 4, .unit = "shots", .lines = true};
    const char *path = in_folder("line.svg"), *line;
    struct buffer bytes;
    struct message message;
    double last = HUGE_VAL;
    int points = 0;

    (void)state;
    need_pictures();
    assert_int_equal(chart_write(&chart, path, &message), OK);
    read_all(path, &bytes);
    assert_non_null(strstr(bytes.data, "about this many shots; the scales differ</text>"));
    line = group(bytes.data, "line", "high");
    for (line = strstr(line, " d=\"M") + 5; *line != '"'; points++) {
        double y;

        line = strchr(line, ' ') + 1;
        y = strtod(line, NULL);
        assert_true(y < last - 5 && y > 106);
        last = y;
        line += strcspn(line, "L\"");
    }
    assert_int_equal(points, 3);
    buffer_release(&bytes);
    empty_folder();
}

/* Two bots with the same games: the median is 57.5, and the marker drawn first is larger. */
static void markers_are_true_and_visible(void **state)
{
    static const uint32_t shots[] = {50, 57, 58, 60};
    struct chart_series series[] = {{.name = "one", .counts = shots, .games = 4},
                                    {.name = "two", .counts = shots, .games = 4}};
    const char *path = in_folder("markers.svg"), *mark;
    struct buffer bytes;
    struct message message;
    double edge;

    (void)state;
    need_pictures();
    assert_int_equal(draw_chart(series, 2, "x", path, &message), OK);
    read_all(path, &bytes);
    mark = strstr(strstr(group(bytes.data, "bars", "one"), "<rect") + 1, "<rect"); /* of 57 */
    edge = attribute(mark, "x") + attribute(mark, "width") + 0.5;
    mark = group(bytes.data, "markers", "one");
    for (int i = 0; i < 5; i++) /* a path for the rim and one for the marker, 10, 25 and 50 % */
        mark = strstr(mark + 1, " d=\"M");
    assert_near(strtod(mark + 5, NULL), edge + 7, 0.02);
    assert_non_null(strstr(mark, "A7 7"));
    mark = strstr(group(bytes.data, "markers", "two"), " d=\"M");
    assert_near(strtod(strchr(mark, 'L') + 1, NULL) - strtod(mark + 5, NULL), 7, 0.02);
    buffer_release(&bytes);
    empty_folder();
}

static void text_stays_text_in_an_svg(void **state)
{
    struct chart chart = {
        .series = some_series(), .count = 3, .title = "Title", .unit = "turns", .lines = true};
    const char *path = in_folder("text.svg");
    struct buffer bytes;
    struct message message;

    (void)state;
    need_pictures();
    assert_int_equal(chart_write(&chart, path, &message), OK);
    assert_well_formed(path);
    read_all(path, &bytes);
    assert_non_null(strstr(bytes.data, ">random</text>"));
    assert_non_null(strstr(bytes.data, ">&lt;script&gt;&amp;&quot;'</text>"));
    assert_non_null(strstr(bytes.data, ">turns until the fleet is sunk</text>"));
    assert_non_null(strstr(bytes.data, ">Fewest turns first</text>"));
    assert_non_null(strstr(bytes.data, "font-family=\"'DejaVu Sans', Verdana, Geneva, sans-serif"));
    assert_null(strstr(bytes.data, "<use")); /* no outlines of letters */
    assert_null(strstr(bytes.data, "class=\"bars\""));
    buffer_release(&bytes);
    empty_folder();
}

static void a_chart_is_refused_with_a_reason(void **state)
{
    struct chart_series none = {.name = "idle", .counts = NULL, .games = 0};
    struct message message;
    char text[64];

    (void)state;
    need_pictures();
    assert_int_equal(draw_chart(some_series(), 2, "x", in_folder("a.bmp"), &message), ERR_SYNTAX);
    assert_non_null(
        strstr(message.text, "a.bmp: the name of a picture must end in .svg, .png or .pdf"));
    assert_int_equal(draw_chart(some_series(), 2, "x", in_folder("svg"), &message), ERR_SYNTAX);
    assert_int_equal(draw_chart(some_series(), 2, "x", ".svg", &message), ERR_SYNTAX);
    assert_int_equal(draw_chart(some_series(), 2, "x", in_folder("no/a.svg"), &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/a.svg: No such file"));
    assert_int_equal(mkdir(in_folder("d.png"), 0755), 0);
    assert_int_equal(draw_chart(some_series(), 2, "x", in_folder("d.png"), &message), ERR_IO);
    assert_non_null(strstr(message.text, "d.png: Is a directory"));
    assert_int_equal(rmdir(in_folder("d.png")), 0);
    assert_int_equal(draw_chart(some_series(), 0, "x", in_folder("a.svg"), &message), ERR_RANGE);
    assert_int_equal(draw_chart(some_series(), 17, "x", in_folder("a.svg"), &message), ERR_RANGE);
    snprintf(text, sizeof text, "1 to %d bots, not 17", CHART_SERIES);
    assert_non_null(strstr(message.text, text));
    assert_int_equal(draw_chart(&none, 1, "x", in_folder("a.svg"), &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "idle has no games"));
    assert_int_equal(empty_folder(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_is_what_its_name_says),
        cmocka_unit_test(a_chart_accepts_any_name),
        cmocka_unit_test(a_chart_accepts_any_numbers),
        cmocka_unit_test(bars_are_a_true_histogram),
        cmocka_unit_test(labels_of_large_numbers_do_not_overlap),
        cmocka_unit_test(every_bar_has_its_height),
        cmocka_unit_test(a_smoothed_line_has_one_peak),
        cmocka_unit_test(markers_are_true_and_visible),
        cmocka_unit_test(text_stays_text_in_an_svg),
        cmocka_unit_test(a_chart_is_refused_with_a_reason),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
