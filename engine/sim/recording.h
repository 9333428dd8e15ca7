/* The recording of a run: what every plot, table and saved run shows. At most 1,024 buckets of equal width;
 * float32 columns, sums over the bucket unless said otherwise; for queues and for each GPU's power also the
 * least and the greatest, so that a short burst does not vanish; one percentile sketch per app and bucket.
 * NAN is "not known": a figure that the run has not, or that a run saved by an older wattif did not
 * record, or a mean over no requests; so are temperatures and water where no GPU has a temperature. A column
 * is one line below and one in the store's schema.
 *
 * It grows while it is read: all columns are allocated beforehand, the writer fills a bucket and then
 * publishes the count with release order; a reader calls recording_count (acquire) and may read that many
 * buckets. Nothing is reallocated. The last bucket of a finished run may be partial: it ends at end_ns.
 *
 * A run that keeps all of its responses (exact percentiles) keeps them here, in order of completion, and with
 * each bucket publishes how many there are: whoever asks for a sketch has it made of that stretch, and who
 * asks for none has none made. Of other runs, and of saved ones, the sparse sketches lie here, in chunks
 * whose addresses are published like the buckets. The table of chunks holds as many as the sketches can ever
 * fill; a sketch is lost only when memory runs out, and then it is counted: the window it belongs to has too
 * few responses, while totals and whole-run percentiles are not touched.
 *
 * Beside the columns lie chronicles (chronicle.h): how each GPU under MIG was cut and what its slices held,
 * from instant to instant (GPUs that are not cut have no layouts); which pods moved; what was done to the
 * water; and where a configurator searches, what it tried, with the names of the graphs' variants. */
#ifndef WATTIF_SIM_RECORDING_H
#define WATTIF_SIM_RECORDING_H

#include "engine/base/sketch.h"
#include "engine/sim/chronicle.h"
#include "engine/sim/summary.h"

/* Columns of the whole run, per app, per GPU: id, name with unit (the name in SQL and CSV), what it is. */
#define RECORDING_RUN_COLUMNS(X)                                                                             \
    X(ENERGY_ACTIVE, "energy_active_j", "IT energy while something runs on the GPU")                         \
    X(ENERGY_IDLE, "energy_idle_j", "IT energy while nothing runs")                                          \
    X(CARBON_ACTIVE, "carbon_active_g", "carbon of the active energy, the auxiliary part included")          \
    X(CARBON_IDLE, "carbon_idle_g", "carbon of the idle energy")                                             \
    X(CARBON_FACILITY, "carbon_facility_g", "carbon of the facility's overhead")                             \
    X(CARBON_EMBODIED, "carbon_embodied_g", "embodied carbon of the GPUs held")                              \
    X(CARBON_COOLING, "carbon_cooling_g", "carbon of cooling, where the facility's energy is split")         \
    X(WATER, "water_c", "water supplied to the GPUs, mean over the bucket")                                  \
    X(INTENSITY, "ci_g_per_kwh", "intensity in force, mean over the bucket")                                 \
    X(CIR, "cir", "intensity over its history mean, mean over the bucket")                                   \
    X(HIGH_USES, "high_end_uses", "requests started on the high class")

#define RECORDING_APP_COLUMNS(X)                                                                             \
    X(ARRIVED, "arrived", "requests arrived")                                                                \
    X(FINISHED, "finished", "requests finished")                                                             \
    X(VIOLATIONS, "violations", "requests finished later than the SLO")                                      \
    X(APP_HIGH_USES, "high_end_uses", "requests started on the high class")                                  \
    X(APP_ENERGY, "energy_j", "active energy attributed to the app")                                         \
    X(APP_TIME, "busy_s", "instance time spent on the app")                                                  \
    X(QUEUE_MEAN, "queue_mean", "requests waiting, mean over time")                                          \
    X(QUEUE_MIN, "queue_min", "requests waiting, least")                                                     \
    X(QUEUE_MAX, "queue_max", "requests waiting, greatest")                                                  \
    X(APP_ACCURACY, "accuracy", "accuracy of the requests finished, mean over them")                         \
    X(COMPUTE, "compute_j", "energy of its own beside the static and auxiliary power of GPUs")               \
    X(CONTESTED, "contested_s",                                                                              \
      "time with work on a GPU that is shared in turns, another app having some, too")                       \
    X(CONTESTED_TIME, "contested_own_s", "of that, its turns, over its weight")                              \
    X(CONTESTED_ENERGY, "contested_own_j", "energy of those, over its weight, as the schemes count it")

/* What waits for a GPU: requests in its instances' own queues and, where it is dedicated to one app, those in
 * that app's queue. A length that lasts no time (a request that starts as it arrives) is no queue. The clock
 * is NAN where the fleet names none: then it is the one that the GPU's profile rows were measured at. The
 * parts of energy, and an app's compute energy, are NAN where no power law tells them apart (ledger.h). */
#define RECORDING_GPU_COLUMNS(X)                                                                             \
    X(GPU_ENERGY, "energy_j", "energy")                                                                      \
    X(GPU_BUSY, "busy_s", "time with something running")                                                     \
    X(POWER_MIN, "power_min_w", "least power")                                                               \
    X(POWER_MAX, "power_max_w", "greatest power")                                                            \
    X(GPU_STARTS, "starts", "requests started on it")                                                        \
    X(GPU_QUEUE_MEAN, "queue_mean", "requests waiting for it, mean over time")                               \
    X(GPU_QUEUE_MIN, "queue_min", "requests waiting for it, least")                                          \
    X(GPU_QUEUE_MAX, "queue_max", "requests waiting for it, greatest")                                       \
    X(GPU_CLOCK, "clock_mhz", "clock in force, mean over time")                                              \
    X(STATIC, "static_j", "energy of the static power, which is drawn always")                               \
    X(AUXILIARY, "auxiliary_j", "energy of the auxiliary power, which is drawn once while anything runs")    \
    X(NAIVE, "naive_j", "energy by the naive estimate, which counts that for each that runs")                \
    X(TEMP_MEAN, "temp_mean_c", "temperature, mean over time")                                               \
    X(TEMP_MIN, "temp_min_c", "temperature, least")                                                          \
    X(TEMP_MAX, "temp_max_c", "temperature, greatest")

#define RECORDING_ENUM(id, name, help) COLUMN_##id,
enum run_column { RECORDING_RUN_COLUMNS(RECORDING_ENUM) RUN_COLUMNS };
enum app_column { RECORDING_APP_COLUMNS(RECORDING_ENUM) APP_COLUMNS };
enum gpu_column { RECORDING_GPU_COLUMNS(RECORDING_ENUM) GPU_COLUMNS };
#undef RECORDING_ENUM

extern const char *const run_column_names[RUN_COLUMNS];
extern const char *const app_column_names[APP_COLUMNS];
extern const char *const gpu_column_names[GPU_COLUMNS];

enum { RECORDING_BUCKETS_MAX = 1024, RECORDING_LAYOUT_SIZE = 448 };

struct recording_app {
    char name[32], model[48];
    double slo_ms; /* initial, slo_scale included; NAN none */
    double percentile;
};

struct recording_gpu {
    char name[32], type[24];
    int class; /* enum gpu_class */
    int owner; /* app or -1 */
    double idle_w;
};

/* What a number of a variant in a graph stands for (model_clover.variants). */
struct recorded_variant {
    int app;
    int variant; /* index in the recording's variants */
};

struct sketch_ref {
    uint32_t chunk, offset, n;
};

struct recording {
    /* fixed at creation */
    char scenario[64];
    int64_t start_s; /* UTC */
    int64_t bucket_ns;
    int n_buckets, n_apps, n_gpus;
    struct recording_app *apps;
    struct recording_gpu *gpus;
    float *run[RUN_COLUMNS];     /* [bucket] */
    float *app[APP_COLUMNS];     /* [app * n_buckets + bucket] */
    float *gpu[GPU_COLUMNS];     /* [gpu * n_buckets + bucket] */
    struct sketch_ref *sketches; /* [app * n_buckets + bucket] */
    struct sketch_pair **chunks; /* room for as many as the sketches can fill */
    uint32_t n_chunks, chunk_used;
    int64_t **responses;       /* [app] all of them, in ns; or NULL: their sketches are in the chunks */
    int64_t *response_ends;    /* [app * n_buckets + bucket] how many there were at its end */
    struct chronicle *layouts; /* [gpu] */
    int n_variants;
    char (*variants)[24];          /* that its slices name; "" where a model has no variants */
    struct chronicle water, moves; /* moves: of pods */
    struct chronicle evaluations;  /* of the pool that is told of (model_told_pool) */
    int n_graph_variants;
    struct recorded_variant graph_variants[GRAPH_VARIANTS_MAX];
    /* growing */
    _Atomic int count;         /* buckets that may be read */
    _Atomic int lost_sketches; /* for which there was no memory; layouts and evaluations likewise */
    _Atomic bool finished;     /* then end_ns and summary are valid */
    int64_t end_ns;            /* end of the last bucket, when finished: the horizon */
    struct summary summary;
};

/* NULL when out of memory. */
struct recording *recording_create(int n_buckets, int n_apps, int n_gpus);
void recording_free(struct recording *recording);

static inline int recording_count(const struct recording *recording)
{
    return atomic_load_explicit(&recording->count, memory_order_acquire);
}
static inline bool recording_finished(const struct recording *recording)
{
    return atomic_load_explicit(&recording->finished, memory_order_acquire);
}

/* Sketches that have found no memory so far: while this is not 0, percentiles over a
 * window are not to be trusted, and the store does not save the run. */
static inline int recording_lost_sketches(const struct recording *recording)
{
    return atomic_load_explicit(&recording->lost_sketches, memory_order_relaxed);
}

/* Before the run: makes room for this many responses of an app. False: no memory. */
bool recording_keep_responses(struct recording *recording, int app, int64_t most);

/* Writer's side: one writer at a time. Where responses are kept, the number of them at the end of a bucket;
 * else one sketch for each app and bucket (false: no memory, the sketch is lost and counted). */
void recording_end_responses(struct recording *recording, int app, int bucket, int64_t n);
bool recording_put_sketch(struct recording *recording, int app, int bucket, const struct sketch_pair *pairs,
                          size_t n);
void recording_publish(struct recording *recording, int count);
void recording_finish(struct recording *recording, int64_t end_ns); /* after summary is filled */

/* The sketches of one app, of buckets from..to-1, added to a dense one. That of one bucket: added to one that
 * slides (`in`), or taken out of it again; returns how many responses it holds. Sparse: into `pairs`,
 * ascending, with room for SKETCH_BINS; returns how many pairs. */
void recording_add_sketches(const struct recording *recording, int app, int from, int to,
                            struct sketch *sketch);
uint64_t recording_slide_sketch(const struct recording *recording, int app, int bucket, bool in,
                                struct sketch_slide *slide);
size_t recording_sketch(const struct recording *recording, int app, int bucket, struct sketch_pair *pairs);

/* Layouts, writer's side: variants before the run begins (the index, or -1 when out of memory). A picture of
 * a GPU is so from its t_ns on; nothing is added where nothing changed, and of several changes at one instant
 * that is not published yet only the last one stays. It is published with its bucket; one that finds no
 * memory counts as a lost sketch. */
int recording_add_variant(struct recording *recording, const char *name);
bool recording_put_layout(struct recording *recording, int gpu, const struct recorded_layout *layout);

/* Evaluations, writer's side, likewise. */
bool recording_put_evaluation(struct recording *recording, const struct evaluation *evaluation);

static inline const struct evaluation *recording_evaluation(const struct recording *recording, int k)
{
    return chronicle_get(&recording->evaluations, k);
}

/* How the GPU was cut at t_ns, as far as buckets are published; NULL: it is not cut. */
const struct recorded_layout *recording_layout_at(const struct recording *recording, int gpu, int64_t t_ns);

/* "4g:images/b5,2g:images/b1,1g:-", as the knob mig.GPU has it; out needs RECORDING_LAYOUT_SIZE bytes. */
void recording_print_layout(const struct recording *recording, const struct recorded_layout *layout,
                            char *out, size_t size);

/* Width in seconds of bucket b: the last one of a finished run may be shorter. */
double recording_width_s(const struct recording *recording, int bucket);

/* Length in seconds of buckets [from, to). */
double recording_seconds(const struct recording *recording, int from, int to);

/* Sums of a column over buckets [from, to). */
double recording_sum_run(const struct recording *recording, enum run_column column, int from, int to);
double recording_sum_app(const struct recording *recording, enum app_column column, int app, int from,
                         int to);
double recording_sum_gpu(const struct recording *recording, enum gpu_column column, int gpu, int from,
                         int to);

/* Percentile of an app's responses in buckets [from, to), in ms, from the merged sketches; NAN if nothing
 * finished. */
double recording_percentile_ms(const struct recording *recording, int app, int from, int to, double p);

/* Deep copy of the first `count` buckets of a recording of the same shape that has lost nothing (a run forked
 * from it starts so). False when out of memory. */
bool recording_copy_prefix(struct recording *to, const struct recording *from, int count);

#endif
