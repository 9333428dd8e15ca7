/* The laws of Clover's profile table, clover.csv: pure functions, argued for in METHOD.md ("Clover"), whose
 * rule numbers they cite. Only + - * / are used, so that every compiler gives the same bytes. */
#ifndef WATTIF_DATASETS_CLOVER_LAWS_H
#define WATTIF_DATASETS_CLOVER_LAWS_H

/* The shared-power law that the table is made for (rule 5): a card draws static_w always, aux_idle_w more
 * while anything runs on it, and for each busy slice a share of what its model draws on top of both. Fitted
 * to all 18 rows of the artifact's two sweeps, whose card draws nothing more because something runs. */
#define CLOVER_STATIC_W 35.8
#define CLOVER_AUX_IDLE_W 0.0
#define CLOVER_FLOOR_W (CLOVER_STATIC_W + CLOVER_AUX_IDLE_W)

/* Of what a model draws on top, this share does not depend on the slice; the rest goes by its sevenths. */
#define CLOVER_AUX_ACTIVE_SHARE 0.05

enum { CLOVER_SEVENTHS = 7 };

/* A request in two parts that follow each other and both hold the slice: the host's (decoding, resizing,
 * HTTP), which no variant and no slice changes, and the GPU's. */
struct clover_service {
    double host_ms, gpu_ms;
};

/* The request of a variant with `work` times the GPU time, on a slice that is `ratio` as fast as the whole
 * card (above 1: as fast). */
static inline struct clover_service clover_scaled(struct clover_service base, double work, double ratio)
{
    return (struct clover_service){base.host_ms, base.gpu_ms * work / (ratio > 1 ? 1 : ratio)};
}

static inline double clover_service_ms(struct clover_service service)
{
    return service.host_ms + service.gpu_ms;
}

/* Of a request's time, the part that the GPU works. */
static inline double clover_gpu_share(struct clover_service service)
{
    return service.gpu_ms / clover_service_ms(service);
}

/* The share of what a model draws on top on the whole card that it draws on so many sevenths. */
static inline double clover_slice_share(int sevenths)
{
    return CLOVER_AUX_ACTIVE_SHARE + (1 - CLOVER_AUX_ACTIVE_SHARE) * (double)sevenths / CLOVER_SEVENTHS;
}

/* Mean board power while one instance serves alone on a slice, of a model whose GPU part draws top_w above
 * the floor on the whole card. */
static inline double clover_slice_w(double top_w, int sevenths, struct clover_service service)
{
    return CLOVER_FLOOR_W + top_w * clover_slice_share(sevenths) * clover_gpu_share(service);
}

/* Rule 8: values alive at once for one image: two maps of `channels` at half the input's resolution. */
static inline double clover_image_values(double input_px, double channels)
{
    return 2 * channels * (input_px / 2) * (input_px / 2);
}

/* Rule 8: values alive at once for one text: twice the widest layer (four times the hidden size) and twice
 * the attention of all heads. */
static inline double clover_text_values(double tokens, double hidden, double heads)
{
    return 2 * (4 * hidden * tokens + heads * tokens * tokens);
}

/* Device memory of one request, in GB (rule 8): context, weights, and what is alive at once for each item. */
static inline double clover_memory_gb(double params_m, double values, double items, double value_bytes)
{
    const double context_gb = 0.6;
    return context_gb + (params_m * 1e6 + items * values) * value_bytes * 1e-9;
}

#endif
