/* Pods: the instances that an app has, wherever they stand. A scenario says how many of which size
 * ("pods": {"slice": "2g", "count": 8} of an app) and how its GPUs are cut ("mig"); a pod is named APP/k, k
 * from 1. Each stands on a partition of exactly its size, in the pool of its app. Without a placer, and under
 * k8s, pods stand where Kubernetes would put them (infercool.md 2.7): in the order of the apps, each on the
 * node with the most free sevenths that has a free partition of the size, on the first of these in the order
 * of its GPUs. One with a place of its own (knob pod.APP/k) is put there before all others.
 *
 * Pods are numbered app by app; such a number is the target of a knob of scope pod. */
#ifndef WATTIF_MODEL_PODS_H
#define WATTIF_MODEL_PODS_H

#include "engine/model/scenario.h"

/* A GPU of the fleet in force and an entry of its `mig`; -1: whichever entry. On one that is not cut: 0. */
struct pod_spot {
    int gpu, entry;
};

int pods_count(const struct scenario *scenario);
bool pods_are_in(const struct scenario *scenario, int pool);
/* The app of a pod, and its number among the app's, from 1. */
struct pod_pin *pods_pin(const struct scenario *scenario, int app, int number); /* where it is to begin, or
                                                                                   NULL: nobody says */
void pods_find(const struct scenario *scenario, int target, int *app, int *number);
/* The target that is called so ("chat/3") or has this number of this app; -1: there is none. */
int pods_find_name(const struct scenario *scenario, const char *name);
int pods_target(const struct scenario *scenario, int app, int number);
void pods_name(const struct scenario *scenario, int target, char *out, size_t size);

/* "chat/1 to chat/8 and speech/1"; "none". Returns `out`. */
char *pods_list(const struct scenario *scenario, char *out, size_t size);

/* "gpu1" or "gpu1:2" for this pod: a GPU of the run and of its app's pool, with such a partition. False with
 * a message that says what there is. */
bool pods_parse_spot(const struct scenario *scenario, int target, const char *text, struct pod_spot *spot,
                     struct error *error);

/* Puts every pod on its partition: its app and number go into the pods of the GPUs of the fleet in force,
 * where they replace those of a call before. False, with the place at fault, where there are more pods than
 * partitions, or where something will cut the GPUs anew. */
bool pods_spread(struct scenario *scenario, struct error *error);

/* The same for a scenario that is only asked. */
bool pods_check(const struct scenario *scenario, struct error *error);

#endif
