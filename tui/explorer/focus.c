/* The knobs of the explorer: which there are, what is in force, and where a step leads. What a turn does to
 * the scenario is in changes.c. */
#include "engine/answers/forecast.h"
#include "tui/explorer/explorer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first edit of a knob; NULL: there is none. */
static const struct edit *edit_of(const struct scenario *scenario, struct knob_ref knob)
{
    for (int e = 0; e < scenario->n_edits; e++)
        if (knob_same(scenario->edits[e].knob, knob))
            return &scenario->edits[e];
    return NULL;
}

/* A knob is listed if turning it can matter: rule 10 of guides/screens. What some scheme reads is at work if
 * the scheme is at some time of the run: the list must not change under a moving cursor. */
static bool knob_matters(const struct scenario *scenario, struct knob_ref knob)
{
    const struct knob_info *info = &knob_infos[knob.id];
    if (knob_is_scheme(knob))
        return knob_same(knob, scenario_pool_subject(scenario, knob.scope == SCOPE_POOL ? knob.target : 0));
    const struct edit *edit = info->once_said ? edit_of(scenario, knob) : NULL;
    struct knob_value value = knob_get(scenario, knob);
    if (edit && info->type == TYPE_NUMBER && isnan(value.number))
        value = edit->value;
    bool listed = !info->unlisted || (info->once_said && (edit || knob_is_said(scenario, knob)));
    if (info->type != TYPE_NUMBER || !listed || isnan(value.number))
        return false;
    if (!knob_is_read(scenario, knob))
        return false;
    /* Could it be turned one step down or up from there? */
    struct knob_value down = value, up = value;
    down.number -= knob_infos[knob.id].step;
    up.number += knob_infos[knob.id].step;
    return knob_check(scenario, knob, &down, NULL) || knob_check(scenario, knob, &up, NULL);
}

/* Policies first, then what their configuration weighs, then the rest in the order of the table. */
enum focus_list { LISTED_POLICIES, LISTED_CONFIGURATION, LISTED_REST, LISTED_COUNT };

struct focus_listing {
    struct explorer *explorer;
    enum focus_list part;
};

bool explorer_is_lever(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    const char *lever = scenario->levers;
    char name[KNOB_NAME_SIZE];
    if (!*lever)
        return knob_is_scheme(knob) || knob_infos[knob.id].favourite > 0;
    knob_name(scenario, knob, name, sizeof name);
    for (size_t n; *lever; lever += n + strspn(lever + n, " ")) {
        n = strcspn(lever, " ");
        if (strlen(name) == n && strncmp(lever, name, n) == 0)
            return true;
    }
    return false;
}

/* Has it another value than the scenario was opened with, at some time? */
static bool is_turned(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario, *opened = explorer_opened(explorer);
    struct knob_value now = knob_get(scenario, knob),
                      then = knob_exists(opened, knob) ? knob_get(opened, knob) : now;
    return edit_of(scenario, knob) || !knob_equal(knob, &now, &then);
}

static enum focus_list part_of(struct knob_ref knob)
{
    bool weighs = strcmp(knob_infos[knob.id].group, layer_names[LAYER_CONFIGURE]) == 0;
    return knob_is_scheme(knob) ? LISTED_POLICIES : weighs ? LISTED_CONFIGURATION : LISTED_REST;
}

static bool list_knob(void *context, struct knob_ref knob)
{
    struct focus_listing *listing = context;
    struct explorer *explorer = listing->explorer;
    bool wanted = part_of(knob) == listing->part && knob_matters(&explorer->document.scenario, knob);
    if (wanted && explorer->focus.n_knobs < EXPLORER_KNOBS)
        explorer->focus.knobs[explorer->focus.n_knobs++] = knob;
    return explorer->focus.n_knobs < EXPLORER_KNOBS;
}

/* What is listed once it was said, and an edit alone has said it. */
static void list_edited(struct focus_listing *listing)
{
    const struct scenario *scenario = &listing->explorer->document.scenario;
    listing->part = LISTED_REST;
    for (int e = 0; e < scenario->n_edits; e++) {
        struct knob_ref knob = scenario->edits[e].knob;
        if (edit_of(scenario, knob) == &scenario->edits[e] && knob_infos[knob.id].once_said &&
            !knob_is_said(scenario, knob))
            list_knob(listing, knob);
    }
}

/* Those that are shown come first: all of them, or few, with the one that the scenario opens on and the one
 * in hand. */
static void put_few_first(struct explorer *explorer, const struct knob_ref chosen[2])
{
    struct focus *focus = &explorer->focus;
    struct knob_ref rest[EXPLORER_KNOBS];
    int n_rest = 0;
    focus->n_shown = 0;
    for (int i = 0; i < focus->n_knobs; i++) {
        struct knob_ref knob = focus->knobs[i];
        if (!focus->few || knob_same(knob, chosen[0]) || knob_same(knob, chosen[1]) ||
            explorer_is_lever(explorer, knob) || is_turned(explorer, knob))
            focus->knobs[focus->n_shown++] = knob;
        else
            rest[n_rest++] = knob;
    }
    memcpy(focus->knobs + focus->n_shown, rest, (size_t)n_rest * sizeof *rest);
}

void explorer_list_knobs(struct explorer *explorer)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_ref chosen[] = {knob_of_run(KNOB_COUNT), explorer->focus.favourite}; /* the user's wins */
    struct focus_listing listing = {explorer, LISTED_POLICIES};
    if (*scenario->opens_on)
        knob_resolve(scenario, scenario->opens_on, &chosen[0], NULL);
    explorer->focus.n_knobs = 0;
    for (; listing.part < LISTED_COUNT; listing.part++)
        knob_each(scenario, list_knob, &listing);
    list_edited(&listing);
    put_few_first(explorer, chosen);
    explorer->focus.at = 0;
    for (int i = 1, most = 0; i < explorer->focus.n_shown; i++) {
        int favourite = knob_infos[explorer->focus.knobs[i].id].favourite;
        explorer->focus.at = favourite > most ? i : explorer->focus.at;
        most = favourite > most ? favourite : most;
    }
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < explorer->focus.n_shown; i++)
            if (explorer_same_knob(explorer->focus.knobs[i], chosen[k]))
                explorer->focus.at = i;
}

void explorer_show_few(struct explorer *explorer, bool few)
{
    struct focus *focus = &explorer->focus;
    struct knob_ref favourite = focus->favourite;
    if (focus->few == few)
        return;
    if (focus->n_knobs > 0)
        focus->favourite = focus->knobs[focus->at]; /* in hand it stays, but nobody has chosen it */
    focus->few = few;
    explorer_list_knobs(explorer);
    focus->favourite = favourite;
}

void explorer_focus(struct explorer *explorer, int step)
{
    int n = explorer->focus.n_shown;
    if (n == 0)
        return;
    explorer->focus.at = ((explorer->focus.at + step) % n + n) % n;
    explorer->focus.favourite = explorer->focus.knobs[explorer->focus.at];
    explorer->document.turning = false;
}

void explorer_favour(struct explorer *explorer, struct knob_ref knob)
{
    explorer->focus.favourite = knob;
    explorer_list_knobs(explorer);
}

bool explorer_same_knob(struct knob_ref a, struct knob_ref b)
{
    return knob_same(a, b);
}

/* The clock of what the knob is about where nobody has said one; NAN: another knob, or not known. */
static double resting_mhz(const struct explorer *explorer, struct knob_ref knob)
{
    const struct result *current = explorer->results.current;
    const struct model *model = current ? current->model : NULL;
    if (!model || knob_infos[knob.id].effect != EFFECT_CLOCK)
        return (double)NAN;
    if (knob.scope == SCOPE_GPU && knob.target < model->n_gpus)
        return model->gpus[knob.target].rest_mhz;
    for (int i = 0; knob.scope == SCOPE_APP && i < model->n_instances; i++)
        if (model_seat_app(model, i) == knob.target)
            return model->instances[i].rest_mhz;
    return (double)NAN;
}

bool explorer_is_controlled(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_value begun = knob_get(scenario, knob_of_run(KNOB_WATER));
    bool controlled = knob_number(KNOB_WATER, &begun) > 0;
    if (knob.id != KNOB_WATER_C || explorer_acts_from_start(explorer, knob, NULL))
        return false;
    for (int e = 0; e < scenario->n_edits && scenario->edits[e].t_ns <= explorer->time.cursor_ns; e++) {
        const struct edit *edit = &scenario->edits[e];
        if (edit->knob.id == KNOB_WATER || edit->knob.id == KNOB_WATER_C)
            controlled = edit->knob.id == KNOB_WATER && knob_number(KNOB_WATER, &edit->value) > 0;
    }
    return controlled;
}

/* What the controller has set by now, to a tenth; NAN: nothing yet. */
static double controlled_c(const struct explorer *explorer)
{
    const struct result *current = explorer->results.current;
    const struct chronicle *water = current && current->recording ? &current->recording->water : NULL;
    int n = water ? chronicle_until(water, explorer->time.cursor_ns) : 0;
    const struct water_change *last = n > 0 ? chronicle_get(water, n - 1) : NULL;
    return last ? floor(last->to_c * 10 + 0.5) / 10 : (double)NAN;
}

struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob)
{
    bool start = explorer_acts_from_start(explorer, knob, NULL);
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_value value =
        start ? knob_get(scenario, knob) : knob_at(scenario, knob, explorer->time.cursor_ns);
    if (knob_infos[knob.id].type == TYPE_NUMBER && isnan(value.number))
        value.number = resting_mhz(explorer, knob);
    double set_c = explorer_is_controlled(explorer, knob) ? controlled_c(explorer) : (double)NAN;
    if (!isnan(set_c))
        value.number = set_c;
    return value;
}

size_t explorer_rungs(const struct explorer *explorer, struct knob_ref knob, double rungs[CLOCKS_MAX])
{
    const struct result *current = explorer->results.current;
    return current && current->model ? clocks_of(current->model, knob, rungs) : 0;
}

static double step_between(const double *rungs, size_t n)
{
    double step = n > 1 ? rungs[1] - rungs[0] : 0;
    for (size_t i = 1; i < n; i++)
        if (fabs(rungs[i] - rungs[i - 1] - step) > 1e-6)
            return 0;
    return step;
}

struct knob_slider explorer_slider(const struct explorer *explorer, struct knob_ref knob)
{
    const struct scenario *opened = explorer_opened(explorer);
    double rungs[CLOCKS_MAX], begun = NAN;
    size_t n = explorer_rungs(explorer, knob, rungs);
    if (n > 0)
        return (struct knob_slider){rungs[0], rungs[n - 1], step_between(rungs, n)};
    if (knob_infos[knob.id].type == TYPE_NUMBER && knob_exists(opened, knob))
        begun = knob_get(opened, knob).number;
    return knob_slider(&explorer->document.scenario, knob, begun);
}

double explorer_slider_place(const struct explorer *explorer, struct knob_ref knob, double value)
{
    bool none = knob_infos[knob.id].zero && value == 0;
    return none ? explorer_slider(explorer, knob).most : value;
}

/* Of a knob whose 0 turns it off, which lies a step beyond the loosest limit: from there to stricter ones,
 * and back. */
static bool step_limit(const struct explorer *explorer, struct knob_ref knob, double now, int steps,
                       struct knob_value *value)
{
    struct knob_slider slider = explorer_slider(explorer, knob);
    double step = slider.step, loosest = fmax(slider.most, now);
    double none = floor(loosest / step + 0.5) + 1, at = now > 0 ? floor(now / step + 0.5) : none;
    double target = fmin(fmax(at + steps, 1), none);
    value->number = target < none ? floor(target * step * 1e6 + 0.5) / 1e6 : 0;
    return value->number != now;
}

size_t explorer_nearest_rung(const double *rungs, size_t n, double value)
{
    size_t at = 0;
    for (size_t k = 1; k < n; k++)
        at = fabs(rungs[k] - value) < fabs(rungs[at] - value) ? k : at;
    return at;
}

bool explorer_step(const struct explorer *explorer, struct knob_ref knob, int steps, struct knob_value *value)
{
    const struct knob_info *info = &knob_infos[knob.id];
    struct knob_value now = explorer_value(explorer, knob);
    *value = now;
    if (knob_is_scheme(knob)) {
        /* The schemes of a layer that this scenario has a fleet for are a ring: so many steps along it. */
        int layer = knob.layer;
        int ring[POLICY_COUNT], n = 0, at = 0, first = (int)policy_find((enum layer)layer, now.text);
        for (int i = 0; i < POLICY_COUNT; i++) {
            int policy = (first + i) % POLICY_COUNT;
            const char *fleet = policy_fleet((enum policy_id)policy);
            if ((int)policy_infos[policy].layer == layer &&
                (!*fleet || scenario_find_fleet(&explorer->document.scenario, fleet) >= 0))
                ring[n++] = policy;
        }
        if (n == 0)
            return false;
        at = ring[0] == first || steps < 0 ? 0 : -1; /* the scheme in force may have lost its fleet */
        at = ((at + steps) % n + n) % n;
        snprintf(value->text, sizeof value->text, "%s", policy_infos[ring[at]].name);
        return ring[at] != first;
    }
    if (info->zero)
        return step_limit(explorer, knob, now.number, steps, value);
    double rungs[CLOCKS_MAX];
    size_t n = explorer_rungs(explorer, knob, rungs);
    if (n > 0) {
        /* From the rung that is nearest to the value in force. */
        int at = (int)explorer_nearest_rung(rungs, n, now.number), last = (int)n - 1;
        at = at + steps < 0 ? 0 : at + steps > last ? last : at + steps;
        value->number = rungs[at];
        return value->number != now.number;
    }
    struct knob_slider slider = explorer_slider(explorer, knob);
    double target = (floor(now.number / slider.step + 0.5) + steps) * slider.step;
    double low = fmin(slider.least, now.number), high = fmax(slider.most, now.number);
    target = fmin(fmax(target, low), high);
    value->number = floor(target * 1e6 + 0.5) / 1e6;
    return value->number != now.number;
}
