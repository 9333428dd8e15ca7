/* The focus: which knobs there are to turn, and which one is being turned. A part of the explorer
 * (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_FOCUS_H
#define WATTIF_TUI_EXPLORER_FOCUS_H

#include "engine/model/model.h"

struct explorer;

enum { EXPLORER_KNOBS = 160 };

struct focus {
    int n_knobs, at;
    bool few;    /* shown are only the scenario's levers, what was turned and what is in hand */
    int n_shown; /* these, which come first; else all */
    struct knob_ref
        favourite; /* the knob that the user chose; it regains the focus when it is listed again */
    struct knob_ref knobs[EXPLORER_KNOBS];
};

/* Lists the knobs that matter for the scenario's policies; the focus stays on its knob. */
void explorer_list_knobs(struct explorer *explorer);
/* Is it one of the few whose step moves the result: named by the scenario or, where that names none, a scheme
 * or a favourite? */
bool explorer_is_lever(const struct explorer *explorer, struct knob_ref knob);
/* Lists few of them or all (focus.few). */
void explorer_show_few(struct explorer *explorer, bool few);
/* Moves the focus by so many knobs, round the ends. */
void explorer_focus(struct explorer *explorer, int step);
/* Gives it to this knob, now or when it is listed again. */
void explorer_favour(struct explorer *explorer, struct knob_ref knob);
/* Does the controller set this knob, the water, at the cursor? Its value is then what it has set. */
bool explorer_is_controlled(const struct explorer *explorer, struct knob_ref knob);
/* The value in force where a turn would act. */
struct knob_value explorer_value(const struct explorer *explorer, struct knob_ref knob);
/* Where a value lies on the knob's slider: 0 that sets no limit lies at the end where limits are loosest. */
double explorer_slider_place(const struct explorer *explorer, struct knob_ref knob, double value);
/* Where the knob's slider goes: as what was opened has it, also its GPUs and SLOs; of a knob with rungs from
 * the first to the last, with the step between them, 0 where that is not everywhere the same. */
struct knob_slider explorer_slider(const struct explorer *explorer, struct knob_ref knob);
/* The only values that a knob can have, ascending: a clock's. How many; 0: its slider has steps. */
size_t explorer_rungs(const struct explorer *explorer, struct knob_ref knob, double rungs[CLOCKS_MAX]);
/* Which of them is nearest to a value. */
size_t explorer_nearest_rung(const double *rungs, size_t n, double value);
/* The value `steps` steps away, clamped to the slider; false if that is the same value. */
bool explorer_step(const struct explorer *explorer, struct knob_ref knob, int steps,
                   struct knob_value *value);
bool explorer_same_knob(struct knob_ref a, struct knob_ref b);

#endif
