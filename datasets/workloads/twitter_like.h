/* A synthetic stand-in for half an hour of Twitter's request counts: 1,800 counts a second with the
 * statistics of the published window that InferCool-like experiments use (mean 74.1, variance/mean 1.25,
 * five-minute means that hardly move, neighbours that correlate a little: 0.13 fading over some ten seconds).
 * No count of the real file is in it.
 *
 * A normal series with that correlation is drawn from counter-based random numbers, brought to mean 0 and
 * variance 1 exactly, and turned into gamma-like counts, skewed to the right as real ones are, by the
 * Wilson-Hilferty cube. */
#ifndef WATTIF_DATASETS_TWITTER_LIKE_H
#define WATTIF_DATASETS_TWITTER_LIKE_H

#include <math.h>
#include <stdint.h>

#include "engine/base/detmath.h"
#include "engine/base/random.h"

enum { TWITTER_LIKE_SECONDS = 1800 };

/* A standard normal draw, never from the very ends of the unit interval. */
static inline double twitter_like_normal(uint64_t key, uint64_t i)
{
    return det_normal_quantile(0x1p-54 + random_unit(key, i));
}

static inline void twitter_like_counts(int counts[TWITTER_LIKE_SECONDS])
{
    const double mean = 74.1, variance_to_mean = 1.25;
    const double slow_share = 0.13,
                 memory = 0.9; /* of the slow part: share of the variance, and of the last second */
    const double shape = mean / variance_to_mean; /* of a gamma distribution with these two */
    const uint64_t white_key = 20210801, slow_key = 20210802;
    double z[TWITTER_LIKE_SECONDS], slow = twitter_like_normal(slow_key, TWITTER_LIKE_SECONDS);
    double sum = 0, squares = 0;

    for (int i = 0; i < TWITTER_LIKE_SECONDS; i++) {
        slow = memory * slow + sqrt(1 - memory * memory) * twitter_like_normal(slow_key, (uint64_t)i);
        z[i] = sqrt(slow_share) * slow + sqrt(1 - slow_share) * twitter_like_normal(white_key, (uint64_t)i);
        sum += z[i];
        squares += z[i] * z[i];
    }
    double centre = sum / TWITTER_LIKE_SECONDS;
    double sd = sqrt(squares / TWITTER_LIKE_SECONDS - centre * centre);
    for (int i = 0; i < TWITTER_LIKE_SECONDS; i++) {
        double ninth = 1 / (9 * shape);
        double root = 1 - ninth + (z[i] - centre) / sd * sqrt(ninth);
        counts[i] = (int)(mean * root * root * root + 0.5);
    }
}

#endif
