/* See check_advice.h. The texts are tables; docs/WRITING-A-BOT.md lists the kinds. */
#include "check/check_advice.h"

#include "base/path.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What follows the headline. */
enum tally {
    TALLY_NONE,
    TALLY_ROUNDS, /* in 3 of 9 rounds */
    TALLY_CALLS,  /* 12 times in 9 rounds, for jars */
    TALLY_BANK,
    TALLY_SHORT,
    TALLY_TIME,
    TALLY_WAITED,
    TALLY_LOG,
    TALLY_PRINTED
};

static const struct {
    const char *word;
    enum tally tally;
    const char *headline, *remedy; /* a NULL remedy depends on the language */
} findings[FINDING_KINDS] = {
    [FINDING_START] = {"does-not-start", TALLY_NONE, "It cannot be started",
                       "Check the path of the bot, the command in bot.json, and the first line of "
                       "a script, which names its interpreter."},
    [FINDING_BUILD] = {"build-failed", TALLY_NONE, "Its build step failed",
                       "Run the build command from bot.json in the bot's folder and fix what it "
                       "reports. The build has no network access, so everything it needs must "
                       "already be in the folder or installed."},
    [FINDING_MODULE] = {"module-missing", TALLY_ROUNDS, "Something it needs is missing",
                        "Put it into the bot's folder. A guest sees its own folder and what is "
                        "installed below /usr, but not your home."},
    [FINDING_NOT_READY] = {"not-ready", TALLY_NONE, "It is not ready in time",
                           "The first line it reads is 'broadside 1'. It must answer with lines "
                           "about itself; the last one is 'ready'. Move slow preparations to a "
                           "later point, or do less."},
    [FINDING_FLUSH] = {"not-flushed", TALLY_ROUNDS,
                       "It does not flush its output: the answer arrives only when its input ends",
                       NULL},
    [FINDING_CRASH] = {"crash", TALLY_ROUNDS, "It crashes",
                       "Its error output above says where. To see what it had been sent, repeat "
                       "the check with the same seed and --transcript FILE. If it got no memory, "
                       "it uses too much of it (--limit memory=MB)."},
    [FINDING_EXIT] = {"exit", TALLY_ROUNDS, "It exits before the end of the match",
                      "A bot reads lines until 'quit' or the end of its input, over many rounds. "
                      "Does it stop after one game, or at a line it does not know?"},
    [FINDING_STALL] = {"stall", TALLY_ROUNDS, "It does not answer, and it is not computing either",
                       "It is waiting for something: does it sleep, or try to read one line too "
                       "many? Only 'broadside', 'place' and 'act' need an answer, and each of "
                       "them needs exactly one."},
    [FINDING_LOOP] = {"move-timeout", TALLY_ROUNDS, "It computes longer than an answer may take",
                      "Look for an endless loop, such as drawing random cells until one is free. "
                      "If it is just thinking, let it think less, or allow more time with "
                      "--limit move=MILLISECONDS."},
    [FINDING_JAIL] = {"jail-violation", TALLY_ROUNDS, "It tries something a guest must not do",
                      "Guests have no network and no access to other processes. A bot needs only "
                      "its standard input and output."},
    [FINDING_MEMORY] = {"memory", TALLY_ROUNDS, "It uses more memory than allowed",
                        "Look for something that grows with every move, or raise the limit with "
                        "--limit memory=MB."},
    [FINDING_FLOOD] = {"output-flood", TALLY_ROUNDS, "It writes far too much",
                       "Write one line to standard output for each question, and nothing else. "
                       "Debug output goes to standard error, but it takes time."},
    [FINDING_TALKS] = {"talks", TALLY_ROUNDS,
                       "It writes something to standard output that is not an answer", NULL},
    [FINDING_TWICE] = {"answers-twice", TALLY_ROUNDS, "It answers twice, or before it is asked",
                       "Write one line for each 'place' and each 'act', and none for anything "
                       "else. After a hit, too, wait for the next 'act'."},
    [FINDING_PROTOCOL] = {"protocol-error", TALLY_ROUNDS, "It does not follow the protocol",
                          "Answers are lines of text, each ending in a newline. docs/PROTOCOL.md "
                          "shows a complete conversation."},
    [FINDING_PLACEMENT] = {"illegal-placement", TALLY_ROUNDS, "It places its fleet illegally",
                           "List all ships in the order of the fleet, on the board and without "
                           "overlaps. The answer 'random' lets the arena place them."},
    [FINDING_MOVE] = {"illegal-move", TALLY_ROUNDS, "It makes illegal moves",
                      "The 'rule' lines before the match give the size of the board and what is "
                      "allowed. After 'act N', a salvo names N cells, all of them new."},
    [FINDING_NAMING] = {"jar-naming", TALLY_NONE, "A jar tournament would not find it",
                        "The jar of group 3 in the green league is G3.jar. Its factory is the "
                        "class g3.G3, which implements PlayerFactory<BattleshipsPlayer>."},
    [FINDING_VERSION] = {"newer-java", TALLY_NONE,
                         "It was compiled for a newer Java than the one installed",
                         "Compile it with javac --release 8, or the version the tournament uses."},
    [FINDING_THROWS] = {"throws", TALLY_CALLS, "It throws exceptions",
                        "They are caught and the round continues, but the callback has no effect: "
                        "the shot goes to (0, 0), or the ships are not placed."},
    [FINDING_LATE] = {"places-late", TALLY_CALLS, "It places ships after placeShips has returned",
                      "The board is closed by then, and such calls do nothing."},
    [FINDING_IGNORED] = {"places-in-vain", TALLY_CALLS,
                         "It places ships twice, ships of another fleet, or ships at null",
                         "Only the first position of each ship of the fleet counts."},
    [FINDING_WEAK] = {"loses-to-examples", TALLY_NONE, "It does not beat the example bots",
                      "E1 shoots at random cells and E2 at one row after the other. To do better, "
                      "use what hitFeedBack reports."},
    [FINDING_REPEATS] = {"repeats", TALLY_ROUNDS, "It shoots at cells it has already shot at",
                         "Remember your own shots, and forget them at each 'round'."},
    [FINDING_WRECKS] = {"wrecks", TALLY_ROUNDS,
                        "It loses ships before the first shot, by placing them badly",
                        "These rules accept a bad fleet and sink every ship that is off the board, "
                        "overlaps another or is missing."},
    [FINDING_WASTED] = {"wasted-shots", TALLY_ROUNDS, "It shoots off the board",
                        "These rules count such shots and let them pass. The line 'rule board' "
                        "gives the size of the board."},
    [FINDING_BANK] = {"time-bank", TALLY_BANK, "It is too slow for its time bank",
                      "Let it think less, especially in the first moves of a round, which take the "
                      "longest, or allow more time with --limit bank=MILLISECONDS."},
    [FINDING_REFUSES] = {"rules-not-declared", TALLY_NONE, "It does not play these rules",
                         "If it does, declare it in the hello: 'plays WORD...' with the words "
                         "listed in docs/PROTOCOL.md, or 'plays all'."},
    [FINDING_LOADED] = {"busy-machine", TALLY_WAITED, "Other programs kept the machine busy",
                        "The bot is not blamed for that, but its times are not reliable. Check it "
                        "again when the machine is idle."},
    [FINDING_NEAR_LIMIT] = {"near-limit", TALLY_TIME, "Its slowest answer is close to the limit",
                            "On a slower machine it would exceed the limit and lose rounds."},
    [FINDING_SHORT] = {"fewer-rounds", TALLY_SHORT, "It is slow, so fewer rounds were played",
                       "To check a slow bot faster, use a small --games N, or --rules."},
    [FINDING_CHANGES] = {"not-repeatable", TALLY_NONE, "The same seed does not give the same moves",
                         "That is allowed. To make matches repeatable, derive all random numbers "
                         "from the seed in the 'match' line and the number of the round."},
    [FINDING_LINGERS] = {"does-not-leave", TALLY_NONE,
                         "It does not exit after 'quit' and the end of its input",
                         "It is killed then. No harm is done, but anything it does on exit may be "
                         "lost."},
    [FINDING_NO_NAME] = {"no-name", TALLY_NONE, "It does not give its name",
                         "Tables show the name from the line 'name TEXT' before 'ready'."},
    [FINDING_STRANGE] = {"strange-hello", TALLY_NONE, "Its hello has unknown lines",
                         "The known words are name, authors, id, plays and ready. Other lines are "
                         "ignored."},
    [FINDING_PLAYS] = {"presets-not-declared", TALLY_NONE,
                       "It does not declare everything that some presets need",
                       "Add what it can handle to 'plays WORD...' in its hello."},
    [FINDING_LOG] = {"much-log", TALLY_LOG, "It writes a lot to standard error",
                     "That is the right place for debug output, but it takes time, and everything "
                     "beyond the limit is dropped."},
    [FINDING_PRINTS] = {"prints", TALLY_PRINTED, "It prints a lot",
                        "Printing takes longer than most bots need to think. Remove it before you "
                        "submit the bot."},
    [FINDING_OPEN] = {"not-jailed", TALLY_NONE, "It played without the full protection of the jail",
                      "Anything the jail would forbid was not tested."},
};

/* Remedies for jars, whose authors know the callbacks and not the protocol. */
static const char *const jar_remedies[FINDING_KINDS] = {
    [FINDING_START] = "A jar is a zip file of classes, as made by the jar command or an IDE.",
    [FINDING_MODULE] = "Pack it into the jar. Apart from that, only Java itself and the interfaces "
                       "are available.",
    [FINDING_NOT_READY] = "Before the match begins, its class is loaded and its factory is asked "
                          "for a player. Do less in static fields, constructors and "
                          "getNewInstance.",
    [FINDING_CRASH] = "Its error output above says why. System.exit ends the bot in the middle of "
                      "the match: return or throw an exception instead. After an OutOfMemoryError, "
                      "look for something that grows with every round.",
    [FINDING_EXIT] = "Something in it ends Java, such as Runtime.halt. Return instead.",
    [FINDING_STALL] = "It is waiting for something: does it sleep, or wait for one of its threads?",
    [FINDING_JAIL] = "Guests have no network and no access to other processes. A bot needs only "
                     "its callbacks.",
    [FINDING_REPEATS] = "Remember your own shots, and forget them in startRound.",
    [FINDING_WASTED] = "These rules count such shots and let them pass. Coordinates start at 0, so "
                       "the last of 10 is 9. null is off the board, too.",
    [FINDING_REFUSES] = "Jars play rules with one shot per turn, in which ships may touch and sunk "
                        "ships are named, such as tournament.",
};

const char *check_advice_word(enum check_finding_kind kind)
{
    return findings[kind].word;
}

/* --- languages ---------------------------------------------------------------------------------*/

static const struct language {
    const char *sign;  /* the start of a program's name, or the end of a word of the command */
    const char *flush; /* how to flush output */
    const char *debug; /* how to write to standard error */
} languages[] = {
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
     "System.out.flush() after each answer; if you use a BufferedWriter or PrintWriter, "
     "call its flush()",
     "System.err.println(...)"},
    {"ruby", "$stdout.sync = true at the start", "warn(...)"},
    {".rb", "$stdout.sync = true at the start", "warn(...)"},
    {"perl", "$| = 1; at the start", "print STDERR ..."},
    {".pl", "$| = 1; at the start", "print STDERR ..."},
    {"lua", "io.stdout:setvbuf(\"line\") at the start", "io.stderr:write(...)"},
    {".lua", "io.stdout:setvbuf(\"line\") at the start", "io.stderr:write(...)"},
    {"awk", "fflush() after each print", "print ... > \"/dev/stderr\""},
    {"sed", "sed -u", "w /dev/stderr"},
    {".sh",
     "programs in a pipe buffer their output: use stdbuf -oL PROGRAM, sed -u, grep "
     "--line-buffered",
     "echo ... >&2"},
};

/* Anything else is most likely compiled. */
static const struct language compiled = {
    "",
    "fflush(stdout) after each answer, or setvbuf(stdout, NULL, _IOLBF, 0) at the start; in "
    "C++ std::endl or std::cout << std::flush; in Go and Rust flush the writer",
    "fprintf(stderr, ...)"};

/* Shells have short names, with which other words begin. */
static bool is_shell(const char *name)
{
    static const char *const shells[] = {"sh", "bash", "dash", "ksh", "zsh", "busybox"};

    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(name, shells[i]) == 0)
            return true;
    return false;
}

static bool is_language(const struct language *language, const char *word)
{
    return language->sign[0] == '.' ? text_ends_with(word, language->sign)
                                    : text_starts_with(path_base(word), language->sign);
}

/* NULL if the word does not say. */
static const struct language *language_of(const char *word)
{
    if (is_shell(path_base(word)))
        word = ".sh";
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (is_language(&languages[i], word))
            return &languages[i];
    return NULL;
}

/* The language that the first telling word of the command points to, or the first line of its
 * file. */
static const struct language *find_language(const struct check_report *report)
{
    struct slice rest = slice_of(report->command), slice;
    const struct language *language = NULL;

    while (!language && slice_word(&rest, &slice)) {
        char word[sizeof report->command];

        snprintf(word, sizeof word, "%.*s", (int)slice.length, slice.text);
        language = language_of(word);
    }
    if (!language)
        language = language_of(report->interpreter);
    return language ? language : &compiled;
}

/* --- sentences ---------------------------------------------------------------------------------*/

static char text_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Does it begin with a path, or a name and a colon, whose case must not change? */
static bool starts_with_name(const char *text)
{
    size_t length = strcspn(text, " :");

    return text[length] == ':' || memchr(text, '/', length) || memchr(text, '.', length);
}

void check_advice_headline(const struct check_report *report, enum check_finding_kind kind,
                           struct writer *writer)
{
    const struct check_finding *finding = &report->finding[kind];
    uint64_t count = finding->count, of = finding->of;

    writer_put(writer, findings[kind].headline);
    switch (findings[kind].tally) {
    case TALLY_NONE:
        break;
    case TALLY_ROUNDS:
        if (finding->round > 0)
            writer_format(writer, ", in %" PRIu64 " of %" PRIu64 " round%s", count, of, text_s(of));
        else
            writer_put(writer, ", at the start");
        break;
    case TALLY_CALLS:
        writer_format(writer, ", %" PRIu64 " time%s in %" PRIu64 " round%s", count, text_s(count),
                      report->jar.rounds, text_s(report->jar.rounds));
        break;
    case TALLY_BANK:
        writer_format(writer,
                      ": it would use it up after about %" PRIu64 " of %" PRIu64 " rounds of %s",
                      count, of, finding->rules);
        break;
    case TALLY_SHORT:
        writer_format(writer, ": %" PRIu64 " of %" PRIu64, count, of);
        break;
    case TALLY_TIME:
        writer_format(writer, ": %.0f ms of %u ms", (double)report->slowest_us / 1e3,
                      report->limits.move_ms);
        break;
    case TALLY_WAITED:
        writer_format(writer, ": it waited %.1f s for a processor",
                      (double)report->waited_us / 1e6);
        break;
    case TALLY_LOG:
        writer_format(writer, ": %" PRIu64 " KB in one match", count / 1024);
        break;
    case TALLY_PRINTED:
        writer_format(writer, ": %" PRIu64 " KB in %" PRIu64 " round%s", count / 1024,
                      report->jar.rounds, text_s(report->jar.rounds));
        break;
    }
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
        writer_format(writer, "%c%s", starts_with_name(text) ? text[0] : text_upper(text[0]),
                      text + 1);
    if (writer->length > 0 && last != '.' && last != '?' && last != '!')
        writer_put(writer, ".");
}

void check_advice_remedy(const struct check_report *report, enum check_finding_kind kind,
                         struct writer *writer)
{
    const struct language *language = find_language(report);

    if (kind == FINDING_START && report->bad_bot_json)
        writer_put(writer, "bot.json says what to start: a JSON object with the key \"command\". "
                           "'broadside new-bot' writes one, and docs/WRITING-A-BOT.md explains the "
                           "keys.");
    else if (kind == FINDING_FLUSH)
        writer_format(writer, "Flush after each answer: %s.", language->flush);
    else if (kind == FINDING_TALKS)
        writer_format(writer,
                      "Only 'broadside', 'place' and 'act' need an answer. If that is debug "
                      "output, write it to standard error, which is logged: %s.",
                      language->debug);
    else if (report->jar.is_jar && jar_remedies[kind])
        writer_put(writer, jar_remedies[kind]);
    else
        writer_put(writer, findings[kind].remedy);
}

void check_advice_verdict(const struct check_report *report, struct writer *writer)
{
    int problems = check_problems(report);

    if (problems > 0) {
        writer_format(writer, "%s: %d problem%s", report->name, problems,
                      text_s((uint64_t)problems));
        return;
    }
    writer_format(writer, "%s: fine: %" PRIu64 " round%s, nothing broken", report->name,
                  report->rounds, text_s(report->rounds));
    if (report->answers > 0)
        writer_format(writer, ", slowest answer %.1f ms", (double)report->slowest_us / 1e3);
}

void check_advice_strength(const struct check_report *report, struct writer *writer)
{
    const struct check_strength *strength = &report->strength;

    if (strength->boards == 0)
        return;
    writer_format(writer, "%.1f +- %.1f shots per board of %s, over %" PRIu64 " boards;",
                  strength->shots, strength->error, strength->rules, strength->boards);
    for (int i = 0; i < CHECK_RIVALS; i++)
        if (strength->rival_shots[i] > 0)
            writer_format(writer, "%s %s %.1f", i ? "," : " on the same boards", strength->rival[i],
                          strength->rival_shots[i]);
}
