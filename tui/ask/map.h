/* The points of a mapping (explorer/mapping.h) as a plane of an account: for the question and for the
 * dashboard's panel. */
#ifndef WATTIF_TUI_ASK_MAP_H
#define WATTIF_TUI_ASK_MAP_H

#include "engine/account/account.h"
#include "tui/explorer/mapping.h"

/* What is first up: accuracy where the points differ in it, else what is late, or how near that comes where
 * nobody is. */
enum metric map_first_metric(const struct mapping *map);
/* One table, for people; `chosen` has a step even where it changes nothing. */
void map_tell_plane(const struct mapping *map, enum metric up, size_t chosen, struct account *account);

#endif
