/* Workloads: what they own. */
#include "engine/model/workload.h"

#include <stdlib.h>

const char *const workload_kind_names[WORKLOAD_KIND_COUNT] = {"rates", "arrivals"};

void workload_free(struct workload *workload)
{
    free(workload->rate);
    free(workload->arrival_ns);
    free(workload->batch);
    workload->rate = NULL;
    workload->arrival_ns = NULL;
    workload->batch = NULL;
    workload->n = 0;
}
