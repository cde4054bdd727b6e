/* A Broadside bot: searches at random, and shoots beside what it has hit.
 *
 * The strategy comes first; it is the part to change. Below it is the conversation with the arena,
 * line by line, which needs no change. docs/PROTOCOL.md of Broadside says what the lines mean.
 *
 * Standard output belongs to the arena. To see what the bot thinks, print to stderr. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the bot can deal with; see PROTOCOL.md. Take `no-touch` out if you place ships that may
 * touch. */
#define PLAYS "salvo hit-again specials reinforce race wrecks no-touch unnamed"

enum { MOST_CELLS = 32 * 32, LINE_SIZE = 65536 };

/* --- the strategy ---------------------------------------------------------------------------- */

/* A cell is a number: row * width + column, both counted from 0. A list is used from its end. */
struct list {
    int count;
    int cell[5 * MOST_CELLS]; /* each cell once, and once more for each of its neighbours */
};

static int width = 10, height = 10;
static uint64_t match_seed, random_state;
static struct list search;  /* all cells, in the order in which it searches */
static struct list targets; /* cells beside hits */
static bool shot[MOST_CELLS];

/* A number from 0 to below - 1. */
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

/* All chance comes from the seed and the round, so that every match can be played again. */
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

/* Where our ships lie: "A1 h, B3 v, ..." in the order of the fleet, or "random". */
static const char *place(void)
{
    return "random";
}

/* The next cell to shoot at; a salvo asks several times. */
static int choose(void)
{
    while (targets.count + search.count > 0) {
        struct list *list = targets.count ? &targets : &search;
        int cell = list->cell[--list->count];

        if (!shot[cell]) {
            shot[cell] = true;
            return cell;
        }
    }
    return 0; /* never: a game is over before the cells are */
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

/* What became of a shot: "miss", "hit", "sunk", "stopped" or "wasted". */
static void answer(int cell, const char *what)
{
    if (strcmp(what, "hit") == 0) {
        add_neighbours(cell);
    } else if (strcmp(what, "stopped") == 0) { /* by smoke: it may be shot at again */
        shot[cell] = false;
        memmove(search.cell + 1, search.cell, (size_t)search.count * sizeof search.cell[0]);
        search.cell[0] = cell;
        search.count++;
    }
}

/* --- the conversation ------------------------------------------------------------------------ */

/* Cell 0 is A1; after column Z come AA, AB ... */
static void print_cell(int cell)
{
    int column = cell % width;

    if (column < 26)
        printf("%c%d", 'A' + column, cell / width + 1);
    else
        printf("A%c%d", 'A' + column - 26, cell / width + 1);
}

/* The cell of a word such as `B3=hit`; -1 if it is none of the board. */
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

/* The words behind the arrow of `outcome fire E5 -> E5=hit:Carrier again`. */
static void hear_outcome(char *line)
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

/* More words than these may stand in a line, and lines that this bot does not know are news that it
 * does not need. */
static void hear(char *line)
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
        hear_outcome(line);
}

int main(void)
{
    static char line[LINE_SIZE];

    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
        line[strcspn(line, "\r\n")] = '\0';
        hear(line);
        fflush(stdout); /* without this the arena would wait in vain */
    }
    return 0;
}
