/* See cell_words.h. */
#include "session/cell_words.h"

#include "session/board_text.h"

#include <stdio.h>

const char *cell_word_nothing(const struct view *view)
{
    /* If misses are not marked, an unmarked cell may have been shot at. */
    return view->rules.tracking == TRACKING_HARD ? "not marked" : "not shot at";
}

struct cell_word cell_word_enemy(const struct view *view, const struct known *known, int cell)
{
    static const char *const words[] = {
        [KNOWN_MISS] = "miss",
        [KNOWN_HIT] = "hit",
        [KNOWN_SUNK] = "sunk",
        [KNOWN_WATER] = "known to be water",
        [KNOWN_FOUND] = "radar found ships",
        [KNOWN_EMPTY] = "radar found nothing",
        [KNOWN_HINT] = "in the block of a hint",
    };
    int mark = known->mark[cell], ship = known->ship[cell];
    struct cell_word word;

    snprintf(word.text, sizeof word.text, "%s%s%s",
             ship == NO_SHIP ? "" : rules_kind_name(&view->rules, ship), ship == NO_SHIP ? "" : " ",
             mark == KNOWN_NOTHING ? cell_word_nothing(view) : words[mark]);
    return word;
}

struct cell_word cell_word_own(const struct view *view, int cell)
{
    char sign = board_text_own(view, cell);
    int slot = view->own.ship_at[cell];
    struct cell_word word;

    snprintf(word.text, sizeof word.text, "%s%s%s",
             slot != NO_SHIP ? view_own_ship(view, slot)->name
             : sign == 'x'   ? "wreck"
             : sign == 'o'   ? "miss"
                             : "empty",
             slot == NO_SHIP ? ""
             : sign == '%'   ? " sunk"
             : sign == '*'   ? " hit"
                             : "",
             board_text_is_smoked(view, cell) ? " under smoke" : "");
    return word;
}
