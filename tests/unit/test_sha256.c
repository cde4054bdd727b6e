/* SHA-256: the examples of the standard, and lengths around its blocks. */
#include "base/sha256.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_hash(const void *data, size_t size, const char *wanted)
{
    char hex[SHA256_HEX_SIZE];

    sha256_hex(data, size, hex);
    assert_string_equal(hex, wanted);
}

static void examples_of_the_standard(void **state)
{
    static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    static const char longer[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
                                 "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

    (void)state;
    assert_hash("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_hash(two_blocks, 56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    assert_hash(longer, 112, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void a_million_letters_a(void **state)
{
    static const char wanted[] = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    static char text[1000000];
    struct sha256 hash;
    uint8_t digest[SHA256_SIZE];
    char hex[SHA256_HEX_SIZE];

    (void)state;
    memset(text, 'a', sizeof text);
    assert_hash(text, sizeof text, wanted);
    /* The same in pieces that never meet the blocks. */
    sha256_init(&hash);
    for (size_t done = 0, piece = 1; done < sizeof text; done += piece, piece = piece % 997 + 1) {
        if (piece > sizeof text - done)
            piece = sizeof text - done;
        sha256_update(&hash, text, piece);
    }
    sha256_finish(&hash, digest);
    text_hex(digest, sizeof digest, hex);
    assert_string_equal(hex, wanted);
}

/* Lengths at which the padding needs an extra block. */
static void lengths_around_the_blocks(void **state)
{
    static const struct {
        size_t length;
        const char *hash;
    } lengths[] = {
        {1, "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"},
        {55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
        {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
        {57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"},
        {63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
        {64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
        {65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"},
        {119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
        {120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"},
        {128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"},
        {1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"},
    };
    char text[1000];

    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++)
        assert_hash(text, lengths[i].length, lengths[i].hash);
}

/* The hash does not depend on how the text is split. */
static void pieces_hash_like_the_whole(void **state)
{
    char text[200], whole[SHA256_HEX_SIZE], hex[SHA256_HEX_SIZE];
    uint8_t digest[SHA256_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 7);
    sha256_hex(text, sizeof text, whole);
    for (size_t cut = 0; cut <= sizeof text; cut++) {
        struct sha256 hash;

        sha256_init(&hash);
        sha256_update(&hash, text, cut);
        sha256_update(&hash, text + cut, sizeof text - cut);
        sha256_finish(&hash, digest);
        text_hex(digest, sizeof digest, hex);
        assert_string_equal(hex, whole);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(a_million_letters_a),
        cmocka_unit_test(lengths_around_the_blocks),
        cmocka_unit_test(pieces_hash_like_the_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
