/* Published claims: each with its verdict, and of the chosen one what it expects, what came out, under which
 * conditions it does, and why. What is known comes from the store's cache; the hundreds of runs behind a
 * paper are made behind the screen once Enter asks for them. Enter on a claim that has come out one way or
 * the other opens the run that proves or breaks it. Formulas that are checked by arithmetic are counted, and
 * lie behind one row. */
#include "engine/base/text.h"
#include "tui/ask/ask.h"
#include "tui/explorer/claims.h"
#include "tui/words/claim_words.h"

#include <string.h>

/* A row's step is the claim's place among all of all papers. */
enum { FOLD = 1 << 20 };

struct reproduce_state {
    bool unfolded;
    struct claims_progress told;
    size_t known;
};

/* A verdict as a sign; -1: it is not known. */
static const char *sign_of(int verdict)
{
    static const char *const signs[VERDICT_COUNT] = {"●", "○", "·"};
    return verdict < 0 ? "" : signs[verdict];
}

static enum tone tone_of(int verdict)
{
    static const enum tone tones[VERDICT_COUNT] = {TONE_GOOD, TONE_BAD, TONE_QUIET};
    return verdict < 0 ? TONE_QUIET : tones[verdict];
}

static int verdict_of(const struct finding *finding)
{
    return finding ? finding->verdicts[0] : -1;
}

/* The claim at a place; its paper's number. */
static const struct expectation *claim_at(const struct ask *ask, size_t place, int *paper)
{
    const struct papers *papers = explorer_papers(ask->explorer);
    for (*paper = 0; place >= papers->all[*paper]->n_expectations; ++*paper)
        place -= papers->all[*paper]->n_expectations;
    return &papers->all[*paper]->expectations[place];
}

static size_t count_known(const struct ask *ask)
{
    size_t n = explorer_papers(ask->explorer)->n_expectations, known = 0;
    for (size_t i = 0; i < n; i++)
        known += explorer_finding(ask->explorer, i) != NULL;
    return known;
}

static bool reproduce_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    (void)plan;
    return explorer_ask_claims(ask->explorer, ask->store, error);
}

static void reproduce_follow(struct ask *ask)
{
    struct reproduce_state *state = ask->state;
    struct claims_progress now = explorer_claims_progress(ask->explorer);
    size_t known = count_known(ask);
    if (now.recalling != state->told.recalling || now.paper != state->told.paper ||
        now.done != state->told.done || now.n != state->told.n || known != state->known)
        question_retell(ask);
    state->told = now;
    state->known = known;
    ask->waits = now.recalling || now.paper >= 0;
}

/* --- the list --- */

static void tell_claim(const struct ask *ask, size_t place, struct account *account)
{
    int paper;
    const struct expectation *claim = claim_at(ask, place, &paper);
    const struct finding *finding = explorer_finding(ask->explorer, place);
    int verdict = verdict_of(finding);
    account_row(account, place);
    account_put(account, account_words(account, TONE_PLAIN, claim->id));
    account_put(account, account_words(account, tone_of(verdict), sign_of(verdict)));
    account_put(account, account_said(claim->source));
    account_put(account, account_words(account, verdict < 0 ? TONE_QUIET : TONE_PLAIN, claim->claim));
    account_put(account, account_said(claim->expected));
    account_put(account, account_said(finding ? finding->obtained : NULL));
    account_put(account, account_said(finding ? verdict_names[verdict] : NULL));
    account_put(account, account_said(finding ? finding_why(finding) : NULL));
}

/* Of people and of machines: these have all of them. */
static void tell_claims(const struct ask *ask, bool machines, const char *fold, struct account *account)
{
    const struct reproduce_state *state = ask->state;
    static const struct account_column people[] = {{.title = ""},   {.title = ""},   {.title = NULL},
                                                   {.title = ""},   {.title = NULL}, {.title = NULL},
                                                   {.title = NULL}, {.title = NULL}},
                                       keys[] = {{.key = "id"},      {.title = NULL},     {.key = "source"},
                                                 {.key = "claim"},   {.key = "expected"}, {.key = "obtained"},
                                                 {.key = "verdict"}, {.key = "why"}};
    size_t n = explorer_papers(ask->explorer)->n_expectations;
    account_table(account, machines ? FOR_MACHINES : FOR_PEOPLE, NULL, machines ? keys : people,
                  sizeof keys / sizeof *keys);
    for (int formulas = 0; formulas <= 1; formulas++) {
        if (formulas && !machines)
            account_fold(account, FOLD, state->unfolded, fold);
        for (size_t i = 0; i < n; i++) {
            int paper;
            if (claim_at(ask, i, &paper)->formula == formulas &&
                (!formulas || machines || state->unfolded || *ask->filter))
                tell_claim(ask, i, account);
        }
    }
}

static void reproduce_tell(struct ask *ask)
{
    struct account *account = &ask->account;
    struct arena *arena = &account->arena;
    const struct claims_progress progress = explorer_claims_progress(ask->explorer);
    const struct papers *papers = explorer_papers(ask->explorer);
    size_t n[2] = {0}, holding[2] = {0}, unknown = 0;
    for (size_t i = 0; i < papers->n_expectations; i++) {
        int paper;
        const struct expectation *claim = claim_at(ask, i, &paper);
        const struct finding *finding = explorer_finding(ask->explorer, i);
        n[claim->formula]++;
        holding[claim->formula] += verdict_of(finding) == VERDICT_HOLDS;
        unknown += !claim->formula && !finding;
        if (*ask->argument && strcmp(claim->id, ask->argument) == 0)
            ask->chosen = i;
    }
    *ask->argument = 0;
    const char *more = progress.recalling ? "; looking up what is known"
                       : progress.paper >= 0
                           ? text(arena, "; %s: run %zu of %zu", papers->all[progress.paper]->title,
                                  progress.done, progress.n)
                       : unknown > 0 ? text(arena, ", %zu not simulated yet", unknown)
                                     : "";
    size_t known = n[false] - unknown;
    account->tells = true;
    account_say(account, TONE_STRONG, 0,
                text(arena, "Claims: %zu of %zu%s hold%s; formulas: %zu of %zu", holding[false], known,
                     unknown > 0 ? " simulated" : "", more, holding[true], n[true]));
    tell_claims(ask, false, text(arena, "%zu of %zu formulas come out", holding[true], n[true]), account);
    tell_claims(ask, true, "", account);
}

/* --- the claim chosen --- */

static void say(struct ask *ask, enum tone tone, const char *words)
{
    account_about_step(&ask->account, ask->section, ask->step, tone, words);
}

/* "●  ○  the claim": a name behind its signs. */
static void say_signs(struct ask *ask, const char *name, const uint8_t *verdicts, const int *points, int n)
{
    const char *said = "";
    for (int c = 0; c < n; c++)
        said = text(&ask->account.arena, "%s%s  ", said, sign_of(verdicts[points[c]]));
    say(ask, TONE_PLAIN, text(&ask->account.arena, "%s%s", said, name));
}

/* The verdicts of the whole claim and of its parts, as shipped and under each variant that could tell; below
 * them what the columns are. */
static void say_variants(struct ask *ask, const struct finding *finding)
{
    struct arena *arena = &ask->account.arena;
    int points[VARIANTS_MAX + 1] = {0}, n = 1;
    const char *names = "columns: as shipped";
    for (struct finding_variant at = {0}; finding_next_variant(finding, &at); n++) {
        const char *label = at.sweep->label;
        points[n] = at.point;
        names = text(arena, "%s | %s%s%s", names, label ? label : at.sweep->knob, label ? "" : " ",
                     label ? "" : at.value);
    }
    if (finding->n_parts == 0 && n == 1)
        return;
    say_signs(ask, "the claim", finding->verdicts, points, n);
    for (int p = 0; p < finding->n_parts; p++)
        say_signs(ask, finding->parts[p], finding->part_verdicts[p], points, n);
    say(ask, TONE_QUIET, n > 1 ? names : "");
}

/* What matters most comes first: there may be no room for all. */
static void say_finding(struct ask *ask, const struct finding *finding)
{
    struct arena *arena = &ask->account.arena;
    struct claim_fact facts[CLAIM_FACTS];
    static const char *const first[] = {"expected", "obtained", "why", "turned", "verdict", "spread"};
    enum { FIRST = sizeof first / sizeof *first };
    size_t n = claim_facts(finding, arena, facts);
    int index = finding_trial(finding);
    for (size_t k = 0; k <= FIRST; k++) {
        for (size_t i = 0; i < n; i++) {
            size_t at = 0;
            while (at < FIRST && strcmp(facts[i].label, first[at]) != 0)
                at++;
            if (at == k && strcmp(facts[i].label, "source") != 0)
                say(ask, TONE_PLAIN, text(arena, "%s %s", facts[i].label, facts[i].text));
        }
        if (k + 1 != FIRST)
            continue;
        say_variants(ask, finding);
        const char *enter = index < 0 ? "" : text(arena, "Enter: %s", finding->paper->trials[index].scenario);
        for (int i = 0; index >= 0 && i < SETTINGS_MAX && finding->paper->trials[index].settings[i]; i++)
            enter = text(arena, "%s, %s", enter, finding->paper->trials[index].settings[i]);
        say(ask, TONE_QUIET, enter);
    }
}

static void reproduce_about(struct ask *ask, size_t step)
{
    struct arena *arena = &ask->account.arena;
    int number;
    if (step == FOLD) {
        say(ask, TONE_PLAIN,
            "Numbers of the papers that follow from their own formulas, computed by the functions that the engine itself uses. Enter lists them.");
        return;
    }
    const struct expectation *claim = claim_at(ask, step, &number);
    const struct finding *finding = explorer_finding(ask->explorer, step);
    int verdict = verdict_of(finding);
    say(ask, TONE_STRONG, claim->claim);
    say(ask, tone_of(verdict),
        text(arena, "%s %s   %s", sign_of(verdict),
             verdict < 0 ? "not simulated yet" : verdict_names[verdict], claim->source));
    if (finding) {
        say_finding(ask, finding);
        return;
    }
    const char *fault = explorer_claims_fault(ask->explorer);
    const struct paper *paper = explorer_papers(ask->explorer)->all[number];
    say(ask, TONE_PLAIN, text(arena, "expected %s", claim->expected));
    say(ask, TONE_BAD, fault ? fault : "");
    if (explorer_claims_progress(ask->explorer).paper != number)
        say(ask, TONE_PLAIN,
            text(
                arena,
                "Enter simulates what %s claims (%s), behind the screen and after everything else; what comes out is kept.",
                paper->title, strcmp(paper->prefix, "CD") == 0 ? "some ten seconds" : "some minutes"));
}

/* --- taking one --- */

/* The scenario of the trial, as the library has it. */
static bool load_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    return store_load_scenario(context, name, scenario, error);
}

static enum ask_entered reproduce_enter(struct ask *ask, size_t step, char said[ASK_SAID],
                                        struct error *error)
{
    struct reproduce_state *state = ask->state;
    struct experiment_inputs inputs = {.scenario = load_scenario, .context = ask->store};
    struct scenario scenario;
    int paper;
    if (step == FOLD) {
        state->unfolded = !state->unfolded;
        return ASK_STAYS;
    }
    const struct expectation *claim = claim_at(ask, step, &paper);
    const struct finding *finding = explorer_finding(ask->explorer, step);
    int index = finding ? finding_trial(finding) : -1;
    if (finding && index < 0)
        text_print(said, ASK_SAID, "%s needs no run: it follows from inputs and formulas alone", claim->id);
    else if (!finding && !explorer_run_claims(ask->explorer, paper, error))
        return ASK_REFUSED;
    else if (!finding)
        text_print(said, ASK_SAID, "the runs of %s are simulated behind the screen; Esc leaves them to it",
                   explorer_papers(ask->explorer)->all[paper]->title);
    if (index < 0)
        return ASK_STAYS;
    bool opened = experiment_scenario(finding->paper, &inputs, index, &scenario, error);
    if (opened) {
        opened = explorer_open(ask->explorer, &scenario, (struct recorded){0}, error);
        scenario_free(&scenario);
    }
    if (!opened)
        return ASK_REFUSED;
    explorer_name_source(ask->explorer, finding->paper->trials[index].scenario);
    text_print(said, ASK_SAID, "the run of %s, which %s; u goes back to what was open", claim->id,
               verdict_names[finding->verdicts[0]]);
    return ASK_LEAVES;
}

const struct question_of question_reproduce = {.name = "reproduce",
                                               .title = "Published claims",
                                               .enters = "open its run",
                                               .filtered = true,
                                               .state_size = sizeof(struct reproduce_state),
                                               .plan = reproduce_plan,
                                               .follow = reproduce_follow,
                                               .tell = reproduce_tell,
                                               .about = reproduce_about,
                                               .enter = reproduce_enter};
