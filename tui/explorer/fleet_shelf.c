/* The file holds the step as a text in a text, so that a draft with faults is kept as it is. */
#include "tui/explorer/fleet_draft.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DRAFT_FORMAT = 1 };
static const char prefix[] = "fleet-", kind[] = "wattif fleet draft";

/* --- writing --- */

void fleet_shelf_begin(struct fleet_shelf *shelf, const struct session_file *file)
{
    shelf->keeps = session_file_folder(shelf->folder, sizeof shelf->folder, NULL);
    if (file)
        shelf->file = *file;
    shelf->file.prefix = prefix;
}

/* A write that fails is tried again with the next step: the session says that nothing can be written. */
void fleet_shelf_follow(struct fleet_shelf *shelf, const struct fleet_draft *draft, const char *from)
{
    const char *step = fleet_step(draft);
    if (!shelf->keeps || session_writer_ask(&shelf->writer, NULL) == WRITING_STILL)
        return;
    if (!fleet_is_changed(draft)) {
        session_file_remove(&shelf->file);
        free(shelf->written);
        shelf->written = NULL;
        return;
    }
    if (shelf->written && strcmp(shelf->written, step) == 0)
        return;
    free(shelf->written);
    shelf->written = strdup(step);
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_int(&writer, "format", DRAFT_FORMAT);
    json_string(&writer, "kind", kind);
    json_int(&writer, "written_s", (int64_t)time(NULL));
    json_string(&writer, "from", from);
    json_string(&writer, "draft", step);
    json_end_object(&writer);
    char *text = json_writer_take(&writer);
    if (text)
        session_writer_start(&shelf->writer, &shelf->file, shelf->folder, text);
}

static void finish(struct fleet_shelf *shelf)
{
    session_writer_wait(&shelf->writer);
    session_writer_ask(&shelf->writer, NULL);
    free(shelf->written);
    shelf->written = NULL;
}

void fleet_shelf_drop(struct fleet_shelf *shelf)
{
    finish(shelf);
    session_file_remove(&shelf->file);
    shelf->keeps = false;
}

void fleet_shelf_close(struct fleet_shelf *shelf)
{
    finish(shelf);
    session_file_release(&shelf->file);
    shelf->keeps = false;
}

/* --- what was left behind --- */

static const char *text_of(const cJSON *json, const char *key)
{
    const cJSON *member = json_member(json, key);
    return cJSON_IsString(member) ? member->valuestring : NULL;
}

void fleet_lost_leave(struct fleet_lost *lost)
{
    session_file_release(&lost->file);
    free(lost->text);
    *lost = (struct fleet_lost){0};
}

void fleet_lost_forget(struct fleet_lost *lost)
{
    session_file_remove(&lost->file);
    fleet_lost_leave(lost);
}

/* Keeps the newest. */
static enum session_reading look_at_lost(void *context, const struct session_file *file, const char *text,
                                         size_t n)
{
    struct fleet_lost *lost = context, found = {.file = *file};
    struct error error = {0};
    cJSON *json = json_parse(text, n, "", &error);
    const char *what = json ? text_of(json, "kind") : NULL, *from = json ? text_of(json, "from") : NULL,
               *draft = json ? text_of(json, "draft") : NULL;
    const cJSON *written = json ? json_member(json, "written_s") : NULL,
                *format = json ? json_member(json, "format") : NULL;
    bool ours = what && strcmp(what, kind) == 0,
         newer = ours && cJSON_IsNumber(format) && format->valuedouble > DRAFT_FORMAT,
         whole = ours && from && draft && cJSON_IsNumber(written) && written->valuedouble >= 0 &&
                 written->valuedouble < 1e11;
    if (whole && !newer) {
        text_print(found.from, sizeof found.from, "%s", from);
        found.written_s = (int64_t)written->valuedouble;
        found.text = strdup(draft);
    }
    json_free(json);
    if (!found.text)
        return newer || whole ? SESSION_NEWER : SESSION_DAMAGED;
    bool newest = !lost->text || found.written_s > lost->written_s;
    struct fleet_lost older = newest ? *lost : found;
    if (newest)
        *lost = found;
    fleet_lost_leave(&older);
    return SESSION_READ;
}

bool fleet_lost_find(struct fleet_lost *lost)
{
    char folder[PATH_SIZE];
    *lost = (struct fleet_lost){0};
    if (session_file_folder(folder, sizeof folder, NULL))
        session_scan(folder, prefix, look_at_lost, lost);
    return lost->text != NULL;
}
