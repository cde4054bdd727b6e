#include "contest/league.h"

#include "base/text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static const char by_letter[] = "by letter", none[] = "none";

static bool is_none(const char *const *leagues, int count)
{
    return count == 1 && strcmp(leagues[0], none) == 0;
}

/* Returns where a set such as `[GY]` ends, NULL if it does not. A bracket that comes first belongs
 * to the set. */
static const char *find_set_end(const char *set)
{
    set++;
    if (*set == '!' || *set == '^')
        set++;
    if (*set == ']')
        set++;
    return strchr(set, ']');
}

/* What is wrong with a pattern; NULL if nothing. */
static const char *find_fault(const char *pattern)
{
    if (!pattern[0])
        return "the pattern is empty";
    for (; *pattern; pattern++) {
        if (*pattern == '\\') {
            if (!*++pattern)
                return "nothing follows the '\\' at the end of the pattern";
        } else if (*pattern == '[') {
            pattern = find_set_end(pattern);
            if (!pattern)
                return "a '[' in the pattern is not closed";
        }
    }
    return NULL;
}

enum error league_check(const char *const *leagues, int count, struct message *message)
{
    for (int i = 0; !is_none(leagues, count) && i < count; i++) {
        const char *equals = strchr(leagues[i], '='), *fault = "expected NAME=PATTERN";

        if (strcmp(leagues[i], none) == 0)
            fault = "'none' cannot be used with other leagues";
        else if (equals && equals > leagues[i] && !strchr(leagues[i], '\n'))
            fault = find_fault(equals + 1);
        if (fault)
            return error_set(ERR_SYNTAX, message, "--league '%s': %s; for example: Green='G*'",
                             slice_quote(slice_of(leagues[i])).text, fault);
    }
    return OK;
}

enum error league_set(struct contest_terms *terms, const char *const *leagues, int count,
                      struct message *message)
{
    struct writer writer;

    writer_init(&writer, terms->leagues, sizeof terms->leagues);
    if (count == 0 && terms->format == FORMAT_ALL)
        writer_format(&writer, "%s", by_letter);
    for (int i = 0; !is_none(leagues, count) && i < count; i++)
        writer_format(&writer, "%s\n", leagues[i]);
    return writer.full ? error_set(ERR_RANGE, message, "--league: too many or too long") : OK;
}

bool league_is_by_letter(const struct contest_terms *terms)
{
    return strcmp(terms->leagues, by_letter) == 0;
}

const char *league_lines(const struct contest_terms *terms)
{
    return league_is_by_letter(terms) ? "Green=\nYellow=\nRed=\n" : terms->leagues;
}

/* A pattern for IDs, such as `G*`, `[GY]*` or `G1?`: a capital letter, then digits and wildcards.
 */
static bool is_for_ids(const char *pattern)
{
    if (pattern[0] == '[') {
        size_t letters = strspn(pattern + 1, "EGYRXT-!^");

        if (letters == 0 || pattern[1 + letters] != ']')
            return false;
        pattern += letters + 2;
    } else if (pattern[0] >= 'A' && pattern[0] <= 'Z') {
        pattern++;
    } else {
        return false;
    }
    return pattern[strspn(pattern, "0123456789*?[]-!^")] == '\0';
}

/* A bot that is called Grace but has the ID Y3 does not belong to `G*`. */
static bool matches(const char *pattern, const struct entrant *entrant)
{
    if (fnmatch(pattern, entrant->id, 0) == 0)
        return true;
    return !(entrant_is_group(entrant->id) && is_for_ids(pattern)) &&
           fnmatch(pattern, entrant->name, 0) == 0;
}

/* If the entrant has no league yet and matches the line, it gets that league. */
static void try_line(struct entrant *entrant, struct slice line)
{
    char text[sizeof((struct contest_terms *)0)->leagues];
    char *pattern;

    if (entrant->league[0] || line.length >= sizeof text)
        return;
    memcpy(text, line.text, line.length);
    text[line.length] = '\0';
    pattern = strchr(text, '=');
    if (!pattern)
        return;
    *pattern++ = '\0';
    if (matches(pattern, entrant))
        text_printable(entrant->league, sizeof entrant->league, text);
}

void league_assign_one(const struct contest *contest, struct entrant *entrant,
                       const char *const *leagues, int count)
{
    const struct contest_terms *terms = &contest->terms;
    struct slice rest = slice_of(terms->leagues), line;

    if (is_none(leagues, count))
        count = 0;
    if (count == 0 && !terms->leagues[0] && !contest_league(contest, 0))
        return;
    for (int i = 0; i < count; i++)
        try_line(entrant, slice_of(leagues[i]));
    if (league_is_by_letter(terms)) {
        if (!entrant->league[0])
            snprintf(entrant->league, sizeof entrant->league, "%s",
                     entrant_letter_league(entrant->id));
        return;
    }
    while (slice_cut(&rest, '\n', &line))
        try_line(entrant, line);
    if (!entrant->league[0])
        snprintf(entrant->league, sizeof entrant->league, "others");
}

void league_assign(struct contest *contest, int from, const char *const *leagues, int count)
{
    for (int i = from; i < contest->entrants_count; i++)
        league_assign_one(contest, &contest->entrants[i], leagues, count);
}
