/* The annealer: what did the controller try, and why did it keep what it kept? The searches of the run
 * explored, each try of the chosen one with what was measured and what followed from it, and the step of the
 * rule in numbers (clover.md section 1.3). It opens at the search before the cursor, and Enter takes the
 * cursor to what is chosen. */
#include "tui/ask/ask.h"

#include "engine/answers/events.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/words/format.h"
#include "tui/words/scheme_words.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Steps: a search is its number, a try comes after all of them. CURVE: searches that a curve has. */
enum { TRIES = 1 << 24, CURVE = 64 };

struct annealer_state {
    struct searches searches;
    const struct result *result; /* that they are of; only compared with */
    int at, try_at;              /* the chosen search, -1: none; and try of it */
    size_t put, told;            /* steps: put there without the user, told of last */
};

struct annealer_telling {
    struct account *account;
    struct arena *arena;
    const struct explorer *explorer;
    const struct recording *recording;
    const struct annealer_state *state;
    const struct event_search *search; /* NULL: there is none */
};

static const struct event_search *search_of(const struct annealer_state *state)
{
    return state->at >= 0 && state->at < state->searches.n ? &state->searches.items[state->at] : NULL;
}

/* Follows the run: another result is read from its start, one that grows is read on. What is added later does
 * not move the choice of the user. */
static void annealer_follow(struct ask *ask)
{
    struct annealer_state *state = ask->state;
    const struct result *current = ask->explorer->results.current;
    bool other = state->result != current;
    if (other)
        searches_free(&state->searches);
    state->result = current;
    bool grown = searches_read(&state->searches, current->recording) || other;
    if (other || (grown && ask->chosen == state->put)) {
        int64_t t_ns = ask->explorer->time.cursor_ns;
        state->at = searches_at(&state->searches, t_ns);
        state->try_at = 0;
        const struct event_search *search = search_of(state);
        for (int i = 0; search && i < search->n_tries; i++)
            if (recording_evaluation(current->recording, search->first_try + i)->begin_ns <= t_ns)
                state->try_at = i;
        ask->chosen = state->put = search ? (size_t)state->at : ACCOUNT_NO_STEP;
    } else if (ask->chosen < TRIES && (int)ask->chosen != state->at) {
        state->at = (int)ask->chosen;
        state->try_at = 0;
    } else if (ask->chosen >= TRIES && ask->chosen != ACCOUNT_NO_STEP)
        state->try_at = (int)(ask->chosen - TRIES);
    if (ask->chosen < TRIES) /* where Tab leads */
        ask->left = (size_t)(state->searches.n + state->try_at);
    if (grown || ask->chosen != state->told)
        question_retell(ask);
    state->told = ask->chosen;
}

/* --- words --- */

/* "31.20", or a dash where there is no such number, with a true minus. */
static const char *number(const struct annealer_telling *telling, double value, int digits)
{
    return isnan(value) ? "–" : text(telling->arena, "%s%.*f", value < 0 ? "−" : "", digits, fabs(value));
}

/* "19:00:00", or "Fri 26 19:00" in a run of more than a day. */
static const char *clock_of(const struct annealer_telling *telling, int64_t t_ns)
{
    const struct explorer *explorer = telling->explorer;
    int64_t at_s = explorer->document.scenario.start_s + t_ns / NS_PER_S;
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    bool date = explorer->time.horizon_ns > 24 * 3600 * NS_PER_S;
    return text(telling->arena, "%.6s%s%s", date ? format_date(FORMAT_ROOM, at_s, offset_s) : "",
                date ? " " : "", format_clock(FORMAT_ROOM, at_s, offset_s, !date));
}

static const char *graph_of(const struct annealer_telling *telling, const struct graph *graph)
{
    char words[300];
    search_print_graph(telling->recording, graph, words, sizeof words);
    return text(telling->arena, "%s", words);
}

static const struct evaluation *try_of(const struct annealer_telling *telling,
                                       const struct event_search *search, int i)
{
    return recording_evaluation(telling->recording, search->first_try + i);
}

static const struct evaluation *kept_of(const struct annealer_telling *telling,
                                        const struct event_search *search)
{
    return search->kept >= 0 ? recording_evaluation(telling->recording, search->kept) : NULL;
}

static void put(const struct annealer_telling *telling, enum tone tone, const char *words)
{
    account_add(telling->account, account_words(telling->account, tone, words));
}

/* --- what came of a search --- */

/* "Grid +7 % to 231 g/kWh: 6 tries (4 measured, 5 in time); kept 4×1g b1". */
static const char *sentence_of(const struct annealer_telling *telling)
{
    const struct event_search *search = telling->search;
    const struct evaluation *end = kept_of(telling, search);
    const char *word = search_reason_word(search->trigger),
               *why = text(telling->arena, "%c%s", toupper(*word), word + 1);
    if (search->trigger == TRIGGER_INTENSITY && search->ci_before > 0)
        why = text(telling->arena, "Grid %s%.0f %% to %.0f g/kWh", search->ci < search->ci_before ? "−" : "+",
                   100 * fabs(search->ci / search->ci_before - 1), search->ci);
    const char *tries = end && end->reason == KEPT_ONLY
                            ? "nothing was tried"
                            : text(telling->arena, "%d tr%s (%d measured, %d in time)", search->n_tries,
                                   search->n_tries == 1 ? "y" : "ies", search->measured, search->met);
    return text(telling->arena, "%s: %s; %s %s", why, tries,
                !end                             ? "still searching"
                : end->reason == KEPT_LEAST_LATE ? "least late"
                : end->reason == KEPT_CUT_OFF    ? "cut off at"
                                                 : "kept",
                end ? graph_of(telling, &end->graph) : "");
}

static void tell_headline(const struct annealer_telling *telling)
{
    const struct scenario *scenario = &telling->explorer->document.scenario;
    struct account *account = telling->account;
    if (telling->search) {
        account_say_to(telling->account, FOR_SCREENS, TONE_STRONG, 0, sentence_of(telling));
        return;
    }
    if (!recording_finished(telling->recording))
        account_say(account, TONE_STRONG, 0, "Searches appear here by themselves as the run is simulated.");
    else if (scenario->n_pools > 1)
        account_say(account, TONE_STRONG, 0,
                    "Nothing was searched for in this run: no pool's policy.configure searches.");
    else
        account_say(account, TONE_STRONG, 0,
                    text(telling->arena, "Nothing was searched for in this run: policy.configure is %s.",
                         policy_infos[scenario->policy[LAYER_CONFIGURE]].title));
    account_say_to(telling->account, FOR_SCREENS, TONE_QUIET, 0, "P chooses another policy.");
}

static void tell_searches(const struct annealer_telling *telling)
{
    static const struct account_column columns[] = {{.title = "at"},
                                                    {.title = "because"},
                                                    {.title = "g/kWh", .number = true, .rank = 1},
                                                    {.title = "try", .number = true, .rank = 2},
                                                    {.title = "f kept", .number = true, .rank = 1},
                                                    {.title = "", .rank = 1}};
    struct account_part *part =
        account_table(telling->account, FOR_PEOPLE, "Searches", columns, sizeof columns / sizeof *columns);
    if (!part)
        return;
    const struct explorer *explorer = telling->explorer;
    int64_t t_ns = telling->search ? telling->search->begin_ns : 0;
    int32_t offset_s = explorer_offset_s(explorer, t_ns);
    part->list = true;
    part->note =
        text(telling->arena, "%d%s, %s %s", telling->state->searches.n,
             recording_finished(telling->recording) ? "" : " so far",
             format_date(FORMAT_ROOM, explorer->document.scenario.start_s + t_ns / NS_PER_S, offset_s),
             format_zone(FORMAT_ROOM, offset_s));
    for (int i = 0; i < telling->state->searches.n; i++) {
        const struct event_search *search = &telling->state->searches.items[i];
        const struct evaluation *kept = kept_of(telling, search); /* its f as it was found */
        account_row(telling->account, (size_t)i);
        account_place(telling->account, 0,
                      search == telling->search && telling->state->told >= TRIES ? MARK_HERE : 0);
        put(telling, TONE_QUIET, clock_of(telling, search->begin_ns));
        put(telling, TONE_PLAIN, search_reason_word(search->trigger));
        put(telling, TONE_PLAIN, number(telling, search->ci, 0));
        put(telling, TONE_PLAIN, text(telling->arena, "%d", search->n_tries));
        put(telling, TONE_PLAIN, number(telling, kept ? kept->f : (double)NAN, 1));
        put(telling, TONE_BAD, kept && kept->reason == KEPT_LEAST_LATE ? "○" : "");
    }
}

/* --- tries --- */

/* What is worth least goes first where there is no room; its rank says so. */
static const struct account_column try_columns[] = {{.title = "#", .number = true},
                                                    {.title = "T", .number = true, .rank = 5},
                                                    {.title = "took", .rank = 4},
                                                    {.title = "slices"},
                                                    {.title = "J", .number = true, .rank = 6},
                                                    {.title = "acc %", .number = true, .rank = 3},
                                                    {.title = "p95", .number = true, .rank = 2},
                                                    {.title = "f", .number = true, .rank = 3},
                                                    {.title = "h", .number = true, .rank = 4},
                                                    {.title = "centre h", .number = true, .rank = 5},
                                                    {.title = "prob", .number = true, .rank = 6},
                                                    {.title = "draw", .number = true, .rank = 6},
                                                    {.title = "verdict", .rank = 1}};

static void put_tries(const struct annealer_telling *telling, const struct event_search *search, bool chosen)
{
    for (int i = 0; i < search->n_tries; i++) {
        const struct evaluation *entry = try_of(telling, search, i);
        const double numbers[] = {entry->f, entry->h, entry->centre_h, entry->probability, entry->draw};
        account_row(telling->account, chosen ? (size_t)(TRIES + i) : ACCOUNT_NO_STEP);
        account_place(telling->account, 0, chosen && i == telling->state->try_at ? MARK_HERE : 0);
        put(telling, TONE_PLAIN, text(telling->arena, "%d", (int)entry->step + 1));
        put(telling, TONE_PLAIN, number(telling, entry->temperature, 2));
        put(telling, TONE_PLAIN,
            text(telling->arena, entry->kind == EVALUATION_CACHED ? "known" : "%.0f s",
                 ns_to_s(entry->end_ns - entry->begin_ns)));
        put(telling, TONE_PLAIN, graph_of(telling, &entry->graph));
        put(telling, TONE_PLAIN, number(telling, entry->energy_j, entry->energy_j < 100 ? 1 : 0));
        put(telling, TONE_PLAIN, number(telling, entry->accuracy_change, 2));
        put(telling, entry->compliant ? TONE_PLAIN : TONE_BAD,
            isinf(entry->late) ? "○ never"
            : isnan(entry->late)
                ? "–"
                : text(telling->arena, "%s %.0f%%", entry->compliant ? "●" : "○", 100 * entry->late));
        for (int k = 0; k < 5; k++)
            put(telling, TONE_PLAIN, number(telling, numbers[k], k < 3 ? 2 : 3));
        put(telling,
            entry->reason == TRY_BETTER ? TONE_GOOD
            : entry->reason == TRY_LUCK ? TONE_STRONG
                                        : TONE_QUIET,
            search_reason_word(entry->reason));
    }
}

/* On a screen those of the chosen search, elsewhere those of all. */
static void tell_tries(const struct annealer_telling *telling)
{
    enum { N = sizeof try_columns / sizeof *try_columns };
    const struct searches *searches = &telling->state->searches;
    struct account_part *part = account_table(telling->account, FOR_SCREENS, "Tries", try_columns, N);
    if (part && telling->search) {
        part->note = text(telling->arena, "%d", telling->search->n_tries);
        if (telling->search->cached > 0)
            part->note =
                text(telling->arena, "%s, %d of them known from before", part->note, telling->search->cached);
        put_tries(telling, telling->search, true);
    }
    account_table(telling->account, FOR_TEXT | FOR_PAGES, "Tries", try_columns, N);
    for (int i = 0; i < searches->n; i++) {
        account_heading(telling->account,
                        text(telling->arena, "%s: %s", clock_of(telling, searches->items[i].begin_ns),
                             search_reason_word(searches->items[i].trigger)));
        put_tries(telling, &searches->items[i], false);
    }
}

/* --- one try in words and numbers --- */

static void put_fact(const struct annealer_telling *telling, const char *label, const char *words)
{
    put(telling, TONE_QUIET, label);
    put(telling, TONE_PLAIN, words);
}

static void put_rule(const struct annealer_telling *telling, const struct evaluation *entry)
{
    double change = entry->h - entry->centre_h;
    bool same = fabs(entry->h + entry->f) < 1e-9; /* no step from a centre has been taken */
    bool alone = isnan(entry->centre_h) || entry->reason == TRY_SAMPLED;
    const char *h = number(telling, entry->h, 2);
    if (alone)
        put_fact(
            telling, "h",
            text(telling->arena, "%s%s", h, same ? " = −f: it is in time" : ", marked down for being late"));
    else
        put_fact(telling, "h",
                 text(telling->arena, "%s%s against the centre's %s: %s by %s", h,
                      same ? " = −f" : ", marked down for being late,", number(telling, entry->centre_h, 2),
                      change <= 0 ? "lower" : "higher", number(telling, fabs(change), 2)));
    if (!isnan(entry->probability) && !isnan(entry->draw))
        put_fact(telling, "chance",
                 text(telling->arena, "exp(−%s / %s) = %.4f, drawn %.4f", number(telling, fmax(change, 0), 2),
                      number(telling, entry->temperature, 2), entry->probability, entry->draw));
}

static void put_try(const struct annealer_telling *telling, const struct evaluation *entry)
{
    const struct scenario *scenario = &telling->explorer->results.current->model->scenario;
    int distance = graph_distance(&entry->graph, &entry->centre);
    const char *f = number(telling, entry->f, 2), *saved = number(telling, entry->carbon_change, 2),
               *accuracy = number(telling, entry->accuracy_change, 2);
    char difference[300];
    put_fact(telling, "tried",
             text(telling->arena, "%s%s", graph_of(telling, &entry->graph),
                  entry->replicated ? ", on each GPU" : ", over all GPUs"));
    search_print_difference(telling->recording, &entry->graph, &entry->centre, difference, sizeof difference);
    if (entry->reason != TRY_SAMPLED)
        put_fact(telling, "to there",
                 distance == 0
                     ? "the centre itself"
                     : text(telling->arena, "%s   (%d edges from the centre)", difference, distance));
    put_fact(telling, entry->kind == EVALUATION_CACHED ? "known" : "measured",
             text(telling->arena, "%s J a request, accuracy %s %%, carbon saved %s %%",
                  number(telling, entry->energy_j, 2), accuracy, saved));
    put_fact(telling, "tail",
             isinf(entry->late) ? "○ cannot carry the load"
                                : text(telling->arena, "%s %.0f ms, %.0f %% of the SLO",
                                       entry->compliant ? "●" : "○", entry->tail_ms, 100 * entry->late));
    /* Under an accuracy limit the carbon saved alone is f (clover.md section 2.1, step 8). */
    if (knob_at(scenario, knob_of_run(KNOB_ACCURACY_LOSS_PCT), entry->end_ns).number > 0)
        put_fact(telling, "f",
                 text(telling->arena, "%s: the carbon saved alone, as accuracy has a limit", f));
    else
        put_fact(telling, "f",
                 text(telling->arena, "lambda %.2f × carbon %s + %.2f × accuracy %s = %s", entry->lambda,
                      saved, 1 - entry->lambda, accuracy, f));
    put_rule(telling, entry);
}

static void tell_facts(const struct annealer_telling *telling)
{
    static const struct account_column columns[] = {{.title = ""}, {.title = ""}};
    const struct event_search *search = telling->search;
    const struct evaluation *entry =
        telling->state->try_at < search->n_tries ? try_of(telling, search, telling->state->try_at) : NULL;
    const struct evaluation *kept = kept_of(telling, search);
    int64_t t_ns = entry ? entry->end_ns : search->end_ns;
    const char *title = entry ? text(telling->arena, "Try %d", (int)entry->step + 1) : "What came of it";
    account_say_to(telling->account, FOR_SCREENS, TONE_STRONG, 0,
                   search_reason_sentence(entry ? entry->reason : search->trigger));
    struct account_part *part = account_table(telling->account, FOR_SCREENS, title, columns, 2);
    if (!part)
        return;
    part->note =
        text(telling->arena, "ended %s",
             format_clock(FORMAT_ROOM, telling->explorer->document.scenario.start_s + t_ns / NS_PER_S,
                          explorer_offset_s(telling->explorer, t_ns), true));
    if (entry)
        put_try(telling, entry);
    if (!kept)
        return;
    put_fact(telling, "kept",
             text(telling->arena, "%s%s", graph_of(telling, &kept->graph),
                  kept->replicated ? ", on each GPU" : ", over all GPUs"));
    account_say_to(telling->account, FOR_SCREENS, TONE_QUIET, 2, search_reason_sentence(kept->reason));
}

/* --- curves --- */

static struct account_cell cell_of(const struct annealer_telling *telling, double value, int digits,
                                   bool good)
{
    return isfinite(value) ? account_number(telling->account, good ? TONE_PLAIN : TONE_BAD, value,
                                            number(telling, value, digits), NULL)
                           : (struct account_cell){.kind = ACCOUNT_NONE};
}

static void begin_curves(const struct annealer_telling *telling, enum account_audience audience,
                         const char *title, const char *x, const char *a, const char *b)
{
    const struct account_column columns[] = {
        {.title = x, .number = true}, {.title = a, .number = true}, {.title = b, .number = true}};
    struct account_part *part = account_table(telling->account, audience, title, columns, 3);
    if (part) {
        part->curves = part->stairs = true;
        part->rank = 1;
    }
}

/* The path of the chosen search, try by try against the centre that it started from, as the rule compared
 * them; and every search of the run, what it kept and the intensity that it answered to. Stairs: between two
 * of them nothing was measured. */
static void tell_curves(const struct annealer_telling *telling)
{
    const struct event_search *search = telling->search;
    const struct searches *searches = &telling->state->searches;
    int n = search->n_tries < CURVE ? search->n_tries : CURVE, from = telling->state->at - CURVE / 2;
    if (n > 1)
        begin_curves(telling, FOR_SCREENS, "Path", "try", "h of each try, lower wins", "h of its centre");
    for (int i = 0; n > 1 && i < n; i++) {
        const struct evaluation *entry = try_of(telling, search, i);
        account_row(telling->account, ACCOUNT_NO_STEP);
        account_place(telling->account, (double)i / (n - 1), i == telling->state->try_at ? MARK_HERE : 0);
        account_put(telling->account, cell_of(telling, i + 1, 0, true));
        account_put(telling->account, cell_of(telling, entry->h, 2, entry->compliant));
        account_put(telling->account, cell_of(telling, entry->centre_h, 2, true));
    }
    from = from > searches->n - CURVE ? searches->n - CURVE : from;
    from = from < 0 ? 0 : from;
    int end = from + CURVE < searches->n ? from + CURVE : searches->n;
    if (end - from < 2)
        return;
    begin_curves(telling, FOR_SCREENS | FOR_PAGES, "All searches", "at, h", "f that each search kept",
                 "g/kWh as each search began");
    int64_t first_ns = searches->items[from].begin_ns, last_ns = searches->items[end - 1].begin_ns;
    for (int i = from; i < end; i++) {
        const struct event_search *own = &searches->items[i];
        const struct evaluation *kept = kept_of(telling, own);
        account_row(telling->account, ACCOUNT_NO_STEP);
        account_place(telling->account,
                      (double)(own->begin_ns - first_ns) /
                          (double)(last_ns > first_ns ? last_ns - first_ns : 1),
                      own == search ? MARK_HERE : 0);
        const char *clock = clock_of(telling, own->begin_ns);
        account_put(telling->account,
                    account_number(telling->account, TONE_PLAIN, ns_to_s(own->begin_ns) / 3600, clock,
                                   *clock ? clock + strlen(clock) - strlen("26 14:00") : clock));
        account_put(telling->account, cell_of(telling, kept ? kept->f : (double)NAN, 1,
                                              !kept || kept->reason != KEPT_LEAST_LATE));
        account_put(telling->account, cell_of(telling, own->ci, 0, true));
    }
}

/* --- for machines: every entry of every search --- */

static void tell_entries(const struct annealer_telling *telling)
{
    static const char *const kinds[] = {[EVALUATION_BEGIN] = "begin",
                                        [EVALUATION_MEASURED] = "measured",
                                        [EVALUATION_CACHED] = "known",
                                        [EVALUATION_END] = "end"};
    static const char *const keys[] = {"kind",
                                       "reason",
                                       "search",
                                       "step",
                                       "begin_s",
                                       "end_s",
                                       "ci_g_per_kwh",
                                       "lambda",
                                       "temperature",
                                       "energy_j_per_request",
                                       "accuracy_change_pct",
                                       "saved_pct",
                                       "tail_ms",
                                       "tail_over_slo",
                                       "f",
                                       "h",
                                       "centre_h",
                                       "probability",
                                       "draw",
                                       "compliant",
                                       "graph"};
    account_keys(telling->account, NULL, keys, sizeof keys / sizeof *keys);
    for (int k = 0, n = chronicle_count(&telling->recording->evaluations); k < n; k++) {
        const struct evaluation *told = recording_evaluation(telling->recording, k);
        const double numbers[] = {told->search,
                                  told->step,
                                  ns_to_s(told->begin_ns),
                                  ns_to_s(told->end_ns),
                                  told->ci,
                                  told->lambda,
                                  told->temperature,
                                  told->energy_j,
                                  told->accuracy_change,
                                  told->carbon_change,
                                  told->tail_ms,
                                  told->late,
                                  told->f,
                                  told->h,
                                  told->centre_h,
                                  told->probability,
                                  told->draw};
        put(telling, TONE_PLAIN, kinds[told->kind]);
        put(telling, TONE_PLAIN, evaluation_reason_names[told->reason]);
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
            account_put(telling->account, account_bare(numbers[i]));
        account_put(telling->account, account_flag(told->compliant));
        put(telling, TONE_PLAIN, graph_of(telling, &told->graph));
    }
}

/* --- the question --- */

static bool annealer_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    (void)plan, (void)error; /* all is known */
    *(struct annealer_state *)ask->state =
        (struct annealer_state){.at = -1, .put = ACCOUNT_NO_STEP, .told = ACCOUNT_NO_STEP};
    return true;
}

static void annealer_tell(struct ask *ask)
{
    const struct annealer_state *state = ask->state;
    struct annealer_telling telling = {.account = &ask->account,
                                       .arena = &ask->account.arena,
                                       .explorer = ask->explorer,
                                       .recording = ask->explorer->results.current->recording,
                                       .state = state,
                                       .search = search_of(state)};
    const struct model *model = ask->explorer->results.current->model;
    if (model->scenario.n_pools > 0)
        ask->account.title = text(telling.arena, "Searches of %s",
                                  scenario_pool_name(&model->scenario, model_told_pool(model)));
    ask->account.of = text(telling.arena, "%s", model->scenario.name);
    ask->account.over = "what its controller searched for";
    tell_headline(&telling);
    tell_searches(&telling);
    tell_tries(&telling);
    if (telling.search) {
        tell_facts(&telling);
        tell_curves(&telling);
    }
    tell_entries(&telling);
}

/* The dashboard's cursor goes to the begin of the search, or to the end of the try. */
static enum ask_entered annealer_enter(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error)
{
    const struct annealer_state *state = ask->state;
    const struct event_search *search = search_of(state);
    (void)said, (void)error;
    if (!search)
        return ASK_STAYS;
    explorer_seek(ask->explorer, step >= TRIES
                                     ? recording_evaluation(ask->explorer->results.current->recording,
                                                            search->first_try + state->try_at)
                                           ->end_ns
                                     : search->begin_ns);
    return ASK_LEAVES_ALL;
}

/* The next search with the same trigger. */
static enum ask_entered same(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                             struct error *error)
{
    int direction = action == ACTION_SAME_NEXT ? 1 : -1;
    const struct annealer_state *state = ask->state;
    const struct event_search *search = search_of(state);
    (void)step, (void)error;
    for (int at = state->at + direction; at >= 0 && at < state->searches.n; at += direction)
        if (state->searches.items[at].trigger == search->trigger) {
            ask->step = (size_t)at;
            return ASK_STAYS;
        }
    text_print(said, ASK_SAID, "no search %s this one for the same reason, %s",
               direction < 0 ? "before" : "after", search_reason_word(search->trigger));
    return ASK_STAYS;
}

static void annealer_free(struct ask *ask)
{
    searches_free(&((struct annealer_state *)ask->state)->searches);
}

static const struct ask_act acts[] = {{ACTION_SAME_NEXT, "same trigger", same},
                                      {ACTION_SAME_PREVIOUS, "", same},
                                      {ACTION_INSPECTOR, "decisions", NULL}};

const struct question_of question_annealer = {.name = "annealer",
                                              .title = "Searches",
                                              .enters = "go to its time",
                                              .turns = "searches, tries",
                                              .acts = acts,
                                              .n_acts = sizeof acts / sizeof *acts,
                                              .state_size = sizeof(struct annealer_state),
                                              .plan = annealer_plan,
                                              .follow = annealer_follow,
                                              .tell = annealer_tell,
                                              .enter = annealer_enter,
                                              .free = annealer_free};
