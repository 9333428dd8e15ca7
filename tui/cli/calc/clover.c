/* The formulas of Clover for the pocket calculator: the objective and what the annealer minimises, one step
 * of the annealing, the accuracy of a mixture, the distance of two configuration graphs, and how many ways
 * there are to cut and fill GPUs. */
#include "tui/cli/calc/calc.h"

#include "engine/base/text.h"
#include "engine/policy/configure/clover_rule.h"
#include "engine/model/clover.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGE 1e9

static bool evaluate_objective(struct calc_sheet *sheet)
{
    double dcarb = clover_carbon_change(calc_of(sheet, "e"), calc_of(sheet, "ci"), calc_of(sheet, "c_base"));

    calc_put(sheet, "dcarb", dcarb);
    calc_put(sheet, "f", clover_objective(calc_of(sheet, "lambda"), dcarb, calc_of(sheet, "dacc")));
    return true;
}

static bool evaluate_annealed(struct calc_sheet *sheet)
{
    calc_put(sheet, "h",
             clover_anneal_energy(calc_of(sheet, "f"), calc_of(sheet, "l_ms"), calc_of(sheet, "l_tail_ms"),
                                  calc_of(sheet, "rule") == 1));
    return true;
}

static bool evaluate_anneal(struct calc_sheet *sheet)
{
    bool dh = calc_find(sheet, "dh"), t = calc_find(sheet, "t"), step = calc_find(sheet, "step");

    if (step && !dh && !t)
        calc_put(sheet, "t", clover_temperature((int)calc_of(sheet, "step")));
    else if (!step && dh && t)
        calc_put(sheet, "p", clover_acceptance(calc_of(sheet, "dh"), calc_of(sheet, "t")));
    else
        return error_set(sheet->error, ERROR_INPUT, "anneal",
                         "give dh and t for a probability, or step for a temperature");
    return true;
}

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

/* Does a text of `length` bytes name this? */
static bool is_name(const char *name, const char *text, int length)
{
    return strlen(name) == (size_t)length && strncmp(name, text, (size_t)length) == 0;
}

static bool evaluate_accuracy(struct calc_sheet *sheet)
{
    const struct family *family = &families[(int)calc_of(sheet, "family")];
    double accuracy = 0, sum = 0, best = family->variants[family->n - 1].accuracy;

    for (const char *at = calc_find(sheet, "mix")->text; *at;) {
        int variant = 0, length = (int)strcspn(at, ":,");
        char known[80] = "", *end;
        while (variant < family->n && !is_name(family->variants[variant].variant, at, length))
            variant++;
        if (variant == family->n) {
            for (int v = 0; v < family->n; v++)
                text_append(known, sizeof known, "%s%s", v ? ", " : "", family->variants[v].variant);
            return error_set(sheet->error, ERROR_INPUT, "mix",
                             "no variant '%.*s'; there are %s, as in b7:0.3,b1:0.7", length, at, known);
        }
        if (at[length] != ':')
            return error_set(sheet->error, ERROR_INPUT, "mix", "'%.*s' has no share: write b7:0.3,b1:0.7",
                             length, at);
        double share = strtod(at + length + 1, &end), of = family->variants[variant].accuracy;
        if (end == at + length + 1 || (*end && *end != ',') || !(share >= 0 && share <= 1))
            return error_set(sheet->error, ERROR_INPUT, "mix",
                             "a share is a number from 0 to 1: b7:0.3,b1:0.7");
        at = *end ? end + 1 : end;
        accuracy += share * of;
        sum += share;
        calc_line(sheet, "+ %s x %s (%s)", calc_digits(share).text, calc_digits(of).text,
                  family->variants[variant].variant);
    }
    if (!(fabs(sum - 1) < 1e-9))
        return error_set(sheet->error, ERROR_INPUT, "mix", "the shares add up to %s, not to 1",
                         calc_digits(sum).text);
    calc_let_text(sheet, "metric", family->metric);
    calc_let(sheet, "best", best);
    calc_put(sheet, "accuracy", accuracy);
    calc_put(sheet, "dacc", clover_accuracy_change(accuracy, best));
    return true;
}

/* --- graphs --- */

/* Variants by the names that were used, in order of appearance. */
struct names {
    int n;
    char name[GRAPH_VARIANTS_MAX][32];
};

/* Reads "v1@2g*3,v2@1g". */
static bool read_graph(const struct calc_sheet *sheet, const char *key, struct names *names,
                       struct graph *graph)
{
    static const char form[] = "write variant@slice*count, as a=v1@1g*2,v2@2g; slices are 1g 2g 3g 4g 7g";

    for (const char *at = calc_find(sheet, key)->text; *at;) {
        int variant = 0, length = (int)strcspn(at, "@,");
        if (at[length] != '@')
            return error_set(sheet->error, ERROR_INPUT, key, "'%.*s' has no slice: %s", length, at, form);
        while (variant < names->n && !is_name(names->name[variant], at, length))
            variant++;
        if (variant == GRAPH_VARIANTS_MAX)
            return error_set(sheet->error, ERROR_INPUT, "ged", "at most 16 different variants");
        if (variant == names->n && (length < 1 || length > 31))
            return error_set(sheet->error, ERROR_INPUT, "ged", "a variant has a name of 1 to 31 letters");
        if (variant == names->n)
            snprintf(names->name[names->n++], sizeof names->name[0], "%.*s", length, at);
        const char *rest = at + length + 1;
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
            return error_set(sheet->error, ERROR_INPUT, key, "'%.*s' is no edge: %s", (int)strcspn(at, ","),
                             at, form);
        graph->count[variant][slice] = (int16_t)(graph->count[variant][slice] + count);
        at = *rest ? rest + 1 : rest;
    }
    return true;
}

static bool evaluate_distance(struct calc_sheet *sheet)
{
    struct names names = {0};
    struct graph a = {0}, b = {0};

    if (!read_graph(sheet, "a", &names, &a) || !read_graph(sheet, "b", &names, &b))
        return false;
    for (int v = 0; v < names.n; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (a.count[v][s] != b.count[v][s])
                calc_line(sheet, "%s on %s: %d against %d, + %d", names.name[v], mig_slice_names[s],
                          a.count[v][s], b.count[v][s], abs(a.count[v][s] - b.count[v][s]));
    calc_let(sheet, "neighbours", graph_are_neighbours(&a, &b));
    calc_put(sheet, "ged", graph_distance(&a, &b));
    return true;
}

static bool evaluate_ways(struct calc_sheet *sheet)
{
    double gpus = calc_of(sheet, "gpus"), variants = calc_of(sheet, "variants"), one = 0;
    struct graph_rules cuts = {.n_variants = 1}, rules = {.n_variants = (int)variants};

    if (gpus != floor(gpus) || variants != floor(variants))
        return error_set(sheet->error, ERROR_INPUT, "mig", "gpus and variants are whole numbers");
    memset(cuts.fits, true, sizeof cuts.fits);
    memset(rules.fits, true, sizeof rules.fits);
    for (int c = 0; c < MIG_CONFIGS; c++)
        one += pow(variants, mig_configs[c].n);
    int64_t multisets = graph_count(&cuts, (int)gpus), graphs = graph_count(&rules, (int)gpus);
    if (multisets < 0 || graphs < 0)
        return error_set(sheet->error, ERROR_INPUT, "mig",
                         "that many graphs are too many to count by trying; ask for fewer GPUs or variants");
    calc_let(sheet, "configs", MIG_CONFIGS);
    calc_let(sheet, "cuts", MIG_CUTS);
    calc_let(sheet, "points", one);
    calc_put(sheet, "ordered", pow(MIG_CONFIGS, gpus));
    calc_put(sheet, "multisets", (double)multisets);
    calc_put(sheet, "raw_points", pow(one, gpus));
    calc_put(sheet, "graphs", (double)graphs);
    return true;
}

const struct calc calc_clover[] = {
    {.name = "clover-objective",
     .title = "Clover's objective f",
     .source = "Clover Eq. 2, 3; CL-N3 .. CL-N8, CL-X1",
     .formula = "dCarb = 100 (C_base - E CI) / C_base\n"
                "f = lambda dCarb + (1 - lambda) dAcc        in per cent; maximised",
     .example = "lambda=0.1 c_base=1000 e=0.4 ci=500 dacc=-4",
     .keys = {{"lambda", 0, 1, .help = "weight of carbon, 0 to 1"},
              {"c_base", 0, LARGE, .help = "BASE's carbon in g a request", .above = true},
              {"e", 0, LARGE, .help = "energy in kWh a request, PUE included"},
              {"ci", 0, 1e6, .help = "carbon intensity in gCO2eq/kWh"},
              {"dacc", -100, 0, .help = "relative loss of accuracy in per cent, at most 0"}},
     .steps = {"dCarb = 100 x ({c_base} g - {e} kWh x {ci} g/kWh) / {c_base} g = "
               "{dcarb = 100 * (c_base - e * ci) / c_base} %",
               "f = {lambda} x {dcarb} + {1 - lambda} x {dacc} = {f = lambda * dcarb + (1 - lambda) * dacc}"},
     .evaluate = evaluate_objective},
    {.name = "clover-energy",
     .title = "what Clover's annealer minimises",
     .source = "Clover Eq. 4; CL-N9, CL-N10, CL-X2",
     .formula = "h = -f x min(1, L_tail/L)        adopted: where f < 0 the factor is max(1, L/L_tail)",
     .example = "f=-5 l_ms=200 l_tail_ms=100",
     .keys = {{"f", -LARGE, LARGE, .help = "the objective in per cent"},
              {"l_ms", 0, LARGE, .help = "p95 response in ms", .above = true},
              {"l_tail_ms", 0, LARGE, .help = "its limit in ms", .above = true},
              {"rule", .help = "how graphs with f < 0 are judged", .fallback = "adopted", .kind = CALC_WORD,
               .words = {"adopted", "paper"}}},
     .steps = {"L_tail / L = {l_tail_ms / l_ms}", "[f = 0] h = -({f}) x 1 = {h}",
               "[f != 0] h = -({f}) x {-h / f} = {h}"},
     .evaluate = evaluate_annealed},
    {.name = "anneal",
     .title = "one step of the annealing",
     .source = "Clover Eq. 5; CL-N11, CL-N12, CL-X3",
     .formula = "p = exp(-dh / T), 1 for dh <= 0\nT = max(0.1, 1 - 0.05 step)",
     .example = "dh=0.7 t=0.5",
     .keys = {{"dh", -LARGE, LARGE, .help = "how much worse h is", .optional = true},
              {"t", 0, LARGE, .help = "the temperature", .above = true, .optional = true},
              {"step", 0, 1e6, .help = "evaluations so far", .optional = true}},
     .steps = {"[step >= 0] T = max(0.1, 1 - 0.05 x {step}) = {t}", "[p >= 0] p = exp(-{dh} / {t}) = {p}"},
     .evaluate = evaluate_anneal},
    {.name = "accuracy",
     .title = "accuracy of a mixture of variants",
     .source = "Clover Eq. 1 and section 3; CL-N13 .. CL-N15",
     .formula = "A = sum of share x accuracy, shares of requests served\n"
                "dAcc = 100 (A - A_base) / A_base        A_base: the largest variant",
     .example = "family=efficientnet mix=b7:0.3,b1:0.7",
     .keys = {{"family", .help = "family of models", .kind = CALC_WORD,
               .words = {"efficientnet", "albert", "yolov5"}},
              {"mix", .help = "variants with their shares of the requests", .kind = CALC_TEXT}},
     .steps = {"A = {accuracy} ({metric}); dAcc = 100 x (A - {best}) / {best} = "
               "{dacc = 100 * (accuracy - best) / best} %"},
     .evaluate = evaluate_accuracy},
    {.name = "ged",
     .title = "distance of two configuration graphs",
     .source = "Clover section 4.2; CL-N16 .. CL-N19",
     .formula = "GED = sum over variants and slices of |W - W'|        neighbours: 0 < GED <= 4",
     .example = "a=v1@1g*2,v2@2g,v3@3g b=v1@1g,v2@1g,v2@2g,v3@3g",
     .keys = {{"a", .help = "a graph: variant@slice*count, parted by commas", .kind = CALC_TEXT},
              {"b", .help = "another one", .kind = CALC_TEXT}},
     .steps = {"[neighbours] together {ged}: neighbours (at most 4)",
               "[not neighbours] together {ged}: no neighbours (1 to 4)"},
     .evaluate = evaluate_distance},
    {.name = "mig",
     .title = "how many ways there are to cut and fill GPUs",
     .source = "Clover section 4.2; CL-N1, CL-N20 .. CL-N23, CL-X11",
     .formula = "ordered = 19^gpus; raw points = (sum of variants^slices)^gpus\n"
                "multisets, graphs: different sums over the GPUs, counted by trying",
     .example = "gpus=2 variants=2",
     .keys = {{"gpus", 1, 10, .help = "number of GPUs", .fallback = "1"},
              {"variants", 1, 4, .help = "number of variants", .fallback = "1"}},
     .steps =
         {"one GPU: {configs} ordered configurations, {cuts} cuts, {points} points with {variants} variants"},
     .evaluate = evaluate_ways},
    {.name = NULL}};
