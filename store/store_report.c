/* A report brings its inputs along: they become versions that the catalogue hands out and the file of the
 * store does not have, under numbers that the file never gives. A run of them that is saved puts them there
 * (store_keep_carried), beside what the names mean in this library, which stays. */
#include "store/store_internal.h"

#include "engine/base/text.h"
#include "store/library/library.h"
#include "store/report/report_file.h"

#include <stdlib.h>
#include <string.h>

/* From here on up. */
static const int64_t first_carried = INT64_MAX / 2;

/* The item becomes the store's. */
static bool take(struct store *store, struct report_input *input, struct error *error)
{
    struct cached_item *cached = calloc(1, sizeof *cached);

    if (!cached)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    cached->item = *input->own;
    free(input->own);
    input->own = NULL;
    input->item = &cached->item;
    input->version_id = cached->version_id = first_carried + store->n_carried++;
    cached->next = store->cached[input->kind];
    store->cached[input->kind] = cached;
    return true;
}

bool store_pin_report(struct store *store, struct report *report, size_t run, struct error *error)
{
    const struct report_run *chosen = &report->runs[run];

    store_unpin(store);
    for (size_t i = 0; i < report->n_inputs; i++)
        if (report->inputs[i].own && !take(store, &report->inputs[i], error))
            return false;
    for (size_t i = 0; i < chosen->n_inputs; i++) {
        const struct report_input *input = &report->inputs[chosen->inputs[i]];
        if (!store_pin(store, input->kind, input->name, input->hash, input->version_id, error))
            return false;
    }
    return true;
}

bool store_keep_carried(struct store *store, enum item_kind kind, int64_t version_id, struct error *error)
{
    int64_t id;

    if (version_id < first_carried)
        return true;
    for (const struct cached_item *cached = store->cached[kind]; cached; cached = cached->next)
        if (cached->version_id == version_id)
            return library_keep(store->db, &cached->item, &id, error);
    return error_set(error, ERROR_SYSTEM, NULL, "an input of the report is lost");
}
