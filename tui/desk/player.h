/* The player of a demo: it runs the steps up to the next stop, tells what is told there, and gives the keys
 * to a lecturer: on, back, and "let me try", after which all keys are the audience's until the script goes on
 * exactly where it was. At each stop it puts a bookmark (explorer/explorer.h), so that going back shows what
 * was shown; where views were open there, the steps since the last stop without one are run again.
 *
 * In a terminal nothing is waited for: the loop calls player_advance, and a step is run when what it may look
 * at is simulated. Without one, player_settle runs to the stop at once, with the same result. What it draws
 * is in player_draw.c. */
#ifndef WATTIF_TUI_DESK_PLAYER_H
#define WATTIF_TUI_DESK_PLAYER_H

#include "tui/desk/desk.h"
#include "tui/explorer/explorer.h"
#include "tui/words/lesson_words.h"

/* What of the desk is no part of the document. */
struct desk_look {
    enum region focus;
    bool full, presenting;
    int cluster_top;
    enum latency_form latency_form;
    enum region presented[LAYOUT_PRESENTED];
};

struct player_mark {
    struct bookmark *bookmark; /* owned; NULL: it was not there yet */
    struct desk_look look;
    bool covered; /* views were open, which are no part of it */
};

struct player {
    struct lecture demo;         /* owned */
    int at, goal;                /* the stop that it has come to, -1 none, and the one it goes to */
    int line;                    /* of the demo: the next one on the way */
    struct player_mark *marks;   /* [0] before the first stop, [i + 1] at stop i; owned */
    int *answers;                /* what was said at each question, -1 nothing; owned */
    int marked;                  /* the answer that is chosen now */
    bool asked;                  /* somebody chose it */
    bool trying;                 /* the keys are the audience's */
    bool running;                /* a step of its own: keys in it are no lecturer's */
    char refused[64];            /* what its step asked for, and may not have; "" nothing */
    bool automatic;              /* stops last as long as they say */
    double speed;                /* of that, and of what plays */
    double stayed_s;             /* at this stop */
    double left_s;               /* of a play step */
    int64_t play_to_ns;          /* where the cursor is then */
    char told[2 * LECTURE_TEXT]; /* here, before the audience has the keys */
    bool small;                  /* the screen is smaller than it was made for */
    struct bookmark *origin;     /* what was explored before it; NULL: nothing; owned */
    struct desk_look origin_look;
};

/* Begins to play; takes the demo over, also on failure. `over`: over what somebody is exploring, which comes
 * back when the demo is left; the demo's scenario is opened. Else the desk has opened it already. */
bool player_open(struct desk *desk, struct lecture *demo, bool over, struct error *error);
/* Lets go of it, nothing more. */
void player_free(struct player *player);

/* --- where it is --- */

/* The stop that is told, from 0; -1: it is on its way to the first. */
int player_stop(const struct player *player);
/* Something will come of itself: a step to be run, the cursor running, the next stop in its own time. */
bool player_is_moving(const struct player *player);
/* A question waits for its answer. `player` may be NULL. */
bool player_asks(const struct player *player);
/* What expressions of this stop are asked of. Valid while the desk is not changed. */
struct expression_facts player_facts(const struct desk *desk);
/* What is told at a stop as it is read, with numbers; FILL_MARKs around what was filled in. */
char *player_tell(const struct desk *desk, int stop, char *out, size_t size);

/* True where a step of a demo is at work and this would outlast it: write to the store or a file, or end the
 * program. Then it is not done, and the step fails with these words. */
bool player_refuses_action(struct desk *desk, enum action action);
bool player_refuses_command(struct desk *desk, enum prompt_command command);
bool player_refuses_view(struct desk *desk, enum view_id view);

/* --- what moves it --- */

/* Takes a key, if it has them: false, the desk has it. */
bool player_key(struct desk *desk, uint32_t key, unsigned *reply);
/* One of its actions. */
unsigned player_action(struct desk *desk, enum action action);
/* So much real time has passed. */
unsigned player_advance(struct desk *desk, double seconds);
/* On to the next stop, without a key. */
void player_set_off(struct desk *desk);
/* One step towards the stop that it goes to, or arrives there; false: it was there. A step that fails is told
 * in `error`, with its place, and is passed over. */
bool player_step(struct desk *desk, struct error *error);
/* Until what a step may look at is there; what nobody asked for is not waited for. */
void player_wait(struct desk *desk);
/* All of the way to the stop that it goes to, each step after such a wait. False with the first
 * step that failed. */
bool player_settle(struct desk *desk, struct error *error);

/* --- drawing --- */

/* Where its box stands, and what that leaves to the dashboard. */
struct coach_place player_place(const struct desk *desk, bool covered);
void player_draw(struct desk *desk, const struct coach_place *place);

#endif
