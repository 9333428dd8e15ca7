/* Calendar time and durations as text, in UTC, without the C library's zone data (the TZ variable and the
 * installed zone files play no part). Local time is UTC plus an offset that the carbon trace carries. */
#ifndef WATTIF_BASE_CIVIL_H
#define WATTIF_BASE_CIVIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct civil {
    int year, month, day; /* month 1..12, day 1..31 */
    int hour, minute, second;
    int weekday; /* 0 = Sunday */
};

struct civil civil_from_unix(int64_t unix_s);
int64_t civil_to_unix(const struct civil *civil); /* weekday is ignored */

/* ISO-8601: 2022-01-13T20:00:00Z, 2022-01-13 20:00, 2022-01-13, with Z or +hh:mm or nothing (UTC). A fraction
 * of a second must be zero. Rejects 2022-02-30, 24:00 and trailing text. Years 1900..2200. */
bool civil_parse(const char *text, int64_t *unix_s);

/* "2022-01-13T20:00:00Z"; out needs 21 bytes. Returns `out`; CIVIL lives as long as the block around it. */
char *civil_format(int64_t unix_s, char *out, size_t size);
#define CIVIL(unix_s) civil_format(unix_s, (char[24]){0}, 24)

/* "Sun", "Jan". */
const char *civil_weekday_name(int weekday);
const char *civil_month_name(int month);

/* "3600", "3600.5", "1h30m", "90s", "2d3h", "250ms" -> seconds (not negative, finite). */
bool duration_parse(const char *text, double *seconds);

/* "4 h 10", "25 min", "1 min 30", "12 s", "9.5 s", "350 ms", "2 d 3 h": short and for people. Not negative,
 * finite. Likewise. */
char *duration_format(double seconds, char *out, size_t size);
#define DURATION(seconds) duration_format(seconds, (char[32]){0}, 32)

#endif
