/* Text with live numbers: "Carbon fell by {abs(change(carbon_g.total)):1} %, to {carbon_g.total}." Between
 * braces stands an expression (expression.h), behind a colon how many digits it has after the point, or in
 * all with a g behind them ({x:3g}); with a + before them it is told with its sign. "{{" is a brace. What
 * follows is the cutting into pieces; how a value is worded is for whoever shows it. */
#ifndef WATTIF_ANSWERS_LIVE_TEXT_H
#define WATTIF_ANSWERS_LIVE_TEXT_H

#include "engine/answers/expression.h"

enum { LIVE_DIGITS_OWN = -1, LIVE_DIGITS_MAX = 6 };

struct live_piece {
    const char *text; /* of `n` bytes: plain text, or the expression */
    size_t n;
    bool is_value;
    bool is_signed;
    bool in_all; /* digits count those before the point, too */
    int digits;  /* LIVE_DIGITS_OWN: as the value is told by itself */
};

/* The next piece of what is at *text, which moves on; false at the end, and with a message where a brace is
 * not closed or what stands behind the colon is no number of digits. */
bool live_text_next(const char **text, struct live_piece *piece, struct error *error);

/* Is every piece right, and does every name mean something for this scenario (NULL: not asked)? */
bool live_text_check(const char *text, const struct scenario *scenario, struct error *error);

#endif
