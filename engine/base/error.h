/* Errors are returned, never thrown away: a function that can fail takes a `struct error *` last and returns
 * false (or NULL). The message says what is wrong and what to do; the place says where (a file and line, a
 * JSON pointer, an argument). The kind decides the exit status: bad usage or input 2, system failure 3, a
 * disk without room, which is a system failure that a reader can live with, 3, and damage, which is a store
 * that does not hold what was written to it, 3. */
#ifndef WATTIF_BASE_ERROR_H
#define WATTIF_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum error_kind { ERROR_NONE, ERROR_INPUT, ERROR_SYSTEM, ERROR_FULL, ERROR_DAMAGE };

enum { ERROR_PLACE = 256 };

struct error {
    enum error_kind kind;
    char place[ERROR_PLACE];
    char message[512];
};

#if defined(__GNUC__)
#define PRINTF_LIKE(template, first) __attribute__((format(printf, template, first)))
#else
#define PRINTF_LIKE(template, first)
#endif

/* Fills `error` (which may be NULL) and always returns false, so that callers write `return error_set(...)`.
 * `place` may be NULL or "". Text that does not fit is cut and ends in "...". */
bool error_set(struct error *error, enum error_kind kind, const char *place, const char *format, ...)
    PRINTF_LIKE(4, 5);

/* Writes a place within a file, "my.csv:12:3", into `place` of ERROR_PLACE bytes: where both have no room,
 * the path loses its beginning, never what follows it. */
char *error_place(char *place, const char *path, const char *format, ...) PRINTF_LIKE(3, 4);

/* 2 for ERROR_INPUT, 0 for none, 3 for the others. */
int error_exit_status(const struct error *error);

/* Is it that there was no memory? */
bool error_is_no_memory(const struct error *error);

/* A list of faults in one input, for validate and import: all are counted, the first FAULTS_KEPT are kept.
 * Where the system failed while the input was looked at (no memory, a disk that does not read), what was
 * found says nothing about the input: then only the failure is told. Zero-initialise it; it owns nothing. */
enum { FAULTS_KEPT = 100, FAULTS_SHOWN = 20 /* in lists for people */ };

struct faults {
    size_t count;
    struct error kept[FAULTS_KEPT];
    struct error failure; /* of the system, the first; counted as well. ERROR_NONE: none */
};

/* Returns false, as all that tell a fault do. */
bool faults_add(struct faults *faults, const char *place, const char *format, ...) PRINTF_LIKE(3, 4);
/* An error that was returned while the input was looked at: a fault of the input, or the system's failure. */
bool faults_add_error(struct faults *faults, const char *place, const struct error *error);
/* "out of memory" */
bool error_no_memory(struct error *error);
bool faults_no_memory(struct faults *faults, const char *place);
/* Adds all that another list holds. */
void faults_add_all(struct faults *faults, const struct faults *more);
/* What to tell where there is room for one: the system's failure, else the first fault. There must be one. */
const struct error *faults_first(const struct faults *faults);

/* The first of those that most are like, but for numbers and what stands in quotes: what mends it mends most.
 * There must be one. */
const struct error *faults_commonest(const struct faults *faults);

#endif
