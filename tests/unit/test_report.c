/* Heat maps and animations: the files are what their names say and the same each time; the text of
 * a heat map to the letter. */
#include "base/outfile.h"
#include "report/animation.h"
#include "report/chart.h"
#include "report/heat_picture.h"
#include "rules/cell.h"

#include "support/picture_files.h"

#include <sys/stat.h>

#ifdef HAVE_GIFLIB
#include <gif_lib.h>
#endif

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
    struct chart chart = {.count = 0};
    struct heat_picture heat = {
        .width = 1, .height = 1, .probability = (double[]){1}, .highlight = -1};
    struct animation *animation;
    struct message message;

    (void)state;
    if (!picture_available()) {
        assert_int_equal(chart_write(&chart, "a.svg", &message), ERR_MISSING);
        assert_non_null(strstr(message.text, "libcairo2-dev"));
        assert_int_equal(heat_picture_write(&heat, "a.svg", &message), ERR_MISSING);
        assert_non_null(strstr(message.text, "libcairo2-dev"));
    }
    if (!picture_animation_available()) {
        assert_int_equal(animation_new("a.gif", 1, 1, false, &animation, &message), ERR_MISSING);
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
            struct heat_picture heat = {.width = sides[w],
                                        .height = sides[h],
                                        .probability = chances,
                                        .mark = marks,
                                        .caption = "caption"};

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

static void areas_look_different(void **state)
{
    static const struct heat_area areas[] = {{HEAT_FOUND, 0, 0, 2, 2},
                                             {HEAT_EMPTY, 1, 1, 2, 2},
                                             {HEAT_SMOKED, 2, 0, 2, 2},
                                             {HEAT_HINT, 0, 0, 3, 3},
                                             {HEAT_MOVE, 0, 2, 4, 1}};
    struct heat_picture heat = small;
    char looks[4][256];
    struct buffer bytes;
    struct message message;
    const char *at;

    (void)state;
    need_pictures();
    heat.highlight = -1;
    heat.area = areas;
    heat.areas = 5;
    assert_int_equal(heat_picture_write(&heat, in_folder("h.svg"), &message), OK);
    assert_well_formed(in_folder("h.svg"));
    read_all(in_folder("h.svg"), &bytes);
    at = bytes.data;
    for (int i = 0; i < 4; i++) { /* the second line of each is the visible one */
        at = strstr(at, "<g class=\"area\"");
        assert_non_null(at);
        at = strstr(strstr(at, "<path") + 1, "<path");
        at = strstr(at, " stroke=");
        snprintf(looks[i], sizeof looks[i], "%.*s", (int)strcspn(at, ">"), at);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(looks[i], looks[k]);
    }
    assert_non_null(strstr(at, ">the move</text>"));
    assert_non_null(strstr(at, ">sweep: found</text>"));
    assert_non_null(strstr(at, ">sweep: empty</text>"));
    buffer_release(&bytes);
    empty_folder();
}

/* --- animations ---------------------------------------------------------------------------------
 */

/* Five frames; the fourth is the same as the third. */
static enum error animate(const char *path, struct message *message)
{
    double chances[100];
    char marks[100];
    struct animation *animation;
    enum error error = animation_new(path, 10, 10, true, &animation, message);

    memset(marks, ' ', sizeof marks);
    for (int i = 0; i < 100; i++)
        chances[i] = i / 100.0;
    for (int frame = 0; frame < 5 && error == OK; frame++) {
        struct heat_picture heat = {.width = 10,
                                    .height = 10,
                                    .probability = chances,
                                    .mark = marks,
                                    .caption = "A game",
                                    .highlight = frame == 3 ? 22 : 11 * frame};

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
    assert_int_equal(animation_new(in_folder("a.gif"), 3, 3, false, &animation, &message), OK);
    assert_int_equal(animation_finish(animation, &message), ERR_RANGE);
    assert_int_equal(animation_new(in_folder("a.gif"), 32, 32, true, &animation, &message), OK);
    animation_abandon(animation);
    animation_abandon(NULL);
    assert_int_equal(empty_folder(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_leaves_the_old_file),
        cmocka_unit_test(a_missing_library_is_reported),
        cmocka_unit_test(heat_as_text),
        cmocka_unit_test(heat_in_colours),
        cmocka_unit_test(every_size_is_drawn),
        cmocka_unit_test(a_heat_map_is_what_its_name_says),
        cmocka_unit_test(areas_look_different),
        cmocka_unit_test(an_animation_is_a_gif),
        cmocka_unit_test(an_animation_is_refused_with_a_reason),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
