/* See boards.h. Each kind of placement is a row of a table. What a kind needs (weights, a file, a
 * bot) is set up once in boards_new. */
#include "arena/boards.h"

#include "base/buffer.h"
#include "guest/guest.h"
#include "infer/human.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_CAP = 256 << 20, QUICK_TRIES = 64 };

struct placer {
    const struct boards *boards;
    struct bot *bot;  /* placement by a bot */
    struct view view; /* the view of the placing bot: a game that has not started */
};

struct boards {
    enum error (*draw)(struct placer *placer, uint64_t number, struct rng *rng,
                       struct layout *layout, struct message *message);
    const struct rules *rules;
    struct seed placing; /* of a bot that places the fleets */
    struct rng_family family;
    struct human human;
    struct layout *list; /* from a file */
    size_t listed, room;
    char *bot; /* its full name */
    const struct bot_opener *opener;
};

static enum error draw_uniform(struct placer *placer, uint64_t number, struct rng *rng,
                               struct layout *layout, struct message *message)
{
    (void)number;
    if (layout_random(placer->boards->rules, rng, layout) == OK)
        return OK;
    return error_set(ERR_RULES, message, "the fleet is too dense to be placed at random");
}

static enum error draw_human(struct placer *placer, uint64_t number, struct rng *rng,
                             struct layout *layout, struct message *message)
{
    (void)number;
    (void)message;
    human_draw(&placer->boards->human, rng, layout);
    return OK;
}

/* --- ship after ship ---------------------------------------------------------------------------*/

/* All placements of one length on the empty board, the horizontal ones first. */
static int count_places(const struct rules *rules, int length)
{
    int count = length <= rules->width ? (rules->width - length + 1) * rules->height : 0;

    if (length > 1 && length <= rules->height)
        count += rules->width * (rules->height - length + 1);
    return count;
}

static struct placement place_at(const struct rules *rules, int length, int index)
{
    int across = length <= rules->width ? rules->width - length + 1 : 0;
    int horizontal = across * rules->height;
    bool vertical = index >= horizontal;
    int columns = vertical ? rules->width : across;

    index -= vertical ? horizontal : 0;
    return (struct placement){(int16_t)(index % columns), (int16_t)(index / columns), vertical, 1};
}

static bool is_free(const struct cellset *taken, const struct rules *rules, struct placement at,
                    int length)
{
    int cells[MAX_LENGTH], count = placement_cells(at, length, rules, cells);

    for (int i = 0; i < count; i++)
        if (cellset_has(taken, cells[i]))
            return false;
    return true;
}

/* Occupies the ship's cells, and the cells around them if ships may not touch. */
static void take(struct cellset *taken, const struct rules *rules, struct placement at, int length)
{
    int gap = rules->touch ? 0 : 1;
    int right = at.column + (at.vertical ? 0 : length - 1) + gap;
    int bottom = at.row + (at.vertical ? length - 1 : 0) + gap;

    for (int row = at.row - gap; row <= bottom; row++)
        for (int column = at.column - gap; column <= right; column++)
            if (row >= 0 && row < rules->height && column >= 0 && column < rules->width)
                cellset_add(taken, row * rules->width + column);
}

/* Draws uniformly among the free places: a few random tries, then, on a crowded board, one from the
 * list of free places. False if there are none. */
static bool draw_place(const struct rules *rules, const struct cellset *taken, int length,
                       struct rng *rng, struct placement *place)
{
    int places = count_places(rules, length), left = 0, wanted;

    for (int try = 0; try < QUICK_TRIES; try++) {
        *place = place_at(rules, length, (int)rng_below(rng, (uint32_t)places));
        if (is_free(taken, rules, *place, length))
            return true;
    }
    for (int i = 0; i < places; i++)
        left += is_free(taken, rules, place_at(rules, length, i), length);
    if (left == 0)
        return false;
    wanted = (int)rng_below(rng, (uint32_t)left);
    for (int i = 0; wanted >= 0; i++) {
        *place = place_at(rules, length, i);
        wanted -= is_free(taken, rules, *place, length);
    }
    return true;
}

static bool draw_ships(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    struct cellset taken = {{0}};

    memset(layout, 0, sizeof *layout);
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        if (!draw_place(rules, &taken, length, rng, &layout->ship[ship]))
            return false;
        take(&taken, rules, layout->ship[ship], length);
    }
    return true;
}

static enum error draw_sequential(struct placer *placer, uint64_t number, struct rng *rng,
                                  struct layout *layout, struct message *message)
{
    (void)number;
    (void)message;
    /* This ends: layout_random has found a layout for these rules, and succeeds less often. */
    while (!draw_ships(placer->boards->rules, rng, layout))
        ;
    return OK;
}

/* --- a bot -------------------------------------------------------------------------------------*/

static enum error open_bot(struct placer *placer, uint64_t number, struct message *message)
{
    const struct boards *boards = placer->boards;
    struct match_terms terms = {.rules = boards->rules,
                                .rounds = 1,
                                .seed =
                                    rng_derive_seed(&boards->placing, "placing bot", number, 0)};
    enum error error = bot_open(boards->opener, boards->bot, &placer->bot, message);

    if (!error)
        error = bot_accepts(placer->bot->kind, boards->rules, message);
    if (!error)
        bot_match_start(placer->bot, &terms);
    return error;
}

/* A bot that learns is opened again for each board; otherwise a board would depend on the ones
 * before. */
static enum error draw_by_bot(struct placer *placer, uint64_t number, struct rng *rng,
                              struct layout *layout, struct message *message)
{
    const struct rules *rules = placer->boards->rules;
    enum broken broken;
    enum error error = OK;

    if (placer->bot->kind->learns) {
        bot_free(placer->bot);
        placer->bot = NULL;
        error = open_bot(placer, number, message);
        if (error)
            return error;
    }
    placer->bot->rng = *rng;
    memset(layout, 0, sizeof *layout);
    bot_round_start(placer->bot, &placer->view, 1);
    broken = bot_place(placer->bot, &placer->view, layout);
    bot_round_end(placer->bot, &placer->view, 1);
    if (broken)
        return error_set(ERR_PLACEMENT, message,
                         "%s broke while placing the fleet of board %llu: %s%s%s",
                         placer->boards->bot, (unsigned long long)number, bot_broken_word(broken),
                         bot_trouble(placer->bot)[0] ? ": " : "", bot_trouble(placer->bot));
    error = layout_check(layout, rules, message);
    if (error)
        message_prefix(message, "%s placed the fleet of board %llu against the rules",
                       placer->boards->bot, (unsigned long long)number);
    return error;
}

bool boards_is_guest(const char *placement)
{
    size_t length = strlen(placement);
    struct stat status;

    if (!guest_is_spec(placement))
        return false;
    return strncmp(placement, "cmd:", 4) == 0 ||
           (length > 3 && strcmp(placement + length - 3, ".so") == 0) ||
           (stat(placement, &status) == 0 && S_ISDIR(status.st_mode));
}

static enum error init_bot(struct boards *boards, const char *placement, struct message *message)
{
    struct placer *placer;
    enum error error;

    boards->draw = draw_by_bot;
    boards->bot = malloc(strlen(placement) + 1);
    if (!boards->bot)
        return error_set(ERR_MEMORY, message, "out of memory");
    memcpy(boards->bot, placement, strlen(placement) + 1);
    error = boards_placer_new(boards, &placer, message); /* reports a broken bot at once */
    boards_placer_free(placer);
    return error;
}

/* --- a file ------------------------------------------------------------------------------------*/

static enum error draw_listed(struct placer *placer, uint64_t number, struct rng *rng,
                              struct layout *layout, struct message *message)
{
    (void)rng;
    (void)message;
    *layout = placer->boards->list[(number - 1) % placer->boards->listed];
    return OK;
}

static enum error add_layout(struct boards *boards, const struct layout *layout,
                             struct message *message)
{
    if (boards->listed == boards->room) {
        size_t room = boards->room ? 2 * boards->room : 64;
        struct layout *grown = realloc(boards->list, room * sizeof *grown);

        if (!grown)
            return error_set(ERR_MEMORY, message, "out of memory");
        boards->list = grown;
        boards->room = room;
    }
    boards->list[boards->listed++] = *layout;
    return OK;
}

static enum error read_layouts(struct boards *boards, struct slice text, struct message *message)
{
    struct slice line, content;
    int number = 0;
    enum error error = OK;

    while (!error && slice_cut(&text, '\n', &line)) {
        struct layout layout;

        number++;
        slice_cut(&line, '#', &content);
        content = slice_trim(content);
        if (content.length == 0)
            continue;
        error = layout_parse(content, boards->rules, &layout, message);
        if (error) {
            message_prefix(message, "line %d", number);
            return ERR_SYNTAX;
        }
        error = add_layout(boards, &layout, message);
    }
    if (!error && boards->listed == 0)
        error = error_set(ERR_SYNTAX, message, "the file has no layouts");
    return error;
}

static enum error init_file(struct boards *boards, const char *path, struct message *message)
{
    struct buffer buffer;
    enum error error;

    boards->draw = draw_listed;
    buffer_init(&buffer, FILE_CAP);
    error = buffer_read_file(&buffer, path, message);
    if (error && !strpbrk(path, "/.")) {
        error = error_set(ERR_UNKNOWN, message,
                          "unknown placement '%s': use uniform, sequential, human, a bot or a "
                          "file of layouts",
                          slice_quote(slice_of(path)).text);
    } else if (!error) {
        error = read_layouts(boards, (struct slice){buffer.data, buffer.length}, message);
        if (error)
            message_prefix(message, "%s", path);
    }
    buffer_release(&buffer);
    return error;
}

/* --- all of them -------------------------------------------------------------------------------*/

static enum error init(struct boards *boards, const char *placement, struct message *message)
{
    if (strcmp(placement, "uniform") == 0) {
        boards->draw = draw_uniform;
        return OK;
    }
    if (strcmp(placement, "sequential") == 0) {
        boards->draw = draw_sequential;
        return OK;
    }
    if (strcmp(placement, "human") == 0) {
        boards->draw = draw_human;
        return human_init(&boards->human, boards->rules, human_weight, message);
    }
    return bot_is_built_in(placement) || (boards->opener && boards_is_guest(placement))
               ? init_bot(boards, placement, message)
               : init_file(boards, placement, message);
}

bool boards_is_named(const char *placement)
{
    return strcmp(placement, "uniform") == 0 || strcmp(placement, "sequential") == 0 ||
           strcmp(placement, "human") == 0 || bot_is_built_in(placement);
}

enum error boards_new(const char *placement, const struct rules *rules, const struct seed *seed,
                      const struct bot_opener *opener, struct boards **boards,
                      struct message *message)
{
    enum error error;

    *boards = calloc(1, sizeof **boards);
    if (!*boards)
        return error_set(ERR_MEMORY, message, "out of memory");
    (*boards)->rules = rules;
    (*boards)->opener = opener;
    (*boards)->placing = *seed;
    (*boards)->placing.number = rng_derive_seed(seed, "boards", 0, 0);
    rng_family_init(&(*boards)->family, seed, "boards", 0, 0);
    error = init(*boards, placement, message);
    if (error) {
        boards_free(*boards);
        *boards = NULL;
    }
    return error;
}

void boards_free(struct boards *boards)
{
    if (!boards)
        return;
    free(boards->list);
    free(boards->bot);
    free(boards);
}

enum error boards_placer_new(const struct boards *boards, struct placer **placer,
                             struct message *message)
{
    enum error error = OK;

    *placer = calloc(1, sizeof **placer);
    if (!*placer)
        return error_set(ERR_MEMORY, message, "out of memory");
    (*placer)->boards = boards;
    if (boards->bot) {
        view_init(&(*placer)->view, boards->rules, SIDE_B);
        error = open_bot(*placer, 0, message);
    }
    if (error) {
        boards_placer_free(*placer);
        *placer = NULL;
    }
    return error;
}

void boards_placer_free(struct placer *placer)
{
    if (!placer)
        return;
    bot_free(placer->bot);
    free(placer);
}

enum error boards_draw(struct placer *placer, uint64_t number, struct layout *layout,
                       struct message *message)
{
    struct rng rng;

    rng_family_draw(&placer->boards->family, number, &rng);
    return placer->boards->draw(placer, number, &rng, layout, message);
}
