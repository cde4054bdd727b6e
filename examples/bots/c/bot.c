/* A Broadside bot: searches at random and shoots next to its hits.
 *
 * The strategy comes first; it is the part to change. The communication with the arena below needs
 * no change. Broadside's docs/PROTOCOL.md explains the lines.
 *
 * Standard output belongs to the arena. Print debug output to stderr. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the bot supports; see PROTOCOL.md. Remove `no-touch` if you place ships next to each other.
 */
#define PLAYS "salvo hit-again specials reinforce race wrecks no-touch unnamed"

enum { MOST_CELLS = 32 * 32, LINE_SIZE = 65536 };

/* --- strategy -------------------------------------------------------------------------------- */

/* A cell is a number: row * width + column, both from 0. */
struct cell_list {
    int count;                /* the last cell is used next */
    int cell[5 * MOST_CELLS]; /* each cell, and its four neighbours */
};

static int width = 10, height = 10;
static uint64_t match_seed, random_state;
static struct cell_list search;  /* all cells, in search order */
static struct cell_list targets; /* cells next to hits */
static bool shot[MOST_CELLS];

/* Returns a number from 0 to below - 1. */
static int random_below(int below)
{
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (int)((random_state * 2685821657736338717u >> 33) % (uint64_t)below);
}

static void shuffle(int *cells, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = random_below(i + 1), cell = cells[i];

        cells[i] = cells[j];
        cells[j] = cell;
    }
}

/* All random numbers come from the seed and the round, so that every match can be repeated. */
static void start_round(uint64_t number)
{
    random_state = (match_seed ^ number * 0x9E3779B97F4A7C15u) | 1;
    search.count = width * height;
    for (int cell = 0; cell < search.count; cell++)
        search.cell[cell] = cell;
    shuffle(search.cell, search.count);
    targets.count = 0;
    memset(shot, 0, sizeof shot);
}

/* Our layout: "A1 h, B3 v, ..." in the order of the fleet, or "random". */
static const char *place(void)
{
    return "random";
}

/* The next cell to shoot at; called once per shot of a salvo. */
static int choose(void)
{
    while (targets.count + search.count > 0) {
        struct cell_list *list = targets.count ? &targets : &search;
        int cell = list->cell[--list->count];

        if (!shot[cell]) {
            shot[cell] = true;
            return cell;
        }
    }
    return 0; /* not reached: the game ends before the cells run out */
}

static void add_neighbours(int cell)
{
    int column = cell % width, row = cell / width, count = 0, beside[4];

    if (column > 0)
        beside[count++] = cell - 1;
    if (column < width - 1)
        beside[count++] = cell + 1;
    if (row > 0)
        beside[count++] = cell - width;
    if (row < height - 1)
        beside[count++] = cell + width;
    shuffle(beside, count);
    for (int i = 0; i < count; i++)
        targets.cell[targets.count++] = beside[i];
}

/* The result of a shot: "miss", "hit", "sunk", "stopped" or "wasted". */
static void answer(int cell, const char *what)
{
    if (strcmp(what, "hit") == 0) {
        add_neighbours(cell);
    } else if (strcmp(what, "stopped") == 0) { /* by smoke: shoot at it again later */
        shot[cell] = false;
        memmove(search.cell + 1, search.cell, (size_t)search.count * sizeof search.cell[0]);
        search.cell[0] = cell;
        search.count++;
    }
}

/* --- communication --------------------------------------------------------------------------- */

/* Cell 0 is A1; column Z is followed by AA, AB ... */
static void print_cell(int cell)
{
    int column = cell % width;

    if (column < 26)
        printf("%c%d", 'A' + column, cell / width + 1);
    else
        printf("A%c%d", 'A' + column - 26, cell / width + 1);
}

/* The cell of a word such as `B3=hit`, or -1 if it is not on the board. */
static int read_cell(const char *word)
{
    int column = *word++ - 'A', row;

    if (*word >= 'A' && *word <= 'Z')
        column = 26 + *word++ - 'A';
    row = atoi(word) - 1;
    if (column < 0 || column >= width || row < 0 || row >= height)
        return -1;
    return row * width + column;
}

/* Reads the words after the arrow of `outcome fire E5 -> E5=hit:Carrier again`. */
static void read_outcome(char *line)
{
    char *arrow = strstr(line, "-> ");

    for (char *word = strtok(arrow ? arrow + 3 : line, " "); word; word = strtok(NULL, " ")) {
        char *what = strchr(word, '=');
        int cell = read_cell(word);

        if (what && cell >= 0) {
            *what++ = '\0';
            what[strcspn(what, ":")] = '\0';
            answer(cell, what);
        }
    }
}

static void act(int shots)
{
    printf("fire");
    for (int i = 0; i < shots; i++) {
        putchar(' ');
        print_cell(choose());
    }
    putchar('\n');
}

/* Ignores unknown lines and additional words. */
static void read_line(char *line)
{
    unsigned long long number;
    char kind[16] = "";
    int shots;

    sscanf(line, "%15s", kind);
    if (strcmp(kind, "broadside") == 0)
        printf("plays " PLAYS "\nready\n");
    else if (strcmp(kind, "rule") == 0)
        sscanf(line, "rule board = %dx%d", &width, &height);
    else if (sscanf(line, "match %*s seed %llu", &number) == 1)
        match_seed = number;
    else if (sscanf(line, "round %llu", &number) == 1)
        start_round(number);
    else if (strcmp(kind, "place") == 0)
        puts(place());
    else if (strcmp(kind, "act") == 0)
        act(sscanf(line, "act %d", &shots) == 1 ? shots : 1);
    else if (strcmp(kind, "outcome") == 0)
        read_outcome(line);
}

int main(void)
{
    static char line[LINE_SIZE];

    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
        line[strcspn(line, "\r\n")] = '\0';
        read_line(line);
        fflush(stdout); /* the arena is waiting for this line */
    }
    return 0;
}
