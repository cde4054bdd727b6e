/* The flow of the screen game: menu, placing, battle, end, and back to the menu. */
#include "tui/screen.h"

#include "tui/screen_menu_internal.h"

#include <stdio.h>
#include <string.h>

enum { RECORD_CAP = 16 << 20, TITLE_SIZE = 2 * CHOICE_SIZE + 32 };

/* --- a game ------------------------------------------------------------------------------------*/

/* With two players, a fleet appears only after its owner has pressed a key, on a blank screen. */
static enum screen_result place_fleets(struct screen *screen, bool *placed)
{
    struct session *session = screen->flow->session;
    enum screen_result result = SCREEN_BACK;
    int side;

    *placed = true;
    while (result == SCREEN_BACK && *placed && flow_next(screen->flow, &side) == FLOW_PLACE) {
        if (session_people(session) == 2)
            result = screen_hand_over(screen, session_name(session, side), "to place your fleet");
        if (result == SCREEN_BACK)
            result = screen_place(screen, session, side, placed);
    }
    return result;
}

/* Plays one game until it ends or the player leaves it. */
static enum screen_result play_once(struct screen *screen, bool *rematch, struct message *sentence)
{
    struct message notice, message;
    bool placed;
    enum screen_result result = place_fleets(screen, &placed);

    *rematch = false;
    if (result == SCREEN_BACK && placed)
        result = screen_battle(screen, screen->flow->session);
    if (flow_finish(screen->flow, &notice, &message) != OK)
        *sentence = message;
    if (result == SCREEN_BACK && session_is_over(screen->flow->session))
        result = screen_end(screen, screen->flow->session, notice.text, rematch);
    return result;
}

/* Plays the current game and its rematches. */
static enum screen_result play(struct screen *screen, struct message *sentence)
{
    enum screen_result result;
    bool rematch;

    screen->flow->pace = screen->choice.pace;
    do
        result = play_once(screen, &rematch, sentence);
    while (result == SCREEN_BACK && rematch && flow_rematch(screen->flow, sentence) == OK);
    screen->has_left = !session_is_over(screen->flow->session);
    return result;
}

/* --- menu items --------------------------------------------------------------------------------*/

static enum screen_result new_game(struct screen *screen, bool two_people, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct screen_choice *choice = &screen->choice;
    struct rules rules;
    struct session_terms terms = {
        .rules = &rules,
        .name = {choice->name[0], two_people ? choice->name[1] : choice->opponent},
        .bot = {NULL, two_people ? NULL : choice->opponent},
    };
    enum error error = host->rules(host->context, choice, &rules, sentence);

    choice->two_people = two_people;
    if (!error)
        error = flow_start(screen->flow, &terms, sentence);
    if (error)
        return SCREEN_BACK;
    if (host->remember)
        host->remember(host->context, choice);
    return play(screen, sentence);
}

static enum screen_result two_players(struct screen *screen, struct message *sentence)
{
    const char *question = "Second player's name";
    struct screen_choice *choice = &screen->choice;
    char name[2][NAME_SIZE];
    bool done, are_different = false;
    enum screen_result result;

    memcpy(name, choice->name, sizeof name);
    result = screen_edit_value("First player's name", name[0], NAME_SIZE, &done);
    while (result == SCREEN_BACK && done && !are_different) {
        flow_default_name(name[0], choice->name[1], name[1]);
        result = screen_edit_value(question, name[1], NAME_SIZE, &done);
        are_different = !slice_is_nocase(slice_of(name[1]), name[0]);
        question = "The two players need different names. Second player's name";
    }
    if (result != SCREEN_BACK || !done)
        return result;
    memcpy(choice->name, name, sizeof name);
    return new_game(screen, true, sentence);
}

static enum screen_result resume_game(struct screen *screen, struct message *sentence)
{
    struct screen_item list[SCREEN_MAX_ITEMS];
    int count = screen_list_unfinished(screen, list, sentence);
    char id[CHOICE_SIZE] = "";
    enum screen_result result = SCREEN_BACK;

    if (count == 1)
        memcpy(id, list[0].id, sizeof id);
    else if (count > 1)
        result = screen_unfinished(screen, id, sentence);
    if (result != SCREEN_BACK || !id[0] || flow_resume(screen->flow, id, sentence) != OK)
        return result;
    return play(screen, sentence);
}

/* Games between bots are not saved. */
static enum screen_result watch_bots(struct screen *screen, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct screen_choice *choice = &screen->choice;
    struct session *session = NULL;
    char title[TITLE_SIZE], second[CHOICE_SIZE + 2];
    struct rules rules;
    struct session_terms terms = {.rules = &rules};
    enum error error = host->rules(host->context, choice, &rules, sentence);
    enum screen_result result = SCREEN_BACK;

    if (error)
        return result;
    for (int side = 0; result == SCREEN_BACK && side < 2; side++) {
        bool done;

        result = screen_choose_bot(screen, side == SIDE_A ? "First bot" : "Second bot", &rules,
                                   choice->watched[side], &done);
        if (result != SCREEN_BACK || !done)
            return result;
        terms.name[side] = terms.bot[side] = choice->watched[side];
    }
    snprintf(second, sizeof second, "%s 2", terms.bot[SIDE_B]);
    if (strcmp(terms.bot[SIDE_A], terms.bot[SIDE_B]) == 0)
        terms.name[SIDE_B] = second; /* two names for the same bot */
    if (session_new(&terms, &session, sentence) != OK)
        return result;
    snprintf(title, sizeof title, "%s against %s", choice->watched[0], choice->watched[1]);
    result = screen_view(screen, session_record(session), session, title);
    session_free(session);
    return result;
}

static enum screen_result replay_game(struct screen *screen, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct screen_item list[SCREEN_MAX_ITEMS];
    struct buffer record;
    int count = 0, chosen = 0;
    enum screen_result result;

    if (host->games(host->context, list, &count, sentence) != OK)
        return SCREEN_BACK;
    if (count == 0) {
        message_set(sentence, "There are no games to replay yet.");
        return SCREEN_BACK;
    }
    result = screen_list(screen, "Replay which game?", list, count, &chosen);
    if (result != SCREEN_BACK || chosen < 0)
        return result;
    buffer_init(&record, RECORD_CAP);
    if (host->record(host->context, list[chosen].id, &record, sentence) == OK)
        result = screen_view(screen, (struct slice){record.data, record.length}, NULL,
                             list[chosen].text);
    buffer_release(&record);
    return result;
}

static enum screen_result show_statistics(struct screen *screen, struct message *sentence)
{
    struct buffer text;
    enum screen_result result = SCREEN_BACK;

    buffer_init(&text, RECORD_CAP);
    if (screen->host->statistics(screen->host->context, term_columns() - 2, &text, sentence) == OK)
        result = screen_pager(screen, "Statistics", text.length > 0 ? text.data : "No games yet.");
    buffer_release(&text);
    return result;
}

static enum screen_result run_item(struct screen *screen, enum menu_item item,
                                   struct message *sentence)
{
    switch (item) {
    case MENU_PLAY:
        return new_game(screen, false, sentence);
    case MENU_CONTINUE:
        return resume_game(screen, sentence);
    case MENU_TWO:
        return two_players(screen, sentence);
    case MENU_WATCH:
        return watch_bots(screen, sentence);
    case MENU_REPLAY:
        return replay_game(screen, sentence);
    case MENU_STATISTICS:
        return show_statistics(screen, sentence);
    case MENU_TUTORIAL:
        return screen_tutorial(screen, sentence);
    case MENU_TRAIN:
        return screen_train(screen, sentence);
    case MENU_HELP:
        return screen_help(screen, NULL);
    default:
        return SCREEN_QUIT;
    }
}

static bool is_same(const struct screen_choice *a, const struct screen_choice *b)
{
    return strcmp(a->name[0], b->name[0]) == 0 && strcmp(a->rules, b->rules) == 0 &&
           strcmp(a->opponent, b->opponent) == 0 &&
           memcmp(a->mine.value, b->mine.value, sizeof a->mine.value) == 0 && a->pace == b->pace &&
           a->motion == b->motion && a->bell == b->bell && a->learn == b->learn &&
           a->speed == b->speed;
}

/* What was changed in the menu is there again next time. */
static void remember(struct screen *screen, struct screen_choice *known)
{
    if (is_same(known, &screen->choice))
        return;
    *known = screen->choice;
    if (screen->host->remember)
        screen->host->remember(screen->host->context, &screen->choice);
}

enum error screen_run(const struct screen_host *host, struct flow *flow,
                      const struct keyboard *keyboard, const struct screen_choice *choice,
                      const struct term_options *options, struct message *message)
{
    struct screen screen = {.host = host, .flow = flow, .keyboard = keyboard, .choice = *choice};
    struct message sentence = {""};
    enum menu_item item = MENU_CONTINUE;
    struct screen_choice known = *choice;
    enum screen_result result = SCREEN_BACK;
    enum error error = term_open(options, message);

    if (error)
        return error;
    if (flow->session)
        result = play(&screen, &sentence);
    else if (choice->tutorial)
        result = screen_tutorial(&screen, &sentence);
    while (result == SCREEN_BACK) {
        result = screen_menu(&screen, &item, &sentence);
        remember(&screen, &known);
        if (result == SCREEN_BACK)
            result = run_item(&screen, item, &sentence);
        if (screen.has_left)
            item = MENU_CONTINUE;
        screen.has_left = false;
    }
    term_close();
    return OK;
}
