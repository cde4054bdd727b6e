/* The arena's half of the protocol: printing lines, parsing hello and answers. */
#include "guest/protocol.h"

#include <inttypes.h>
#include <string.h>

static const struct {
    unsigned feature;
    const char *word;
} features[] = {
    {FEATURE_SALVO, "salvo"},       {FEATURE_HIT_AGAIN, "hit-again"},
    {FEATURE_SPECIALS, "specials"}, {FEATURE_REINFORCE, "reinforce"},
    {FEATURE_RACE, "race"},         {FEATURE_WRECKS, "wrecks"},
    {FEATURE_NO_TOUCH, "no-touch"}, {FEATURE_UNNAMED, "unnamed"},
    {FEATURE_ALL, "all"},
};

static bool parse_plays(struct hello *hello, struct slice rest)
{
    struct slice word;
    bool known = true;

    while (slice_word(&rest, &word)) {
        size_t i = 0, count = sizeof features / sizeof features[0];

        while (i < count && !slice_is(word, features[i].word))
            i++;
        if (i < count)
            hello->plays |= features[i].feature;
        known &= i < count;
    }
    return known;
}

void protocol_parse_hello(struct hello *hello, struct slice line)
{
    struct slice rest = line, word;
    bool known = slice_word(&rest, &word);

    rest = slice_trim(rest);
    if (slice_is(word, "name"))
        slice_name(hello->name, sizeof hello->name, rest);
    else if (slice_is(word, "authors"))
        slice_name(hello->authors, sizeof hello->authors, rest);
    else if (slice_is(word, "id"))
        slice_name(hello->id, sizeof hello->id, rest);
    else if (slice_is(word, "plays"))
        known = parse_plays(hello, rest);
    else if (slice_is(word, "ready") && rest.length == 0)
        hello->ready = true;
    else
        known = false;
    hello->strange += !known;
}

void protocol_print_hello(const struct bot_kind *kind, struct writer *writer)
{
    writer_format(writer, "name %s\nauthors %s\n", kind->name, kind->authors);
    if (kind->plays) {
        writer_put(writer, "plays");
        for (size_t i = 0; features[i].feature != FEATURE_ALL; i++)
            if (kind->plays & features[i].feature)
                writer_format(writer, " %s", features[i].word);
        writer_put(writer, "\n");
    }
    writer_put(writer, "ready\n");
}

enum error protocol_parse_layout(struct slice line, const struct rules *rules, struct rng *rng,
                                 struct layout *layout, struct message *message)
{
    if (slice_is_nocase(slice_trim(line), "random"))
        return layout_random(rules, rng, layout);
    return layout_parse(line, rules, layout, message);
}

/* Letters and then digits, as in `B3`, on the board or off it? */
static bool is_like_cell(struct slice word)
{
    size_t letters = 0, digits = 0;

    while (letters < word.length && text_is_letter(word.text[letters]))
        letters++;
    while (letters + digits < word.length && text_is_digit(word.text[letters + digits]))
        digits++;
    return letters > 0 && digits > 0 && letters + digits == word.length;
}

bool protocol_is_like_move(struct slice line)
{
    struct slice word;

    if (!slice_word(&line, &word))
        return false;
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        if (slice_is_nocase(word, move_word((enum move_kind)kind)))
            return true;
    while (is_like_cell(word))
        if (!slice_word(&line, &word))
            return true;
    return false;
}

bool protocol_names_cells(struct slice line)
{
    int cells = 0;

    for (size_t i = 1; i < line.length; i++)
        cells += text_is_letter(line.text[i - 1]) && text_is_digit(line.text[i]);
    return cells > 2;
}

bool protocol_is_like_layout(struct slice line)
{
    /* A direction, or a ship that is not placed. */
    static const char *const words[] = {"h", "v", "horizontal", "vertical", "-", "random"};
    struct slice part, word;

    while (slice_cut(&line, ',', &part))
        while (slice_word(&part, &word))
            for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
                if (slice_is_nocase(word, words[i]))
                    return true;
    return false;
}

void protocol_print_match(uint64_t rounds, uint64_t seed, uint64_t from, struct writer *writer)
{
    writer_format(writer, "match %" PRIu64 " seed %" PRIu64, rounds, seed);
    if (from > 1)
        writer_format(writer, " from %" PRIu64, from);
}

void protocol_print_round(uint64_t round, int side, struct writer *writer)
{
    writer_format(writer, "round %" PRIu64 " side %s", round, event_side_word(side));
}

bool protocol_announces_sinkings(const struct rules *rules)
{
    return rules->announce == ANNOUNCE_EACH_HIT || rules->announce == ANNOUNCE_NAME;
}

bool protocol_uses_afloat(const struct rules *rules)
{
    return protocol_announces_sinkings(rules) || rules->wrecks;
}

bool protocol_uses_stock(const struct rules *rules)
{
    return rules->specials || rules->hints;
}

/* In the order of the fleet, a reinforcement last. */
void protocol_print_afloat(const struct view *view, struct writer *writer)
{
    const char *separator = " ";

    writer_put(writer, "afloat");
    for (int kind = 0; kind <= view->rules.ships; kind++) {
        for (int i = 0; i < view->enemy_afloat[kind]; i++) {
            writer_format(writer, "%s%s", separator, rules_kind_name(&view->rules, kind));
            separator = ", ";
        }
    }
}

void protocol_print_stock(const struct view *view, struct writer *writer)
{
    const struct stock *stock = &view->stock;

    writer_put(writer, "stock");
    if (stock->radar)
        writer_format(writer, " radar=%d", stock->radar);
    if (stock->smoke)
        writer_format(writer, " smoke=%d", stock->smoke);
    if (stock->unlocked & SPECIAL_ARTILLERY)
        writer_put(writer, " artillery");
    if (stock->unlocked & SPECIAL_TORPEDO)
        writer_put(writer, " torpedo");
    if (stock->hints)
        writer_format(writer, " hints=%d", stock->hints);
}

void protocol_print_act(const struct view *view, struct writer *writer)
{
    writer_put(writer, "act");
    if (view->rules.salvo)
        writer_format(writer, " %d", view_salvo(view));
}

/* The words of the outcome and how the game continues. */
static void print_words(const struct outcome *outcome, const struct rules *rules,
                        struct writer *writer)
{
    for (int i = 0; i < outcome->count; i++) {
        writer_put(writer, " ");
        event_print(&outcome->event[i], rules, writer);
    }
    if (outcome->over)
        writer_format(writer, " end:%s:%s", event_side_word(outcome->winner),
                      event_reason_word((enum reason)outcome->reason));
    else if (outcome->next == outcome->mover && !outcome->turn_over)
        writer_put(writer, " again");
    if (outcome->last_move && !outcome->over)
        writer_put(writer, " last");
}

void protocol_print_outcome(const struct view *view, const struct move *move,
                            const struct outcome *outcome, struct writer *writer)
{
    writer_put(writer, outcome->mover == view->side ? "outcome " : "enemy ");
    move_print(move, &view->rules, writer);
    writer_put(writer, " ->");
    print_words(outcome, &view->rules, writer);
}

void protocol_print_end(enum round_result result, int mine, int theirs, const char *reason,
                        struct writer *writer)
{
    static const char *const words[] = {"won", "lost", "drawn"};

    writer_format(writer, "end %s %d %d %s", words[result], mine, theirs, reason);
}

void protocol_print_over(uint64_t won, uint64_t lost, uint64_t drawn, struct writer *writer)
{
    writer_format(writer, "over %" PRIu64 " %" PRIu64 " %" PRIu64, won, lost, drawn);
}
