/* See check_advice.h. Most of it is a table; docs/DEBUGGING-A-BOT.md has the same list. */
#include "check/check_advice.h"

#include <inttypes.h>
#include <string.h>

/* What the count of a finding says, after the sentence. */
enum tally { TALLY_NONE, TALLY_ROUNDS };

static const struct {
    const char *word, *headline;
    enum tally tally;
    const char *remedy;
} findings[FINDING_KINDS] = {
    [FINDING_START] = {"does-not-start", "It cannot be started", TALLY_NONE,
                       "Check the path and the command in bot.json, and that the file may be "
                       "executed (chmod +x). The first line of a script must name an interpreter "
                       "that is there."},
    [FINDING_BUILD] = {"build-failed", "Its build step failed", TALLY_NONE,
                       "Run the build command of bot.json in its folder and mend what it reports. "
                       "It runs without a network here: what it needs must be there already."},
    [FINDING_MODULE] =
        {"module-missing", "Something that it needs is not there", TALLY_ROUNDS,
         "Put it into the folder of the bot: guests see their own folder and what is "
         "installed for the whole system below /usr, but no home of yours."},
    [FINDING_NOT_READY] = {"not-ready", "It does not get ready in time", TALLY_NONE,
                           "The first line that it reads is 'broadside 1'; it has to answer with "
                           "lines about itself, the last of them 'ready'. Do slow preparations "
                           "later or less of them."},
    [FINDING_FLUSH] = {"not-flushed",
                       "Its output is not flushed: the answer comes only when its input ends",
                       TALLY_ROUNDS, NULL},
    [FINDING_CRASH] = {"crash", "It crashes", TALLY_ROUNDS,
                       "Its own words above tell where. Transcripts help to see what it was told: "
                       "broadside match BOT random --transcript FILE."},
    [FINDING_EXIT] = {"exit", "It leaves before it was told to", TALLY_ROUNDS,
                      "A bot reads lines until 'quit' or the end of its input, for many rounds. "
                      "Does it stop after one game, or at a line it does not know?"},
    [FINDING_STALL] = {"stall", "It gives no answer and does not compute either", TALLY_ROUNDS,
                       "It waits for something: does it sleep, or read a line more than there is? "
                       "Only 'broadside', 'place' and 'act' want an answer, and each of them wants "
                       "one."},
    [FINDING_LOOP] = {"move-timeout", "It computes longer than an answer may take", TALLY_ROUNDS,
                      "Look for a loop without end, such as drawing cells until a free one comes. "
                      "If it is just thinking, let it think less, or give it more with "
                      "--limit move=MILLISECONDS."},
    [FINDING_JAIL] = {"jail-violation", "It tries what a guest may not do", TALLY_ROUNDS,
                      "There is no network in here, and no reaching into other processes. A bot "
                      "needs its standard input and output only."},
    [FINDING_MEMORY] = {"memory", "It takes more memory than it may have", TALLY_ROUNDS,
                        "Look for something that grows from move to move, or raise the limit with "
                        "--limit memory=MB."},
    [FINDING_FLOOD] = {"output-flood", "It writes far too much to standard output", TALLY_ROUNDS,
                       "One line per question is all that belongs there."},
    [FINDING_TALKS] = {"talks", "It writes something to standard output that is no answer",
                       TALLY_ROUNDS, NULL},
    [FINDING_TWICE] =
        {"answers-twice", "It answers twice, or before it is asked", TALLY_ROUNDS,
         "One line for each 'place' and each 'act', and none for anything else; after "
         "a hit too, wait for the next 'act'."},
    [FINDING_PROTOCOL] = {"protocol-error", "It does not keep to the protocol", TALLY_ROUNDS,
                          "Answers are lines of text, ended by a newline. docs/PROTOCOL.md has a "
                          "whole conversation."},
    [FINDING_PLACEMENT] =
        {"illegal-placement", "It places its fleet illegally", TALLY_ROUNDS,
         "All ships in the order of the fleet, on the board, none on another. The "
         "answer 'random' leaves it to the arena."},
    [FINDING_MOVE] = {"illegal-move", "It makes illegal moves", TALLY_ROUNDS,
                      "The lines 'rule' before the match say how large the board is and what is "
                      "allowed; after 'act N' a salvo names N cells, all of them new."},
    [FINDING_NAMING] = {"jar-naming", "Tournaments of jars would not find it", TALLY_NONE,
                        "The jar of group 3 of the green league is G3.jar, and in it the class "
                        "g3.G3 is the factory: it implements PlayerFactory<BattleshipsPlayer>."},
    [FINDING_VERSION] = {"newer-java", "It was compiled for a newer Java than there is", TALLY_NONE,
                         "Compile it with javac --release 8, or whatever the tournament has."},
    [FINDING_THROWS] = {"throws", "It throws exceptions", TALLY_NONE,
                        "They are caught and the round goes on, but without what the callback "
                        "should have done: a shot goes to (0, 0), ships stay unplaced."},
    [FINDING_LATE] = {"places-late", "It places ships after placeShips has returned", TALLY_NONE,
                      "The board is closed then; such calls do nothing."},
    [FINDING_IGNORED] = {"places-in-vain",
                         "It places ships twice, ships that are not its own, or at null",
                         TALLY_NONE, "Only the first place of each ship of the fleet counts."},
    [FINDING_WEAK] =
        {"loses-to-examples", "It does not beat the example bots", TALLY_NONE,
         "E1 shoots at random, and E2 too until it hits something. What hitFeedBack tells "
         "is the key to more."},
    [FINDING_REPEATS] = {"repeats", "It shoots where it has shot before", TALLY_ROUNDS,
                         "Remember the cells of your own shots, and forget them at each 'round'."},
    [FINDING_WRECKS] = {"wrecks", "It loses ships before the first shot, by placing them badly",
                        TALLY_ROUNDS,
                        "These rules let a bad fleet pass and sink what does not lie properly: "
                        "ships off the board, on others, or missing."},
    [FINDING_WASTED] =
        {"wasted-shots", "It shoots off the board", TALLY_ROUNDS,
         "These rules count such shots and let them pass. The line 'rule board' says "
         "how large the board is."},
    [FINDING_BANK] =
        {"time-bank", "It is too slow for its time bank", TALLY_NONE,
         "Let it think less, most of all in the first moves of a round, where there is "
         "most to think about; or give it more with --limit bank=MILLISECONDS."},
    [FINDING_REFUSES] = {"rules-not-declared", "It does not play these rules", TALLY_NONE,
                         "If it does, say so in its hello: 'plays WORD...' with the words of "
                         "docs/PROTOCOL.md, or 'plays all'."},
    [FINDING_NEAR_LIMIT] = {"near-limit", "Its slowest answer is not far from the limit",
                            TALLY_NONE, "On a slower machine it would lose rounds by that."},
    [FINDING_SHORT] = {"fewer-rounds", "It takes its time, so fewer rounds were played", TALLY_NONE,
                       "--games N with a small N, or --rules, make a check of slow bots shorter."},
    [FINDING_CHANGES] = {"not-repeatable", "The same seed does not give the same moves", TALLY_NONE,
                         "That is allowed. Draw all random numbers from the seed in the line "
                         "'match' and the number of the round, and a match can be played again."},
    [FINDING_LINGERS] = {"does-not-leave",
                         "It does not leave after 'quit' and the end of its "
                         "input",
                         TALLY_NONE,
                         "It is ended then, so no harm is done; but what it wants to do at its end "
                         "may be lost."},
    [FINDING_NO_NAME] = {"no-name", "It does not say its name", TALLY_NONE,
                         "A line 'name TEXT' before 'ready' is what tables call it."},
    [FINDING_STRANGE] = {"strange-hello", "Its hello has lines that nobody understands", TALLY_NONE,
                         "Known are name, authors, id, plays and ready; others are ignored."},
    [FINDING_PLAYS] = {"presets-not-declared", "It has not declared all that some presets need",
                       TALLY_NONE,
                       "Whatever of that it can deal with belongs into 'plays WORD...' in its "
                       "hello."},
    [FINDING_LOG] = {"much-log", "It writes a lot to standard error", TALLY_NONE,
                     "That is where such things belong, but it takes time, and what is beyond the "
                     "limit is dropped."},
    [FINDING_PRINTS] = {"prints", "It prints a lot", TALLY_NONE,
                        "Printing takes more time than most bots need to think. Take it out "
                        "before you hand it in."},
    [FINDING_OPEN] = {"not-jailed", "It was played without all protections of the jail", TALLY_NONE,
                      "What it would be refused there was not tested."},
};

/* The same for jars, whose authors know callbacks and nothing of a protocol. */
static const char *const jar_remedies[FINDING_KINDS] = {
    [FINDING_START] = "A jar is a zip file with classes in it, as the command jar or an IDE makes "
                      "it.",
    [FINDING_MODULE] = "Pack it into the jar: nothing else is there but Java itself and the "
                       "interfaces.",
    [FINDING_NOT_READY] = "Its class is loaded and its factory asked for a player before the match "
                          "begins. Do less in static fields, in constructors and in "
                          "getNewInstance.",
    [FINDING_CRASH] = "Its own words above tell why. If it calls System.exit, let it return or "
                      "throw an exception instead: that ends the bot in the middle of its match.",
    [FINDING_EXIT] = "Something in it ends Java, such as Runtime.halt. Return instead.",
    [FINDING_STALL] = "It waits for something: does it sleep, or wait for a thread of its own?",
    [FINDING_JAIL] = "There is no network in here, and no reaching into other processes. A bot "
                     "needs nothing but its callbacks.",
    [FINDING_REPEATS] = "Remember the cells of your own shots, and forget them in startRound.",
    [FINDING_WASTED] = "These rules count such shots and let them pass. Coordinates begin with 0, "
                       "so that 9 is the last of 10; null is off the board too.",
    [FINDING_REFUSES] = "Jars play rules with one shot a turn in which ships may touch and what "
                        "sinks is named, such as tournament.",
};

const char *check_advice_word(enum check_finding_kind kind)
{
    return findings[kind].word;
}

/* --- languages ------------------------------------------------------------------------------- */

struct language {
    const char *sign;  /* the start of a program's name, or the end of a word of the command */
    const char *flush; /* how output is flushed */
    const char *aside; /* how something is written to standard error */
};

static const struct language languages[] = {
    {"python",
     "print(..., flush=True), or sys.stdout.flush() after each answer, or start it with "
     "python3 -u",
     "print(..., file=sys.stderr)"},
    {".py", "print(..., flush=True), or sys.stdout.flush() after each answer",
     "print(..., file=sys.stderr)"},
    {"node",
     "write each answer with one process.stdout.write(line + \"\\n\"), and do not wait for "
     "the end of the input",
     "console.error(...)"},
    {".js",
     "write each answer with one process.stdout.write(line + \"\\n\"), and do not wait for "
     "the end of the input",
     "console.error(...)"},
    {"java",
     "System.out.flush() after each answer; a BufferedWriter or PrintWriter of yours has "
     "its own flush()",
     "System.err.println(...)"},
    {"ruby", "$stdout.sync = true at the start", "warn(...)"},
    {".rb", "$stdout.sync = true at the start", "warn(...)"},
    {"perl", "$| = 1; at the start", "print STDERR ..."},
    {".pl", "$| = 1; at the start", "print STDERR ..."},
    {"lua", "io.stdout:setvbuf(\"line\") at the start", "io.stderr:write(...)"},
    {".lua", "io.stdout:setvbuf(\"line\") at the start", "io.stderr:write(...)"},
    {"awk", "fflush() after each print", "print ... > \"/dev/stderr\""},
    {"sed", "sed -u", "w /dev/stderr"},
    {".sh", "programs in a pipe keep output back: stdbuf -oL PROGRAM, sed -u, grep --line-buffered",
     "echo ... >&2"},
};

/* Anything else is most likely compiled. */
static const struct language compiled = {
    "",
    "fflush(stdout) after each answer, or setvbuf(stdout, NULL, _IOLBF, 0) at the start; in "
    "C++ std::endl or std::cout << std::flush; in Go and Rust flush the writer",
    "fprintf(stderr, ...)"};

static bool ends_with(struct slice word, const char *end)
{
    size_t length = strlen(end);

    return word.length > length && memcmp(word.text + word.length - length, end, length) == 0;
}

static struct slice base_name(struct slice path)
{
    for (size_t i = path.length; i > 0; i--)
        if (path.text[i - 1] == '/')
            return (struct slice){path.text + i, path.length - i};
    return path;
}

static bool is_language(const struct language *language, struct slice word)
{
    struct slice name = base_name(word);
    size_t length = strlen(language->sign);

    if (language->sign[0] == '.')
        return ends_with(word, language->sign);
    return name.length >= length && memcmp(name.text, language->sign, length) == 0;
}

/* The first word of the command that tells a language. */
static const struct language *find_language(const char *command)
{
    struct slice rest = slice_of(command), word;

    while (slice_word(&rest, &word))
        for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
            if (is_language(&languages[i], word))
                return &languages[i];
    return &compiled;
}

/* --- sentences ------------------------------------------------------------------------------- */

static char text_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Does it begin with a path, which is spelt as it is? */
static bool is_name(const char *text)
{
    size_t length = strcspn(text, " :");

    return memchr(text, '/', length) || memchr(text, '.', length);
}

void check_advice_headline(const struct check_report *report, enum check_finding_kind kind,
                           struct writer *writer)
{
    const struct check_finding *finding = &report->finding[kind];

    writer_put(writer, findings[kind].headline);
    if (kind == FINDING_BANK)
        writer_format(
            writer, ": it would run out of it after about %" PRIu64 " of %" PRIu64 " rounds of %s",
            finding->count, finding->of, finding->rules);
    else if (kind == FINDING_SHORT)
        writer_format(writer, ": %" PRIu64 " of %" PRIu64, finding->count, finding->of);
    else if (kind == FINDING_NEAR_LIMIT)
        writer_format(writer, ": %.0f ms of %u ms", (double)report->slowest_us / 1e3,
                      report->limits.move_ms);
    else if (kind == FINDING_LOG)
        writer_format(writer, ": %" PRIu64 " KB in one match", finding->count / 1024);
    else if (kind == FINDING_PRINTS)
        writer_format(writer, ": %" PRIu64 " KB in %" PRIu64 " rounds", finding->count / 1024,
                      report->jar.rounds);
    else if (kind == FINDING_THROWS || kind == FINDING_LATE || kind == FINDING_IGNORED)
        writer_format(writer, ", %" PRIu64 " times in %" PRIu64 " rounds", finding->count,
                      report->jar.rounds);
    else if (findings[kind].tally == TALLY_ROUNDS && finding->round > 0)
        writer_format(writer, ", in %" PRIu64 " of %" PRIu64 " rounds", finding->count,
                      finding->of);
    else if (findings[kind].tally == TALLY_ROUNDS)
        writer_put(writer, ", at the start");
    writer_put(writer, ".");
}

void check_advice_example(const struct check_report *report, enum check_finding_kind kind,
                          struct writer *writer)
{
    const struct check_finding *finding = &report->finding[kind];
    const char *text = finding->example.text;
    char last = text[0] ? text[strlen(text) - 1] : '\0';

    if (finding->round > 0)
        writer_format(writer, "Round %" PRIu64 " of %s%s%s", finding->round, finding->rules,
                      text[0] ? ": " : "", text);
    else if (text[0])
        writer_format(writer, "%c%s", is_name(text) ? text[0] : text_upper(text[0]), text + 1);
    if (writer->length > 0 && last != '.' && last != '?' && last != '!')
        writer_put(writer, ".");
}

void check_advice_remedy(const struct check_report *report, enum check_finding_kind kind,
                         struct writer *writer)
{
    const struct language *language = find_language(report->command);

    if (kind == FINDING_START && strstr(report->finding[kind].example.text, "bot.json: "))
        writer_put(writer, "That file says what to start: one object in braces with \"command\" in "
                           "it. 'broadside new-bot' writes one, and docs/WRITING-A-BOT.md tells "
                           "its keys.");
    else if (kind == FINDING_FLUSH)
        writer_format(writer, "Flush after each answer: %s.", language->flush);
    else if (kind == FINDING_TALKS)
        writer_format(writer,
                      "If that is for debugging, write it to standard error, which is kept in a "
                      "log: %s.",
                      language->aside);
    else if (report->jar.is_jar && jar_remedies[kind])
        writer_put(writer, jar_remedies[kind]);
    else
        writer_put(writer, findings[kind].remedy);
}

void check_advice_verdict(const struct check_report *report, struct writer *writer)
{
    int problems = check_problems(report);

    if (problems > 0) {
        writer_format(writer, "%s: %d problem%s", report->name, problems, problems == 1 ? "" : "s");
        return;
    }
    writer_format(writer, "%s: fine: %" PRIu64 " rounds, nothing broken", report->name,
                  report->rounds);
    if (report->answers > 0)
        writer_format(writer, ", slowest answer %.1f ms", (double)report->slowest_us / 1e3);
}

void check_advice_strength(const struct check_report *report, struct writer *writer)
{
    const struct check_strength *strength = &report->strength;

    if (strength->boards == 0)
        return;
    writer_format(writer, "%.1f shots for a board of %s, over %" PRIu64 " boards;", strength->shots,
                  strength->rules, strength->boards);
    for (int i = 0; i < CHECK_RIVALS; i++)
        if (strength->rival_shots[i] > 0)
            writer_format(writer, "%s %s %.1f", i ? "," : " on the same boards", strength->rival[i],
                          strength->rival_shots[i]);
}
