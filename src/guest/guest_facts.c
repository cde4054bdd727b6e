#include "guest/guest_facts.h"

#include "guest/guest.h"

void guest_facts_take(struct guest_facts *facts, const struct bot *bot)
{
    const struct guest_report *report = guest_report(bot);

    if (!report)
        return;
    *facts = (struct guest_facts){.is_guest = true,
                                  .answers = report->answers,
                                  .used_us = report->used_us,
                                  .slowest_us = report->slowest_us,
                                  .start_us = report->start_us,
                                  .starts = report->starts,
                                  .strange = report->strange,
                                  .jailed = report->jailed,
                                  .grouped = report->grouped};
    text_printable(facts->name, sizeof facts->name, bot->kind->name);
    text_printable(facts->id, sizeof facts->id, report->id ? report->id : bot->kind->name);
}
