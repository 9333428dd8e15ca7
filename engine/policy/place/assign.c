/* Sums are always taken in the order of the pods, so that the same assignment has the same Z whoever asks. */
#include "engine/policy/place/assign.h"

#include "engine/base/percentile.h"
#include "engine/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double rise_of(const struct assign *assign, int pod, int gpu)
{
    return assign->rise_k[assign->alike ? pod : pod * assign->n_gpus + gpu];
}

static bool is_fixed(const struct assign *assign, int pod)
{
    return assign->fixed && assign->fixed[pod] >= 0;
}

bool assign_may_be(const struct assign *assign, int pod, int gpu)
{
    return isfinite(rise_of(assign, pod, gpu)) && !(is_fixed(assign, pod) && assign->fixed[pod] != gpu);
}

/* What each GPU comes to, and what is free on it. */
struct loads {
    double warm_k[ASSIGN_GPUS_MAX];
    int free[ASSIGN_GPUS_MAX * ASSIGN_SIZES_MAX];
};

static void sum_up(const struct assign *assign, const int *gpu, struct loads *loads)
{
    size_t n = (size_t)assign->n_gpus * ASSIGN_SIZES_MAX;
    memcpy(loads->warm_k, assign->base_k, (size_t)assign->n_gpus * sizeof *loads->warm_k);
    memcpy(loads->free, assign->free, n * sizeof *loads->free);
    for (int pod = 0; pod < assign->n_pods; pod++)
        if (gpu[pod] >= 0) {
            loads->warm_k[gpu[pod]] += rise_of(assign, pod, gpu[pod]);
            loads->free[gpu[pod] * ASSIGN_SIZES_MAX + assign->size[pod]]--;
        }
}

static double hottest(const struct assign *assign, const struct loads *loads)
{
    double most = -(double)INFINITY;
    for (int g = 0; g < assign->n_gpus; g++)
        most = loads->warm_k[g] > most ? loads->warm_k[g] : most;
    return most;
}

double assign_z(const struct assign *assign, const int *gpu)
{
    struct loads loads;
    for (int pod = 0; pod < assign->n_pods; pod++)
        if (gpu[pod] < 0 || gpu[pod] >= assign->n_gpus)
            return (double)INFINITY;
    sum_up(assign, gpu, &loads);
    for (int k = 0; k < assign->n_gpus * ASSIGN_SIZES_MAX; k++)
        if (loads.free[k] < 0)
            return (double)INFINITY;
    return hottest(assign, &loads);
}

/* The level that so much reaches, over so many GPUs as are below it: the least over all such numbers. */
double assign_bound(const struct assign *assign)
{
    double sum_k = 0, base_k[ASSIGN_GPUS_MAX];
    for (int pod = 0; pod < assign->n_pods; pod++) {
        double least = (double)INFINITY;
        for (int g = 0; g < assign->n_gpus; g++)
            least = assign_may_be(assign, pod, g) ? fmin(least, rise_of(assign, pod, g)) : least;
        sum_k += least;
    }
    memcpy(base_k, assign->base_k, (size_t)assign->n_gpus * sizeof *base_k);
    percentile_of(base_k, (size_t)assign->n_gpus, 0); /* sorts them */
    double below_k = 0, level_k = (double)INFINITY;
    for (int n = 1; n <= assign->n_gpus; n++) {
        below_k += base_k[n - 1];
        level_k = fmin(level_k, (sum_k + below_k) / n);
    }
    return fmax(level_k, assign->n_gpus > 0 ? base_k[assign->n_gpus - 1] : 0);
}

/* ---- greed ---- */

/* Pods by descending weight; of equal ones the first. */
static void sort(const struct assign *assign, int *order)
{
    double weight[ASSIGN_PODS_MAX];
    for (int pod = 0; pod < assign->n_pods; pod++) {
        int at = pod;
        /* The greatest increase that a pod may cause; it is what it is sorted by. */
        double most = 0;
        for (int g = 0; g < assign->n_gpus; g++) {
            double rise = rise_of(assign, pod, g);
            most = isfinite(rise) && rise > most ? rise : most;
        }
        weight[pod] = most;
        for (; at > 0 && weight[order[at - 1]] < weight[pod]; at--)
            order[at] = order[at - 1];
        order[at] = pod;
    }
}

static int coolest(const struct assign *assign, const struct loads *loads, int pod)
{
    int best = -1;
    double least = (double)INFINITY;
    for (int g = 0; g < assign->n_gpus; g++) {
        double warm_k = loads->warm_k[g] + rise_of(assign, pod, g);
        if (loads->free[g * ASSIGN_SIZES_MAX + assign->size[pod]] > 0 && warm_k < least) {
            best = g;
            least = warm_k;
        }
    }
    return best;
}

bool assign_greedy(const struct assign *assign, int *gpu)
{
    int order[ASSIGN_PODS_MAX];
    struct loads loads;
    bool whole = true;
    for (int pod = 0; pod < assign->n_pods; pod++)
        gpu[pod] = is_fixed(assign, pod) ? assign->fixed[pod] : -1;
    sum_up(assign, gpu, &loads);
    sort(assign, order);
    for (int k = 0; k < assign->n_pods; k++) {
        int pod = order[k], g = gpu[pod] < 0 ? coolest(assign, &loads, pod) : -1;
        whole = whole && (g >= 0 || gpu[pod] >= 0);
        if (g < 0)
            continue;
        gpu[pod] = g;
        loads.warm_k[g] += rise_of(assign, pod, g);
        loads.free[g * ASSIGN_SIZES_MAX + assign->size[pod]]--;
    }
    return whole;
}

/* ---- descent ---- */

/* A step: one pod goes to a GPU, or (other >= 0) it and another change places. */
struct assign_step {
    int pod, to, other;
    double z_k, squares;
};

static void apply(const struct assign *assign, struct loads *loads, int *gpu, int pod, int to)
{
    int from = gpu[pod];
    loads->warm_k[from] -= rise_of(assign, pod, from);
    loads->free[from * ASSIGN_SIZES_MAX + assign->size[pod]]++;
    loads->warm_k[to] += rise_of(assign, pod, to);
    loads->free[to * ASSIGN_SIZES_MAX + assign->size[pod]]--;
    gpu[pod] = to;
}

/* Tries the step and keeps it in `best` where nothing so far is as good. */
static void try_step(const struct assign *assign, const struct loads *loads, const int *gpu,
                     struct assign_step step, struct assign_step *best)
{
    int a = gpu[step.pod], b = step.to;
    double at_a = loads->warm_k[a] - rise_of(assign, step.pod, a);
    double at_b = loads->warm_k[b] + rise_of(assign, step.pod, b);
    if (step.other >= 0) {
        at_a += rise_of(assign, step.other, a);
        at_b -= rise_of(assign, step.other, b);
    }
    if (!isfinite(at_a) || !isfinite(at_b))
        return;
    step.z_k = at_a > at_b ? at_a : at_b;
    step.squares = 0;
    for (int g = 0; g < assign->n_gpus; g++) {
        double warm_k = g == a ? at_a : g == b ? at_b : loads->warm_k[g];
        step.z_k = warm_k > step.z_k ? warm_k : step.z_k;
        step.squares += warm_k * warm_k;
    }
    /* Is the one better: cooler at the hottest, else more alike? By more than arithmetic may err. */
    double slack_k = 1e-12 * (1 + fabs(best->z_k)), slack = 1e-12 * (1 + fabs(best->squares));
    if (step.z_k < best->z_k - slack_k ||
        (step.z_k <= best->z_k + slack_k && step.squares < best->squares - slack))
        *best = step;
}

int assign_descend(const struct assign *assign, int *gpu)
{
    for (int n = 0;; n++) {
        struct loads loads;
        sum_up(assign, gpu, &loads);
        struct assign_step best = {.pod = -1, .z_k = hottest(assign, &loads)};
        for (int g = 0; g < assign->n_gpus; g++)
            best.squares += loads.warm_k[g] * loads.warm_k[g];
        for (int pod = 0; pod < assign->n_pods; pod++)
            if (!is_fixed(assign, pod)) {
                for (int g = 0; g < assign->n_gpus; g++)
                    if (g != gpu[pod] && loads.free[g * ASSIGN_SIZES_MAX + assign->size[pod]] > 0)
                        try_step(assign, &loads, gpu, (struct assign_step){.pod = pod, .to = g, .other = -1},
                                 &best);
                for (int other = pod + 1; other < assign->n_pods; other++)
                    if (gpu[other] != gpu[pod] && assign->size[other] == assign->size[pod] &&
                        !is_fixed(assign, other))
                        try_step(assign, &loads, gpu,
                                 (struct assign_step){.pod = pod, .to = gpu[other], .other = other}, &best);
            }
        if (best.pod < 0 || n == ASSIGN_MOVES_MAX)
            return n;
        int from = gpu[best.pod];
        apply(assign, &loads, gpu, best.pod, best.to);
        if (best.other >= 0)
            apply(assign, &loads, gpu, best.other, from);
    }
}

/* ---- branch and bound ---- */

struct assign_search {
    const struct assign *assign;
    int order[ASSIGN_PODS_MAX];
    struct loads loads;
    int gpu[ASSIGN_PODS_MAX];
    double left_k[ASSIGN_PODS_MAX + 1]; /* least that the pods from place k of the order on add together */
    int *best;
    double best_k;
    bool first; /* the first that is as good is enough: nodes come in lexicographic order */
    int64_t nodes, nodes_max;
};

/* Room below what is to be reached, on all GPUs. */
static double room_k(const struct assign_search *search)
{
    double room = 0;
    for (int g = 0; g < search->assign->n_gpus; g++) {
        double own = search->best_k - search->loads.warm_k[g];
        room += own > 0 ? own : 0;
    }
    return room;
}

/* A GPU before this one is in the same state, so what comes of this one came of that one. */
static bool has_twin(const struct assign_search *search, int pod, int g)
{
    const struct assign *assign = search->assign;
    for (int h = 0; h < g; h++) {
        bool same = search->loads.warm_k[h] == search->loads.warm_k[g] &&
                    memcmp(&search->loads.free[h * ASSIGN_SIZES_MAX],
                           &search->loads.free[g * ASSIGN_SIZES_MAX], ASSIGN_SIZES_MAX * sizeof(int)) == 0;
        for (int k = pod; same && k < assign->n_pods; k++)
            same = rise_of(assign, search->order[k], h) == rise_of(assign, search->order[k], g);
        if (same)
            return true;
    }
    return false;
}

/* Is what is reached already too warm? In the search for the first, equal is good enough. */
static bool is_lost(const struct assign_search *search, double warm_k)
{
    double slack_k = 1e-12 * (1 + fabs(search->best_k));
    return search->first ? warm_k > search->best_k : warm_k >= search->best_k - slack_k;
}

static void visit(struct assign_search *search, int k)
{
    const struct assign *assign = search->assign;
    bool found = search->first && search->best[0] >= 0;
    double slack_k = 1e-9 * (1 + fabs(search->best_k));
    if (found || ++search->nodes > search->nodes_max || search->left_k[k] > room_k(search) + slack_k)
        return;
    if (k < assign->n_pods) {
        for (int g = 0; g < assign->n_gpus; g++) {
            int pod = search->order[k], *free = &search->loads.free[g * ASSIGN_SIZES_MAX + assign->size[pod]];
            double before_k = search->loads.warm_k[g], warm_k = before_k + rise_of(assign, pod, g);
            bool here = !is_fixed(assign, pod) || assign->fixed[pod] == g;
            if (here && *free != 0 && !is_lost(search, warm_k) &&
                (search->first || !has_twin(search, k, g))) {
                search->loads.warm_k[g] = warm_k;
                --*free;
                search->gpu[pod] = g;
                visit(search, k + 1);
                search->loads.warm_k[g] = before_k;
                ++*free;
            }
        }
        return;
    }
    double z_k = assign_z(assign, search->gpu);
    if (search->first ? z_k <= search->best_k : z_k < search->best_k) {
        memcpy(search->best, search->gpu, (size_t)assign->n_pods * sizeof *search->best);
        search->best_k = z_k;
    }
}

/* In the order of `search->order`, from nothing. */
static bool run(struct assign_search *search)
{
    for (int pod = 0; pod < search->assign->n_pods; pod++)
        search->gpu[pod] = -1;
    sum_up(search->assign, search->gpu, &search->loads);
    const struct assign *assign = search->assign;
    search->left_k[assign->n_pods] = 0;
    for (int k = assign->n_pods - 1; k >= 0; k--) {
        double least = (double)INFINITY;
        for (int g = 0; g < assign->n_gpus; g++) {
            double rise = rise_of(assign, search->order[k], g);
            least = rise < least ? rise : least;
        }
        search->left_k[k] = search->left_k[k + 1] + least;
    }
    search->nodes = 0;
    visit(search, 0);
    return search->nodes <= search->nodes_max;
}

bool assign_solve(const struct assign *assign, int *gpu)
{
    int greedy[ASSIGN_PODS_MAX];
    if (assign_greedy(assign, greedy))
        memcpy(gpu, greedy, (size_t)assign->n_pods * sizeof *gpu);
    assign_descend(assign, gpu);
    if (!(assign->n_pods <= ASSIGN_EXACT_PODS))
        return false;
    /* The optimum, into `gpu`, which holds a whole assignment to begin with; false: it was not proved within
     * so many nodes, and `gpu` is the best that was found. */
    struct assign_search search = {.assign = assign, .best = gpu, .nodes_max = ASSIGN_NODES_MAX};
    int smallest[ASSIGN_PODS_MAX] = {-1};
    if (assign->n_pods == 0)
        return true;
    search.best_k = assign_z(assign, gpu);
    sort(assign, search.order);
    bool proved = run(&search);
    for (int pod = 0; pod < assign->n_pods; pod++)
        search.order[pod] = pod;
    search.first = true;
    search.best = smallest;
    proved = run(&search) && proved;
    if (smallest[0] >= 0)
        memcpy(gpu, smallest, (size_t)assign->n_pods * sizeof *gpu);
    return proved;
}

/* Pods of a kind change places without changing anything, so a solver that told them apart would try the same
 * assignment over and over. */

/* Text that grows; NULL once there was no memory. */
struct lp {
    char *text;
    size_t n, size;
};

static void put(struct lp *lp, const char *format, ...) PRINTF_LIKE(2, 3);
static void put(struct lp *lp, const char *format, ...)
{
    enum { MOST = 96 };
    va_list arguments;
    if (lp->text && lp->size - lp->n < MOST) {
        char *grown = realloc(lp->text, 2 * lp->size);
        if (!grown)
            free(lp->text);
        lp->text = grown;
        lp->size *= 2;
    }
    if (!lp->text)
        return;
    va_start(arguments, format);
    lp->n += (size_t)vsnprintf(lp->text + lp->n, MOST, format, arguments);
    va_end(arguments);
}

static bool is_same_kind(const struct assign *assign, int a, int b)
{
    bool same = assign->size[a] == assign->size[b];
    for (int g = 0; same && g < assign->n_gpus; g++)
        same = assign_may_be(assign, a, g) == assign_may_be(assign, b, g) &&
               (!assign_may_be(assign, a, g) || rise_of(assign, a, g) == rise_of(assign, b, g));
    return same;
}

char *assign_print_lp(const struct assign *assign)
{
    struct lp lp = {.text = malloc(4096), .size = 4096};
    int n = 0, first[ASSIGN_PODS_MAX], count[ASSIGN_PODS_MAX]; /* pods of each kind */
    for (int pod = 0; pod < assign->n_pods; pod++) {
        int k = 0;
        while (k < n && !is_same_kind(assign, first[k], pod))
            k++;
        if (k == n) {
            first[n] = pod;
            count[n++] = 0;
        }
        count[k]++;
    }
    put(&lp, "Minimize\n z: z\nSubject To\n");
    for (int k = 0; k < n; k++) {
        put(&lp, " kind_%d:", k);
        for (int g = 0; g < assign->n_gpus; g++)
            if (assign_may_be(assign, first[k], g))
                put(&lp, " + x_%d_%d\n", k, g);
        put(&lp, " = %d\n", count[k]);
    }
    for (int g = 0; g < assign->n_gpus; g++) {
        put(&lp, " warm_%d:", g);
        for (int k = 0; k < n; k++)
            if (assign_may_be(assign, first[k], g))
                put(&lp, " + %.17g x_%d_%d\n", rise_of(assign, first[k], g), k, g);
        put(&lp, " - z <= %.17g\n", -assign->base_k[g]);
        for (int size = 0; size < ASSIGN_SIZES_MAX; size++) {
            bool any = false;
            for (int k = 0; k < n; k++) {
                if (assign->size[first[k]] != size || !assign_may_be(assign, first[k], g))
                    continue;
                if (!any)
                    put(&lp, " free_%d_%d:", g, size);
                any = true;
                put(&lp, " + x_%d_%d\n", k, g);
            }
            if (any)
                put(&lp, " <= %d\n", assign->free[g * ASSIGN_SIZES_MAX + size]);
        }
    }
    put(&lp, "General\n");
    for (int k = 0; k < n; k++)
        for (int g = 0; g < assign->n_gpus; g++)
            if (assign_may_be(assign, first[k], g))
                put(&lp, " x_%d_%d\n", k, g);
    put(&lp, "End\n");
    return lp.text;
}
