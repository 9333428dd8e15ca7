/* Heat in a run, where the model says that GPUs have temperatures (physics/heat.h); elsewhere none of this
 * exists and nobody pays for it. A GPU's temperature moves on when its power changes, when that of one
 * upstream does, when the supply does, and at the ends of buckets and periods: with the old power, then the
 * new one is in force (composition.md section 3). In between it follows from its state, so to look moves
 * nothing.
 *
 * The variance among GPUs is that of each instant, averaged over time, and exact: beside each GPU's integral
 * of T^2 the square of the sum of all temperatures is integrated. GPUs of one alpha near their steady
 * temperatures alike, so their sum is one body again; a group.
 *
 * Water: fixed, or under the controller (infercool.md 1.4, rule 8). At the end of each period of five minutes
 * it plans the next one: the water is made so warm, or cold, that the greatest rise above the water that any
 * GPU had in the last day leaves HEAT_RESERVE_K to the safe temperature. Not the last period's alone: what
 * rises once, as when a GPU is cut anew, does so again, and at no particular hour. While a GPU nears more
 * than the safe temperature, it is looked at every second; one that is too hot cools the water by its excess
 * at once, and again not before that has shown. Water can be no colder than HEAT_WATER_MIN_C: how far that
 * was from enough is told. What was done is a list in the recording, each with its reason.
 *
 * Who was too hot is told stretch by stretch: each period is one, cut where the safe temperature was turned.
 */
#ifndef WATTIF_SIM_HEAT_H
#define WATTIF_SIM_HEAT_H

#include "engine/sim/state.h"

#define HEAT_PERIOD_NS                                                                                       \
    (300 * NS_PER_S) /* of adaptation: of the controller, and of what is told of maxima                      \
                      */
#define HEAT_LOOK_NS NS_PER_S

enum { HEAT_DAY = 288 }; /* periods */

/* GPUs of equal alpha: the sum of their steady temperatures, and of how far they are from these. (Side by
 * side the two would be read as one vector, which takes long where one of them was written just now.) */
struct heat_group {
    double steady_sum_c, alpha_per_s, away_sum_c;
};

struct heat_run {
    struct water_state water;
    int64_t since_ns;         /* of the groups */
    int64_t next_period_ns;   /* end of the period under way */
    int64_t stretch_ns;       /* where the stretch under way began */
    double safe_c;            /* the safe temperature in it */
    int64_t look_ns;          /* next look at who is too hot; NS_NEVER: nobody may be */
    int64_t hold_ns;          /* the water is not cooled again before */
    double period_top_c;      /* highest temperature of the period under way */
    double period_above_k;    /* most above the water that it felt: */
    double felt_c;            /* the supply, or until colder water has shown, at */
    int64_t settle_ns;        /* , the one before; NS_NEVER: it has */
    double short_k;           /* the most by which the coldest water was too warm for the plan */
    double rises_k[HEAT_DAY]; /* period_above_k of the last day's periods, number k at k % HEAT_DAY */
    double sum_square_area;   /* of the square of the sum of all temperatures */
    double water_area;        /* C ns of the open bucket, up to */
    int64_t water_since_ns;
    double cooling_j;  /* of the run */
    int64_t n_periods; /* ended */
    int64_t fold;      /* so many to an entry of */
    double period_max_c[HEAT_PERIODS_MAX];
    int32_t n_groups, n_warm;
    int32_t period_gpu, spare;  /* whose that was */
    struct heat_group groups[]; /* [n_warm] at most */
};

/* Bytes in the block; 0: no GPU has a temperature. */
size_t heat_size(const struct model *model);
size_t heat_run_size(const struct model *model);

/* At the start: each GPU idle for ever, at the water of the start. */
void heat_begin(struct run *run);

/* Nobody in this run feels it: there is none from now on. */
void heat_forget(struct run *run);

/* The GPU's power has changed. */
void heat_follow(struct run *run, int gpu);

/* The event of its own slot: the end of a period, or a look. */
void heat_event(struct run *run);

/* A knob of water was turned. */
void heat_turned(struct run *run, enum knob_id id);

/* May a governor raise the clock of this GPU (CO-C14)? */
bool heat_lets_raise(const struct run *run, int gpu);

/* At the end of a bucket, the ledger being closed: writes its columns and begins the next. */
void heat_end_bucket(struct run *run, double width_ns);

/* Energy of cooling for each joule of a GPU's, split by the facility, at the water of now. */
double heat_cooling_of(const struct run *run, int gpu);
/* The books of a pool are closed. */
void heat_close(struct run *run, int pool);

/* Into a summary of the run so far. */
void heat_summarise(const struct run *run, struct summary *summary);

/* CO-4 and whatever else must hold; NULL: it does. */
const char *heat_check(const struct run *run);

#endif
