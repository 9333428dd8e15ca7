/* Which GPU gets which pod, so that the hottest is as cool as can be (infercool.md 2.3): a pure function of
 * sizes, free partitions and temperature increases. Each pod gets one partition of exactly its size (IC-X7);
 * Z is the greatest of what comes from upstream and the sum of the increases on a GPU (IC-X6).
 *
 * The greatest increase goes first, each to the GPU that is coolest so far and has a partition; then single
 * pods move, or two of a size change places, for as long as that makes the hottest GPU cooler, or else the
 * temperatures more alike; up to 12 pods the optimum is proved by branch and bound. Work is limited by
 * counts, never by time, and of assignments with the same Z that a search meets the lexicographically
 * smallest wins, so the answer hangs on nothing else. */
#ifndef WATTIF_POLICY_PLACE_ASSIGN_H
#define WATTIF_POLICY_PLACE_ASSIGN_H

#include <stdbool.h>
#include <stdint.h>

enum {
    ASSIGN_EXACT_PODS = 12,
    ASSIGN_GPUS_MAX = 128,
    ASSIGN_PODS_MAX = 1024,
    ASSIGN_SIZES_MAX = 8,
    ASSIGN_MOVES_MAX = 10000
};
#define ASSIGN_NODES_MAX INT64_C(2000000)

struct assign {
    int n_pods, n_gpus;
    const double *base_k; /* [gpu] what water from upstream adds */
    const double *rise_k; /* [pod * n_gpus + gpu] increase there; INFINITY: it may not be there */
    bool alike;           /* [pod] alone: it is the same on every GPU */
    const uint8_t *size;  /* [pod] below ASSIGN_SIZES_MAX */
    const int *free;      /* [gpu * ASSIGN_SIZES_MAX + size] partitions for these pods */
    const int *fixed;     /* [pod] its GPU, where nothing is to choose; -1. NULL: of none */
};

/* May the pod be on that GPU? */
bool assign_may_be(const struct assign *assign, int pod, int gpu);

/* Z of a whole assignment, gpu[pod]; INFINITY where it is none. */
double assign_z(const struct assign *assign, const int *gpu);

/* What no assignment is below: what is to come is shared out evenly on GPUs that are not warmer from the
 * start, as if pods could be cut; each pod warms its GPU by the least that it may. */
double assign_bound(const struct assign *assign);

/* Longest first. False: some pod found no partition; it has -1. */
bool assign_greedy(const struct assign *assign, int *gpu);

/* To a local optimum; how many moves and exchanges. The assignment must be whole. */
int assign_descend(const struct assign *assign, int *gpu);

/* All of it; `gpu` comes with a whole assignment, which is kept where greed finds none. True: proved. */
bool assign_solve(const struct assign *assign, int *gpu);

/* A placement as an integer program in the LP format, for whoever proves how good it can be: how many pods of
 * a kind, which are those that nothing tells apart, are on each GPU, and z, which is at least as warm as
 * each. */

/* The caller frees it; NULL: out of memory. */
char *assign_print_lp(const struct assign *assign);

#endif
