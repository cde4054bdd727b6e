/* Charts, heat maps and animations: the files are what their names say, the same each time, and
 * safe whatever the names in them; the text of a heat map to the letter. */
#include "base/outfile.h"
#include "report/animation.h"
#include "report/chart.h"
#include "report/heat_picture.h"
#include "report/picture.h"

#include "base/buffer.h"
#include "rules/cell.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#ifdef HAVE_GIFLIB
#include <gif_lib.h>
#endif

/* A path in the test folder. Valid for a few more calls. */
static char folder[512];

static const char *in_folder(const char *name)
{
    static char paths[8][1024];
    static int next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state)
{
    const char *tmp = getenv("TMPDIR");

    (void)state;
    snprintf(folder, sizeof folder, "%s/report.XXXXXX", tmp ? tmp : "/tmp");
    return mkdtemp(folder) ? 0 : -1;
}

/* Removes all files and returns how many there were. */
static int empty_folder(void)
{
    DIR *dir = opendir(folder);
    int files = 0;

    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.' && unlink(in_folder(entry->d_name)) == 0)
            files++;
    closedir(dir);
    return files;
}

static int remove_folder(void **state)
{
    (void)state;
    empty_folder();
    return rmdir(folder);
}

static void read_all(const char *path, struct buffer *bytes)
{
    struct message message = {""};

    buffer_init(bytes, 16 << 20);
    if (buffer_read_file(bytes, path, &message) != OK)
        fail_msg("%s", message.text);
}

static void assert_starts(const char *path, const char *magic)
{
    struct buffer bytes;

    read_all(path, &bytes);
    assert_true(bytes.length > strlen(magic));
    assert_memory_equal(bytes.data, magic, strlen(magic));
    buffer_release(&bytes);
}

static void assert_same_bytes(const char *path, const char *other)
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
static void assert_well_formed(const char *path)
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

static void assert_near(double value, double wanted, double off)
{
    if (!(fabs(value - wanted) <= off))
        fail_msg("%.12g is not %.12g", value, wanted);
}

/* --- charts -------------------------------------------------------------------------------------
 */

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
        series[i] = (struct chart_series){i < 8 ? names[i]
                                                : "a name that is much too long to fit "
                                                  "beside a line of the legend",
                                          some_shots(i), GAMES};
    return series;
}

static enum error draw_chart(const struct chart_series *series, int count, const char *title,
                             const char *path, struct message *message)
{
    struct chart chart = {.series = series, .count = count, .title = title, .unit = "shots"};

    return chart_write(&chart, path, message);
}

static void need_pictures(void)
{
    if (!picture_available())
        skip();
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
    struct chart_series series[] = {
        {"same", same, 1000}, {"ends", ends, 2}, {"one", one, 1}, {"big", big, 3}, {"w", same, 1}};
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

/* Bars of the only series, 10 counts from 37 to 46: their heights are the shares, side by side, in
 * the frame, and there is none where there are no games. */
static void bars_are_a_true_histogram(void **state)
{
    static const uint32_t shots[] = {37, 40, 40, 41, 41, 41, 41, 46};
    struct chart_series series = {"one", shots, 8};
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
    struct chart_series none = {"idle", NULL, 0};
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

static void a_failure_leaves_the_old_file(void **state)
{
    const char *path = in_folder("old.svg");
    struct outfile output;
    struct message message;

    (void)state;
    assert_int_equal(outfile_open(&output, path, &message), OK);
    fputs("old", output.stream);
    assert_int_equal(outfile_commit(&output, &message), OK);
    assert_int_equal(outfile_open(&output, path, &message), OK);
    fputs("new", output.stream);
    outfile_abandon(&output);
    assert_starts(path, "ol");

    assert_int_equal(outfile_open(&output, path, &message), OK); /* a disk that is full */
    assert_non_null(freopen("/dev/full", "wb", output.stream));
    fputs("new", output.stream);
    assert_int_equal(outfile_commit(&output, &message), ERR_IO);
    assert_non_null(strstr(message.text, "old.svg: No space left"));
    assert_starts(path, "ol");
    assert_int_equal(empty_folder(), 1);
}

static void a_missing_library_is_reported(void **state)
{
    struct heat_picture heat = {
        .width = 1, .height = 1, .probability = (double[]){1}, .highlight = -1};
    struct animation *animation;
    struct message message;

    (void)state;
    if (!picture_available()) {
        assert_int_equal(draw_chart(some_series(), 2, "x", "a.svg", &message), ERR_MISSING);
        assert_non_null(strstr(message.text, "libcairo2-dev"));
        assert_int_equal(heat_picture_write(&heat, "a.svg", &message), ERR_MISSING);
        assert_non_null(strstr(message.text, "libcairo2-dev"));
    }
    if (!picture_animation_available()) {
        assert_int_equal(animation_new("a.gif", 1, 1, &animation, &message), ERR_MISSING);
        assert_non_null(strstr(message.text, "libgif-dev"));
        assert_null(animation);
    }
}

/* --- heat maps ----------------------------------------------------------------------------------
 */

static const double small_chances[] = {0,     0.004, 0.125, 0.5, -1,    -1,
                                       0.996, 0.05,  -1,    -1,  0.995, -1};
static const struct heat_picture small = {
    .width = 4,
    .height = 3,
    .probability = small_chances,
    .mark = "    *o  #.  ",
    .caption = "Small \033[31m",
    .highlight = 3,
};

static const char *printed(const struct heat_picture *heat, bool colour, int columns)
{
    static char text[HEAT_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    heat_picture_print(heat, colour, columns, &writer);
    assert_false(writer.full);
    return text;
}

static void heat_as_text(void **state)
{
    static const double certain[] = {1, 0.25};
    struct heat_picture heat = {.width = 2, .height = 1, .probability = certain, .highlight = 0};

    (void)state;
    assert_string_equal(
        printed(&small, false, 0),
        "    Small ?[31m\n"
        "     A  B  C  D\n"
        "  1  0 <1 13[50]\n"
        "  2  *  o 99  5\n"
        "  3  #  . 99  -\n"
        "    percent chance of a ship, o miss, * hit, # sunk, . water, [ ] the shot\n");
    assert_string_equal(printed(&heat, false, 0), "      A   B\n"
                                                  "  1[100] 25\n"
                                                  "    percent chance of a ship, [ ] the shot\n");
    assert_string_equal(printed(&small, false, 12), "    Small ?[31m\n"
                                                    "     A  B\n"
                                                    "  1  0 <1\n"
                                                    "  2  *  o\n"
                                                    "  3  #  .\n"
                                                    "\n"
                                                    "     C  D\n"
                                                    "  1 13[50]\n"
                                                    "  2 99  5\n"
                                                    "  3 99  -\n"
                                                    "    percent chance of a ship, o miss, * hit, "
                                                    "# sunk, . water, [ ] the shot\n");
}

/* Takes the colour codes out. */
static const char *bleached(const char *text)
{
    static char plain[HEAT_TEXT_SIZE];
    size_t used = 0;

    while (*text) {
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            plain[used++] = *text++;
    }
    plain[used] = '\0';
    return plain;
}

static void heat_in_colours(void **state)
{
    static char plain[HEAT_TEXT_SIZE];

    (void)state;
    snprintf(plain, sizeof plain, "%s", printed(&small, false, 0));
    assert_non_null(strstr(printed(&small, true, 0), "\033[48;5;230;38;5;16m  0\033[0m"));
    assert_non_null(strstr(printed(&small, true, 0), "\033[48;5;17;38;5;231m 99\033[0m"));
    assert_non_null(strstr(printed(&small, true, 0), "  2  *  o\033["));
    assert_memory_equal(bleached(printed(&small, true, 0)), plain, strlen(plain));
    assert_string_equal(bleached(printed(&small, true, 0)) + strlen(plain),
                        "    0                      100\n");
}

static void fill(double *chances, char *marks, int cells)
{
    for (int cell = 0; cell < cells; cell++) {
        marks[cell] = cell % 7 ? ' ' : "o*#."[cell / 7 % 4];
        chances[cell] = cell % 7 ? (cell * 31 % 101) / 100.0 : -1;
    }
}

static void every_size_is_drawn(void **state)
{
    static double chances[MAX_CELLS];
    static char marks[MAX_CELLS];
    static const int sides[] = {1, 2, 3, 10, 20, 27, MAX_SIDE};
    struct message message;

    (void)state;
    fill(chances, marks, MAX_CELLS);
    for (int w = 0; w < 7; w++)
        for (int h = 0; h < 7; h++) {
            struct heat_picture heat = {sides[w], sides[h], chances, marks, "caption", 0};

            for (int columns = 0; columns < 160; columns += 53) {
                int most = 0, length = 0;

                for (const char *c = bleached(printed(&heat, true, columns)); *c; c++) {
                    length = *c == '\n' ? 0 : length + 1;
                    most = length > most ? length : most;
                    if (strncmp(c, "\n    percent", 12) == 0)
                        break;
                }
                assert_true(most <= (columns ? columns : 4 + 4 * sides[w]) || most < 12);
            }
            if (picture_available() && (w + h) % 4 == 0) {
                assert_int_equal(heat_picture_write(&heat, in_folder("h.svg"), &message), OK);
                assert_well_formed(in_folder("h.svg"));
            }
        }
    empty_folder();
}

static void a_heat_map_is_what_its_name_says(void **state)
{
    static const char *const names[] = {"h.svg", "h.png", "h.pdf"};
    static const char *const magic[] = {"<?xml", "\x89PNG\r\n\x1a\n", "%PDF-1."};
    struct heat_picture bare = {
        .width = 4, .height = 3, .probability = small_chances, .highlight = -1};
    struct message message;

    (void)state;
    need_pictures();
    for (int i = 0; i < 3; i++) {
        char again[16];

        snprintf(again, sizeof again, "2%s", names[i]);
        assert_int_equal(heat_picture_write(&small, in_folder(names[i]), &message), OK);
        assert_int_equal(heat_picture_write(&small, in_folder(again), &message), OK);
        assert_starts(in_folder(names[i]), magic[i]);
        assert_same_bytes(in_folder(names[i]), in_folder(again));
        assert_int_equal(heat_picture_write(&bare, in_folder(names[i]), &message), OK);
    }
    assert_int_equal(heat_picture_write(&small, in_folder("h.gif"), &message), ERR_SYNTAX);
    assert_int_equal(heat_picture_write(&small, in_folder("no/h.png"), &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/h.png: No such file"));
    assert_int_equal(empty_folder(), 6);
}

/* --- animations ---------------------------------------------------------------------------------
 */

/* Five frames; the fourth is the same as the third. */
static enum error animate(const char *path, struct message *message)
{
    double chances[100];
    char marks[100];
    struct animation *animation;
    enum error error = animation_new(path, 10, 10, &animation, message);

    memset(marks, ' ', sizeof marks);
    for (int i = 0; i < 100; i++)
        chances[i] = i / 100.0;
    for (int frame = 0; frame < 5 && error == OK; frame++) {
        struct heat_picture heat = {10, 10, chances, marks, "A game", frame == 3 ? 22 : 11 * frame};

        error = animation_add(animation, &heat, 40 + frame, message);
        if (frame < 2) {
            chances[11 * frame] = -1;
            marks[11 * frame] = 'o';
        }
    }
    return error == OK ? animation_finish(animation, message) : error;
}

static void an_animation_is_a_gif(void **state)
{
#ifdef HAVE_GIFLIB
    const char *path = in_folder("a.gif"), *again = in_folder("b.gif");
    struct message message = {""};
    struct stat status;
    GifFileType *gif;
    int error;

    (void)state;
    assert_int_equal(animate(path, &message), OK);
    assert_int_equal(animate(again, &message), OK);
    assert_same_bytes(path, again);
    assert_starts(path, "GIF89a");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0700, 0600);
    assert_int_equal(status.st_mode & 0777 & ~0644u, 0);

    gif = DGifOpenFileName(path, &error);
    assert_non_null(gif);
    assert_int_equal(DGifSlurp(gif), GIF_OK);
    assert_int_equal(gif->ImageCount, 5);
    assert_in_range(gif->SWidth, 400, 600);
    assert_in_range(gif->SHeight, 400, 700);
    assert_in_range(gif->SColorMap->ColorCount, 2, 64);
    assert_int_equal(gif->SavedImages[0].ExtensionBlocks[0].Function, APPLICATION_EXT_FUNC_CODE);
    assert_memory_equal(gif->SavedImages[0].ExtensionBlocks[0].Bytes, "NETSCAPE2.0", 11);
    for (int i = 0; i < 5; i++) {
        GraphicsControlBlock control;
        const GifImageDesc *area = &gif->SavedImages[i].ImageDesc;

        assert_int_equal(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
        assert_int_equal(control.DelayTime, i < 4 ? 40 + i : 300);
        assert_true(area->Left + area->Width <= gif->SWidth);
        assert_true(area->Top + area->Height <= gif->SHeight);
        assert_true((area->Width == gif->SWidth) == (i == 0));
        assert_true((area->Width == 1 && area->Height == 1) == (i == 3));
    }
    assert_int_equal(DGifCloseFile(gif, &error), GIF_OK);
    assert_int_equal(empty_folder(), 2);
#else
    (void)state;
    skip();
#endif
}

static void an_animation_is_refused_with_a_reason(void **state)
{
    struct animation *animation;
    struct message message;

    (void)state;
    if (!picture_animation_available())
        skip();
    assert_int_equal(animate(in_folder("a.png"), &message), ERR_SYNTAX);
    assert_non_null(strstr(message.text, "a.png: the name of an animation must end in .gif"));
    assert_int_equal(animate(in_folder("no/a.gif"), &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/a.gif: No such file"));
    assert_int_equal(animation_new(in_folder("a.gif"), 3, 3, &animation, &message), OK);
    assert_int_equal(animation_finish(animation, &message), ERR_RANGE);
    assert_int_equal(animation_new(in_folder("a.gif"), 32, 32, &animation, &message), OK);
    animation_abandon(animation);
    animation_abandon(NULL);
    assert_int_equal(empty_folder(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chart_is_what_its_name_says),
        cmocka_unit_test(a_chart_accepts_any_name),
        cmocka_unit_test(a_chart_accepts_any_numbers),
        cmocka_unit_test(bars_are_a_true_histogram),
        cmocka_unit_test(text_stays_text_in_an_svg),
        cmocka_unit_test(a_chart_is_refused_with_a_reason),
        cmocka_unit_test(a_failure_leaves_the_old_file),
        cmocka_unit_test(a_missing_library_is_reported),
        cmocka_unit_test(heat_as_text),
        cmocka_unit_test(heat_in_colours),
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(a_heat_map_is_what_its_name_says),
        cmocka_unit_test(an_animation_is_a_gif),
        cmocka_unit_test(an_animation_is_refused_with_a_reason),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
