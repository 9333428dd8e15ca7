/* One block of memory for both columns. */
#include "engine/model/drawn.h"

#include <stdatomic.h>
#include <stdlib.h>

struct drawn *drawn_create(const struct drawn_key *key)
{
    size_t n = (size_t)key->requests + 1;
    struct drawn *drawn = malloc(sizeof *drawn + n * (sizeof *drawn->at_ns + sizeof *drawn->batch));
    if (!drawn)
        return NULL;
    drawn->key = *key;
    drawn->at_ns = (int64_t *)(void *)(drawn + 1);
    drawn->batch = (int32_t *)(void *)(drawn->at_ns + n);
    atomic_init(&drawn->references, 1);
    return drawn;
}

struct drawn *drawn_retain(struct drawn *drawn)
{
    atomic_fetch_add_explicit(&drawn->references, 1, memory_order_relaxed);
    return drawn;
}

void drawn_release(struct drawn *drawn)
{
    if (drawn && atomic_fetch_sub_explicit(&drawn->references, 1, memory_order_acq_rel) == 1)
        free(drawn);
}

bool drawn_key_equal(const struct drawn_key *a, const struct drawn_key *b)
{
    return a->arrival_key == b->arrival_key && a->batch_key == b->batch_key && a->kind == b->kind &&
           a->mean_gap_ms == b->mean_gap_ms && a->shape == b->shape && a->load == b->load &&
           a->from_ns == b->from_ns && a->batch_kind == b->batch_kind && a->batch_mean == b->batch_mean &&
           a->batch_sd == b->batch_sd && a->batch_min == b->batch_min && a->batch_max == b->batch_max &&
           a->requests == b->requests;
}
