/* A block of draws for each app, merged through a tournament of its own: a yardstick does not change when the
 * engine's parts do. */
#include "tests/bench/floor.h"

#include "engine/model/arrivals.h"

enum { BLOCK = 256, SLOT_BITS = 4, WIDTH = 1 << SLOT_BITS };
#define NEVER UINT64_MAX

/* Leaf s is node WIDTH + s; each node holds the smaller of its two children, node 1 the smallest of all. */
static void merge_set(uint64_t *tree, uint32_t slot, uint64_t key)
{
    uint32_t node = WIDTH + slot;
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

struct stream {
    const struct model_app *app;
    int64_t at_ns, index;
    int64_t gap_ns[BLOCK];
    int32_t batch[BLOCK];
};

/* Moves on to the stream's next request, drawing a block when the last one is used up. */
static void stream_next(struct stream *stream, uint64_t *tree, uint32_t slot)
{
    int64_t i = ++stream->index;
    if (i >= stream->app->requests) {
        merge_set(tree, slot, NEVER);
        return;
    }
    if (i % BLOCK == 0)
        arrival_fill(stream->app, (uint64_t)i, BLOCK, stream->gap_ns, stream->batch);
    stream->at_ns += stream->gap_ns[i % BLOCK];
    merge_set(tree, slot, (uint64_t)stream->at_ns << SLOT_BITS | slot);
}

struct floor_result floor_run(const struct model *model)
{
    struct stream streams[WIDTH];
    uint64_t tree[2 * WIDTH];
    struct floor_result result = {0};
    for (uint32_t node = 0; node < 2 * WIDTH; node++)
        tree[node] = NEVER;
    for (uint32_t a = 0; a < (uint32_t)model->n_apps && a < WIDTH; a++) {
        streams[a].app = &model->apps[a];
        streams[a].at_ns = 0;
        streams[a].index = -1;
        stream_next(&streams[a], tree, a);
    }
    for (uint64_t top = tree[1]; top != NEVER; top = tree[1]) {
        struct stream *stream = &streams[top & (WIDTH - 1)];
        result.last_ns = (int64_t)(top >> SLOT_BITS);
        result.checksum = result.checksum * 31 + (top ^ (uint64_t)stream->batch[stream->index % BLOCK]);
        result.requests++;
        stream_next(stream, tree, (uint32_t)(top & (WIDTH - 1)));
    }
    return result;
}
