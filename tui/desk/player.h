/* The player of a lecture, a lesson or a demo. It stands at a stop, tells what is told there as it falls due,
 * takes answers, turns what is turned, and goes on and back: at each stop it puts a bookmark
 * (explorer/explorer.h), so that going back shows what was shown. Texts are filled in when they are due and
 * stay as they were said; the state of a task is live.
 *
 * What differs is who holds the keys. In a lesson it is the learner: all of the dashboard's work, a few are
 * the lesson's, a stop waits for its answer, its turn and its task, and its bookmark is how it was left. In a
 * demo it is the lecturer: on, back, and "let me try", after which all keys are the audience's until the demo
 * goes on exactly where it was; between its stops it runs steps, the lines of a script, and its bookmarks are
 * how they were come to. Where views were open there, the steps since the last stop without one are run
 * again.
 *
 * In a terminal nothing is waited for: the loop calls player_advance, and a step is run when what it may look
 * at is simulated. Without one, player_settle runs to the stop at once, with the same result. Its box and its
 * keys are in player_screen.c. */
#ifndef WATTIF_TUI_DESK_PLAYER_H
#define WATTIF_TUI_DESK_PLAYER_H

#include "tui/desk/desk.h"
#include "tui/explorer/explorer.h"
#include "tui/words/lesson_words.h"

enum { PLAYER_TEXT = 2 * LECTURE_TEXT, PLAYER_SEEN = 16 };

/* What of the desk is no part of the document. */
struct desk_look {
    enum region focus;
    struct board board;
    bool full, presenting;
    int cluster_top;
    enum latency_form latency_form;
    enum region presented[LAYOUT_PRESENTED];
};

/* What a stop has come to; kept while the lecture lasts, so that going back shows it as it was. */
struct player_stop {
    struct bookmark *bookmark; /* owned; NULL: it was not there yet */
    struct desk_look look;
    bool covered; /* views were open, which are no part of it */
    char told[PLAYER_TEXT], reveal[PLAYER_TEXT], why[PLAYER_TEXT], task[PLAYER_TEXT], hint[PLAYER_TEXT];
    bool said;             /* what is told, its numbers known */
    int marked;            /* the answer that is chosen now; -1: none, so that nobody predicts by accident */
    int answered, right;   /* -1: not yet */
    bool turned, revealed; /* what it turns, or there is nothing to; and what came of it has been told */
    bool hinted, skipping; /* on was pressed at an unfinished task */
    bool done;             /* the task is, or there is none */
};

struct player {
    struct lecture lecture;    /* owned */
    int at, goal;              /* the stop that it has come to, -1 none, and the one it goes to */
    int line;                  /* of the lecture: the next one on the way */
    int furthest;              /* of the stops it has come to */
    struct player_stop *stops; /* [0] before the first stop, [i + 1] stop i; owned */
    struct bookmark *origin;   /* what was explored before it; NULL: nothing; owned */
    struct desk_look origin_look;
    struct player *under; /* the demo in which a lesson is tried; owned; NULL: none */
    /* Of a demo. */
    bool trying;         /* the keys are the audience's */
    bool running;        /* a step of its own: keys in it are no lecturer's */
    char refused[64];    /* what its step asked for, and may not have; "" nothing */
    bool automatic;      /* stops last as long as they say */
    double speed;        /* of that, and of what plays */
    double stayed_s;     /* at this stop */
    double left_s;       /* of a play step */
    int64_t play_to_ns;  /* where the cursor is then */
    bool small;          /* the screen is smaller than it was made for */
    struct rect box_now; /* as it was drawn last */
    /* Of a lesson. */
    char series[32];   /* "3 of 13", where it is one of a series */
    int base;          /* changes in force where it began */
    enum region focus; /* when the stop began: looking there again is nothing new */
    int n_seen;
    char seen[PLAYER_SEEN][32]; /* views and panels, at this stop */
    struct lesson_way way;
};

/* Begins to play; takes the lecture over, also on failure. `over`: over what somebody is exploring, which
 * comes back when a demo is left, or a lesson with what it changed dropped; its scenario is opened. Else the
 * desk has opened it already. A lesson that was under way ends with what it changed. */
bool player_open(struct desk *desk, struct lecture *lecture, bool over, struct error *error);
/* The same for one by its name. */
bool player_begin(struct desk *desk, enum lecture_form form, const char *name, struct error *error);
/* What was explored before it is there again, or what it led to is kept. */
void player_leave(struct desk *desk, bool keep);
/* Lets go of it, nothing more. */
void player_free(struct player *player);

/* --- where it is --- */

bool player_is_demo(const struct player *player); /* of NULL: no */
struct player_stop *player_here(const struct player *player);
/* The stop that is told, from 0; -1: it is on its way to the first. */
int player_stop(const struct player *player);
/* Something will come of itself: a step to be run, the cursor running, the next stop in its own time. */
bool player_is_moving(const struct player *player);
/* The question that waits: how many answers it has, 0: none waits. `player` may be NULL. */
int player_asks(const struct player *player);
/* A lesson about a scenario that is not open: nothing of it can be asked. */
bool player_is_away(const struct desk *desk);
/* Changes since a lesson began that are in force. */
int player_changes(const struct desk *desk);
/* What expressions of this stop are asked of. Valid while the desk is not changed. */
struct expression_facts player_facts(const struct desk *desk);
/* How far the task is, live. */
const char *player_state(struct desk *desk);

/* True where a step of a demo is at work and this would outlast it: write to the store or a file, or end the
 * program. Then it is not done, and the step fails with these words. */
bool player_refuses_action(struct desk *desk, enum action_id action);
bool player_refuses_command(struct desk *desk, enum prompt_command command);
bool player_refuses_view(struct desk *desk, enum view_id view);

/* --- what moves it --- */

/* Takes in what has been computed and looked at: before a frame is drawn, and once the dashboard is. */
void player_update(struct desk *desk);
void player_say(struct desk *desk);
/* On: the next stop; of a lesson first its answer, its turn and its task. */
void player_next(struct desk *desk);
void player_back(struct desk *desk);
/* It comes to a stop. To one that was there before, exactly as it was. */
void player_arrive(struct desk *desk, int stop);
void player_return(struct desk *desk, int stop);
/* What a lesson turns at this stop, once. */
bool player_turn(struct desk *desk, struct error *error);
/* Answers a question that waits. */
bool player_answer(struct desk *desk, int choice, struct error *error);
/* The first time the hint, then the lesson does it itself. */
bool player_hint(struct desk *desk, struct error *error);
/* So much real time has passed. */
unsigned player_advance(struct desk *desk, double seconds);
/* The way of a demo (player_way.c), as far as nothing is waited for. */
bool player_go_on(struct desk *desk);
/* One step towards the stop that it goes to, or arrives there; false: it was there. A step that fails is told
 * in `error`, with its place, and is passed over. */
bool player_step(struct desk *desk, struct error *error);
/* Until what a step may look at is there; what nobody asked for is not waited for. */
void player_wait(struct desk *desk);
/* All of the way to the stop that it goes to, each step after such a wait. False with the first
 * step that failed. */
bool player_settle(struct desk *desk, struct error *error);

/* --- the screen --- */

/* Takes a key, if it has them: false, the desk has it. */
bool player_key(struct desk *desk, uint32_t key, unsigned *reply);
/* An action that may be its own; 0: it is not. */
unsigned player_action(struct desk *desk, enum action_id action);
/* A press or a notch of the wheel in its box; 0: it is elsewhere. */
unsigned player_mouse(struct desk *desk, const struct mouse_event *event);
/* What the last row shows; NULL: that of the dashboard. */
const struct hint *player_hints(const struct player *player, int *n);
/* Where its box stands, and what that leaves to the dashboard. */
struct coach_place player_place(const struct desk *desk);
void player_draw(struct desk *desk, const struct coach_place *place);

#endif
