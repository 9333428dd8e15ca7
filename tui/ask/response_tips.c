/* A value is looked at with one question of both sides' seeds; the next frame takes its verdict and asks for
 * the next. */
#include "tui/ask/response_tips.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = TIPS_SEEDS, RACES_MAX = 10 }; /* values that a bisection looks at, about */
/* Requests that may be served for it unasked; beyond, nothing is raced until a rival is chosen. */
static const double race_requests = 5e8;

/* The question's own: the run at a value, and what it is held against there. */
struct race {
    struct scenario own, other;
};

static void race_free(void *context)
{
    struct race *race = context;
    scenario_free(&race->own);
    scenario_free(&race->other);
    free(race);
}

static bool race_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct race *race = context;
    if (!scenario_copy(scenario, i % 2 ? &race->other : &race->own))
        return error_set(error, ERROR_SYSTEM, "", "out of memory");
    scenario->seed += i / 2;
    return true;
}

static bool become(struct scenario *scenario, const struct tips_rival *rival, struct error *error)
{
    struct baseline baseline;
    return rival->usual ? scenario_become_baseline(scenario, &baseline)
                        : scenario_set_throughout(scenario, rival->knob, &rival->value, error);
}

/* NULL: the two cannot race there. */
static struct race *race_at(struct explorer *explorer, const struct response *response,
                            const struct tips_rival *rival, size_t value)
{
    struct error error = {0};
    struct race *race = needed(calloc(1, sizeof *race));
    if (response_scenario(explorer, response, (int)value, &race->own, &error)) {
        must_be(scenario_copy(&race->other, &race->own));
        if (become(&race->other, rival, &error))
            return race;
    }
    must_not_lack(&error);
    race_free(race);
    return NULL;
}

/* --- rivals --- */

static void title_rival(const struct scenario *scenario, const struct choice *choice, char *out, size_t size)
{
    bool named = scenario_n_pools(scenario) > 1;
    text_print(out, size, "%s%s%s", choice_title(choice), named ? " as " : "", named ? choice->group : "");
}

size_t response_tips_rivals(struct explorer *explorer, struct tips_rival *rivals)
{
    struct choice *choices = needed(calloc(CHOICES_MAX, sizeof *choices));
    struct baseline baseline;
    size_t n = 0, n_choices = explorer_list_choices(explorer, choices);
    if (scenario_baseline(&explorer->document.scenario, &baseline)) {
        rivals[n] = (struct tips_rival){.usual = true};
        text_copy(rivals[n++].title, sizeof rivals->title, baseline.title);
    }
    for (size_t i = 0; i < n_choices; i++) {
        const struct choice *choice = &choices[i];
        struct tips_rival rival = {.knob = choice->knob, .value = choice->value};
        if (*choice->fault || choice->policy == POLICY_COUNT || choice_is_in_force(explorer, choice) ||
            explorer_known_idle(explorer, choice->knob, &choice->value))
            continue;
        title_rival(&explorer->document.scenario, choice, rival.title, sizeof rival.title);
        if (n == 0 || !rivals[0].usual || strcmp(rivals[0].title, rival.title) != 0)
            rivals[n++] = rival;
    }
    free(choices);
    return n;
}

bool response_tips_next(struct explorer *explorer, struct response_tips *tips)
{
    struct tips_rival *rivals = needed(calloc(TIPS_RIVALS + 1, sizeof *rivals));
    size_t n = response_tips_rivals(explorer, rivals), at = 0;
    const char *now = tips->chose ? tips->rival.title : tips->against.title;
    while (at < n && strcmp(rivals[at].title, now) != 0)
        at++;
    if (n > 0) {
        tips->rival = rivals[at + 1 < n ? at + 1 : 0];
        tips->chose = true;
        tips->begun = false;
    }
    free(rivals);
    return n > 1;
}

/* --- the search --- */

/* What a request took, where the rival does not serve as many in the same time. */
static enum metric measure_of(const struct answer *own, const struct answer *other)
{
    struct work now = work_of(answer_summary(own)), then = work_of(answer_summary(other));
    return work_measure(work_compare(&now, &then));
}

static enum verdict_at verdict_of(struct response_tips *tips)
{
    const struct question *question = tips->question;
    double own[SEEDS], other[SEEDS];
    for (size_t seed = 0; seed < SEEDS; seed++) {
        const struct answer *a = question_answer(question, 2 * seed),
                            *b = question_answer(question, 2 * seed + 1);
        enum metric measure = a && b ? measure_of(a, b) : METRIC_CARBON;
        own[seed] = a ? answer_metric(a, measure, 0) : (double)NAN;
        other[seed] = b ? answer_metric(b, measure, 0) : (double)NAN;
    }
    struct pairing pairing = pairing_of(other, own, SEEDS);
    tips->differs |= pairing.verdict != PAIRING_IDENTICAL;
    return tipping_less(&pairing);
}

static void ask(struct explorer *explorer, struct response_tips *tips, const struct response *response)
{
    struct race *race = race_at(explorer, response, &tips->against, tipping_next(&tips->carbon));
    struct question_plan plan = {.n = 2 * SEEDS,
                                 .priority = JOB_ASKED,
                                 .scenario = race_scenario,
                                 .context = race,
                                 .free_context = race_free};
    tips->question = race ? explorer_ask(explorer, &plan, NULL) : NULL;
    if (!tips->question)
        tipping_tell(&tips->carbon, VERDICT_AT_UNKNOWN);
}

/* So that Tab passes those that change nothing; nobody waits for it. */
static void ask_rivals(struct explorer *explorer, struct response_tips *tips)
{
    double requests = (double)explorer->results.current->recording->summary.requests;
    struct tips_rival *rivals = needed(calloc(TIPS_RIVALS + 1, sizeof *rivals));
    struct alternative *asked = needed(calloc(TIPS_RIVALS + 1, sizeof *asked));
    size_t n = response_tips_rivals(explorer, rivals), k = 0;
    tips->asked_rivals = true;
    for (size_t i = 0; i < n; i++)
        if (!rivals[i].usual)
            asked[k++] = (struct alternative){
                .scenario = &explorer->document.scenario, .knob = rivals[i].knob, .value = rivals[i].value};
    if (k > 0 && requests * (double)k <= race_requests)
        tips->rivals = explorer_ask_alternatives(explorer, asked, k, JOB_LATER, NULL);
    free(rivals);
    free(asked);
}

static void begin(struct explorer *explorer, struct response_tips *tips, const struct response *response)
{
    struct baseline baseline;
    response_tips_drop(explorer, tips);
    *tips = (struct response_tips){.rival = tips->rival,
                                   .chose = tips->chose,
                                   .generation = response->generation,
                                   .cursor_ns = response->cursor_ns,
                                   .knob = response->knob,
                                   .begun = true};
    tips->carbon = tipping_begin((size_t)response->n_values);
    tips->against.usual = scenario_baseline(&explorer->document.scenario, &baseline);
    if (tips->against.usual)
        text_copy(tips->against.title, sizeof tips->against.title, baseline.title);
    if (tips->chose)
        tips->against = tips->rival;
    double requests = (double)explorer->results.current->recording->summary.requests;
    tips->heavy = !tips->chose && requests * 2 * SEEDS * RACES_MAX > race_requests;
}

bool response_tips_follow(struct explorer *explorer, struct response_tips *tips,
                          const struct response *response)
{
    if (!response_is_whole(response))
        return true;
    if (!tips->begun || tips->generation != response->generation || tips->cursor_ns != response->cursor_ns ||
        !knob_same(tips->knob, response->knob))
        begin(explorer, tips, response);
    if (tips->question && question_is_over(tips->question)) {
        tipping_tell(&tips->carbon, verdict_of(tips));
        explorer_forget(explorer, tips->question);
        tips->question = NULL;
    }
    if (*tips->against.title && !tips->heavy && !knob_is_scheme(response->knob) && !tips->question &&
        tips->carbon.state == TIPPING_ASKS)
        ask(explorer, tips, response);
    if (!tips->question && !tips->asked_rivals && !knob_is_scheme(response->knob))
        ask_rivals(explorer, tips);
    return tips->question != NULL;
}

void response_tips_drop(struct explorer *explorer, struct response_tips *tips)
{
    explorer_forget(explorer, tips->question);
    explorer_forget(explorer, tips->rivals);
    tips->question = tips->rivals = NULL;
}

/* --- in words --- */

/* "up to 0.9", "from 0.95 on", "at every value", "nowhere in its range". */
static void write_where(const struct response *response, const struct tipping *tipping, char *out,
                        size_t size)
{
    bool low = tipping->at_low == VERDICT_AT_HOLDS;
    if (tipping->state == TIPPING_ASKS)
        snprintf(out, size, "...");
    else if (tipping->state == TIPPING_UNKNOWN)
        snprintf(out, size, "not known");
    else if (tipping->state == TIPPING_NOWHERE)
        snprintf(out, size, low ? "at every value" : "nowhere in its range");
    else
        snprintf(out, size, low ? "up to %g" : "from %g on",
                 response->values[low ? tipping->low : tipping->high].number);
}

bool response_is_kept(const struct response *response, int value, int of)
{
    bool met = true;
    for (int seed = 0; seed < response->n_seeds; seed++) {
        const struct answer *answer = response_answer(response, value, seed);
        if (answer)
            met &= of == RESPONSE_LIMITS ? answer_metric(answer, METRIC_LIMITS_BROKEN, 0) == 0
                   : of == RESPONSE_SLOS ? summary_all_met(answer_summary(answer))
                                         : answer_summary(answer)->apps[of].slo_met;
    }
    return met;
}

static struct tipping limit_tips(const struct response *response, int of)
{
    struct tipping tipping = tipping_begin((size_t)response->n_values);
    while (tipping.state == TIPPING_ASKS) {
        int value = (int)tipping_next(&tipping);
        bool known = response_answer(response, value, 0) != NULL;
        bool met = known && response_is_kept(response, value, of);
        tipping_tell(&tipping, !known ? VERDICT_AT_UNKNOWN : met ? VERDICT_AT_HOLDS : VERDICT_AT_FAILS);
    }
    return tipping;
}

/* The run as it is: its apps are those of all values. NULL: it is not known. */
static const struct summary *summary_here(const struct response *response)
{
    const struct answer *here = response_answer(response, response->here > 0 ? response->here : 0, 0);
    return here ? answer_summary(here) : NULL;
}

/* app < 0: any. */
static bool has_slo(const struct summary *summary, int app)
{
    bool any = false;
    for (int i = 0; summary && i < summary->n_apps; i++)
        any |= (app < 0 || i == app) && !isnan(summary->apps[i].slo_ms);
    return any;
}

char *response_tips_write(const struct response_tips *tips, const struct response *response, char *out,
                          size_t size)
{
    const struct summary *summary = summary_here(response);
    char where[64];
    out[0] = 0;
    if (!response_is_whole(response) || knob_is_scheme(response->knob))
        return out;
    bool idle = !tips->differs && !tips->heavy && tips->carbon.state == TIPPING_NOWHERE;
    if (*tips->against.title && idle) {
        text_append(out, size, "%s changes nothing here", tips->against.title);
    } else if (*tips->against.title) {
        write_where(response, &tips->carbon, where, sizeof where);
        text_append(out, size, "less carbon than %s %s", tips->against.title,
                    tips->heavy ? "where? Tab finds out" : where);
    }
    struct tipping all = limit_tips(response, RESPONSE_LIMITS);
    if (!has_slo(summary, -1) && all.state == TIPPING_NOWHERE && all.at_low == VERDICT_AT_HOLDS)
        return out;
    write_where(response, &all, where, sizeof where);
    text_append(out, size, "%sall limits kept %s", *out ? "; " : "", where);
    for (int app = 0; summary && app < summary->n_apps; app++) {
        struct tipping tipping = limit_tips(response, app);
        if (tipping.state != TIPPING_FLIPS || strlen(out) + 80 > size)
            continue;
        write_where(response, &tipping, where, sizeof where);
        text_append(out, size, "; %s's %s", format_app(FORMAT_ROOM, summary->apps[app].name), where);
    }
    return out;
}

/* --- as rows --- */

static void put_row(struct account *account, const struct response *response, const char *verdict,
                    const char *against, const char *app, const struct tipping *tipping)
{
    bool low = tipping->at_low == VERDICT_AT_HOLDS, flips = tipping->state == TIPPING_FLIPS;
    const char *flip = low ? "up to" : "from", *same = low ? "everywhere" : "nowhere";
    size_t holds = low ? tipping->low : tipping->high, fails = low ? tipping->high : tipping->low;
    account_row(account, ACCOUNT_NO_STEP);
    account_put(account, account_words(account, TONE_PLAIN, verdict));
    account_put(account, account_words(account, TONE_PLAIN, against));
    account_put(account, account_words(account, TONE_PLAIN, app));
    account_put(account, account_words(account, TONE_PLAIN,
                                       flips                               ? flip
                                       : tipping->state == TIPPING_NOWHERE ? same
                                                                           : NULL));
    account_put(account, account_bare(flips ? response->values[holds].number : (double)NAN));
    account_put(account, account_bare(flips ? response->values[fails].number : (double)NAN));
}

void response_tips_tell(const struct response_tips *tips, const struct response *response,
                        struct account *account)
{
    static const struct account_column columns[] = {{.key = "verdict"}, {.key = "against"},
                                                    {.key = "app"},     {.key = "holds"},
                                                    {.key = "value"},   {.key = "fails_at"}};
    account_table(account, FOR_MACHINES, "tipping_points", columns, sizeof columns / sizeof *columns);
    if (!response_is_whole(response) || knob_is_scheme(response->knob))
        return;
    if (*tips->against.title)
        put_row(account, response, "less_carbon", tips->against.title, NULL, &tips->carbon);
    const struct summary *summary = summary_here(response);
    for (int app = RESPONSE_LIMITS; app < (summary ? summary->n_apps : 0); app++) {
        struct tipping tipping = limit_tips(response, app);
        if (!summary || (app != RESPONSE_LIMITS && !has_slo(summary, app)))
            continue;
        put_row(account, response, app == RESPONSE_LIMITS ? "limits_kept" : "slo_met", NULL,
                app < 0 ? NULL : summary->apps[app].name, &tipping);
    }
}
