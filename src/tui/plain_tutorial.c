/* The tutorial in the plain game: tells each step, and helps instead of making another move. */
#include "session/tutorial.h"
#include "tui/plain_internal.h"

static const struct rules *rules_of(const struct plain *plain)
{
    return game_rules(session_game(plain->session));
}

void plain_tutorial_help(struct plain *plain)
{
    struct move move;
    char text[LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    tutorial_wanted(plain->flow->tutorial, rules_of(plain), &move);
    move_print(&move, rules_of(plain), &writer);
    plain_sayf(plain, "Type '%s', or 'quit' to leave.\n", text);
}

void plain_tutorial_tell(struct plain *plain)
{
    struct tutorial *tutorial = plain->flow->tutorial;

    tutorial_follow(tutorial, plain->session);
    if (plain->told > tutorial->step)
        return;
    plain->told = tutorial->step + 1;
    plain_sayf(plain, "Step %d of %d. %s\n", plain->told, tutorial_steps(),
               tutorial_text(tutorial));
    plain_tutorial_help(plain);
}

bool plain_tutorial_allows(struct plain *plain, const struct move *move)
{
    if (tutorial_allows(plain->flow->tutorial, rules_of(plain), move))
        return true;
    plain_say(plain, "Not now: this step is about another move.\n");
    plain_tutorial_help(plain);
    return false;
}

void plain_tutorial_end(struct plain *plain)
{
    tutorial_follow(plain->flow->tutorial, plain->session);
    if (tutorial_is_done(plain->flow->tutorial))
        plain_sayf(plain, "%s\n", tutorial_text(plain->flow->tutorial));
    else
        plain_say(plain, "\nYou left the tutorial. Nothing is saved.\n");
}

enum error plain_tutorial(const struct plain_options *options, const char *name, enum pace pace,
                          struct message *message)
{
    struct flow flow = {.pace = pace};
    struct tutorial tutorial;
    enum error error = tutorial_start(&tutorial, &flow, name, message);

    if (!error)
        error = plain_play(&flow, options, message);
    flow_release(&flow);
    return error;
}
