/* Clock times as fine as the zoom asks: hours and minutes over a day, thousandths of a second over one
 * second. The axis, the time bar and the tags all write them here, so that what they say agrees. */
#ifndef WATTIF_TUI_WORDS_CLOCK_H
#define WATTIF_TUI_WORDS_CLOCK_H

#include "tui/words/format.h"

#include <stdint.h>

/* Digits behind the second; below 0: no seconds at all. */
enum { CLOCK_MINUTES = -1, CLOCK_SECONDS = 0, CLOCK_FINEST = 3 };

/* What tells times apart that are so far from each other. */
int clock_digits(int64_t step_ns);

/* "15:50", "15:50:00", "15:50:00.118": t after the start of the run, cut, in the zone with this offset. Like
 * all formats: at most FORMAT_SIZE, returned. */
char *clock_format(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s, int digits);

/* "14 Jan" */
char *clock_day(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s);

/* The calendar day of an instant there, as a number that grows by one each day. */
int64_t clock_day_number(int64_t start_s, int64_t t_ns, int32_t offset_s);

/* The ladder of ticks that every axis of time climbs, from 10 ms to twelve weeks: the first round step that
 * is not below `least_ns`, or the last. */
int64_t clock_step_ns(int64_t least_ns);

/* How long it is from an instant of the clock to the next multiple of a step; 0 at one. */
int64_t clock_until_ns(int64_t local_ns, int64_t step_ns);

/* What a tick says: "14 Jan" at a midnight there, else the time as fine as the step is. */
char *clock_tick(char *out, int64_t start_s, int64_t t_ns, int32_t offset_s, int64_t step_ns);

/* "10 s", "500 ms", "4 h 10": a length of time. */
char *clock_length(char *out, int64_t ns);

#endif
