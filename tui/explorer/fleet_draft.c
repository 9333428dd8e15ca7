/* A step is a text of the whole document: they are small, there are few, and what was typed can be taken back
 * whatever it did. */
#include "tui/explorer/fleet_draft.h"

#include "engine/answers/days.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/json/json.h"
#include "store/json/scenario_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- what follows from the document --- */

static const char *array_of(const struct fleet_draft *draft, enum fleet_table table)
{
    return table == FLEET_GPUS ? draft->gpus : "/apps";
}

static void find_fleet(struct fleet_draft *draft)
{
    int n = draft_count(&draft->json, "/fleets");
    char pointer[ERROR_PLACE] = "/fleets";
    if (draft->fleet >= n)
        draft->fleet = 0;
    const char *name = draft_key(&draft->json, "/fleets", draft->fleet);
    json_pointer_push(pointer, sizeof pointer, name ? name : "");
    text_print(draft->gpus, sizeof draft->gpus, "%.*s/gpus", (int)(sizeof draft->gpus - 8), pointer);
}

/* GPUs that follow one another and are alike are one row; apps are one each. */
static void list_rows(struct fleet_draft *draft, enum fleet_table table)
{
    const char *array = array_of(draft, table);
    int n = draft_count(&draft->json, array);
    struct fleet_row *rows = needed(calloc((size_t)n + 1, sizeof *rows));
    free(draft->rows[table]);
    draft->rows[table] = rows;
    draft->n_rows[table] = 0;
    for (int i = 0; i < n; i++) {
        struct fleet_row *last = draft->n_rows[table] ? &rows[draft->n_rows[table] - 1] : NULL;
        if (last && table == FLEET_GPUS && draft_alike(&draft->json, array, last->first, i))
            last->n++;
        else
            rows[draft->n_rows[table]++] = (struct fleet_row){i, 1};
    }
}

/* The column whose member a pointer names, by what follows the element in it; -1: none does. */
static int column_at(const struct fleet_draft *draft, enum fleet_table table, const char *element,
                     const char *place)
{
    char pointer[ERROR_PLACE];
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < fleet_n_columns[table]; k++) {
            const struct fleet_column *column = &fleet_columns[table][k];
            if (!fleet_pointer(&draft->json, element, column, pointer, sizeof pointer))
                continue;
            size_t n = strlen(pointer);
            bool exact = strcmp(pointer, place) == 0,
                 inside = strncmp(pointer, place, n) == 0 && place[n] == '/';
            if (pass == 0 ? exact : inside)
                return k;
        }
    return -1;
}

static struct fleet_place place_of(const struct fleet_draft *draft, const char *place)
{
    char element[ERROR_PLACE];
    for (int t = FLEET_GPUS; t < FLEET_RUN; t++) {
        const char *array = array_of(draft, (enum fleet_table)t);
        size_t n = strlen(array);
        if (strncmp(place, array, n) != 0 || place[n] != '/')
            continue;
        int at = (int)strtol(place + n + 1, NULL, 10);
        text_print(element, sizeof element, "%s/%d", array, at);
        for (int k = 0; k < draft->n_rows[t]; k++) {
            const struct fleet_row *of = &draft->rows[t][k];
            if (at >= of->first && at < of->first + of->n)
                return (struct fleet_place){(enum fleet_table)t, k,
                                            column_at(draft, (enum fleet_table)t, element, place)};
        }
    }
    return (struct fleet_place){FLEET_RUN, column_at(draft, FLEET_RUN, "", place), 0};
}

static void find_places(struct fleet_draft *draft)
{
    for (size_t i = 0; i < draft->faults->count && i < FAULTS_KEPT; i++)
        draft->places[i] = place_of(draft, draft->faults->kept[i].place);
}

static void check(struct fleet_draft *draft)
{
    draft->number++;
    find_fleet(draft);
    list_rows(draft, FLEET_GPUS);
    list_rows(draft, FLEET_APPS);
    draft->n_rows[FLEET_RUN] = fleet_n_columns[FLEET_RUN];
    if (draft->valid)
        scenario_free(&draft->scenario);
    *draft->faults = (struct faults){0};
    draft->valid = draft_read(&draft->json, draft->explorer->catalog, &draft->scenario, draft->faults);
    find_places(draft);
}

/* --- steps --- */

void fleet_keep(struct fleet_draft *draft)
{
    char *text = needed(draft_text(&draft->json));
    if (draft->n_steps > 0 && strcmp(text, draft->steps[draft->at_step]) == 0) {
        free(text);
        return;
    }
    while (draft->n_steps > draft->at_step + 1)
        free(draft->steps[--draft->n_steps]);
    if (draft->n_steps > FLEET_STEPS_MAX) {
        free(draft->steps[0]);
        memmove(draft->steps, draft->steps + 1, (size_t)--draft->n_steps * sizeof *draft->steps);
    }
    draft->steps[draft->n_steps] = text;
    draft->at_step = draft->n_steps++;
}

void fleet_revert(struct fleet_draft *draft)
{
    const char *text = draft->steps[draft->at_step];
    draft_from_text(&draft->json, text, strlen(text), "", NULL);
    check(draft);
}

bool fleet_undo(struct fleet_draft *draft)
{
    if (draft->at_step == 0)
        return false;
    draft->at_step--;
    fleet_revert(draft);
    return true;
}

bool fleet_redo(struct fleet_draft *draft)
{
    if (draft->at_step + 1 >= draft->n_steps)
        return false;
    draft->at_step++;
    fleet_revert(draft);
    return true;
}

bool fleet_is_changed(const struct fleet_draft *draft)
{
    return strcmp(draft->opened, draft->steps[draft->at_step]) != 0;
}

const char *fleet_step(const struct fleet_draft *draft)
{
    return draft->steps[draft->at_step];
}

bool fleet_draft_open(struct fleet_draft *draft, struct explorer *explorer, const struct scenario *scenario,
                      struct error *error)
{
    draft->explorer = explorer;
    draft->faults = needed(calloc(1, sizeof *draft->faults));
    must_be(scenario_copy(&draft->origin, scenario));
    draft->fleet = scenario->fleet;
    if (!draft_from_scenario(&draft->json, scenario, error))
        return false;
    fleet_keep(draft);
    draft->opened = needed(strdup(draft->steps[0]));
    check(draft);
    return true;
}

void fleet_draft_close(struct fleet_draft *draft)
{
    fleet_forget(draft);
    for (int i = 0; i < draft->n_steps; i++)
        free(draft->steps[i]);
    for (int table = 0; table < FLEET_TABLES; table++)
        free(draft->rows[table]);
    if (draft->valid)
        scenario_free(&draft->scenario);
    scenario_free(&draft->origin);
    draft_free(&draft->json);
    free(draft->opened);
    free(draft->faults);
}

/* --- cells --- */

/* "/apps/2": the first element of a row; "" of the run, and of a row that is not there. */
static void find_element(const struct fleet_draft *draft, enum fleet_table table, int row,
                         char out[ERROR_PLACE])
{
    *out = 0;
    if (table != FLEET_RUN && row < draft->n_rows[table])
        text_print(out, ERROR_PLACE, "%s/%d", array_of(draft, table), draft->rows[table][row].first);
}

/* Of the run, rows are what other tables have as columns. */
static const struct fleet_column *column_of(enum fleet_table table, int row, int column)
{
    return &fleet_columns[table][table == FLEET_RUN ? row : column];
}

/* "gpu0–4" of names that follow one another, "gpu0, …" of others. */
static void name_alike(const struct fleet_draft *draft, const struct fleet_row *alike, char *out, size_t size)
{
    char end[ERROR_PLACE], last[64];
    size_t same = 0;
    text_print(end, sizeof end, "%s/%d/name", draft->gpus, alike->first + alike->n - 1);
    draft_get(&draft->json, end, last, sizeof last);
    while (out[same] && out[same] == last[same])
        same++;
    while (same > 0 && last[same - 1] >= '0' && last[same - 1] <= '9')
        same--;
    long from = strtol(out + same, NULL, 10), to = strtol(last + same, NULL, 10);
    if (to - from == alike->n - 1)
        text_append(out, size, "–%s", last + same);
    else
        text_append(out, size, ", …");
}

struct fleet_cell fleet_cell(const struct fleet_draft *draft, enum fleet_table table, int row, int column)
{
    struct fleet_cell cell = {.table = table,
                              .of = column_of(table, row, column),
                              .has = table == FLEET_RUN || row < draft->n_rows[table],
                              .unit = ""};
    char pointer[ERROR_PLACE];
    const char *key = cell.of->key;
    find_element(draft, table, row, cell.element);
    if (!cell.has)
        return cell;
    if (table == FLEET_GPUS && !*key) {
        text_print(cell.text, sizeof cell.text, "%d", draft->rows[table][row].n);
        return cell;
    }
    cell.has = fleet_pointer(&draft->json, cell.element, cell.of, pointer, sizeof pointer);
    if (!cell.has)
        return cell;
    cell.unit = fleet_unit(cell.of, pointer);
    draft_get(&draft->json, pointer, cell.text, sizeof cell.text);
    if (!*cell.text && cell.of->type == DRAFT_SLICES) { /* slices may be said without what is on them */
        text_print(pointer, sizeof pointer, "%s/mig", cell.element);
        draft_get(&draft->json, pointer, cell.text, sizeof cell.text);
    }
    if (table == FLEET_GPUS && strcmp(key, "name") == 0 && draft->rows[table][row].n > 1)
        name_alike(draft, &draft->rows[table][row], cell.text, sizeof cell.text);
    return cell;
}

struct fleet_names fleet_cell_choices(const struct fleet_draft *draft, const struct fleet_cell *cell,
                                      struct store *store)
{
    struct fleet_asked asked = {.draft = &draft->json,
                                .store = store,
                                .catalog = draft->explorer->catalog,
                                .table = cell->table,
                                .element = cell->element,
                                .gpus = draft->gpus};
    return fleet_choices(&asked, cell->of);
}

/* With all that names it. */
static void remove_element(struct fleet_draft *draft, enum fleet_table table, int at)
{
    char pointer[ERROR_PLACE], name[64];
    text_print(pointer, sizeof pointer, "%s/%d/name", array_of(draft, table), at);
    draft_get(&draft->json, pointer, name, sizeof name);
    draft_remove(&draft->json, array_of(draft, table), at);
    if (table == FLEET_APPS)
        draft_forget_app(&draft->json, name);
    else
        draft_forget_gpu(&draft->json, name);
}

/* More or fewer GPUs like these: at most one more than there may be, which is a fault that is told. */
static bool put_count(struct fleet_draft *draft, const struct fleet_row *row, const char *text,
                      struct error *error)
{
    int64_t wanted;
    if (!text_to_int64(text, &wanted) || wanted < 0)
        return error_set(error, ERROR_INPUT, "", "'%s' is no number of GPUs", TEXT_BRIEF(text));
    int all = draft_count(&draft->json, draft->gpus), most = GPUS_MAX + 1 - (all - row->n);
    int n = wanted < most ? (int)wanted : most;
    for (int have = row->n; have < n; have++)
        if (!draft_repeat(&draft->json, draft->gpus, row->first + have - 1, error))
            return false;
    for (int have = row->n; have > n; have--)
        remove_element(draft, FLEET_GPUS, row->first + have - 1);
    return true;
}

static bool put_name(struct fleet_draft *draft, const struct fleet_row *row, const char *text,
                     struct error *error)
{
    char pointer[ERROR_PLACE], name[80];
    bool good = true;
    for (int i = 0; good && i < row->n; i++) {
        text_print(pointer, sizeof pointer, "%s/%d/name", draft->gpus, row->first + i);
        text_print(name, sizeof name, row->n > 1 && *text ? "%.60s%d" : "%.60s", text, i + 1);
        good = draft_put(&draft->json, pointer, DRAFT_TEXT, name, error);
    }
    return good;
}

/* One member of each element that the row stands for. */
static bool put_member(struct fleet_draft *draft, enum fleet_table table, int row, int column,
                       const char *text, struct error *error)
{
    const struct fleet_column *of = column_of(table, row, column);
    const struct fleet_row only = {0, 1}, *rows = table == FLEET_RUN ? &only : &draft->rows[table][row];
    const char *kind = of->key ? strstr(of->key, "/kind") : NULL;
    char element[ERROR_PLACE] = "", pointer[ERROR_PLACE], part[16];
    bool good = true;
    for (int i = 0; good && i < rows->n; i++) {
        if (table != FLEET_RUN)
            text_print(element, sizeof element, "%s/%d", array_of(draft, table), rows->first + i);
        if (!fleet_pointer(&draft->json, element, of, pointer, sizeof pointer))
            return error_set(error, ERROR_INPUT, "", "this kind of %s has no %s",
                             table == FLEET_APPS ? "app" : "GPU", of->title);
        bool name = of->part && strstr(pointer, "/workload");
        good = draft_put(&draft->json, pointer, name ? DRAFT_TEXT : of->type, text, error);
        if (kind) {
            text_print(part, sizeof part, "%.*s", (int)(kind - of->key), of->key);
            fleet_drop_foreign(&draft->json, element, part);
        }
    }
    return good;
}

bool fleet_put(struct fleet_draft *draft, enum fleet_table table, int row, int column, const char *text,
               struct error *error)
{
    const struct fleet_column *of = column_of(table, row, column);
    char trimmed[FLEET_CELL_SIZE];
    bool good;
    fleet_revert(draft); /* what was typed into it before is no part of what it is now */
    if (table != FLEET_RUN && row >= draft->n_rows[table])
        return error_set(error, ERROR_INPUT, "", "there is no such row");
    text_print(trimmed, sizeof trimmed, "%s", text + strspn(text, " "));
    for (size_t n = strlen(trimmed); n > 0 && trimmed[n - 1] == ' '; n--)
        trimmed[n - 1] = 0;
    bool name = of->key && strcmp(of->key, "name") == 0;
    if (table == FLEET_GPUS && of->key && !*of->key)
        good = put_count(draft, &draft->rows[table][row], trimmed, error);
    else if (table == FLEET_GPUS && name)
        good = put_name(draft, &draft->rows[table][row], trimmed, error);
    else if (table == FLEET_APPS && name && draft->valid && *trimmed &&
             strlen(trimmed) < sizeof draft->scenario.apps->name) {
        /* What names an app says its new name: the scenario knows them by their places. */
        struct scenario *scenario = &draft->scenario;
        char old[sizeof scenario->apps->name];
        text_copy(old, sizeof old, scenario->apps[row].name);
        text_copy(scenario->apps[row].name, sizeof old, trimmed);
        for (int i = 0; i < scenario->n_affinities; i++) {
            struct affinity *affinity = &scenario->affinities[i];
            if (strcmp(affinity->app, old) == 0)
                text_copy(affinity->app, sizeof affinity->app, trimmed);
            if (strcmp(affinity->with, old) == 0)
                text_copy(affinity->with, sizeof affinity->with, trimmed);
        }
        good = draft_from_scenario(&draft->json, scenario, error);
    } else
        good = put_member(draft, table, row, column, trimmed, error);
    check(draft);
    return good;
}

/* --- rows --- */

/* A change that is a step, or none. */
static bool finish(struct fleet_draft *draft, bool good)
{
    if (good) {
        check(draft);
        fleet_keep(draft);
    } else {
        fleet_revert(draft);
    }
    return good;
}

bool fleet_add(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error)
{
    const struct fleet_row *of =
        table != FLEET_RUN && row < draft->n_rows[table] ? &draft->rows[table][row] : NULL;
    /* What goes by the kind. */
    static const char *const own_keys[FLEET_TABLES][9] = {
        {"type", "pods", "mig", "idle_w", "clock_mhz", "p_oi_w", "ha_w_per_k", "alpha_per_s"},
        {"model", "variant"},
    };
    char pointer[ERROR_PLACE];

    if (!of)
        return error_set(error, ERROR_INPUT, "", "rows of this table cannot be added");
    int at = of->first + of->n;
    bool good = draft_repeat(&draft->json, array_of(draft, table), at - 1, error);
    for (const char *const *key = own_keys[table]; good && *key; key++) {
        text_print(pointer, sizeof pointer, "%s/%d/%s", array_of(draft, table), at, *key);
        good = draft_put(&draft->json, pointer, DRAFT_TEXT, "", error);
    }
    return finish(draft, good);
}

bool fleet_duplicate(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error)
{
    if (table == FLEET_RUN || row >= draft->n_rows[table])
        return error_set(error, ERROR_INPUT, "", "rows of this table cannot be duplicated");
    const struct fleet_row of = draft->rows[table][row];
    bool good = true;
    for (int i = 0; good && i < of.n; i++)
        good = draft_repeat(&draft->json, array_of(draft, table), of.first + of.n - 1 + i, error);
    return finish(draft, good);
}

bool fleet_delete(struct fleet_draft *draft, enum fleet_table table, int row, struct error *error)
{
    if (table == FLEET_RUN || row >= draft->n_rows[table])
        return error_set(error, ERROR_INPUT, "",
                         "rows of this table cannot be removed; an empty cell is a default");
    const struct fleet_row of = draft->rows[table][row];
    for (int i = of.n - 1; i >= 0; i--)
        remove_element(draft, table, of.first + i);
    return finish(draft, true);
}

/* --- the whole --- */

bool fleet_turn(struct fleet_draft *draft, int direction)
{
    int n = draft_count(&draft->json, "/fleets");
    if (n < 2)
        return false;
    draft->fleet = (draft->fleet + direction + n) % n;
    find_fleet(draft);
    list_rows(draft, FLEET_GPUS);
    find_places(draft);
    return true;
}

const char *fleet_name(const struct fleet_draft *draft, int *n)
{
    const char *name = draft_key(&draft->json, "/fleets", draft->fleet);
    *n = draft_count(&draft->json, "/fleets");
    return name ? name : "";
}

bool fleet_replace(struct fleet_draft *draft, const char *text, size_t n, const char *name,
                   struct faults *faults, struct error *error)
{
    struct scenario_draft next = {0};
    struct scenario scenario;
    if (!draft_from_text(&next, text, n, name, error)) {
        faults_add_error(faults, error->place, error);
        return false;
    }
    if (!draft_read(&next, draft->explorer->catalog, &scenario, faults)) {
        json_place_faults(faults, name, text, n);
        *error = *faults_first(faults);
        draft_free(&next);
        return false;
    }
    scenario_free(&scenario);
    draft_free(&draft->json);
    draft->json = next;
    return finish(draft, true);
}

bool fleet_take_back(struct fleet_draft *draft, const char *text, struct error *error)
{
    return draft_from_text(&draft->json, text, strlen(text), "the draft", error) && finish(draft, true);
}

char *fleet_json(const struct fleet_draft *draft)
{
    return draft->valid ? scenario_to_text(&draft->scenario) : draft_text(&draft->json);
}

static double length_s(const struct workload *workload)
{
    if (workload->kind == WORKLOAD_RATES)
        return (double)workload->n * ns_to_s(workload->step_ns);
    return workload->n > 0 ? ns_to_s(workload->arrival_ns[workload->n - 1]) : 0;
}

bool fleet_follow_workload(struct fleet_draft *draft, int app, const char *name, char said[200],
                           struct error *error)
{
    const struct catalog *catalog = draft->explorer->catalog;
    const struct workload *workload = catalog->workload(catalog->context, name, error);
    char element[ERROR_PLACE], pointer[ERROR_PLACE], text[64], app_name[64];
    if (!workload)
        return false;
    fleet_revert(draft);
    find_element(draft, FLEET_APPS, app, element);
    text_print(pointer, sizeof pointer, "%s/name", element);
    draft_get(&draft->json, pointer, app_name, sizeof app_name);
    text_print(pointer, sizeof pointer, "%s/arrivals/kind", element);
    bool good = draft_put(&draft->json, pointer, DRAFT_TEXT, workload_kind_names[workload->kind], error);
    text_print(pointer, sizeof pointer, "%s/arrivals/workload", element);
    good = good && draft_put(&draft->json, pointer, DRAFT_TEXT, name, error);
    fleet_drop_foreign(&draft->json, element, "arrivals");
    text_print(said, 200, "%s follows %s", app_name, name);
    if (*draft_get(&draft->json, "/hours", text, sizeof text))
        text_append(said, 200, ", up to its last row");
    else if (good) {
        text_from_number(length_s(workload) / 3600, text, sizeof text);
        good = draft_put(&draft->json, "/hours", DRAFT_NUMBER, text, error);
        text_append(said, 200, ", and the run is as long: %s h", text);
    }
    return finish(draft, good);
}

bool fleet_follow_trace(struct fleet_draft *draft, const char *name, char said[200], struct error *error)
{
    const struct catalog *catalog = draft->explorer->catalog;
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, error);
    char start[32];
    int64_t start_s = 0;
    if (!trace)
        return false;
    fleet_revert(draft);
    bool good = draft_put(&draft->json, "/trace", DRAFT_TEXT, name, error);
    draft_get(&draft->json, "/start", start, sizeof start);
    text_print(said, 200, "the run is on %s", name);
    if (!civil_parse(start, &start_s) || !days_on_trace(trace, start_s)) {
        civil_format(days_like(trace, start_s), start, sizeof start);
        good = good && draft_put(&draft->json, "/start", DRAFT_TEXT, start, error);
        text_append(said, 200, " from %s on, since its old start is not on it", start);
    }
    return finish(draft, good);
}
