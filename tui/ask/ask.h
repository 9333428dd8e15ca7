/* Questions: what is asked of many runs beside the one explored, and how the answer is told. A question is
 * one file: it names the runs (a plan, as explorer/questions.h takes it) and tells, with what has come so
 * far, an account (engine/account/account.h), which media write as a screen, as text, CSV, JSON and HTML.
 * Everything else is here once: asking, more seeds while nothing more urgent waits, telling again when
 * something has come, the cursor. A question draws nothing and knows no key; its row in views.def makes it a
 * view, and its name a command. */
#ifndef WATTIF_TUI_ASK_ASK_H
#define WATTIF_TUI_ASK_ASK_H

#include "engine/account/account.h"
#include "store/store.h"
#include "tui/explorer/explorer.h"
#include "tui/explorer/seeding.h"
#include "tui/words/view_names.h"

#include <stdio.h>

enum { ASK_SAID = 200, ASK_ARGUMENT = 512 };
struct canvas;
struct rect;
enum ask_entered {
    ASK_REFUSED,    /* with a message */
    ASK_STAYS,      /* said, and the account is told again */
    ASK_LEAVES,     /* said, and the question is over */
    ASK_LEAVES_ALL, /* and so is what it was opened from */
    ASK_OPENS       /* ask->opens with ask->argument, and the question stays below */
};

struct ask; /* below: one that is open */

/* Something else than entering that may be done with a row. */
struct ask_act {
    enum action_id action;
    const char
        *name; /* what it does, as the last row says it; NULL: it does not; "": with the one before it */
    /* NULL: the view that the action opens takes the place of this one */
    enum ask_entered (*take)(struct ask *ask, enum action_id action, size_t step, char said[ASK_SAID],
                             struct error *error);
};

struct question_of {
    const char *name;    /* "contribution" */
    const char *title;   /* "Contribution": what its screen is headed by */
    const char *enters;  /* what Enter does, as the last row says it: "open that run" */
    const char *turns;   /* what Tab chooses between: "alone or last"; NULL: nothing */
    const char *chooses; /* what its sections are: "metric"; NULL: it has none */
    const struct ask_act *acts;
    size_t n_acts;
    bool held;       /* it is held against ask->against: another one makes another question */
    bool filtered;   /* its rows may be narrowed by what is typed */
    bool best_first; /* what is looked for is its first row, and chosen until another is */
    /* its steps lie from left to right: what they are called, "value", and what up and down go through,
     * "knob"; NULL: they lie one below the other, and left and right go through the choices */
    const char *across, *others;
    const char *line; /* what the line that it is asked of begins with: "vary"; NULL: there is none */
    bool seeded;      /* its line says how many seeds it has, too */
    bool one_seed;    /* more than the first come only when asked for */
    double
        seed_requests; /* requests that may be served for more seeds where somebody waits for all of them */
    size_t lanes;      /* the steps of a row, which Tab goes through */
    size_t state_size; /* of ask->state, zeroed before plan */
    /* The runs; none where all is known. Fills the state too. False with a message: the question cannot be
     * asked here. */
    bool (*plan)(struct ask *ask, struct question_plan *plan, struct error *error);
    /* Of one whose runs come in steps, in the place of those of a plan: takes in what came and asks on;
     * `waits` says whether more comes. Called before each frame; what changed it tells again
     * (question_retell). `runs`: about how many. */
    void (*follow)(struct ask *ask);
    size_t runs;
    /* Of one that is asked of a line which is typed, "cit=0.6:1.4:0.05 seeds=3": what it is of now, or might
     * be; asks, and ASK_LEAVES says that it has begun; calls off what is left, false where nothing is. */
    void (*suggest)(const struct ask *ask, char *line, size_t size);
    enum ask_entered (*begin)(struct ask *ask, const char *line, char said[ASK_SAID], struct error *error);
    bool (*stop)(struct ask *ask, char said[ASK_SAID]);
    /* Of one whose line looks for a step, which is then taken by itself: all of it is there, and this was
     * found; ACCOUNT_NO_STEP: none. */
    bool (*found)(const struct ask *ask, size_t *step);
    /* Up and down, -1 and 1, where steps lie across; Tab where a row has one step. Says what that was. */
    void (*turn)(struct ask *ask, int way);
    void (*tab)(struct ask *ask, char said[ASK_SAID]);
    /* The account of what has come: into an account that was begun. Chooses the section that is shown first,
     * once. */
    void (*tell)(struct ask *ask);
    /* The end of the account that machines alone read, where that is much: told when somebody does. */
    void (*rows)(struct ask *ask);
    /* What is told of the row that is chosen (account_about_step), where that is too much for each of them.
     */
    void (*about)(struct ask *ask, size_t step);
    /* Of one whose rows are points of a plane, beside the dashboard: the row that is chosen is explored at
     * once.
     */
    bool (*walk)(struct ask *ask, size_t step, struct error *error);
    /* Of one whose rows are a window of many more, which the filter lets through as it says itself: so many
     * steps on, very many lead to an end, 0 to the nearest where the window has none. Says what stopped it.
     */
    void (*move)(struct ask *ask, int steps, char said[ASK_SAID]);
    /* Draws what the place of a drawing is for (account_drawing); lies in tui/views. */
    void (*draw)(const struct ask *ask, struct rect rect, struct canvas *canvas);
    /* Takes the step of a row, by the explorer's functions, and says what that was. */
    enum ask_entered (*enter)(struct ask *ask, size_t step, char said[ASK_SAID], struct error *error);
    /* A page of its own in the place of the account's; or NULL. */
    bool (*report)(const struct ask *ask, struct store *store, FILE *out, struct error *error);
    const char *command;           /* that repeats a page of it, where this is not its name; or NULL */
    void (*free)(struct ask *ask); /* what the state owns and the plan does not; or NULL */
};

struct ask {
    const struct question_of *question;
    struct explorer *explorer;
    struct store *store; /* NULL: there is none */
    bool of_sweep;       /* it is asked of the explorer's sweep, which a plan of no runs tells of as it is */
    void *state;         /* the question's */
    struct seeding seeding;
    size_t seen;                  /* runs that the account stands for; SIZE_MAX: none yet */
    bool news;                    /* the last update told it again */
    bool whole;                   /* it has what machines alone read, too */
    uint64_t generation;          /* of the document that it is asked of */
    bool finished;                /* its run had, when it was told */
    const struct result *against; /* what the dashboard shows beside the run; NULL: nothing */
    const char *filter;           /* what rows that have a step are to say; "": anything */
    enum view_id opens;           /* of ASK_OPENS */
    char argument[ASK_ARGUMENT];  /* of that; else what it was opened with itself, as a line */
    size_t chosen; /* the step of the row that is chosen, of whatever row; ACCOUNT_NO_STEP: the first */
    struct account account;
    size_t section, step, lane; /* what is chosen of it */
    bool moved;                 /* by somebody */
    size_t left;                /* where Tab left the table that it leads back to */
    bool settled;               /* the section has been chosen */
    bool waits;                 /* one that follows: more comes */
    size_t done, of;            /* likewise: of so many at most, where it says so */
    size_t seeds;               /* that its line asks for, set by plan; 0: as many as come by themselves */
    double phi_fair; /* of the instant at the cursor: up to where phi is perfectly fair; NAN: there is none */
};

/* Asks, of the explorer's run or of its sweep; of a line, or "". False with a message, and then there is
 * nothing to close. */
bool question_open(struct ask *ask, const struct question_of *question, struct explorer *explorer,
                   struct store *store, bool of_sweep, const char *line, struct error *error);
void question_close(struct ask *ask);
/* Asks again where it is asked of another document now, asks for more seeds where that is due, and tells the
 * account again where something has come. `hurried`: somebody waits for the end of it all. False with a
 * message: it cannot be asked any more, and is closed. */
bool question_update(struct ask *ask, bool hurried, struct error *error);
/* Chooses the row of a step, and its lane, and takes it. */
enum ask_entered question_enter(struct ask *ask, size_t step, size_t lane, char said[ASK_SAID],
                                struct error *error);
/* The account is to be told again. */
void question_retell(struct ask *ask);

/* The account with all that machines read. */
struct account *question_whole(struct ask *ask);

/* A page of its own, of all that has come. False with a message. */
bool question_report(struct ask *ask, struct store *store, FILE *out, struct error *error);

/* What run i comes to, the mean of the seeds of which all runs are there, or of the first as far as it has
 * come; NAN: not there yet, or it cannot be simulated. */
double question_value(const struct ask *ask, enum metric metric, size_t i);

/* "wattif run carbondis-set1 --set cit=0.6": what runs this scenario, of the word that the one explored was
 * opened by, as a shell takes it; "" where no options lead there. */
const char *question_run(const struct ask *ask, const struct scenario *scenario, struct arena *arena);

/* What follows is told of this metric. */
void question_begin_metric(struct ask *ask, enum metric metric);

/* --- on the command line --- */

/* By its name; NULL: there is no such question. */
const struct question_of *question_find(const char *name);
/* How it is asked there; zeroes are what it has by itself. */
struct question_asking {
    const char *source; /* the word that the scenario was named by */
    const char *knob;   /* in focus, where the question is of one */
    const char *line;   /* that it is asked of; "" */
    int threads;        /* 0: all */
};
/* Asks of a scenario without a screen, once the run itself is there. False with a message, and then there is
 * nothing to end. */
bool question_begin(struct ask *ask, const struct question_of *question, struct store *store,
                    const struct scenario *scenario, const struct question_asking *asking,
                    struct error *error);
/* Waits for all of its runs with so many seeds, at most SEEDING_MAX, and tells. Meanwhile `show` (or NULL) is
 * called several times a second. False with a message. */
bool question_finish(struct ask *ask, size_t seeds, void (*show)(size_t done, size_t all),
                     struct error *error);
void question_end(struct ask *ask);

/* Nothing more comes. */
static inline bool ask_is_over(const struct ask *ask)
{
    return !ask->waits && (!ask->seeding.plan || seeding_whole(&ask->seeding) > 0);
}

#endif
