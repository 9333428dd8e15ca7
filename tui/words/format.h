/* Numbers and times as people read them: grouped thousands, grams or kilograms, watt-hours or kilowatt-hours,
 * clock times in the trace's zone. Every function returns its buffer, so that calls can stand inside a print.
 */
#ifndef WATTIF_TUI_WORDS_FORMAT_H
#define WATTIF_TUI_WORDS_FORMAT_H

#include "engine/model/profile.h"
#include "engine/model/reason.h"
#include "engine/model/trace.h"

enum { FORMAT_SIZE = 48, FORMAT_TRACE_SIZE = 128 };

/* Room for one of them, as long as the block around it lasts: format_grams(FORMAT_ROOM, grams). */
#define FORMAT_ROOM ((char[FORMAT_SIZE]){0})

/* "18 498" */
char *format_count(char *out, int64_t value);
/* "247.8 g", "1.24 kg", "0.42 g" */
char *format_grams(char *out, double grams);
/* "1.23 kWh", "86.2 Wh" */
char *format_energy(char *out, double joules);
/* Magnitude with a sensible number of decimals: 17.8, 4.4, 0.31, 128. */
char *format_magnitude(char *out, double value);
/* "−26.6", "+3", and "0.0" for what rounds to nothing: a difference with so many decimals. */
char *format_signed(char *out, double value, int decimals);
/* A percentage of an SLO: "92 %", from ten times it on "28×"; "-" where there is none. */
char *format_share(char *out, double percent);
/* "p95", "p99.9": the percentile that an SLO is about; "tail" for 0, where apps have different ones. */
char *format_percentile(char *out, double percentile);
/* What an accuracy counts, as people say it: "top1_pct" -> "top-1"; other names stay. */
const char *format_metric(const char *metric);
/* What a trace is about, in words that need no label: "average", "direct"; "kind unknown", "basis unknown".
 */
const char *format_carbon_kind(const struct carbon_trace *trace);
const char *format_carbon_basis(const struct carbon_trace *trace);
/* The title of a trace in at most `columns`: "California (CAISO) 2022 life-cycle", "California 2022 lca",
 * "California 22 lca". `out` holds FORMAT_TRACE_SIZE bytes. */
char *format_trace(char *out, const char *title, int columns);
/* The sign of a number that rests on such rows: "?" stated, "*" calibrated, "~" modelled, "÷" derived, ""
 * measured. */
const char *format_provenance(enum provenance provenance);
/* "efficientnetv2-b3" -> "effnetv2-b3" -> "effne": by the short name of a family of models, then cut at its
 * end, which "…" says where there is room for it. */
char *format_short_name(char *out, const char *name, int columns);
/* A reason in two or three words, with what the two classes of GPU are called. */
char *format_reason(char *out, size_t size, enum reason reason, const char *low, const char *high);

/* "job1" -> "job 1"; other names stay. */
char *format_app(char *out, const char *name);
/* "A100-40GB" -> "A100". */
void format_gpu_type(char *out, size_t size, const char *type);
/* What one GPU goes by: its type where that tells it apart (from others of the same owner), else its own
 * name; where pools are named always its name. */
struct model;
void format_gpu(char *out, size_t size, const struct model *model, int gpu);
/* One of n names in at most `columns`: "screening" -> "scree…"; where another would be cut to the same, its
 * end is kept too: "tra…ne". */
char *format_distinct(char *out, const char *const *names, int n, int which, int columns);
/* An app that is called `whole` in at most `columns`: where that does not fit by its short name of the
 * scenario, and where that does not fit either cut as above. */
struct scenario;
char *format_app_within(char *out, const struct scenario *scenario, int app, const char *whole, int columns);
/* The same of what stands behind an app's digit: its name, of "job 3", which is but that digit, its model's.
 */
char *format_app_label(char *out, const struct scenario *scenario, int app, int columns);

/* "Thu at 15:50", "12 Jan 2022 at 15:50" when that is not this week's; in the zone of whoever sits here. */
char *format_left_at(char *out, int64_t unix_s);
/* "15:50:00" or "15:50" at this instant with this offset from UTC. */
char *format_clock(char *out, int64_t unix_s, int32_t offset_s, bool seconds);
/* "Thu 13 Jan 2022" */
char *format_date(char *out, int64_t unix_s, int32_t offset_s);
/* "UTC", "UTC-8", "UTC+5:30" */
char *format_zone(char *out, int32_t offset_s);

/* Clock times as fine as the zoom asks: hours and minutes over a day, thousandths of a second over one
 * second. The axis, the time bar and the tags all write them here, so that what they say agrees. */

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
