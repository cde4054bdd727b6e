#include "cli/cluster_scripts.h"

#include "base/buffer.h"
#include "base/folder.h"
#include "base/outfile.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the texts ---------------------------------------------------------------------------------*/

/* What follows the settings in part.sh. A stop arrives as TERM (Slurm requeues or cancels the job,
 * and signals all processes) or as USR1 (Slurm's warning before the time limit, only to the
 * script). broadside stops after the current rounds at the first signal of a kind and ends at the
 * second one, so what is passed on is of another kind. */
static const char part_text[] =
    "\n"
    "if [ \"$1\" = array ]; then\n"
    "    part=$((SLURM_ARRAY_TASK_ID + $2))\n"
    "    threads=${SLURM_CPUS_PER_TASK:-$threads}\n"
    "else\n"
    "    part=$1\n"
    "    exec >>\"$folder/part-$part.log\" 2>&1\n"
    "fi\n"
    "log=$folder/part-$part.log\n"
    "say() { echo \"$(date '+%Y-%m-%d %H:%M:%S') part $part/$parts on $(hostname): $*\"; }\n"
    "\n"
    "# 'broadside cluster status' finds out with this lock which parts are running.\n"
    "exec 9<>\"$log\"\n"
    "flock -s 9 || say 'the log cannot be locked; status will say that this part is stopped'\n"
    "\n"
    "# The matches under way are kept on the disk of this machine.\n"
    "for TMPDIR in \"${SLURM_TMPDIR:-}\" \"${TMPDIR:-}\" /var/tmp /tmp; do\n"
    "    [ -d \"$TMPDIR\" ] && [ -w \"$TMPDIR\" ] && break\n"
    "done\n"
    "export TMPDIR\n"
    "\n"
    "played() { sed -n 's|^part [0-9]*/[0-9]*: \\([0-9]*\\) of .*|\\1|p' \"$log\" | tail -n 1; }\n"
    "before=$(played)\n"
    "before=${before:-0}\n"
    "worker='' stopped='' late=''\n"
    "\n"
    "# This shell starts the program with INT ignored. Until the program changes that, INT would "
    "be lost.\n"
    "signal() {\n"
    "    while grep -q '^SigIgn:.*[2367abef]$' \"/proc/$worker/status\"; do sleep 0.1; done "
    "2>/dev/null\n"
    "    kill -\"$1\" \"$worker\" 2>/dev/null\n"
    "}\n"
    "# Stops after the current rounds and publishes the complete matches.\n"
    "stop() {\n"
    "    [ -n \"$stopped\" ] || [ -z \"$worker\" ] || signal \"$1\"\n"
    "    stopped=yes\n"
    "}\n"
    "trap 'late=yes; stop INT' USR1\n"
    "trap 'stop INT' TERM\n"
    "trap 'stop TERM' INT\n"
    "\n"
    "cd \"$start\" || exit 1\n"
    "say starts\n"
    "play \"$part\" \"$folder/part-$part.db\" \"$threads\" &\n"
    "worker=$!\n"
    "[ -z \"$stopped\" ] || signal INT\n"
    "while :; do\n"
    "    wait \"$worker\"\n"
    "    status=$?\n"
    "    kill -0 \"$worker\" 2>/dev/null || break\n"
    "done\n"
    "say \"ends with status $status\"\n"
    "\n"
    "if [ \"$status\" -eq 130 ] && [ -n \"$late\" ]; then\n"
    "    if [ \"$(played)\" = \"$before\" ]; then\n"
    "        say 'nothing was completed before the time limit; the job needs more time'\n"
    "        exit 1\n"
    "    fi\n"
    "    say 'the time limit is near, so the rest is queued again'\n"
    "    scontrol requeue \"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\"\n"
    "fi\n"
    "exit \"$status\"\n";

/* The plan comes first: then there is a result even without a part, and a later stage of a swiss
 * gets its earlier matches from the plan. */
static const char join_text[] = "\n"
                                "cd \"$folder\" || exit 1\n"
                                "set -- part-*.db\n"
                                "[ -e \"$1\" ] || set --\n"
                                "exec \"$program\" join \"$plan\" \"$@\" -o all.db\n";

static const char submit_text[] =
    "\n"
    "cd \"$folder\" || exit 1\n"
    "command -v sbatch >/dev/null || {\n"
    "    echo \"sbatch is not installed here; start $folder/submit.sh where jobs are submitted\" "
    ">&2\n"
    "    exit 1\n"
    "}\n"
    "jobs=\n"
    "submitted() {\n"
    "    [ \"$1\" -eq 0 ] || {\n"
    "        [ -z \"$jobs\" ] || echo \"submitted before that: scancel$jobs removes it\" >&2\n"
    "        exit 1\n"
    "    }\n"
    "}\n"
    "# array INDICES LOG OFFSET: the part of an element is its index plus the offset. With "
    "--nodes, an\n"
    "# array waits for the one before, because Slurm limits the elements of each array "
    "separately.\n"
    "before=''\n"
    "array() {\n"
    "    id=$(sbatch_array ${before:+\"--dependency=afterany:$before\"} --array=\"$1\" "
    "--output=\"$2\" \\\n"
    "        part.sh array \"$3\")\n"
    "    submitted $?\n"
    "    [ -z \"$nodes\" ] || before=${id%%;*}\n"
    "    jobs=\"$jobs ${id%%;*}\"\n"
    "    echo \"job ${id%%;*}: array $1\"\n"
    "}\n";

static const char submit_join_text[] =
    "id=$(sbatch_join --dependency=afterany\"$(echo \"$jobs\" | tr ' ' :)\" --output=join.log "
    "join.sh)\n"
    "submitted $?\n"
    "echo \"job ${id%%;*}: joins the parts into $folder/all.db\"\n";

static const char run_text[] = "\n"
                               "cd \"$folder\" || exit 1\n"
                               "command -v parallel >/dev/null || {\n"
                               "    echo 'GNU parallel is not installed (package parallel)' >&2\n"
                               "    exit 1\n"
                               "}\n"
                               "BROADSIDE_PARTS=$folder\n"
                               "export BROADSIDE_PARTS\n";

/* A percentage would be rounded up. */
static const char jobs_text[] = "jobs=$(($(nproc) / threads))\n"
                                "[ \"$jobs\" -ge 1 ] || jobs=1\n";

/* --- writing -----------------------------------------------------------------------------------*/

/* `name='value'`: any value is safe for the shell. */
static void put_setting(const char *name, const char *value, FILE *file)
{
    fprintf(file, "%s=", name);
    command_put_quoted(value, file);
    fputc('\n', file);
}

static void put_head(const char *comment, FILE *file)
{
    fprintf(file, "#!/bin/sh\n# %s\nset -u\n", comment);
}

static void put_program(const struct cluster_scripts *scripts, FILE *file)
{
    put_setting("program", scripts->program, file);
    put_setting("plan", scripts->plan->path, file);
    put_setting("folder", scripts->plan->folder, file);
}

static void put_guest_options(const struct guest_config *guests, FILE *file)
{
    fprintf(file, "%s%s%s", guests->trust ? " --trust" : "", guests->unsafe ? " --unsafe" : "",
            guests->no_cgroup ? " --no-cgroup" : "");
}

static void put_part(const struct cluster_scripts *scripts, FILE *file)
{
    put_head("Plays a part of the plan and appends what it says to part-K.log: part.sh K. In a job "
             "array\n# of Slurm: part.sh array OFFSET.",
             file);
    put_program(scripts, file);
    put_setting("start", scripts->start, file);
    fprintf(file, "parts=%d\nthreads=%d\n", scripts->parts, scripts->threads);
    fprintf(file,
            "\nplay() {\n"
            "    exec \"$program\" %s --plan \"$plan\" --shard \"$1/$parts\" --db \"$2\" "
            "--threads \"$3\"",
            scripts->plan->work->command);
    put_guest_options(scripts->guests, file);
    fprintf(file, "\n}\n%s", part_text);
}

static void put_join(const struct cluster_scripts *scripts, FILE *file)
{
    put_head("Joins the parts of the plan, and lists what is missing.", file);
    put_program(scripts, file);
    fputs(join_text, file);
}

/* `NAME() { sbatch OPTIONS "$@"; }`. Options of the user come after ours, so that they
 * override them; "$@" has --array, --output and --dependency. */
static void put_sbatch(const struct cluster_scripts *scripts, bool is_array, FILE *file)
{
    const struct cluster_plan *plan = scripts->plan;

    fprintf(file, "sbatch_%s() {\n    sbatch --parsable --job-name=", is_array ? "array" : "join");
    command_put_quoted(path_base(plan->path), file);
    fputs(" --chdir=\"$folder\" --open-mode=append \\\n        --nodes=1 --ntasks=1 --requeue",
          file);
    if (is_array)
        fprintf(file, " --cpus-per-task=%d --signal=B:USR1@60", scripts->threads);
    if (is_array && scripts->time) {
        fputs(" --time=", file);
        command_put_quoted(scripts->time, file);
    }
    if (scripts->partition) {
        fputs(" --partition=", file);
        command_put_quoted(scripts->partition, file);
    }
    for (int i = 0; i < scripts->options->count; i++) {
        fputs(" \\\n        ", file);
        command_put_quoted(scripts->options->value[i], file);
    }
    fputs(" \"$@\"\n}\n", file);
}

/* A log can be named after the index of an element, but not after a sum. So an array that does not
 * start at part 1 has a power of ten as its offset, and its logs get the leading digits. */
static void put_arrays(const struct cluster_scripts *scripts, FILE *file)
{
    int parts = scripts->parts, size = 1, digits = 0;
    char most[16] = "";

    if (scripts->nodes)
        snprintf(most, sizeof most, "%%%d", scripts->nodes);
    if (parts < scripts->array_limit) {
        fprintf(file, "array 1-%d%s part-%%a.log 0\n", parts, most);
        return;
    }
    for (; size * 10 <= scripts->array_limit; digits++)
        size *= 10;
    for (int first = 0; first <= parts; first += size) {
        int last = parts - first < size - 1 ? parts - first : size - 1;

        if (first == 0)
            fprintf(file, "array 1-%d%s part-%%a.log 0\n", last, most);
        else
            fprintf(file, "array 0-%d%s part-%d%%%da.log %d\n", last, most, first / size, digits,
                    first);
    }
}

static void put_submit(const struct cluster_scripts *scripts, FILE *file)
{
    put_head("Submits the parts of the plan and a job that joins them. Start it again to play what "
             "is\n# missing: complete parts end at once.",
             file);
    put_setting("folder", scripts->plan->folder, file);
    if (scripts->nodes)
        fprintf(file, "nodes=%d\n", scripts->nodes);
    else
        fputs("nodes=\n", file);
    fputs(submit_text, file);
    put_sbatch(scripts, true, file);
    put_sbatch(scripts, false, file);
    fputc('\n', file);
    put_arrays(scripts, file);
    fputs(submit_join_text, file);
}

/* The path of the folder goes through the environment: parallel replaces braces in commands. A part
 * that is stopped needs a moment to publish its matches. */
static void put_run(const struct cluster_scripts *scripts, FILE *file)
{
    /* Other machines may have more or fewer processors than this one. */
    bool counts_processors = !scripts->jobs && !scripts->hosts->count;

    put_head(
        "Plays the parts of the plan with GNU parallel, and joins them. Start it again to play "
        "what is\n# missing: complete parts end at once.",
        file);
    put_setting("folder", scripts->plan->folder, file);
    fputs(run_text, file);
    if (counts_processors)
        fprintf(file, "threads=%d\n%s", scripts->threads, jobs_text);
    fprintf(file,
            "seq %d | parallel --env BROADSIDE_PARTS --retries %d --joblog jobs.log "
            "--termseq TERM,30000,KILL \\\n   ",
            scripts->parts, scripts->retries);
    if (scripts->jobs)
        fprintf(file, " --jobs %d", scripts->jobs);
    else if (counts_processors)
        fputs(" --jobs \"$jobs\"", file);
    else
        fprintf(file, " --jobs %d%%", scripts->threads < 100 ? 100 / scripts->threads : 1);
    for (int i = 0; i < scripts->hosts->count; i++) {
        fputs(" --sshlogin ", file);
        command_put_quoted(scripts->hosts->value[i], file);
    }
    fputs(" \\\n    'exec sh \"$BROADSIDE_PARTS/part.sh\" {}'\nexec sh ./join.sh\n", file);
}

static enum error write_script(const struct cluster_scripts *scripts, const char *name,
                               void (*put)(const struct cluster_scripts *scripts, FILE *file),
                               struct message *message)
{
    char path[PATH_MAX + 16];
    struct outfile file;
    enum error error;

    snprintf(path, sizeof path, "%s/%s", scripts->plan->folder, name);
    error = outfile_open(&file, path, message);
    if (error)
        return error;
    put(scripts, file.stream);
    error = outfile_commit(&file, message);
    if (!error && chmod(path, 0755) != 0)
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    return error;
}

/* --- the folder --------------------------------------------------------------------------------*/

enum { MOST_SCRIPT = 1 << 20 }; /* bytes */

static bool read_number(struct slice line, const char *name, int *number)
{
    struct slice key;
    uint64_t value;

    if (!slice_cut(&line, '=', &key) || !slice_is(key, name) ||
        !slice_number(line, MOST_CLUSTER_PARTS, &value))
        return false;
    *number = (int)value;
    return true;
}

struct cluster_setting cluster_read_setting(const char *folder)
{
    struct cluster_setting setting = {0, 0};
    char path[PATH_MAX + 16], line[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s/part.sh", folder);
    file = fopen(path, "r");
    if (!file)
        return setting;
    while ((!setting.parts || !setting.threads) && fgets(line, sizeof line, file)) {
        struct slice text = {line, strcspn(line, "\n")};

        if (!read_number(text, "parts", &setting.parts))
            (void)read_number(text, "threads", &setting.threads);
    }
    fclose(file);
    return setting;
}

/* The text between part.sh's setting `name` and the setting `next`, which part.sh writes after it;
 * a path may contain line breaks. Empty if there is none. */
static struct slice find_setting(const struct buffer *script, const char *name, const char *next)
{
    struct slice setting = {"", 0};
    const char *start = script->length ? strstr(script->data, name) : NULL;
    const char *end = start ? strstr(start, next) : NULL;

    if (end)
        setting = (struct slice){start + strlen(name), (size_t)(end - start) - strlen(name)};
    return setting;
}

/* As put_setting writes it. */
static bool is_quoted(struct slice quoted, const char *text)
{
    char expected[4 * PATH_MAX + 8];
    FILE *stream = fmemopen(expected, sizeof expected, "w");
    bool same = false;

    if (!stream)
        return false;
    command_put_quoted(text, stream);
    if (fclose(stream) == 0)
        same = slice_is(quoted, expected);
    return same;
}

/* The scripts of another plan would be lost, and its parts would be refused. */
static enum error check_plan(const struct cluster_plan *plan, struct message *message)
{
    char path[PATH_MAX + 16];
    struct buffer script;
    struct slice other;
    enum error error = OK;

    snprintf(path, sizeof path, "%s/part.sh", plan->folder);
    buffer_init(&script, MOST_SCRIPT);
    if (access(path, F_OK) == 0)
        error = buffer_read_file(&script, path, message);
    other = find_setting(&script, "\nplan=", "\nfolder=");
    if (!error && other.length && !is_quoted(other, plan->path))
        error = error_set(ERR_MISMATCH, message, "%s has the scripts of %.*s; use another --folder",
                          plan->folder, (int)other.length, other.text);
    buffer_release(&script);
    return error;
}

/* Another split owes other matches, so its parts would be refused. */
static enum error prepare_folder(const struct cluster_scripts *scripts, struct message *message)
{
    const char *folder = scripts->plan->folder;
    int before = cluster_read_setting(folder).parts;
    char path[PATH_MAX + 32];
    enum error error = check_plan(scripts->plan, message);

    if (error)
        return error;
    for (int part = 1; before != scripts->parts && part <= before; part++) {
        snprintf(path, sizeof path, "%s/part-%d.db", folder, part);
        if (access(path, F_OK) == 0)
            return error_set(ERR_MISMATCH, message,
                             "%s has parts of %d, not of %d: use --parts %d to continue, or "
                             "another --folder",
                             folder, before, scripts->parts, before);
    }
    return folder_make(folder, 0777, message);
}

static enum error write_all(const struct cluster_scripts *scripts, const char *name,
                            void (*put)(const struct cluster_scripts *scripts, FILE *file),
                            struct message *message)
{
    enum error error = prepare_folder(scripts, message);

    if (!error)
        error = write_script(scripts, "part.sh", put_part, message);
    if (!error)
        error = write_script(scripts, "join.sh", put_join, message);
    return error ? error : write_script(scripts, name, put, message);
}

enum error cluster_write_slurm(const struct cluster_scripts *scripts, struct message *message)
{
    return write_all(scripts, "submit.sh", put_submit, message);
}

enum error cluster_write_parallel(const struct cluster_scripts *scripts, struct message *message)
{
    return write_all(scripts, "run.sh", put_run, message);
}
