/* A sweep behind the screen: every configuration of ranges of knobs, each with several seeds, in one campaign
 * of the explorer's queue of jobs. Points come as they finish, in no particular order; one that cannot be
 * simulated stays unknown, and the others go on. There is one sweep at a time; it stays, stopped or whole,
 * until the next is begun. A sweep that was read from a file is shown the same way. A part of the explorer
 * (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_SWEEPING_H
#define WATTIF_TUI_EXPLORER_SWEEPING_H

#include "engine/base/error.h"
#include "engine/model/knob.h"

struct explorer;
struct sweep; /* engine/explore/sweep.h */
struct sweep_values;

struct front_point; /* engine/answers/front.h */

/* More points than anybody asks for by mistake, and as many as the screen holds: beyond, `wattif sweep`
 * writes them to a file. */
enum { SWEEPING_MANY = 5000, SWEEPING_MAX = 50000 };

/* The sweep that is being explored, or NULL. Values of points that are not there are NAN. */
const struct sweep_values *explorer_sweep(const struct explorer *explorer);
/* How many of its points have come; whether more will. */
size_t explorer_sweep_done(const struct explorer *explorer);
bool explorer_sweep_runs(const struct explorer *explorer);
/* Are all seeds of a configuration there? */
bool explorer_sweep_has(const struct explorer *explorer, size_t configuration);
/* Grows by one with each sweep that is begun or shown. */
unsigned explorer_sweep_number(const struct explorer *explorer);

/* Begins one, in the place of whatever was swept. Takes the sweep over, also on failure. False with a
 * message. */
bool explorer_sweep_begin(struct explorer *explorer, struct sweep *sweep, struct error *error);
/* Where all of it has come: more configurations near this front, which are simulated behind the others
 * (sweep_run.h); as often as it is asked, but no more in all than this many. False: there is nothing new, or
 * the sweep was stopped, or is shown. */
bool explorer_sweep_refine(struct explorer *explorer, const struct front_point *means, const size_t *front,
                           size_t n_front, size_t budget);
/* Shows one that is there: `n` points from the first on, sweep_columns() values each. Takes the sweep over.
 */
bool explorer_sweep_show(struct explorer *explorer, struct sweep *sweep, const double *values, size_t n,
                         struct error *error);
/* The settings of a configuration in the scenario explored, from the start, as one change. False with a
 * message. */
bool explorer_take_configuration(struct explorer *explorer, size_t configuration, struct error *error);
/* The values that a configuration has of some axes, as the screen says them. */
void explorer_name_axes(const struct sweep *sweep, size_t configuration, unsigned axes, char *out,
                        size_t size);
/* "CIT 0.90, DYBATCH": a configuration as people read it. */
void explorer_name_configuration(const struct explorer *explorer, size_t configuration, char *out,
                                 size_t size);
/* The value of one axis: "CIT 0.90"; a knob of several targets as it was given, and a number in all its
 * digits, so that who sets it has the same run. Returns the knob, or the first of them. */
struct knob_ref explorer_name_swept(const struct sweep *sweep, size_t axis, size_t value, char *out,
                                    size_t size);
/* Calls off what is left; what has come stays. */
void explorer_sweep_stop(struct explorer *explorer);

/* --- for the explorer itself --- */

bool explorer_take_sweep(struct explorer *explorer);
void explorer_drop_sweep(struct explorer *explorer); /* waits for what runs */

#endif
