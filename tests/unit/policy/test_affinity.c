/* Constraints against enumeration: on small cases one that is called met can be, together with those met
 * before it, and the answer keeps them all; of those that can be, few are left out, for how earlier ones were
 * met. */
#include "engine/policy/place/problem.h"
#include "tests/support/fixture.h"

enum { PODS = 6, GPUS = 4, APPS = 3 };

struct small {
    struct scenario scenario;
    double base_k[GPUS], rise_k[PODS * GPUS];
    uint8_t size[PODS];
    int free[GPUS * ASSIGN_SIZES_MAX], app[PODS], fleet_gpu[GPUS], gpu[PODS];
    struct assign assign;
};

static const char *node_of(const struct small *small, const int *gpu, int pod)
{
    return small->scenario.fleets[0].gpus[gpu[pod]].node;
}

static bool is_of(const struct small *small, int pod, const char *app)
{
    return strcmp(small->scenario.apps[small->app[pod]].name, app) == 0;
}

/* As a sentence: every pod of the app has, or has not, what is asked for on its node. */
static bool keeps(const struct small *small, const int *gpu, const struct affinity *own)
{
    for (int pod = 0; pod < PODS; pod++) {
        bool there = strcmp(node_of(small, gpu, pod), own->node) == 0;
        for (int other = 0; own->kind >= AFFINITY_POD && other < PODS; other++)
            there = there || (is_of(small, other, own->with) &&
                              strcmp(node_of(small, gpu, pod), node_of(small, gpu, other)) == 0);
        bool wanted = own->kind == AFFINITY_NODE || own->kind == AFFINITY_POD;
        if (is_of(small, pod, own->app) && there != wanted)
            return false;
    }
    return true;
}

static bool keeps_all(const struct small *small, const int *gpu, uint32_t mask)
{
    for (int k = 0; k < 3; k++)
        if ((mask >> k & 1) && !keeps(small, gpu, &small->scenario.affinities[k]))
            return false;
    return true;
}

static bool is_possible(const struct small *small, uint32_t mask)
{
    for (int code = 0; code < 1 << 2 * PODS; code++) {
        int gpu[PODS], n[GPUS] = {0};
        bool fits = true;
        for (int pod = 0; pod < PODS; pod++) {
            gpu[pod] = code >> 2 * pod & 3;
            fits = fits && ++n[gpu[pod]] <= small->free[gpu[pod] * ASSIGN_SIZES_MAX];
        }
        if (fits && keeps_all(small, gpu, mask))
            return true;
    }
    return false;
}

FACT(test_enumeration)
{
    int met_in_all = 0, missed = 0, lost = 0;
    for (uint64_t seed = 1; seed <= 250; seed++) {
        struct small small;
        /* Two pods of each app, all of one size; GPUs on two or four nodes, with two or three partitions. */
        uint64_t n = 0;
        uint32_t nodes = random_below(seed, n++, 2) ? 2 : 4;
        memset(&small, 0, sizeof small);
        small.scenario = plain_scenario(APPS, "m1", 90, 100, GPUS, "A100-40GB");
        for (int g = 0; g < GPUS; g++) {
            small.fleet_gpu[g] = g;
            small.free[g * ASSIGN_SIZES_MAX] = 2 + (int)random_below(seed, n++, 2);
            snprintf(small.scenario.fleets[0].gpus[g].node, 24, "n%u", (unsigned)g % nodes);
        }
        for (int pod = 0; pod < PODS; pod++) {
            small.app[pod] = pod / 2;
            small.gpu[pod] = pod % GPUS;
            double rise_k = 1 + 5 * random_unit(seed, n++);
            for (int g = 0; g < GPUS; g++)
                small.rise_k[pod * GPUS + g] = rise_k;
        }
        small.scenario.n_affinities = 3;
        for (int k = 0; k < 3; k++) {
            struct affinity *own = &small.scenario.affinities[k];
            uint32_t app = random_below(seed, n++, APPS),
                     with = (app + 1 + random_below(seed, n++, APPS - 1)) % APPS;
            own->kind = (enum affinity_kind)random_below(seed, n++, AFFINITY_KINDS);
            strcpy(own->app, small.scenario.apps[app].name);
            if (own->kind >= AFFINITY_POD)
                strcpy(own->with, small.scenario.apps[with].name);
            else
                snprintf(own->node, sizeof own->node, "n%u", (unsigned)random_below(seed, n++, nodes));
        }
        small.assign = (struct assign){.n_pods = PODS,
                                       .n_gpus = GPUS,
                                       .base_k = small.base_k,
                                       .rise_k = small.rise_k,
                                       .size = small.size,
                                       .free = small.free};
        uint32_t met = affinity_meet(&(struct affinity_case){.scenario = &small.scenario,
                                                             .assign = &small.assign,
                                                             .rise_k = small.rise_k,
                                                             .app = small.app,
                                                             .fleet_gpu = small.fleet_gpu,
                                                             .gpu = small.gpu});
        assert_true(met == 0 || keeps_all(&small, small.gpu, met));
        assign_solve(&small.assign, small.gpu);
        assert_true(met == 0 || keeps_all(&small, small.gpu, met));
        for (int k = 0; k < 3; k++) {
            uint32_t before = met & ((1u << k) - 1);
            bool possible = is_possible(&small, before | 1u << k);
            assert_true(possible || !(met >> k & 1)); /* nothing is called met that cannot be */
            met_in_all += (int)(met >> k & 1);
            missed += !possible;
            lost += possible && !(met >> k & 1);
        }
        scenario_free(&small.scenario);
    }
    print_message("%d met, %d impossible, %d possible and left out\n", met_in_all, missed, lost);
    assert_true(met_in_all > 400 && missed > 20 && lost <= met_in_all / 10);
}
