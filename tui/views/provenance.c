/* What the numbers rest on, as a list: the shares of energy by the kind of row they come from, the profile of
 * each app on each type of GPU in use with the batches that its requests really have, the carbon trace, the
 * load, the devices, and the knobs that scale any of them. Beside it stands the full story of the chosen one,
 * written when the list is read; nothing here is known that the inputs themselves do not say. */
#include "tui/words/sheet.h"
#include "tui/views/picker.h"

#include "engine/answers/remarks.h"
#include "tui/words/format.h"
#include "tui/widgets/parts.h"

#include "engine/answers/forecast.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_W = 11, KIND_W = 13, BAR_W = 16, LIST_W = 57, LONG_W = 72 };

struct source {
    const char *group;
    int share;        /* enum provenance whose share of energy the row shows; -1: none */
    const char *mark; /* "*" calibrated, "~" modelled, "÷" derived, "◆" turned by the user, "" else */
    char line[112];
    char text[160]; /* for the filter */
    char *facts;    /* paragraphs, one a line; owned */
};

struct sources {
    struct source *items; /* owned */
    int size;
};

/* One that is being written: `out` is the stream of its facts. */
struct writing {
    struct picker *picker;
    const struct scene *scene;
    const struct explorer *explorer;
    const struct model *model;
    bool failed; /* out of memory */
};

/* Adds a row, whose line is printed. `facts` is taken over; NULL counts as out of memory. */
PRINTF_LIKE(6, 7)
static void add(struct writing *writing, const char *group, int share, const char *mark, char *facts,
                const char *line, ...)
{
    va_list arguments;
    struct sources *own = writing->picker->own;
    int n = writing->picker->n;
    if (facts && n == own->size) {
        int size = own->size ? 2 * own->size : 64;
        struct source *items = realloc(own->items, (size_t)size * sizeof *items);
        if (items)
            own->items = items, own->size = size;
    }
    if (!facts || n == own->size) {
        free(facts);
        writing->failed = true;
        return;
    }
    struct source *source = &own->items[writing->picker->n++];
    *source = (struct source){.group = group, .share = share, .mark = mark, .facts = facts};
    va_start(arguments, line);
    text_vprint(source->line, sizeof source->line, line, arguments);
    va_end(arguments);
    text_print(source->text, sizeof source->text, "%s %s", group, source->line);
}

/* Formatted text in memory of its own; NULL when out of memory. */
static char *PRINTF_LIKE(1, 2) written(const char *format, ...)
{
    char *text = NULL;
    size_t size = 0;
    va_list arguments;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    va_start(arguments, format);
    bool ok = vfprintf(out, format, arguments) >= 0;
    va_end(arguments);
    if (fclose(out) == 0 && ok)
        return text;
    free(text);
    return NULL;
}

/* --- energy --- */

/* The kinds of which there is some; while the run is under way, of which there may be. */
static unsigned kinds_of_energy(const struct writing *writing)
{
    unsigned kinds = writing->scene->so_far ? usage_kinds(writing->model) : 0;
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        if (kind == PROVENANCE_MEASURED || writing->scene->now->total.provenance[kind] > 0)
            kinds |= 1u << kind;
    return kinds;
}

/* --- profiles --- */

/* An app on a type of GPU, and the rows of its profile there. */
struct pairing {
    int app;
    const char *model, *variant, *gpu, *slice;
    const struct profile_set *set; /* NULL: the library no longer has it */
    const struct model_cost *cost;
};

static bool is_row_of(const struct profile_row *row, const struct pairing *pairing)
{
    return strcmp(row->gpu, pairing->gpu) == 0 && strcmp(row->slice, pairing->slice) == 0 &&
           (!*pairing->variant || strcmp(row->variant, pairing->variant) == 0);
}

/* The span of batches with rows of this kind; false if there is none. */
static bool batches_of(const struct pairing *pairing, enum provenance kind, int *low, int *high)
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

static void write_batches(FILE *out, const char *head, int low, int high)
{
    if (low == high)
        fprintf(out, "%s %d", head, low);
    else
        fprintf(out, "%s %d to %d", head, low, high);
}

/* "inception-v3 on A100-40GB is measured at batch 1 to 6, but its requests have batch 41 to 89: modelled." */
static void write_verdict(FILE *out, const struct pairing *pairing, const struct usage *usage,
                          const double *shares)
{
    int low, high;
    bool any = batches_of(pairing, PROVENANCE_MEASURED, &low, &high);
    enum provenance most = PROVENANCE_MEASURED;
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++)
        if (shares[kind] > shares[most])
            most = (enum provenance)kind;
    fprintf(out, "%s on %s", pairing->model, pairing->gpu);
    if (strcmp(pairing->slice, "whole") != 0)
        fprintf(out, ", slice %s,", pairing->slice);
    if (any)
        write_batches(out, " is measured at batch", low, high);
    else
        fprintf(out, " has no measured row");
    write_batches(out,
                  shares[PROVENANCE_MEASURED] > 0.5 ? ", and its requests have batch"
                  : any                             ? ", but its requests have batch"
                                                    : "; its requests have batch",
                  usage->low, usage->high);
    fprintf(out, " (99 of 100; mean %.0f): ", usage->mean);
    if (shares[most] > 0.9995) {
        fprintf(out, "%s.\n", provenance_names[most]);
        return;
    }
    const char *joint = "";
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++) {
        if (shares[kind] > 0)
            fprintf(out, "%s%.1f %% %s", joint, 100 * shares[kind], provenance_names[kind]);
        joint = shares[kind] > 0 ? ", " : joint;
    }
    fprintf(out, ".\n");
}

static void add_pairing(struct writing *writing, const struct pairing *pairing, const struct usage *usage)
{
    double shares[PROVENANCE_COUNT];
    char *facts = NULL, gpu[32];
    size_t size = 0;
    FILE *out = open_memstream(&facts, &size);
    usage_shares(usage, pairing->cost, shares);
    bool whole = strcmp(pairing->slice, "whole") == 0;
    scene_gpu_name(pairing->gpu, gpu, sizeof gpu);
    if (!out) {
        writing->failed = true;
        return;
    }
    write_verdict(out, pairing, usage, shares);
    fprintf(out, "profile set: %s\n", writing->model->scenario.profiles);
    const struct app *app = &writing->model->scenario.apps[pairing->app];
    if (app->profile_scale != 1)
        fprintf(
            out,
            "profile_scale.%s is %.2f: your knob multiplies this app's latency on low-end GPUs, or on all its modelled rows where GPUs have no class.\n",
            app->name, app->profile_scale);
    if (app->profile_scale_high != 1)
        fprintf(out,
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
            write_batches(out, "batch", first->batch, last->batch);
            fprintf(out, ", %s: %s\n", provenance_names[first->provenance],
                    *first->source ? first->source : "no source given");
            rules |= strncmp(first->source, "rule ", 5) == 0;
        }
        first = same ? first : row;
        last = row;
    }
    if (rules)
        fprintf(out, "The rules and the measurements behind them: datasets/profiles/METHOD.md\n");
    bool ok = fclose(out) == 0;
    if (!ok)
        free(facts);
    add(writing, "profiles", -1, format_provenance(shares_least_certain(shares)), ok ? facts : NULL,
        "%s %s%s%s on %s%s%s, batch %.0f", format_app(FORMAT_ROOM, writing->model->apps[pairing->app].name),
        format_short_name(FORMAT_ROOM, pairing->model, 17), *pairing->variant ? " " : "", pairing->variant,
        gpu, whole ? "" : " ", whole ? "" : pairing->slice, usage->mean);
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

static void add_profiles(struct writing *writing)
{
    const struct model *model = writing->model;
    const struct catalog *catalog = writing->explorer->catalog;
    for (int a = 0; a < model->n_apps && !writing->failed; a++) {
        const struct app *app = &model->scenario.apps[a];
        struct usage usage = {0};
        struct error ignored = {0};
        if (!usage_of(&usage, &model->apps[a])) {
            writing->failed = true;
            return;
        }
        for (int i = 0; i < model->n_instances; i++) {
            const struct model_instance *instance = &model->instances[i];
            struct pairing pairing = {
                .app = a,
                .model = app->model,
                .variant = app->variant,
                .gpu = model->gpus[instance->gpu].type,
                .slice = instance->slice,
                .set = catalog_profile(catalog, app->model, model->scenario.profiles, &ignored),
                .cost = model_cost_of(model, a, i)};
            if (pairing.cost->latency_ns && !told_before(model, a, i))
                add_pairing(writing, &pairing, &usage);
        }
        /* Of GPUs whose cut changes in the run: every variant on every slice that it can stand on, once a
         * type. */
        struct error unheard = {0};
        const char *told = "";
        for (int g = 0; g < model->n_gpus; g++) {
            const struct model_gpu *gpu = &model->gpus[g];
            if (!gpu->reconfigurable || gpu->pool != model->apps[a].pool || strcmp(told, gpu->type) == 0)
                continue;
            told = gpu->type;
            for (int k = 0; k < MIG_SLICES * model->n_variants; k++) {
                int place = gpu->first_place + k;
                struct pairing pairing = {.app = a,
                                          .model = app->model,
                                          .variant = model_place_variant(model, g, place),
                                          .gpu = gpu->type,
                                          .slice = mig_slice_names[model_place_slice(model, g, place)],
                                          .set = catalog_profile(writing->explorer->catalog, app->model,
                                                                 model->scenario.profiles, &unheard),
                                          .cost = model_cost_of(model, a, place)};
                if (pairing.cost->latency_ns)
                    add_pairing(writing, &pairing, &usage);
            }
        }
        usage_free(&usage);
    }
}

/* --- grid, load, devices, knobs --- */

static void add_grid(struct writing *writing)
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
    add(writing, "grid", -1, "",
        written(
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
static void add_drawn(struct writing *writing)
{
    const struct scenario *scenario = &writing->model->scenario;
    char *facts = NULL;
    size_t size = 0;
    int n = 0;
    for (int a = 0; a < scenario->n_apps; a++)
        n += is_drawn(&scenario->apps[a]);
    FILE *out = n ? open_memstream(&facts, &size) : NULL;
    if (!out) {
        writing->failed |= n > 0;
        return;
    }
    fprintf(out, "Drawn from distributions, not recorded anywhere; the seed fixes every draw.\n");
    for (int a = 0; a < scenario->n_apps; a++)
        if (is_drawn(&scenario->apps[a])) {
            const struct app *app = &scenario->apps[a];
            const struct arrivals *arrivals = &app->arrivals;
            char requests[FORMAT_SIZE];
            fprintf(out, "%s: %s", app->name, arrival_kind_names[arrivals->kind]);
            if (arrivals->kind == ARRIVAL_CLOSED_LOOP)
                fprintf(out, ", %d clients", (int)arrivals->clients);
            else if (arrivals->kind != ARRIVAL_BACKLOGGED)
                fprintf(out, ", mean gap %.6g ms", arrivals->mean_gap_ms);
            if (app->requests > 0)
                fprintf(out, ", %s requests", format_count(requests, app->requests));
            if (app->batch.kind == BATCH_NORMAL)
                fprintf(out, ", batch normal(%.6g, %.6g) within %d to %d\n", app->batch.mean, app->batch.sd,
                        (int)app->batch.min, (int)app->batch.max);
            else if (app->batch.kind == BATCH_UNIFORM)
                fprintf(out, ", batch uniform within %d to %d\n", (int)app->batch.min, (int)app->batch.max);
            else
                fprintf(out, ", batch %.6g\n", app->batch.mean);
        }
    fprintf(out, "The numbers are those of the scenario %s%s%s.", scenario->name,
            *scenario->source ? ": " : "", scenario->source);
    bool ok = fclose(out) == 0;
    if (!ok)
        free(facts);
    add(writing, "load", -1, "", ok ? facts : NULL, "%d app%s drawn from distributions, seed %llu", n,
        n == 1 ? "" : "s", (unsigned long long)scenario->seed);
}

static void add_devices(struct writing *writing)
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
                add(writing, "devices", -1, "",
                    written(
                        "%s draws %.4g W when idle%s: the scenario says so. The device table has %.4g W, measured.\nsource of the table: %s",
                        device->name, gpu->idle_w, more, device->idle_power_w, from),
                    "%s idle %.4g W", device->name, gpu->idle_w);
            else
                add(writing, "devices", -1, "",
                    written("%s draws %.4g W when idle: measured%s.\nsource: %s", device->name, gpu->idle_w,
                            more, from),
                    "%s idle %.4g W", device->name, gpu->idle_w);
        }
        if (device && !told && embodied && !isnan(device->embodied_kg)) {
            char years[FORMAT_SIZE];
            format_magnitude(years, device->lifetime_s / (365 * 86400.0));
            add(writing, "devices", -1, format_provenance(device->provenance),
                written("%s: %.4g kg CO2eq to make, spread over %s years of holding it: %s.\nsource: %s",
                        device->name, device->embodied_kg, years, provenance_names[device->provenance],
                        *device->source ? device->source : "not given"),
                "%s embodied %.4g kg", device->name, device->embodied_kg);
        }
    }
    if (embodied)
        return;
    add(writing, "devices", -1, "",
        written(
            "The carbon of making the GPUs is left out: embodied_multiplier is 0. Turn the knob embodied to count it."),
        "embodied carbon is not counted");
}

/* SLOs that no document states: BASE's own tail latency, which was measured before the run. */
static void add_slo_base(struct writing *writing)
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
        add(writing, "derived", -1, format_provenance(PROVENANCE_DERIVED),
            written(
                "No document states this SLO: it is the p%.6g of BASE, %d GPU%s whole with the most accurate "
                "variant, at the load the run begins with (%s).\nIt was simulated before the run with the "
                "run's own requests, and stays when the load is turned on the way.",
                percentile, n_base, n_base == 1 ? "" : "s", ms),
            "SLO of %s: BASE's p%.6g, %s", model->apps[a].name, percentile, ms);
    }
}

static bool add_knob(void *context, struct knob_ref knob)
{
    struct writing *writing = context;
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
    add(writing, "knobs", -1, "◆",
        written("%s\nIt is no measurement but an assumption of this run%s. Edits on the way are in the list "
                "of edits (E).",
                info->help, initial),
        "%s is %s from the start", name, value);
    return true;
}

/* What was asked for and could not be done, and what stands in its place. */
static void add_remarks(struct writing *writing)
{
    struct remark remarks[REMARKS_MAX];
    const struct result *current = writing->explorer->results.current;
    bool finished = recording_finished(current->recording);
    int n = remarks_list(writing->model, finished ? &current->recording->summary : NULL, remarks);
    for (int k = 0; k < n; k++) {
        add(writing, "notes", -1, "!", written("%s.", remarks[k].text), "%s", remarks[k].brief);
    }
}

/* --- the view --- */

static void clear(struct sources *own, int n)
{
    for (int i = 0; i < n; i++)
        free(own->items[i].facts);
}

/* The picker has set n to 0; how many items there were is where their facts end. */
static bool provenance_load(struct host *host, struct picker *picker, const char *argument,
                            struct error *error)
{
    struct sources *own = picker->own;
    struct writing writing = {.picker = picker,
                              .scene = host->scene,
                              .explorer = host->explorer,
                              .model = host->explorer->results.current->model};
    (void)argument;
    clear(own, own->size);
    free(own->items);
    *own = (struct sources){0};
    static const char *const stories[PROVENANCE_COUNT] = {
        "Rows that a publication states, letter for letter, and the idle power of the GPUs.",
        "Between two rows: latency and power lie on the straight line that joins them.",
        "Rows that a law gives; the profiles below name it. profile_scale shows what a conclusion survives.",
        "Rows whose law was bent to give a paper's figure: what follows from it, not what a GPU does.",
        "Rows that were imported without a word of where they are from: nobody vouches for them."};
    unsigned kinds = kinds_of_energy(&writing);
    for (int kind = 0; kind < PROVENANCE_COUNT; kind++) {
        if (!(kinds & 1u << kind))
            continue;
        add(&writing, "energy", kind, format_provenance((enum provenance)kind),
            written("Energy that rests on %s rows.\n%s", provenance_names[kind], stories[kind]), "%s",
            provenance_names[kind]);
    }
    add_remarks(&writing);
    add_profiles(&writing);
    add_grid(&writing);
    add_drawn(&writing);
    const struct model *model = writing.model;
    for (int a = 0; a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        char n[FORMAT_SIZE];
        if (!workload)
            continue;
        add(&writing, "load", -1, "",
            written("%s (%s)\n%s, %s entries; drives %s.\nsource: %s\nlicence: %s", workload->name,
                    workload->title, workload_kind_names[workload->kind],
                    format_count(n, (int64_t)workload->n), model->apps[a].name,
                    *workload->source ? workload->source : "not given",
                    *workload->licence ? workload->licence : "not given"),
            "%s: %s", model->apps[a].name, workload->name);
    }
    add_devices(&writing);
    add_slo_base(&writing);
    knob_each(&writing.model->scenario, add_knob, &writing);
    for (int i = picker->n; i < own->size; i++)
        own->items[i] = (struct source){0};
    picker->texts = own->items ? own->items->text : NULL;
    picker->text_step = sizeof *own->items;
    return !writing.failed || error_set(error, ERROR_SYSTEM, NULL, "out of memory");
}

static void provenance_unload(struct host *host, struct picker *picker)
{
    struct sources *own = picker->own;
    (void)host;
    clear(own, own->size);
    free(own->items);
}

static const struct source *source_of(const struct picker *picker, int item)
{
    return &((const struct sources *)picker->own)->items[item];
}

/* The first row of a group among those on the screen carries the group's name. */
static bool heads_group(const struct picker *picker, int item)
{
    int at = picker->top;
    while (at < picker->n_shown && picker->shown[at] != item)
        at++;
    return at == picker->top || at >= picker->n_shown ||
           strcmp(source_of(picker, picker->shown[at - 1])->group, source_of(picker, item)->group) != 0;
}

static void provenance_row(const struct host *host, const struct picker *picker, int item, struct rect rect,
                           enum role ground, struct canvas *canvas)
{
    const struct source *source = source_of(picker, item);
    int x = rect.x + 1, end = rect.x + rect.w;
    if (heads_group(picker, item))
        part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_DIM), ground), source->group);
    x = rect.x + GROUP_W;
    enum role role = strcmp(source->mark, "◆") == 0 ? ROLE_EDIT : ROLE_PROVENANCE;
    part_span(canvas, &x, end, rect.y, style_on(style_bold(role), ground),
              *source->mark ? source->mark : " ");
    x = rect.x + GROUP_W + 2;
    part_span(canvas, &x, end, rect.y, style_on(style_of(ROLE_TEXT), ground), source->line);
    if (source->share >= 0) {
        int kind = source->share, at = rect.x + GROUP_W + KIND_W, y = rect.y;
        double share = host->scene->now->total.provenance[kind];
        share = share > 0 ? share < 1 ? share : 1
                          : 0; /* sums of shares may be off by rounding; no run, no share */
        part_span(canvas, &at, end, y, style_on(style_bold(ROLE_TITLE), ground),
                  text(&canvas->texts, "%5.1f %% ", 100 * share));
        if (end - at >= BAR_W)
            part_bar(canvas, at, y, BAR_W, share, kind == PROVENANCE_MEASURED ? ROLE_BUSY : ROLE_PROVENANCE);
    }
}

/* The first paragraph is the one to read. */
static void provenance_preview(const struct host *host, const struct picker *picker, int item,
                               struct rect rect, struct canvas *canvas)
{
    const char *facts = source_of(picker, item)->facts;
    enum role role = ROLE_TITLE;
    if (source_of(picker, item)->share >= 0) {
        /* "682 Wh of 1.31 kWh; idle power is 681 Wh." */
        int kind = source_of(picker, item)->share;
        const struct summary *total = &host->scene->now->total;
        char part[FORMAT_SIZE], all[FORMAT_SIZE], idle[FORMAT_SIZE];
        format_energy(part, total->provenance[kind] * total->energy_it_j);
        format_energy(all, total->energy_it_j);
        format_energy(idle, total->energy_idle_j);
        int rows = part_wrap(
            canvas, rect, popup_bold(ROLE_TITLE),
            text(&canvas->texts, "%s of %s%s%s%s%s.", part, all, host->scene->so_far ? " so far" : "",
                 kind == PROVENANCE_MEASURED ? "; idle power alone is " : "",
                 kind == PROVENANCE_MEASURED ? idle : "", kind == PROVENANCE_MEASURED ? " of it" : ""));
        rect.y += rows;
        rect.h -= rows;
    }
    while (*facts && rect.h > 0) {
        char paragraph[640];
        size_t n = strcspn(facts, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", (int)(n < sizeof paragraph ? n : sizeof paragraph - 1),
                 facts);
        int rows = part_wrap(canvas, rect, popup_style(role), paragraph);
        bool apart = role == ROLE_TITLE;
        role = ROLE_TEXT;
        rect.y += rows + apart;
        rect.h -= rows + apart;
        facts += facts[n] ? n + 1 : n;
    }
}

static unsigned provenance_accept(struct host *host, struct picker *picker, int item)
{
    (void)host;
    (void)picker;
    (void)item;
    return REPLY_DONE | REPLY_CLOSE;
}

static const struct picker_kind provenance_kind = {
    .title = "What the numbers rest on",
    .empty = "Nothing is in use.",
    .own_size = sizeof(struct sources),
    .w = 140,
    .h = 27,
    .long_h = 50,
    .below_h = 7,
    .list_w = LIST_W,
    .long_w = LONG_W,
    .follows = true,
    .load = provenance_load,
    .unload = provenance_unload,
    .row = provenance_row,
    .preview = provenance_preview,
    .accept = provenance_accept,
};

static const struct hint provenance_hints[] = {
    {ACTION_LIST_UP, ACTION_LIST_DOWN, "choose", 1},
    {ACTION_LIST_FILTER, ACTION_NONE, "filter", 2},
    {ACTION_BACK, ACTION_NONE, "leave", 0},
};

/* A row a source; of the kinds of row their shares of energy. */
static void provenance_tell(const struct host *host, const void *state, struct sheet *sheet)
{
    static const char *const columns[] = {"group", "what", "share_of_energy", "facts"};
    const struct picker *picker = state;
    const struct sources *own = picker->own;
    sheet_columns(sheet, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < picker->n; i++) {
        const struct source *source = &own->items[i];
        sheet_text(sheet, source->group);
        sheet_text(sheet, source->line);
        sheet_number(sheet, source->share >= 0 ? host->scene->now->total.provenance[source->share] : NAN);
        sheet_text(sheet, source->facts);
    }
}

const struct view_ops view_provenance = {
    .contexts = CONTEXT_LIST,
    PICKER_SLOTS(provenance_kind),
    .tell = provenance_tell,
    .hints = provenance_hints,
    .n_hints = sizeof provenance_hints / sizeof *provenance_hints,
};
