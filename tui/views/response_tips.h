/* Where along a knob's range a verdict flips: below the curves of the response view. Whether the apps' SLOs
 * are met is read off the curve; whether the run emits less than what it is usually held against is asked by
 * paired bisection (tipping.h), a few seeds on both sides of each value that it looks at. */
#ifndef WATTIF_TUI_VIEWS_RESPONSE_TIPS_H
#define WATTIF_TUI_VIEWS_RESPONSE_TIPS_H

#include "engine/explore/tipping.h"
#include "tui/explorer/response.h"
#include "tui/views/host.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIPS_SIZE = 400 };

struct response_tips {
    /* what the search is about */
    uint64_t generation;
    int64_t cursor_ns;
    struct knob_ref knob;
    bool begun, heavy;
    char against[96]; /* "HIGHPERF"; "": it is held against nothing */
    struct tipping carbon;
    struct question *question; /* the value that is looked at, or NULL */
};

/* Takes in what came and asks for the next value. */
void response_tips_follow(struct host *host, struct response_tips *tips, const struct response *response);
void response_tips_drop(struct host *host, struct response_tips *tips);
/* "emits less than HIGHPERF from 0.6 to 1.4; all SLOs met from 0.85 on". Returns `out`. */
char *response_tips_write(const struct response_tips *tips, const struct response *response, char *out,
                          size_t size);

#endif
