/* What the player keeps (player.h): for player.c, which moves it, and player_draw.c, which shows it. */
#ifndef WATTIF_TUI_DESK_PLAYER_STATE_H
#define WATTIF_TUI_DESK_PLAYER_STATE_H

#include "tui/desk/desk.h"
#include "tui/explorer/bookmark.h"
#include "tui/words/lesson_words.h"

/* What of the desk is no part of the document. */
struct desk_look {
    enum region focus;
    bool full, presenting;
    int cluster_top;
    enum latency_form latency_form;
    enum region presented[LAYOUT_PRESENTED];
};

struct mark {
    struct bookmark *bookmark; /* owned; NULL: it was not there yet */
    struct desk_look look;
    bool covered; /* views were open, which are no part of it */
};

struct player {
    struct lecture demo;         /* owned */
    int at, goal;                /* the stop that it has come to, -1 none, and the one it goes to */
    int line;                    /* of the demo: the next one on the way */
    struct mark *marks;          /* [0] before the first stop, [i + 1] at stop i; owned */
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

#endif
