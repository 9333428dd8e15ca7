/* The GPUs of a run: how busy each was, what it drew and how many waited for it, over stretches of its
 * recording, over the run so far, and at an instant. GPUs and classes are the recording's; energy in J, power
 * in W, times in ns since the start of the run. NAN is "not recorded". */
#ifndef WATTIF_ANSWERS_GPUS_H
#define WATTIF_ANSWERS_GPUS_H

#include "engine/answers/curves.h"
#include "engine/answers/run_view.h"

#include <stdbool.h>
#include <stdint.h>

/* The type of a class's GPUs ("A100-40GB"); NULL where the fleet has none of it. */
const char *gpus_class_type(const struct recording *recording, enum gpu_class class);

/* --- over time --- */

/* Busy share, 0..1, over the buckets that the stretch before t touches; NAN before any is simulated. */
double gpus_busy_share(const struct recording *recording, int gpu, int64_t t_ns, int64_t width_ns);

/* One quantity over [from_ns, to_ns) in n points: busy share, the greatest queue, power; NAN where a point
 * has no bucket. Returns the greatest. */
enum gpu_quantity { GPU_BUSY_SHARE, GPU_QUEUE, GPU_POWER };
double gpus_history(const struct recording *recording, int gpu, enum gpu_quantity what, int64_t from_ns,
                    int64_t to_ns, int n, float *points);

/* Mean busy share of a class, per cent, at each point of the curves; CLASS_COUNT: of all GPUs. */
void gpus_class_curve(const struct recording *recording, const struct curves *curves, int class,
                      float *points);

/* --- over the run so far --- */

struct gpu_totals {
    double energy_j, starts;
    double power_min_w, power_max_w;
    double queue_mean, queue_max; /* requests waiting; NAN where they wait for no GPU of their own */
};
struct gpu_totals gpus_totals(const struct run_view *view, int gpu);

/* Mean busy share of a class over a run, per cent; 0 where nothing is simulated yet. */
double gpus_class_share(const struct recording *recording, const struct summary *total, int class);

/* The pods of a GPU as its scenario has them: "4g:gpt+mnet,3g:whisper". */
void gpus_print_pods(const struct model *model, int gpu, char *out, size_t size);

/* --- at an instant --- */

/* The first instance of a GPU that runs; where apps take turns and none has one at this instant, the first
 * that has work; -1 if it idles. *queue: requests that wait for the GPU. */
int gpus_busy_instance(const struct model *model, const struct instant *instant, int gpu, int64_t *queue);

#endif
