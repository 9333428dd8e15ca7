/* The events: the instants of the run that one can jump to, and which of them n and N stop at. A part of the
 * explorer (explorer.h). */
#ifndef WATTIF_TUI_EXPLORER_EVENTS_H
#define WATTIF_TUI_EXPLORER_EVENTS_H

#include "engine/answers/events.h"

#include <stdbool.h>
#include <stdint.h>

struct explorer;

/* What n and N stop at: 0 is everything, k the events of kind k - 1. "at every event", "at edits". */
enum { EVENT_STOPS = EVENT_KINDS + 1 };
extern const char *const event_stop_names[EVENT_STOPS];

enum { EXPLORER_EVENTS = 16384 };

struct events {
    int stop; /* 0..EVENT_STOPS - 1 */
    int n;
    uint64_t generation; /* of the scenario that they were listed for */
    bool final;          /* from a finished result */
    struct event list[EXPLORER_EVENTS];
};

void explorer_list_events(struct explorer *explorer);
/* n and N stop at something else: the next kind that this run has. */
void explorer_next_stop(struct explorer *explorer);
/* How many events of that kind there are. */
int explorer_count_stops(struct explorer *explorer);
/* To the next (1) or previous (-1) event that n and N stop at, of that kind; false: there is none. */
bool explorer_seek_event(struct explorer *explorer, int direction, enum event_kind *kind);
/* What happens at the cursor, an event of that kind: "here the grid goes from 178 to 187 g/kWh". Returns
 * `out`.
 */
char *explorer_tell_event(const struct explorer *explorer, enum event_kind kind, char *out, size_t size);
/* To the next SLO miss, whatever n and N stop at; false: there is none after the cursor. */
bool explorer_seek_miss(struct explorer *explorer, int columns);
/* The first change of the intensity, else the first SLO miss, else the first event, else 0. */
int64_t explorer_first_interest(struct explorer *explorer);

#endif
