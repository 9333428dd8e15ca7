/* The next event: a tournament tree over packed keys (time << bits | slot). The root is the smallest key, so
 * the winner's slot is in its low bits and equal times are decided by slot number. Four meet in each match
 * (two in the last one, where the width is an odd power of two): an update stores a leaf, takes the smallest
 * of it and its three siblings, and goes on one level up; no compare-and-branch, and what the siblings come
 * to does not wait for the new key. The tree is 2 * width keys in the run's state block; leaf s is node
 * width + s, the parent of a node is node / 4, or node 1, the root (the nodes between are not used). Width is
 * a power of two; where it is 1, the only leaf is the root. Keys are signed, not negative, and below 2^63: so
 * an ordinary comparison of integers orders them. */
#ifndef WATTIF_BASE_TOURNAMENT_H
#define WATTIF_BASE_TOURNAMENT_H

#include "engine/base/units.h"

#define TOURNAMENT_NEVER INT64_MAX

static inline int64_t tournament_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The smallest of those that a node meets on its level, which is `level` nodes wide. */
HOT int64_t tournament_others(const int64_t *tree, uint32_t level, uint32_t node)
{
    if (level == 1)
        return TOURNAMENT_NEVER;
    if (level == 2)
        return tree[node ^ 1];
    return tournament_least(tournament_least(tree[node ^ 1], tree[node ^ 2]), tree[node ^ 3]);
}

/* The level above, 0 beyond the root; and the node there. */
HOT uint32_t tournament_level(uint32_t level)
{
    return level == 2 ? 1 : level >> 2;
}

HOT uint32_t tournament_parent(uint32_t level, uint32_t node)
{
    return level == 2 ? 1 : node >> 2;
}

/* Where the compiler knows the width, all levels stand one after another, and all that is met on the way up
 * is read before anything is written. At most four matches: widths up to 256. */
HOT void tournament_set_known(int64_t *tree, const uint32_t width, uint32_t slot, int64_t key)
{
    const uint32_t second = tournament_level(width), third = tournament_level(second),
                   fourth = tournament_level(third), fifth = tournament_level(fourth);
    uint32_t leaf = width + slot, node2 = tournament_parent(width, leaf),
             node3 = tournament_parent(second, node2), node4 = tournament_parent(third, node3);
    int64_t at_leaf = second ? tournament_others(tree, width, leaf) : TOURNAMENT_NEVER,
            at_second = third ? tournament_others(tree, second, node2) : TOURNAMENT_NEVER,
            at_third = fourth ? tournament_others(tree, third, node3) : TOURNAMENT_NEVER,
            at_fourth = fifth ? tournament_others(tree, fourth, node4) : TOURNAMENT_NEVER;
    tree[leaf] = key;
    if (second)
        tree[node2] = key = tournament_least(at_leaf, key);
    if (third)
        tree[node3] = key = tournament_least(at_second, key);
    if (fourth)
        tree[node4] = key = tournament_least(at_third, key);
    if (fifth)
        tree[1] = tournament_least(at_fourth, key);
}

/* Up to the root: where the winner stays the same is harder to guess than the levels are to go. */
static inline void tournament_set(int64_t *tree, uint32_t width, uint32_t slot, int64_t key)
{
    uint32_t node = width + slot, level = width;
    tree[node] = key;
    for (; level > 2; level >>= 2) {
        key = tournament_least(tournament_others(tree, 4, node), key);
        node >>= 2;
        tree[node] = key;
    }
    if (level == 2)
        tree[1] = tournament_least(tree[node ^ 1], key);
}

static inline int64_t tournament_top(const int64_t *tree)
{
    return tree[1];
}

/* All leaves to TOURNAMENT_NEVER. */
static inline void tournament_clear(int64_t *tree, uint32_t width)
{
    for (uint32_t node = 0; node < 2 * width; node++)
        tree[node] = TOURNAMENT_NEVER;
}

#endif
