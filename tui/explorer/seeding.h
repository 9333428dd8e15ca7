/* Seeding: one list of runs asked over and over with other seeds. The first is what somebody sees come; the
 * others follow one after the other behind whatever is more urgent, until there are as many as an interval
 * needs, or somebody stops them or asks for more. A part of the explorer; views use it where they judge. */
#ifndef WATTIF_TUI_EXPLORER_SEEDING_H
#define WATTIF_TUI_EXPLORER_SEEDING_H

#include "tui/explorer/questions.h"

enum { SEEDING_STEP = 5, SEEDING_MAX = 40 };

struct seeding_plan;

struct seeding {
    struct seeding_plan *plan; /* shared by the questions */
    size_t n, wanted;          /* seeds asked; as many as there shall be */
    bool asked;                /* that many were asked for */
    struct question *questions[SEEDING_MAX];
};

/* Asks for the first seed; the plan's scenarios are those of it. Takes the plan's context over, also on
 * failure. False with a message. */
bool seeding_open(struct seeding *seeding, struct explorer *explorer, const struct question_plan *plan,
                  struct error *error);
void seeding_close(struct seeding *seeding, struct explorer *explorer);

/* Asks for the next seed where one is wanted and the one before is whole. Where somebody waits for all that
 * is asked (`hurried`) it stays at the first, unless SEEDING_STEP of them serve `most` requests at most,
 * which nobody knows while the run explored is still simulated. */
void seeding_update(struct seeding *seeding, struct explorer *explorer, bool hurried, double most);
/* Stops the seeds that come, or asks for SEEDING_STEP more, and says so in `out`. */
void seeding_stop_or_more(struct seeding *seeding, struct explorer *explorer, char *out, size_t size);

/* Of run i with a seed. */
const struct answer *seeding_answer(const struct seeding *seeding, size_t i, size_t seed);
const char *seeding_fault(const struct seeding *seeding, size_t i, size_t seed);
/* Seeds of which every run has an answer or a fault. */
size_t seeding_whole(const struct seeding *seeding);
/* Runs that are there, of all that were asked for. */
size_t seeding_done(const struct seeding *seeding);
size_t seeding_size(const struct seeding *seeding);

#endif
