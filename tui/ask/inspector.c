/* The inspector: why did this request go there? The decisions around the cursor, and the chosen one in a
 * sentence, a picture, and the rule step by step with its numbers. Decisions are known once the run is
 * simulated; until then it says so and fills by itself. */
#include "tui/ask/inspector.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/pods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AROUND = 64 /* rows that are told on either side of the chosen one */ };

struct inspector_telling {
    struct account *account;
    struct arena *arena;
    const struct explorer *explorer;
    const struct inspector *inspector;
    const struct decisions *list;
    const struct facts *facts;
    const struct model *model; /* NULL: nothing is shown */
};

static struct inspector_telling telling_of(struct ask *ask)
{
    const struct inspector *inspector = ask->state;
    return (struct inspector_telling){.account = &ask->account,
                                      .arena = &ask->account.arena,
                                      .explorer = ask->explorer,
                                      .inspector = inspector,
                                      .list = &inspector->list,
                                      .facts = &inspector->facts,
                                      .model = inspector->list.result ? inspector->list.result->model : NULL};
}

/* Follows the run that is explored: another one, or the same when it is finished, is listed around the time
 * that was looked at. */
static void inspector_follow(struct ask *ask)
{
    struct inspector *inspector = ask->state;
    struct decisions *list = &inspector->list;
    struct result *current = ask->explorer->results.current;
    int32_t offset_s = explorer_offset_s(ask->explorer, inspector->t_ns);
    bool other = list->result != current || offset_s != inspector->offset_s;
    if (ask->chosen != inspector->told && ask->chosen < (size_t)list->n_shown)
        decisions_choose(list, (int)ask->chosen);
    if (list->result != current && !result_view(current).run)
        decisions_drop(list);
    else if (list->result != current)
        decisions_show(list, current, inspector->t_ns);
    if (list->result && strcmp(list->filter, ask->filter) != 0) {
        decisions_filter(list, ask->filter);
        other = true;
    }
    const struct decision *chosen = decisions_chosen(list);
    other = other || (chosen ? (size_t)list->at : ACCOUNT_NO_STEP) != inspector->told ||
            list->from_ns != inspector->from_ns || list->to_ns != inspector->to_ns;
    if (!other && inspector->is_told)
        return;
    inspector->is_told = true;
    inspector->offset_s = offset_s;
    inspector->from_ns = list->from_ns;
    inspector->to_ns = list->to_ns;
    inspector->any_facts = chosen != NULL;
    inspector->n_missed = 0;
    for (size_t i = 0; i < list->log->kept; i++)
        inspector->n_missed += choice_is_late(list->result->model, &list->log->kept_list[i]);
    ask->chosen = inspector->told = chosen ? (size_t)list->at : ACCOUNT_NO_STEP;
    if (chosen) {
        inspector->t_ns = chosen->t_ns;
        facts_make(&inspector->facts, list, explorer_offset_s(ask->explorer, chosen->t_ns));
    }
    question_retell(ask);
}

/* --- words --- */

static void put_words(const struct inspector_telling *telling, enum tone tone, const char *words)
{
    struct account_cell cell = {.kind = ACCOUNT_WORDS, .tone = tone, .shown = words, .value = NAN};
    account_add(telling->account, cell);
}
#define put(telling, tone, ...) put_words(telling, tone, text((telling)->arena, __VA_ARGS__))

static const char *phrase_of(const struct inspector_telling *telling, int reason)
{
    return text(telling->arena, "%s",
                decisions_phrase(telling->list, (enum reason)reason, (char[48]){0}, 48));
}

/* "12:13:09" */
static const char *clock_of(const struct inspector_telling *telling, int64_t t_ns)
{
    return text(telling->arena, "%s",
                format_clock(FORMAT_ROOM, telling->explorer->document.scenario.start_s + t_ns / NS_PER_S,
                             explorer_offset_s(telling->explorer, t_ns), true));
}

/* "0.53 mg", "14.2 mg", "1.24 g". */
static const char *grams(const struct inspector_telling *telling, double grams)
{
    bool milli = fabs(grams) < 1;
    double size = fabs(milli ? grams * 1e3 : grams);
    int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.0995 ? 2 : 4;
    return text(telling->arena, "%.*f %s", decimals, size, milli ? "mg" : "g");
}

/* --- the list --- */

static void tell_headline(const struct inspector_telling *telling)
{
    const struct explorer *explorer = telling->explorer;
    const struct facts *facts = telling->facts;
    if (telling->inspector->any_facts) {
        const char *forms[] = {text(telling->arena, "%s %s", facts->app, facts->sentence[0]),
                               text(telling->arena, "%s %s", facts->app, facts->sentence[1])};
        account_say_forms(telling->account, TONE_STRONG, 0, forms, 2);
        if (telling->account->last)
            telling->account->last->audience = FOR_SCREENS | FOR_PAGES;
    } else if (!telling->model)
        account_say(
            telling->account, TONE_STRONG, 0,
            text(telling->arena,
                 "Decisions appear here by themselves once the run is simulated: %.0f %% so far.",
                 100 * (double)explorer_simulated_ns(explorer) / (double)(explorer->time.horizon_ns + 1)));
    else
        account_say(telling->account, TONE_STRONG, 0,
                    telling->list->log->count > 0
                        ? "No decision here matches the filter; Enter finds the nearest, Esc clears it."
                        : "This run has no decision at all.");
}

static void tell_list(const struct inspector_telling *telling)
{
    static const struct account_column columns[] = {{.title = "min:s.ms"},
                                                    {.title = "job"},
                                                    {.title = "to"},
                                                    {.title = "why"},
                                                    {.title = "request", .number = true, .rank = 2},
                                                    {.title = "waited", .number = true, .rank = 3}};
    const struct decisions *list = telling->list;
    struct account_part *part =
        account_table(telling->account, FOR_PEOPLE, "Decisions", columns, sizeof columns / sizeof *columns);
    if (!part)
        return;
    part->list = true;
    part->note =
        text(telling->arena, "%s to %s", clock_of(telling, list->from_ns), clock_of(telling, list->to_ns));
    if (*list->filter)
        part->note = text(telling->arena, "%d of %zu", list->n_shown, list->log->kept);
    for (int at = list->at > AROUND ? list->at - AROUND : 0; at < list->n_shown && at <= list->at + AROUND;
         at++) {
        const struct decision *decision = &list->log->kept_list[list->shown[at]];
        bool chosen = at == list->at;
        char place[40];
        decisions_place_name(telling->model, decision->app, decision->instance, place, sizeof place);
        account_row(telling->account, (size_t)at);
        put(telling, TONE_QUIET, "%.5s.%03d", clock_of(telling, decision->t_ns) + strlen("12:"),
            (int)(decision->t_ns / NS_PER_MS % 1000));
        put(telling, TONE_APP + (unsigned)decision->app, "%s",
            format_app(FORMAT_ROOM, telling->model->apps[decision->app].name));
        put(telling, chosen ? TONE_STRONG : TONE_PLAIN, "%s", place);
        const char *why = phrase_of(telling, decision->reason);
        bool late = choice_is_late(telling->model, decision);
        struct account_cell cell = account_words(telling->account,
                                                 late     ? TONE_BAD
                                                 : chosen ? TONE_PLAIN
                                                          : TONE_QUIET,
                                                 late ? text(telling->arena, "%s ○ over SLO", why) : why);
        cell.brief = late ? text(telling->arena, "%s ○", why) : NULL;
        account_put(telling->account, cell);
        put(telling, TONE_QUIET, "%s", format_count(FORMAT_ROOM, decision->request + 1));
        put(telling, TONE_QUIET, "%.0f ms", ns_to_ms(decision->t_ns - decision->arrived_ns));
    }
}

/* How often each reason occurs in the window, the most frequent first. */
static void tell_counts(const struct inspector_telling *telling)
{
    static const struct account_column columns[] = {
        {.title = ""}, {.title = ""}, {.title = "", .number = true}};
    const struct decisions *list = telling->list;
    int count[REASON_COUNT] = {0}, all = (int)list->log->kept, missed = telling->inspector->n_missed;
    struct account_part *part = account_table(telling->account, FOR_PEOPLE, "In this window", columns, 3);
    if (!part)
        return;
    part->list = true;
    part->rank = 1;
    part->note = text(telling->arena, "%s decisions%s", format_count(FORMAT_ROOM, all),
                      list->log->count > list->log->kept ? " and more" : "");
    if (missed > 0)
        part->note = text(telling->arena, "%s, ○ %s over SLO", part->note, format_count(FORMAT_ROOM, missed));
    for (size_t i = 0; i < list->log->kept; i++)
        count[list->log->kept_list[i].reason]++;
    for (int most = 0;; count[most] = 0) {
        for (int reason = 0; reason < REASON_COUNT; reason++)
            most = count[reason] > count[most] ? reason : most;
        if (count[most] == 0)
            return;
        bool own = telling->inspector->any_facts && telling->facts->decision.reason == most;
        struct account_bar bar = {
            .length = count[most], .half_width = NAN, .shown = text(telling->arena, "%d", count[most])};
        put(telling, own ? TONE_STRONG : TONE_PLAIN, "%s", phrase_of(telling, most));
        account_put(telling->account, account_bars(telling->account, &bar, 1));
        put(telling, own ? TONE_STRONG : TONE_PLAIN, "%s", format_count(FORMAT_ROOM, count[most]));
    }
}

/* --- the facts of the chosen one --- */

/* A row a place: a bar from the arrival to the end, light while it waits, a dot at the deadline. */
static void tell_picture(const struct inspector_telling *telling)
{
    static const struct account_column columns[] = {
        {.title = ""}, {.title = ""}, {.title = "", .number = true}, {.title = ""}, {.title = "", .rank = 1}};
    const struct router_choice *choice = &telling->facts->choice;
    double deadline_ms = choice->deadline_ns < 0 ? NAN : ns_to_ms(choice->deadline_ns);
    struct account_part *part = account_table(
        telling->account, FOR_PEOPLE,
        choice->deadline_ns >= 0 ? "Could it meet its deadline?" : "How long does it take?", columns, 5);
    if (!part)
        return;
    part->note = choice->deadline_ns < 0 ? "ms from arrival"
                                         : text(telling->arena, "ms from arrival, • deadline %s",
                                                facts_ms(FORMAT_ROOM, choice->deadline_ns));
    for (int i = 0; i < choice->n_places; i++) {
        const struct facts_place *place = &telling->facts->places[i];
        int64_t spare_ns = choice_spare_ns(choice, &place->is);
        enum tone tone = spare_ns < 0 ? TONE_BAD : choice->deadline_ns < 0 ? TONE_PLAIN : TONE_GOOD;
        double end_ms = ns_to_ms(place->is.wait_ns + place->is.run_ns);
        struct account_bar bars[] = {{.length = end_ms,
                                      .half_width = NAN,
                                      .dots = &deadline_ms,
                                      .n_dots = deadline_ms >= 0,
                                      .tone = tone,
                                      .name = "runs"},
                                     {.length = ns_to_ms(place->is.wait_ns),
                                      .light = true,
                                      .half_width = NAN,
                                      .tone = TONE_QUIET,
                                      .name = "waits"}};
        bars[0].shown = text(telling->arena, "%s%s", place->is.at_least ? "≥ " : "",
                             facts_ms(FORMAT_ROOM, place->is.wait_ns + place->is.run_ns));
        put(telling, place->is.chosen ? TONE_STRONG : TONE_PLAIN, "%s on %s", place->is.chosen ? "▸" : " ",
            place->phrase);
        account_put(telling->account, account_bars(telling->account, bars, place->is.wait_ns > 0 ? 2 : 1));
        put(telling, TONE_STRONG, "%s", bars[0].shown);
        if (spare_ns != INT64_MAX && (!place->is.at_least || spare_ns < 0))
            put(telling, tone, "%s %s", facts_ms(FORMAT_ROOM, llabs(spare_ns)),
                spare_ns < 0 ? "too late" : "to spare");
        else
            put(telling, tone, "%s", "");
        put(telling, TONE_QUIET, "%s%s%sruns %s%s%s", place->is.wait_ns > 0 ? "waits " : "",
            place->is.wait_ns > 0 ? facts_ms(FORMAT_ROOM, place->is.wait_ns) : "",
            place->is.wait_ns > 0 ? ", " : "", facts_ms(FORMAT_ROOM, place->is.run_ns),
            format_provenance(place->is.provenance),
            place->is.estimated  ? " by estimate"
            : place->is.at_least ? " or longer, in turns"
            : place->is.turns_ns > 0
                ? text(telling->arena, ", %s of it others' turns", facts_ms(FORMAT_ROOM, place->is.turns_ns))
                : "");
    }
}

static void tell_rule(const struct inspector_telling *telling)
{
    static const struct account_column
        steps[] = {{.title = ""}, {.title = ""}, {.title = "", .number = true}, {.title = ""}},
        branches[] = {{.title = ""}, {.title = ""}, {.title = "", .rank = 1}, {.title = ""}};
    const struct facts *facts = telling->facts;
    account_table(telling->account, FOR_PEOPLE, text(telling->arena, "%s, step by step", facts->rule), steps,
                  4);
    for (int i = 0; i < facts->n_steps; i++) {
        const struct facts_step *step = &facts->steps[i];
        struct account_bar bar = {.length = step->share, .half_width = NAN};
        put(telling, TONE_STRONG, "%s", step->symbol);
        if (isnan(step->share))
            put(telling, TONE_QUIET, "%s", step->what);
        else
            account_put(telling->account, account_bars(telling->account, &bar, 1));
        put(telling, step->tone, "%s%s", step->value, format_provenance(step->provenance));
        put(telling, step->tone == TONE_EDIT ? TONE_EDIT : TONE_QUIET, "%s", step->origin);
    }
    account_table(telling->account, FOR_PEOPLE, NULL, branches, 4);
    for (int i = 0; i < facts->n_branches; i++) {
        const struct facts_branch *branch = &facts->branches[i];
        enum tone tone = branch->state == FACTS_TAKEN ? TONE_STRONG : TONE_QUIET;
        put(telling, tone, "%s %s", branch->state == FACTS_TAKEN ? "●" : "○", branch->number);
        put(telling, tone, "%s", branch->text);
        put(telling, tone, "%s", branch->numbers);
        put(telling, tone, "%s",
            branch->state == FACTS_NOT_ASKED ? "not asked"
            : *branch->outcome               ? branch->outcome
                                             : "no");
    }
}

/* "▼ 0.11 mg less~": the sign of a change, none is "the same". */
static void put_change(const struct inspector_telling *telling, double change, const char *amount,
                       const char *less, const char *more, const char *mark)
{
    if (change > 0 || change < 0)
        put(telling, change > 0 ? TONE_BAD : TONE_GOOD, "%s %s %s%s", change > 0 ? "▲" : "▼", amount,
            change > 0 ? more : less, mark);
    else
        put(telling, TONE_PLAIN, "the same");
}

/* Carbon, end and misses, the other choice against the one made. */
static void tell_other(const struct inspector_telling *telling)
{
    static const struct account_column columns[] = {
        {.title = "instead"}, {.title = "carbon"}, {.title = "ends"}, {.title = "late"}};
    const struct facts *facts = telling->facts;
    const struct choice_place *here = &facts->places[facts->choice.here].is;
    const struct facts_place *place = facts->choice.other >= 0 ? &facts->places[facts->choice.other] : NULL;
    const struct choice_place *other = place ? &place->is : here;
    bool timed = place && !here->at_least && !other->at_least;
    account_table(telling->account, FOR_PEOPLE, NULL, columns, place ? 4 : 2);
    if (place) {
        int64_t delay_ns = other->wait_ns + other->run_ns - here->wait_ns - here->run_ns;
        enum provenance provenance =
            other->provenance > here->provenance ? other->provenance : here->provenance;
        put(telling, TONE_PLAIN, "on %s", place->phrase);
        put_change(telling, other->above_idle_g - here->above_idle_g,
                   grams(telling, other->above_idle_g - here->above_idle_g), "less", "more",
                   format_provenance(provenance));
        if (timed)
            put_change(telling, (double)delay_ns,
                       text(telling->arena, "%s ms", facts_ms(FORMAT_ROOM, llabs(delay_ns))), "earlier",
                       "later", "");
        else
            put(telling, TONE_QUIET, "%s", "not known");
        if (facts->choice.deadline_ns >= 0)
            put_change(telling,
                       (choice_spare_ns(&facts->choice, other) < 0) -
                           (choice_spare_ns(&facts->choice, here) < 0),
                       "1", "less", "more", "");
    } else {
        put(telling, TONE_PLAIN, "what it costs");
        put(telling, TONE_STRONG, "%s%s", grams(telling, here->above_idle_g),
            format_provenance(here->provenance));
    }
    account_say_to(telling->account, FOR_SCREENS | FOR_PAGES, TONE_PLAIN, 1, facts->condition);
    /* The paper counts a request's share of idle power, too; where that makes no difference, nothing is said.
     */
    double change_g = place ? other->whole_g - here->whole_g : here->whole_g;
    const char *more =
        change_g > 0 || change_g < 0
            ? text(telling->arena, "; CE of the paper, idle power included: %s%s", grams(telling, change_g),
                   !place         ? ""
                   : change_g > 0 ? " more"
                                  : " less")
            : "";
    account_say_to(telling->account, FOR_SCREENS | FOR_PAGES, TONE_QUIET, 2,
                   text(telling->arena, "Carbon above the idle power, which is drawn anyway%s.", more));
}

/* --- who was where --- */

enum { LANES_FEW = 8, LANES_MOST = 24, LANES_TIMES = 5 /* the longest bar of the picture fits so often */ };

static const char *lane_of(const struct inspector_telling *telling, int instance)
{
    const struct model *model = telling->model;
    const struct model_gpu *gpu = &model->gpus[model->instances[instance].gpu];
    char name[64];
    if (model->instances[instance].pod >= 0)
        pods_name(&model->scenario, model->instances[instance].pod, name, sizeof name);
    else
        format_gpu(name, sizeof name, model, model->instances[instance].gpu);
    if (model->instances[instance].pod >= 0)
        return text(telling->arena, "%s", name);
    if (gpu->n_instances > 1)
        return text(telling->arena, "%s/%d", gpu->name, model->instances[instance].slot + 1);
    if (gpu->owner >= 0)
        return text(telling->arena, "%s %s", name, format_app(FORMAT_ROOM, model->apps[gpu->owner].name));
    return text(telling->arena, "%s", gpu->class == CLASS_NONE ? gpu->name : name);
}

/* A block begins with the digit of its app and is as long as the request runs; the chosen one is solid.
 * Blocks come from the decisions of the window: what has been started before it is not known, nor what comes
 * after it. */
static void put_lane(const struct inspector_telling *telling, int instance, int64_t from_ns, int64_t to_ns)
{
    const struct decision_log *log = telling->list->log;
    const struct decision *chosen = &telling->facts->decision;
    double width_ns = (double)(to_ns - from_ns);
    struct account_span *spans = arena_alloc(telling->arena, (log->kept + 1) * sizeof *spans);
    size_t n = 0;
    for (size_t i = 0; spans && i < log->kept; i++) {
        const struct decision *decision = &log->kept_list[i];
        struct choice_span runs = choice_runs(telling->model, decision);
        if (decision->instance == instance && runs.to_ns >= from_ns && runs.from_ns < to_ns)
            spans[n++] = (struct account_span){
                (double)(runs.from_ns - from_ns) / width_ns, (double)(runs.to_ns - from_ns) / width_ns,
                TONE_APP + (unsigned)decision->app,
                decision->app == chosen->app && decision->request == chosen->request,
                decision->app < 9 ? (char)('1' + decision->app) : 0};
    }
    put(telling, instance == chosen->here.instance ? TONE_STRONG : TONE_PLAIN, "%s",
        lane_of(telling, instance));
    account_put(telling->account,
                account_spans(telling->account, (double)(chosen->t_ns - from_ns) / width_ns, spans, n));
}

/* All instances where they are few; where they are more first the two places of the decision. */
static void tell_lanes(const struct inspector_telling *telling)
{
    static const struct account_column columns[] = {{.title = ""}, {.title = ""}};
    const struct facts *facts = telling->facts;
    const struct decisions *list = telling->list;
    int n = telling->model->n_instances;
    int64_t t_ns = facts->decision.t_ns, most_ns = NS_PER_MS;
    for (int i = 0; i < facts->choice.n_places; i++) {
        int64_t end_ns = facts->places[i].is.wait_ns + facts->places[i].is.run_ns;
        most_ns = end_ns > most_ns ? end_ns : most_ns;
    }
    int64_t width_ns = LANES_TIMES * most_ns, from_ns = t_ns - width_ns * 2 / 5;
    from_ns = from_ns < list->from_ns ? list->from_ns : from_ns;
    int64_t to_ns = from_ns + width_ns > list->to_ns ? list->to_ns + 1 : from_ns + width_ns;
    const char *note = text(telling->arena, "−%s to +%s ms, ┊ decided; digits are jobs",
                            facts_ms(FORMAT_ROOM, t_ns - from_ns), facts_ms(FORMAT_ROOM, to_ns - t_ns));
    for (int others = 0; others < 2 && to_ns > from_ns; others++) {
        struct account_part *part = others && (n <= LANES_FEW || n > LANES_MOST)
                                        ? NULL
                                        : account_table(telling->account, FOR_SCREENS,
                                                        others ? "All others" : "Who was where", columns, 2);
        if (!part)
            return;
        part->note = others ? NULL : note;
        part->rank = 2 + others;
        for (int i = 0; i < n; i++) {
            bool place = i == facts->decision.here.instance || i == facts->decision.other.instance;
            if (!choice_takes_turns(telling->model, i) && (n <= LANES_FEW || place != others))
                put_lane(telling, i, from_ns, to_ns);
        }
    }
}

/* --- for machines: a row a decision of the window that passes the filter, with the operands of its rule ---
 */

static void inspector_rows(struct ask *ask)
{
    static const char *const keys[] = {
        "t_s",        "app",          "request",       "arrived_s", "gpu",     "place",
        "reason",     "queued",       "late",          "ends_s",    "start_s", "estimate_ms",
        "deadline_s", "ci_g_per_kwh", "aci_g_per_kwh", "cir",       "cit",     "batch"};
    const struct inspector_telling own = telling_of(ask), *telling = &own;
    struct account *account = telling->account;
    const struct decisions *list = telling->list;
    account_keys(account, NULL, keys, sizeof keys / sizeof *keys);
    for (int i = 0; telling->model && i < list->n_shown; i++) {
        const struct decision *decision = &list->log->kept_list[list->shown[i]];
        int64_t end_ns = choice_end_ns(telling->model, decision);
        char place[40];
        decisions_place_name(telling->model, decision->app, decision->instance, place, sizeof place);
        account_add(account, account_bare(ns_to_s(decision->t_ns)));
        account_put(account, account_said(telling->model->scenario.apps[decision->app].name));
        account_put(account, account_bare((double)decision->request));
        account_put(account, account_bare(ns_to_s(decision->arrived_ns)));
        account_put(account, account_said(list->result->recording->gpus[decision->here.gpu].name));
        put(telling, TONE_PLAIN, "%s", place);
        account_put(account, account_said(reason_names[decision->reason]));
        account_put(account, account_flag(decision->queued));
        account_put(account, account_flag(choice_is_late(telling->model, decision)));
        account_put(account, account_bare(end_ns < 0 ? NAN : ns_to_s(end_ns)));
        account_put(account, account_bare(decision->start_ns < 0 ? NAN : ns_to_s(decision->start_ns)));
        account_put(account, account_bare(decision->estimate_ns < 0 ? NAN : ns_to_ms(decision->estimate_ns)));
        account_put(account, account_bare(decision->deadline_ns < 0 ? NAN : ns_to_s(decision->deadline_ns)));
        account_put(account, account_bare(decision->ci));
        account_put(account, account_bare(decision->aci));
        account_put(account, account_bare(decision->cir));
        account_put(account, account_bare(decision->cit));
        account_put(account, account_bare(decision->batch));
    }
}

/* --- the question --- */

static bool inspector_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    struct inspector *inspector = ask->state;
    (void)plan; /* all is known */
    (void)error;
    inspector->t_ns = ask->explorer->time.cursor_ns;
    inspector->told = ACCOUNT_NO_STEP;
    decisions_init(&inspector->list);
    return true;
}

static void inspector_tell(struct ask *ask)
{
    const struct inspector *inspector = ask->state;
    struct inspector_telling telling = telling_of(ask);
    int64_t t_ns = inspector->any_facts ? inspector->facts.decision.t_ns : ask->explorer->time.cursor_ns;
    int32_t offset_s = explorer_offset_s(ask->explorer, t_ns);
    const struct scenario *scenario = &ask->explorer->document.scenario;
    ask->account.of = text(telling.arena, "%s", scenario->name);
    ask->account.over =
        text(telling.arena, "%s  %s.%03d %s",
             format_date(FORMAT_ROOM, scenario->start_s + t_ns / NS_PER_S, offset_s),
             clock_of(&telling, t_ns), (int)(t_ns / NS_PER_MS % 1000), format_zone(FORMAT_ROOM, offset_s));
    tell_headline(&telling);
    if (telling.model) {
        tell_list(&telling);
        tell_counts(&telling);
    }
    if (inspector->any_facts) {
        tell_picture(&telling);
        tell_rule(&telling);
        tell_other(&telling);
        tell_lanes(&telling);
        account_drawing(&ask->account, 9);
    }
}

static void inspector_move(struct ask *ask, int steps, char said[ASK_SAID])
{
    struct decisions *list = &((struct inspector *)ask->state)->list;
    if (steps == 0) { /* the filter has been typed: the nearest that passes it, later or else earlier */
        if (list->at >= 0 || !list->any_chosen)
            return;
        if (decisions_step(list, 1))
            text_print(said, ASK_SAID, "none in that window; this is the next one");
        else if (decisions_step(list, -1))
            text_print(said, ASK_SAID, "none in that window or later; this is the last one");
        else
            text_print(said, ASK_SAID, "no decision of the run matches '%s'", list->filter);
    } else if (abs(steps) > DECISIONS_MAX)
        decisions_end(list, steps < 0 ? -1 : 1);
    else if (!decisions_step(list, steps) && list->result)
        text_print(said, ASK_SAID,
                   *list->filter ? "no decision %s this one matches '%s'"
                                 : "the run has no decision %s this one",
                   steps < 0 ? "before" : "after", list->filter);
}

/* The dashboard's cursor goes to the decision. */
static enum ask_entered inspector_enter(struct ask *ask, size_t step, char said[ASK_SAID],
                                        struct error *error)
{
    (void)step, (void)said, (void)error;
    explorer_seek(ask->explorer, ((const struct inspector *)ask->state)->facts.decision.t_ns);
    return ASK_LEAVES;
}

static enum ask_entered same(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                             struct error *error)
{
    struct decisions *list = &((struct inspector *)ask->state)->list;
    int direction = action == ACTION_SAME_NEXT ? 1 : -1;
    (void)step, (void)error;
    if (list->any_chosen && !decisions_same(list, direction))
        text_print(said, ASK_SAID, "no decision %s this one for the same reason, %s",
                   direction < 0 ? "before" : "after",
                   decisions_phrase(list, (enum reason)list->chosen.reason, (char[48]){0}, 48));
    return ASK_STAYS;
}

/* To the next request that was late, the first of the run after the last. */
static enum ask_entered next_late(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                                  struct error *error)
{
    (void)action, (void)step, (void)error;
    if (!decisions_late(&((struct inspector *)ask->state)->list))
        text_print(said, ASK_SAID, "no request of this run was late");
    return ASK_STAYS;
}

static void inspector_free(struct ask *ask)
{
    decisions_free(&((struct inspector *)ask->state)->list);
}

static const struct ask_act acts[] = {{ACTION_LATE_NEXT, "late", next_late},
                                      {ACTION_SAME_NEXT, "same reason", same},
                                      {ACTION_SAME_PREVIOUS, "", same},
                                      {ACTION_ANNEALER, "searches", NULL}};

const struct question_of question_inspector = {.name = "inspector",
                                               .title = "Inspector",
                                               .enters = "go to its time",
                                               .acts = acts,
                                               .n_acts = sizeof acts / sizeof *acts,
                                               .filtered = true,
                                               .state_size = sizeof(struct inspector),
                                               .plan = inspector_plan,
                                               .follow = inspector_follow,
                                               .tell = inspector_tell,
                                               .rows = inspector_rows,
                                               .move = inspector_move,
                                               .draw = inspector_draw,
                                               .enter = inspector_enter,
                                               .free = inspector_free};
