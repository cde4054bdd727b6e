/* broadside serve: the page for the browser. */
#include "cli/command.h"
#include "cli/open_browser.h"
#include "cli/web_page.h"
#include "web/web_listen.h"
#include "web/web_server.h"

#include <signal.h>
#include <stdio.h>

extern const struct command command_serve;

struct serve_command {
    const char *listen;
    uint64_t port;
    bool open, json;
};

static const struct option options[] = {
    {.name = "--listen",
     .kind = OPTION_TEXT,
     .argument = "ADDRESS",
     .initial = "127.0.0.1",
     .offset = offsetof(struct serve_command, listen),
     .help = "The address of this machine to listen on. Only programs on this machine reach "
             "127.0.0.1 and ::1. With 0.0.0.0, everyone on the network can open the page."},
    {.name = "--port",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "8017",
     .most = 65535,
     .offset = offsetof(struct serve_command, port),
     .help = "The port to listen on. 0 picks a free one."},
    {.name = "--open",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct serve_command, open),
     .help = "Open the page in your browser."},
    OPTION_JSON(struct serve_command, json),
    {.name = NULL},
};

/* --- Ctrl-C ------------------------------------------------------------------------------------*/

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };
static struct web_server *running;

static void on_signal(int number)
{
    (void)number;
    web_server_stop(running);
}

/* The first signal stops the server, a second one ends the program. A hangup counts, except under
 * nohup. */
static void catch_signals(struct web_server *server, struct sigaction before[SIGNALS])
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};

    running = server;
    action.sa_flags |= (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &before[i]);
        if (signals[i] != SIGHUP || before[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void release_signals(const struct sigaction before[SIGNALS])
{
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &before[i], NULL);
}

/* --- serving -----------------------------------------------------------------------------------*/

static int announce(const struct serve_command *command, const struct args *args,
                    const struct web_listen *listening, const char *url)
{
    struct json_value *root;

    if (!listening->is_loopback)
        fprintf(stderr,
                "broadside serve: warning: everyone on the network who can reach this machine can "
                "open the page\n");
    if (!command->json) {
        puts(url);
    } else {
        root = command_json(args);
        json_set(root, "url", json_text(url));
        json_set(root, "port", json_uint(listening->port));
        if (command_print_json("serve", root) != EXIT_FINE)
            return EXIT_FAILED;
    }
    return command_finish("serve");
}

static int serve(const struct serve_command *command, const struct args *args,
                 const struct web_listen *listening, struct web_server *server)
{
    struct sigaction before[SIGNALS];
    struct message message;
    char url[96];
    enum error error = OK;
    int status;

    snprintf(url, sizeof url, "http://%s:%u/", listening->host, listening->port);
    catch_signals(server, before);
    status = announce(command, args, listening, url);
    if (status == EXIT_FINE) {
        fputs("broadside serve: open this address in a browser; Ctrl-C stops the server\n", stderr);
        if (command->open && open_browser(url, &message) != OK)
            fprintf(stderr, "broadside serve: %s\n", message.text);
        error = web_server_run(server, &message);
    }
    release_signals(before);
    return error ? command_refused("serve", error, &message) : status;
}

static int run(void *target, const struct args *args)
{
    const struct serve_command *command = target;
    struct web_site site = {.files = web_page, .count = web_page_count};
    struct web_listen listening;
    struct web_server *server;
    struct message message;
    enum error error;
    int status;

    if (web_page_count == 0) {
        error_set(ERR_MISSING, &message,
                  "this program was built without the page; install %s and build again",
                  web_page_missing);
        return command_refused("serve", ERR_MISSING, &message);
    }
    error = web_listen_open(command->listen, (unsigned)command->port, &listening, &message);
    if (!error) {
        site.host = listening.host;
        site.any_host = !listening.is_loopback;
        error = web_server_new(&site, listening.fd, &server, &message);
    }
    if (error)
        return command_refused("serve", error, &message);
    status = serve(command, args, &listening, server);
    web_server_free(server);
    return status;
}

const struct command command_serve = {
    .name = "serve",
    .summary = "hand out the page, to play in a browser",
    .about =
        "Starts a web server for the page, which plays, analyses and trains in the browser. It "
        "prints the address and runs until Ctrl-C. The page computes everything in the "
        "browser: the server only hands out its files and learns nothing about your games.",
    .options = options,
    .size = sizeof(struct serve_command),
    .run = run,
};
