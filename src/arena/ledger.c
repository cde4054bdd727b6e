/* See ledger.h. */
#include "arena/ledger.h"

#include "base/text.h"

void trouble_note(struct trouble *trouble, uint64_t match, uint64_t round, enum broken kind,
                  const char *sentence)
{
    if (trouble->round)
        return;
    trouble->match = match;
    trouble->round = round;
    trouble->kind = kind;
    text_printable(trouble->sentence.text, sizeof trouble->sentence.text, sentence);
}

void guest_facts_take(struct guest_facts *facts, const struct bot *bot)
{
    const struct guest_report *report = guest_report(bot);

    if (!report)
        return;
    facts->is_guest = true;
    text_printable(facts->name, sizeof facts->name, bot->kind->name);
    text_printable(facts->id, sizeof facts->id, report->id ? report->id : bot->kind->name);
    facts->report = *report;
    facts->report.id = facts->report.folder = NULL;
}

void guest_facts_add(struct guest_facts *sum, const struct guest_facts *part)
{
    struct guest_report *all = &sum->report;
    const struct guest_report *more = &part->report;

    if (!part->is_guest)
        return;
    if (!sum->is_guest) {
        *sum = *part;
        return;
    }
    all->answers += more->answers;
    all->used_us += more->used_us;
    all->starts += more->starts;
    all->strange += more->strange;
    if (more->slowest_us > all->slowest_us)
        all->slowest_us = more->slowest_us;
    if (more->start_us > all->start_us)
        all->start_us = more->start_us;
    all->jailed = all->jailed && more->jailed;
}
