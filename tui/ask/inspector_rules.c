/* Rules in numbers. Every reason belongs to one family of rules, and a family is three functions: its steps
 * (the operands), its branches in the order in which they are asked, and when the branch taken holds. */
#include "tui/ask/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *facts_ms(char *out, int64_t ns)
{
    double ms = ns_to_ms(llabs(ns));
    int decimals = ms >= 99.95 || ns % NS_PER_MS == 0 ? 0 : ms >= 0.995 ? 1 : ms >= 0.0995 ? 2 : 3;
    snprintf(out, FORMAT_SIZE, "%.*f", decimals, ns_to_ms(ns));
    return out;
}

/* --- numbers --- */

/* "263.4 ms", from the arrival "+41.0 ms": an operand. */
static void put_ms(char *out, size_t size, int64_t ns, bool from_arrival)
{
    double ms = ns_to_ms(ns);
    int decimals = fabs(ms) >= 9.995 || ns == 0 ? 1 : fabs(ms) >= 0.9995 ? 2 : 3;
    snprintf(out, size, from_arrival ? "%+.*f ms" : "%.*f ms", decimals, ms);
}

/* The decimals in which two different numbers do not look equal. */
static int telling_decimals(double a, double b, int least)
{
    char left[FORMAT_SIZE], right[FORMAT_SIZE];
    for (int decimals = least; decimals < 6; decimals++) {
        snprintf(left, sizeof left, "%.*f", decimals, a);
        snprintf(right, sizeof right, "%.*f", decimals, b);
        if (a == b || strcmp(left, right) != 0)
            return decimals;
    }
    return 6;
}

/* A comparison that is true: "304 > 290", "0.85 ≤ 1.00". */
static void rule_compare(char *out, size_t size, double a, double b, int decimals)
{
    snprintf(out, size, "%.*f %s %.*f", decimals, a, a > b ? ">" : "≤", decimals, b);
}

const char *rule_spare(const struct rule *rule, char *out, size_t size, const struct facts_place *place)
{
    double spare_ms = fabs(ns_to_ms(choice_spare_ns(&rule->facts->choice, &place->is)));
    snprintf(out, size, "%.*f ms", rule->late_decimals, spare_ms);
    return out;
}

static const struct decision_place *place_of(const struct rule *rule, const struct facts_place *place)
{
    return place->is.chosen ? &rule->decision->here : &rule->decision->other;
}

bool rule_is_idle(const struct rule *rule, const struct facts_place *place)
{
    return place_of(rule, place)->app < 0;
}

/* "free", "busy for another 12 ms". */
static void rule_busy(const struct rule *rule, const struct facts_place *place, char *out, size_t size)
{
    const struct decision_place *from = place_of(rule, place);
    if (from->app < 0)
        snprintf(out, size, "free");
    else if (from->free_ns < 0)
        snprintf(out, size, "busy");
    else
        text_print(out, size, "busy for another %s ms",
                   facts_ms(FORMAT_ROOM, from->free_ns - rule->decision->t_ns));
}

/* "edited 14:30" if an edit gave the knob its value; false: none did. */
static bool put_edit(const struct rule *rule, struct knob_ref knob, char *out, size_t size)
{
    const struct scenario *scenario = &rule->model->scenario;
    char clock[FORMAT_SIZE];
    bool any = false;
    for (int i = 0; i < scenario->n_edits && scenario->edits[i].t_ns <= rule->decision->t_ns; i++) {
        const struct edit *edit = &scenario->edits[i];
        int64_t at_s = scenario->start_s + edit->t_ns / NS_PER_S;
        if (!knob_same(edit->knob, knob))
            continue;
        format_clock(clock, at_s, rule->offset_s, edit->t_ns / NS_PER_S % 60 != 0);
        text_print(out, size, "edited %s", clock);
        any = true;
    }
    return any;
}

/* What a place does first: "after request 18 750", "after job 3's request 12", "after 4 requests". */
static void put_ahead(const struct rule *rule, const struct decision_place *place, char *out, size_t size)
{
    char count[FORMAT_SIZE], app[FORMAT_SIZE];
    format_count(count, place->request + 1);
    if (place->app < 0)
        snprintf(out, size, "it is idle");
    else if (place->queue > 0)
        snprintf(out, size, "after %d requests there", place->queue + 1);
    else if (place->app == rule->decision->app)
        text_print(out, size, "after request %s", count);
    else
        text_print(out, size, "after %s's request %s", format_app(app, rule->model->apps[place->app].name),
                   count);
}

/* --- rows --- */

static struct facts_step *add_step(const struct rule *rule, const char *symbol, const char *what)
{
    struct facts *facts = rule->facts;
    struct facts_step *step = &facts->steps[facts->n_steps];
    facts->n_steps += facts->n_steps < FACTS_STEPS - 1;
    *step = (struct facts_step){.tone = TONE_STRONG, .share = (double)NAN};
    text_print(step->symbol, sizeof step->symbol, "%s", symbol);
    text_print(step->what, sizeof step->what, "%s", what);
    return step;
}

static struct facts_branch *add_branch(const struct rule *rule, const char *number, enum facts_state state)
{
    struct facts_branch *branch = &rule->facts->branches[rule->facts->n_branches++];
    *branch = (struct facts_branch){.state = state};
    snprintf(branch->number, sizeof branch->number, "%s", number);
    return branch;
}

static void add_batch(const struct rule *rule)
{
    struct facts_step *step = add_step(rule, "BS", "batch size");
    snprintf(step->value, sizeof step->value, "%d", rule->decision->batch);
}

static void add_deadline(const struct rule *rule, const char *symbol, const char *what)
{
    struct facts_step *step;
    if (rule->facts->choice.deadline_ns < 0)
        return;
    step = add_step(rule, symbol, what);
    put_ms(step->value, sizeof step->value, rule->facts->choice.deadline_ns, true);
    bool edited =
        put_edit(rule, knob_of_app(KNOB_SLO_MS, rule->decision->app), step->origin, sizeof step->origin) ||
        put_edit(rule, knob_of_run(KNOB_SLO_SCALE), step->origin, sizeof step->origin);
    step->tone = edited ? TONE_EDIT : TONE_STRONG;
}

/* "→ A100, free": where the branch led. */
static void put_target(const struct rule *rule, struct facts_branch *branch, const char *note)
{
    text_print(branch->outcome, sizeof branch->outcome, "→ %s%s%s", rule->here->name, *note ? ", " : "",
               note);
}

/* --- CarbonDIS --- */

static void carbondis_times(const struct rule *rule)
{
    const struct decision *decision = rule->decision;
    const struct facts_place *low = rule->low;
    char text[64];
    struct facts_step *step;
    text_print(text, sizeof text, "estimated %s time", low->name);
    step = add_step(rule, "EL", text);
    put_ms(step->value, sizeof step->value, low->is.run_ns, false);
    step->provenance = low->is.provenance;
    snprintf(step->origin, sizeof step->origin, "profile: none seen");
    if (decision->estimate_seen > 0)
        text_print(step->origin, sizeof step->origin, "mean of %s run%s",
                   format_count(FORMAT_ROOM, decision->estimate_seen),
                   decision->estimate_seen == 1 ? "" : "s");
    text_print(text, sizeof text, "could start on %s", low->name);
    step = add_step(rule, "CT", text);
    put_ms(step->value, sizeof step->value, low->is.wait_ns, true);
    if (rule->model->scenario.number[KNOB_CD_DISPATCH] == DISPATCH_LITERAL)
        snprintf(step->origin, sizeof step->origin, "now: the literal reading");
    else
        put_ahead(rule, place_of(rule, low), step->origin, sizeof step->origin);
    step = add_step(rule, "ESFT", "CT + EL");
    put_ms(step->value, sizeof step->value, low->is.wait_ns + low->is.run_ns, true);
    add_deadline(rule, "EXFT", "arrival + SLO");
}

static void carbondis_condition(const struct rule *rule, char *out, size_t size)
{
    const struct decision *decision = rule->decision;
    char busy[64] = "not there";
    const char *high = rule->high ? rule->list->high : "high end";
    if (rule->high)
        rule_busy(rule, rule->high, busy, sizeof busy);
    switch (decision->reason) {
    case REASON_MISS_HIGH:
        text_print(out, size, "Branch 4 holds while EL is above %s ms; CIT plays no part.",
                   facts_ms(FORMAT_ROOM, rule->facts->choice.deadline_ns - rule->low->is.wait_ns));
        return;
    case REASON_MISS_LOW:
        text_print(out, size, "Branch 4 wanted the %s, %s; CIT plays no part.", high, busy);
        return;
    case REASON_DIRTY_HIGH:
        snprintf(out, size, "Branch 5 holds while CIT is below %.*f.", rule->cir_decimals, decision->cir);
        return;
    case REASON_DIRTY_LOW:
        text_print(out, size,
                   "Branch 5 wanted the %s, %s. With CIT at %.*f or more branch 6 leads here, too.", high,
                   busy, rule->cir_decimals, decision->cir);
        return;
    case REASON_CLEAN_LOW:
        text_print(out, size, "Branch 6 holds while CIT is %.*f or more; the %s (%s) was not asked.",
                   rule->cir_decimals, decision->cir, high, busy);
        return;
    default:
        snprintf(out, size, "Under the literal reading no later event can change this.");
    }
}

/* The second branch of DYBATCH and RANDOM: the app's own low-end GPU. */
static void add_own_branch(const struct rule *rule, bool taken)
{
    struct facts_branch *branch = add_branch(rule, "2", taken ? FACTS_TAKEN : FACTS_NOT_ASKED);
    text_print(branch->text, sizeof branch->text, "own %s free", rule->list->low);
    if (taken)
        put_target(rule, branch, "");
}

/* --- DYBATCH --- */

/* Its number in the log. */
static int number_of(const struct rule *rule)
{
    return rule->list->at >= 0 ? rule->list->shown[rule->list->at] : 0;
}

static int64_t share_before(const struct rule *rule, int app)
{
    return choice_share_ns(rule->model, rule->list->log, number_of(rule), app);
}

static bool is_waiting(const struct rule *rule, int app)
{
    return rule->decision->waiting >> app & 1;
}

/* The app, other than this one, that waited with the smallest share of the high class so far; -1: none did or
 * its share is not known. DYBATCH. */
static int rule_runner_up(const struct rule *rule, int64_t *share_ns)
{
    return choice_runner_up(rule->model, rule->list->log, number_of(rule), share_ns);
}

/* --- all others: one rule, one branch --- */

static void plain_steps(const struct rule *rule)
{
    const struct facts_place *here = rule->here;
    struct facts_step *step;
    char text[64];
    add_batch(rule);
    step = add_step(rule, "wait", "before it starts");
    put_ms(step->value, sizeof step->value, here->is.wait_ns, false);
    if (rule->decision->here.app >= 0)
        put_ahead(rule, &rule->decision->here, step->origin, sizeof step->origin);
    text_print(text, sizeof text, "processing time on %s", here->phrase);
    step = add_step(rule, "L", text);
    put_ms(step->value, sizeof step->value, here->is.run_ns - here->is.turns_ns, false);
    step->provenance = here->is.provenance;
    if (here->is.turns_ns > 0) {
        step = add_step(rule, "turns", "that others had meanwhile");
        put_ms(step->value, sizeof step->value, here->is.turns_ns, false);
    }
    step = add_step(rule, "R",
                    here->is.turns_ns > 0 ? "wait + L + turns: the response" : "wait + L: the response");
    put_ms(step->value, sizeof step->value, here->is.wait_ns + here->is.run_ns, true);
    snprintf(step->origin, sizeof step->origin, "%s", here->is.at_least ? "at least, in turns" : "");
    step->provenance = here->is.provenance;
    add_deadline(rule, "SLO", "deadline from arrival");
}

/* --- a choice among equals --- */

/* Each pod that was looked at, and what its GPU was predicted to come to; the hottest is named. */
static void add_candidates(const struct rule *rule)
{
    const struct decision *decision = rule->decision;
    const struct decision_candidate *hottest = NULL;
    for (int k = 0; k < decision->n_candidates && k < DECISION_CANDIDATES; k++) {
        const struct decision_candidate *candidate = &decision->candidates[k];
        bool chosen = candidate->instance == decision->instance;
        struct facts_step *step;
        if (isnan(candidate->weight))
            continue;
        step = add_step(rule, rule->model->gpus[candidate->gpu].name, "at its hottest");
        snprintf(step->value, sizeof step->value, "%.2f C", candidate->weight);
        snprintf(step->origin, sizeof step->origin, "%s",
                 chosen                                          ? "the coolest: it is taken"
                 : candidate->instance == decision->chosen_first ? "the router's own choice"
                                                                 : "");
        step->tone = chosen ? TONE_STRONG : TONE_PLAIN;
        hottest = !hottest || candidate->weight > hottest->weight ? candidate : hottest;
    }
    if (hottest && hottest->instance != decision->instance)
        snprintf(
            rule->facts->condition, sizeof rule->facts->condition,
            "%s would have been the hottest, %.2f C: level 3 takes the equal pod whose GPU stays coolest.",
            rule->model->gpus[hottest->gpu].name, hottest->weight);
}

/* --- which family --- */

static void describe_carbondis(const struct rule *rule)
{
    snprintf(rule->facts->rule, sizeof rule->facts->rule, "Algorithm 1");
    const struct decision *decision = rule->decision;
    struct facts_step *step;
    add_batch(rule);
    if (rule->low)
        carbondis_times(rule);
    step = add_step(rule, "CIR", "");
    snprintf(step->what, sizeof step->what, "%.1f / %.1f", decision->ci, decision->aci);
    snprintf(step->value, sizeof step->value, "%.*f", rule->cir_decimals, decision->cir);
    snprintf(step->origin, sizeof step->origin, "g/kWh now / history");
    step = add_step(rule, "CIT", "knob");
    snprintf(step->value, sizeof step->value, "%.*f", rule->cir_decimals, decision->cit);
    if (put_edit(rule, knob_of_run(KNOB_CIT), step->origin, sizeof step->origin))
        step->tone = TONE_EDIT;
    const struct facts *facts = rule->facts;
    const struct facts_place *low = rule->low;
    static const char *const numbers[] = {"4", "5", "6"};
    char busy[32];
    int taken = choice_carbondis_branch(decision);
    text_print(busy, sizeof busy, "%s busy", rule->list->high);
    for (int i = 0; i < 3; i++) {
        enum facts_state state = i == taken ? FACTS_TAKEN : i < taken ? FACTS_PASSED : FACTS_NOT_ASKED;
        struct facts_branch *branch = add_branch(rule, numbers[i], state);
        if (i == 0 && low)
            text_print(branch->text, sizeof branch->text, "ESFT > EXFT: late on %s", low->name);
        else
            snprintf(branch->text, sizeof branch->text, "%s",
                     i == 1 ? "CIR > CIT: dirty grid" : "clean and in time");
        if (i == 0 && low && facts->choice.deadline_ns >= 0)
            rule_compare(branch->numbers, sizeof branch->numbers, ns_to_ms(low->is.wait_ns + low->is.run_ns),
                         ns_to_ms(facts->choice.deadline_ns), rule->late_decimals);
        if (i == 1 && taken >= 1)
            rule_compare(branch->numbers, sizeof branch->numbers, decision->cir, decision->cit,
                         rule->cir_decimals);
        if (state == FACTS_TAKEN && i < 2 && rule->high)
            put_target(rule, branch, rule->here == rule->high ? "free" : busy);
        else if (state == FACTS_TAKEN)
            put_target(rule, branch, "");
    }
    carbondis_condition(rule, rule->facts->condition, sizeof rule->facts->condition);
}

static void describe_dybatch(const struct rule *rule)
{
    add_batch(rule);
    int64_t most_ns = 1;
    int n_apps = rule->model->n_apps, room = FACTS_STEPS - 3;
    for (int app = 0; app < n_apps; app++) {
        int64_t share_ns = share_before(rule, app);
        most_ns = share_ns > most_ns ? share_ns : most_ns;
    }
    for (int app = 0; app < n_apps && room > 0; app++) {
        int64_t share_ns = share_before(rule, app);
        char name[FORMAT_SIZE];
        bool own = app == rule->decision->app;
        if (share_ns < 0 || (n_apps > room && !own && !is_waiting(rule, app)))
            continue;
        struct facts_step *step = add_step(rule, format_app(name, rule->model->apps[app].name), "");
        step->share = (double)share_ns / (double)most_ns;
        snprintf(step->value, sizeof step->value, "%.2f s", ns_to_s(share_ns));
        snprintf(step->origin, sizeof step->origin, "%s",
                 own                     ? "this request"
                 : is_waiting(rule, app) ? "a request waits"
                                         : "");
        step->tone = own ? TONE_STRONG : TONE_PLAIN;
        room--;
    }
    bool high = rule->decision->reason == REASON_SHARE_HIGH;
    const struct facts_place *shared = high ? rule->here : rule->other;
    int64_t theirs_ns = 0;
    int runner_up = rule_runner_up(rule, &theirs_ns);
    struct facts_branch *branch = add_branch(rule, "1", high ? FACTS_TAKEN : FACTS_PASSED);
    text_print(branch->text, sizeof branch->text, "%s free: smallest share", rule->list->high);
    if (high && runner_up >= 0)
        snprintf(branch->numbers, sizeof branch->numbers, "%.2f ≤ %.2f s", ns_to_s(rule->decision->share_ns),
                 ns_to_s(theirs_ns));
    else if (high)
        snprintf(branch->numbers, sizeof branch->numbers, "nobody else waits");
    if (high)
        put_target(rule, branch, "");
    else if (shared)
        snprintf(branch->outcome, sizeof branch->outcome, "no: busy");
    add_own_branch(rule, !high);
    char *out = rule->facts->condition, name[FORMAT_SIZE], busy[64] = "busy";
    size_t size = sizeof rule->facts->condition;
    if (shared)
        rule_busy(rule, shared, busy, sizeof busy);
    if (rule->decision->reason != REASON_SHARE_HIGH)
        text_print(out, size, "The %s, %s, would have taken it: it never idles while somebody waits.",
                   rule->list->high, busy);
    else if (runner_up < 0)
        snprintf(out, size, "Nobody else waits, so no share could change this.");
    else
        text_print(out, size, "Holds while %s has had at most as much of the %s as %s, the next that waits.",
                   rule->facts->app, rule->list->high, format_app(name, rule->model->apps[runner_up].name));
}

static void describe_random(const struct rule *rule)
{
    plain_steps(rule);
    bool high = rule->decision->reason == REASON_DRAW_HIGH;
    const struct facts_place *shared = high ? rule->here : rule->other;
    int waiting = 0, n_apps = rule->model->n_apps;
    for (int app = 0; app < n_apps; app++)
        waiting += is_waiting(rule, app);
    struct facts_branch *branch = add_branch(rule, "1", high ? FACTS_TAKEN : FACTS_PASSED);
    text_print(branch->text, sizeof branch->text, "%s free: draw 1 of %d jobs", rule->list->high, n_apps);
    snprintf(branch->numbers, sizeof branch->numbers, "%d wait%s", waiting, waiting == 1 ? "s" : "");
    if (high)
        put_target(rule, branch, "");
    else if (shared && rule_is_idle(rule, shared))
        snprintf(branch->outcome, sizeof branch->outcome, "another drawn");
    else if (shared)
        snprintf(branch->outcome, sizeof branch->outcome, "no: busy");
    add_own_branch(rule, !high);
    snprintf(rule->facts->condition, sizeof rule->facts->condition,
             high
                 ? "Every job has 1 chance in %d, waiting or not."
                 : "A draw that falls on a job with nothing waiting leaves the high end idle (1 in %d each).",
             n_apps);
}

static void (*const families[REASON_COUNT])(const struct rule *rule) = {
    [REASON_MISS_HIGH] = describe_carbondis,  [REASON_MISS_LOW] = describe_carbondis,
    [REASON_DIRTY_HIGH] = describe_carbondis, [REASON_DIRTY_LOW] = describe_carbondis,
    [REASON_CLEAN_LOW] = describe_carbondis,  [REASON_APPEND_LOW] = describe_carbondis,
    [REASON_SHARE_HIGH] = describe_dybatch,   [REASON_DRAW_HIGH] = describe_random,
};

static void facts_describe_rule(struct facts *facts, const struct decisions *list, int32_t offset_s)
{
    const struct decision *decision = &facts->decision;
    struct rule rule = {.facts = facts,
                        .decision = decision,
                        .list = list,
                        .model = list->result->model,
                        .offset_s = offset_s,
                        .here = &facts->places[facts->choice.here],
                        .other = facts->choice.other >= 0 ? &facts->places[facts->choice.other] : NULL};
    struct knob_value route = knob_at(&rule.model->scenario, knob_of_layer(LAYER_ROUTE), decision->t_ns);
    enum policy_id policy = policy_find(LAYER_ROUTE, route.text);
    snprintf(facts->rule, sizeof facts->rule, "%s",
             policy == POLICY_COUNT ? "The rule" : policy_infos[policy].title);
    for (int i = 0; i < rule.facts->choice.n_places; i++) {
        const struct facts_place *place = &rule.facts->places[i];
        if (place->is.estimated)
            rule.low = place;
        else
            rule.high = place;
    }
    rule.cir_decimals = telling_decimals(decision->cir, decision->cit, 2);
    if (rule.low && facts->choice.deadline_ns >= 0)
        rule.late_decimals = telling_decimals(ns_to_ms(rule.low->is.wait_ns + rule.low->is.run_ns),
                                              ns_to_ms(facts->choice.deadline_ns),
                                              facts->choice.deadline_ns < 100 * NS_PER_MS);
    if (families[decision->reason])
        families[decision->reason](&rule);
    else if (decision->reason == REASON_OWN_LOW)
        (decision->share_ns < 0 ? describe_random : describe_dybatch)(&rule);
    else {
        plain_steps(&rule);
        struct facts_branch *branch = add_branch(&rule, "1", FACTS_TAKEN);
        text_print(branch->text, sizeof branch->text, "%s", reason_sentences[rule.decision->reason]);
        put_target(&rule, branch, "");
    }
    if (decision->n_candidates > 0)
        add_candidates(&rule);
    sentence_make(&rule);
}

void facts_make(struct facts *facts, const struct decisions *list, int32_t offset_s)
{
    const struct decision *decision = decisions_chosen(list);
    const struct model *model = list->result->model;
    *facts = (struct facts){.decision = *decision, .choice = choice_of(model, decision)};
    format_app(facts->app, model->apps[decision->app].name);
    for (int i = 0; i < facts->choice.n_places; i++) {
        facts->places[i].is = facts->choice.places[i];
        /* "its P4" where nobody else may use it, else "the A100"; a GPU by its own name needs no article. */
        struct facts_place *place = &facts->places[i];
        int app = decision->app;
        const struct decision_place *at = facts->choice.places[i].chosen ? &decision->here : &decision->other;
        const struct model_gpu *gpu = &model->gpus[at->gpu];
        int instance = at->instance;
        char name[sizeof place->name];
        decisions_place_name(model, app, instance, name, sizeof name);
        bool by_type = strncmp(name, gpu->name, strlen(gpu->name)) != 0;
        const char *article = !by_type ? "" : gpu->owner == app ? "its " : "the ";
        snprintf(place->name, sizeof place->name, "%s", name);
        if (model->instances[instance].pod >= 0)
            text_print(place->phrase, sizeof place->phrase, "%s on %s", name, gpu->name);
        else
            snprintf(place->phrase, sizeof place->phrase, "%s%s", article, name);
    }
    facts_describe_rule(facts, list, offset_s);
}
