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

static int my_rule_values(enum my_rule rule)
{
    int count = 0;

    while (my_rules_kind(rule)->words[count])
        count++;
    return count;
}

void screen_choose_step_my_rule(struct screen *screen, enum my_rule rule, int step)
{
    int *value = &screen->choice.mine.value[rule];

    *value = wrap_step(*value, step, my_rule_values(rule));
}

/* Explosions and the bell in one row of the menu. */
static const char *const effects[] = {"none", "bell", "explosions", "explosions, bell"};
enum { EFFECTS = sizeof effects / sizeof effects[0] };

static int effects_of(const struct screen_choice *choice)
{
    return (choice->motion == MOTION_FULL ? 2 : 0) + choice->bell;
}

static void set_effects(struct screen_choice *choice, int value)
{
    choice->motion = value >= 2 ? MOTION_FULL : MOTION_REDUCED;
    choice->bell = value % 2;
}

const char *screen_choose_effects_word(const struct screen_choice *choice)
{
    return effects[effects_of(choice)];
}

static const char *const learning[] = {"no", "yes"};

const char *screen_choose_learn_word(const struct screen_choice *choice)
{
    return learning[choice->learn];
}

void screen_choose_step(struct screen *screen, enum menu_item item, int step)
{
    struct screen_choice *choice = &screen->choice;

    if (item == MENU_RULES)
        step_rules(choice, step);
    else if (item == MENU_OPPONENT)
        step_opponent(screen, step);
    else if (item == MENU_PACE)
        choice->pace = (enum pace)wrap_step((int)choice->pace, step, PACE_SLOW + 1);
    else if (item == MENU_EFFECTS)
        set_effects(choice, wrap_step(effects_of(choice), step, EFFECTS));
    else if (item == MENU_LEARN)
        choice->learn = !choice->learn;
}

/* --- lists -------------------------------------------------------------------------------------*/

/* Lets the player choose one of these words. `*value` is unchanged if the player goes back. */
static enum screen_result choose_word(struct screen *screen, const char *title,
                                      const char *const *words, int count, int *value)
{
    struct screen_item list[MAX_CHOICES] = {0};
    int chosen = *value;
    enum screen_result result;

    for (int i = 0; i < count; i++)
        snprintf(list[i].text, sizeof list[i].text, "%s", words[i]);
    result = screen_list(screen, title, list, count, &chosen);
    if (result == SCREEN_BACK && chosen >= 0)
        *value = chosen;
    return result;
}

enum screen_result screen_choose_my_rule(struct screen *screen, enum my_rule rule)
{
    return choose_word(screen, my_rules_kind(rule)->label, my_rules_kind(rule)->labels,
                       my_rule_values(rule), &screen->choice.mine.value[rule]);
}

static const char *const paces[] = {
    [PACE_NONE] = "no pause", [PACE_FAST] = "fast", [PACE_NORMAL] = "normal", [PACE_SLOW] = "slow"};

const char *screen_choose_pace_word(enum pace pace)
{
    return paces[pace];
}

enum screen_result screen_choose_pace(struct screen *screen)
{
    int pace = (int)screen->choice.pace;
    enum screen_result result = choose_word(screen, "Bot pace", paces, PACE_SLOW + 1, &pace);

    screen->choice.pace = (enum pace)pace;
    return result;
}

enum screen_result screen_choose_effects(struct screen *screen)
{
    int value = effects_of(&screen->choice);
    enum screen_result result = choose_word(screen, "Effects", effects, EFFECTS, &value);

    set_effects(&screen->choice, value);
    return result;
}

enum screen_result screen_choose_learn(struct screen *screen)
{
    int value = screen->choice.learn;
    enum screen_result result =
        choose_word(screen, "May bots learn where you put your ships?", learning, 2, &value);

    screen->choice.learn = value != 0;
    return result;
}

enum screen_result screen_choose_rules(struct screen *screen)
{
    struct screen_item list[MAX_CHOICES] = {0};
    int count = 0, chosen = screen_choose_preset(screen->choice.rules);
    enum screen_result result;

    for (; rules_preset(count) && count < MAX_CHOICES - 1; count++)
        snprintf(list[count].text, sizeof list[count].text, "%-16s %s", rules_preset(count)->name,
                 rules_preset_summary(count));
    snprintf(list[count].text, sizeof list[count].text, "%-16s %s", "a file",
             "your own rules; 'broadside rules' prints an example");
    if (chosen < 0)
        chosen = count;
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

/* Where the list starts: on the current bot, or on `more` or `other` if it is not in the list. */
static int find_bot(const struct screen_item *list, int count, const char *current)
{
    int at = 0;

    if (!current[0])
        return 0;
    while (at < count && (bot_find(list[at].id) != bot_find(current) || strchr(current, ':')))
        at++;
    return at;
}

static enum screen_result choose_from(struct screen *screen, const char *title,
                                      const struct rules *rules, bool levels,
                                      char chosen[CHOICE_SIZE], bool *done)
{
    struct screen_item list[MAX_CHOICES] = {0};
    int count = list_bots(rules, levels, list), picked = find_bot(list, count, chosen);
    enum screen_result result;

    snprintf(list[count].text, sizeof list[count].text, "%-12s %s", levels ? "more" : "other",
             levels ? "bots to study" : "a bot with options, for example exact:cache=64");
    result = screen_list(screen, title, list, count + 1, &picked);
    *done = false;
    if (result != SCREEN_BACK || picked < 0)
        return result;
    if (picked == count)
        return levels ? choose_from(screen, title, rules, false, chosen, done)
                      : screen_edit_value("Bot, as for --bot", chosen, CHOICE_SIZE, done);
    snprintf(chosen, CHOICE_SIZE, "%s", list[picked].id);
    *done = true;
    return result;
}

enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE],
                                     bool *done)
{
    return choose_from(screen, title, rules, true, chosen, done);
}
