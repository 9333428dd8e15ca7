/* Units. Time inside a run is int64 nanoseconds since the start of the run; calendar time is int64 seconds
 * since 1970-01-01T00:00:00Z. Everything else is double with its unit in the name: _s, _ms, _w, _j, _g, _c,
 * _mhz. */
#ifndef WATTIF_BASE_UNITS_H
#define WATTIF_BASE_UNITS_H

#include <stdint.h>

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)
#define NS_PER_HOUR (3600 * NS_PER_S)
#define NS_NEVER INT64_MAX

#define JOULES_PER_KWH 3.6e6

/* For the few functions of the event loop's path whose call would cost as much as what they do; measured by
 * the bench. */
#define HOT static inline __attribute__((always_inline))

/* A condition that seldom holds, where the compiler would guess otherwise. */
#define RARELY(condition) __builtin_expect(!!(condition), 0)

static inline double ns_to_s(int64_t ns)
{
    return (double)ns / 1e9;
}

static inline double ns_to_ms(int64_t ns)
{
    return (double)ns / 1e6;
}

/* Rounds half up; the argument must be finite, not negative and below 2^62 ns. */
static inline int64_t ns_from_s(double s)
{
    return (int64_t)(s * 1e9 + 0.5);
}

static inline int64_t ns_from_ms(double ms)
{
    return (int64_t)(ms * 1e6 + 0.5);
}

/* The nearest multiple of 2^-36 W. Sums and differences of such powers are exact up to 64 kW, so that a sum
 * kept by adding whoever comes and taking away whoever goes depends on nothing but who is there. A power
 * beyond that stays as it is. */
static inline double w_whole(double w)
{
    return w < 0x1p16 ? (double)(int64_t)(w * 0x1p36 + 0.5) * 0x1p-36 : w;
}

#endif
