/* The settings of the menu: stepping through their values, and lists of rules and bots. */
#include "bots/bot.h"
#include "tui/screen_menu_internal.h"

#include <stdio.h>
#include <string.h>

enum { MAX_CHOICES = 40 };

const struct rules *screen_choose_find_rules(const struct screen *screen, struct rules *rules)
{
    struct message ignored;

    if (screen->host->rules(screen->host->context, &screen->choice, rules, &ignored) == OK)
        return rules;
    return rules_find("classic");
}

int screen_choose_preset(const char *name)
{
    for (int i = 0; rules_preset(i); i++)
        if (strcmp(rules_preset(i)->name, name) == 0)
            return i;
    return -1;
}

/* The next or previous index, wrapping around at both ends. */
static int wrap_step(int index, int step, int count)
{
    index += step;
    if (index < 0)
        return count - 1;
    return index < count ? index : 0;
}

static void step_rules(struct screen_choice *choice, int step)
{
    int count = 0, index = screen_choose_preset(choice->rules);

    while (rules_preset(count))
        count++;
    index = index < 0 ? 0 : wrap_step(index, step, count);
    snprintf(choice->rules, sizeof choice->rules, "%s", rules_preset(index)->name);
}

/* Steps through the levels that play these rules, from any other bot to the first of them. */
static void step_opponent(struct screen *screen, int step)
{
    struct screen_choice *choice = &screen->choice;
    struct rules memory;
    const struct rules *rules = screen_choose_find_rules(screen, &memory);
    int levels = 0, index = bot_find(choice->opponent);

    while (bot_registered(levels) && bot_facts(levels)->is_level)
        levels++;
    if (index >= levels)
        index = -1;
    for (int i = 0; i < levels; i++) {
        index = index < 0 ? 0 : wrap_step(index, step, levels);
        if (bot_accepts(bot_registered(index), rules, NULL) == OK)
            break;
    }
    snprintf(choice->opponent, sizeof choice->opponent, "%s", bot_facts(index)->title);
}

static void step_tracking(struct screen_choice *choice, int step)
{
    int at = !choice->has_tracking ? 0 : choice->hard_tracking ? 2 : 1;

    at = wrap_step(at, step, 3);
    choice->has_tracking = at > 0;
    choice->hard_tracking = at == 2;
}

static void step_first(struct screen_choice *choice, int step)
{
    static const int firsts[] = {-1, FIRST_A, FIRST_B, FIRST_RANDOM};
    int at = 0;

    if (choice->has_first)
        at = choice->first == FIRST_A ? 1 : choice->first == FIRST_B ? 2 : 3;
    at = wrap_step(at, step, 4);
    choice->has_first = at > 0;
    choice->first = at > 0 ? firsts[at] : 0;
}

void screen_choose_step(struct screen *screen, enum menu_item item, int step)
{
    struct screen_choice *choice = &screen->choice;

    if (item == MENU_RULES)
        step_rules(choice, step);
    else if (item == MENU_OPPONENT)
        step_opponent(screen, step);
    else if (item == MENU_TRACKING)
        step_tracking(choice, step);
    else if (item == MENU_FIRST)
        step_first(choice, step);
    else if (item == MENU_PACE)
        choice->pace = (enum pace)wrap_step((int)choice->pace, step, PACE_SLOW + 1);
}

enum screen_result screen_choose_rules(struct screen *screen)
{
    struct screen_item list[MAX_CHOICES] = {0};
    int count = 0, chosen;
    enum screen_result result;

    for (; rules_preset(count) && count < MAX_CHOICES - 1; count++)
        snprintf(list[count].text, sizeof list[count].text, "%-16s %s", rules_preset(count)->name,
                 rules_preset_summary(count));
    snprintf(list[count].text, sizeof list[count].text, "%-16s %s", "a file",
             "your own rules; 'broadside rules' prints an example");
    result = screen_list(screen, "Choose the rules", list, count + 1, &chosen);
    if (result != SCREEN_BACK || chosen < 0)
        return result;
    if (chosen == count)
        return screen_edit_value("Rules file", screen->choice.rules, CHOICE_SIZE, NULL);
    snprintf(screen->choice.rules, CHOICE_SIZE, "%s", rules_preset(chosen)->name);
    return result;
}

/* Lists the levels, or the other bots, that play these rules. */
static int list_bots(const struct rules *rules, bool levels, struct screen_item list[MAX_CHOICES])
{
    int count = 0;

    for (int i = 0; bot_registered(i) && count < MAX_CHOICES - 1; i++) {
        const struct bot_facts *facts = bot_facts(i);

        if (facts->is_level != levels || bot_accepts(bot_registered(i), rules, NULL) != OK)
            continue;
        snprintf(list[count].id, CHOICE_SIZE, "%s", facts->title);
        snprintf(list[count++].text, sizeof list[0].text, "%-12s %4.1f shots  %s", facts->title,
                 facts->shots, bot_registered(i)->summary);
    }
    return count;
}

static enum screen_result choose_from(struct screen *screen, const char *title,
                                      const struct rules *rules, bool levels,
                                      char chosen[CHOICE_SIZE])
{
    struct screen_item list[MAX_CHOICES] = {0};
    int count = list_bots(rules, levels, list), picked;
    enum screen_result result;

    snprintf(list[count].text, sizeof list[count].text, "%-12s %s", levels ? "more" : "other",
             levels ? "bots to study" : "a bot with options, for example exact:cache=64");
    result = screen_list(screen, title, list, count + 1, &picked);
    if (result != SCREEN_BACK || picked < 0)
        return result;
    if (picked == count)
        return levels ? choose_from(screen, title, rules, false, chosen)
                      : screen_edit_value("Bot, as for --bot", chosen, CHOICE_SIZE, NULL);
    snprintf(chosen, CHOICE_SIZE, "%s", list[picked].id);
    return result;
}

enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE])
{
    return choose_from(screen, title, rules, true, chosen);
}
