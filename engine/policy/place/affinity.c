/* Whether limits can be kept together is a matching of pods with partitions of their size. */
#include "engine/policy/place/problem.h"

#include <stdlib.h>
#include <string.h>

static const char *node_of(const struct affinity_case *own, int g)
{
    const struct scenario *scenario = own->scenario;
    return scenario->fleets[scenario->fleet].gpus[own->fleet_gpu[g]].node;
}

static bool is_of(const struct affinity_case *own, int pod, const char *app)
{
    return strcmp(own->scenario->apps[own->app[pod]].name, app) == 0;
}

/* Takes the pod from all GPUs but those on these nodes (`in`), or from those. */
static void limit(const struct affinity_case *own, int pod, const char *node, bool in)
{
    for (int g = 0; g < own->assign->n_gpus; g++)
        if ((strcmp(node_of(own, g), node) == 0) != in)
            own->rise_k[pod * own->assign->n_gpus + g] = (double)INFINITY;
}

/* ---- can all limits be kept ---- */

/* A partition for the pod, others making room; each GPU is asked once. */
static bool find_room(const struct affinity_case *own, int *gpu, int pod, bool asked[ASSIGN_GPUS_MAX])
{
    int size = own->assign->size[pod];
    for (int g = 0; g < own->assign->n_gpus; g++) {
        if (asked[g] || !assign_may_be(own->assign, pod, g))
            continue;
        asked[g] = true;
        int n = 0;
        for (int there = 0; there < own->assign->n_pods; there++)
            n += gpu[there] == g && own->assign->size[there] == size;
        bool room = n < own->assign->free[g * ASSIGN_SIZES_MAX + size];
        for (int other = 0; other < own->assign->n_pods && !room; other++)
            room = gpu[other] == g && own->assign->size[other] == size && find_room(own, gpu, other, asked);
        if (room) {
            gpu[pod] = g;
            return true;
        }
    }
    return false;
}

static bool match(const struct affinity_case *own, int *gpu)
{
    for (int pod = 0; pod < own->assign->n_pods; pod++)
        gpu[pod] = -1;
    for (int pod = 0; pod < own->assign->n_pods; pod++) {
        bool asked[ASSIGN_GPUS_MAX] = {false};
        if (!find_room(own, gpu, pod, asked))
            return false;
    }
    return true;
}

/* ---- one constraint ---- */

static void limit_app(const struct affinity_case *own, const char *app, const char *node, bool in)
{
    for (int pod = 0; pod < own->assign->n_pods; pod++)
        if (is_of(own, pod, app))
            limit(own, pod, node, in);
}

static int list_nodes(const struct affinity_case *own, const char *nodes[AFFINITY_NODES_MAX])
{
    int n = 0;
    for (int g = 0; g < own->assign->n_gpus; g++) {
        int k = 0;
        while (k < n && strcmp(nodes[k], node_of(own, g)) != 0)
            k++;
        if (k == AFFINITY_NODES_MAX)
            return 0;
        if (k == n)
            nodes[n++] = node_of(own, g);
    }
    return n;
}

/* Which nodes are whose: bit k of `parts` says it of nodes[k]. */
typedef void divide(const struct affinity_case *own, const struct affinity *affinity,
                    const char *const *nodes, int n, int parts);

/* The other app's, or this one's. */
static void part(const struct affinity_case *own, const struct affinity *affinity, const char *const *nodes,
                 int n, int parts)
{
    for (int k = 0; k < n; k++)
        limit_app(own, parts >> k & 1 ? affinity->app : affinity->with, nodes[k], false);
}

/* Both apps', each with one pod of the other's for good; or not this one's. */
static void join(const struct affinity_case *own, const struct affinity *affinity, const char *const *nodes,
                 int n, int parts)
{
    int with = 0;
    for (int k = 0; k < n; k++) {
        if (!(parts >> k & 1)) {
            limit_app(own, affinity->app, nodes[k], false);
            continue;
        }
        while (with < own->assign->n_pods && !is_of(own, with, affinity->with))
            with++;
        if (with < own->assign->n_pods)
            limit(own, with++, nodes[k], true);
        else
            limit_app(own, affinity->app, nodes[k], false);
    }
}

/* So that the hottest GPU stays coolest; where it cannot be, the app is left nowhere. */
static void divide_best(const struct affinity_case *own, const struct affinity *affinity, divide *by)
{
    const char *nodes[AFFINITY_NODES_MAX];
    size_t size = (size_t)own->assign->n_pods * (size_t)own->assign->n_gpus * sizeof *own->rise_k;
    int n = list_nodes(own, nodes), best = 0, gpu[ASSIGN_PODS_MAX];
    double *before_k = malloc(size > 0 ? size : 1), least_k = (double)INFINITY;
    for (int parts = 1; before_k && parts < 1 << n; parts++) {
        memcpy(before_k, own->rise_k, size);
        by(own, affinity, nodes, n, parts);
        double z_k = (double)INFINITY;
        if (match(own, gpu)) {
            assign_descend(own->assign, gpu);
            z_k = assign_z(own->assign, gpu);
        }
        memcpy(own->rise_k, before_k, size);
        if (z_k < least_k) {
            best = parts;
            least_k = z_k;
        }
    }
    free(before_k);
    if (best > 0)
        by(own, affinity, nodes, n, best);
    else
        for (int k = 0; k < own->assign->n_gpus; k++)
            limit_app(own, affinity->app, node_of(own, k), false);
}

uint32_t affinity_meet(const struct affinity_case *own)
{
    size_t size = (size_t)own->assign->n_pods * (size_t)own->assign->n_gpus * sizeof *own->rise_k;
    double *before_k = malloc(size > 0 ? size : 1);
    int gpu[ASSIGN_PODS_MAX];
    uint32_t met = 0;
    for (int k = 0; before_k && k < own->scenario->n_affinities; k++) {
        memcpy(before_k, own->rise_k, size);
        const struct affinity *affinity = &own->scenario->affinities[k];
        if (affinity->kind == AFFINITY_NODE || affinity->kind == AFFINITY_NOT_NODE)
            limit_app(own, affinity->app, affinity->node, affinity->kind == AFFINITY_NODE);
        else
            divide_best(own, affinity, affinity->kind == AFFINITY_POD ? join : part);
        if (match(own, gpu)) {
            met |= UINT32_C(1) << k;
            memcpy(own->gpu, gpu, (size_t)own->assign->n_pods * sizeof *gpu);
        } else {
            memcpy(own->rise_k, before_k, size);
        }
    }
    free(before_k);
    return met;
}

bool affinity_binds(const struct scenario *scenario, uint32_t met, const char *app)
{
    for (int k = 0; k < scenario->n_affinities; k++)
        if ((met >> k & 1) &&
            (strcmp(scenario->affinities[k].app, app) == 0 || strcmp(scenario->affinities[k].with, app) == 0))
            return true;
    return false;
}
