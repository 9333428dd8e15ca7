/* The next event: a tournament tree over packed keys (time << bits | slot). The root is the smallest key, so
 * the winner's slot is in its low bits and equal times are decided by slot number. An update stores a leaf
 * and then takes the smaller of two siblings, level by level: no compare-and-branch. The tree is 2 * width
 * keys in the run's state block; leaf s is node width + s; node 1 is the root. Width is a power of four,
 * because an update climbs two levels at a time. Keys are signed, not negative, and below 2^63: so an
 * ordinary comparison of integers orders them. */
#ifndef WATTIF_BASE_TOURNAMENT_H
#define WATTIF_BASE_TOURNAMENT_H

#include <stdint.h>

#define TOURNAMENT_NEVER INT64_MAX

/* Sixteen leaves: the four nodes beside the path are all read before the first comparison, so that only the
 * comparisons wait for one another. */
static inline void tournament_set_16(int64_t *tree, uint32_t slot, int64_t key)
{
    uint32_t node = 16 + slot;
    int64_t leaf = tree[node ^ 1], pair = tree[(node >> 1) ^ 1];
    int64_t four = tree[(node >> 2) ^ 1], eight = tree[(node >> 3) ^ 1];
    tree[node] = key;
    key = leaf < key ? leaf : key;
    tree[node >> 1] = key;
    key = pair < key ? pair : key;
    tree[node >> 2] = key;
    key = four < key ? four : key;
    tree[node >> 3] = key;
    tree[1] = eight < key ? eight : key;
}

static inline void tournament_set(int64_t *tree, uint32_t width, uint32_t slot, int64_t key)
{
    if (width == 16) {
        tournament_set_16(tree, slot, key);
        return;
    }
    uint32_t node = width + slot;
    tree[node] = key;
    do {
        int64_t sibling = tree[node ^ 1], uncle = tree[(node >> 1) ^ 1];
        key = sibling < key ? sibling : key;
        tree[node >> 1] = key;
        key = uncle < key ? uncle : key;
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
