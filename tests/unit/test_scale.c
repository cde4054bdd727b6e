/* Ticks of axes, the colours of heat maps, and distributions. */
#include "report/scale.h"

#include "report/heat_picture.h"
#include "report/spread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double value, double expected, double error)
{
    if (!(fabs(value - expected) <= error))
        fail_msg("%.12g is not %.12g", value, expected);
}

static void ticks_are_round(void **state)
{
    (void)state;
    assert_near(scale_step(100, 10, 0), 10, 1e-12);
    assert_near(scale_step(101, 10, 0), 20, 1e-12);
    assert_near(scale_step(0.22, 5, 0), 0.05, 1e-12);
    assert_near(scale_step(3, 12, 1), 1, 1e-12);
    assert_near(scale_step(0, 5, 0), 1, 0);
    assert_near(scale_step(4.2e9, 12, 1), 5e8, 1);
    assert_int_equal(scale_digits(0.05), 2);
    assert_int_equal(scale_digits(0.1), 1);
    assert_int_equal(scale_digits(20), 0);
}

static double luminance(uint32_t rgb)
{
    static const double weight[] = {0.0722, 0.7152, 0.2126};
    double y = 0;

    for (int i = 0; i < 3; i++) {
        double part = (rgb >> 8 * i & 255) / 255.0;

        y += weight[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return y;
}

static double lightness(uint32_t rgb)
{
    return 116 * cbrt(luminance(rgb)) - 16;
}

/* WCAG 2 asks for a contrast of 4.5 between text and its ground. */
static double contrast(uint32_t a, uint32_t b)
{
    double light = luminance(a) + 0.05, dark = luminance(b) + 0.05;

    return light > dark ? light / dark : dark / light;
}

static void numbers_are_readable_on_every_colour(void **state)
{
    (void)state;
    for (int i = 0; i <= 1000; i++) {
        uint32_t ground = scale_heat(i / 1000.0);

        assert_true(contrast(ground, scale_ink(ground)) >= 4.5);
    }
    for (uint32_t grey = 0; grey < 256; grey++)
        assert_true(contrast(grey * 0x10101, scale_ink(grey * 0x10101)) >= 4.5);
}

static void heat_darkens_evenly(void **state)
{
    (void)state;
    for (int i = 0; i <= 100; i++)
        assert_near(lightness(scale_heat(i / 100.0)), 99.1 - 85.7 * i / 100, 1.5);
    assert_int_equal(scale_heat(-1), scale_heat(0));
    assert_int_equal(scale_heat(7), scale_heat(1));
    assert_int_equal(scale_heat(NAN), scale_heat(0));
}

/* One of the 256 colours of a terminal, beyond the first 16. */
static uint32_t terminal_colour(int code)
{
    static const uint32_t level[] = {0, 95, 135, 175, 215, 255};
    int cube = code - 16;

    assert_in_range(code, 16, 255);
    if (code >= 232)
        return (uint32_t)(8 + 10 * (code - 232)) * 0x10101;
    return level[cube / 36] << 16 | level[cube / 6 % 6] << 8 | level[cube % 6];
}

static void numbers_are_readable_on_a_terminal(void **state)
{
    static char text[HEAT_TEXT_SIZE];
    double chances[20];
    struct heat_picture heat = {.width = 20, .height = 1, .probability = chances, .highlight = -1};
    struct writer writer;
    int found = 0;

    (void)state;
    for (int i = 0; i < 20; i++)
        chances[i] = i / 20.0;
    writer_init(&writer, text, sizeof text);
    heat_picture_print(&heat, true, 0, &writer);
    for (const char *c = text; (c = strstr(c, "\033[48;5;")) != NULL; c++) {
        int ground, ink;

        if (sscanf(c, "\033[48;5;%d;38;5;%dm", &ground, &ink) != 2)
            continue; /* the scale below the map has no numbers */
        assert_true(contrast(terminal_colour(ground), terminal_colour(ink)) >= 4.5);
        found++;
    }
    assert_int_equal(found, 20);
}

static void a_spread_keeps_its_mass(void **state)
{
    static uint32_t shots[3000];
    struct spread spread;
    struct spread_bins grid;

    (void)state;
    for (int i = 0; i < 3000; i++)
        shots[i] = (uint32_t)(i % 17 == 0 ? 100 : 60 + i * 7 % 41);
    grid = spread_bins_of(60, 100);
    for (int smoothed = 0; smoothed < 2; smoothed++) {
        double mass = 0, steps = 0;

        assert_int_equal(spread_init(&spread, &grid, shots, NULL, 3000, smoothed), OK);
        for (int bin = 0; bin < grid.bins; bin++) {
            mass += spread.share[bin];
            if (bin > 0)
                steps += fabs(spread.share[bin] - spread.share[bin - 1]);
        }
        assert_near(mass, 100, 1e-6);
        assert_true(smoothed ? steps < 4 : steps > 4); /* the peak at 100 counts only once */
        assert_near(spread.cumulative[grid.bins - 1], 100, 1e-9);
        assert_true(spread.stderror > 0);
        spread_release(&spread);
    }

    assert_int_equal(spread_init(&spread, &grid, (uint32_t[]){70, 71, 72, 75}, NULL, 4, false), OK);
    assert_near(spread.mean, 72, 1e-12);
    assert_near(spread.sd, sqrt(14 / 3.0), 1e-12);
    assert_near(spread.stderror, sqrt(14 / 12.0), 1e-12);
    assert_near(spread.quantile[0], 70, 0);
    assert_near(spread.quantile[1], 70.5, 0); /* between two games, like the median of a table */
    assert_near(spread.quantile[2], 71.5, 0);
    assert_near(spread.quantile[3], 73.5, 0);
    assert_near(spread.share[11], 25, 1e-12);
    assert_near(spread.share[13], 0, 0);
    spread_release(&spread);

    assert_int_equal(spread_init(&spread, &grid, (uint32_t[]){70, 71, 75}, NULL, 3, false), OK);
    assert_near(spread.quantile[2], 71, 0);
    spread_release(&spread);

    grid = spread_bins_of(0, UINT32_MAX);
    assert_true(spread_bins_find(&grid, UINT32_MAX) == grid.bins - 1 && grid.bins <= 2048);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(heat_darkens_evenly),
        cmocka_unit_test(numbers_are_readable_on_every_colour),
        cmocka_unit_test(numbers_are_readable_on_a_terminal),
        cmocka_unit_test(a_spread_keeps_its_mass),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
