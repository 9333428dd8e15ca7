/* The layers of two ziggurats (Marsaglia and Tsang 2000): a density that falls from 1 at x = 0 is covered by
 * 256 layers of equal area, so that a random layer and a random point across it are almost always below the
 * curve. Layer 0 is the base: a rectangle up to the tail's start x[1] and the tail itself, drawn as one
 * rectangle x[0] wide. Layer i reaches from height[i] = f(x[i]) up to height[i + 1]; x[256] = 0. */
#ifndef WATTIF_BASE_ZIGGURAT_TABLES_H
#define WATTIF_BASE_ZIGGURAT_TABLES_H

#include <stdint.h>

enum { ZIGGURAT_LAYERS = 256 };

/* The starts of the tails for 256 layers; the layer's area follows from each. */
#define ZIGGURAT_EXPONENTIAL_TAIL 7.69711747013104972
#define ZIGGURAT_NORMAL_TAIL 3.6541528853610088

struct ziggurat_layer {
    uint64_t inside; /* 2^53 x[i + 1] / x[i], cut: a 53-bit point below it lies under the curve for sure */
    double width;    /* x[i] / 2^53 */
};

extern const struct ziggurat_layer ziggurat_exponential[ZIGGURAT_LAYERS]; /* f(x) = exp(-x) */
extern const struct ziggurat_layer
    ziggurat_normal[ZIGGURAT_LAYERS]; /* f(x) = exp(-x^2 / 2), the right half */
extern const double ziggurat_exponential_height[ZIGGURAT_LAYERS + 1];
extern const double ziggurat_normal_height[ZIGGURAT_LAYERS + 1];

#endif
