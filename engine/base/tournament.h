/* The next event: a tournament tree over packed keys (time << bits | slot). The root is the smallest key, so
 * the winner's slot is in its low bits and equal times are decided by slot number. An update stores a leaf
 * and then takes the smaller of two siblings, level by level: no compare-and-branch. The tree is 2 * width
 * keys in the run's state block; leaf s is node width + s; node 1 is the root. Width is a power of
 * four, because an update climbs two levels at a time. */
#ifndef WATTIF_BASE_TOURNAMENT_H
#define WATTIF_BASE_TOURNAMENT_H

#include <stdint.h>

#define TOURNAMENT_NEVER UINT64_MAX

static inline void tournament_set(uint64_t *tree, uint32_t width, uint32_t slot, uint64_t key)
{
    uint32_t node = width + slot;
    tree[node] = key;
    do {
        uint64_t sibling = tree[node ^ 1], uncle = tree[(node >> 1) ^ 1];
        key = sibling < key ? sibling : key;
        tree[node >> 1] = key;
        key = uncle < key ? uncle : key;
        node >>= 2;
        tree[node] = key;
    } while (node > 1);
}

static inline uint64_t tournament_top(const uint64_t *tree)
{
    return tree[1];
}

/* All leaves to TOURNAMENT_NEVER. */
void tournament_clear(uint64_t *tree, uint32_t width);

#endif
