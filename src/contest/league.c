#include "contest/league.h"

#include "base/text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum error league_check(const char *const *leagues, int count, struct message *message)
{
    for (int i = 0; i < count; i++)
        if (!strchr(leagues[i], '=') || leagues[i][0] == '=')
            return error_set(ERR_SYNTAX, message, "--league '%s': expected NAME=PATTERN",
                             slice_quote(slice_of(leagues[i])).text);
    return OK;
}

static void assign_one(struct entrant *entrant, const char *const *leagues, int count)
{
    for (int i = 0; i < count && !entrant->league[0]; i++) {
        struct slice pattern = slice_of(leagues[i]), name;
        char text[ENTRANT_NAME];

        slice_cut(&pattern, '=', &name);
        snprintf(text, sizeof text, "%.*s", (int)name.length, name.text);
        if (fnmatch(pattern.text, entrant->name, 0) == 0)
            text_printable(entrant->league, sizeof entrant->league, text);
    }
    if (!entrant->league[0])
        snprintf(entrant->league, sizeof entrant->league, "others");
}

void league_assign(struct contest *contest, int from, const char *const *leagues, int count)
{
    if (count == 0 && !contest_league(contest, 0))
        return;
    for (int i = from; i < contest->entrants_count; i++)
        assign_one(&contest->entrants[i], leagues, count);
}
