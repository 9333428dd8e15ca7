/* The store: one SQLite file that holds the library (traces, profiles, workloads, devices, scenarios as
 * content-addressed versions) and the saved runs (design.md, "The store"). One thread owns a store. Created
 * on first use from datasets/ in one transaction; seeded again when the library's hash changes; a store of a
 * newer version is refused, not damaged; a read-only one opens immutable. Everything can be read with the
 * sqlite3 shell. */
#ifndef WATTIF_STORE_STORE_H
#define WATTIF_STORE_STORE_H

#include "engine/base/error.h"
#include "engine/explore/prepare.h"
#include "engine/model/catalog.h"
#include "engine/model/scenario.h"
#include "engine/sim/recording.h"

struct store;

enum store_kind { STORE_TRACE, STORE_PROFILE, STORE_WORKLOAD, STORE_SCENARIO, STORE_RUN, STORE_KIND_COUNT };
extern const char
    *const store_kind_names[STORE_KIND_COUNT]; /* "trace" "profile" "workload" "scenario" "run" */
extern const char *const store_kind_plurals[STORE_KIND_COUNT]; /* "traces" .. "runs" */

struct store_options {
    const char *path; /* --db; NULL: $XDG_DATA_HOME/wattif/wattif.db, else ~/.local/share/wattif/wattif.db */
    const char *data; /* --data; NULL: $WATTIF_DATA, beside the executable, the install prefix: a folder that
                         holds datasets/ */
    bool frozen;      /* never written: a file that is named opens immutable, without one the library is read
                         into memory */
};

/* NULL with a message: no library found, not a store, newer version, locked. When the folder cannot be
 * written and no store exists, a store in memory is opened and store_is_read_only is true. So it is on a disk
 * so full that the room that was set aside for this is gone, too: then the store is read into
 * memory. */
struct store *store_open(const struct store_options *options, struct error *error);
void store_close(struct store *store);
bool store_is_read_only(const struct store *store);
/* Why nothing can be saved: "the store is read-only", or "the disk is full", which may still leave room to
 * delete; NULL: it can. */
const char *store_why_unsaved(const struct store *store);
/* How long to wait where another program holds the store; then it is an error. At first 3 s. */
void store_set_patience(struct store *store, int ms);
const char *store_path(const struct store *store);     /* "" for one in memory */
const char *store_data_dir(const struct store *store); /* where datasets/ and themes/ were found */

/* The newest versions by name; what it returns lives as long as the store (cached). */
const struct catalog *store_catalog(struct store *store);

/* One row of `wattif list KIND`. */
struct store_item {
    char name[64];
    char title[160];
    char detail[256]; /* one line of facts: basis, resolution, rows ...; "" of runs: store_run_detail */
    char hash[65];
    char changed_at[24]; /* ISO-8601 UTC: when it was imported or saved */
    bool builtin;
    /* Of runs: */
    int64_t id;                    /* of its row */
    double carbon_g, worst_of_slo; /* NAN: not known */
    int64_t late, requests;
    bool slo_met;
    char scenario[64], seed[24];
    char scheme[48];     /* "route carbondis", or "configure clover", or "3 pools" */
    char accounting[48]; /* "2 GPUs for the load of 10", where these are fewer than BASE has; else "" */
    char tags[96];       /* with blanks between */
};
struct store_list {
    size_t n;
    struct store_item *items; /* free() */
};
bool store_list(struct store *store, enum store_kind kind, struct store_list *list, struct error *error);
/* The line of facts of a saved run: "carbondis-set1, route carbondis, seed 1, 100000 requests, ...". Returns
 * `out`. It is put together for who shows it, since ten thousand runs may be listed for their names. */
char *store_run_detail(const struct store_item *item, char *out, size_t size);

/* A built-in or imported scenario by name (scenario_free it). */
bool store_load_scenario(struct store *store, const char *name, struct scenario *scenario,
                         struct error *error);

/* SCENARIO as the command line takes it: a path (has '/' or ends in .json or .html: a report, from which it
 * is read with its inputs, report_file.h), a saved run, then a built-in. `run_name` (64 bytes) is set to the
 * run's name when it was a run, else "". */
bool store_resolve_scenario(struct store *store, const char *word, struct scenario *scenario, char *run_name,
                            struct faults *faults, struct error *error);

/* From now on the catalogue gives the versions that this saved run was made with, under the names that are in
 * it. store_resolve_scenario does this where the word was a run. */
bool store_pin_run(struct store *store, const char *name, struct error *error);

/* Imports: all-or-nothing; every fault with file, line, column and reason goes to `faults` and the store
 * stays untouched. A file above 10,000,000 rows is refused with that limit named. Importing under an old name
 * makes a new version; a profile's keeps the curves (GPU, slice, variant) that the file does not speak of
 * (library/library.h), and brings the GPU types along that the file describes (import/import.h). */
/* Of dates with the year last. */
enum date_order { DATES_TELL /* by themselves */, DATES_DMY, DATES_MDY };
struct import_options {
    const char *name;        /* NULL: from the file name */
    const char *format;      /* --as; NULL: recognised by content; "rates" and "counts" say what loads are */
    enum carbon_basis basis; /* --basis; BASIS_UNKNOWN = the format's default */
    enum carbon_kind kind;   /* --kind; KIND_UNKNOWN = as the file says */
    const char *unit;        /* --unit of intensities; NULL: as the header says */
    enum date_order dates;   /* --dates */
    bool use_forecast;       /* --use forecast */
    bool zeros_missing;      /* --zeros missing */
    const char *column;      /* --column: which one of a table holds the numbers; NULL: guessed */
    const char *gpu, *model; /* minimal profiles */
    const char *into;        /* --into: the profile set; NULL: the default one */
    const char
        *tokens; /* --tokens: how a token trace's tokens become a batch: context, generated or total, then
                  * "/DIVISOR"; rounded up, at least 1. NULL: total/256 */
};
enum { IMPORT_SUMMARY = 384 };
struct import_report {
    char name[64], hash[65], format[32];
    size_t rows;
    char summary[IMPORT_SUMMARY]; /* "8,760 hourly samples, 2022-01-01T00:00Z to ..., average, direct, no
                                     gaps" */
    bool hides_builtin;   /* its name now means the import and not what the library ships; importing the
                             library's own file brings that back, with all its facts */
    size_t kept_rows;     /* of profiles: those that stay from before */
    char unknown_gpu[24]; /* a GPU of the profile that no scenario can use: its type is not known; "" none */
};
bool store_import(struct store *store, enum store_kind kind, const char *path,
                  const struct import_options *options, struct import_report *report, struct faults *faults,
                  struct error *error);
/* The same for bytes at hand (a paste, a text that was edited), which places call `path`; NULL: the file. */
bool store_import_bytes(struct store *store, enum store_kind kind, const char *path, const void *bytes,
                        size_t n, const struct import_options *options, struct import_report *report,
                        struct faults *faults, struct error *error);

/* What an import of a file would come to, before anything is written: which format it is read as, what each
 * column is taken for, the first rows; and in `report` and `faults` what store_import would say. `kind`
 * STORE_KIND_COUNT: whatever it is. True if it could be imported. */
enum { PREVIEW_COLUMNS = 12, PREVIEW_ROWS = 8, PREVIEW_CELL = 32 };
struct import_preview {
    enum store_kind kind;  /* STORE_KIND_COUNT: not recognised */
    const char *help;      /* of its format; "" */
    int n_columns, n_rows; /* of a CSV; shown of all that it has */
    int more_columns;      /* that are not shown */
    char header[PREVIEW_COLUMNS][PREVIEW_CELL];
    char meaning[PREVIEW_COLUMNS][PREVIEW_CELL]; /* the column of the format that it is; "": not read */
    char cells[PREVIEW_ROWS][PREVIEW_COLUMNS][PREVIEW_CELL];
    struct import_report report;
};
bool store_import_preview(struct store *store, enum store_kind kind, const char *path,
                          const struct import_options *options, struct import_preview *preview,
                          struct faults *faults, struct error *error);
/* Of bytes at hand, which places call `path`: only what it is and what is wrong with it. */
bool store_import_check(struct store *store, const char *path, const void *bytes, size_t n,
                        const struct import_options *options, struct import_preview *preview,
                        struct faults *faults, struct error *error);

/* The same check without a store (wattif validate): recognises trace, workload, profile or scenario by
 * content. When it returns true with STORE_SCENARIO, `scenario` is filled (scenario_free it), and *text and
 * *n are what it was read from (free it; else NULL): whether the library has what it names is for the caller
 * to ask (scenario_json.h), and to place (json.h). */
bool import_validate(const char *path, struct import_report *report, enum store_kind *kind,
                     struct scenario *scenario, char **text, size_t *n, struct faults *faults,
                     struct error *error);

/* Puts a scenario into the library under this name, as an import would. Refused under a built-in's name, and
 * under a saved run's. `replaced` (or NULL): one of this name was there, whose version stays for its runs. */
bool store_save_scenario(struct store *store, const char *name, const struct scenario *scenario,
                         bool *replaced, struct error *error);

/* What the library knows of a thing beside what it is. */
struct store_facts {
    char title[160], source[256], licence[96], hash[65], added_at[24];
    bool builtin;
    int64_t runs; /* saved runs that were made with this version */
};
bool store_item_facts(struct store *store, enum store_kind kind, const char *name, struct store_facts *facts,
                      struct error *error);
/* The names of the GPU types that the library knows. Free with free(); NULL with a message. */
char (*store_list_gpu_types(struct store *store, size_t *n, struct error *error))[24];

/* Takes a name of the library away; the version that it meant stays, for runs that were made with it, and so
 * that the name can be given back. What came with wattif cannot be deleted; where an import hides such a
 * thing, the name means that again. */
struct store_deleted {
    enum store_kind kind;
    char name[64];
    int64_t version;
    bool uncovered; /* the name means what came with wattif again */
};
bool store_delete_item(struct store *store, enum store_kind kind, const char *name,
                       struct store_deleted *deleted, struct error *error);
/* Gives it back. Refused where the name means something newer by now. */
bool store_undelete_item(struct store *store, const struct store_deleted *deleted, struct error *error);

/* Runs: scenario with its edits, seed, input hashes, engine version, recording, summary; one transaction
 * each. Saving on an existing name is refused unless `replace`; under a built-in scenario's name always; a
 * run that has not ended, or whose recording has lost sketches, always. */
bool store_save_run(struct store *store, const char *name, const char *note, const struct scenario *scenario,
                    const struct recording *recording, bool replace, struct error *error);
/* The same with what it is held against (scenario_become_baseline) kept beside it, whole or not at all; NULL:
 * nothing is. It goes wherever the run goes, and is in no list. */
struct run_made {
    const struct scenario *scenario;
    const struct recording *recording;
};
bool store_save_run_against(struct store *store, const char *name, const char *note,
                            const struct run_made *run, const struct run_made *baseline, bool replace,
                            struct error *error);
/* May a run be saved so? It can be asked before there is one. */
bool store_may_save_run(struct store *store, const char *name, bool replace, struct error *error);
struct saved_run {
    char name[64], note[256], saved_at[24], engine_version[24];
    struct scenario scenario;
    struct recording *recording;
    size_t n_changed;    /* inputs that are no longer what the run used */
    char changed[8][96]; /* "trace us-cal-ciso-2022-direct", the first eight */
};
struct saved_run *store_load_run(struct store *store, const char *name,
                                 struct error *error); /* saved_run_free */
void saved_run_free(struct saved_run *run);
/* The recording (recording_free) kept beside a run, which was made of just this scenario; NULL: there is
 * none, or it is damaged. */
struct recording *store_load_baseline(struct store *store, const char *name, const struct scenario *scenario);
bool store_rename_run(struct store *store, const char *from, const char *to, struct error *error);
bool store_delete_run(struct store *store, const char *name, struct error *error);
/* Another note; other tags, words with blanks between, each of at most 31 bytes, 95 in all. */
bool store_note_run(struct store *store, const char *name, const char *note, struct error *error);
bool store_tag_run(struct store *store, const char *name, const char *tags, struct error *error);

/* Writes one thing as csv or json to a FILE ("export", "show"). */
bool store_export(struct store *store, enum store_kind kind, const char *name, const char *format, void *file,
                  struct error *error);

/* Looks for damage everywhere and tells each thing that is damaged, as "trace 'x' is damaged". False with a
 * message where even that cannot be done. Takes as long as reading all of the store. */
typedef void store_found(void *context, const char *what);
bool store_check(struct store *store, store_found *found, void *context, struct error *error);

/* Makes a damaged store, which no other program may have open, whole: what is sound stays, the library is put
 * in anew, and what is lost is told, as "run 'x' is lost; ...". What a saved run was made with is never
 * thrown away: where it is damaged, it stays so. What it was before is kept in the file whose
 * name is set (`size` bytes; 4096 are enough). False with a message; then the store is as it was. */
enum repair_word { REPAIR_ANEW, REPAIR_KEPT, REPAIR_LOST, REPAIR_DAMAGED };
typedef void store_repaired(void *context, enum repair_word word, const char *what);
bool store_repair(const struct store_options *options, char *kept, size_t size, store_repaired *told,
                  void *context, struct error *error);

/* A copy of the store as it is at one instant, log included, while others go on using it. It appears complete
 * or not at all, and replaces what has this name. */
bool store_backup(struct store *store, const char *path, struct error *error);

/* Small values that derived results are cached under, by input hash (reproduce). */
char *store_cache_get(struct store *store, const char *key); /* malloc'ed or NULL */
bool store_cache_put(struct store *store, const char *key, const char *value, struct error *error);

/* Derived inputs (engine/model/derived.h) by kind and hash: the newest 200 of a kind are kept. `get` gives a
 * new reference, or NULL: none, or damaged. `put` replaces what has the same key; a read-only store keeps
 * nothing. */
struct derived_part *store_derived_get(struct store *store, struct derived_key key);
bool store_derived_put(struct store *store, const struct derived_part *part, struct error *error);
/* The same as what stands behind a shelf (engine/explore/derive/shelf.h); nothing where there is no store.
 * What it gets is read on any thread, by a connection of its own. */
struct shelf_behind store_shelf(struct store *store);

#endif
