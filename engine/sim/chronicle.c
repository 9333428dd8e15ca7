/* Lists of entries of four sizes. Chunk c holds first * 2^c entries and begins at entry first * (2^c - 1). */
#include "engine/sim/chronicle.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NAME(id, name, sentence) name,
#define SENTENCE(id, name, sentence) sentence,
const char *const slice_state_names[SLICE_STATE_COUNT] = {"empty", "up", "draining", "stopped", "loading"};
const char *const move_reason_names[MOVE_REASON_COUNT] = {MOVE_REASONS(NAME)};
const char *const move_reason_sentences[MOVE_REASON_COUNT] = {MOVE_REASONS(SENTENCE)};
const char *const water_reason_names[WATER_REASON_COUNT] = {WATER_REASONS(NAME)};
const char *const water_reason_sentences[WATER_REASON_COUNT] = {WATER_REASONS(SENTENCE)};
#undef NAME
#undef SENTENCE

/* Bytes of an entry, and where its time lies in it; entries of the first chunk; entries that are kept. */
static const struct {
    size_t size, time_at;
    int first, kept;
} kinds[] = {
    [CHRONICLE_LAYOUTS] = {sizeof(struct recorded_layout), offsetof(struct recorded_layout, t_ns), 32,
                           INT_MAX},
    [CHRONICLE_MOVES] = {sizeof(struct pod_move), offsetof(struct pod_move, t_ns), MOVES_KEPT, MOVES_KEPT},
    [CHRONICLE_WATER] = {sizeof(struct water_change), offsetof(struct water_change, t_ns), WATER_CHANGES_KEPT,
                         WATER_CHANGES_KEPT},
    [CHRONICLE_EVALUATIONS] = {sizeof(struct evaluation), offsetof(struct evaluation, end_ns), 16,
                               EVALUATIONS_KEPT},
};

/* The chunk that entry k lies in. */
static int chunk_of(const struct chronicle *chronicle, int k)
{
    return 31 - __builtin_clz((unsigned)(k / kinds[chronicle->kind].first) + 1);
}

static char *entry(const struct chronicle *chronicle, int k)
{
    int first = kinds[chronicle->kind].first, chunk = chunk_of(chronicle, k);
    size_t place = (size_t)k + (size_t)first - ((size_t)first << chunk);
    return (char *)chronicle->chunks[chunk] + place * kinds[chronicle->kind].size;
}

static bool make_room(struct chronicle *chronicle, int chunk)
{
    size_t n = (size_t)kinds[chronicle->kind].first << chunk;
    if (chunk == CHRONICLE_CHUNKS)
        return false;
    if (!chronicle->chunks[chunk])
        chronicle->chunks[chunk] = malloc(n * kinds[chronicle->kind].size);
    return chronicle->chunks[chunk] != NULL;
}

bool chronicle_reserve(struct chronicle *chronicle)
{
    return make_room(chronicle, 0);
}

bool chronicle_put(struct chronicle *chronicle, const void *added)
{
    if (chronicle->n == kinds[chronicle->kind].kept)
        return true;
    if (!make_room(chronicle, chunk_of(chronicle, chronicle->n)))
        return false;
    memcpy(entry(chronicle, chronicle->n++), added, kinds[chronicle->kind].size);
    return true;
}

void chronicle_publish(struct chronicle *chronicle)
{
    atomic_store_explicit(&chronicle->published, chronicle->n, memory_order_release);
}

void chronicle_free(struct chronicle *chronicle)
{
    for (int c = 0; c < CHRONICLE_CHUNKS; c++)
        free(chronicle->chunks[c]);
}

int chronicle_count(const struct chronicle *chronicle)
{
    return atomic_load_explicit(&chronicle->published, memory_order_acquire);
}

const void *chronicle_get(const struct chronicle *chronicle, int k)
{
    return entry(chronicle, k);
}

int chronicle_until(const struct chronicle *chronicle, int64_t t_ns)
{
    int first = 0, end = chronicle_count(chronicle); /* the first that is later lies in between */
    while (first < end) {
        int middle = first + (end - first) / 2;
        int64_t at_ns;
        memcpy(&at_ns, entry(chronicle, middle) + kinds[chronicle->kind].time_at, sizeof at_ns);
        if (at_ns <= t_ns)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

bool chronicle_copy(struct chronicle *to, const struct chronicle *from, int64_t t_ns)
{
    int n = chronicle_until(from, t_ns);
    bool good = true;
    while (good && to->n < n)
        good = chronicle_put(to, entry(from, to->n));
    return good;
}
