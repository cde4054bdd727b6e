/* Random numbers: known answers, no bias, and independent streams. */
#include "base/rng.h"

#include "support/chance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* From the authors' code, starting with state 1, 2, 3, 4. */
static void xoshiro_gives_its_known_answers(void **state)
{
    static const uint64_t wanted[] = {11520u,
                                      0u,
                                      1509978240u,
                                      1215971899390074240u,
                                      1216172134540287360u,
                                      607988272756665600u,
                                      16172922978634559625u,
                                      8476171486693032832u,
                                      10595114339597558777u,
                                      2904607092377533576u};
    struct rng rng = {{1, 2, 3, 4}};

    (void)state;
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        assert_true(rng_next(&rng) == wanted[i]);
}

static void seeding_is_splitmix64(void **state)
{
    static const struct {
        uint64_t seed, state[4], next[4];
    } known[] = {
        {0,
         {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec},
         {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c}},
        {42,
         {0xbdd732262feb6e95, 0x28efe333b266f103, 0x47526757130f9f52, 0x581ce1ff0e4ae394},
         {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1}},
        {UINT64_MAX,
         {0xe4d971771b652c20, 0xe99ff867dbf682c9, 0x382ff84cb27281e9, 0x6d1db36ccba982d2},
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct rng rng;

        rng_seed(&rng, known[i].seed);
        assert_memory_equal(rng.state, known[i].state, sizeof rng.state);
        for (int j = 0; j < 4; j++)
            assert_true(rng_next(&rng) == known[i].next[j]);
    }
}

static void a_copy_of_a_generator_continues_identically(void **state)
{
    struct rng rng, copy;

    (void)state;
    rng_seed(&rng, 5);
    rng_next(&rng);
    copy = rng;
    for (int i = 0; i < 10; i++)
        assert_true(rng_next(&rng) == rng_next(&copy));
}

static void rng_below_is_in_range_and_uniform(void **state)
{
    static const uint32_t bounds[] = {2, 3, 7, 10, 100, 180, 1000};
    static unsigned counts[1000];
    struct rng rng;

    (void)state;
    rng_seed(&rng, 31);
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        double off;

        memset(counts, 0, sizeof counts);
        for (int j = 0; j < 200000; j++) {
            uint32_t drawn = rng_below(&rng, bounds[i]);

            assert_true(drawn < bounds[i]);
            counts[drawn]++;
        }
        off = chance_even(counts, (int)bounds[i]);
        if (off > CHANCE_LIMIT || off < -CHANCE_LIMIT)
            fail_msg("below %u: %.1f standard deviations off", bounds[i], off);
    }
    assert_int_equal(rng_below(&rng, 1), 0);
}

/* With three quarters of 2^32 as the bound, a plain multiplication or remainder would draw every
 * third number half again as often. */
static void rng_below_a_large_bound_is_uniform(void **state)
{
    const uint32_t bound = 0xc0000000u;
    unsigned counts[3] = {0, 0, 0}, halves[2] = {0, 0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (int i = 0; i < 300000; i++) {
        uint32_t drawn = rng_below(&rng, bound);

        assert_true(drawn < bound);
        counts[drawn % 3]++;
        halves[drawn < bound / 2]++;
    }
    assert_true(chance_even(counts, 3) < CHANCE_LIMIT);
    assert_true(chance_even(halves, 2) < CHANCE_LIMIT);
    for (int i = 0; i < 1000; i++)
        assert_true(rng_below(&rng, UINT32_MAX) < UINT32_MAX);
}

/* The test is sharp enough: the shortcut that many programs take fails it. */
static void a_biased_draw_fails_the_test(void **state)
{
    const uint32_t bound = 0xc0000000u;
    unsigned counts[3] = {0, 0, 0};
    struct rng rng;

    (void)state;
    rng_seed(&rng, 7);
    for (int i = 0; i < 300000; i++)
        counts[(uint32_t)((rng_next(&rng) >> 32) * bound >> 32) % 3]++;
    assert_true(chance_even(counts, 3) > CHANCE_LIMIT);
}

static void neighbouring_seeds_give_different_streams(void **state)
{
    struct rng a, b;

    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        int same = 0;

        rng_seed(&a, seed);
        rng_seed(&b, seed + 1);
        for (int i = 0; i < 16; i++)
            same += __builtin_popcountll(~(rng_next(&a) ^ rng_next(&b)));
        assert_in_range(same, 400, 624); /* 512 of 1024 bits, and seven standard deviations */
    }
}

static uint64_t derive(uint64_t number, const char *purpose, uint64_t i, uint64_t j)
{
    return rng_derive_seed(&(struct seed){.number = number}, purpose, i, j);
}

/* The first eight bytes, lowest first, of the SHA-256 of master, i, j (eight bytes each, lowest
 * first) and the purpose. */
static void derived_seeds_have_known_answers(void **state)
{
    (void)state;
    assert_true(derive(42, "bot", 1, 0) == 0xc2f36243db048b0d);
    assert_true(derive(0, "", 0, 0) == 0xde56b2b6cf8e909d);
}

static void derived_seeds_differ_in_each_argument(void **state)
{
    uint64_t seeds[] = {
        derive(42, "bot", 1, 0),          derive(43, "bot", 1, 0), derive(42, "but", 1, 0),
        derive(42, "bot", 2, 0),          derive(42, "bot", 1, 1), derive(42, "bot", 0, 1),
        derive(42, "bots", 1, 0),         derive(1, "bot", 42, 0), derive(42, "", 1, 0),
        derive(42, "bot", 1ull << 63, 0),
    };

    (void)state;
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(seeds[i] != seeds[j]);
    assert_true(derive(42, "bot", 1, 0) == seeds[0]);
}

static const struct seed with_secret = {
    .number = 42,
    .has_secret = true,
    .secret = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};

static void assert_state(const struct rng *rng, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    assert_true(rng->state[0] == a && rng->state[1] == b);
    assert_true(rng->state[2] == c && rng->state[3] == d);
}

/* The secret and a byte for the use (0 seed, 1 generator, 2 family) are hashed first. The numbers
 * are from Python's hashlib. */
static void a_secret_is_part_of_everything_that_is_derived(void **state)
{
    struct rng_family family;
    struct rng rng;

    (void)state;
    assert_true(rng_derive_seed(&with_secret, "bot", 1, 0) == 0xbad7f0cc0bc6b994);
    rng_derive(&rng, &with_secret, "bot", 1, 0);
    assert_state(&rng, 0x3c2689cfa048ea9c, 0x9faee43140f4a173, 0x16a0ba5b05b03158,
                 0xf2b1325844cd3f66);
    rng_family_init(&family, &with_secret, "bot", 1, 0);
    rng_family_draw(&family, 7, &rng);
    assert_state(&rng, 0xda0a743425171f68, 0x97ebf7aa193582a3, 0xc958234b1f7f6759,
                 0x93a0f6902539f192);
    rng_family_draw_pair(&family, 7, 3, &rng);
    assert_state(&rng, 0x3a738f6da5492038, 0xbedc1fc42f8b8e21, 0x82f88ee610305ccb,
                 0x3ed9b121a383400f);
}

static void without_a_secret_generators_follow_from_the_derived_seed(void **state)
{
    struct seed plain = {.number = 42};
    struct rng_family family;
    struct rng rng, wanted;
    uint64_t seed = derive(42, "bot", 1, 0);

    (void)state;
    rng_family_init(&family, &plain, "bot", 1, 0);
    rng_derive(&rng, &plain, "bot", 1, 0);
    rng_seed(&wanted, seed);
    assert_memory_equal(&rng, &wanted, sizeof rng);
    rng_family_draw(&family, 7, &rng);
    rng_seed(&wanted, rng_mix_seed(seed, 7));
    assert_memory_equal(&rng, &wanted, sizeof rng);
    rng_family_draw_pair(&family, 7, 3, &rng);
    rng_seed(&wanted, rng_mix_seed(rng_mix_seed(seed, 7), 3));
    assert_memory_equal(&rng, &wanted, sizeof rng);
}

static void mixed_seeds_differ_in_each_argument(void **state)
{
    (void)state;
    assert_true(rng_mix_seed(1, 0) != rng_mix_seed(1, 1));
    assert_true(rng_mix_seed(1, 0) != rng_mix_seed(2, 0));
    assert_true(rng_mix_seed(1, 2) != rng_mix_seed(2, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xoshiro_gives_its_known_answers),
        cmocka_unit_test(seeding_is_splitmix64),
        cmocka_unit_test(a_copy_of_a_generator_continues_identically),
        cmocka_unit_test(rng_below_is_in_range_and_uniform),
        cmocka_unit_test(rng_below_a_large_bound_is_uniform),
        cmocka_unit_test(a_biased_draw_fails_the_test),
        cmocka_unit_test(neighbouring_seeds_give_different_streams),
        cmocka_unit_test(derived_seeds_have_known_answers),
        cmocka_unit_test(derived_seeds_differ_in_each_argument),
        cmocka_unit_test(a_secret_is_part_of_everything_that_is_derived),
        cmocka_unit_test(without_a_secret_generators_follow_from_the_derived_seed),
        cmocka_unit_test(mixed_seeds_differ_in_each_argument),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
