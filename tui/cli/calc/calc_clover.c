/* The formulas of Clover for the pocket calculator: the objective and what the annealer minimises, one step
 * of the annealing, the accuracy of a mixture, the distance of two configuration graphs, and how many ways
 * there are to cut and fill GPUs. */
#include "tui/cli/calc/calc_table.h"

#include "engine/policy/configure/clover_rule.h"
#include "engine/model/graph.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGE 1e9

static bool evaluate_objective(struct calc_sheet *sheet, struct error *error)
{
    double lambda = calc_value(sheet, 0), c_base = calc_value(sheet, 1), e = calc_value(sheet, 2);
    double ci = calc_value(sheet, 3), dacc = calc_value(sheet, 4);
    double dcarb = clover_carbon_change(e, ci, c_base), f = clover_objective(lambda, dcarb, dacc);

    (void)error;
    calc_step(sheet, "dCarb = 100 x (%s g - %s kWh x %s g/kWh) / %s g = %s %%", calc_digits(c_base).text,
              calc_digits(e).text, calc_digits(ci).text, calc_digits(c_base).text, calc_digits(dcarb).text);
    calc_step(sheet, "f = %s x %s + %s x %s = %s", calc_digits(lambda).text, calc_digits(dcarb).text,
              calc_digits(1 - lambda).text, calc_digits(dacc).text, calc_digits(f).text);
    calc_put(sheet, "dcarb", dcarb);
    calc_put(sheet, "f", f);
    return true;
}

const struct calc calc_clover_objective = {
    .name = "clover-objective",
    .title = "Clover's objective f",
    .source = "Clover Eq. 2, 3; CL-N3 .. CL-N8, CL-X1",
    .formula = "dCarb = 100 (C_base - E CI) / C_base\nf = lambda dCarb + (1 - lambda) dAcc        in per "
               "cent; maximised",
    .example = "lambda=0.1 c_base=1000 e=0.4 ci=500 dacc=-4",
    .keys =
        {{.name = "lambda", .max = 1, .help = "weight of carbon, 0 to 1"},
         {.name = "c_base", .max = LARGE, .above = true, .help = "BASE's carbon in g a request"},
         {.name = "e", .max = LARGE, .help = "energy in kWh a request, PUE included"},
         {.name = "ci", .max = 1e6, .help = "carbon intensity in gCO2eq/kWh"},
         {.name = "dacc", .min = -100, .max = 0, .help = "relative loss of accuracy in per cent, at most 0"}},
    .evaluate = evaluate_objective,
};

static bool evaluate_anneal_energy(struct calc_sheet *sheet, struct error *error)
{
    double f = calc_value(sheet, 0), latency = calc_value(sheet, 1), most = calc_value(sheet, 2);
    bool as_paper = sheet->inputs[3].word == 1;
    double h = clover_anneal_energy(f, latency, most, as_paper);

    (void)error;
    calc_step(sheet, "L_tail / L = %s", calc_digits(most / latency).text);
    calc_step(sheet, "h = -(%s) x %s = %s", calc_digits(f).text, calc_digits(f == 0 ? 1 : -h / f).text,
              calc_digits(h).text);
    calc_put(sheet, "h", h);
    return true;
}

const struct calc calc_clover_energy = {
    .name = "clover-energy",
    .title = "what Clover's annealer minimises",
    .source = "Clover Eq. 4; CL-N9, CL-N10, CL-X2",
    .formula = "h = -f x min(1, L_tail/L)        adopted: where f < 0 the factor is max(1, L/L_tail)",
    .example = "f=-5 l_ms=200 l_tail_ms=100",
    .keys = {{.name = "f", .min = -LARGE, .max = LARGE, .help = "the objective in per cent"},
             {.name = "l_ms", .max = LARGE, .above = true, .help = "p95 response in ms"},
             {.name = "l_tail_ms", .max = LARGE, .above = true, .help = "its limit in ms"},
             {.name = "rule",
              .kind = CALC_WORD,
              .fallback = "adopted",
              .words = {"adopted", "paper"},
              .help = "how graphs with f < 0 are judged"}},
    .evaluate = evaluate_anneal_energy,
};

static bool evaluate_anneal(struct calc_sheet *sheet, struct error *error)
{
    const struct calc_input *dh = &sheet->inputs[0], *t = &sheet->inputs[1], *step = &sheet->inputs[2];
    if (step->given && !dh->given && !t->given) {
        double temperature = clover_temperature((int)step->values[0]);
        calc_step(sheet, "T = max(0.1, 1 - 0.05 x %s) = %s", calc_digits(step->values[0]).text,
                  calc_digits(temperature).text);
        calc_put(sheet, "t", temperature);
        return true;
    }
    if (step->given || !dh->given || !t->given)
        return error_set(error, ERROR_INPUT, "anneal",
                         "give dh and t for a probability, or step for a temperature");
    double p = clover_acceptance(dh->values[0], t->values[0]);
    calc_step(sheet, "p = exp(-%s / %s) = %s", calc_digits(dh->values[0]).text,
              calc_digits(t->values[0]).text, calc_digits(p).text);
    calc_put(sheet, "p", p);
    return true;
}

const struct calc calc_anneal = {
    .name = "anneal",
    .title = "one step of the annealing",
    .source = "Clover Eq. 5; CL-N11, CL-N12, CL-X3",
    .formula = "p = exp(-dh / T), 1 for dh <= 0\nT = max(0.1, 1 - 0.05 step)",
    .example = "dh=0.7 t=0.5",
    .keys = {{.name = "dh", .min = -LARGE, .max = LARGE, .optional = true, .help = "how much worse h is"},
             {.name = "t", .max = LARGE, .above = true, .optional = true, .help = "the temperature"},
             {.name = "step", .max = 1e6, .optional = true, .help = "evaluations so far"}},
    .evaluate = evaluate_anneal,
};

/* --- accuracy --- */

/* The public repositories' figures (clover.md section 3), best last. */
static const struct family {
    const char *metric;
    struct {
        const char *variant;
        double accuracy;
    } variants[5];
    int n;
} families[] = {
    {"ImageNet top-1 %", {{"b1", 78.8}, {"b3", 81.1}, {"b5", 83.3}, {"b7", 84.4}}, 4},
    {"SQuADv2 F1", {{"base", 82.1}, {"large", 84.9}, {"xlarge", 87.9}, {"xxlarge", 89.8}}, 4},
    {"COCO mAP50-95", {{"l", 49.0}, {"x", 50.7}, {"x6", 55.0}}, 3},
};

static bool refuse_variant(const struct family *family, const char *name, int length, struct error *error)
{
    char known[80] = "";
    for (int v = 0; v < family->n; v++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", v ? ", " : "",
                 family->variants[v].variant);
    return error_set(error, ERROR_INPUT, "mix", "no variant '%.*s'; there are %s, as in b7:0.3,b1:0.7",
                     length, name, known);
}

/* Reads "b7:0.3"; *at is moved behind it and its comma. */
static bool read_share(const struct family *family, const char **at, int *variant, double *share,
                       struct error *error)
{
    int length = (int)strcspn(*at, ":,");
    char *end;
    for (*variant = 0; *variant < family->n; ++*variant)
        if (strlen(family->variants[*variant].variant) == (size_t)length &&
            strncmp(family->variants[*variant].variant, *at, (size_t)length) == 0)
            break;
    if (*variant == family->n)
        return refuse_variant(family, *at, length, error);
    if ((*at)[length] != ':')
        return error_set(error, ERROR_INPUT, "mix", "'%.*s' has no share: write b7:0.3,b1:0.7", length, *at);
    *share = strtod(*at + length + 1, &end);
    if (end == *at + length + 1 || (*end && *end != ',') || !(*share >= 0 && *share <= 1))
        return error_set(error, ERROR_INPUT, "mix", "a share is a number from 0 to 1: b7:0.3,b1:0.7");
    *at = *end ? end + 1 : end;
    return true;
}

static bool evaluate_accuracy(struct calc_sheet *sheet, struct error *error)
{
    const struct family *family = &families[sheet->inputs[0].word];
    const char *at = sheet->inputs[1].text;
    double accuracy = 0, sum = 0, best = family->variants[family->n - 1].accuracy;

    while (*at) {
        int variant;
        double share = 0;
        if (!read_share(family, &at, &variant, &share, error))
            return false;
        accuracy += share * family->variants[variant].accuracy;
        sum += share;
        calc_step(sheet, "+ %s x %s (%s)", calc_digits(share).text,
                  calc_digits(family->variants[variant].accuracy).text, family->variants[variant].variant);
    }
    if (!(fabs(sum - 1) < 1e-9))
        return error_set(error, ERROR_INPUT, "mix", "the shares add up to %s, not to 1",
                         calc_digits(sum).text);
    double change = clover_accuracy_change(accuracy, best);
    calc_step(sheet, "A = %s (%s); dAcc = 100 x (A - %s) / %s = %s %%", calc_digits(accuracy).text,
              family->metric, calc_digits(best).text, calc_digits(best).text, calc_digits(change).text);
    calc_put(sheet, "accuracy", accuracy);
    calc_put(sheet, "dacc", change);
    return true;
}

const struct calc calc_accuracy = {
    .name = "accuracy",
    .title = "accuracy of a mixture of variants",
    .source = "Clover Eq. 1 and section 3; CL-N13 .. CL-N15",
    .formula = "A = sum of share x accuracy, shares of requests served\ndAcc = 100 (A - A_base) / A_base     "
               "   A_base: the largest variant",
    .example = "family=efficientnet mix=b7:0.3,b1:0.7",
    .keys = {{.name = "family",
              .kind = CALC_WORD,
              .words = {"efficientnet", "albert", "yolov5"},
              .help = "family of models"},
             {.name = "mix", .kind = CALC_TEXT, .help = "variants with their shares of the requests"}},
    .evaluate = evaluate_accuracy,
};

/* --- graphs --- */

/* Variants by the names that were used, in order of appearance. */
struct names {
    int n;
    char name[GRAPH_VARIANTS_MAX][32];
};

static bool find_name(struct names *names, const char *text, int length, int *index, struct error *error)
{
    for (*index = 0; *index < names->n; ++*index)
        if (strlen(names->name[*index]) == (size_t)length &&
            strncmp(names->name[*index], text, (size_t)length) == 0)
            return true;
    if (names->n == GRAPH_VARIANTS_MAX || length < 1 || length > 31)
        return error_set(error, ERROR_INPUT, "ged", "%s",
                         names->n == GRAPH_VARIANTS_MAX ? "at most 16 different variants"
                                                        : "a variant has a name of 1 to 31 letters");
    snprintf(names->name[names->n++], sizeof names->name[0], "%.*s", length, text);
    return true;
}

/* Reads "v1@2g*3" and moves *at behind it and its comma. */
static bool read_edge(const char *key, const char **at, struct names *names, struct graph *graph,
                      struct error *error)
{
    static const char form[] = "write variant@slice*count, as a=v1@1g*2,v2@2g; slices are 1g 2g 3g 4g 7g";
    int variant, length = (int)strcspn(*at, "@,");
    if ((*at)[length] != '@')
        return error_set(error, ERROR_INPUT, key, "'%.*s' has no slice: %s", length, *at, form);
    if (!find_name(names, *at, length, &variant, error))
        return false;
    const char *rest = *at + length + 1;
    enum mig_slice slice = isdigit((unsigned char)*rest) ? mig_slice_of(*rest - '0') : MIG_SLICES;
    rest += slice != MIG_SLICES;
    rest += *rest == 'g';
    long count = 1;
    if (slice != MIG_SLICES && *rest == '*') {
        char *end;
        count = strtol(rest + 1, &end, 10);
        rest = end;
    }
    if (slice == MIG_SLICES || (*rest && *rest != ',') || count < 1 || count > 7000)
        return error_set(error, ERROR_INPUT, key, "'%.*s' is no edge: %s", (int)strcspn(*at, ","), *at, form);
    graph->count[variant][slice] = (int16_t)(graph->count[variant][slice] + count);
    *at = *rest ? rest + 1 : rest;
    return true;
}

static bool read_graph(const char *key, const char *text, struct names *names, struct graph *graph,
                       struct error *error)
{
    while (*text)
        if (!read_edge(key, &text, names, graph, error))
            return false;
    return true;
}

static bool evaluate_ged(struct calc_sheet *sheet, struct error *error)
{
    struct names names = {0};
    struct graph a = {0}, b = {0};
    if (!read_graph("a", sheet->inputs[0].text, &names, &a, error) ||
        !read_graph("b", sheet->inputs[1].text, &names, &b, error))
        return false;
    for (int v = 0; v < names.n; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (a.count[v][s] != b.count[v][s])
                calc_step(sheet, "%s on %s: %d against %d, + %d", names.name[v], mig_slice_names[s],
                          a.count[v][s], b.count[v][s], abs(a.count[v][s] - b.count[v][s]));
    calc_step(sheet, "together %d: %s", graph_distance(&a, &b),
              graph_are_neighbours(&a, &b) ? "neighbours (at most 4)" : "no neighbours (1 to 4)");
    calc_put(sheet, "ged", graph_distance(&a, &b));
    return true;
}

const struct calc calc_ged = {
    .name = "ged",
    .title = "distance of two configuration graphs",
    .source = "Clover section 4.2; CL-N16 .. CL-N19",
    .formula = "GED = sum over variants and slices of |W - W'|        neighbours: 0 < GED <= 4",
    .example = "a=v1@1g*2,v2@2g,v3@3g b=v1@1g,v2@1g,v2@2g,v3@3g",
    .keys = {{.name = "a", .kind = CALC_TEXT, .help = "a graph: variant@slice*count, parted by commas"},
             {.name = "b", .kind = CALC_TEXT, .help = "another one"}},
    .evaluate = evaluate_ged,
};

static bool evaluate_mig(struct calc_sheet *sheet, struct error *error)
{
    double gpus = calc_value(sheet, 0), variants = calc_value(sheet, 1), ordered = 1, raw = 1, one = 0;
    struct graph_rules cuts = {.n_variants = 1}, rules = {.n_variants = (int)variants};

    if (gpus != floor(gpus) || variants != floor(variants))
        return error_set(error, ERROR_INPUT, "mig", "gpus and variants are whole numbers");
    memset(cuts.fits, true, sizeof cuts.fits);
    memset(rules.fits, true, sizeof rules.fits);
    for (int c = 0; c < MIG_CONFIGS; c++) {
        double points = 1;
        for (int k = 0; k < mig_configs[c].n; k++)
            points *= variants;
        one += points;
    }
    for (int g = 0; g < (int)gpus; g++) {
        ordered *= MIG_CONFIGS;
        raw *= one;
    }
    int64_t multisets = graph_count(&cuts, (int)gpus), graphs = graph_count(&rules, (int)gpus);
    if (multisets < 0 || graphs < 0)
        return error_set(error, ERROR_INPUT, "mig",
                         "that many graphs are too many to count by trying; ask for fewer GPUs or variants");
    calc_step(sheet, "one GPU: %d ordered configurations, %d cuts, %s points with %s variants", MIG_CONFIGS,
              MIG_CUTS, calc_digits(one).text, calc_digits(variants).text);
    calc_put(sheet, "ordered", ordered);
    calc_put(sheet, "multisets", (double)multisets);
    calc_put(sheet, "raw_points", raw);
    calc_put(sheet, "graphs", (double)graphs);
    return true;
}

const struct calc calc_mig = {
    .name = "mig",
    .title = "how many ways there are to cut and fill GPUs",
    .source = "Clover section 4.2; CL-N1, CL-N20 .. CL-N23, CL-X11",
    .formula = "ordered = 19^gpus; raw points = (sum of variants^slices)^gpus\nmultisets, graphs: different "
               "sums over the GPUs, counted by trying",
    .example = "gpus=2 variants=2",
    .keys = {{.name = "gpus", .fallback = "1", .min = 1, .max = 10, .help = "number of GPUs"},
             {.name = "variants", .fallback = "1", .min = 1, .max = 4, .help = "number of variants"}},
    .evaluate = evaluate_mig,
};
