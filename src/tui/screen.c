/* The flow of the screen game: menu, placing, battle, end, and again. Sessions that are started
 * here are freed here; the one that was handed in is not. */
#include "tui/screen.h"

#include "tui/screen_menu.h"

#include <stdio.h>
#include <string.h>

enum { RECORD_CAP = 16 << 20, TITLE_SIZE = 2 * CHOICE_SIZE + 32 };

/* --- a game ----------------------------------------------------------------------------------- */

/* The second of two people places out of sight of the first. */
static enum left place_fleets(struct screen *screen, bool *placed)
{
    struct session *session = screen->flow->session;
    enum left left = LEFT_BACK;
    int side;

    *placed = true;
    while (left == LEFT_BACK && *placed && flow_next(screen->flow, &side) == FLOW_PLACE) {
        if (side == SIDE_B && session_people(session) == 2)
            left = screen_hand_over(screen, session_name(session, side), "to place your fleet");
        if (left == LEFT_BACK)
            left = screen_place(screen, session, side, placed);
    }
    return left;
}

/* One game to its end, or until it is left. */
static enum left play_once(struct screen *screen, bool *rematch, struct message *sentence)
{
    struct message notice, message;
    bool placed;
    enum left left = place_fleets(screen, &placed);

    *rematch = false;
    if (left == LEFT_BACK && placed)
        left = screen_battle(screen, screen->flow->session);
    if (flow_finish(screen->flow, &notice, &message) != OK)
        *sentence = message;
    if (left == LEFT_BACK && session_is_over(screen->flow->session))
        left = screen_end(screen, screen->flow->session, notice.text, rematch);
    return left;
}

/* The current game and its rematches. */
static enum left play(struct screen *screen, struct message *sentence)
{
    enum left left;
    bool rematch;

    screen->flow->pace = screen->choice.pace;
    do
        left = play_once(screen, &rematch, sentence);
    while (left == LEFT_BACK && rematch && flow_rematch(screen->flow, sentence) == OK);
    return left;
}

/* --- what the menu offers --------------------------------------------------------------------- */

static enum left new_game(struct screen *screen, bool two_people, struct message *sentence)
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
        return LEFT_BACK;
    if (host->remember)
        host->remember(host->context, choice);
    return play(screen, sentence);
}

static void draw_nothing(void *state)
{
    (void)state;
}

/* Both names, since nobody likes to be called Player 2. */
static enum left two_people(struct screen *screen, struct message *sentence)
{
    struct page page = {draw_nothing, NULL};
    struct screen_choice *choice = &screen->choice;
    bool done = true;
    enum left left = LEFT_BACK;

    for (int side = 0; left == LEFT_BACK && done && side < 2; side++) {
        char name[NAME_SIZE];

        snprintf(name, sizeof name, "%s", choice->name[side]);
        left = screen_edit(screen, &page,
                           side == SIDE_A ? "The first player's name" : "The second player's name",
                           name, sizeof name, &done);
        if (done && slice_trim(slice_of(name)).length > 0)
            text_printable(choice->name[side], NAME_SIZE, name);
    }
    if (left != LEFT_BACK || !done)
        return left;
    return new_game(screen, true, sentence);
}

static enum left resume(struct screen *screen, struct message *sentence)
{
    struct listed list[MAX_LISTED];
    int count = screen_list_unfinished(screen, list, sentence), chosen = 0;
    enum left left = LEFT_BACK;

    if (count == 0)
        return LEFT_BACK;
    if (count > 1)
        left = screen_list(screen, "Which game goes on?", list, count, &chosen);
    if (left != LEFT_BACK || chosen < 0)
        return left;
    if (flow_resume(screen->flow, list[chosen].id, sentence) != OK)
        return LEFT_BACK;
    return play(screen, sentence);
}

/* A game of bots is nobody's: it is not kept. */
static enum left watch(struct screen *screen, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct screen_choice *choice = &screen->choice;
    struct session *session = NULL;
    char title[TITLE_SIZE], second[CHOICE_SIZE + 2];
    struct rules rules;
    struct session_terms terms = {.rules = &rules};
    enum error error = host->rules(host->context, choice, &rules, sentence);
    enum left left = LEFT_BACK;

    if (error)
        return left;
    for (int side = 0; left == LEFT_BACK && side < 2; side++) {
        char bot[CHOICE_SIZE] = "";

        left =
            screen_choose_bot(screen, side == SIDE_A ? "Who plays?" : "Against whom?", &rules, bot);
        if (left != LEFT_BACK || !bot[0])
            return left;
        snprintf(choice->watched[side], CHOICE_SIZE, "%s", bot);
        terms.name[side] = terms.bot[side] = choice->watched[side];
    }
    snprintf(second, sizeof second, "%s 2", terms.bot[SIDE_B]);
    if (strcmp(terms.bot[SIDE_A], terms.bot[SIDE_B]) == 0)
        terms.name[SIDE_B] = second; /* a bot against itself: who is who? */
    if (session_new(&terms, &session, sentence) != OK)
        return left;
    snprintf(title, sizeof title, "%s against %s", choice->watched[0], choice->watched[1]);
    left = screen_view(screen, session_record(session), session, title);
    session_free(session);
    return left;
}

static enum left replay(struct screen *screen, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct listed list[MAX_LISTED];
    struct buffer record;
    int count = 0, chosen;
    enum left left;

    if (host->games(host->context, list, &count, sentence) != OK)
        return LEFT_BACK;
    if (count == 0) {
        message_set(sentence, "There is no game to replay yet.");
        return LEFT_BACK;
    }
    left = screen_list(screen, "Which game?", list, count, &chosen);
    if (left != LEFT_BACK || chosen < 0)
        return left;
    buffer_init(&record, RECORD_CAP);
    if (host->record(host->context, list[chosen].id, &record, sentence) == OK)
        left = screen_view(screen, (struct slice){record.data, record.length}, NULL,
                           list[chosen].text);
    buffer_release(&record);
    return left;
}

static enum left statistics(struct screen *screen, struct message *sentence)
{
    struct buffer text;
    enum left left = LEFT_BACK;

    buffer_init(&text, RECORD_CAP);
    if (screen->host->statistics(screen->host->context, &text, sentence) == OK)
        left = screen_pager(screen, "Statistics", text.length > 0 ? text.data : "No games yet.");
    buffer_release(&text);
    return left;
}

static enum left choose(struct screen *screen, enum menu_item item, struct message *sentence)
{
    switch (item) {
    case MENU_PLAY:
        return new_game(screen, false, sentence);
    case MENU_CONTINUE:
        return resume(screen, sentence);
    case MENU_TWO:
        return two_people(screen, sentence);
    case MENU_WATCH:
        return watch(screen, sentence);
    case MENU_REPLAY:
        return replay(screen, sentence);
    case MENU_STATISTICS:
        return statistics(screen, sentence);
    case MENU_HELP:
        return screen_help(screen, NULL);
    default:
        return LEFT_QUIT;
    }
}

enum error screen_run(const struct screen_host *host, struct flow *flow,
                      const struct keyboard *keyboard, const struct screen_choice *choice,
                      const struct term_wishes *wishes, struct message *message)
{
    struct screen screen = {host, flow, keyboard, *choice};
    struct message sentence = {""};
    enum menu_item item = MENU_PLAY;
    enum left left = LEFT_BACK;
    enum error error = term_open(wishes, message);

    if (error)
        return error;
    if (flow->session)
        left = play(&screen, &sentence);
    while (left == LEFT_BACK) {
        left = screen_menu(&screen, &item, &sentence);
        if (left == LEFT_BACK)
            left = choose(&screen, item, &sentence);
    }
    term_close();
    return OK;
}
