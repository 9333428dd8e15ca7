/* The script is submitted with sbatch: as a task of the array it runs its shard; started by hand it submits
 * itself and the job that joins the shards, which waits for them whether they succeed or not, because only it
 * can say which are missing. */
#include "tui/cli/sweep/sweep_slurm.h"

#include "engine/base/text.h"
#include "store/json/scenario_json.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRIPT_PATH_SIZE = 4096, TASKS_USUAL_MAX = 1000 };
static const double task_s = 30;

static const char head[] =
    "#!/bin/bash\n"
    "# A sweep of wattif as a Slurm job array. Run this script to submit it; sbatch is called from here.\n"
    "# Each task writes one shard; the last job joins them, or names those to submit again.\n"
    "set -euo pipefail\n";
static const char begin[] =
    "wattif=${WATTIF:-wattif}\n"
    "shards=$here/$name.shards\n"
    "store=() # what was imported, as it was\n"
    "[ ! -e \"$here/$name.db\" ] || store=(--db \"$here/$name.db\")\n"
    "\n"
    "shard() { # I\n"
    "    exec \"$wattif\" sweep \"$here/$name.json\" \"${store[@]}\" --replicate \"$replicates\"";
static const char tail[] =
    " \\\n"
    "        --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --shard \"$1/$tasks\" --out \"$shards\" --yes\n"
    "}\n"
    "\n"
    "case ${1:-submit} in\n"
    "shard) shard \"${2:-$SLURM_ARRAY_TASK_ID}\" ;;\n"
    "merge) exec \"$wattif\" merge \"$shards\" --out \"$here/$name.csv\" ;;\n"
    "submit) # ARRAY=3,17 submits these again\n"
    "    mkdir -p \"$shards\"\n"
    "    array=$(sbatch --parsable --array=\"${ARRAY:-1-$tasks}\" --output=\"$shards/%a.log\" "
    "\"$here/$name\" shard)\n"
    "    echo \"$array\"\n"
    "    sbatch --parsable --dependency=\"afterany:${array%%;*}\" --output=\"$shards/merge.log\" "
    "\"$here/$name\" merge\n"
    "    ;;\n"
    "*) echo \"usage: $0 [submit|shard I|merge]\" >&2; exit 2 ;;\n"
    "esac\n";

/* In single quotes, as a shell reads it. */
static void put_quoted(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (char[]){*text, '\0'}, file);
    fputc('\'', file);
}

static bool put_axes(FILE *file, const struct sweep *sweep)
{
    for (size_t a = 0; a < sweep->n_axes; a++) {
        char *text = sweep_axis_text(&sweep->axes[a]);
        if (!text)
            return false;
        fputs(" \\\n        --vary ", file);
        put_quoted(file, text);
        free(text);
    }
    return true;
}

/* False when memory ran out. */
static bool put_script(FILE *file, const struct sweep *sweep, const char *folder, const char *name,
                       size_t tasks)
{
    fputs(head, file);
    fprintf(file, "tasks=%zu\nreplicates=%zu\nhere=", tasks, sweep->replicates);
    put_quoted(file, folder);
    fputs("\nname=", file);
    put_quoted(file, name);
    fputc('\n', file);
    fputs(begin, file);
    bool good = put_axes(file, sweep);
    fputs(tail, file);
    return good;
}

static size_t usual_tasks(const struct sweep *sweep, double run_s)
{
    double points = (double)sweep_points(sweep);
    double tasks = ceil(points * run_s / task_s);
    return (size_t)fmax(1, fmin(fmin(tasks, points), TASKS_USUAL_MAX));
}

/* What there is stays. */
static FILE *make(const char *path, mode_t mode, struct error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file)
        error_set(error, ERROR_INPUT, path, "cannot write there: %s", strerror(errno));
    return file;
}

static bool end(FILE *file, const char *path, struct error *error)
{
    bool good = !ferror(file);
    return (fclose(file) == 0 && good) ||
           error_set(error, ERROR_SYSTEM, path, "cannot write: %s", strerror(errno));
}

static bool write_scenario(const struct sweep *sweep, const char *path, struct error *error)
{
    char *text = scenario_to_text(&sweep->base);
    FILE *file = text ? make(path, 0666, error) : NULL;
    if (!text)
        error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    if (file)
        fputs(text, file);
    free(text);
    bool good = file && end(file, path, error);
    if (file && !good)
        unlink(path);
    return good;
}

/* --- what was imported --- */

static bool is_imported(const struct store_list *list, const char *name)
{
    for (size_t i = 0; *name && i < list->n; i++)
        if (strcmp(list->items[i].name, name) == 0)
            return !list->items[i].builtin;
    return false;
}

static bool names_imported(const struct scenario *scenario, const struct store_list lists[STORE_SCENARIO])
{
    bool found = is_imported(&lists[STORE_TRACE], scenario->trace);
    for (int a = 0; a < scenario->n_apps; a++) {
        char profile[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, profile);
        found = found || is_imported(&lists[STORE_PROFILE], profile) ||
                is_imported(&lists[STORE_WORKLOAD], scenario->apps[a].arrivals.workload);
    }
    return found;
}

/* The base, and each value of each axis by itself: together they name all that any point reads. */
static bool any_imported(const struct sweep *sweep, const struct store_list lists[STORE_SCENARIO])
{
    bool found = names_imported(&sweep->base, lists);
    for (size_t a = 0; !found && a < sweep->n_axes; a++)
        for (size_t i = 0; !found && i < sweep->axes[a].n; i++) {
            struct scenario scenario;
            if (!sweep_axis_scenario(&sweep->base, &sweep->axes[a], i, &scenario, NULL))
                continue;
            found = names_imported(&scenario, lists);
            scenario_free(&scenario);
        }
    return found;
}

static bool copy_store(struct store *store, const struct sweep *sweep, const char *path, struct error *error)
{
    struct store_list lists[STORE_SCENARIO] = {{0}};
    char copy[SCRIPT_PATH_SIZE + 8];
    bool good = true, found = false;
    for (int kind = 0; good && kind < STORE_SCENARIO; kind++)
        good = store_list(store, (enum store_kind)kind, &lists[kind], error);
    found = good && any_imported(sweep, lists);
    for (int kind = 0; kind < STORE_SCENARIO; kind++)
        free(lists[kind].items);
    text_print(copy, sizeof copy, "%s.db", path);
    if (found && access(copy, F_OK) == 0)
        return error_set(error, ERROR_INPUT, copy, "is there already; remove it, or give another name");
    return good && (!found || store_backup(store, copy, error)); /* which leaves no part of one */
}

/* Folder and name; the folder as it is from everywhere. */
static bool split(const char *path, char *folder, char *name, struct error *error)
{
    const char *slash = strrchr(path, '/');
    char given[SCRIPT_PATH_SIZE], *real;
    text_print(given, sizeof given, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    real = realpath(given, NULL);
    bool good = real && text_copy(folder, SCRIPT_PATH_SIZE, real) &&
                text_copy(name, SCRIPT_PATH_SIZE, slash ? slash + 1 : path) && *name;
    free(real);
    return good ||
           error_set(error, ERROR_INPUT, path, "there is no such folder; --slurm names a file to write");
}

static bool write_script(struct store *store, const struct sweep *sweep, const char *path, const char *folder,
                         const char *name, size_t tasks, struct error *error)
{
    FILE *file = make(path, 0777, error);
    if (!file)
        return false;
    bool good =
        put_script(file, sweep, folder, name, tasks) || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    good = end(file, path, good ? error : NULL) && good;
    good = good && copy_store(store, sweep, path, error);
    if (!good)
        unlink(path);
    return good;
}

/* All of it or nothing. */
bool sweep_slurm_write(struct store *store, const struct sweep *sweep, const char *path, size_t tasks,
                       double run_s, struct error *error)
{
    char folder[SCRIPT_PATH_SIZE], name[SCRIPT_PATH_SIZE], scenario[2 * SCRIPT_PATH_SIZE];
    if (!split(path, folder, name, error))
        return false;
    text_print(scenario, sizeof scenario, "%s.json", path);
    if (!write_scenario(sweep, scenario, error))
        return false;
    bool good =
        write_script(store, sweep, path, folder, name, tasks ? tasks : usual_tasks(sweep, run_s), error);
    if (!good)
        unlink(scenario);
    return good;
}
