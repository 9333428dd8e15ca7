/* Fields: what a struct that a document describes consists of, as a table. One row says all that there is to
 * a field: its key in the document, its type and place in memory, what it is where the document says nothing,
 * what it may be, and which kinds of its struct have it. Defaults, ranges and comparison here, the reader and
 * the printer in store/json walk the same rows, so that a field is added in one place. */
#ifndef WATTIF_BASE_FIELD_H
#define WATTIF_BASE_FIELD_H

#include "engine/base/error.h"

#include <stdint.h>

enum field_type {
    FIELD_TEXT,   /* char[size] */
    FIELD_NUMBER, /* double; NAN is null in the document */
    FIELD_INT32,
    FIELD_INT64,
    FIELD_BOOL,
    FIELD_CHOICE,  /* int: the index in names[0 .. size) */
    FIELD_INDEX,   /* int: the place of what the document names; -1 none */
    FIELD_INDICES, /* int[size], likewise */
    FIELD_NUMBERS, /* double[size], NAN where nothing is said */
    FIELD_PART,    /* a struct with a table of its own */
    FIELD_PARTS,   /* an array of these: `size` in the struct itself, or a pointer to them (size 0) */
    FIELD_OTHER    /* a key of the document that has no place of its own */
};

/* When it stands in a document that is printed. */
enum field_said {
    SAID,
    SAID_IF_OTHER /* than where nothing is said */,
    SAID_OTHERWISE /* by whom it belongs to */
};

/* What a number may be, and is where nothing is said. */
struct field_range {
    double min, max, initial; /* min and max 0: no range of its own */
    const char *unit;         /* NULL: "" */
};

struct field_table;

struct field {
    const char *key; /* NULL: it stands elsewhere in the document */
    enum field_type type;
    size_t offset, size;
    const char *const *names;       /* of a choice */
    const struct field_table *part; /* of parts */
    size_t count;                   /* of parts: the offset of their number, an int */
    bool required, nullable; /* nullable: the document may say null, which is NAN, or 0 where it counts */
    bool whole;              /* a number that has to be one */
    enum field_said said;
    union {
        struct {
            double min, max, initial; /* `initial` also of choices and truths */
            const char *unit;
        };
        struct field_range own;
    };
    const struct field_range *range; /* not its own but this one, a knob's; where it is nullable nothing is
                                        said at first */
    const char *text;                /* where the document says nothing, of a text; NULL: "" */
    const char *what;                /* "idle power" takes 0 to 1000 W; NULL: the key */
    const char *refusal;             /* said instead where it is out of range; NULL: the range */
    bool draws;                      /* of an app: its requests hang on it */
    uint32_t kinds, needed; /* bit k: kind k of its struct has it, cannot do without it; 0: all, none */
    const char *aspect;     /* of a scenario: what differs, in a sentence; NULL: results do not */
};

struct field_table {
    const struct field *fields;
    size_t n, size; /* rows; bytes of the struct */
};

/* Rows: `{"key", NUMBER_AT(app, weight), .initial = 1}`, of the member `weight` of struct app. */
#define FIELD_AT(s, m) .offset = offsetof(struct s, m)
#define FIELD_ITEMS(s, m) .size = sizeof(((struct s *)0)->m) / sizeof(((struct s *)0)->m[0])
#define TEXT_AT(s, m) .type = FIELD_TEXT, FIELD_AT(s, m), FIELD_ITEMS(s, m)
#define NUMBER_AT(s, m) .type = FIELD_NUMBER, FIELD_AT(s, m)
#define INT32_AT(s, m) .type = FIELD_INT32, FIELD_AT(s, m)
#define INT64_AT(s, m) .type = FIELD_INT64, FIELD_AT(s, m)
#define BOOL_AT(s, m) .type = FIELD_BOOL, FIELD_AT(s, m)
#define CHOICE_AT(s, m, words, n) .type = FIELD_CHOICE, FIELD_AT(s, m), .names = words, .size = n
#define INDEX_AT(s, m) .type = FIELD_INDEX, FIELD_AT(s, m)
#define INDICES_AT(s, m) .type = FIELD_INDICES, FIELD_AT(s, m), FIELD_ITEMS(s, m)
#define NUMBERS_AT(s, m) .type = FIELD_NUMBERS, FIELD_AT(s, m), FIELD_ITEMS(s, m)
#define PART_AT(s, m, table) .type = FIELD_PART, FIELD_AT(s, m), .part = &(table)
#define PARTS_AT(s, m, n, table)                                                                             \
    .type = FIELD_PARTS, FIELD_AT(s, m), .count = offsetof(struct s, n), .part = &(table)
#define FIELD_ELSEWHERE .type = FIELD_OTHER, .said = SAID_OTHERWISE
#define FIELD_RANGE(low, high, in) .min = low, .max = high, .unit = in
#define FIELD_TABLE(rows, s)                                                                                 \
    {                                                                                                        \
        rows, sizeof(rows) / sizeof *(rows), sizeof(struct s)                                                \
    }

/* The row of a key, or NULL. */
const struct field *field_find(const struct field_table *table, const char *key);

/* Does this kind of the struct have the field? The kind is the choice in the first row, where kinds
 * matter. */
bool field_applies(const struct field_table *table, const struct field *field, const void *base);
bool fields_have(const struct field_table *table, const char *key, const void *base);

/* What the struct is where a document says nothing. Parts that are pointed at: none. */
void fields_init(const struct field_table *table, void *base);

/* May its number be this? What is said where it may not, in `size` bytes: "idle power takes 0 to 1000 W, not
 * 1e+308". Returns `out`. */
bool field_takes(const struct field *field, double value);
char *field_refusal(const struct field *field, double value, char *out, size_t size);

/* Adds a fault, at "place/key", for each number that is out of its range, parts in the struct included. */
void fields_check(const struct field_table *table, const void *base, const char *place,
                  struct faults *faults);

/* The fields of two structs say the same. */
bool field_same(const struct field *field, const void *a, const void *b);
/* All of them do, whatever their kind. */
bool fields_same(const struct field_table *table, const void *a, const void *b);
/* Goes on from `hash`: the same where the fields say the same, else most likely another. */
uint64_t field_hash(const struct field *field, const void *base, uint64_t hash);
uint64_t fields_hash(const struct field_table *table, const void *base, uint64_t hash);
/* What they are made of: a number (NAN is one, -0 is 0), and a text. */
uint64_t field_hash_number(uint64_t hash, double value);
uint64_t field_hash_text(uint64_t hash, const char *text);
/* Is it, are all numbers, texts, choices and truths as where nothing is said? */
bool field_is_initial(const struct field *field, const void *base);
bool fields_are_initial(const struct field_table *table, const void *base);

/* Reads a number of any type; writes one into a number, a whole number, a choice, an index or a truth. */
double field_number(const struct field *field, const void *base);
void field_set_number(const struct field *field, void *base, double value);

#endif
