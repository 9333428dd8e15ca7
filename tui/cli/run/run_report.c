/* The report from top to bottom: the sentence, warnings, what ran, carbon, what else was measured, apps,
 * GPUs. */
#include "tui/cli/run/run_report.h"

#include "engine/answers/objective.h"
#include "engine/base/text.h"
#include "engine/explore/attribution.h"
#include "tui/media/text.h"
#include "tui/report/told.h"
#include "tui/words/headline.h"
#include "tui/words/metric_words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Did nothing that could be chosen meet the SLO? Searches are counted in the summary; what ORACLE looked up
 * is told in the recording alone. */
static bool is_least_late(const struct page_run *run)
{
    const struct summary_search *search = &run->total->search;
    const struct chronicle *history = run->view.recording ? &run->view.recording->evaluations : NULL;
    int ends = 0, late = 0;
    if (search->evaluations > 0)
        return search->compliant == 0;
    for (int k = 0; history && k < chronicle_count(history); k++) {
        const struct evaluation *told = chronicle_get(history, k);
        ends += told->kind == EVALUATION_END;
        late += told->kind == EVALUATION_END && told->reason == KEPT_LEAST_LATE;
    }
    return ends > 0 && late == ends;
}

static void tell_headline(struct account *account, const struct page_run *run)
{
    const struct scenario *scenario = run->scenario;
    const struct model *model = run->view.model;
    struct headline headline;
    char title[96];
    bool cluster = attribution_at_work(scenario) > 1;
    int only = accuracy_only_app(run->total);
    double percentile = scenario->n_apps > 0 ? scenario->apps[0].percentile : 0;
    for (int app = 1; app < scenario->n_apps; app++)
        if (scenario->apps[app].percentile != scenario->apps[0].percentile)
            percentile = 0; /* the SLOs are about different ones */
    scenario_title(scenario, title, sizeof title);
    struct headline_input input = {.subject = cluster ? HEADLINE_CLUSTER : title,
                                   .plural = scenario->n_pools > 1 && !cluster,
                                   .summary = run->total,
                                   .model = model,
                                   .percentile = percentile,
                                   .mixed = model && model_clover(model) != NULL,
                                   .accuracy_change =
                                       model ? accuracy_change(model, run->total) : (double)NAN,
                                   .accuracy_app = only < 0 ? NULL : run->total->apps[only].name,
                                   .topic = scenario_headline(scenario),
                                   .accounting = run->total->accounting,
                                   .least_late = is_least_late(run)};
    headline_make(&headline, &input, 0);
    account_say(account, TONE_STRONG, 0, headline.text);
}

static bool print_told(struct account *account, bool ascii, FILE *file)
{
    bool good = media_text(account, ACCOUNT_EVERY, ascii, file);
    account_free(account);
    return good;
}

bool run_report_print(const struct page_run *run, bool ascii, FILE *file)
{
    const struct metric_source source = {run->total, run->view.model, NULL};
    struct account account;
    account_begin(&account, "run", "");
    tell_headline(&account, run);
    told_warnings(&account, run);
    told_asked(&account, run, NULL);
    told_ledger(&account, &source, NULL, "");
    told_measured(&account, run);
    told_parts(&account, METRIC_OF_APP, &source, run->scenario);
    told_parts(&account, METRIC_OF_GPU, &source, run->scenario);
    return print_told(&account, ascii, file);
}

bool replicates_report_print(const struct sweep_values *of, bool ascii, FILE *file)
{
    const struct sweep *sweep = of->sweep;
    struct knob_ref subject = scenario_pool_subject(&sweep->base, 0);
    struct account account;
    char name[KNOB_NAME_SIZE];
    knob_name(&sweep->base, subject, name, sizeof name);
    account_begin(&account, "run", "");
    account.of = text(&account.arena, "%s, %s %s", sweep->base.name, strchr(name, '.') + 1,
                      knob_get(&sweep->base, subject).text);
    account.over = text(&account.arena, "%zu replicates, seeds %" PRIu64 " to %" PRIu64, sweep->replicates,
                        sweep_seed(sweep, 0), sweep_seed(sweep, sweep->replicates - 1));
    told_seeds(&account, of);
    return print_told(&account, ascii, file);
}
