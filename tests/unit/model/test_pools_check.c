/* Bad pools: one break of a sound scenario at a time gives one fault, at its place, which says what to do. */
#include "tests/support/fixture.h"

static struct scenario broken;

#define POOL broken.pools
#define APP broken.apps
#define GPU broken.fleets[0].gpus
#define CUT ((struct pod){.slice = "7g", .app = 3})

/* A statement that breaks it, and the fault. */
#define BREAKS(X)                                                                                            \
    X(POOL[1].name[0] = 0, "/pools/1/name", "a pool has no name")                                            \
    X(strcpy(POOL[1].name, "talk"), "/pools/2/name", "two pools are named 'talk'")                           \
    X(strcpy(POOL[1].name, "job1"), "/pools/1/name",                                                         \
      "'job1' is a pool and an app: knobs are narrowed by name, so pools, GPUs and apps need different "     \
      "names")                                                                                               \
    X(strcpy(GPU[0].name, "vision"), "/fleets/f/gpus/0/name",                                                \
      "'vision' is a GPU and a pool: knobs are narrowed by name, so pools, GPUs and apps need different "    \
      "names")                                                                                               \
    X(strcpy(GPU[0].name, "chat"), "/fleets/f/gpus/0/name",                                                  \
      "'chat' is a GPU and an app: knobs are narrowed by name, so pools, GPUs and apps need different "      \
      "names")                                                                                               \
    X(GPU[4].pool = -1, "/fleets/f/gpus/4/pool",                                                             \
      "GPU 'high' is in no pool; name its \"pool\", of which there are serving, vision and talk")            \
    X(APP[4].pool = -1, "/apps/4/pool",                                                                      \
      "app 'speech' is in no pool; name its \"pool\", of which there are serving, vision and talk")          \
    X(APP[4].pool = 3, "/apps/4/pool",                                                                       \
      "app 'speech' is in a pool that does not exist; there are serving, vision and talk")                   \
    X((GPU[5].pool = 1, GPU[5].class = CLASS_LOW), "/pools/2",                                               \
      "pool 'talk' has no GPU in fleet 'f'; give it one (\"pool\": \"talk\"), or leave the pool out")        \
    X((APP[3].pool = 1, APP[4].pool = 1), "/pools/2",                                                        \
      "pool 'talk' has no app; give it one (\"pool\": \"talk\"), or leave the pool out")                     \
    X(GPU[2].owner = 3, "/fleets/f/gpus/2/owner",                                                            \
      "GPU 'low1' is of pool 'vision' and app 'chat' of pool 'talk'; an app runs on GPUs of its own pool "   \
      "only")                                                                                                \
    X(GPU[0].pods[0] = CUT, "/fleets/f/gpus/0/pods/0",                                                       \
      "GPU 'a0' is of pool 'serving' and app 'chat' of pool 'talk'; an app runs on GPUs of its own pool "    \
      "only")                                                                                                \
    X(POOL[1].policy[LAYER_PLACE] = POLICY_PLACE_NONE, "/pools/1/policies/place",                            \
      "placement is common to all pools; it stands in the scenario's policies")                              \
    X(POOL[1].policy[LAYER_SHARE] = POLICY_RANDOM, "/pools/1/policies/share",                                \
      "no such share scheme; there are dedicated, mig, tmux-tf, tmux-ef and tmux-etf")                       \
    X(POOL[1].policy[LAYER_ROUTE] = POLICY_HIGHPERF, "/pools/1/policies/route",                              \
      "highperf runs on fleet 'high', which this scenario does not have (it has f)")                         \
    X(POOL[0].clover.window_s = 0, "/pools/0/clover/window_s", "window_s takes 0.1 to 3600 s, not 0")        \
    X(POOL[1].number[KNOB_CIT] = 11, "/knobs/cit.vision",                                                    \
      "cit.vision: 11 is out of range; it takes 0 to 10")                                                    \
    X(POOL[2].number[KNOB_CIT] = 0.8, "/knobs/cit.talk",                                                     \
      "cit.talk: nothing in pool 'talk' can read cit, which is for carbondis; it can be narrowed to "        \
      "vision, "                                                                                             \
      "or left out")                                                                                         \
    X(POOL[1].number[KNOB_CLOVER_H] = 1, "/knobs/clover_h.vision",                                           \
      "clover_h.vision: nothing in pool 'vision' can read clover_h, which is for blover and clover; it can " \
      "be narrowed to serving, or left out")                                                                 \
    X((POOL[0].policy[LAYER_ROUTE] = -1, broken.policy[LAYER_ROUTE] = POLICY_OWN_QUEUE), "/policies/route",  \
      "clover needs the route fifo-pull, one queue that every idle slice takes the oldest request from; "    \
      "'own-queue' is another: set policy.route.serving to fifo-pull")                                       \
    X(POOL[0].policy[LAYER_ROUTE] = POLICY_RANDOM_POD, "/pools/0/policies/route",                            \
      "clover needs the route fifo-pull, one queue that every idle slice takes the oldest request from; "    \
      "'random-pod' is another: set policy.route.serving to fifo-pull")                                      \
    X(POOL[2].policy[LAYER_CONFIGURE] = POLICY_BASE, "/fleets/f/gpus/5",                                     \
      "base cuts GPUs into MIG slices, and not 't0': the GPU's share is 'tmux-tf'; only under 'mig' it can " \
      "be cut into slices (\"share\": \"mig\" in policies)")                                                 \
    X(GPU[1].clock_mhz = 900, "/fleets/f/gpus/1/type",                                                       \
      "clover needs GPUs that are all alike, and in pool 'serving' 'a1' differs from 'a0' in type, clock "   \
      "or class; give it another pool")                                                                      \
    X((POOL[0].own_clover = true, POOL[0].clover.n_base = 3), "/pools/0/clover/n_base",                      \
      "BASE cannot have 3 GPUs, because pool 'serving' has 2; it takes 1 to 2")                              \
    X(broken.clover.n_base = 3, "/clover/n_base",                                                            \
      "BASE cannot have 3 GPUs, because pool 'serving' has 2; it takes 1 to 2")                              \
    X(APP[0].arrivals.kind = ARRIVAL_BACKLOGGED, "/apps/0/arrivals/kind",                                    \
      "clover measures energy against the rate of requests, and 'backlogged' arrivals have none; give app "  \
      "'images' a rate, as exponential does")                                                                \
    X((APP[1].pool = 0, GPU[2].owner = 2), "/knobs/clover_scope",                                            \
      "'replicated' gives every GPU the same layout of one app, and pool 'serving' has 2 apps; set "         \
      "clover_scope to per-gpu")

#define COUNT(statement, place, message) +1
enum { CASES = 0 BREAKS(COUNT) };

FACT(each_break_gives_its_fault)
{
#define EXPECT(statement, place, message) {place, message},
    static const char *const expected[CASES][2] = {BREAKS(EXPECT)};
    for (int k = 0; k < CASES; k++) {
        struct faults faults = {0};
        broken = pools_scenario();
        int n = 0;
#define BREAK(statement, place, message)                                                                     \
    if (k == n++)                                                                                            \
        (void)(statement);
        BREAKS(BREAK)
#undef BREAK
        assert_or(!scenario_validate(&broken, &faults), "no fault: %s", expected[k][1]);
        assert_string_equal(faults.kept[0].message, expected[k][1]);
        assert_string_equal(faults.kept[0].place, expected[k][0]);
        assert_or(faults.count == 1, "%s: %zu faults, the second is %s: %s", expected[k][0], faults.count,
                  faults.kept[1].place, faults.kept[1].message);
        scenario_free(&broken);
    }
}

static void refused(const char *option, const char *assignment, const char *message)
{
    bool applied = strcmp(option, "--set") == 0 ? scenario_apply_set(&broken, assignment, &err)
                                                : scenario_apply_at(&broken, assignment, &err);
    assert_false(applied);
    assert_string_equal(err.message, message);
}

/* What can be turned in mid-run is judged pool by pool. */
FACT(edits_are_judged_in_their_pool)
{
    broken = pools_scenario();
    refused(
        "--at", "10m:policy.route.serving=random-pod",
        "policy.route.serving: Clover needs fifo-pull, one queue that every idle slice takes the oldest request from; random-pod is another");
    refused("--at", "10m:policy.configure.vision=clover",
            "clover cuts GPUs into MIG slices, and not 'low1': the GPU's share is 'dedicated'; only under "
            "'mig' it can be cut into slices (\"share\": \"mig\" in policies)");
    refused(
        "--at", "10m:policy.share.talk=dedicated",
        "policy.share.talk: from tmux-tf to dedicated the instances of a GPU would change; it can be chosen from the start only: policy.share.talk=dedicated");
    refused(
        "--at", "10m:mig.a0=7g:chat",
        "mig.a0: GPU 'a0' is of pool 'serving' and app 'chat' of pool 'talk'; an app runs on GPUs of its own pool only");
    refused(
        "--at", "10m:clover_scope.serving=per-gpu",
        "clover_scope.serving is a start knob: it cannot change in mid-run; give it its value from the start: clover_scope.serving=...");
    refused(
        "--set", "gpus=4",
        "gpus: a fleet with pools runs as a whole, because its first GPUs would not be the first of each pool; name another fleet with fewer");
    fixture_ats(&broken, "10m:policy.route.vision=random-pod", "10m:policy.configure.serving=base",
                "10m:lambda.serving=0.3", "10m:mig.a0=4g:images/small,3g:images/small");
    fixture_at(&broken, "20m:policy.route=random-pod"); /* no pool hears it */
    struct faults faults = {0};
    assert_true(scenario_validate(&broken, &faults));
    scenario_free(&broken);
}
