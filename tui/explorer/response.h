/* The response: what becomes of the whole run over the range of the knob in focus. Each value of its slider,
 * or each scheme that it could be, is a run of its own: beside the knob exactly the one that turning it there
 * would give, from the start or as an edit at the cursor; in full size the value from the start to the end,
 * wherever the cursor is. The runs are a question (questions.h): it is answered
 * behind the screen at the least urgency, and what is known stays known, so turning along a curve costs
 * nothing. Where a scheme draws lots, each value is run with a few seeds. Which metrics get worse on the way
 * is chosen from the table (front.h). A part of the explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_RESPONSE_H
#define WATTIF_TUI_EXPLORER_RESPONSE_H

#include "engine/answers/front.h"
#include "engine/answers/comparison.h"
#include "engine/model/knob.h"
#include "tui/explorer/questions.h"

struct explorer;

enum { RESPONSE_VALUES = 64, RESPONSE_SEEDS = 3 };

/* Who wants to see it: nobody; a panel that has room for it, which must not cost much; whoever opened that;
 * whoever asks about the whole run. */
enum response_wish { RESPONSE_UNWANTED, RESPONSE_IN_PASSING, RESPONSE_ASKED, RESPONSE_WHOLE };

struct response {
    enum response_wish wish;
    /* what it was made for */
    uint64_t generation;
    int64_t cursor_ns;
    struct knob_ref knob;
    bool from_start;
    bool made;

    uint64_t first; /* fingerprint of what the first value leads to: the same for all turns of one knob */
    bool whole;     /* values are in force throughout, and edits of the knob go */
    bool start;     /* values act from the start; else they are edits at the cursor */
    bool stairs;    /* there is nothing between two values */
    bool heavy;     /* too many requests to be simulated in passing */
    int n_values, n_seeds;
    int here, initial;                         /* which values; -1: none is */
    struct knob_value values[RESPONSE_VALUES]; /* in the order of the slider */
    double places[RESPONSE_VALUES];            /* where each lies on it, 0..1 */
    int ranks[RESPONSE_VALUES];                /* the how-many-th run of a seed it is */
    struct question *question;                 /* NULL: out of memory, or no knob */
    bool begun;                                /* what is missing is being simulated, or nothing is */
    size_t seen;                               /* answers that the prices were chosen by */
    int n_prices;
    enum metric prices[PRICES_MAX];
};

/* Says who wants to see it, until it is said again. */
void explorer_want_response(struct explorer *explorer, enum response_wish wish);
/* That of the knob in focus; NULL: there is none (yet). */
const struct response *explorer_response(const struct explorer *explorer);

/* Of a value with a seed, 0 being the scenario's own; NULL: not known (yet). */
const struct answer *response_answer(const struct response *response, int value, int seed);
/* Why there is no run of a value, or NULL. */
const char *response_fault(const struct response *response, int value);
/* The run at a value (scenario_free). False with a message. */
bool response_scenario(const struct explorer *explorer, const struct response *response, int value,
                       struct scenario *scenario, struct error *error);
/* How far the work is from one value to another: whether totals may be held against each other. */
enum work_likeness response_work(const struct response *response);
/* A metric of the run at a value; NAN: not known. */
double response_metric(const struct response *response, enum metric metric, int value);
/* Is the run at a value known to break a limit (limits.h)? */
bool response_breaks_limit(const struct response *response, int value);
/* Its least and greatest over the seeds that are known. */
struct response_band {
    double least, greatest;
};
struct response_band response_band(const struct response *response, enum metric metric, int value);
/* Runs that are known or will never be, of how many. */
size_t response_done(const struct response *response);
size_t response_size(const struct response *response);
/* Every value is known with the scenario's own seed, or cannot be simulated. */
bool response_is_whole(const struct response *response);

/* What a step of the knob in focus would cost, where only one metric can be told beside carbon: the clearest
 * price of the curve, else of the forecasts (results.h), else the worst tail. */
enum metric explorer_price(const struct explorer *explorer);
/* Carbon first, a request's where the work is not the same, then its prices; where nothing gets worse, what
 * explorer_price gives. How many, at most `max`. */
int explorer_response_metrics(const struct explorer *explorer, enum metric *out, int max);

/* --- for the explorer itself --- */

/* Follows what is explored; `idle`: nothing more urgent runs, so what is missing may be simulated. True if
 * something has come. */
bool explorer_follow_response(struct explorer *explorer, bool idle);
/* It will be begun as soon as nothing more urgent runs. */
bool explorer_response_waits(const struct explorer *explorer);
void explorer_drop_response(struct explorer *explorer);

#endif
