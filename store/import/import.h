/* Importing: a table of formats, each of which knows how to recognise itself and how to make items of what it
 * reads. Nothing here touches the store: items are handed over whole, or not at all. */
#ifndef WATTIF_STORE_IMPORT_IMPORT_H
#define WATTIF_STORE_IMPORT_IMPORT_H

#include "engine/base/field.h"
#include "store/import/csv_reader.h"
#include "store/import/input.h"
#include "store/import/table.h"
#include "store/library/item.h"
#include "store/store.h"

struct cJSON;

enum { IMPORT_ROWS_MAX = 10000000, IMPORT_COLUMNS_MAX = 16, IMPORT_ALIASES = 2 };

/* What an import has made. */
struct import_result {
    const struct importer *importer;
    size_t n;
    struct item *items; /* owned, as is what they own: import_result_free */
    size_t rows;
    int column[IMPORT_COLUMNS_MAX]; /* of a CSV: where the importer's columns are; -1: nowhere */
    char summary[IMPORT_SUMMARY];
    char *text; /* of a scenario, NUL behind it: faults that show later are told with their line. Owned */
    size_t text_bytes;
};
void import_result_free(struct import_result *result);
/* A new zeroed item of this kind, or NULL with a fault when out of memory. */
struct item *import_result_add(struct import_result *result, enum item_kind kind, struct faults *faults);

struct import_job {
    const struct import_options *options;
    const char *path; /* as it stands in places */
    char name[64];    /* for the item: given, or from the path */
    struct faults *faults;
    struct import_result *result;
    struct table table; /* how a table that was guessed is read */
    const char *text;   /* of JSON, while it is read: faults are told with their line */
    size_t text_bytes;
};

/* Writes a place in the JSON that is read, "my.json:12:/data/3", into `place` of ERROR_PLACE bytes. */
char *import_place(const struct import_job *job, const char *pointer, char *place);

/* A format. Either `columns` and `read_rows`, or `points` or `members` and `read_json`. One with a `guess`
 * finds its columns by what they hold instead of by name, where no format fits by name. */
struct importer {
    const char *name;                  /* what --as says */
    const char *alias[IMPORT_ALIASES]; /* or says as well */
    enum store_kind kind;
    const char *help;
    const char *columns[IMPORT_COLUMNS_MAX]; /* "a|b" alternatives; "?a" optional; ends with NULL */
    /* Of traces: what one of its figures is in g/kWh, what they are (0: what the import says), and what its
     * source is called; of rates: seconds of its times, and of one of its steps. */
    double unit;
    enum carbon_kind figures;
    const char *source;
    /* `column[k]` is where columns[k] stands (-1: an optional one that is absent). False if a fault was
     * added. */
    bool (*read_rows)(struct csv_reader *reader, const int *column, struct import_job *job);
    /* `certain`: this kind was asked for. False: it is no such table; with a fault, it could be read in more
     * than one way. */
    bool (*guess)(struct csv_reader *reader, bool certain, struct import_job *job, int *column);
    const char *points[2];  /* JSON is this where the points of its "data" have these keys, */
    const char *members[4]; /* or itself has one of these */
    bool (*read_json)(const struct cJSON *json, struct import_job *job);
    size_t rows_max; /* 0: IMPORT_ROWS_MAX */
};

extern const struct importer *const importers[];
extern const size_t importer_count;

#define IMPORTER_ROW(name) extern const struct importer importer_##name;
#include "store/import/importers.def"

/* Reads a whole input as something of this kind (STORE_KIND_COUNT: whatever it is). False with faults, and
 * then `result` owns nothing and only says which importer was tried, if one was. */
bool import_read(struct input *input, enum store_kind kind, const struct import_options *options,
                 struct import_result *result, struct faults *faults);

/* A legal name of an item from a path: its base without extension, in lower case, other characters as '-'. */
void import_name_from_path(const char *path, char *out, size_t size);
/* Letters, digits and . _ - +, 1 to 63 bytes, not ending in .json. */
bool import_name_valid(const char *name);

/* A number from a cell; otherwise a fault that quotes the cell. */
bool import_number(struct csv_reader *reader, int column, const char *what, double *value);
/* The same within the range of a field. */
bool import_ranged(struct csv_reader *reader, int column, const struct field *field, double *value);
/* Short text from a cell: valid UTF-8 without characters that a terminal obeys, fits. */
bool import_text(struct csv_reader *reader, int column, const char *what, char *out, size_t size);
/* The same for what may name something, or be empty. */
bool import_name(struct csv_reader *reader, int column, const char *what, char *out, size_t size);
/* A whole number from 1 to BATCH_MAX from a cell. */
bool import_batch(struct csv_reader *reader, int column, int32_t *batch);
/* The instant of this row of a table in ISO 8601, or a fault; *all_zoned stays true if it says its zone. */
bool import_instant(struct csv_reader *reader, const int *column, const struct import_job *job,
                    char iso[TABLE_ISO_SIZE], bool *all_zoned);

/* Rows with a time until all are known and a grid can be made; zero-initialise, free(of). */
struct samples {
    size_t n;
    struct sample {
        int64_t at;
        double value;  /* NAN: missing */
        uint32_t mark; /* the line or index that it came from */
    } * of;
};
/* False: out of memory. */
bool samples_add(struct samples *samples, int64_t at, double value, uint32_t mark);

/* "8760 samples, hourly, 2022-01-01T00:00:00Z to ..., average, direct, 3 gaps": what a list or report says.
 */
void trace_describe(const struct carbon_trace *trace, char *out, size_t size);

/* GPU types in profile files. A profile may say above its header what its GPU is, so that a scenario can use
 * it at once:
 *
 *     # device: {"gpu": "H200", "memory_gb": 140.4, "idle_power_w": 76.3, "power_limit_w": 700, "mig": true}
 *
 * Keys are those of datasets/profiles/devices.csv, and idle_power_w must be there; provenance is that of the
 * embodied figure. Other lines that begin with '#' are for people.
 *
 * Reads one such line; false with faults at `where`. */
bool device_line_read(const char *line, const char *where, struct device_type *device, struct faults *faults);
/* The line of a device, malloc'ed, without a line break; NULL when out of memory. */
char *device_line_text(const struct device_type *device);

#endif
