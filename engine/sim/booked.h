/* An instance of the loop for GPUs that serve one request at a time, and are one app's own or everybody's:
 * requests are booked at the start (booked.c). */
#ifndef WATTIF_SIM_BOOKED_H
#define WATTIF_SIM_BOOKED_H

#include <stdbool.h>
#include <stdint.h>

struct run;

/* Is the run, as it is now, one of those? To be asked besides what the instance's traits say. */
bool booked_fits(const struct run *run);

/* As an instance of the loop goes on (loop.h), by router. */
void booked_carbondis(struct run *run, int64_t last);
void booked_dybatch(struct run *run, int64_t last);
void booked_own_fifo(struct run *run, int64_t last);

#endif
