/* Axes are read into text, because a value is what a user would write; a scenario takes them one after the
 * other, as it takes --set. */
#include "engine/explore/sweep.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASSIGNMENT_SIZE = KNOB_NAME_SIZE + KNOB_TEXT_SIZE, NUMBER_SIZE = 32 };

bool sweep_create(struct sweep *sweep, const struct scenario *base, size_t replicates, struct error *error)
{
    *sweep = (struct sweep){.replicates = replicates};
    if (scenario_copy(&sweep->base, base))
        return true;
    *sweep = (struct sweep){0};
    return error_no_memory(error);
}

static void axis_free(struct sweep_axis *axis)
{
    for (size_t i = 0; i < axis->n + axis->n_added; i++)
        free(axis->values[i]);
    free(axis->values);
    *axis = (struct sweep_axis){0};
}

void sweep_free(struct sweep *sweep)
{
    for (size_t a = 0; a < sweep->n_axes; a++)
        axis_free(&sweep->axes[a]);
    free(sweep->added);
    scenario_free(&sweep->base);
    *sweep = (struct sweep){0};
}

/* --- the values of an axis --- */

/* Takes over nothing, and leaves it to the caller to count the value. The place grows with the values, so a
 * long list costs no more than its length. */
static bool keep_value(struct sweep_axis *axis, const char *text, size_t length, struct error *error)
{
    size_t n = axis->n + axis->n_added;
    if (!array_grow(&axis->values, n, sizeof *axis->values))
        return error_no_memory(error);
    axis->values[n] = strndup(text, length);
    return axis->values[n] || error_no_memory(error);
}

static bool add_value(struct sweep_axis *axis, const char *text, size_t length, struct error *error)
{
    if (!keep_value(axis, text, length, error))
        return false;
    axis->n++;
    return true;
}

struct range {
    double from, to, step;
};

/* Three numbers with colons between them; anything else is a list. */
static bool range_read(const char *text, struct range *range)
{
    char copy[3 * NUMBER_SIZE];
    double *const parts[] = {&range->from, &range->to, &range->step};
    char *next = copy;
    if (!text_copy(copy, sizeof copy, text))
        return false;
    for (int i = 0; i < 3; i++) {
        char *colon = next ? strchr(next, ':') : NULL;
        if (!next || (i < 2) != (colon != NULL))
            return false;
        if (colon)
            *colon = '\0';
        if (!text_to_number(next, parts[i]))
            return false;
        next = colon ? colon + 1 : NULL;
    }
    return true;
}

/* Times have colons of their own: the cut between two is the colon that leaves a time on both sides. */
static bool times_split(const char *text, struct range *range)
{
    char copy[KNOB_TEXT_SIZE];
    int64_t from, to;
    if (!text_copy(copy, sizeof copy, text))
        return false;
    for (char *cut = strchr(copy, ':'); cut; cut = strchr(cut + 1, ':')) {
        *cut = '\0';
        if (civil_parse(copy, &from) && civil_parse(cut + 1, &to)) {
            *range = (struct range){(double)from, (double)to, 0};
            return true;
        }
        *cut = ':';
    }
    return false;
}

/* A number is rounded to what a user can have meant: the third of .8:1.2:.05 is 0.9, not
 * 0.9000000000000001. */
static void write_number(double value, char *out, size_t size)
{
    char rounded[NUMBER_SIZE];
    snprintf(rounded, sizeof rounded, "%.12g", value);
    text_to_number(rounded, &value);
    text_from_number(value == 0 ? 0 : value, out, size);
}

static void write_time(double value, char *out, size_t size)
{
    civil_format((int64_t)value, out, size);
}

/* Steps are counted, not added up. The end belongs to the range where a step falls on it. */
static bool add_range(struct sweep_axis *axis, const struct range *range,
                      void (*write)(double value, char *out, size_t size), struct error *error)
{
    double steps = floor((range->to - range->from) / range->step + 1e-9);
    if (range->step == 0 || !(steps >= 0))
        return error_set(error, ERROR_INPUT, NULL,
                         "FROM:TO:STEP, where the step leads from one to the other");
    if (steps + 1 > SWEEP_VALUES_MAX)
        return error_set(error, ERROR_INPUT, NULL, "these are more than %d values", SWEEP_VALUES_MAX);
    for (size_t i = 0; i <= (size_t)steps; i++) {
        char text[NUMBER_SIZE];
        write(range->from + (double)i * range->step, text, sizeof text);
        if (!add_value(axis, text, strlen(text), error))
            return false;
    }
    return true;
}

static bool add_list(struct sweep_axis *axis, const char *text, struct error *error)
{
    const char *between = strchr(text, '|') ? "|" : ",";
    for (;;) {
        size_t length = strcspn(text, between);
        if (length == 0)
            return error_set(error, ERROR_INPUT, NULL,
                             "a value is missing; it takes KNOB=FROM:TO:STEP or KNOB=VALUE,VALUE,...");
        if (axis->n == SWEEP_VALUES_MAX)
            return error_set(error, ERROR_INPUT, NULL, "these are more than %d values", SWEEP_VALUES_MAX);
        if (!add_value(axis, text, length, error))
            return false;
        text += length;
        if (!*text || strcmp(text, "|") == 0)
            return true;
        text++;
    }
}

/* --- an axis --- */

bool sweep_axis_scenario(const struct scenario *base, const struct sweep_axis *axis, size_t i,
                         struct scenario *scenario, struct error *error)
{
    char assignment[ASSIGNMENT_SIZE];
    if (!scenario_copy(scenario, base))
        return error_no_memory(error);
    text_print(assignment, sizeof assignment, "%s=%s", axis->knob, axis->values[i]);
    if (scenario_apply_set(scenario, assignment, error))
        return true;
    scenario_free(scenario);
    return false;
}

static bool read_values(struct sweep_axis *axis, const char *text, struct error *error)
{
    struct range range;
    if (range_read(text, &range))
        return add_range(axis, &range, write_number, error);
    if (times_split(text, &range))
        return error_set(error, ERROR_INPUT, NULL, "between two times it takes a step, as in FROM:TO:1d");
    /* Two times and a duration: "2022-01-13T20:00Z:2022-02-13T20:00Z:1d". */
    char copy[KNOB_TEXT_SIZE];
    double step_s;
    char *step = text_copy(copy, sizeof copy, text) ? strrchr(copy, ':') : NULL;
    if (!step)
        return add_list(axis, text, error);
    *step++ = '\0';
    bool back = *step == '-';
    if (!duration_parse(step + back, &step_s) || !times_split(copy, &range))
        return add_list(axis, text, error);
    range.step = back ? -step_s : step_s;
    if (range.step != floor(range.step))
        return error_set(error, ERROR_INPUT, NULL, "times go by whole seconds; this step has a fraction");
    return add_range(axis, &range, write_time, error);
}

static bool read_axis(const struct sweep *sweep, struct sweep_axis *axis, const char *text,
                      struct error *error)
{
    const char *equals = strchr(text, '=');
    if (sweep->n_axes == SWEEP_AXES_MAX)
        return error_set(error, ERROR_INPUT, NULL, "a sweep has at most %d axes", SWEEP_AXES_MAX);
    if (!equals || equals == text || !equals[1])
        return error_set(error, ERROR_INPUT, NULL,
                         "it takes KNOB=FROM:TO:STEP or KNOB=VALUE,VALUE,..., as in cit=.8:1.2:.05");
    /* The name in full, as far as it is one knob's. */
    size_t length = (size_t)(equals - text);
    struct knob_ref refs[KNOB_TARGETS_MAX];
    char given[KNOB_NAME_SIZE];
    if (length >= sizeof given)
        return error_set(error, ERROR_INPUT, NULL, "no knob has so long a name");
    text_print(given, sizeof given, "%.*s", (int)length, text);
    int n = knob_resolve_all(&sweep->base, given, refs, error);
    if (n == 0)
        return false;
    if (n == 1)
        knob_name(&sweep->base, refs[0], axis->knob, sizeof axis->knob);
    else
        text_copy(axis->knob, sizeof axis->knob, given);
    for (size_t a = 0; a < sweep->n_axes; a++)
        if (strcmp(sweep->axes[a].knob, axis->knob) == 0)
            return error_set(error, ERROR_INPUT, NULL, "%s is varied already; give all its values at once",
                             axis->knob);
    if (!read_values(axis, equals + 1, error))
        return false;
    /* Each by itself: the message says which value, and why not. */
    struct scenario scenario;
    for (size_t i = 0; i < axis->n; i++) {
        if (!sweep_axis_scenario(&sweep->base, axis, i, &scenario, error))
            return false;
        scenario_free(&scenario);
    }
    return true;
}

bool sweep_vary(struct sweep *sweep, const char *text, struct error *error)
{
    struct sweep_axis axis = {0};
    struct error inner = {0};
    if (read_axis(sweep, &axis, text, &inner)) {
        sweep->axes[sweep->n_axes++] = axis;
        return true;
    }
    axis_free(&axis);
    char place[ERROR_PLACE];
    text_print(place, sizeof place, "--vary %s", text);
    return error_set(error, inner.kind, place, "%s", inner.message);
}

/* Bars where a value holds a comma. */
char *sweep_axis_text(const struct sweep_axis *axis)
{
    bool bars = false;
    size_t size = strlen(axis->knob) + 3, used;
    for (size_t i = 0; i < axis->n; i++) {
        size += strlen(axis->values[i]) + 1;
        bars |= strchr(axis->values[i], ',') != NULL;
    }
    char *text = malloc(size);
    if (!text)
        return NULL;
    used = (size_t)snprintf(text, size, "%s=", axis->knob);
    for (size_t i = 0; i < axis->n; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 i == 0 ? ""
                                 : bars ? "|"
                                        : ",",
                                 axis->values[i]);
    if (bars && axis->n == 1)
        snprintf(text + used, size - used, "|");
    return text;
}

/* --- points --- */

size_t sweep_grid(const struct sweep *sweep)
{
    size_t n = 1;
    for (size_t a = 0; a < sweep->n_axes; a++)
        n = n > SIZE_MAX / sweep->axes[a].n ? SIZE_MAX : n * sweep->axes[a].n;
    return n;
}

size_t sweep_configurations(const struct sweep *sweep)
{
    size_t n = sweep_grid(sweep);
    return n > SIZE_MAX - sweep->n_added ? SIZE_MAX : n + sweep->n_added;
}

size_t sweep_points(const struct sweep *sweep)
{
    size_t n = sweep_configurations(sweep);
    return n > SIZE_MAX / sweep->replicates ? SIZE_MAX : n * sweep->replicates;
}

void sweep_place(const struct sweep *sweep, size_t configuration, size_t at[SWEEP_AXES_MAX])
{
    size_t grid = sweep->n_added > 0 ? sweep_grid(sweep) : SIZE_MAX;
    for (size_t a = sweep->n_axes; a-- > 0 && configuration < grid; configuration /= sweep->axes[a].n)
        at[a] = configuration % sweep->axes[a].n;
    if (configuration >= grid)
        memcpy(at, sweep->added[configuration - grid], sizeof *sweep->added);
}

size_t sweep_at(const struct sweep *sweep, const size_t at[SWEEP_AXES_MAX])
{
    size_t configuration = 0;
    for (size_t a = 0; a < sweep->n_axes; a++)
        configuration = configuration * sweep->axes[a].n + at[a];
    return configuration;
}

/* A value is the base's if it changes nothing: so it is found however it is written. */
bool sweep_home(const struct sweep *sweep, size_t at[SWEEP_AXES_MAX])
{
    uint64_t own = scenario_fingerprint(&sweep->base);
    bool whole = true;
    for (size_t a = 0; a < sweep->n_axes; a++) {
        bool found = false;
        at[a] = (sweep->axes[a].n - 1) / 2;
        for (size_t i = 0; i < sweep->axes[a].n && !found; i++) {
            struct scenario scenario;
            if (!sweep_axis_scenario(&sweep->base, &sweep->axes[a], i, &scenario, NULL))
                continue;
            found = scenario_fingerprint(&scenario) == own;
            scenario_free(&scenario);
            at[a] = found ? i : at[a];
        }
        whole = whole && found;
    }
    return whole;
}

char *sweep_name(const struct sweep *sweep, size_t configuration, char *out, size_t size)
{
    size_t at[SWEEP_AXES_MAX];
    sweep_place(sweep, configuration, at);
    text_print(out, size, "%s", sweep->n_axes == 0 ? sweep->base.name : "");
    for (size_t a = 0; a < sweep->n_axes; a++)
        text_append(out, size, "%s%s=%s", a > 0 ? ", " : "", sweep->axes[a].knob,
                    sweep->axes[a].values[at[a]]);
    return out;
}

bool sweep_scenario(const struct sweep *sweep, size_t point, struct scenario *scenario, struct error *error)
{
    size_t configuration = sweep_configuration(sweep, point);
    if (!scenario_copy(scenario, &sweep->base))
        return error_no_memory(error);
    scenario->seed = sweep_seed(sweep, point);
    size_t at[SWEEP_AXES_MAX];
    bool good = true;
    sweep_place(sweep, configuration, at);
    for (size_t a = 0; good && a < sweep->n_axes; a++) {
        char assignment[ASSIGNMENT_SIZE];
        text_print(assignment, sizeof assignment, "%s=%s", sweep->axes[a].knob, sweep->axes[a].values[at[a]]);
        good = scenario_apply_set(scenario, assignment, error);
    }
    if (good)
        return true;
    scenario_free(scenario);
    if (error)
        sweep_name(sweep, configuration, error->place, sizeof error->place);
    return false;
}

struct sweep_checking {
    struct faults faults;
    bool read[SWEEP_AXES_MAX]; /* in some configuration so far */
    char why[200];             /* one that is not was not, at last */
};

/* The document as a whole: two values that are sound each may not go together. */
static bool check_configuration(const struct sweep *sweep, size_t configuration,
                                struct sweep_checking *checking, struct error *error)
{
    struct scenario scenario;
    struct faults *faults = &checking->faults;
    char name[ERROR_PLACE];
    if (!sweep_scenario(sweep, configuration * sweep->replicates, &scenario, error))
        return false;
    faults->count = 0;
    bool good = scenario_validate(&scenario, faults);
    for (size_t a = 0; a < sweep->n_axes; a++) {
        /* Does anybody read the axis' knob in this configuration? `why` not. */
        struct knob_ref refs[KNOB_TARGETS_MAX];
        int n = checking->read[a] ? 0 : knob_resolve_all(&scenario, sweep->axes[a].knob, refs, NULL), k = 0;
        while (k < n && !knob_read_by(&scenario, refs[k], checking->why, sizeof checking->why))
            k++;
        checking->read[a] = n == 0 || k < n;
    }
    scenario_free(&scenario);
    return good || error_set(error, faults->kept[0].kind ? faults->kept[0].kind : ERROR_INPUT,
                             sweep_name(sweep, configuration, name, sizeof name), "%s: %s",
                             faults->kept[0].place, faults->kept[0].message);
}

bool sweep_check(const struct sweep *sweep, struct error *error)
{
    size_t n = sweep_configurations(sweep);
    if (sweep_points(sweep) > SWEEP_POINTS_MAX)
        return error_set(error, ERROR_INPUT, NULL,
                         "these are more than %d runs; give fewer values or replicates", SWEEP_POINTS_MAX);
    struct sweep_checking *checking = calloc(1, sizeof *checking);
    if (!checking)
        return error_no_memory(error);
    bool good = true;
    for (size_t i = 0; good && i < n; i++)
        good = check_configuration(sweep, i, checking, error);
    for (size_t a = 0; good && a < sweep->n_axes; a++)
        if (!checking->read[a])
            good = error_set(error, ERROR_INPUT, NULL, "%s changes nothing here: %s; leave it out",
                             sweep->axes[a].knob, checking->why);
    free(checking);
    return good;
}

/* --- more than the grid --- */

bool sweep_add(struct sweep *sweep, const char *const *values, struct error *error)
{
    struct sweep_checking *checking = calloc(1, sizeof *checking);
    size_t n = sweep->n_added;
    bool good = (checking && array_grow(&sweep->added, n, sizeof *sweep->added)) || error_no_memory(error);
    /* Before it is counted: the values are, but nobody asks for those of an axis beyond its grid. */
    for (size_t a = 0; good && a < sweep->n_axes; a++) {
        struct sweep_axis *axis = &sweep->axes[a];
        size_t *at = &sweep->added[n][a];
        for (*at = 0; *at < axis->n + axis->n_added && strcmp(axis->values[*at], values[a]) != 0;)
            ++*at;
        if (*at < axis->n + axis->n_added)
            continue;
        good = keep_value(axis, values[a], strlen(values[a]), error);
        axis->n_added += good;
    }
    sweep->n_added += good;
    if (good && !check_configuration(sweep, sweep_configurations(sweep) - 1, checking, error)) {
        sweep->n_added--;
        good = false;
    }
    free(checking);
    return good;
}

/* --- what is kept --- */

/* The table tells metrics scope by scope: [first, end) are those of one. */
struct metric_span {
    size_t first, end;
};

static struct metric_span span_of(enum metric_scope scope)
{
    struct metric_span span = {0, METRIC_COUNT};
    while (metric_scope_of((enum metric)span.first) != scope)
        span.first++;
    while (metric_scope_of((enum metric)(span.end - 1)) != scope)
        span.end--;
    return span;
}

size_t sweep_columns(const struct sweep *sweep)
{
    struct metric_span run = span_of(METRIC_OF_RUN), app = span_of(METRIC_OF_APP);
    return run.end - run.first + (app.end - app.first) * (size_t)sweep->base.n_apps;
}

struct sweep_column sweep_column(const struct sweep *sweep, size_t k)
{
    struct metric_span run = span_of(METRIC_OF_RUN), app = span_of(METRIC_OF_APP);
    size_t of_run = run.end - run.first, of_app = app.end - app.first;
    (void)sweep;
    if (k < of_run)
        return (struct sweep_column){(enum metric)(run.first + k), 0};
    k -= of_run;
    return (struct sweep_column){(enum metric)(app.first + k % of_app), (int)(k / of_app)};
}

size_t sweep_column_of(const struct sweep *sweep, enum metric metric, int part)
{
    struct metric_span run = span_of(METRIC_OF_RUN), app = span_of(METRIC_OF_APP);
    if (metric >= run.first && metric < run.end)
        return metric - run.first;
    if (metric < app.first || metric >= app.end || part >= sweep->base.n_apps)
        return SIZE_MAX;
    return run.end - run.first + (size_t)part * (app.end - app.first) + metric - app.first;
}
