/* Events as text, and what of them is secret. */
#include "rules/event.h"

static const char *const answer_words[] = {"miss", "hit", "sunk", "stopped", "wasted"};
static const char *const lost_words[] = {"invalid", "unavailable", "repeat"};
static const char *const reason_words[] = {"none",  "sunk",     "both",   "points",
                                           "limit", "resigned", "wrecked"};
static const char *const side_words[] = {"a", "b", "tie"};

const char *answer_word(enum answer answer)
{
    return answer_words[answer];
}

const char *reason_word(enum reason reason)
{
    return reason_words[reason];
}

const char *side_word(int side)
{
    return side_words[side];
}

void outcome_conceal(struct move *move, struct outcome *outcome)
{
    if (move->kind != MOVE_SMOKE && move->kind != MOVE_HINT && move->kind != MOVE_RAISE)
        return;
    move->cell[0] = NO_CELL;
    move->placement = (struct placement){0};
    for (int i = 0; i < outcome->count; i++)
        outcome->event[i].cell = NO_CELL;
}

static void print_gain(int gain, struct writer *writer)
{
    static const char *const names[] = {"radar", "smoke", "artillery", "torpedo"};
    const char *separator = "gain:";

    for (int bit = 0; bit < 4; bit++) {
        if (gain >> bit & 1) {
            writer_format(writer, "%s%s", separator, names[bit]);
            separator = ",";
        }
    }
}

static void print_event(const struct event *event, const struct rules *rules, struct writer *writer)
{
    struct cell_name cell = cell_name(event->cell, rules->width);

    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        writer_format(writer, "%s=%s", cell.text, answer_words[event->answer]);
        if (event->ship != NO_SHIP)
            writer_format(writer, ":%s", rules_kind_name(rules, event->ship));
        break;
    case EVENT_RADAR:
        writer_format(writer, "radar:%s=%s", cell.text,
                      event->answer == ANSWER_HIT ? "found" : "none");
        break;
    case EVENT_SMOKE:
        writer_format(writer, "smoke:%s", cell.text);
        break;
    case EVENT_HINT:
        writer_format(writer, "hint:%s", cell.text);
        break;
    case EVENT_RAISE:
        writer_format(writer, "raised:%s", rules_kind_name(rules, event->ship));
        break;
    case EVENT_GAIN:
        print_gain(event->answer, writer);
        break;
    case EVENT_LOST:
        writer_format(writer, "lost:%s", lost_words[event->answer]);
        break;
    }
}

void outcome_print(const struct outcome *outcome, const struct rules *rules, struct writer *writer)
{
    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind == EVENT_GAIN && event->answer == 0)
            continue; /* a sinking that counts but brings nothing */
        writer_put(writer, i ? " " : "");
        print_event(event, rules, writer);
    }
    if (outcome->over)
        writer_format(writer, "%send:%s:%s", outcome->count ? " " : "", side_words[outcome->winner],
                      reason_words[outcome->reason]);
}
