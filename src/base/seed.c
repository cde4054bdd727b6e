#include "base/seed.h"

#include "base/entropy.h"

#include <string.h>

static int hex_digit(char c)
{
    if (text_is_digit(c))
        return c - '0';
    c = text_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_secret(struct slice text, uint8_t secret[SECRET_SIZE])
{
    if (text.length != (size_t)2 * SECRET_SIZE)
        return false;
    for (int i = 0; i < SECRET_SIZE; i++) {
        int high = hex_digit(text.text[2 * i]), low = hex_digit(text.text[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        secret[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* The message never quotes the secret: error messages can end up where bots see them. */
enum error seed_parse_secret(struct slice text, struct seed *seed, struct message *message)
{
    uint8_t secret[SECRET_SIZE] = {0};

    if (text.length > 0 && !read_secret(text, secret))
        return error_set(ERR_SYNTAX, message, "the secret must be %d hexadecimal digits",
                         2 * SECRET_SIZE);
    seed->has_secret = text.length > 0;
    memcpy(seed->secret, secret, sizeof secret);
    return OK;
}

enum error seed_parse(struct slice text, struct seed *seed, struct message *message)
{
    struct seed parsed = {0};
    struct slice rest = text, number;
    enum error error = OK;
    bool has_colon;

    slice_cut(&rest, ':', &number);
    has_colon = number.length < text.length;
    if (!slice_number(number, MAX_SEED, &parsed.number))
        return error_set(ERR_SYNTAX, message,
                         "'%s' is not a whole number from 0 to %llu, optionally followed by a "
                         "colon and a secret",
                         slice_quote(number).text, (unsigned long long)MAX_SEED);
    if (has_colon && rest.length == 0)
        error = error_set(ERR_SYNTAX, message, "the secret after the colon is missing");
    else
        error = seed_parse_secret(rest, &parsed, message);
    if (!error)
        *seed = parsed;
    return error;
}

void seed_print_secret(const struct seed *seed, char text[SECRET_TEXT_SIZE])
{
    text[0] = '\0';
    if (seed->has_secret)
        text_hex(seed->secret, SECRET_SIZE, text);
}

void seed_print(const struct seed *seed, char text[SEED_TEXT_SIZE])
{
    char secret[SECRET_TEXT_SIZE];
    struct writer writer;

    seed_print_secret(seed, secret);
    writer_init(&writer, text, SEED_TEXT_SIZE);
    if (seed->is_unknown)
        writer_put(&writer, "unknown");
    else
        writer_format(&writer, "%llu%s%s", (unsigned long long)seed->number, secret[0] ? ":" : "",
                      secret);
}

bool seed_same_secret(const struct seed *a, const struct seed *b)
{
    return a->has_secret == b->has_secret && memcmp(a->secret, b->secret, SECRET_SIZE) == 0;
}

enum error seed_draw_secret(struct seed *seed, struct message *message)
{
    if (entropy_fill(seed->secret, SECRET_SIZE) != OK)
        return error_set(ERR_IO, message, "cannot get random numbers from the system");
    seed->has_secret = true;
    return OK;
}
