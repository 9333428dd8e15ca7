/* One table of fields for reading; printing writes the same keys in the same order. */
#include "tui/explorer/session_state.h"

#include "engine/base/text.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"
#include "store/json/scenario_json.h"
#include "store/json/scenario_parts.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char kind[] = "wattif-session";
static const char *const reference_names[REFERENCE_COUNT] = {"none", "baseline", "before", "pinned"};

void session_state_free(struct session_state *state)
{
    scenario_free(&state->opened);
    scenario_free(&state->now);
    scenario_free(&state->pinned);
    *state = (struct session_state){0};
}

bool session_state_take(struct session_state *state, const struct explorer *explorer, int64_t now_s)
{
    const struct scenario *pinned = explorer_pinned(explorer);
    *state = (struct session_state){.written_s = now_s,
                                    .cursor_ns = explorer->time.cursor_ns,
                                    .from_ns = explorer->time.from_ns,
                                    .to_ns = explorer->time.to_ns,
                                    .from_start = explorer->document.from_start,
                                    .utc = explorer->time.utc,
                                    .ghost_hidden = explorer->results.ghost_hidden,
                                    .reference = (int)explorer->results.reference,
                                    .speed = explorer->time.speed};
    text_copy(state->source, sizeof state->source, explorer_source(explorer));
    if (explorer->focus.n_knobs > 0)
        knob_name(&explorer->document.scenario, explorer->focus.knobs[explorer->focus.at], state->knob,
                  sizeof state->knob);
    text_copy(state->pinned_name, sizeof state->pinned_name,
              pinned ? explorer->results.references[REFERENCE_PINNED].name : "");
    state->has_pinned = pinned && scenario_copy(&state->pinned, pinned);
    if (scenario_copy(&state->opened, explorer_opened(explorer)) &&
        scenario_copy(&state->now, &explorer->document.scenario) && state->has_pinned == (pinned != NULL))
        return true;
    session_state_free(state);
    return false;
}

/* --- giving back --- */

bool session_state_give(const struct session_state *state, struct explorer *explorer, struct error *error)
{
    struct knob_ref knob;
    if (!explorer_reopen(explorer, &state->opened, &state->now, error))
        return false;
    explorer_name_source(explorer, state->source);
    explorer_seek(explorer, state->cursor_ns);
    explorer_show_window(explorer, state->from_ns, state->to_ns);
    if (knob_resolve(&explorer->document.scenario, state->knob, &knob, NULL))
        explorer_favour(explorer, knob);
    if (state->has_pinned)
        explorer_repin(explorer, &state->pinned, state->pinned_name);
    explorer_refer_to(explorer, (enum reference_kind)state->reference, state->ghost_hidden);
    explorer_act_from_start(explorer, state->from_start);
    explorer_show_utc(explorer, state->utc);
    explorer_set_speed(explorer, state->speed);
    return true;
}

/* --- JSON --- */

char *session_state_to_text(const struct session_state *state)
{
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_int(&writer, "format", SESSION_FORMAT);
    json_string(&writer, "kind", kind);
    json_int(&writer, "written_s", state->written_s);
    json_string(&writer, "source", state->source);
    json_int(&writer, "cursor_ns", state->cursor_ns);
    json_int(&writer, "from_ns", state->from_ns);
    json_int(&writer, "to_ns", state->to_ns);
    json_string(&writer, "knob", state->knob);
    json_bool(&writer, "from_start", state->from_start);
    json_bool(&writer, "utc", state->utc);
    json_bool(&writer, "ghost_hidden", state->ghost_hidden);
    json_string(&writer, "reference", reference_names[state->reference]);
    json_number(&writer, "speed", state->speed);
    scenario_print(&writer, "opened", &state->opened);
    scenario_print(&writer, "now", &state->now);
    if (state->has_pinned) {
        json_string(&writer, "pinned_name", state->pinned_name);
        scenario_print(&writer, "pinned", &state->pinned);
    }
    json_end_object(&writer);
    return json_writer_take(&writer);
}

static const struct json_field fields[] = {
#define AT(field) offsetof(struct session_state, field)
    {"format", JSON_OTHER, true, 0, 0, NULL},
    {"kind", JSON_OTHER, true, 0, 0, NULL},
    {"written_s", JSON_INT64, true, AT(written_s), 0, NULL},
    {"source", JSON_TEXT, true, AT(source), sizeof(((struct session_state *)0)->source), NULL},
    {"cursor_ns", JSON_INT64, true, AT(cursor_ns), 0, NULL},
    {"from_ns", JSON_INT64, true, AT(from_ns), 0, NULL},
    {"to_ns", JSON_INT64, true, AT(to_ns), 0, NULL},
    {"knob", JSON_TEXT, true, AT(knob), sizeof(((struct session_state *)0)->knob), NULL},
    {"from_start", JSON_BOOL, true, AT(from_start), 0, NULL},
    {"utc", JSON_BOOL, true, AT(utc), 0, NULL},
    {"ghost_hidden", JSON_BOOL, true, AT(ghost_hidden), 0, NULL},
    {"reference", JSON_NAME, true, AT(reference), REFERENCE_COUNT, reference_names},
    {"speed", JSON_NUMBER, true, AT(speed), 0, NULL},
    {"opened", JSON_OTHER, true, 0, 0, NULL},
    {"now", JSON_OTHER, true, 0, 0, NULL},
    {"pinned_name", JSON_TEXT, false, AT(pinned_name), sizeof(((struct session_state *)0)->pinned_name),
     NULL},
    {"pinned", JSON_OTHER, false, 0, 0, NULL},
#undef AT
};

static bool first_fault(const struct faults *faults, struct error *error)
{
    if (faults->count == 0)
        return true;
    return error_set(error, ERROR_INPUT, faults->kept[0].place, "%s", faults->kept[0].message);
}

static bool check_state(const struct session_state *state, struct error *error)
{
    if (!(state->speed >= 1 && state->speed <= 10000))
        return error_set(error, ERROR_INPUT, "/speed", "must be 1 to 10000");
    if (state->written_s < 0 || state->written_s > INT64_C(100000000000))
        return error_set(error, ERROR_INPUT, "/written_s", "is no time");
    return true;
}

static bool read_scenario(const cJSON *json, const char *key, struct scenario *scenario,
                          struct faults *faults, struct error *error)
{
    return scenario_from_json(json_member(json, key), scenario, faults) || first_fault(faults, error);
}

static bool read_state(const cJSON *json, struct session_state *state, struct faults *faults,
                       struct error *error)
{
    struct json_place place = {.faults = faults};
    if (!json_read_fields(json, fields, JSON_FIELDS_COUNT(fields), state, &place))
        return first_fault(faults, error);
    if (!check_state(state, error) || !read_scenario(json, "opened", &state->opened, faults, error))
        return false;
    state->has_pinned = json_member(json, "pinned") != NULL;
    if (read_scenario(json, "now", &state->now, faults, error) &&
        (!state->has_pinned || read_scenario(json, "pinned", &state->pinned, faults, error)))
        return true;
    session_state_free(state);
    return false;
}

enum session_reading session_state_from_text(struct session_state *state, const char *text, size_t n,
                                             struct error *error)
{
    struct faults *faults = calloc(1, sizeof *faults);
    cJSON *json = faults ? json_parse(text, n, "", error) : NULL;
    const cJSON *format = json ? json_member(json, "format") : NULL,
                *named = json ? json_member(json, "kind") : NULL;
    enum session_reading reading = SESSION_DAMAGED;
    *state = (struct session_state){0};
    if (!faults)
        error_set(error, ERROR_SYSTEM, "", "out of memory");
    else if (json &&
             (!cJSON_IsNumber(format) || !cJSON_IsString(named) || strcmp(named->valuestring, kind) != 0))
        error_set(error, ERROR_INPUT, "", "it is no session of wattif");
    else if (json && format->valuedouble > SESSION_FORMAT)
        reading = SESSION_NEWER;
    else if (json && read_state(json, state, faults, error))
        reading = SESSION_READ;
    json_free(json);
    free(faults);
    return reading;
}
