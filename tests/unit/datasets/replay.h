/* The load generator of Clover's artifact, again: NumPy's exponential gaps from seed 1 (the generator seeds
 * with 1 before every run), one queue, servers of constant service times that take turns in the order in
 * which they fell idle. With it the sweeps can be replayed request by request. */
#ifndef WATTIF_TESTS_DATASETS_REPLAY_H
#define WATTIF_TESTS_DATASETS_REPLAY_H

#include "tests/support/test.h"

enum { MT_WORDS = 624, MT_SHIFT = 397, REPLAY_MAX = 2048, SERVERS_MAX = 8 };

/* MT19937, as NumPy seeds and reads it. */
struct mt {
    uint32_t word[MT_WORDS];
    int next;
};

static inline void mt_seed(struct mt *mt, uint32_t seed)
{
    mt->word[0] = seed;
    for (uint32_t i = 1; i < MT_WORDS; i++)
        mt->word[i] = UINT32_C(1812433253) * (mt->word[i - 1] ^ (mt->word[i - 1] >> 30)) + i;
    mt->next = MT_WORDS;
}

static inline uint32_t mt_word(struct mt *mt)
{
    if (mt->next == MT_WORDS) {
        for (int k = 0; k < MT_WORDS; k++) {
            uint32_t y =
                (mt->word[k] & UINT32_C(0x80000000)) | (mt->word[(k + 1) % MT_WORDS] & UINT32_C(0x7fffffff));
            mt->word[k] = mt->word[(k + MT_SHIFT) % MT_WORDS] ^ (y >> 1) ^ (y & 1 ? UINT32_C(0x9908b0df) : 0);
        }
        mt->next = 0;
    }
    uint32_t y = mt->word[mt->next++];
    y ^= y >> 11;
    y ^= (y << 7) & UINT32_C(0x9d2c5680);
    y ^= (y << 15) & UINT32_C(0xefc60000);
    return y ^ (y >> 18);
}

static inline double mt_exponential(struct mt *mt)
{
    uint32_t high = mt_word(mt) >> 5, low = mt_word(mt) >> 6;
    return -log(1 - ((double)high * 67108864.0 + (double)low) / 9007199254740992.0);
}

static inline int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The 95th percentile as numpy.percentile has it: linear between the two nearest. */
static inline double percentile_95(double *values, size_t n)
{
    qsort(values, n, sizeof *values, compare_doubles);
    double at = 0.95 * (double)(n - 1);
    size_t low = (size_t)at;
    return values[low] + (at - (double)low) * (values[low + 1] - values[low]);
}

/* What a replay leaves: response times, how long it lasted, and how many requests each server had. */
struct replay {
    size_t n;
    double response_ms[REPLAY_MAX], last_s;
    double busy_begin_s[SERVERS_MAX][REPLAY_MAX], busy_end_s[SERVERS_MAX][REPLAY_MAX];
    size_t served[SERVERS_MAX];
};

/* The first n requests at this mean gap. */
static inline void replay_run(struct replay *replay, double gap_s, size_t n, const double *service_s,
                              size_t servers)
{
    struct mt mt;
    double free_s[SERVERS_MAX] = {0}, at_s = 0;
    *replay = (struct replay){.n = n};
    mt_seed(&mt, 1);
    for (size_t i = 0; i < n; i++) {
        size_t first = 0;
        for (size_t k = 1; k < servers; k++)
            if (free_s[k] < free_s[first])
                first = k;
        double begin_s = free_s[first] > at_s ? free_s[first] : at_s;
        free_s[first] = begin_s + service_s[first];
        replay->busy_begin_s[first][replay->served[first]] = begin_s;
        replay->busy_end_s[first][replay->served[first]++] = free_s[first];
        replay->response_ms[i] = (free_s[first] - at_s) * 1000;
        if (free_s[first] > replay->last_s)
            replay->last_s = free_s[first];
        at_s += gap_s * mt_exponential(&mt);
    }
}

/* Seconds in which at least one of two servers is busy; their requests are in order of time. */
static inline double replay_either_s(const struct replay *replay, size_t a, size_t b)
{
    double seconds = 0, until_s = 0;
    size_t i = 0, k = 0;
    while (i < replay->served[a] || k < replay->served[b]) {
        bool first = k == replay->served[b] ||
                     (i < replay->served[a] && replay->busy_begin_s[a][i] <= replay->busy_begin_s[b][k]);
        double begin_s = first ? replay->busy_begin_s[a][i] : replay->busy_begin_s[b][k];
        double end_s = first ? replay->busy_end_s[a][i] : replay->busy_end_s[b][k];
        i += first;
        k += !first;
        if (end_s > until_s) {
            seconds += end_s - (begin_s > until_s ? begin_s : until_s);
            until_s = end_s;
        }
    }
    return seconds;
}

/* p95 of the response times, in ms. */
static inline double replay_p95_ms(double gap_s, size_t n, const double *service_s, size_t servers)
{
    DEFER(memory_leave) struct replay *replay = malloc(sizeof *replay);
    if (replay == NULL)
        abort();
    replay_run(replay, gap_s, n, service_s, servers);
    double p95 = percentile_95(replay->response_ms, n);
    return p95;
}

#endif
