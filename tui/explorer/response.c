/* The values are those of the slider, at even steps where they are many, and always the one in force, the
 * default and the next steps to both sides. They are run coarse to fine, so a curve has its shape before it
 * has all its points, and seeds other than the scenario's own come last. */
#include "tui/explorer/response.h"

#include "engine/sim/recording.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/explorer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_VALUES = RESPONSE_VALUES - 8 };
/* Requests that may be served for a curve that nobody has asked for: a fraction of a second on a core. */
static const double passing_requests = 8e6;

/* What its runs are made of: the question's own. */
struct response_turned {
    int n_values;
    struct scenario scenarios[RESPONSE_VALUES]; /* in order of the runs; owned */
    bool possible[RESPONSE_VALUES];
    char faults[RESPONSE_VALUES][160];
};

static void turned_free(void *context)
{
    struct response_turned *turned = context;
    for (int i = 0; i < turned->n_values; i++)
        if (turned->possible[i])
            scenario_free(&turned->scenarios[i]);
    free(turned);
}

static bool turned_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct response_turned *turned = context;
    size_t value = i % (size_t)turned->n_values, seed = i / (size_t)turned->n_values;
    if (!turned->possible[value])
        return error_set(error, ERROR_INPUT, "", "%s", turned->faults[value]);
    if (!scenario_copy(scenario, &turned->scenarios[value]))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->seed += seed;
    return true;
}

/* --- values --- */

static bool add_value(const struct explorer *explorer, struct response *response,
                      const struct knob_value *value)
{
    bool scheme = knob_is_scheme(response->knob);
    double place = scheme ? 0 : explorer_slider_place(explorer, response->knob, value->number);
    int at = response->n_values;
    for (int i = 0; i < response->n_values; i++) {
        double near = 1e-9 * fmax(1, fabs(place));
        if (scheme ? strcmp(response->values[i].text, value->text) == 0
                   : fabs(response->places[i] - place) <= near)
            return true;
    }
    if (response->n_values == RESPONSE_VALUES)
        return false;
    for (; !scheme && at > 0 && response->places[at - 1] > place; at--) {
        response->values[at] = response->values[at - 1];
        response->places[at] = response->places[at - 1];
    }
    response->values[at] = *value;
    response->places[at] = place;
    response->n_values++;
    return true;
}

/* The one in force and those next to it first: they must be among the values. */
static void add_near(const struct explorer *explorer, struct response *response)
{
    struct knob_value value = explorer_value(explorer, response->knob);
    add_value(explorer, response, &value);
    for (int step = -1; step <= 1; step += 2)
        if (explorer_step(explorer, response->knob, step, &value))
            add_value(explorer, response, &value);
}

static void add_schemes(const struct explorer *explorer, struct response *response)
{
    struct knob_value now = explorer_value(explorer, response->knob), value;
    add_value(explorer, response, &now);
    for (int step = 1; explorer_step(explorer, response->knob, step, &value) && step < RESPONSE_VALUES;
         step++)
        add_value(explorer, response, &value);
}

static void add_numbers(const struct explorer *explorer, struct response *response)
{
    double rungs[CLOCKS_MAX];
    size_t n_rungs = explorer_rungs(explorer, response->knob, rungs);
    if (n_rungs > 0) {
        /* All of them, or as many as there is room for. */
        size_t stride = 1 + (n_rungs - 1) / GRID_VALUES;
        add_near(explorer, response);
        for (size_t i = 0; i < n_rungs; i += stride)
            add_value(explorer, response, &(struct knob_value){.number = rungs[i]});
        add_value(explorer, response, &(struct knob_value){.number = rungs[n_rungs - 1]});
        return;
    }
    const struct knob_info *info = &knob_infos[response->knob.id];
    struct knob_slider slider = explorer_slider(explorer, response->knob);
    int steps = (int)floor((slider.most - slider.least) / slider.step + 1e-6);
    int stride = 1 + steps / GRID_VALUES;
    struct knob_value value = {.number = info->initial};
    add_near(explorer, response);
    if (!isnan(info->initial))
        add_value(explorer, response, &value);
    for (int i = 0; i <= steps; i += stride) {
        double number = floor(slider.least / slider.step + 0.5) * slider.step + i * slider.step;
        value.number = floor(fmax(number, slider.least) * 1e6 + 0.5) / 1e6;
        add_value(explorer, response, &value);
    }
    value.number = slider.most;
    add_value(explorer, response, &value);
}

static int find_value(const struct response *response, const struct knob_value *value)
{
    int at = response->n_values - 1;
    while (at >= 0 && !knob_equal(response->knob, &response->values[at], value))
        at--;
    return at;
}

static void mark_values(const struct explorer *explorer, struct response *response)
{
    const struct knob_info *info = &knob_infos[response->knob.id];
    const struct scenario *scenario = &explorer->document.scenario;
    struct knob_value now = explorer_value(explorer, response->knob), initial = {.number = info->initial};
    bool varies = false; /* then no value in force throughout is the run as it is */
    for (int e = 0; e < scenario->n_edits && response->whole; e++)
        varies |= knob_same(scenario->edits[e].knob, response->knob);
    response->here = varies ? -1 : find_value(response, &now);
    response->initial =
        info->type == TYPE_NUMBER && !isnan(info->initial) ? find_value(response, &initial) : -1;
}

/* --- asking --- */

bool response_scenario(const struct explorer *explorer, const struct response *response, int value,
                       struct scenario *scenario, struct error *error)
{
    if (!response->whole)
        return explorer_turned(explorer, response->knob, &response->values[value], scenario, error);
    must_be(scenario_copy(scenario, &explorer->document.scenario));
    bool ok = scenario_set_throughout(scenario, response->knob, &response->values[value], error);
    if (!ok)
        scenario_free(scenario);
    return ok;
}

static bool simulates_lots(struct explorer *explorer, const struct response *response)
{
    struct scenario scenario;
    struct error error = {0};
    bool lots = scenario_draws_lots(&explorer->document.scenario);
    for (int i = 0; i < response->n_values && !lots && knob_is_scheme(response->knob); i++)
        if (response_scenario(explorer, response, i, &scenario, &error)) {
            lots = scenario_draws_lots(&scenario);
            scenario_free(&scenario);
        }
    must_not_lack(&error);
    return lots;
}

static struct response_turned *turn_all(const struct explorer *explorer, const struct response *response)
{
    struct response_turned *turned = needed(calloc(1, sizeof *turned));
    turned->n_values = response->n_values;
    for (int i = 0; i < response->n_values; i++) {
        struct error error = {0};
        int run = response->ranks[i];
        turned->possible[run] = response_scenario(explorer, response, i, &turned->scenarios[run], &error);
        snprintf(turned->faults[run], sizeof turned->faults[run], "%.*s", (int)sizeof turned->faults[run] - 1,
                 error.message);
        must_not_lack(&error);
    }
    return turned;
}

/* Of a question that simulates nothing, so it is asked at once and of nobody else's thread. */
struct response_now {
    const struct explorer *explorer;
    const struct response *response;
};

static bool now_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct response_now *now = context;
    int n = now->response->n_values, value = 0;
    while (now->response->ranks[value] != (int)i % n)
        value++;
    if (!response_scenario(now->explorer, now->response, value, scenario, error))
        return false;
    scenario->seed += i / (size_t)n;
    return true;
}

/* Whatever is known is there at once; what is not is simulated, or left. */
static void ask(struct explorer *explorer, struct response *response, bool simulate)
{
    struct response_now now = {explorer, response};
    struct question_plan plan = {.n = (size_t)(response->n_values * response->n_seeds),
                                 .priority = response->wish >= RESPONSE_ASKED ? JOB_ASKED : JOB_LATER,
                                 .known_only = !simulate,
                                 .scenario = simulate ? turned_scenario : now_scenario,
                                 .context = simulate ? (void *)turn_all(explorer, response) : &now,
                                 .free_context = simulate ? turned_free : NULL};
    struct question *old = response->question;
    response->question = explorer_ask(explorer, &plan, NULL);
    response->begun = simulate;
    explorer_forget(explorer, old);
}

static bool is_current(const struct explorer *explorer, const struct response *response)
{
    const struct focus *focus = &explorer->focus;
    bool same = response->made && response->generation == explorer->document.generation &&
                response->from_start == explorer->document.from_start &&
                response->whole == (response->wish == RESPONSE_WHOLE) &&
                explorer_same_knob(response->knob, focus->knobs[focus->at]);
    return same && (response->start || response->cursor_ns == explorer->time.cursor_ns);
}

/* Do the values of both lead to the same runs, though the knob stands elsewhere? */
static bool is_same_curve(const struct response *a, const struct response *b)
{
    bool same = a->question && a->made && a->first != 0 && a->first == b->first && a->start == b->start &&
                a->whole == b->whole && a->n_values == b->n_values && explorer_same_knob(a->knob, b->knob);
    for (int i = 0; same && i < a->n_values; i++)
        same = knob_equal(a->knob, &a->values[i], &b->values[i]);
    return same;
}

static uint64_t first_of(const struct explorer *explorer, const struct response *response)
{
    struct scenario scenario;
    if (!response_scenario(explorer, response, 0, &scenario, NULL))
        return 0;
    uint64_t first = scenario_fingerprint(&scenario);
    scenario_free(&scenario);
    return first;
}

/* The prices of the same knob stay until they are chosen anew; a turn along a curve leaves its question. */
static void make(struct explorer *explorer, struct response *response)
{
    struct knob_ref knob = explorer->focus.knobs[explorer->focus.at];
    struct question *question = response->question;
    struct response old = *response;
    *response = (struct response){.wish = old.wish,
                                  .generation = explorer->document.generation,
                                  .cursor_ns = explorer->time.cursor_ns,
                                  .knob = knob,
                                  .from_start = explorer->document.from_start,
                                  .made = true,
                                  .whole = old.wish == RESPONSE_WHOLE,
                                  .start = old.wish == RESPONSE_WHOLE ||
                                           explorer_acts_from_start(explorer, knob, NULL),
                                  .question = question,
                                  .n_seeds = 1};
    if (explorer_same_knob(old.knob, knob)) {
        response->n_prices = old.n_prices;
        memcpy(response->prices, old.prices, sizeof old.prices);
    }
    const struct knob_info *info = &knob_infos[knob.id];
    response->stairs = info->type != TYPE_NUMBER || info->stairs || (info->step >= 1 && !*info->unit);
    if (info->type != TYPE_NUMBER)
        add_schemes(explorer, response);
    else
        add_numbers(explorer, response);
    mark_values(explorer, response);
    /* From the least to the greatest place, 0..1; schemes lie at even distances. */
    int n = response->n_values;
    double least = response->places[0], most = response->places[n - 1];
    for (int i = 0; i < n; i++)
        response->places[i] = knob_is_scheme(response->knob) ? (n > 1 ? (double)i / (n - 1) : 0)
                              : most > least                 ? (response->places[i] - least) / (most - least)
                                                             : 0;
    response->first = first_of(explorer, response);
    if (is_same_curve(&old, response)) {
        memcpy(response->ranks, old.ranks, sizeof old.ranks);
        response->n_seeds = old.n_seeds;
        response->begun = old.begun;
        response->heavy = old.heavy;
        response->seen = old.seen;
        return;
    }
    /* Both ends and the value in force, then the middles of what is left, again and again. */
    bool ranked[RESPONSE_VALUES] = {false};
    int count = response->n_values, next = 0;
    int first[] = {response->here, 0, count - 1, response->here - 1, response->here + 1};
    for (size_t j = 0; j < sizeof first / sizeof *first; j++)
        if (first[j] >= 0 && first[j] < count && !ranked[first[j]]) {
            ranked[first[j]] = true;
            response->ranks[first[j]] = next++;
        }
    for (int step = RESPONSE_VALUES / 2; step > 0; step /= 2)
        for (int j = 0; j < count; j += step)
            if (!ranked[j]) {
                ranked[j] = true;
                response->ranks[j] = next++;
            }
    response->n_seeds = simulates_lots(explorer, response) ? RESPONSE_SEEDS : 1;
    ask(explorer, response, false);
}

/* Once the run is known, and with it how many requests each of the others has. */
static bool is_heavy(const struct explorer *explorer, const struct response *response)
{
    double requests = (double)explorer->results.current->recording->summary.requests;
    size_t missing = response_size(response) - response_done(response);
    return response->wish < RESPONSE_ASKED && (double)missing * requests > passing_requests;
}

/* --- prices --- */

static double value_of(const void *context, enum metric metric, size_t value)
{
    const struct response *response = context;
    bool carbon = metric == METRIC_CARBON;
    return response_metric(response, carbon ? work_measure(response_work(response)) : metric, (int)value);
}

/* The run explored, then what the forecasts know. */
static double value_near(const void *context, enum metric metric, size_t i)
{
    const struct explorer *explorer = context;
    const struct result *current = explorer->results.current;
    struct metric_source source = {.summary = &current->recording->summary, .model = current->model};
    const struct answer *answer = i > 0 ? explorer->results.forecast.slots[i - 1].answer : NULL;
    return i == 0   ? metric_value(metric, &source, 0)
           : answer ? answer_metric(answer, metric, 0)
                    : (double)NAN;
}

/* What is told beside carbon before it is known what gets worse: of these the first that the run has. */
static enum metric usual_price(const struct explorer *explorer)
{
    static const enum metric usual[] = {METRIC_WORST_OF_SLO, METRIC_FAIR_SYSTEM, METRIC_TEMP_MAX};
    enum { USUAL = sizeof usual / sizeof *usual };
    for (size_t k = 0; k < USUAL && result_is_finished(explorer->results.current); k++)
        if (!isnan(value_near(explorer, usual[k], 0)))
            return usual[k];
    return METRIC_WORST_OF_SLO;
}

enum metric explorer_price(const struct explorer *explorer)
{
    const struct response *response = explorer_response(explorer);
    enum metric price = usual_price(explorer);
    if (response && response->n_prices > 0)
        return response->prices[0];
    if (result_is_finished(explorer->results.current))
        prices_choose(value_near, explorer, FORECAST_SLOTS + 1, &price, 1);
    return price;
}

int explorer_response_metrics(const struct explorer *explorer, enum metric *out, int max)
{
    const struct response *response = explorer_response(explorer);
    enum work_likeness work = response ? response_work(response) : WORK_SAME;
    int n = 0;
    out[n++] = work_measure(work);
    for (int i = 0; response && i < response->n_prices && n < max; i++)
        if (work < WORK_OTHER_COUNT || !work_adds_up(response->prices[i]))
            out[n++] = response->prices[i];
    if (n == 1 && max > 1)
        out[n++] = explorer_price(explorer);
    return n;
}

/* --- for the explorer --- */

bool explorer_follow_response(struct explorer *explorer, bool idle)
{
    struct response *response = explorer->results.response;
    if (!response || response->wish == RESPONSE_UNWANTED || explorer->focus.n_knobs == 0 ||
        explorer->time.playing)
        return false;
    bool news = !is_current(explorer, response);
    if (news)
        make(explorer, response);
    if (!response->question)
        return news;
    if (idle && !response->begun && response_done(response) < response_size(response)) {
        response->heavy = is_heavy(explorer, response);
        if (!response->heavy)
            ask(explorer, response, true);
    }
    news |= response->question && response_done(response) != response->seen;
    if (news && response->question) {
        response->seen = response_done(response);
        if (response_is_whole(response))
            response->n_prices =
                prices_choose(value_of, response, (size_t)response->n_values, response->prices, PRICES_MAX);
    }
    return news;
}

bool explorer_response_waits(const struct explorer *explorer)
{
    const struct response *response = explorer->results.response;
    if (!response || response->wish == RESPONSE_UNWANTED || explorer->focus.n_knobs == 0 ||
        explorer->time.playing || !result_is_finished(explorer->results.current))
        return false;
    if (!is_current(explorer, response))
        return true;
    return response->question && !response->begun && response_done(response) < response_size(response) &&
           !is_heavy(explorer, response);
}

void explorer_want_response(struct explorer *explorer, enum response_wish wish)
{
    if (!explorer->results.response)
        explorer->results.response = needed(calloc(1, sizeof *explorer->results.response));
    struct response *response = explorer->results.response;
    if (response->wish == wish)
        return;
    if (response->question && wish == RESPONSE_UNWANTED && !question_is_over(response->question)) {
        response->made = false; /* what has come stays known */
        explorer_forget(explorer, response->question);
        response->question = NULL;
    }
    response->heavy &= wish < RESPONSE_ASKED;
    response->wish = wish;
}

void explorer_drop_response(struct explorer *explorer)
{
    if (explorer->results.response)
        explorer_forget(explorer, explorer->results.response->question);
    free(explorer->results.response);
    explorer->results.response = NULL;
}

/* --- reading it --- */

const struct response *explorer_response(const struct explorer *explorer)
{
    const struct response *response = explorer->results.response;
    bool there = response && response->wish != RESPONSE_UNWANTED && response->question &&
                 explorer->focus.n_knobs > 0 && is_current(explorer, response);
    return there && response->n_values > 1 ? response : NULL;
}

static size_t run_of(const struct response *response, int value, int seed)
{
    return (size_t)(seed * response->n_values + response->ranks[value]);
}

const struct answer *response_answer(const struct response *response, int value, int seed)
{
    return question_answer(response->question, run_of(response, value, seed));
}

const char *response_fault(const struct response *response, int value)
{
    return question_fault(response->question, run_of(response, value, 0));
}

double response_metric(const struct response *response, enum metric metric, int value)
{
    const struct answer *answer = response_answer(response, value, 0);
    return answer ? answer_metric(answer, metric, 0) : (double)NAN;
}

enum work_likeness response_work(const struct response *response)
{
    bool changes = knob_infos[response->knob.id].changes_work;
    enum work_likeness furthest = changes ? WORK_OTHER_TIME : WORK_SAME;
    struct work first = {0};
    for (int i = 0, known = 0; i < response->n_values; i++) {
        const struct answer *answer = response_answer(response, i, 0);
        if (!answer)
            continue;
        struct work work = work_of(answer_summary(answer));
        enum work_likeness likeness = known++ ? work_compare(&work, &first) : WORK_SAME;
        furthest = likeness > furthest ? likeness : furthest;
        first = known == 1 ? work : first;
    }
    return furthest;
}

bool response_breaks_limit(const struct response *response, int value)
{
    return response_metric(response, METRIC_LIMITS_BROKEN, value) > 0;
}

struct response_band response_band(const struct response *response, enum metric metric, int value)
{
    struct response_band band = {NAN, NAN};
    for (int seed = 0; seed < response->n_seeds; seed++) {
        const struct answer *answer = response_answer(response, value, seed);
        double found = answer ? answer_metric(answer, metric, 0) : (double)NAN;
        band.least = fmin(band.least, found); /* of NAN and a number: the number */
        band.greatest = fmax(band.greatest, found);
    }
    return band;
}

size_t response_done(const struct response *response)
{
    return question_done(response->question);
}

size_t response_size(const struct response *response)
{
    return question_size(response->question);
}

bool response_is_whole(const struct response *response)
{
    int known = 0;
    for (int i = 0; i < response->n_values; i++)
        known += response_answer(response, i, 0) || response_fault(response, i);
    return known == response->n_values;
}
