/* What the numbers rest on, a row each: the shares of energy by the kind of row they come from, the profile
 * of each app on each type of GPU in use with the batches that its requests really have, the carbon trace,
 * the load, the devices, and the knobs that scale any of them; with the full story of each. Nothing here is
 * known that the inputs themselves do not say. */
#include "tui/ask/ask.h"

#include "engine/answers/forecast.h"
#include "engine/answers/remarks.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* One account that is being told. */
struct origin_telling {
    struct account *account;
    struct arena *arena; /* its */
    const struct explorer *explorer;
    const struct model *model;
    const struct summary *total; /* of the run; NULL: it is under way */
    size_t n;                    /* rows */
};

/* Adds a row. `mark`: "*" calibrated, "~" modelled, "÷" derived, "◆" turned by the user, "!" not as asked;
 * `share` of energy or NAN; `facts`: paragraphs, one a line, the first is the one to read. */
PRINTF_LIKE(6, 7)
static void add(struct origin_telling *writing, const char *group, double share, const char *mark,
                const char *facts, const char *line, ...)
{
    struct account *account = writing->account;
    char what[112], percent[24], paragraph[640];
    va_list arguments;
    va_start(arguments, line);
    text_vprint(what, sizeof what, line, arguments);
    va_end(arguments);
    text_print(percent, sizeof percent, "%.1f %%", 100 * share);
    account_row(account, writing->n++);
    account_put(account, account_words(account, TONE_QUIET, group));
    account_put(account, account_words(account, *mark ? TONE_STRONG : TONE_PLAIN, mark));
    account_put(account, account_words(account, TONE_PLAIN, what));
    account_put(account, isnan(share) ? account_bare(NAN)
                                      : account_number(account, TONE_STRONG, share, percent, NULL));
    account_put(account, account_words(account, TONE_PLAIN, facts));
    for (enum tone tone = TONE_STRONG; *facts; tone = TONE_PLAIN) {
        size_t n = strcspn(facts, "\n");
        text_print(paragraph, sizeof paragraph, "%.*s",
                   (int)(n < sizeof paragraph ? n : sizeof paragraph - 1), facts);
        account_about(account, tone, paragraph);
        facts += facts[n] ? n + 1 : n;
    }
}

/* More of the facts of a row. */
PRINTF_LIKE(3, 4)
static void say(struct origin_telling *writing, const char **facts, const char *format, ...)
{
    char more[640];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(more, sizeof more, format, arguments);
    va_end(arguments);
    *facts = text(writing->arena, "%s%s", *facts, more);
}

/* --- energy --- */

/* The kinds of which there is some; while the run is under way, of which there may be. */
static unsigned kinds_of_energy(const struct origin_telling *writing)
{
    unsigned kinds = writing->total ? 0 : usage_kinds(writing->model);
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        if (kind == PROVENANCE_MEASURED || (writing->total && writing->total->provenance[kind] > 0))
            kinds |= 1u << kind;
    return kinds;
}

/* --- profiles --- */

/* NULL: the library no longer has it. */
static const struct profile_set *profile_of(struct origin_telling *writing, const char *model)
{
    struct error error = {0};
    const struct profile_set *set =
        catalog_profile(writing->explorer->catalog, model, writing->model->scenario.profiles, &error);
    must_not_lack(&error);
    return set;
}

/* An app on a type of GPU, and the rows of its profile there. */
struct profile_pairing {
    int app;
    const char *model, *variant, *gpu, *slice;
    const struct profile_set *set; /* NULL: the library no longer has it */
    const struct model_cost *cost;
};

static bool is_row_of(const struct profile_row *row, const struct profile_pairing *pairing)
{
    return strcmp(row->gpu, pairing->gpu) == 0 && strcmp(row->slice, pairing->slice) == 0 &&
           (!*pairing->variant || strcmp(row->variant, pairing->variant) == 0);
}

/* The span of batches with rows of this kind; false if there is none. */
static bool batches_of(const struct profile_pairing *pairing, enum provenance kind, int *low, int *high)
{
    *low = *high = 0;
    for (size_t k = 0; pairing->set && k < pairing->set->n; k++) {
        const struct profile_row *row = &pairing->set->rows[k];
        if (!is_row_of(row, pairing) || row->provenance != kind)
            continue;
        *low = !*low || row->batch < *low ? row->batch : *low;
        *high = row->batch > *high ? row->batch : *high;
    }
    return *high > 0;
}

static void write_batches(struct origin_telling *writing, const char **facts, const char *head, int low,
                          int high)
{
    if (low == high)
        say(writing, facts, "%s %d", head, low);
    else
        say(writing, facts, "%s %d to %d", head, low, high);
}

/* "inception-v3 on A100-40GB is measured at batch 1 to 6, but its requests have batch 41 to 89: modelled." */
static void write_verdict(struct origin_telling *writing, const char **facts,
                          const struct profile_pairing *pairing, const struct usage *usage,
                          const double *shares)
{
    int low, high;
    bool any = batches_of(pairing, PROVENANCE_MEASURED, &low, &high);
    enum provenance most = PROVENANCE_MEASURED;
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        if (shares[kind] > shares[most])
            most = (enum provenance)kind;
    say(writing, facts, "%s on %s", pairing->model, pairing->gpu);
    if (strcmp(pairing->slice, "whole") != 0)
        say(writing, facts, ", slice %s,", pairing->slice);
    if (any)
        write_batches(writing, facts, " is measured at batch", low, high);
    else
        say(writing, facts, " has no measured row");
    write_batches(writing, facts,
                  shares[PROVENANCE_MEASURED] > 0.5 ? ", and its requests have batch"
                  : any                             ? ", but its requests have batch"
                                                    : "; its requests have batch",
                  usage->low, usage->high);
    say(writing, facts, " (99 of 100; mean %.0f): ", usage->mean);
    if (shares[most] > 0.9995) {
        say(writing, facts, "%s.\n", provenance_names[most]);
        return;
    }
    const char *joint = "";
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++) {
        if (shares[kind] > 0)
            say(writing, facts, "%s%.1f %% %s", joint, 100 * shares[kind], provenance_names[kind]);
        joint = shares[kind] > 0 ? ", " : joint;
    }
    say(writing, facts, ".\n");
}

static void add_pairing(struct origin_telling *writing, const struct profile_pairing *pairing,
                        const struct usage *usage)
{
    double shares[PROVENANCE_COUNT];
    const char *told = "", **facts = &told;
    usage_shares(usage, pairing->cost, shares);
    bool whole = strcmp(pairing->slice, "whole") == 0;
    write_verdict(writing, facts, pairing, usage, shares);
    say(writing, facts, "profile set: %s\n", writing->model->scenario.profiles);
    const struct app *app = &writing->model->scenario.apps[pairing->app];
    if (app->profile_scale != 1)
        say(writing, facts,
            "profile_scale.%s is %.2f: your knob multiplies this app's latency on low-end GPUs, or on all its modelled rows where GPUs have no class.\n",
            app->name, app->profile_scale);
    if (app->profile_scale_high != 1)
        say(writing, facts,
            "profile_scale.%s.high is %.2f: your knob multiplies this app's latency on high-end GPUs.\n",
            app->name, app->profile_scale_high);
    /* Rows in a row of batches that have kind and source in common: where each comes from. */
    const struct profile_row *first = NULL, *last = NULL;
    bool rules = false;
    for (size_t k = 0; pairing->set && k <= pairing->set->n; k++) {
        const struct profile_row *row = k < pairing->set->n ? &pairing->set->rows[k] : NULL;
        if (row && !is_row_of(row, pairing))
            continue;
        bool same =
            row && first && row->provenance == first->provenance && strcmp(row->source, first->source) == 0;
        if (!same && first) {
            write_batches(writing, facts, "batch", first->batch, last->batch);
            say(writing, facts, ", %s: %s\n", provenance_names[first->provenance],
                *first->source ? first->source : "no source given");
            rules |= strncmp(first->source, "rule ", 5) == 0;
        }
        first = same ? first : row;
        last = row;
    }
    if (rules)
        say(writing, facts, "The rules and the measurements behind them: datasets/profiles/METHOD.md\n");
    add(writing, "profiles", NAN, format_provenance(shares_least_certain(shares)), told,
        "%s %s%s%s on %.*s%s%s, batch %.0f", format_app(FORMAT_ROOM, writing->model->apps[pairing->app].name),
        format_short_name(FORMAT_ROOM, pairing->model, 17), *pairing->variant ? " " : "", pairing->variant,
        (int)strcspn(pairing->gpu, "-"), pairing->gpu, whole ? "" : " ", whole ? "" : pairing->slice,
        usage->mean);
}

/* An earlier instance of the same type and slice tells the same story. */
static bool told_before(const struct model *model, int app, int instance)
{
    const struct model_instance *this = &model->instances[instance];
    for (int i = 0; i < instance; i++)
        if (model_cost_of(model, app, i)->latency_ns &&
            strcmp(model->gpus[model->instances[i].gpu].type, model->gpus[this->gpu].type) == 0 &&
            strcmp(model->instances[i].slice, this->slice) == 0)
            return true;
    return false;
}

static void add_profiles(struct origin_telling *writing)
{
    const struct model *model = writing->model;
    for (int a = 0; a < model->n_apps; a++) {
        const struct app *app = &model->scenario.apps[a];
        struct usage usage = {0};
        must_be(usage_of(&usage, &model->apps[a]));
        for (int i = 0; i < model->n_instances; i++) {
            const struct model_instance *instance = &model->instances[i];
            struct profile_pairing pairing = {.app = a,
                                              .model = app->model,
                                              .variant = app->variant,
                                              .gpu = model->gpus[instance->gpu].type,
                                              .slice = instance->slice,
                                              .set = profile_of(writing, app->model),
                                              .cost = model_cost_of(model, a, i)};
            if (pairing.cost->latency_ns && !told_before(model, a, i))
                add_pairing(writing, &pairing, &usage);
        }
        /* Of GPUs whose cut changes in the run: every variant on every slice that it can stand on, once a
         * type. */
        const char *told = "";
        for (int g = 0; g < model->n_gpus; g++) {
            const struct model_gpu *gpu = &model->gpus[g];
            if (!gpu->reconfigurable || gpu->pool != model->apps[a].pool || strcmp(told, gpu->type) == 0)
                continue;
            told = gpu->type;
            for (int k = 0; k < MIG_SLICES * model->n_variants; k++) {
                int place = gpu->first_place + k;
                struct profile_pairing pairing = {.app = a,
                                                  .model = app->model,
                                                  .variant = model_place_variant(model, g, place),
                                                  .gpu = gpu->type,
                                                  .slice =
                                                      mig_slice_names[model_place_slice(model, g, place)],
                                                  .set = profile_of(writing, app->model),
                                                  .cost = model_cost_of(model, a, place)};
                if (pairing.cost->latency_ns)
                    add_pairing(writing, &pairing, &usage);
            }
        }
        usage_free(&usage);
    }
}

/* --- grid, load, devices, knobs --- */

static void add_grid(struct origin_telling *writing)
{
    static const char *const kinds[KIND_COUNT] = {
        "kind not stated by the source",
        "average: of all generation at the time, not of the plant that one more kWh calls",
        "marginal: of the plant that one more kWh calls",
        "long-run: of what is built or retired because of lasting load"};
    static const char *const bases[BASIS_COUNT] = {"basis not stated by the source",
                                                   "life cycle: building and fuel included",
                                                   "direct: combustion at the plant only"};
    const struct carbon_trace *trace = &writing->model->trace;
    char step[32];
    duration_format(trace->step_s, step, sizeof step);
    add(writing, "grid", NAN, "",
        text(
            writing->arena,
            "%s (%s)\n%s; %s.\nOne sample in %s, held until the next, never interpolated. %s samples, %zu missing (the last value is held), %zu flagged as estimated by the source.\nCIR is the intensity over the mean of the %s samples before the one at the start, growing with each sample.\nsource: %s\nlicence: %s",
            trace->name, trace->title, kinds[trace->kind], bases[trace->basis], trace->n > 1 ? step : "all",
            format_count(FORMAT_ROOM, (int64_t)trace->n), trace->missing, trace->estimated,
            format_count(FORMAT_ROOM, (int64_t)writing->model->history_n),
            trace->source[0] ? trace->source : "not given", trace->licence[0] ? trace->licence : "not given"),
        "%s, %s, %s", trace->name, format_carbon_kind(trace), format_carbon_basis(trace));
}

static bool is_drawn(const struct app *app)
{
    return app->arrivals.kind != ARRIVAL_RATES && app->arrivals.kind != ARRIVAL_TRACE;
}

/* The apps whose requests are drawn from distributions, in one row. */
static void add_drawn(struct origin_telling *writing)
{
    const struct scenario *scenario = &writing->model->scenario;
    const char *told = "", **facts = &told;
    int n = 0;
    for (int a = 0; a < scenario->n_apps; a++)
        n += is_drawn(&scenario->apps[a]);
    if (n == 0)
        return;
    say(writing, facts, "Drawn from distributions, not recorded anywhere; the seed fixes every draw.\n");
    for (int a = 0; a < scenario->n_apps; a++)
        if (is_drawn(&scenario->apps[a])) {
            const struct app *app = &scenario->apps[a];
            const struct arrivals *arrivals = &app->arrivals;
            char requests[FORMAT_SIZE];
            say(writing, facts, "%s: %s", app->name, arrival_kind_names[arrivals->kind]);
            if (arrivals->kind == ARRIVAL_CLOSED_LOOP)
                say(writing, facts, ", %d clients", (int)arrivals->clients);
            else if (arrivals->kind != ARRIVAL_BACKLOGGED)
                say(writing, facts, ", mean gap %.6g ms", arrivals->mean_gap_ms);
            if (app->requests > 0)
                say(writing, facts, ", %s requests", format_count(requests, app->requests));
            if (app->batch.kind == BATCH_NORMAL)
                say(writing, facts, ", batch normal(%.6g, %.6g) within %d to %d\n", app->batch.mean,
                    app->batch.sd, (int)app->batch.min, (int)app->batch.max);
            else if (app->batch.kind == BATCH_UNIFORM)
                say(writing, facts, ", batch uniform within %d to %d\n", (int)app->batch.min,
                    (int)app->batch.max);
            else
                say(writing, facts, ", batch %.6g\n", app->batch.mean);
        }
    say(writing, facts, "The numbers are those of the scenario %s%s%s.", scenario->name,
        *scenario->source ? ": " : "", scenario->source);
    add(writing, "load", NAN, "", told, "%d app%s drawn from distributions, seed %llu", n, n == 1 ? "" : "s",
        (unsigned long long)scenario->seed);
}

static void add_devices(struct origin_telling *writing)
{
    const struct model *model = writing->model;
    const struct catalog *catalog = writing->explorer->catalog;
    bool embodied = model->scenario.number[KNOB_EMBODIED] > 0;
    for (int i = 0; i < model->scenario.n_edits; i++)
        embodied |=
            model->scenario.edits[i].knob.id == KNOB_EMBODIED && model->scenario.edits[i].value.number > 0;
    for (int g = 0; g < model->n_gpus; g++) {
        struct error ignored = {0};
        const struct device_type *device = catalog->device(catalog->context, model->gpus[g].type, &ignored);
        must_not_lack(&ignored);
        const struct model_gpu *gpu = &model->gpus[g];
        bool told = false, told_idle = false;
        for (const struct model_gpu *other = model->gpus; other < gpu; other++) {
            bool same = strcmp(other->type, gpu->type) == 0;
            told |= same;
            told_idle |= same && !(fabs(other->idle_w - gpu->idle_w) > 0);
        }
        if (device && !told_idle) {
            /* What GPUs of a type draw when idle: the table's word, unless the scenario has another. */
            const char *from = *device->source ? device->source : "not given";
            char more[96] = "";
            if (gpu->auxiliary_w > 0)
                snprintf(more, sizeof more, ", and %.4g W more while anything runs on it", gpu->auxiliary_w);
            if (fabs(gpu->idle_w - device->idle_power_w) > 0)
                add(writing, "devices", NAN, "",
                    text(
                        writing->arena,
                        "%s draws %.4g W when idle%s: the scenario says so. The device table has %.4g W, measured.\nsource of the table: %s",
                        device->name, gpu->idle_w, more, device->idle_power_w, from),
                    "%s idle %.4g W", device->name, gpu->idle_w);
            else
                add(writing, "devices", NAN, "",
                    text(writing->arena, "%s draws %.4g W when idle: measured%s.\nsource: %s", device->name,
                         gpu->idle_w, more, from),
                    "%s idle %.4g W", device->name, gpu->idle_w);
        }
        if (device && !told && embodied && !isnan(device->embodied_kg)) {
            char years[FORMAT_SIZE];
            format_magnitude(years, device->lifetime_s / (365 * 86400.0));
            add(writing, "devices", NAN, format_provenance(device->provenance),
                text(writing->arena,
                     "%s: %.4g kg CO2eq to make, spread over %s years of holding it: %s.\nsource: %s",
                     device->name, device->embodied_kg, years, provenance_names[device->provenance],
                     *device->source ? device->source : "not given"),
                "%s embodied %.4g kg", device->name, device->embodied_kg);
        }
    }
    if (embodied)
        return;
    add(writing, "devices", NAN, "",
        text(
            writing->arena,
            "The carbon of making the GPUs is left out: embodied_multiplier is 0. Turn the knob embodied to count it."),
        "embodied carbon is not counted");
}

/* SLOs that no document states: BASE's own tail latency, which was measured before the run. */
static void add_slo_base(struct origin_telling *writing)
{
    const struct model *model = writing->model;
    for (int a = 0; a < model->n_apps; a++) {
        double slo_ms = model_slo_ms(model, a), percentile = model->apps[a].percentile;
        int n_base = scenario_n_base(&model->scenario);
        char ms[48] = "not measured yet";
        if (!model->scenario.apps[a].slo_base)
            continue;
        if (!isnan(slo_ms))
            snprintf(ms, sizeof ms, "%.1f ms", slo_ms);
        add(writing, "derived", NAN, format_provenance(PROVENANCE_DERIVED),
            text(
                writing->arena,
                "No document states this SLO: it is the p%.6g of BASE, %d GPU%s whole with the most accurate variant, at the load the run begins with (%s).\nIt was simulated before the run with the run's own requests, and stays when the load is turned on the way.",
                percentile, n_base, n_base == 1 ? "" : "s", ms),
            "SLO of %s: BASE's p%.6g, %s", model->apps[a].name, percentile, ms);
    }
}

static bool add_knob(void *context, struct knob_ref knob)
{
    struct origin_telling *writing = context;
    const struct scenario *scenario = &writing->model->scenario;
    const struct knob_info *info = &knob_infos[knob.id];
    char name[96], value[64], initial[64] = "";
    if (!info->assumed)
        return true;
    struct knob_value now = knob_get(scenario, knob);
    bool turned = info->type == TYPE_NUMBER ? now.number != info->initial : knob_is_said(scenario, knob);
    for (int i = 0; i < scenario->n_edits; i++)
        turned |= knob_same(scenario->edits[i].knob, knob);
    if (!turned)
        return true;
    knob_name(scenario, knob, name, sizeof name);
    knob_format(knob, &now, value, sizeof value);
    if (info->type == TYPE_NUMBER)
        snprintf(initial, sizeof initial, "; as it comes, it is %.6g", info->initial);
    add(writing, "knobs", NAN, "◆",
        text(
            writing->arena,
            "%s\nIt is no measurement but an assumption of this run%s. Edits on the way are in the list of edits (E).",
            info->help, initial),
        "%s is %s from the start", name, value);
    return true;
}

/* What was asked for and could not be done, and what stands in its place. */
static void add_remarks(struct origin_telling *writing)
{
    struct remark remarks[REMARKS_MAX];
    int n = remarks_list(writing->model, writing->total, remarks);
    for (int k = 0; k < n; k++)
        add(writing, "notes", NAN, "!", text(writing->arena, "%s.", remarks[k].text), "%s", remarks[k].brief);
}

/* "682 Wh of 1.31 kWh; idle power alone is 681 Wh of it." */
static const char *energy_of(const struct origin_telling *writing, int kind)
{
    const struct summary *total = writing->total;
    char part[FORMAT_SIZE], all[FORMAT_SIZE], idle[FORMAT_SIZE];
    bool measured = kind == PROVENANCE_MEASURED;
    if (!total)
        return "";
    format_energy(part, total->provenance[kind] * total->energy_it_j);
    format_energy(all, total->energy_it_j);
    format_energy(idle, total->energy_idle_j);
    return text(writing->arena, "%s of %s%s%s%s.\n", part, all, measured ? "; idle power alone is " : "",
                measured ? idle : "", measured ? " of it" : "");
}

static void add_energy(struct origin_telling *writing)
{
    static const char *const stories[PROVENANCE_COUNT] = {
        "Rows that a publication states, letter for letter, and the idle power of the GPUs.",
        "Between two rows: latency and power lie on the straight line that joins them.",
        "Rows that a law gives; the profiles below name it. profile_scale shows what a conclusion survives.",
        "Rows whose law was bent to give a paper's figure: what follows from it, not what a GPU does.",
        "Rows that were imported without a word of where they are from: nobody vouches for them."};
    unsigned kinds = kinds_of_energy(writing);
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        if (kinds & 1u << kind)
            add(writing, "energy", writing->total ? writing->total->provenance[kind] : (double)NAN,
                format_provenance((enum provenance)kind),
                text(writing->arena, "%sEnergy that rests on %s rows.\n%s", energy_of(writing, kind),
                     provenance_names[kind], stories[kind]),
                "%s", provenance_names[kind]);
}

static void add_workloads(struct origin_telling *writing)
{
    const struct model *model = writing->model;
    for (int a = 0; a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        char n[FORMAT_SIZE];
        if (!workload)
            continue;
        add(writing, "load", NAN, "",
            text(writing->arena, "%s (%s)\n%s, %s entries; drives %s.\nsource: %s\nlicence: %s",
                 workload->name, workload->title, workload_kind_names[workload->kind],
                 format_count(n, (int64_t)workload->n), model->apps[a].name,
                 *workload->source ? workload->source : "not given",
                 *workload->licence ? workload->licence : "not given"),
            "%s: %s", model->apps[a].name, workload->name);
    }
}

/* --- the question --- */

static bool provenance_plan(struct ask *ask, struct question_plan *plan, struct error *error)
{
    (void)ask, (void)plan, (void)error; /* all is known */
    return true;
}

static void provenance_tell(struct ask *ask)
{
    static const struct account_column columns[] = {
        {.title = "", .key = "group", .once = true},
        {.title = ""},
        {.title = "what", .key = "what"},
        {.title = "of the energy", .key = "share_of_energy", .number = true, .rank = 1},
        {.key = "facts"}};
    const struct result *current = ask->explorer->results.current;
    struct origin_telling writing = {
        .account = &ask->account,
        .arena = &ask->account.arena,
        .explorer = ask->explorer,
        .model = current->model,
        .total = recording_finished(current->recording) ? &current->recording->summary : NULL};
    ask->account.of = text(writing.arena, "%s", writing.model->scenario.name);
    const struct account_part *part =
        account_table(&ask->account, FOR_ALL, NULL, columns, sizeof columns / sizeof *columns);
    add_energy(&writing);
    add_remarks(&writing);
    add_profiles(&writing);
    add_grid(&writing);
    add_drawn(&writing);
    add_workloads(&writing);
    add_devices(&writing);
    add_slo_base(&writing);
    knob_each(&writing.model->scenario, add_knob, &writing);
    ask->account.over = text(writing.arena, "%zu sources", writing.n);
    if (!part)
        return;
    account_table(&ask->account, FOR_PAGES, "What each of them says",
                  (const struct account_column[]){{.title = "what"}, {.title = "facts"}}, 2);
    for (size_t i = 0; i < part->n_rows; i++) {
        account_row(&ask->account, ACCOUNT_NO_STEP);
        account_put(&ask->account, part->rows[i].cells[2]);
        account_put(&ask->account, part->rows[i].cells[4]);
    }
}

static enum ask_entered provenance_enter(struct ask *ask, size_t step, char said[ASK_SAID],
                                         struct error *error)
{
    (void)ask, (void)step, (void)said, (void)error;
    return ASK_LEAVES;
}

const struct question_of question_provenance = {.name = "provenance",
                                                .title = "What the numbers rest on",
                                                .filtered = true,
                                                .state_size = 1,
                                                .plan = provenance_plan,
                                                .tell = provenance_tell,
                                                .enter = provenance_enter};
