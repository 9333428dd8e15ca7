/* Configuration graphs: the specification's distances and counts (CL-N16 .. CL-N24), each count by brute
 * force over all layouts, and the neighbours of BASE. */
#include "engine/model/clover.h"
#include "tests/support/test.h"

static struct graph graph_of(int n, const int (*edges)[3])
{
    struct graph graph = {0};
    for (int e = 0; e < n; e++)
        graph.count[edges[e][0]][mig_slice_of(edges[e][1])] += (int16_t)edges[e][2];
    return graph;
}
#define GRAPH(...)                                                                                           \
    graph_of(sizeof((const int[][3]){__VA_ARGS__}) / sizeof(int[3]), (const int[][3]){__VA_ARGS__})

static int cut_distance(const int *a, const int *b)
{
    struct graph x = {0}, y = {0};
    for (; *a; a++)
        x.count[0][mig_slice_of(*a)]++;
    for (; *b; b++)
        y.count[0][mig_slice_of(*b)]++;
    return graph_distance(&x, &y);
}

FACT(test_distances)
{
    /* CL-N16: slices alone. */
    assert_int_equal(cut_distance((int[]){4, 3, 0}, (int[]){4, 2, 1, 0}), 3);
    assert_int_equal(cut_distance((int[]){3, 3, 0}, (int[]){4, 3, 0}), 2);
    assert_int_equal(cut_distance((int[]){2, 2, 2, 1, 0}, (int[]){2, 2, 1, 1, 1, 0}), 3);
    assert_int_equal(cut_distance((int[]){3, 1, 1, 1, 1, 0}, (int[]){3, 2, 2, 0}), 6);
    struct graph g1 = GRAPH({0, 1, 2}, {1, 2, 1}, {2, 3, 1});
    struct graph g2 = GRAPH({0, 1, 1}, {1, 1, 1}, {1, 2, 1}, {2, 3, 1});
    struct graph g4 = GRAPH({0, 1, 4}, {2, 3, 1});
    assert_int_equal(graph_distance(&g1, &g2), 2); /* CL-N17 */
    assert_int_equal(graph_distance(&g1, &g4), 3); /* CL-N18 */
    assert_int_equal(graph_distance(&g2, &g4), 5);
    struct graph base = GRAPH({3, 7, 1}), co2opt = GRAPH({0, 1, 7});
    base = graph_times(&base, 10);
    co2opt = graph_times(&co2opt, 10);
    assert_int_equal(graph_distance(&base, &co2opt), 80); /* CL-N19 */
    assert_int_equal(graph_size(&co2opt), 70);
}

static bool count_only(void *context, const struct graph *graph)
{
    return true;
}

static struct graph_rules everything_fits(int n_variants)
{
    struct graph_rules rules = {.n_variants = n_variants};
    memset(rules.fits, true, sizeof rules.fits);
    return rules;
}

struct list {
    int n;
    struct graph *graphs;
};

static bool keep(void *context, const struct graph *graph)
{
    struct list *list = context;
    list->graphs[list->n++] = *graph;
    return true;
}

static int compare_graphs(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct graph));
}

static int count_different(struct list *list)
{
    int different = 0;
    qsort(list->graphs, (size_t)list->n, sizeof *list->graphs, compare_graphs);
    for (int i = 0; i < list->n; i++)
        different += i == 0 || !graph_equal(&list->graphs[i], &list->graphs[i - 1]);
    return different;
}

/* CL-N22, CL-N24. */
FACT(test_counts_of_two_gpus)
{
    struct graph_rules rules = everything_fits(2);
    struct list one = {.graphs = malloc(109 * sizeof *one.graphs)};
    struct list two = {.graphs = malloc(109 * 109 * sizeof *two.graphs)};
    graph_each(&rules, keep, &one);
    assert_int_equal(562 * 562, 315844);
    for (int a = 0; a < one.n; a++)
        for (int b = 0; b < one.n; b++) {
            struct graph sum = one.graphs[a];
            for (int v = 0; v < 2; v++)
                for (int s = 0; s < MIG_SLICES; s++)
                    sum.count[v][s] = (int16_t)(sum.count[v][s] + one.graphs[b].count[v][s]);
            keep(&two, &sum);
        }
    assert_int_equal(count_different(&two), 1972);
    int near = 0;
    rules = everything_fits(1);
    one.n = 0;
    graph_each(&rules, keep, &one);
    for (int a = 0; a < one.n; a++)
        for (int b = 0; b < a; b++)
            near += graph_are_neighbours(&one.graphs[a], &one.graphs[b]);
    assert_int_equal(near, 50);
    free(one.graphs);
    free(two.graphs);
}

/* CL-N21 .. CL-N23 again, as `wattif calc mig` counts them. */
FACT(test_counting)
{
    static const int wanted[][3] = {{1, 4, 1282}, {2, 2, 1972}, {2, 1, 74}, {3, 1, 254}, {1, 1, 14}};
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        struct graph_rules rules = everything_fits(wanted[k][1]);
        assert_int_equal(graph_count(&rules, wanted[k][0]), wanted[k][2]);
    }
    struct graph_rules rules = everything_fits(4);
    assert_int_equal(graph_count(&rules, 3), -1);
    rules = everything_fits(5);
    assert_int_equal(graph_count(&rules, 1), -1);
}

/* Section 1.4: [7] reaches only five cuts, 197 graphs with four variants; seven 1g only two. */
FACT(test_neighbours)
{
    struct graph_rules rules = everything_fits(4);
    struct graph base = GRAPH({3, 7, 1}), finest = GRAPH({0, 1, 7});
    struct list list = {.graphs = malloc(1282 * sizeof *list.graphs)};
    bool cuts[MIG_CUTS] = {false}, finest_cuts[MIG_CUTS] = {false};
    int near = 0;
    graph_each(&rules, keep, &list);
    for (int i = 0; i < list.n; i++) {
        int totals[MIG_SLICES];
        graph_totals(&list.graphs[i], totals);
        if (graph_are_neighbours(&base, &list.graphs[i])) {
            near++;
            cuts[mig_cut_find(totals)] = true;
        }
        if (graph_are_neighbours(&finest, &list.graphs[i]))
            finest_cuts[mig_cut_find(totals)] = true;
    }
    assert_int_equal(near, 197);
    static const char *const reached[] = {"7g", "4g 3g", "3g 3g", "4g 2g 1g", "3g 2g 2g", "3g 2g 1g"};
    static const char *const from_finest[] = {"1g 1g 1g 1g 1g 1g 1g", "2g 1g 1g 1g 1g 1g", "3g 1g 1g 1g 1g"};
    for (int cut = 0; cut < MIG_CUTS; cut++) {
        char text[24];
        bool wanted = false, wanted_finest = false;
        mig_cut_print(cut, text);
        for (int k = 0; k < 6; k++)
            wanted = wanted || strcmp(text, reached[k]) == 0;
        for (int k = 0; k < 3; k++)
            wanted_finest = wanted_finest || strcmp(text, from_finest[k]) == 0;
        assert_int_equal(cuts[cut], wanted); /* [7] itself: another variant on it */
        assert_int_equal(finest_cuts[cut], wanted_finest);
    }
    free(list.graphs);
}

/* What does not fit a slice is on none. */
FACT(test_rules)
{
    struct graph_rules rules = everything_fits(3);
    struct list list = {.graphs = malloc(1282 * sizeof *list.graphs)};
    rules.fits[2][MIG_1G] = rules.fits[2][MIG_2G] = rules.fits[1][MIG_1G] = false;
    int allowed = 0, n = graph_each(&rules, keep, &list);
    struct graph_rules all = everything_fits(3);
    struct list every = {.graphs = malloc(1282 * sizeof *every.graphs)};
    graph_each(&all, keep, &every);
    for (int i = 0; i < every.n; i++)
        allowed += every.graphs[i].count[2][MIG_1G] + every.graphs[i].count[2][MIG_2G] +
                       every.graphs[i].count[1][MIG_1G] ==
                   0;
    assert_int_equal(n, allowed);
    memset(rules.fits, false, sizeof rules.fits);
    assert_int_equal(graph_each(&rules, count_only, NULL), 0);
    free(list.graphs);
    free(every.graphs);
}
