/* Fits the cell weights of human placement and prints src/infer/human_data.c.
 *
 *     build/release/tests/fit_human data/human-placement.csv > src/infer/human_data.c
 *     make format
 *
 * Iterative scaling: draw boards with the present weights, count how often each cell is covered,
 * and raise the weights of cells covered too rarely; again, with more boards each time. Takes a
 * minute or two and gives the same table each time. The last line on standard error says how far
 * the shares are from the data, measured on boards that were not used for fitting. */
#include "infer/human.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 60, FEW = 400000, MANY = 6000000, PROOF = 40000000 };

static const double STEP = 0.35; /* of the way to the share that is asked for; neighbours help */

static int read_shares(const char *path, double share[HUMAN_CELLS])
{
    FILE *file = fopen(path, "r");
    char line[1024];
    int cells = 0;

    if (!file)
        return 0;
    while (fgets(line, sizeof line, file)) {
        char *rest = line;

        if (line[0] == '#')
            continue;
        while (cells < HUMAN_CELLS && *rest && *rest != '\n') {
            share[cells++] = strtod(rest, &rest);
            rest += *rest == ',';
        }
    }
    fclose(file);
    return cells == HUMAN_CELLS;
}

static void measure(const uint16_t weight[HUMAN_CELLS], int boards, struct rng *rng,
                    double share[HUMAN_CELLS])
{
    const struct rules *rules = rules_find("classic");
    static struct human human;
    int covered[HUMAN_CELLS] = {0};

    if (human_init(&human, rules, weight, NULL) != OK)
        abort();
    for (int board = 0; board < boards; board++) {
        struct layout layout;

        human_draw(&human, rng, &layout);
        for (int ship = 0; ship < rules->ships; ship++) {
            int cells[MAX_LENGTH],
                count = placement_cells(layout.ship[ship], rules->fleet[ship].length, rules, cells);

            for (int i = 0; i < count; i++)
                covered[cells[i]]++;
        }
    }
    for (int cell = 0; cell < HUMAN_CELLS; cell++)
        share[cell] = covered[cell] / (double)boards;
}

static void improve(double logarithm[HUMAN_CELLS], const double wanted[HUMAN_CELLS],
                    const double share[HUMAN_CELLS], double step)
{
    double mean = 0;

    for (int cell = 0; cell < HUMAN_CELLS; cell++) {
        logarithm[cell] += step * (wanted[cell] - share[cell]) / (share[cell] * (1 - share[cell]));
        mean += logarithm[cell] / HUMAN_CELLS;
    }
    for (int cell = 0; cell < HUMAN_CELLS; cell++) /* a common factor changes nothing */
        logarithm[cell] -= mean;
}

static double distance(const double a[HUMAN_CELLS], const double b[HUMAN_CELLS])
{
    double most = 0;

    for (int cell = 0; cell < HUMAN_CELLS; cell++)
        most = fmax(most, fabs(a[cell] - b[cell]));
    return most;
}

static void print_table(const char *name, const double value[HUMAN_CELLS])
{
    printf("const uint16_t %s[HUMAN_CELLS] = {\n", name);
    for (int cell = 0; cell < HUMAN_CELLS; cell++)
        printf("%s%5.0f%s", cell % HUMAN_SIDE ? " " : "   ", value[cell],
               cell % HUMAN_SIDE < HUMAN_SIDE - 1 ? "," : ",\n");
    printf("};\n");
}

int main(int argc, char **argv)
{
    double wanted[HUMAN_CELLS], share[HUMAN_CELLS], logarithm[HUMAN_CELLS] = {0};
    double shown[2][HUMAN_CELLS];
    uint16_t weight[HUMAN_CELLS];
    struct rng rng;

    if (argc != 2 || !read_shares(argv[1], wanted)) {
        fprintf(stderr, "usage: fit_human data/human-placement.csv\n");
        return 2;
    }
    rng_seed(&rng, 1);
    for (int round = 0; round <= ROUNDS; round++) {
        bool last = round == ROUNDS;

        for (int cell = 0; cell < HUMAN_CELLS; cell++)
            weight[cell] = (uint16_t)lround(HUMAN_WEIGHT_ONE * exp(logarithm[cell]));
        measure(weight, last ? PROOF : round < ROUNDS - 12 ? FEW : MANY, &rng, share);
        fprintf(stderr, "%d: within %.5f of the data\n", round, distance(wanted, share));
        if (!last)
            improve(logarithm, wanted, share, STEP);
    }
    for (int cell = 0; cell < HUMAN_CELLS; cell++) {
        shown[0][cell] = wanted[cell] * HUMAN_BOARDS;
        shown[1][cell] = weight[cell];
    }
    printf(
        "/* Made by tests/tools/fit_human.c from data/human-placement.csv, whose head names the\n"
        " * source. */\n"
        "#include \"infer/human.h\"\n\n"
        "/* A row of the board is a row here. */\n/* clang-format off */\n");
    print_table("human_share", shown[0]);
    printf("\n");
    print_table("human_weight", shown[1]);
    printf("/* clang-format on */\n");
    return 0;
}
