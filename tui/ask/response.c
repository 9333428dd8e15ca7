/* Where the knob in focus leads: carbon and what gets worse on the way, each as a curve over the whole range
 * of the knob. Its runs are the explorer's response (tui/explorer/response.h), in the wake of which it is
 * searched where along the range verdicts flip (response_tips.h). A step is a value, told against the run as
 * it is; Enter turns the knob there. Up and down choose another knob, Tab another scheme that the run is held
 * against.
 */
#include "tui/ask/ask.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/ask/response_tips.h"
#include "tui/explorer/response.h"
#include "tui/words/difference.h"
#include "tui/words/metric_words.h"

#include <math.h>
#include <string.h>

enum { METRICS = 4, NAME = 24, WIDEST = 200, KEY_SIZE = 96 };

struct response_state {
    struct knob_ref knob; /* that the chosen value is of */
    struct response_tips tips;
};

/* --- in words --- */

/* "CIT 0.80" */
static void name_value(const struct explorer *explorer, const struct response *response, int i, char *out,
                       size_t size)
{
    difference_value(&explorer->document.scenario, response->knob, &response->values[i], out, size);
}

static bool is_known(const struct response *response, int i)
{
    return !isnan(response_metric(response, METRIC_CARBON, i));
}

static int count_faults(const struct response *response)
{
    int n = 0;
    for (int i = 0; i < response->n_values; i++)
        n += !is_known(response, i) && response_fault(response, i);
    return n;
}

/* What is not known there, and will not be, or not yet, is no end. */
static bool is_passed(const struct response *response, int at)
{
    return !is_known(response, at) && (response_fault(response, at) || !response_is_whole(response));
}

/* The ends of what can run, in the knob's direction; of names the one of least carbon, and of most. */
static void find_ends(const struct response *response, enum metric metric, int ends[2])
{
    ends[0] = 0;
    ends[1] = response->n_values - 1;
    while (ends[0] < ends[1] && is_passed(response, ends[0]))
        ends[0]++;
    while (ends[1] > ends[0] && is_passed(response, ends[1]))
        ends[1]--;
    for (int i = 0; i < response->n_values && knob_infos[response->knob.id].type != TYPE_NUMBER; i++) {
        double value = response_metric(response, metric, i);
        if (!(value >= response_metric(response, metric, ends[0])))
            ends[0] = isnan(value) ? ends[0] : i;
        if (!(value <= response_metric(response, metric, ends[1])))
            ends[1] = isnan(value) ? ends[1] : i;
    }
}

/* Do all values that are known read alike? */
static bool stays(const struct response *response, enum metric metric)
{
    char first[METRIC_WORDS_SIZE] = "", text[METRIC_WORDS_SIZE];
    bool same = true;
    for (int i = 0; i < response->n_values; i++)
        if (is_known(response, i)) {
            metric_words_value(metric, response_metric(response, metric, i), text);
            same &= !*first || strcmp(first, text) == 0;
            text_print(first, sizeof first, "%s", text);
        }
    return same;
}

/* "carbon is 200.4 g, late 77" at a value; the second time only what has no unit has a name. */
static void append_metrics(const struct response *response, const enum metric *metrics, int n, int at,
                           bool again, char *out, size_t size)
{
    char value[METRIC_WORDS_SIZE];
    for (int k = 0; k < n; k++) {
        metric_words_value(metrics[k], response_metric(response, metrics[k], at), value);
        text_append(out, size, "%s", k > 0 ? ", " : " ");
        enum metric_unit unit = metric_infos[metrics[k]].unit;
        if (!again || (k > 0 && (unit == UNIT_NONE || unit == UNIT_COUNT || unit == UNIT_PERCENT)))
            text_append(out, size, "%s%s ", metric_words_name(metrics[k], NAME), k > 0 ? "" : " is");
        text_append(out, size, "%s", value);
    }
}

/* "; least 187.3 g at 0.84": a value between the ends that is beyond both. */
static void append_between(const struct explorer *explorer, const struct response *response,
                           enum metric metric, const int ends[2], const char *beside, char *out, size_t size)
{
    char value[METRIC_WORDS_SIZE], end[METRIC_WORDS_SIZE], name[200];
    for (int way = -1; way <= 1; way += 2) {
        int beyond = ends[0];
        for (int i = ends[0]; i <= ends[1]; i++)
            if (way * (response_metric(response, metric, i) - response_metric(response, metric, beyond)) > 0)
                beyond = i;
        metric_words_value(metric, response_metric(response, metric, beyond), value);
        bool alike = false;
        for (int k = 0; k < 2; k++)
            alike |= strcmp(value,
                            metric_words_value(metric, response_metric(response, metric, ends[k]), end)) == 0;
        name_value(explorer, response, beyond, name, sizeof name);
        if (!alike)
            text_append(out, size, "; %s %s at %s", way < 0 ? "least" : "most", value,
                        difference_rest(name, beside));
    }
}

/* "At CIT 0.60 carbon is 200.4 g, late 77; at 1.40: 236.8 g, late 0": what the knob can do, by the ends of
 * its range, each end with its own price; with so many metrics. */
static void describe_ends(const struct explorer *explorer, const struct response *response,
                          const enum metric *metrics, int n, char *out, size_t size)
{
    int ends[2];
    char from[200], to[200];
    bool number = knob_infos[response->knob.id].type == TYPE_NUMBER;
    find_ends(response, metrics[0], ends);
    if (!is_known(response, ends[0]) && !response_is_whole(response)) {
        text_print(out, size, "Where %s leads is being simulated.", knob_infos[response->knob.id].symbol);
        return;
    }
    name_value(explorer, response, ends[0], from, sizeof from);
    name_value(explorer, response, ends[1], to, sizeof to);
    if (stays(response, metrics[0]) && ends[0] < ends[1] && response_is_whole(response)) {
        text_print(out, size, number ? "Over %s to %s" : "With %s to %s", from, difference_rest(to, from));
        append_metrics(response, metrics, 1, ends[0], false, out, size);
        char *is = strstr(out, " is ");
        if (is)
            text_print(from, sizeof from, "%s", is + 4),
                text_print(is, size - (size_t)(is - out), " stays at %s", from);
        return;
    }
    text_print(out, size, "%s %s", response_is_whole(response) ? number ? "At" : "With" : "So far at", from);
    append_metrics(response, metrics, n, ends[0], false, out, size);
    if (ends[0] == ends[1])
        return;
    text_append(out, size, number ? "; at %s:" : "; with %s", number ? difference_rest(to, from) : to);
    append_metrics(response, metrics, n, ends[1], true, out, size);
    if (number)
        append_between(explorer, response, metrics[0], ends, from, out, size);
}

/* From the one with all metrics to the one with carbon alone. */
static void say_ends(const struct explorer *explorer, const struct response *response,
                     const enum metric *metrics, int n, struct account *account)
{
    const char *forms[METRICS];
    int faults = count_faults(response);
    char said[400];
    for (int k = n; k > 0; k--) {
        describe_ends(explorer, response, metrics, k, said, sizeof said);
        if (response_work(response) == WORK_OTHER_MIX)
            text_append(said, sizeof said, "; the apps' parts of the requests differ");
        if (faults > 0)
            text_append(said, sizeof said, "; %d value%s cannot run", faults, faults > 1 ? "s" : "");
        forms[n - k] = text(&account->arena, "%s", said);
    }
    account_say_forms(account, TONE_STRONG, 0, forms, (size_t)n);
}

/* --- the curves --- */

/* A metric of a value, with its band over the seeds and against the run as it is. */
static struct account_cell point_of(const struct response *response, enum metric metric, int i,
                                    struct account *account)
{
    char value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
    const char *fault = response_fault(response, i);
    double own = response_metric(response, metric, i);
    double here = response->here < 0 ? (double)NAN : response_metric(response, metric, response->here);
    if (!response_answer(response, i, 0))
        return account_words(account, fault ? TONE_BAD : TONE_QUIET, fault ? fault : "...");
    bool broken = work_is_measure(metric) && response_breaks_limit(response, i);
    struct account_cell cell = account_number(account, broken ? TONE_BAD : TONE_PLAIN, own,
                                              metric_words_value(metric, own, value), NULL);
    int judged = metric_judge(metric, own, here);
    if (judged != 0) {
        cell.change = text(&account->arena, "%s %s", metric_words_change(metric, own, here, change),
                           judged > 0 ? "better" : "worse");
        cell.change_tone = judged > 0 ? TONE_GOOD : TONE_BAD;
    }
    if (response->n_seeds > 1) {
        struct response_band band = response_band(response, metric, i);
        cell.least = band.least;
        cell.greatest = band.greatest;
        cell.least_shown = text(&account->arena, "%s", metric_words_value(metric, band.least, value));
        cell.greatest_shown = text(&account->arena, "%s", metric_words_value(metric, band.greatest, value));
    }
    return cell;
}

static void tell_curves(const struct explorer *explorer, const struct response *response,
                        const enum metric *metrics, int n, struct account *account)
{
    const struct knob_info *info = &knob_infos[response->knob.id];
    struct account_column columns[1 + METRICS] = {{.title = ""}};
    char name[WIDEST];
    for (int k = 0; k < n; k++)
        columns[1 + k] =
            (struct account_column){.title = metric_words_name(metrics[k], WIDEST), .number = true};
    struct account_part *part = account_table(account, FOR_PEOPLE, NULL, columns, 1 + (size_t)n);
    if (!part)
        return;
    part->curves = true;
    part->stairs = response->stairs;
    for (int i = 0; i < response->n_values; i++) {
        double number = info->type == TYPE_NUMBER ? response->values[i].number : (double)NAN;
        name_value(explorer, response, i, name, sizeof name);
        account_row(account, (size_t)i);
        account_place(account, response->places[i],
                      (i == response->here ? (unsigned)MARK_HERE : 0) |
                          (i == response->initial ? (unsigned)MARK_USUAL : 0));
        /* on the axis "0.8", "none", "DYBATCH" */
        const char *tick = isnan(number)               ? name
                           : info->zero && number == 0 ? info->zero
                                                       : text(&account->arena, "%g", number);
        account_put(account, account_number(account, TONE_PLAIN, number, name, tick));
        for (int k = 0; k < n; k++)
            account_put(account, point_of(response, metrics[k], i, account));
    }
}

static void say_legend(const struct response *response, struct account *account)
{
    bool faults = count_faults(response) > 0, broken = false;
    bool free_lunch = response_is_whole(response) && response->n_prices == 0 && !faults;
    for (int i = 0; i < response->n_values; i++)
        broken = broken || response_breaks_limit(response, i);
    account_say(account, TONE_QUIET, 1,
                text(&account->arena, "● here  ┼ default%s%s",
                     broken ? "  carbon dashed: a limit is broken" : "",
                     free_lunch ? "  nothing that is measured gets worse where carbon gets better"
                     : faults   ? "  · cannot run: left, right say why"
                     : response_is_whole(response) ? ""
                                                   : "  · to be simulated"));
}

/* --- for machines --- */

/* A row a value, with its least and greatest over the seeds. */
static void tell_rows(const struct explorer *explorer, const struct response *response,
                      struct account *account)
{
    static const char *const more[] = {"", ".least", ".greatest"};
    struct account_column columns[5 + 3 * (1 + PRICES_MAX)] = {
        {.key = "value"}, {.key = "here"}, {.key = "default"}};
    enum metric metrics[1 + PRICES_MAX];
    char name[KNOB_NAME_SIZE], key[KEY_SIZE], value[KNOB_TEXT_SIZE];
    size_t at = 3;
    int n = explorer_response_metrics(explorer, metrics, 1 + PRICES_MAX);
    knob_name(&explorer->document.scenario, response->knob, name, sizeof name);
    account_fact(account, "knob", account_words(account, TONE_PLAIN, name));
    account_fact(account, "from_s", account_bare(response->start ? 0 : ns_to_s(response->cursor_ns)));
    account_fact(account, "seeds", account_bare(response->n_seeds));
    for (int k = 0; k < n; k++) {
        metric_key(metrics[k], 0, key, sizeof key);
        for (int j = 0; j < 3; j++)
            columns[at++].key = text(&account->arena, "%s%s", key, more[j]);
    }
    columns[at++].key = "slo_met";
    columns[at++].key = "limits_kept";
    account_table(account, FOR_MACHINES, NULL, columns, at);
    for (int i = 0; i < response->n_values; i++) {
        knob_format(response->knob, &response->values[i], value, sizeof value);
        account_row(account, ACCOUNT_NO_STEP);
        account_put(account, account_value(account, value));
        account_put(account, account_flag(i == response->here));
        account_put(account, account_flag(i == response->initial));
        for (int k = 0; k < n; k++) {
            struct response_band band = response_band(response, metrics[k], i);
            account_put(account, account_bare(response_metric(response, metrics[k], i)));
            account_put(account, account_bare(band.least));
            account_put(account, account_bare(band.greatest));
        }
        for (int of = RESPONSE_SLOS; of >= RESPONSE_LIMITS; of--)
            account_put(account, response_answer(response, i, 0)
                                     ? account_flag(response_is_kept(response, i, of))
                                     : account_words(account, TONE_PLAIN, NULL));
    }
}

/* --- the question --- */

static bool response_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    (void)plan;
    (void)error;
    ask->waits = ask->explorer->focus.n_knobs > 0;
    return true;
}

static void response_follow(struct ask *ask)
{
    struct response_state *state = ask->state;
    explorer_want_response(ask->explorer, RESPONSE_WHOLE);
    question_retell(ask); /* what it tells of changes in many ways */
    const struct response *response = explorer_response(ask->explorer);
    ask->waits = ask->explorer->focus.n_knobs > 0;
    if (!response)
        return;
    if (!ask->settled || !knob_same(state->knob, response->knob))
        ask->step = response->here > 0 ? (size_t)response->here : 0;
    ask->settled = true;
    state->knob = response->knob;
    ask->waits = response_tips_follow(ask->explorer, &state->tips, response) ||
                 response_done(response) < response_size(response);
}

static void response_told(struct ask *ask)
{
    const struct response_state *state = ask->state;
    const struct explorer *explorer = ask->explorer;
    const struct response *response = explorer_response(explorer);
    struct account *account = &ask->account;
    enum metric metrics[METRICS];
    char name[96], tips[TIPS_SIZE];
    account->of = text(&account->arena, "%s", explorer->document.scenario.name);
    account->page = "Where the knob leads";
    if (!response) {
        account_say(account, TONE_QUIET, 0,
                    explorer->focus.n_knobs > 0 ? "..." : "There is no knob to turn here.");
        return;
    }
    difference_knob(&explorer->document.scenario, response->knob, name, sizeof name);
    account->over = text(&account->arena, "the whole run over %s, from its start%s", name,
                         response->n_seeds > 1 ? ", 3 seeds" : "");
    if (response_done(response) < response_size(response))
        account->progress =
            text(&account->arena, "%zu of %zu runs", response_done(response), response_size(response));
    int n = explorer_response_metrics(explorer, metrics, METRICS);
    say_ends(explorer, response, metrics, n, account);
    tell_curves(explorer, response, metrics, n, account);
    response_tips_write(&state->tips, response, tips, sizeof tips);
    if (response->knob.id == KNOB_PHI && response_is_whole(response) && !isnan(ask->phi_fair))
        text_append(tips, sizeof tips, "%sperfect energy fairness up to %.2f", *tips ? "; " : "",
                    ask->phi_fair);
    account_say(account, TONE_PLAIN, 0, tips);
    if (response_is_whole(response) && explorer_is_controlled(explorer, response->knob))
        account_say(account, TONE_PLAIN, 0,
                    "There the controller begins and goes on; a turn from now on, as + is, ends it.");
    say_legend(response, account);
    tell_rows(explorer, response, account);
    response_tips_tell(&state->tips, response, account);
}

static enum ask_entered response_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct response *response = explorer_response(ask->explorer);
    char what[WIDEST];
    if (!response)
        return ASK_STAYS;
    struct knob_ref knob = response->knob;
    struct knob_value value = response->values[step];
    name_value(ask->explorer, response, (int)step, what, sizeof what);
    if (!explorer_set_throughout(ask->explorer, knob, &value, error))
        return ASK_REFUSED;
    text_print(said, ASK_SAID, "%s from the start to the end", what);
    return ASK_LEAVES;
}

static void response_turn(struct ask *ask, int way)
{
    explorer_focus(ask->explorer, way);
}

static void response_tab(struct ask *ask, char said[ASK_SAID])
{
    if (!response_tips_next(ask->explorer, &((struct response_state *)ask->state)->tips))
        text_print(said, ASK_SAID, "%s", "no other scheme can run here");
}

static void response_free(struct ask *ask)
{
    response_tips_drop(ask->explorer, &((struct response_state *)ask->state)->tips);
}

const struct question_of question_response = {.name = "response",
                                              .title = "Response",
                                              .enters = "turn it there",
                                              .turns = "against",
                                              .across = "value",
                                              .others = "knob",
                                              .lanes = 1,
                                              .runs = RESPONSE_VALUES,
                                              .state_size = sizeof(struct response_state),
                                              .plan = response_plan,
                                              .follow = response_follow,
                                              .tell = response_told,
                                              .enter = response_enter,
                                              .turn = response_turn,
                                              .tab = response_tab,
                                              .free = response_free};
