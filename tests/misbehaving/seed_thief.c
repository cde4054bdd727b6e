/* A bot that guesses the master seed: seed_thief [SPEC...]
 *
 * The arena tells a bot a seed that is derived from the master seed. This bot tries the master
 * seeds that people use (0 to 255, years, 1234) until one gives its own seed. Then it computes the
 * enemy's fleet, as the built-in bot `random` would place it, the fleets of a paired match or the
 * boards of a simulation, and shoots at it: it wins in as many shots as the fleet has cells. With a
 * secret in the master seed it finds nothing and shoots at random.
 *
 * The SPECs are what it may be called on the command line of a simulation, where that is part of
 * its seed. It writes `master seed N` to standard error if it has found one.
 *
 * Plain C without any part of Broadside: everything is written again from the source. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 32, MAX_SHIPS = 64, MATCHES = 128, FIRST_SEEDS = 256 };

static const uint64_t popular[] = {365, 666, 999, 1000, 1234, 2024, 2025, 2026, 2027, 4711, 12345};

/* --- SHA-256 and the generator -----------------------------------------------------------------*/

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void sha256_block(uint32_t state[8], const uint8_t *block)
{
    static const uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    uint32_t w[64], s[8];

    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
               (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t a = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                     ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t b = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                     ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += a;
        s[0] = a + b;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

/* The first eight bytes of the hash, lowest first; `size` is at most 500. */
static uint64_t sha256_start(const uint8_t *bytes, size_t size)
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t text[576] = {0};
    size_t blocks = (size + 9 + 63) / 64;
    uint64_t start = 0;

    memcpy(text, bytes, size);
    text[size] = 0x80;
    for (int i = 0; i < 8; i++)
        text[64 * blocks - 1 - (size_t)i] = (uint8_t)((uint64_t)size * 8 >> 8 * i);
    for (size_t i = 0; i < blocks; i++)
        sha256_block(state, text + 64 * i);
    for (int i = 0; i < 8; i++)
        start |= (uint64_t)(uint8_t)(state[i / 4] >> (24 - 8 * (i % 4))) << 8 * i;
    return start;
}

static uint64_t derive(uint64_t master, const char *purpose, uint64_t i, uint64_t j)
{
    const uint64_t numbers[3] = {master, i, j};
    size_t length = strlen(purpose);
    uint8_t bytes[400];

    if (length > sizeof bytes - 24)
        length = sizeof bytes - 24;
    for (int byte = 0; byte < 24; byte++)
        bytes[byte] = (uint8_t)(numbers[byte / 8] >> 8 * (byte % 8));
    memcpy(bytes + 24, purpose, length);
    return sha256_start(bytes, 24 + length);
}

static uint64_t mix(uint64_t seed, uint64_t index)
{
    uint64_t x = seed + 0x9e3779b97f4a7c15u * (index + 1);

    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t state[4];

static void set_generator(uint64_t seed)
{
    for (uint64_t i = 0; i < 4; i++)
        state[i] = mix(seed, i);
}

static uint64_t next(void)
{
    uint64_t x = state[1] * 5, result = (x << 7 | x >> 57) * 9, t = state[1] << 17;

    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = state[3] << 45 | state[3] >> 19;
    return result;
}

static uint32_t below(uint32_t bound)
{
    uint64_t product = (next() >> 32) * bound;

    if ((uint32_t)product < bound)
        for (uint32_t least = (0u - bound) % bound; (uint32_t)product < least;)
            product = (next() >> 32) * bound;
    return (uint32_t)(product >> 32);
}

/* --- the board ---------------------------------------------------------------------------------*/

static int width = 10, height = 10, ships, lengths[MAX_SHIPS];

/* `Carrier 5, Cruiser 3x2` */
static void read_fleet(const char *text)
{
    ships = 0;
    while (*text) {
        size_t part = strcspn(text, ",");
        const char *number = text + part;
        int count = 1, length = 0;

        while (number > text && number[-1] != ' ')
            number--;
        if (sscanf(number, "%dx%d", &length, &count) < 1)
            return;
        while (count-- > 0 && ships < MAX_SHIPS)
            lengths[ships++] = length;
        text += part + (text[part] == ',');
    }
}

static bool draw_once(bool taken[MAX_SIDE * MAX_SIDE])
{
    memset(taken, 0, MAX_SIDE * MAX_SIDE);
    for (int ship = 0; ship < ships; ship++) {
        int length = lengths[ship], across = width - length + 1, horizontal = across * height;
        int vertical = length > 1 ? width * (height - length + 1) : 0;
        int index = (int)below((uint32_t)(horizontal + vertical));
        bool is_vertical = index >= horizontal;
        int columns = is_vertical ? width : across;
        int at = is_vertical ? index - horizontal : index;
        int cell = at / columns * width + at % columns;

        for (int i = 0; i < length; i++, cell += is_vertical ? width : 1) {
            if (taken[cell])
                return false;
            taken[cell] = true;
        }
    }
    return true;
}

static void draw_fleet(bool taken[MAX_SIDE * MAX_SIDE])
{
    while (!draw_once(taken))
        ;
}

/* --- guessing ----------------------------------------------------------------------------------*/

static uint64_t my_seed, master, match_number;
static int my_side;
static bool has_master;

static bool is_master(uint64_t guess, int specs, char **spec)
{
    for (int i = 0; i < specs; i++)
        if (derive(guess, "sim bot", derive(0, spec[i], 0, 0), 0) == my_seed)
            return true;
    for (uint64_t number = 0; number < MATCHES; number++)
        for (int side = 0; side < 2; side++)
            if (derive(guess, "bot", number, (uint64_t)side) == my_seed) {
                match_number = number;
                my_side = side;
                return true;
            }
    return false;
}

static void guess_master(int specs, char **spec)
{
    has_master = false;
    for (uint64_t i = 0; !has_master && i < FIRST_SEEDS + sizeof popular / sizeof *popular; i++) {
        master = i < FIRST_SEEDS ? i : popular[i - FIRST_SEEDS];
        has_master = is_master(master, specs, spec);
    }
    if (has_master)
        fprintf(stderr, "master seed %" PRIu64 "\n", master);
}

/* --- playing -----------------------------------------------------------------------------------*/

static uint64_t number;
static bool is_asked_to_place, is_given_fleet;
static int shots, order[MAX_SIDE * MAX_SIDE];

static void find_fleet(bool taken[MAX_SIDE * MAX_SIDE])
{
    int swapped = (int)((number - 1) % 2);

    if (is_asked_to_place) {
        set_generator(mix(derive(master, "bot", match_number, (uint64_t)(1 - my_side)), number));
        draw_fleet(taken);
    } else if (is_given_fleet) {
        set_generator(mix(derive(master, "paired fleets", match_number, 0), (number - 1) / 2));
        for (int i = 0; i <= ((1 - my_side) ^ swapped); i++)
            draw_fleet(taken);
    } else {
        set_generator(mix(derive(master, "boards", 0, 0), number));
        draw_fleet(taken);
    }
}

/* The enemy's ships first, if they are known; everything else in random order. */
static void plan_shots(void)
{
    bool taken[MAX_SIDE * MAX_SIDE] = {false};
    int count = 0;

    if (has_master)
        find_fleet(taken);
    for (int ship = 1; ship >= 0; ship--)
        for (int cell = 0; cell < width * height; cell++)
            if (taken[cell] == (ship == 1))
                order[count++] = cell;
    set_generator(mix(my_seed, number));
    for (int i = count - 1; i > 0; i--) {
        int j = (int)below((uint32_t)i + 1), cell = order[i];

        if (taken[order[i]] || taken[order[j]])
            continue;
        order[i] = order[j];
        order[j] = cell;
    }
}

static void act(void)
{
    int cell;

    if (shots == 0)
        plan_shots();
    cell = order[shots++];
    if (cell % width < 26)
        printf("fire %c%d\n", 'A' + cell % width, cell / width + 1);
    else
        printf("fire A%c%d\n", 'A' + cell % width - 26, cell / width + 1);
}

int main(int argc, char **argv)
{
    static char line[1 << 16];

    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "broadside ", 10) == 0) {
            printf("name thief\nplays all\nready\n");
        } else if (sscanf(line, "rule board = %dx%d", &width, &height) == 2) {
            continue;
        } else if (strncmp(line, "rule fleet = ", 13) == 0) {
            read_fleet(line + 13);
        } else if (sscanf(line, "match %*u seed %" SCNu64, &my_seed) == 1) {
            guess_master(argc - 1, argv + 1);
        } else if (sscanf(line, "round %" SCNu64, &number) == 1) {
            is_asked_to_place = is_given_fleet = false;
            shots = 0;
        } else if (strcmp(line, "place") == 0) {
            is_asked_to_place = true;
            puts("random");
        } else if (strncmp(line, "fleet ", 6) == 0) {
            is_given_fleet = true;
        } else if (strncmp(line, "act", 3) == 0) {
            act();
        } else if (strcmp(line, "quit") == 0) {
            return 0;
        }
        fflush(stdout);
    }
    return 0;
}
