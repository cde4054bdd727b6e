/* The program: a table of subcommands. */
#include "cli/command.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct command_row commands[] = {
    {"play",
     "[--rules R] [--rule K=V]... [--bot BOT or --two-player] [--name NAME]... [--seed N] "
     "[--record FILE] [--continue or --load FILE] [--screen or --plain or --speak] [--ascii] "
     "[--no-color] [--no-mouse] [--pace P] [--limit K=N]... [--trust] [--unsafe]",
     "play against a bot, or two people against each other",
     "  On a terminal the game is drawn; without rules, players, seed or game it opens its menu.\n"
     "  Elsewhere it is lines of text, and what is not told by options is asked for.\n"
     "  --rules R       a preset or a file (default classic); broadside rules lists them\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --bot BOT       the opponent (default medium): a name, which broadside bots lists, or\n"
     "                  a guest: ./FOLDER, ./PROGRAM, cmd:COMMAND LINE, PLUGIN.so or FILE.jar\n"
     "  --two-player    two people take turns at this keyboard\n"
     "  --name NAME     what you are called; two people give it twice\n"
     "  --seed N        repeat a game: the same seed, the same fleets and moves of the bot\n"
     "  --record FILE   keep the record of the game there\n"
     "  --continue      go on with the game that was left last\n"
     "  --load FILE     go on with a saved game, or with the record of an unfinished one\n"
     "  --plain         lines of text, from now on; BROADSIDE_PLAIN=1 is for once\n"
     "  --speak         lines of text for a screen reader: no boards unless asked for\n"
     "  --screen        the drawn game, from now on, after --plain or --speak\n"
     "  --ascii         draw with plain characters, whatever the terminal can show\n"
     "  --no-color      draw without colours; so does NO_COLOR\n"
     "  --no-mouse      leave the mouse to the terminal\n"
     "  --pace P        how long a move of the bot stays: none, fast, normal or slow\n"
     "  --limit K=N     another limit for guests, such as move=500; may be repeated\n"
     "  --trust         plugins run in this process, without a jail\n"
     "  --unsafe        run guests although protections are missing on this machine\n",
     cmd_play},
    {"sim",
     "--bot BOT[,BOT]... [--games N] [--rules R] [--rule K=V]... [--placement P] [--seed S] "
     "[--threads T] [--chart FILE] [--csv FILE] [--records DIR] [--max-broken N] [--limit K=N]... "
     "[--trust] [--unsafe] [--json]",
     "let bots shoot at many boards, the same for all",
     "  --bot BOT       a name, or several with commas between them, which broadside bots lists,\n"
     "                  or a guest: ./FOLDER, ./PROGRAM, cmd:COMMAND LINE, PLUGIN.so or FILE.jar;\n"
     "                  may be repeated\n"
     "  --games N       boards (default 1000)\n"
     "  --rules R       a preset or a file (default classic)\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --placement P   where the fleets lie: uniform (every legal layout alike, the default),\n"
     "                  sequential (ship after ship), human (squares covered as often as people\n"
     "                  do), a bot that places them, or a file with a layout per line\n"
     "  --seed S        the same seed gives the same figures, whatever the number of threads\n"
     "  --threads T     at most so many threads (default: all processors)\n"
     "  --chart FILE    draw the distributions of all bots (.svg, .png or .pdf)\n"
     "  --csv FILE      a line per game: board, bot, shots, turns, result\n"
     "  --records DIR   a record per game, for broadside replay\n"
     "  --max-broken N  broken games after which a guest is not asked any more (default 3)\n"
     "  --limit K=N     another limit for guests, such as move=500; may be repeated\n"
     "  --trust         plugins run in this process, without a jail\n"
     "  --unsafe        run guests although protections are missing on this machine\n"
     "  --json          results as JSON\n",
     cmd_sim},
    {"match",
     "A B [--games N] [--rules R] [--rule K=V]... [--seed S] [--threads T] [--max-broken N] "
     "[--paired] [--sprt [--short N] [--elo LOW:HIGH]] [--records DIR [--keep WHICH]] "
     "[--transcript FILE] [--limit K=N]... [--trust] [--unsafe] [--json]\n"
     "BOT --feed FILE [--side S] [--round N] [--limit K=N]... [--trust] [--unsafe]",
     "let two bots play many rounds",
     "  A, B, BOT       a name, which broadside bots lists, or a guest: ./FOLDER, ./PROGRAM,\n"
     "                  cmd:COMMAND LINE, PLUGIN.so or FILE.jar\n"
     "  --games N       rounds (default 1000); with --sprt the most (default 100000)\n"
     "  --rules R       a preset or a file (default classic)\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --seed S        the same seed gives the same result, whatever the number of threads\n"
     "  --threads T     at most so many threads (default: all processors)\n"
     "  --max-broken N  broken rounds after which the rest of the match is lost (default 3)\n"
     "  --paired        fleets are drawn for the bots; each two rounds have the same ones, with\n"
     "                  sides and first mover exchanged\n"
     "  --sprt          play short matches until it is clear whether A is stronger\n"
     "  --short N       rounds of such a match (default 20)\n"
     "  --elo LOW:HIGH  the two strengths that are told apart, in Elo (default 0:20)\n"
     "  --records DIR   a record per round, for broadside replay, and what guests say on standard\n"
     "                  error: a.log, b.log\n"
     "  --keep WHICH    which rounds: all (the default), last:N or broken\n"
     "  --transcript F  the dialogue with guests, as text\n"
     "  --feed FILE     say to BOT what a transcript has, and compare its answers\n"
     "  --side S        whose dialogue, a or b (default: the one that is there)\n"
     "  --round N       only this round, and show it as it goes\n"
     "  --limit K=N     another limit for guests, such as move=500; may be repeated\n"
     "  --trust         plugins run in this process, without a jail\n"
     "  --unsafe        run guests although protections are missing on this machine\n"
     "  --json          results as JSON\n",
     cmd_match},
    {"tournament",
     "{BOT or DIR}... [--games N] [--rules R] [--rule K=V]... [--format F] [--leaders N] "
     "[--stages N] [--league NAME=PATTERN]... [--total] [--paired] [--title TEXT] [--seed S] "
     "[--threads T] [--max-broken N] [--keep N] [--finish-by TIME] [--db FILE] [--report DIR] "
     "[--progress json] [--limit K=N]... [--trust] [--unsafe] [--json]\n"
     "--resume ID [--add BOT]... [--replace BOT]... [--remove BOT]... [--league NAME=PATTERN]... "
     "[--threads T] [--keep N] [--db FILE] [--report DIR] [--progress json] [--trust] [--unsafe] "
     "[--json]",
     "many bots, all their matches, kept and ranked",
     "  BOT             a name, which broadside bots lists, or a guest: ./FOLDER, ./PROGRAM,\n"
     "                  cmd:COMMAND LINE, PLUGIN.so or FILE.jar\n"
     "  DIR             a folder without bot.json: all the bots in it\n"
     "  --games N       rounds of a match (default 1000)\n"
     "  --rules R       a preset or a file (default tournament)\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --format F      all: each against each (the default); gauntlet: the first bots against "
     "all\n"
     "                  others; swiss: equals against equals, stage after stage\n"
     "  --leaders N     how many first bots run the gauntlet (default 1)\n"
     "  --stages N      of a swiss (default: as many as a knockout would need)\n"
     "  --league N=P    bots whose name fits the pattern P play in league N; may be repeated\n"
     "  --total         leagues and, besides, all against all\n"
     "  --paired        fleets are drawn for the bots, the same for both, as in match\n"
     "  --title TEXT    what it is called in tables and reports\n"
     "  --seed S        the same seed gives the same result, whatever the number of threads\n"
     "  --threads T     matches at a time (default: all processors)\n"
     "  --max-broken N  broken rounds after which the rest of a match is lost (default 3)\n"
     "  --keep N        records of a match that are kept, broken rounds first (default 2)\n"
     "  --finish-by T   07:30, 2027-01-31 07:30, 90m or 8h: fewer rounds for all, if need be\n"
     "  --db FILE       where it is kept (default: with the history)\n"
     "  --report DIR    a page with tables, charts and recorded rounds: DIR/index.html\n"
     "  --progress json lines of JSON on standard error while it runs\n"
     "  --resume ID     go on with a stored tournament, 0 for the latest\n"
     "  --add BOT       one more bot for it; only its matches are played\n"
     "  --replace BOT   its files have changed: its matches are played again\n"
     "  --remove BOT    take it out, with its matches\n"
     "  --limit K=N     another limit for guests, such as move=500; may be repeated\n"
     "  --trust         plugins run in this process, without a jail\n"
     "  --unsafe        run guests although protections are missing on this machine\n"
     "  --json          results as JSON\n",
     cmd_tournament},
    {"results", "[ID] [--list] [--report DIR] [--reveal] [--csv] [--json] [--db FILE]",
     "what stored tournaments came to",
     "  ID              the number of a tournament (default: the latest)\n"
     "  --list          all tournaments, a line each\n"
     "  --report DIR    a page with tables, charts and recorded rounds: DIR/index.html\n"
     "  --reveal        the ranking from the last place up; on a terminal Enter goes on\n"
     "  --csv           the table for a spreadsheet\n"
     "  --json          results as JSON\n"
     "  --db FILE       where it is kept (default: with the history)\n",
     cmd_results},
    {"check-bot",
     "BOT [--rules R] [--rule K=V]... [--games N] [--seed S] [--limit K=N]... [--trust] [--unsafe] "
     "[--json]",
     "play a bot under the limits and say what is wrong with it",
     "  BOT             a name, which broadside bots lists, or a guest: ./FOLDER, ./PROGRAM,\n"
     "                  cmd:COMMAND LINE, PLUGIN.so or FILE.jar\n"
     "  --rules R       only these rules; otherwise every preset that the bot has declared\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --games N       rounds, all rules together (default 200)\n"
     "  --seed S        the same seed gives the same rounds (default 1)\n"
     "  --limit K=N     another limit for guests, such as move=500; may be repeated\n"
     "  --trust         plugins run in this process, without a jail\n"
     "  --unsafe        run guests although protections are missing on this machine\n"
     "  --json          the findings as JSON\n"
     "  The exit status is 0 if all is fine, notes or not, and 1 if there are problems.\n",
     cmd_check_bot},
    {"analyze",
     "[POSITION or --file F or --record F [--at N] [--side S]] [--rules R] [--rule K=V]... "
     "[--chart FILE] [--animate FILE.gif [--bot BOT] [--seed N]] [--json]",
     "where the ships are, as far as the answers tell",
     "  POSITION        the shots in order: E5=miss F6=hit F7=sunk:destroyer, also "
     "radar:B3=found,\n"
     "                  radar:B3=none, hint:B3, smoke (the enemy laid a screen); without one, the\n"
     "                  empty board\n"
     "  --file F        the same from a file\n"
     "  --record F      a recorded game: after all moves, or after move N with --at N\n"
     "  --side S        through whose eyes, a or b (default: who is to move)\n"
     "  --rules R       a preset or a file (default classic)\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --chart FILE    draw the heat map (.svg, .png, .pdf)\n"
     "  --animate FILE  a whole game as an animated GIF, one frame per shot: the record, or a game "
     "of\n"
     "                  --bot (default exact) on the board of --seed\n"
     "  --seed N        repeats a film, and an estimate where counting is too much\n"
     "  --json          exact counts as JSON\n",
     cmd_analyze},
    {"replay", "FILE or ID [--from N] [--boards] [--coach] [--plain] [--json]",
     "show a recorded game step by step",
     "  FILE or ID      a record, or the number of a game of yours, which stats --games tells;\n"
     "                  the word last is the latest one\n"
     "  --from N        start with move N\n"
     "  --boards        as lines of text, both boards after every move; on a terminal Enter goes\n"
     "                  on, a number jumps ahead to that move, q quits\n"
     "  --coach         compare every shot of both sides with the best one at that moment\n"
     "  --plain         as lines of text, without waiting for a key\n"
     "  --json          the events as JSON\n"
     "  On a terminal that can be drawn on, and without these options, the viewer opens: both\n"
     "  boards, heat maps, and the keys to go through the game.\n",
     cmd_replay},
    {"stats",
     "[--player NAME] [--bot BOT or --opponent NAME] [--rules R] [--games] [--limit N] [--json]",
     "how your games went",
     "  --player NAME   only games of this person\n"
     "  --bot BOT       only games against this bot, named as it was for the game\n"
     "  --opponent NAME only games against this person or bot\n"
     "  --rules R       only games by these rules\n"
     "  --games         list the games, the latest first, with their numbers for replay\n"
     "  --limit N       at most so many lines\n"
     "  --json          as JSON\n",
     cmd_stats},
    {"rules", "[NAME or FILE] [--rule K=V]... [--knobs] [--json]", "list rule sets, or print one",
     "  NAME            print this preset as text; the same text is read wherever --rules stands\n"
     "  --rule K=V      change one knob; may be repeated\n"
     "  --knobs         list every knob with its values\n"
     "  --json          as JSON\n",
     cmd_rules},
    {"host-bot", "BOT or --plugin FILE",
     "play a bot over the protocol on standard input and output",
     "  BOT             a built-in bot\n"
     "  --plugin FILE   a bot as a shared object, loaded into this process\n"
     "  The protocol is in docs/PROTOCOL.md. Good for looking at it by hand, and how plugins are\n"
     "  hosted: ./bot.so as a bot is cmd:broadside host-bot --plugin ./bot.so in a jail.\n",
     cmd_host_bot},
    {"bots", "[--json]", "list the built-in bots",
     "  --json          as JSON\n"
     "  Wherever a bot is named, a guest may be, too: ./FOLDER with a bot.json, ./PROGRAM,\n"
     "  cmd:COMMAND LINE, PLUGIN.so, or FILE.jar of the Java framework. new-bot writes one.\n",
     cmd_bots},
    {"new-bot", "LANGUAGE NAME", "write a bot to start from",
     "  LANGUAGE        c, java, javascript, python or shell\n"
     "  NAME            the folder to write, which must not be there yet; the last part of its\n"
     "                  path is the name of the bot: letters, digits, - and _\n"
     "  The bot plays at once; its comments say where to go on.\n",
     cmd_new_bot},
    {"help", "[COMMAND]", "this list, or what a command takes", "", cmd_help},
    {NULL, NULL, NULL, NULL, NULL},
};

const struct command_row *command_table(void)
{
    return commands;
}

int main(int argc, char **argv)
{
    static char play[] = "play";
    char *bare[] = {play, NULL};

    /* A reader that goes away is an error to report, not a reason to die silently. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* and so is a limit on the size of files */
    if (argc < 2)
        return cmd_play(1, bare);
    if (strcmp(argv[1], "--version") == 0) {
        printf("broadside %s\n", BROADSIDE_VERSION);
        return command_finish("--version");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return cmd_help(1, argv);
    for (const struct command_row *row = commands; row->name; row++) {
        if (strcmp(argv[1], row->name) != 0)
            continue;
        if (argc == 3 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
            argv[2] = argv[1];
            return cmd_help(2, argv + 1);
        }
        return row->run(argc - 1, argv + 1);
    }
    fprintf(stderr, "broadside: there is no command '%s'; 'broadside help' lists them\n", argv[1]);
    return EXIT_USAGE;
}
