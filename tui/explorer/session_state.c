/* One table of fields, for reading and printing. */
#include "tui/explorer/session.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/json/json.h"
#include "store/json/json_fields.h"
#include "store/json/scenario_json.h"

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
    history_free(&state->changes);
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
    const struct change *opening = explorer_last_opening(explorer);
    struct history done = explorer->document.history; /* without what could be redone */
    done.count = done.done;
    if (history_copy(&state->changes, &done, opening ? (int)(opening - done.changes) + 1 : 0,
                     SESSION_CHANGES) &&
        scenario_copy(&state->opened, explorer_opened(explorer)) &&
        scenario_copy(&state->now, &explorer->document.scenario) && state->has_pinned == (pinned != NULL))
        return true;
    session_state_free(state);
    return false;
}

/* --- giving back --- */

bool session_state_give(const struct session_state *state, struct explorer *explorer, struct error *error)
{
    struct knob_ref knob;
    struct history changes;
    if (!history_copy(&changes, &state->changes, 0, SESSION_CHANGES))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (!explorer_reopen(explorer, &state->opened, &changes, error))
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

static const struct field rows[] = {
    {"format", FIELD_ELSEWHERE, .required = true},
    {"kind", FIELD_ELSEWHERE, .required = true},
    {"written_s", INT64_AT(session_state, written_s), .required = true},
    {"stopped", BOOL_AT(session_state, stopped), .said = SAID_IF_OTHER},
    {"source", TEXT_AT(session_state, source), .required = true},
    {"cursor_ns", INT64_AT(session_state, cursor_ns), .required = true},
    {"from_ns", INT64_AT(session_state, from_ns), .required = true},
    {"to_ns", INT64_AT(session_state, to_ns), .required = true},
    {"knob", TEXT_AT(session_state, knob), .required = true},
    {"from_start", BOOL_AT(session_state, from_start), .required = true},
    {"utc", BOOL_AT(session_state, utc), .required = true},
    {"ghost_hidden", BOOL_AT(session_state, ghost_hidden), .required = true},
    {"reference", CHOICE_AT(session_state, reference, reference_names, REFERENCE_COUNT), .required = true},
    {"speed", NUMBER_AT(session_state, speed), .required = true},
    {"opened", .type = FIELD_OTHER, FIELD_AT(session_state, opened), .said = SAID_OTHERWISE,
     .required = true},
    {"now", .type = FIELD_OTHER, FIELD_AT(session_state, now), .said = SAID_OTHERWISE, .required = true},
    {"changes", FIELD_ELSEWHERE},
    {"pinned_name", TEXT_AT(session_state, pinned_name), .said = SAID_IF_OTHER},
    {"pinned", .type = FIELD_OTHER, FIELD_AT(session_state, pinned), .said = SAID_OTHERWISE},
};
static const struct field_table fields = FIELD_TABLE(rows, session_state);

/* A change as it is written: with names for what scenarios number. */
struct record {
    int kind, reference; /* enum change_kind, enum reference_kind */
    int32_t more;
    bool start;
    int64_t t_ns, from_ns;
    char knob[KNOB_NAME_SIZE], before[KNOB_TEXT_SIZE], after[KNOB_TEXT_SIZE];
    char called[SOURCE_SIZE];
};

static const char *const kind_names[] = {"turn", "edit-gone", "edit-moved", "several"};
enum { KINDS = sizeof kind_names / sizeof *kind_names };

static const struct field record_rows[] = {
    {"kind", CHOICE_AT(record, kind, kind_names, KINDS), .required = true},
    {"knob", TEXT_AT(record, knob), .said = SAID_IF_OTHER},
    {"more", INT32_AT(record, more), .said = SAID_IF_OTHER},
    {"start", BOOL_AT(record, start), .said = SAID_IF_OTHER},
    {"t_ns", INT64_AT(record, t_ns), .said = SAID_IF_OTHER},
    {"from_ns", INT64_AT(record, from_ns), .said = SAID_IF_OTHER},
    {"before", TEXT_AT(record, before), .said = SAID_IF_OTHER},
    {"after", TEXT_AT(record, after), .said = SAID_IF_OTHER},
    {"called", TEXT_AT(record, called), .said = SAID_IF_OTHER},
    {"reference", CHOICE_AT(record, reference, reference_names, REFERENCE_COUNT), .required = true},
    {"then", FIELD_ELSEWHERE}, /* not of the last: it leads to `now` */
};
static const struct field_table record_fields = FIELD_TABLE(record_rows, record);

/* What the table has no type for: what the file is, and scenarios. */
static void print_other(void *context, struct json_writer *writer, const struct field *field,
                        const void *base)
{
    const struct session_state *state = base;
    const struct scenario *scenario = (const void *)((const char *)base + field->offset);
    (void)context;
    if (strcmp(field->key, "format") == 0)
        json_int(writer, field->key, SESSION_FORMAT);
    else if (strcmp(field->key, "kind") == 0)
        json_string(writer, field->key, kind);
    else if (strcmp(field->key, "changes") == 0) {
        const struct history *changes = &state->changes;
        json_begin_array(writer, "changes", false);
        for (int i = 0; i < changes->count; i++) {
            const struct change *change = &changes->changes[i];
            struct record record = {.kind = (int)change->kind,
                                    .reference = change->reference_before,
                                    .more = change->more,
                                    .start = change->start,
                                    .t_ns = change->t_ns,
                                    .from_ns = change->from_ns};
            text_copy(record.called, sizeof record.called, change->source);
            if (change->kind != CHANGE_SEVERAL) {
                knob_name(&change->was, change->knob, record.knob, sizeof record.knob);
                knob_format(change->knob, &change->before, record.before, sizeof record.before);
                knob_format(change->knob, &change->after, record.after, sizeof record.after);
            }
            json_begin_object(writer, NULL);
            json_print_fields(writer, &record_fields, &record, NULL, NULL);
            if (i + 1 < changes->count)
                scenario_print(writer, "then", &change->then);
            json_end_object(writer);
        }
        json_end_array(writer);
    } else if (scenario != &state->pinned || state->has_pinned)
        scenario_print(writer, field->key, scenario);
}

char *session_state_to_text(const struct session_state *state)
{
    struct json_writer writer = {0};
    json_begin_object(&writer, NULL);
    json_print_fields(&writer, &fields, state, print_other, NULL);
    json_end_object(&writer);
    return json_writer_take(&writer);
}

static bool first_fault(const struct faults *faults, struct error *error)
{
    if (faults->count == 0)
        return true;
    *error = *faults_first(faults);
    return false;
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

/* One change, which begins where the one before it ended. What its knob or a value is called may mean nothing
 * to this program: then it is a change all the same, without a name. */
static bool read_change(const cJSON *json, const struct scenario *was, const struct scenario *now,
                        struct change *change, struct faults *faults, struct error *error)
{
    static const int64_t most_ns = INT64_C(400) * 86400 * NS_PER_S;
    struct record record = {0};
    struct json_place place = {.faults = faults};
    if (!json_read_fields(json, &record_fields, &record, &place))
        return first_fault(faults, error);
    if (record.t_ns < 0 || record.t_ns > most_ns || record.from_ns < 0 || record.from_ns > most_ns ||
        record.more < 0 || record.more > 10000)
        return error_set(error, ERROR_INPUT, "/changes", "is no list of changes");
    *change = (struct change){.kind = (enum change_kind)record.kind,
                              .reference_before = record.reference,
                              .more = record.more,
                              .start = record.start,
                              .t_ns = record.t_ns,
                              .from_ns = record.from_ns};
    text_copy(change->source, sizeof change->source, record.called);
    if (change->kind != CHANGE_SEVERAL &&
        !(knob_resolve(was, record.knob, &change->knob, NULL) &&
          knob_parse(was, change->knob, record.before, &change->before, NULL) &&
          knob_parse(was, change->knob, record.after, &change->after, NULL)))
        change->kind = CHANGE_SEVERAL;
    if (!scenario_copy(&change->was, was))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    const cJSON *then = json_member(json, "then");
    bool good =
        then ? scenario_from_json(then, &change->then, faults) || first_fault(faults, error)
             : scenario_copy(&change->then, now) || error_set(error, ERROR_SYSTEM, "", "out of memory");
    if (!good)
        scenario_free(&change->was);
    return good;
}

/* The last leads to what is there now, whatever those before it came to. */
static bool read_changes(const cJSON *array, struct session_state *state, struct faults *faults,
                         struct error *error)
{
    const struct scenario *was = &state->opened;
    struct change several = {.kind = CHANGE_SEVERAL}, change;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!read_change(item, was, &state->now, &change, faults, error))
            return false;
        if (state->changes.count == SESSION_CHANGES || !history_push(&state->changes, &change)) {
            change_free(&change);
            return error_set(error, ERROR_INPUT, "/changes", "are too many");
        }
        was = &history_top(&state->changes)->then;
    }
    if (!scenario_difference(was, &state->now))
        return true;
    if (scenario_copy(&several.was, was) && scenario_copy(&several.then, &state->now) &&
        history_push(&state->changes, &several))
        return true;
    change_free(&several);
    return error_set(error, ERROR_SYSTEM, "", "out of memory");
}

static bool read_state(const cJSON *json, struct session_state *state, struct faults *faults,
                       struct error *error)
{
    struct json_place place = {.faults = faults};
    if (!json_read_fields(json, &fields, state, &place))
        return first_fault(faults, error);
    if (!check_state(state, error) || !read_scenario(json, "opened", &state->opened, faults, error))
        return false;
    state->has_pinned = json_member(json, "pinned") != NULL;
    if (read_scenario(json, "now", &state->now, faults, error) &&
        (!state->has_pinned || read_scenario(json, "pinned", &state->pinned, faults, error)) &&
        read_changes(json_member(json, "changes"), state, faults, error))
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
