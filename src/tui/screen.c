/* The flow of the screen game: menu, placing, battle, end, and again. Sessions that are started
 * here are freed here; the one that was handed in is not. */
#include "tui/screen.h"

#include "tui/screen_menu.h"

#include <stdio.h>
#include <string.h>

enum { RECORD_CAP = 16 << 20, TITLE_SIZE = 2 * CHOICE_SIZE + 32 };

/* --- a game ----------------------------------------------------------------------------------- */

/* The second of two people places out of sight of the first. */
static enum left place_fleets(struct screen *screen, struct session *session, bool *placed)
{
    enum left left = LEFT_BACK;

    *placed = true;
    for (int side = 0; left == LEFT_BACK && *placed && side < 2; side++) {
        if (session_is_bot(session, side) || session_game(session)->placed[side])
            continue;
        if (side == SIDE_B && session_people(session) == 2)
            left = screen_hand_over(screen, session_name(session, side), "to place your fleet");
        if (left == LEFT_BACK)
            left = screen_place(screen, session, side, placed);
    }
    return left;
}

/* One game to its end, or until it is left. */
static enum left play_once(struct screen *screen, struct session *session, bool *rematch)
{
    const struct screen_host *host = screen->host;
    struct message kept = {""};
    bool placed;
    enum left left = place_fleets(screen, session, &placed);

    *rematch = false;
    if (left == LEFT_BACK && placed)
        left = screen_battle(screen, session);
    if (host->finish)
        host->finish(host->context, session, &kept);
    if (left == LEFT_BACK && game_status(session_game(session))->over)
        left = screen_end(screen, session, kept.text, rematch);
    return left;
}

/* The same again: by the same rules, between the same players. */
static enum error start_again(struct screen *screen, const struct session *session,
                              struct session **fresh, struct message *message)
{
    struct session_terms terms = {
        .rules = game_rules(session_game(session)),
        .name = {session_name(session, 0), session_name(session, 1)},
        .bot = {session_bot(session, 0), session_bot(session, 1)},
    };

    return screen->host->start(screen->host->context, &terms, fresh, message);
}

/* A game and its rematches. Frees the session where it is `ours`. */
static enum left play(struct screen *screen, struct session *session, bool ours,
                      struct message *sentence)
{
    enum left left;
    bool rematch;

    for (;;) {
        struct session *fresh = NULL;

        left = play_once(screen, session, &rematch);
        if (left == LEFT_BACK && rematch)
            rematch = start_again(screen, session, &fresh, sentence) == OK;
        if (ours)
            session_free(session);
        if (left != LEFT_BACK || !rematch)
            return left;
        session = fresh;
        ours = true;
    }
}

/* --- what the menu offers --------------------------------------------------------------------- */

static enum left new_game(struct screen *screen, bool two_people, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct screen_choice *choice = &screen->choice;
    struct session *session = NULL;
    struct rules rules;
    struct session_terms terms = {
        .rules = &rules,
        .name = {choice->name[0], two_people ? choice->name[1] : choice->opponent},
        .bot = {NULL, two_people ? NULL : choice->opponent},
    };
    enum error error = host->rules(host->context, choice, &rules, sentence);

    choice->two_people = two_people;
    if (!error)
        error = host->start(host->context, &terms, &session, sentence);
    if (error)
        return LEFT_BACK;
    if (host->remember)
        host->remember(host->context, choice);
    return play(screen, session, true, sentence);
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
    if (slice_is_nocase(slice_of(choice->name[0]), choice->name[1])) {
        message_set(sentence, "Two people need two names.");
        return LEFT_BACK;
    }
    return new_game(screen, true, sentence);
}

static enum left go_on(struct screen *screen, struct message *sentence)
{
    const struct screen_host *host = screen->host;
    struct listed list[MAX_LISTED];
    struct session *session = NULL;
    int count = 0, chosen = 0;
    enum left left = LEFT_BACK;
    enum error error = host->unfinished(host->context, list, &count, sentence);

    if (error || count == 0)
        return LEFT_BACK;
    if (count > 1)
        left = screen_list(screen, "Which game goes on?", list, count, &chosen);
    if (left != LEFT_BACK || chosen < 0)
        return left;
    if (host->resume(host->context, list[chosen].id, &session, sentence) != OK)
        return LEFT_BACK;
    return play(screen, session, true, sentence);
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
        return go_on(screen, sentence);
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

enum error screen_run(const struct screen_host *host, const struct keyboard *keyboard,
                      const struct screen_choice *choice, const struct term_wishes *wishes,
                      struct session *session, struct message *message)
{
    struct screen screen = {host, keyboard, *choice};
    struct message sentence = {""};
    enum menu_item item = MENU_PLAY;
    enum left left = LEFT_BACK;
    enum error error = term_open(wishes, message);

    if (error)
        return error;
    if (session)
        left = play(&screen, session, false, &sentence);
    while (left == LEFT_BACK) {
        left = screen_menu(&screen, &item, &sentence);
        if (left == LEFT_BACK)
            left = choose(&screen, item, &sentence);
    }
    term_close();
    return OK;
}
