/* What the fuzz targets of the importers share: one input as one format. Whatever the bytes are, the importer
 * either names a fault or makes items; and what it makes must survive being exported and imported again. */
#ifndef WATTIF_TESTS_FUZZ_IMPORT_H
#define WATTIF_TESTS_FUZZ_IMPORT_H

#include "store/import/import.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

/* A file of three rows may span a grid of ten million samples; only smaller ones are tried, for speed. */
enum { FUZZ_SAMPLES_MAX = 1 << 17 };

static inline bool fuzz_same_trace(const struct carbon_trace *a, const struct carbon_trace *b)
{
    return a->start_s == b->start_s && a->step_s == b->step_s && a->n == b->n && a->missing == b->missing &&
           memcmp(a->samples, b->samples, a->n * sizeof *a->samples) == 0;
}

/* Exports an item and imports that: the hash must be the same, and of a trace every sample and gap. */
static inline void fuzz_round_trip(const struct item *item)
{
    static const enum store_kind kinds[] = {STORE_TRACE, STORE_PROFILE, STORE_WORKLOAD, STORE_SCENARIO};
    char *text = NULL, before[HASH_TEXT_SIZE], after[HASH_TEXT_SIZE];
    size_t n = 0;
    if (item->kind == ITEM_DEVICE || (item->kind == ITEM_TRACE && item->as.trace.n > FUZZ_SAMPLES_MAX))
        return; /* a device is no file of its own */
    struct faults *faults = calloc(1, sizeof *faults);
    struct sink sink = {.file = open_memstream(&text, &n)};
    struct import_options options = {.name = item_name(item)};
    struct import_result result;
    struct input input;
    if (item->kind == ITEM_PROFILE)
        options = (struct import_options){.name = item->as.profile.model,
                                          .into = profile_name_set(item_name(item))};
    fuzz_require(faults && sink.file, "memory");
    item_write(&sink, item);
    fclose(sink.file);
    fuzz_require(input_from_memory(&input, text, n, "exported", NULL), "memory");
    bool good = import_read(&input, kinds[item->kind], &options, &result, faults);
    if (!good)
        fprintf(stderr, "%s: %s\n%.2000s\n", faults->kept[0].place, faults->kept[0].message, text);
    fuzz_require(good && result.n == 1, "what was exported imports as one item");
    item_hash(item, before);
    item_hash(&result.items[0], after);
    fuzz_require(strcmp(before, after) == 0, "export and import give the same hash");
    fuzz_require(item->kind != ITEM_TRACE || fuzz_same_trace(&item->as.trace, &result.items[0].as.trace),
                 "export and import give the same trace");
    import_result_free(&result);
    input_close(&input);
    free(faults);
    free(text);
}

/* What went into a profile set is known as a table of it, of the model that its rows name. */
static inline void fuzz_into_set(const struct item *item, const char *into)
{
    char model[PROFILE_NAME_SIZE];
    if (item->kind != ITEM_PROFILE)
        return;
    profile_name_model(item_name(item), model, sizeof model);
    fuzz_require(strcmp(profile_name_set(item_name(item)), into) == 0, "the set is the one named");
    fuzz_require(strcmp(model, item->as.profile.model) == 0, "the model is the rows'");
}

/* `into`: a profile set, or NULL. */
static inline int fuzz_import_into(const char *format, const char *into, const uint8_t *data, size_t size)
{
    struct faults *faults = calloc(1, sizeof *faults);
    struct import_options options = {.format = format, .gpu = "P4", .model = "m", .into = into};
    struct import_result result;
    struct input input;
    fuzz_require(faults && input_from_memory(&input, data, size, "input", NULL), "memory");
    bool good = import_read(&input, STORE_KIND_COUNT, &options, &result, faults);
    fuzz_require(good == (faults->count == 0), "an import fails with a fault and only then");
    fuzz_require(good ? result.n > 0 : result.n == 0, "all or nothing");
    for (size_t i = 0; i < result.n; i++) {
        if (into)
            fuzz_into_set(&result.items[i], into);
        fuzz_round_trip(&result.items[i]);
    }
    import_result_free(&result);
    input_close(&input);
    free(faults);
    return 0;
}

#endif
