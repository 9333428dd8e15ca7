/* Clover's checkable numbers, CL-N1 to CL-N26, and the claim that is arithmetic (CL-4): each
 * computed by the functions that the engine runs on. The values come in the order in which they stand in the
 * row's `expected`. */
#include "engine/claims/clover/clover.h"

#include "engine/model/graph.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>

/* These need no input and cannot fail. */
#define PURE ((void)inputs, (void)error)

/* Points A and B of Fig. 6: energy and loss of accuracy. */
static double figure_6(char point, double lambda, double ci)
{
    double energy = point == 'A' ? 0.4 : 1.2, loss = point == 'A' ? -4 : -2;
    return clover_objective(lambda, clover_carbon_change(energy, ci, 1000), loss);
}

/* f is linear in ci: where the two lines cross. */
static double indifference_ci(double lambda)
{
    double at_0 = figure_6('A', lambda, 0) - figure_6('B', lambda, 0);
    double at_1 = figure_6('A', lambda, 1) - figure_6('B', lambda, 1);
    return -at_0 / (at_1 - at_0);
}

bool compute_cl_4(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = figure_6('A', 0.1, 500);
    values[1] = figure_6('B', 0.1, 500);
    values[2] = figure_6('B', 0.1, 100);
    values[3] = figure_6('A', 0.1, 100);
    values[4] = indifference_ci(0.1);
    return true;
}

bool compute_cl_n1(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    bool seen[MIG_CUTS] = {false};

    PURE;
    for (int k = 0; k < MIG_CONFIGS; k++) {
        values[0] += mig_configs[k].n > 0;
        values[1] += !seen[mig_configs[k].cut];
        seen[mig_configs[k].cut] = true;
    }
    return true;
}

bool compute_cl_n2(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    for (int k = 0; k < MIG_CONFIGS; k++)
        values[mig_configs[k].n - 1]++;
    return true;
}

bool compute_cl_n3(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = figure_6('A', 0.1, 500);
    values[1] = figure_6('A', 0.1, 100);
    return true;
}

bool compute_cl_n4(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = figure_6('B', 0.1, 500);
    values[1] = figure_6('B', 0.1, 100);
    return true;
}

bool compute_cl_n5(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = figure_6('A', 0.1, 300);
    values[1] = figure_6('B', 0.1, 300);
    return true;
}

bool compute_cl_n6(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = indifference_ci(0.1);
    return true;
}

bool compute_cl_n7(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = figure_6('A', 0.5, 500);
    values[1] = figure_6('B', 0.5, 500);
    values[2] = figure_6('A', 0.5, 100);
    values[3] = figure_6('B', 0.5, 100);
    return true;
}

/* A number that is below zero stands after its sign in `expected`. */
bool compute_cl_n8(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = -clover_objective(0.5, clover_carbon_change(1, 350, 200), 0);
    return true;
}

bool compute_cl_n9(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = -clover_anneal_energy(38, 90, 100, false);
    values[1] = -clover_anneal_energy(38, 125, 100, false);
    return true;
}

bool compute_cl_n10(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = clover_anneal_energy(-5, 200, 100, true);
    values[1] = clover_anneal_energy(-5, 200, 100, false);
    return true;
}

bool compute_cl_n11(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = clover_acceptance(0.7, 0.5);
    values[1] = clover_acceptance(1, 1);
    values[2] = clover_acceptance(2.5, 0.85);
    values[3] = clover_acceptance(1, 0.1);
    return true;
}

bool compute_cl_n12(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    static const int steps[] = {0, 1, 10, 18, 25};

    PURE;
    for (int i = 0; i < 5; i++)
        values[i] = clover_temperature(steps[i]);
    return true;
}

bool compute_cl_n13(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = 0.3 * 84.4 + 0.7 * 78.8;
    values[1] = -clover_accuracy_change(values[0], 84.4);
    return true;
}

bool compute_cl_n14(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = -clover_accuracy_change(78.8, 84.4);
    values[1] = -clover_accuracy_change(81.1, 84.4);
    values[2] = -clover_accuracy_change(83.3, 84.4);
    return true;
}

bool compute_cl_n15(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = -clover_accuracy_change(82.1, 89.8);
    values[1] = -clover_accuracy_change(84.9, 89.8);
    values[2] = -clover_accuracy_change(87.9, 89.8);
    return true;
}

/* Slices of these sizes in sevenths, the list ended by 0, all with the same variant. */
static struct graph slices(const int *sevenths)
{
    struct graph graph = {0};
    for (; *sevenths; sevenths++)
        graph.count[0][mig_slice_of(*sevenths)]++;
    return graph;
}

static int slice_distance(const int *a, const int *b)
{
    struct graph first = slices(a), second = slices(b);
    return graph_distance(&first, &second);
}

bool compute_cl_n16(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = slice_distance((const int[]){4, 3, 0}, (const int[]){4, 2, 1, 0});
    values[1] = slice_distance((const int[]){3, 3, 0}, (const int[]){4, 3, 0});
    values[2] = slice_distance((const int[]){2, 2, 2, 1, 0}, (const int[]){2, 2, 1, 1, 1, 0});
    values[3] = slice_distance((const int[]){3, 1, 1, 1, 1, 0}, (const int[]){3, 2, 2, 0});
    return true;
}

/* G1, G2 and G4 of the paper's Fig. 7; variants v1, v2, v3 are 0, 1, 2. */
static const struct graph g1 = {{{[MIG_1G] = 2}, {[MIG_2G] = 1}, {[MIG_3G] = 1}}};
static const struct graph g2 = {{{[MIG_1G] = 1}, {[MIG_1G] = 1, [MIG_2G] = 1}, {[MIG_3G] = 1}}};
static const struct graph g4 = {{{[MIG_1G] = 4}, {0}, {[MIG_3G] = 1}}};

bool compute_cl_n17(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = graph_distance(&g1, &g2);
    return true;
}

bool compute_cl_n18(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = graph_distance(&g1, &g4);
    values[1] = graph_distance(&g2, &g4);
    return true;
}

bool compute_cl_n19(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    struct graph base = {{{0}, {[MIG_7G] = 1}}}, co2opt = {{{[MIG_1G] = 7}}};

    PURE;
    base = graph_times(&base, 10);
    co2opt = graph_times(&co2opt, 10);
    values[0] = graph_distance(&base, &co2opt);
    return true;
}

/* Any of so many variants on any slice. */
static struct graph_rules any_of(int n_variants)
{
    struct graph_rules rules = {.n_variants = n_variants};
    for (int v = 0; v < n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            rules.fits[v][s] = true;
    return rules;
}

/* Points (x_p, x_v) of one GPU: for every ordered configuration a variant on each slice. */
static double raw_points(int n_variants)
{
    double points = 0;
    for (int k = 0; k < MIG_CONFIGS; k++) {
        double ways = 1;
        for (int s = 0; s < mig_configs[k].n; s++)
            ways *= n_variants;
        points += ways;
    }
    return points;
}

bool compute_cl_n20(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    for (int v = 1; v <= 4; v++)
        values[v - 1] = raw_points(v);
    return true;
}

static bool visit_all(void *context, const struct graph *graph)
{
    (void)context;
    (void)graph;
    return true;
}

bool compute_cl_n21(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    for (int v = 1; v <= 4; v++) {
        struct graph_rules rules = any_of(v);
        values[v - 1] = graph_each(&rules, visit_all, NULL);
    }
    return true;
}

static bool count_graphs(int n_variants, int n_gpus, double *count, struct error *error)
{
    struct graph_rules rules = any_of(n_variants);
    int64_t n = graph_count(&rules, n_gpus);
    *count = (double)n;
    return n >= 0 || error_set(error, ERROR_SYSTEM, "graphs of several GPUs", "out of memory");
}

bool compute_cl_n22(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = raw_points(2) * raw_points(2);
    return count_graphs(2, 2, &values[1], error);
}

bool compute_cl_n23(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    return count_graphs(1, 2, &values[0], error) && count_graphs(1, 3, &values[1], error);
}

static struct graph cut_graph(int cut)
{
    struct graph graph = {0};
    for (int s = 0; s < MIG_SLICES; s++)
        graph.count[0][s] = mig_cuts[cut].count[s];
    return graph;
}

bool compute_cl_n24(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    for (int a = 0; a < MIG_CUTS; a++) {
        for (int b = a + 1; b < MIG_CUTS; b++) {
            struct graph first = cut_graph(a), second = cut_graph(b);
            values[0] += graph_are_neighbours(&first, &second);
            values[1]++;
        }
    }
    return true;
}

bool compute_cl_n25(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    PURE;
    values[0] = 25e6 * 6.77e-3;
    return true;
}

bool compute_cl_n26(const struct experiment_inputs *inputs, double *values, struct error *error)
{
    static const double now[] = {210, 210.01, 189.9};

    PURE;
    for (int i = 0; i < 3; i++)
        values[i] = clover_triggers(now[i], 200, 5);
    return true;
}
