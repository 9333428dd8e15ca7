/* Where along a knob's range a verdict flips: below the curves of a response. Whether the apps' SLOs
 * are met is read off the curve; whether the run emits less than a rival is asked by paired bisection
 * (pairing.h), a few seeds on both sides of each value that it looks at. The rival is what the run is usually
 * held against, or the same run under any other scheme that it could have, chosen by the user. */
#ifndef WATTIF_TUI_ASK_RESPONSE_TIPS_H
#define WATTIF_TUI_ASK_RESPONSE_TIPS_H

#include "engine/account/account.h"
#include "engine/explore/pairing.h"
#include "tui/explorer/choices.h"
#include "tui/explorer/response.h"

enum { TIPS_SIZE = 400, TIPS_RIVALS = CHOICES_MAX, TIPS_SEEDS = 5 };

/* A scheme in force throughout; `usual`: the scenario's baseline, whatever that sets. */
struct tips_rival {
    bool usual;
    struct knob_ref knob;
    struct knob_value value;
    char title[96]; /* "HIGHPERF"; "HIGHPERF as vision route" where pools are named */
};
/* The usual one first, where there is one, without those that are known to change nothing; how many (at most
 * TIPS_RIVALS + 1). */
size_t response_tips_rivals(struct explorer *explorer, struct tips_rival *rivals);

struct response_tips {
    struct tips_rival rival; /* that the user chose, while `chose` */
    bool chose;
    /* what the search is about */
    uint64_t generation;
    int64_t cursor_ns;
    struct knob_ref knob;
    bool begun, heavy, asked_rivals;
    struct tips_rival against; /* title "": it is held against nothing */
    struct tipping carbon;
    bool differs;              /* any pair of runs did; else the rival changes nothing here */
    struct question *question; /* the value that is looked at, or NULL */
    struct question *rivals;   /* the run with each of them, so that those that change nothing are known */
};

/* Takes in what came and asks for the next value. False: nothing more comes. */
bool response_tips_follow(struct explorer *explorer, struct response_tips *tips,
                          const struct response *response);
void response_tips_drop(struct explorer *explorer, struct response_tips *tips);
/* Holds it against the next rival from here on; false: there is no other. */
bool response_tips_next(struct explorer *explorer, struct response_tips *tips);
/* "emits less than HIGHPERF from 0.6 to 1.4; all limits kept from 0.85 on". Returns `out`. */
char *response_tips_write(const struct response_tips *tips, const struct response *response, char *out,
                          size_t size);
/* The same as a table for machines, every app's SLO by itself: which verdict, where on the range it holds
 * ("everywhere", "nowhere", "up to", "from"), and the two neighbours between which it flips. */
void response_tips_tell(const struct response_tips *tips, const struct response *response,
                        struct account *account);
/* Does the run at a value keep it with each seed that is known: the SLO of an app, every SLO, every limit? */
enum { RESPONSE_SLOS = -1, RESPONSE_LIMITS = -2 };
bool response_is_kept(const struct response *response, int value, int of);

#endif
