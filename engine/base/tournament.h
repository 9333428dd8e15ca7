/* The next event: a tournament tree over packed keys (time << bits | slot). The root is the smallest key, so
 * the winner's slot is in its low bits and equal times are decided by slot number. Four meet in each match:
 * an update stores a leaf, takes the smallest of it and its three siblings, and goes on one level up; no
 * compare-and-branch, and what the siblings come to does not wait for the new key. The tree is 2 * width keys
 * in the run's state block; leaf s is node width + s, the parent of a node is node / 4, node 1 is the root
 * (the nodes between are not used). Width is a power of four. Keys are signed, not negative, and below 2^63:
 * so an ordinary comparison of integers orders them. */
#ifndef WATTIF_BASE_TOURNAMENT_H
#define WATTIF_BASE_TOURNAMENT_H

#include <stdint.h>

#define TOURNAMENT_NEVER INT64_MAX

static inline int64_t tournament_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The smallest of a node's three siblings. */
static inline int64_t tournament_siblings(const int64_t *tree, uint32_t node)
{
    return tournament_least(tournament_least(tree[node ^ 1], tree[node ^ 2]), tree[node ^ 3]);
}

/* Sixteen leaves: all siblings are read before anything is written. */
static inline void tournament_set_16(int64_t *tree, uint32_t slot, int64_t key)
{
    uint32_t node = 16 + slot, four = node >> 2;
    int64_t siblings = tournament_siblings(tree, node), uncles = tournament_siblings(tree, four);
    tree[node] = key;
    key = tournament_least(siblings, key);
    tree[four] = key;
    tree[1] = tournament_least(uncles, key);
}

/* 64 leaves: the same, three matches deep. */
static inline void tournament_set_64(int64_t *tree, uint32_t slot, int64_t key)
{
    uint32_t node = 64 + slot, parent = node >> 2, last = node >> 4;
    int64_t at_leaf = tournament_siblings(tree, node), at_parent = tournament_siblings(tree, parent);
    int64_t at_last = tournament_siblings(tree, last);
    tree[node] = key;
    key = tournament_least(at_leaf, key);
    tree[parent] = key;
    key = tournament_least(at_parent, key);
    tree[last] = key;
    tree[1] = tournament_least(at_last, key);
}

/* 256 leaves: four. */
static inline void tournament_set_256(int64_t *tree, uint32_t slot, int64_t key)
{
    uint32_t node = 256 + slot, parent = node >> 2, next = node >> 4, last = node >> 6;
    int64_t at_leaf = tournament_siblings(tree, node), at_parent = tournament_siblings(tree, parent);
    int64_t at_next = tournament_siblings(tree, next), at_last = tournament_siblings(tree, last);
    tree[node] = key;
    key = tournament_least(at_leaf, key);
    tree[parent] = key;
    key = tournament_least(at_parent, key);
    tree[next] = key;
    key = tournament_least(at_next, key);
    tree[last] = key;
    tree[1] = tournament_least(at_last, key);
}

static inline void tournament_set(int64_t *tree, uint32_t width, uint32_t slot, int64_t key)
{
    if (width == 16) {
        tournament_set_16(tree, slot, key);
        return;
    }
    if (width == 64) {
        tournament_set_64(tree, slot, key);
        return;
    }
    if (width == 256) {
        tournament_set_256(tree, slot, key);
        return;
    }
    uint32_t node = width + slot;
    tree[node] = key;
    do {
        key = tournament_least(tournament_siblings(tree, node), key);
        node >>= 2;
        tree[node] = key;
    } while (node > 1);
}

static inline int64_t tournament_top(const int64_t *tree)
{
    return tree[1];
}

/* All leaves to TOURNAMENT_NEVER. */
void tournament_clear(int64_t *tree, uint32_t width);

#endif
