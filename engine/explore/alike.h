/* Which of many scenarios have the same run: those that differ in nothing that their schemes read
 * (scenario_forget_unread). BASE measures nothing, so a sweep of Clover's window has one run of BASE, and the
 * preset itself is a point of many a sweep. A list that is filled once and then read by any thread. */
#ifndef WATTIF_EXPLORE_ALIKE_H
#define WATTIF_EXPLORE_ALIKE_H

#include "engine/model/scenario.h"

#include <stdbool.h>
#include <stddef.h>

struct alike;

/* For `n` scenarios; NULL when out of memory. */
struct alike *alike_create(size_t n);
void alike_free(struct alike *alike);

/* The next scenario, whose number is how many there were. False when out of memory. */
bool alike_add(struct alike *alike, const struct scenario *scenario);
/* All were added: what was only needed to compare them is freed. */
void alike_close(struct alike *alike);

/* The first that has the same run: itself, or one before it. */
size_t alike_first(const struct alike *alike, size_t index);

#endif
