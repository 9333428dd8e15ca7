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
    bookmark_empty(&state->mark);
}

bool session_state_take(struct session_state *state, const struct explorer *explorer, int64_t now_s)
{
    *state = (struct session_state){.written_s = now_s};
    if (explorer->focus.n_knobs > 0)
        knob_name(&explorer->document.scenario, explorer->focus.knobs[explorer->focus.at], state->knob,
                  sizeof state->knob);
    return bookmark_fill(&state->mark, explorer, explorer_first_change(explorer), SESSION_CHANGES);
}

bool session_state_give(const struct session_state *state, struct explorer *explorer, struct error *error)
{
    return bookmark_return(&state->mark, explorer, true, error);
}

/* --- JSON --- */

static const struct field rows[] = {
    {"format", FIELD_ELSEWHERE, .required = true},
    {"kind", FIELD_ELSEWHERE, .required = true},
    {"written_s", INT64_AT(session_state, written_s), .required = true},
    {"stopped", BOOL_AT(session_state, stopped), .said = SAID_IF_OTHER},
    {"source", TEXT_AT(session_state, mark.history.first.source), .required = true},
    {"cursor_ns", INT64_AT(session_state, mark.time.cursor_ns), .required = true},
    {"from_ns", INT64_AT(session_state, mark.time.from_ns), .required = true},
    {"to_ns", INT64_AT(session_state, mark.time.to_ns), .required = true},
    {"knob", TEXT_AT(session_state, knob), .required = true},
    {"from_start", BOOL_AT(session_state, mark.from_start), .required = true},
    {"utc", BOOL_AT(session_state, mark.time.utc), .required = true},
    {"ghost_hidden", BOOL_AT(session_state, mark.ghost_hidden), .required = true},
    {"reference", CHOICE_AT(session_state, mark.reference, reference_names, REFERENCE_COUNT),
     .required = true},
    {"speed", NUMBER_AT(session_state, mark.time.speed), .required = true},
    {"opened", FIELD_ELSEWHERE, .required = true},
    {"changes", FIELD_ELSEWHERE, .required = true},
    {"pinned_name", TEXT_AT(session_state, mark.held[REFERENCE_PINNED].name), .said = SAID_IF_OTHER},
    {"pinned", FIELD_ELSEWHERE},
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
    {"then", FIELD_ELSEWHERE, .required = true},
};
static const struct field_table record_fields = FIELD_TABLE(record_rows, record);

static void print_change(struct json_writer *writer, const struct history *history,
                         const struct change *change)
{
    struct record record = {.kind = (int)change->kind,
                            .reference = change->reference_before,
                            .more = change->more,
                            .start = change->start,
                            .t_ns = change->t_ns,
                            .from_ns = change->from_ns};
    text_copy(record.called, sizeof record.called, change->source);
    if (change->kind != CHANGE_SEVERAL) {
        knob_name(history_before(history, change), change->knob, record.knob, sizeof record.knob);
        knob_format(change->knob, &change->before, record.before, sizeof record.before);
        knob_format(change->knob, &change->after, record.after, sizeof record.after);
    }
    json_begin_object(writer, NULL);
    json_print_fields(writer, &record_fields, &record, NULL, NULL);
    scenario_print(writer, "then", &change->then);
    json_end_object(writer);
}

/* What the table has no type for: what the file is, and scenarios. */
static void print_other(void *context, struct json_writer *writer, const struct field *field,
                        const void *base)
{
    const struct bookmark *mark = &((const struct session_state *)base)->mark;
    const struct history *history = &mark->history;
    (void)context;
    if (strcmp(field->key, "format") == 0) {
        json_int(writer, field->key, SESSION_FORMAT);
    } else if (strcmp(field->key, "kind") == 0) {
        json_string(writer, field->key, kind);
    } else if (strcmp(field->key, "opened") == 0) {
        scenario_print(writer, field->key, &history->first.then);
    } else if (strcmp(field->key, "changes") == 0) { /* without what could be redone */
        json_begin_array(writer, field->key, false);
        for (int i = 0; i < history->done; i++)
            print_change(writer, history, &history->changes[i]);
        json_end_array(writer);
    } else if (mark->has_pinned) {
        scenario_print(writer, field->key, &mark->pinned);
    }
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

static bool read_scenario(const cJSON *json, const char *key, struct scenario *scenario,
                          struct faults *faults, struct error *error)
{
    return scenario_from_json(json_member(json, key), scenario, faults) || first_fault(faults, error);
}

/* One change, which begins where the one before it ended. What its knob or a value is called may mean nothing
 * to this program: then it is a change all the same, without a name. */
static bool read_change(const cJSON *json, struct history *history, struct faults *faults,
                        struct error *error)
{
    static const int64_t most_ns = INT64_C(400) * 86400 * NS_PER_S;
    const struct scenario *was = history_now(history);
    struct record record = {0};
    struct json_place place = {.faults = faults};
    if (!json_read_fields(json, &record_fields, &record, &place))
        return first_fault(faults, error);
    if (record.t_ns < 0 || record.t_ns > most_ns || record.from_ns < 0 || record.from_ns > most_ns ||
        record.more < 0 || record.more > 10000 || history->count == SESSION_CHANGES)
        return error_set(error, ERROR_INPUT, "/changes", "is no list of changes");
    struct change change = {.kind = (enum change_kind)record.kind,
                            .reference_before = record.reference,
                            .more = record.more,
                            .start = record.start,
                            .t_ns = record.t_ns,
                            .from_ns = record.from_ns};
    text_copy(change.source, sizeof change.source, record.called);
    if (change.kind != CHANGE_SEVERAL &&
        !(knob_resolve(was, record.knob, &change.knob, NULL) &&
          knob_parse(was, change.knob, record.before, &change.before, NULL) &&
          knob_parse(was, change.knob, record.after, &change.after, NULL)))
        change.kind = CHANGE_SEVERAL;
    if (!read_scenario(json, "then", &change.then, faults, error))
        return false;
    if (history_push(history, &change))
        return true;
    change_free(&change);
    return error_no_memory(error);
}

static bool read_state(const cJSON *json, struct session_state *state, struct faults *faults,
                       struct error *error)
{
    struct json_place place = {.faults = faults};
    struct bookmark *mark = &state->mark;
    const cJSON *change;
    if (!json_read_fields(json, &fields, state, &place))
        return first_fault(faults, error);
    if (!(mark->time.speed >= 1 && mark->time.speed <= 10000))
        return error_set(error, ERROR_INPUT, "/speed", "must be 1 to 10000");
    if (state->written_s < 0 || state->written_s > INT64_C(100000000000))
        return error_set(error, ERROR_INPUT, "/written_s", "is no time");
    mark->history.first.kind = CHANGE_SCENARIO;
    mark->has_pinned = json_member(json, "pinned") != NULL;
    if (!read_scenario(json, "opened", &mark->history.first.then, faults, error) ||
        (mark->has_pinned && !read_scenario(json, "pinned", &mark->pinned, faults, error)))
        return false;
    cJSON_ArrayForEach(change, json_member(json, "changes"))
    {
        if (!read_change(change, &mark->history, faults, error))
            return false;
    }
    mark->focused = mark->favourite = knob_of_run(KNOB_COUNT);
    if (knob_resolve(history_now(&mark->history), state->knob, &mark->focused, NULL))
        mark->favourite = mark->focused;
    return true;
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
        error_no_memory(error);
    else if (json &&
             (!cJSON_IsNumber(format) || !cJSON_IsString(named) || strcmp(named->valuestring, kind) != 0))
        error_set(error, ERROR_INPUT, "", "it is no session of wattif");
    else if (json && format->valuedouble > SESSION_FORMAT)
        reading = SESSION_NEWER;
    else if (json && read_state(json, state, faults, error))
        reading = SESSION_READ;
    if (reading != SESSION_READ)
        session_state_free(state);
    json_free(json);
    free(faults);
    return reading;
}
