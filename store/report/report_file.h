/* What a report carries so that it repeats itself: a JSON object inside the HTML, in a script element that no
 * browser runs, with the SHA-256 of its bytes beside it.
 *
 *     {"report": 1, "wattif": VERSION, "command": "run" | "compare" | "sweep" | "attribute" | a question,
 *      "runs": [{"name": s, "scenario": {...}, "inputs": [n...]}], "replicates": n, "vary": ["cit=0.8,0.9"],
 *      "page_sha256": s, "result_sha256": s, "inputs": [{"kind": s, "name": s, "hash": s, ..., "text": s}]}
 *
 * A scenario has its edits and its seed in it, and the numbers of a run's inputs point into the list of all.
 * So the file alone says what is run, whatever the library at hand means by the same names. `result_sha256`
 * is that of what the command prints with --format json, `page_sha256` that of all that people read: the
 * bytes before the element, and report_tail behind it. */
#ifndef WATTIF_STORE_REPORT_REPORT_FILE_H
#define WATTIF_STORE_REPORT_REPORT_FILE_H

#include "engine/explore/sweep.h"
#include "store/library/item.h"
#include "store/store.h"
#include "store/json/json.h"

enum report_command {
    REPORT_RUN,
    REPORT_COMPARE,
    REPORT_SWEEP,
    REPORT_ATTRIBUTE,
    REPORT_QUESTION,
    REPORT_COMMANDS
};
extern const char *const report_command_names[REPORT_COMMANDS]; /* of a question: NULL */

enum { REPORT_FORMAT = 1, REPORT_RUNS = 4, REPORT_NAME_SIZE = 96 };

struct report_input {
    enum item_kind kind;
    char name[64], hash[HASH_TEXT_SIZE];
    const struct item *item; /* of the store's cache, which lives as long as the store; else see `own` */
    struct item *own;        /* of a report that was read, until the store has taken it; else NULL */
    int64_t version_id;      /* that the store has given it */
};

struct report_run {
    char name[REPORT_NAME_SIZE];
    struct scenario scenario; /* owned */
    size_t n_inputs;
    size_t *inputs; /* places in the list of all; owned */
};

struct report {
    enum report_command command;
    char question[32]; /* of REPORT_QUESTION: which one it repeats, "tornado" */
    char version[24];  /* of the wattif that made it */
    bool edited;       /* its hash no longer fits: a hand has changed it */
    bool retold;       /* what people read in it is not what was written */
    size_t n_runs;
    struct report_run runs[REPORT_RUNS];
    size_t replicates; /* 0: not asked for */
    size_t n_axes;
    char *axes[SWEEP_AXES_MAX]; /* as sweep_vary reads them; of a question its line; owned */
    char result[HASH_TEXT_SIZE], page[HASH_TEXT_SIZE];
    size_t n_inputs;
    struct report_input *inputs; /* owned */
    char *shown;                 /* of one that was read: all that people read in it; owned */
};

void report_free(struct report *report);

/* --- making one --- */

/* Adds a run with all that it reads, of the versions that its names mean to the store now (so a saved run's
 * must be pinned). False with a message. */
bool report_add_run(struct report *report, struct store *store, const char *name,
                    const struct scenario *scenario, struct error *error);
/* A sweep: its base as a run, its axes, what all of its points read. */
bool report_add_sweep(struct report *report, struct store *store, const struct sweep *sweep,
                      struct error *error);
/* The hash of a result as it is printed: its JSON, and a line break behind it. */
void report_set_result(struct report *report, const char *json);

/* The object as text for an HTML page: no "<" in it. malloc'ed; NULL when out of memory. */
char *report_text(const struct report *report);
/* What stands before the text and behind it; `hash` is that of the text. */
extern const char report_begin[], report_middle[], report_end[]; /* begin HASH middle TEXT end */
void report_hash(const char *text, size_t n, char out[HASH_TEXT_SIZE]);
/* The end of the page. */
extern const char report_tail[];

/* --- reading one --- */

/* Does the word name a report: does it end in .html? */
bool report_is_path(const char *word);
/* NULL with a message, or with faults (then the message is the first). report_free and free it. */
struct report *report_read(const char *path, struct faults *faults, struct error *error);
struct report *report_parse(const char *html, size_t size, const char *path, struct faults *faults,
                            struct error *error);

/* From now on the catalogue gives what this run of the report reads, from the report. What is not in it any
 * more is looked up by its name as ever. The report must outlive nothing: what it brings is the store's
 * then. */
bool store_pin_report(struct store *store, struct report *report, size_t run, struct error *error);

/* An input of a run inside a report: a version of the library as one JSON object that brings its content
 * along, as the text that imports to the same version again, with the facts that this text does not say. GPU
 * types are the lines that profile files have for them. */

struct cJSON;

/* False when out of memory. */
bool carried_print(struct json_writer *writer, const struct item *item, const char *hash);

/* `place` names the object where it is at fault. Then the item owns nothing; else item_free it. Its content
 * is taken as it stands, whatever its hash says. */
bool carried_read(const struct cJSON *json, const char *place, struct item *item, struct faults *faults);

#endif
