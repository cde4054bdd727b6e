/* Choosing rules, bots and the rest of what the menu asks for. */
#include "bots/bot.h"
#include "tui/screen_menu_internal.h"

#include <stdio.h>
#include <string.h>

enum { LISTED = 40 };

const struct rules *choice_rules(const struct screen *screen, struct rules *rules)
{
    struct message ignored;

    if (screen->host->rules(screen->host->context, &screen->choice, rules, &ignored) == OK)
        return rules;
    return rules_find("classic");
}

int choice_preset_index(const char *name)
{
    for (int i = 0; rules_preset(i); i++)
        if (strcmp(rules_preset(i)->name, name) == 0)
            return i;
    return -1;
}

int choice_bot_index(const char *name)
{
    for (int i = 0; bot_registered(i); i++)
        if (strcmp(bot_registered(i)->name, name) == 0)
            return i;
    return -1;
}

/* One step around a circle of `count`; anything that is not on it leads to its start. */
static int step_around(int index, int step, int count)
{
    index += step;
    if (index < 0)
        return count - 1;
    return index < count ? index : 0;
}

static void turn_rules(struct screen_choice *choice, int step)
{
    int count = 0, index = choice_preset_index(choice->rules);

    while (rules_preset(count))
        count++;
    index = index < 0 ? 0 : step_around(index, step, count);
    snprintf(choice->rules, sizeof choice->rules, "%s", rules_preset(index)->name);
}

/* Through the bots that play these rules. */
static void turn_opponent(struct screen *screen, int step)
{
    struct screen_choice *choice = &screen->choice;
    struct rules memory;
    const struct rules *rules = choice_rules(screen, &memory);
    int count = 0, index = choice_bot_index(choice->opponent);

    while (bot_registered(count))
        count++;
    for (int i = 0; i < count; i++) {
        index = index < 0 ? 0 : step_around(index, step, count);
        if (bot_accepts(bot_registered(index), rules, NULL) == OK)
            break;
    }
    snprintf(choice->opponent, sizeof choice->opponent, "%s", bot_registered(index)->name);
}

static void turn_tracking(struct screen_choice *choice, int step)
{
    int at = !choice->has_tracking ? 0 : choice->hard_tracking ? 2 : 1;

    at = step_around(at, step, 3);
    choice->has_tracking = at > 0;
    choice->hard_tracking = at == 2;
}

static void turn_first(struct screen_choice *choice, int step)
{
    static const int firsts[] = {-1, FIRST_A, FIRST_B, FIRST_RANDOM};
    int at = 0;

    if (choice->has_first)
        at = choice->first == FIRST_A ? 1 : choice->first == FIRST_B ? 2 : 3;
    at = step_around(at, step, 4);
    choice->has_first = at > 0;
    choice->first = at > 0 ? firsts[at] : 0;
}

void choice_turn(struct screen *screen, enum menu_item item, int step)
{
    struct screen_choice *choice = &screen->choice;

    if (item == MENU_RULES)
        turn_rules(choice, step);
    else if (item == MENU_OPPONENT)
        turn_opponent(screen, step);
    else if (item == MENU_TRACKING)
        turn_tracking(choice, step);
    else if (item == MENU_FIRST)
        turn_first(choice, step);
    else if (item == MENU_PACE)
        choice->pace = (enum screen_pace)step_around((int)choice->pace, step, SCREEN_PACE_SLOW + 1);
}

static void draw_nothing(void *state)
{
    (void)state;
}

/* Types what is in no list. */
enum screen_result choice_type(const struct screen *screen, const char *question, char *value,
                               size_t size)
{
    struct page page = {draw_nothing, NULL};
    char text[CHOICE_SIZE];
    bool done;
    enum screen_result result;

    snprintf(text, sizeof text, "%s", value);
    result =
        screen_edit(screen, &page, question, text, size < sizeof text ? size : sizeof text, &done);
    if (result == SCREEN_BACK && done && slice_trim(slice_of(text)).length > 0)
        text_printable(value, size, text);
    return result;
}

enum screen_result choice_ask_rules(struct screen *screen)
{
    struct screen_item list[LISTED] = {0};
    int count = 0, chosen;
    enum screen_result result;

    for (; rules_preset(count) && count < LISTED - 1; count++)
        snprintf(list[count].text, sizeof list[count].text, "%-16s %s", rules_preset(count)->name,
                 rules_preset_summary(count));
    snprintf(list[count].text, sizeof list[count].text, "%-16s %s", "a file",
             "rules of your own; broadside rules prints such a file");
    result = screen_list(screen, "Which rules?", list, count + 1, &chosen);
    if (result != SCREEN_BACK || chosen < 0)
        return result;
    if (chosen == count)
        return choice_type(screen, "The file with the rules", screen->choice.rules, CHOICE_SIZE);
    snprintf(screen->choice.rules, CHOICE_SIZE, "%s", rules_preset(chosen)->name);
    return result;
}

enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE])
{
    struct screen_item list[LISTED] = {0};
    const struct bot_kind *kind;
    int count = 0, picked;
    enum screen_result result;

    for (int i = 0; (kind = bot_registered(i)) != NULL && count < LISTED - 1; i++)
        if (bot_accepts(kind, rules, NULL) == OK) {
            snprintf(list[count].id, CHOICE_SIZE, "%s", kind->name);
            snprintf(list[count++].text, sizeof list[0].text, "%-12s %s", kind->name,
                     kind->summary);
        }
    snprintf(list[count].text, sizeof list[count].text, "%-12s %s", "another",
             "a bot with options, as in exact:cache=64");
    result = screen_list(screen, title, list, count + 1, &picked);
    if (result != SCREEN_BACK || picked < 0)
        return result;
    if (picked == count)
        return choice_type(screen, "The bot, as --bot takes it", chosen, CHOICE_SIZE);
    snprintf(chosen, CHOICE_SIZE, "%s", list[picked].id);
    return result;
}
