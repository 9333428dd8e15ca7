/* An axis of a sweep, chosen instead of typed: first one of the scenario's knobs, then its range and step by
 * arrows, or which of its names (schemes, traces, profile sets, fleets, words). What is chosen becomes a word
 * of the line that the frontier takes, in the place of what the line had for that knob. A part of the
 * frontier (frontier.h). */
#ifndef WATTIF_TUI_VIEWS_AXIS_H
#define WATTIF_TUI_VIEWS_AXIS_H

#include "tui/views/view.h"

struct choice; /* tui/explorer/choices.h */

enum axis_list { AXIS_CLOSED, AXIS_KNOBS, AXIS_RANGE, AXIS_NAMES };

struct axis_name {
    char text[KNOB_TEXT_SIZE];
    bool marked;
};

/* Knobs that no scheme at work reads come last, behind a row that stands for them. */
struct axis {
    enum axis_list list;    /* what is open */
    struct knob_ref *knobs; /* owned, like the other arrays */
    size_t n_knobs, n_read; /* of those, so many are read */
    size_t at_knob;         /* the row: the knob at that place, number n_read the row for the rest */
    bool unfolded;
    size_t at;                 /* the row of the range, or of the names */
    struct knob_slider slider; /* of the knob of a range */
    int from, to, by, most;    /* of a range, in steps of the knob above the least of its slider */
    struct axis_name *names;   /* of a knob of names */
    size_t n_names;
    struct choice *choices; /* schemes and fleets, tried when it was opened */
    size_t n_choices;
};

/* Lists the knobs that can be varied, the one in focus chosen. False with a message. */
bool axis_open(struct axis *axis, const struct host *host, const struct prompt *line, struct error *error);
void axis_free(struct axis *axis);

/* A key of lists. With Enter on a range or on names the word has been written into the line and nothing is
 * open any more; where it has no room a message says so. */
unsigned axis_action(struct axis *axis, struct host *host, struct prompt *line, enum action_id action);
/* Before anything is simulated: the knobs that schemes at work read, which a line may name, with their
 * ranges, their values now and what they do. */
void axis_draw_knobs(const struct host *host, const struct prompt *line, struct rect rect,
                     struct canvas *canvas);
void axis_draw(const struct axis *axis, const struct host *host, const struct prompt *line,
               struct canvas *canvas);

#endif
