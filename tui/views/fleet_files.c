/* What comes into the fleet editor from outside, and what leaves it. A CSV is looked at as a whole before
 * anything is imported; a text that comes back from the user's editor is taken if it is a scenario without a
 * fault, and else stays in its file, so that nothing that was typed is lost. */
#include "tui/views/fleet.h"

#include "engine/base/text.h"
#include "tui/explorer/session_file.h"
#include "tui/term/key.h"
#include "tui/term/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PASTE_FIRST = 4096, PASTE_MAX = 16 << 20, TEXT_MAX = 64 << 20, TOLD = 200, NOT_AN_EDITOR = 127 };

/* --- faults of what came --- */

static void hear(struct fleet_view *fleet, const char *what)
{
    *fleet->heard = (struct faults){0};
    text_print(fleet->heard_of, sizeof fleet->heard_of, "%s", what);
}

/* --- a CSV --- */

/* The file, or bytes where there are some. */
struct csv {
    const char *path; /* as places have it */
    const char *bytes;
    size_t n;
};

/* It is looked at as a whole; then the app whose row was left last follows it, or the run does. */
static unsigned take_csv(struct host *host, struct fleet_view *fleet, const struct csv *csv, const char *what)
{
    struct error error = {0};
    struct import_preview *preview = needed(calloc(1, sizeof *preview));
    struct import_report report;
    struct faults *heard = fleet->heard;
    char name[64], said[200] = "";
    hear(fleet, what);
    bool good = host->store;
    if (!good)
        error_set(&error, ERROR_SYSTEM, "", "there is no store to import into");
    else if (csv->bytes)
        good = store_import_check(host->store, csv->path, csv->bytes, csv->n, NULL, preview, heard, &error);
    else
        good = store_import_preview(host->store, STORE_KIND_COUNT, csv->path, NULL, preview, heard, &error);
    enum store_kind kind = preview->kind;
    free(preview);
    bool trace = kind == STORE_TRACE;
    if (good && !trace && kind != STORE_WORKLOAD)
        good = error_set(
            &error, ERROR_INPUT, csv->path,
            "is a %s; here a load (times and requests) or an intensity (times and gCO2/kWh) is wanted",
            kind < STORE_KIND_COUNT ? store_kind_names[kind] : "thing of another kind");
    /* "carbondis-set1-load": of the draft, under a name that is the library's to take. */
    text_print(name, sizeof name, "%.40s-%s", fleet->from, trace ? "grid" : "load");
    struct import_options options = {.name = csv->bytes ? name : NULL};
    if (good && csv->bytes)
        good = store_import_bytes(host->store, kind, csv->path, csv->bytes, csv->n, &options, &report, heard,
                                  &error);
    else if (good)
        good = store_import(host->store, kind, csv->path, &options, &report, heard, &error);
    if (good)
        good = trace
                   ? fleet_follow_trace(&fleet->draft, report.name, said, &error)
                   : fleet_follow_workload(&fleet->draft, fleet->row[FLEET_APPS], report.name, said, &error);
    if (!good) {
        if (heard->count == 0)
            faults_add_error(heard, error.place, &error);
        /* A path that was typed stays in its line, to be mended: letters must not become commands. */
        return host_refuse(host, "%s: nothing was applied", what);
    }
    fleet->heard_of[0] = 0;
    fleet->mode = FLEET_BROWSE;
    return host_say(host, "%s; u: undo", said);
}

unsigned fleet_take_file(struct host *host, struct fleet_view *fleet, const char *path)
{
    char full[PATH_SIZE], what[TOLD];
    struct csv csv = {.path = full};
    if (!*path) {
        fleet->mode = FLEET_BROWSE;
        return REPLY_DONE;
    }
    path_from_home(full, sizeof full, path);
    text_print(what, sizeof what, "%s", path);
    return take_csv(host, fleet, &csv, what);
}

/* --- a paste --- */

static void collect(struct fleet_view *fleet, uint32_t key)
{
    char bytes[4];
    int n = 1;
    if (key == '\r')
        bytes[0] = '\n';
    else
        n = utf8_put(key, bytes);
    if (fleet->n_pasted + (size_t)n > fleet->pasted_room) {
        size_t room = fleet->pasted_room ? 2 * fleet->pasted_room : PASTE_FIRST;
        char *more = room <= PASTE_MAX ? realloc(fleet->pasted, room) : NULL;
        if (!more)
            return;
        fleet->pasted = more;
        fleet->pasted_room = room;
    }
    memcpy(fleet->pasted + fleet->n_pasted, bytes, (size_t)n);
    fleet->n_pasted += (size_t)n;
}

unsigned fleet_paste(struct host *host, void *state, uint32_t key)
{
    struct fleet_view *fleet = state;
    if (fleet->mode == FLEET_CELL || fleet->mode == FLEET_NAME)
        return 0;
    message_clear(host->message);
    if (key == KEYCODE_PASTE_BEGIN) {
        fleet->n_pasted = 0;
        fleet->pasting = true;
    } else if (key == KEYCODE_PASTE_END) {
        /* Several lines are a CSV; one is text for the line that is typed. */
        struct csv csv = {.path = "pasted", .bytes = fleet->pasted, .n = fleet->n_pasted};
        fleet->pasting = false;
        if (fleet->n_pasted > 0 && memchr(fleet->pasted, '\n', fleet->n_pasted))
            return take_csv(host, fleet, &csv, "what was pasted");
        if (fleet->mode == FLEET_FILE && fleet->n_pasted > 0)
            prompt_insert(&fleet->line, fleet->pasted, (int)fleet->n_pasted);
        else
            message_say(host->message, false,
                        "a pasted CSV has a header and rows; %s asks for its path instead",
                        keymap_key(host->keymap, ACTION_FLEET_CSV).text);
        return REPLY_DONE;
    } else if (fleet->pasting && key < KEYCODE_UP) {
        collect(fleet, key);
    }
    return REPLY_HANDLED;
}

/* --- the user's editor --- */

static bool write_text(const char *path, const char *text, struct error *error)
{
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    if (file)
        good &= fclose(file) == 0;
    return good || error_set(error, ERROR_SYSTEM, path, "cannot be written: %s", strerror(errno));
}

/* In the folder of what is remembered, which may be new. */
static bool choose_path(const struct fleet_view *fleet, char *out, size_t size, struct error *error)
{
    char folder[PATH_SIZE], part[PATH_SIZE];
    if (!session_file_folder(folder, sizeof folder, error))
        return false;
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        text_print(part, sizeof part, "%.*s", (int)(slash - folder), folder);
        mkdir(part, 0700);
    }
    mkdir(folder, 0700);
    text_print(part, sizeof part, "draft-%s-%ld.json", fleet->from, (long)getpid());
    return path_join(out, size, folder, part) ||
           error_set(error, ERROR_SYSTEM, folder, "is too long a path for a draft in it");
}

/* What could not be taken is gone on with. */
unsigned fleet_ask_editor(struct host *host, struct fleet_view *fleet)
{
    struct error error = {0};
    if (!*fleet->kept) {
        char path[PATH_SIZE];
        char *text = needed(fleet_json(&fleet->draft));
        bool good = choose_path(fleet, path, sizeof path, &error) && write_text(path, text, &error);
        free(text);
        if (!good)
            return host_fail(host, &error);
        text_print(fleet->kept, sizeof fleet->kept, "%s", path);
    }
    host_edit(host, fleet->kept);
    return host_say(host, "%s is opened in the editor", path_base(fleet->kept));
}

static unsigned keep_text(struct host *host, struct fleet_view *fleet, const char *why)
{
    return host_refuse(host, "%s: nothing was applied; the text is kept in %s, %s goes on with it", why,
                       fleet->kept, keymap_key(host->keymap, ACTION_FLEET_EDITOR).text);
}

unsigned fleet_edited(struct host *host, void *state, int status, const struct error *error)
{
    struct fleet_view *fleet = state;
    struct error fault = {0};
    char why[300];
    size_t n;
    hear(fleet, fleet->kept);
    if (status != 0) {
        fleet->heard_of[0] = 0;
        text_print(why, sizeof why, "the editor ended with status %d", status);
        return keep_text(host, fleet,
                         status < 0                ? error->message
                         : status == NOT_AN_EDITOR ? "there is no such editor ($VISUAL, $EDITOR)"
                                                   : why);
    }
    char *text = file_read(fleet->kept, TEXT_MAX, &n, &fault);
    char *before = fleet_json(&fleet->draft);
    bool same = text && before && strcmp(text, before) == 0;
    bool good = text && fleet_replace(&fleet->draft, text, n, path_base(fleet->kept), fleet->heard, &fault);
    free(text);
    free(before);
    if (!good) {
        if (fleet->heard->count == 0)
            faults_add_error(fleet->heard, fault.place, &fault);
        text_print(why, sizeof why, "%s: %s", fault.place, fault.message);
        return keep_text(host, fleet, why);
    }
    unlink(fleet->kept);
    fleet->kept[0] = fleet->heard_of[0] = 0;
    return host_say(host,
                    same ? "nothing was changed in the editor" : "taken from the editor; u takes it back");
}

/* --- taking it out --- */

static unsigned refuse(struct host *host, struct fleet_view *fleet, const struct error *error)
{
    message_say_error(host->message, error);
    text_print(fleet->fault, sizeof fleet->fault, "%s %s", error->place, error->message);
    return REPLY_DONE;
}

unsigned fleet_finish(struct host *host, struct fleet_view *fleet, const char *name)
{
    struct error error = {0};
    struct scenario scenario;
    bool replaced = false;
    if (!name && !fleet_is_changed(&fleet->draft) &&
        strcmp(fleet->from, host->explorer->document.scenario.name) == 0)
        return host_say(host, "nothing is changed yet: it is what is open already");
    if (!fleet->draft.valid)
        return host_refuse(host, "it has faults: what has faults is neither saved nor opened");
    if (name && !host->store)
        error_set(&error, ERROR_INPUT, "", "there is no store to save to");
    if (error.kind != ERROR_NONE ||
        (name && !store_save_scenario(host->store, name, &fleet->draft.scenario, &replaced, &error)))
        return refuse(host, fleet, &error);
    must_be(scenario_copy(&scenario, &fleet->draft.scenario));
    if (name)
        text_copy(scenario.name, sizeof scenario.name, name);
    /* Tried unsaved, it is a change of what is open: it is held against that, and leaving asks what becomes
     * of it. */
    bool tried = !name && strcmp(fleet->from, host->explorer->document.scenario.name) == 0,
         opened = tried ? explorer_set_scenario(host->explorer, &scenario, "your fleet", &error)
                        : explorer_open(host->explorer, &scenario, (struct recorded){0}, &error);
    scenario_free(&scenario);
    if (!opened)
        return refuse(host, fleet, &error);
    fleet_shelf_drop(&fleet->shelf);
    if (name)
        explorer_name_source(host->explorer, name);
    if (name)
        message_say(host->message, false, "saved and opened %s%s; u goes back", name,
                    replaced ? ", a new version of it" : "");
    else
        message_say(host->message, false, "opened what was changed of %s, unsaved; u goes back", fleet->from);
    return REPLY_DONE | REPLY_CLOSE_ALL;
}
