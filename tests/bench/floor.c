/* A block of draws for each app, merged through the same tournament that the engine uses. */
#include "tests/bench/floor.h"

#include "engine/base/tournament.h"
#include "engine/model/arrivals.h"

enum { BLOCK = 256, SLOT_BITS = 4, WIDTH = 1 << SLOT_BITS };

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
        tournament_set(tree, WIDTH, slot, TOURNAMENT_NEVER);
        return;
    }
    if (i % BLOCK == 0)
        arrival_fill(stream->app, (uint64_t)i, BLOCK, stream->gap_ns, stream->batch);
    stream->at_ns += stream->gap_ns[i % BLOCK];
    tournament_set(tree, WIDTH, slot, (uint64_t)stream->at_ns << SLOT_BITS | slot);
}

struct floor_result floor_run(const struct model *model)
{
    struct stream streams[WIDTH];
    uint64_t tree[2 * WIDTH];
    struct floor_result result = {0};
    tournament_clear(tree, WIDTH);
    for (uint32_t a = 0; a < (uint32_t)model->n_apps && a < WIDTH; a++) {
        streams[a].app = &model->apps[a];
        streams[a].at_ns = 0;
        streams[a].index = -1;
        stream_next(&streams[a], tree, a);
    }
    for (uint64_t top = tournament_top(tree); top != TOURNAMENT_NEVER; top = tournament_top(tree)) {
        struct stream *stream = &streams[top & (WIDTH - 1)];
        result.last_ns = (int64_t)(top >> SLOT_BITS);
        result.checksum = result.checksum * 31 + (top ^ (uint64_t)stream->batch[stream->index % BLOCK]);
        result.requests++;
        stream_next(stream, tree, (uint32_t)(top & (WIDTH - 1)));
    }
    return result;
}
