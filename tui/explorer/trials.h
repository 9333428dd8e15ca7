/* Trials: runs beside the one explored, asked for by whoever wants to know what something would do before it
 * is done. They have a worker of their own, so that nothing else waits for them; one runs at a time, in the
 * order of their places. Asking again for a place forgets what was asked there before. */
#ifndef WATTIF_TUI_EXPLORER_TRIALS_H
#define WATTIF_TUI_EXPLORER_TRIALS_H

#include "engine/explore/worker.h"

#include <stdbool.h>

enum { TRIALS_MAX = 2 };

struct trials;

/* `wake_fd` as in worker.h. NULL with a message. */
struct trials *trials_create(int wake_fd, struct error *error);
void trials_free(struct trials *trials);

/* Retains the model; NULL forgets what the place has. */
void trials_ask(struct trials *trials, int place, struct model *model);
/* Finished, and valid until the place is asked again; NULL: not yet, or nothing was asked. */
const struct result *trials_result(const struct trials *trials, int place);

/* Starts what is next; true if something has finished since the last time. */
bool trials_pump(struct trials *trials);
/* Until nothing is left to do. */
void trials_wait(struct trials *trials);
/* Is there anything left to do? */
bool trials_busy(const struct trials *trials);

#endif
