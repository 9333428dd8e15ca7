/* A list by kind and name, with the catalogue's answer: an input or its message. A campaign names a dozen. */
#include "engine/explore/fetched.h"

#include "engine/base/arena.h"
#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

enum input_kind { TRACE, PROFILE, WORKLOAD, DEVICE };

struct fetched_input {
    enum input_kind kind;
    char name[64];
    const void *input; /* NULL: there is none, `error` says why */
    struct error error;
};

struct fetched {
    const struct catalog *catalog;
    struct fetched_input *items; /* owned */
    size_t n;
};

struct fetched *fetched_create(const struct catalog *catalog)
{
    struct fetched *fetched = calloc(1, sizeof *fetched);
    if (fetched)
        fetched->catalog = catalog;
    return fetched;
}

void fetched_free(struct fetched *fetched)
{
    if (!fetched)
        return;
    free(fetched->items);
    free(fetched);
}

static const struct fetched_input *find(const struct fetched *fetched, enum input_kind kind, const char *name)
{
    for (size_t i = 0; i < fetched->n; i++)
        if (fetched->items[i].kind == kind && strcmp(fetched->items[i].name, name) == 0)
            return &fetched->items[i];
    return NULL;
}

static bool add(struct fetched *fetched, enum input_kind kind, const char *name)
{
    if (!*name || find(fetched, kind, name))
        return true;
    if (!array_grow(&fetched->items, fetched->n, sizeof *fetched->items))
        return false;
    struct fetched_input *item = &fetched->items[fetched->n++];
    *item = (struct fetched_input){.kind = kind};
    text_copy(item->name, sizeof item->name, name);
    const struct catalog *from = fetched->catalog;
    item->input = kind == TRACE      ? from->trace(from->context, name, &item->error)
                  : kind == PROFILE  ? from->profile(from->context, name, &item->error)
                  : kind == WORKLOAD ? from->workload(from->context, name, &item->error)
                                     : (const void *)from->device(from->context, name, &item->error);
    return true;
}

bool fetched_add(struct fetched *fetched, const struct scenario *scenario)
{
    bool good = add(fetched, TRACE, scenario->trace);
    for (int a = 0; good && a < scenario->n_apps; a++) {
        char profile[PROFILE_NAME_SIZE];
        profile_name(scenario->apps[a].model, scenario->profiles, profile);
        good = add(fetched, PROFILE, profile) && add(fetched, WORKLOAD, scenario->apps[a].arrivals.workload);
    }
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; good && g < scenario->fleets[f].n_gpus; g++)
            good = add(fetched, DEVICE, scenario->fleets[f].gpus[g].type);
    return good;
}

/* --- as a catalogue --- */

static const void *answer(const struct fetched *fetched, enum input_kind kind, const char *name,
                          struct error *error)
{
    const struct fetched_input *item = find(fetched, kind, name);
    if (!item)
        error_set(error, ERROR_SYSTEM, NULL, "'%s' was not fetched before the runs", name);
    else if (!item->input && error)
        *error = item->error;
    return item ? item->input : NULL;
}

static const struct carbon_trace *answer_trace(void *context, const char *name, struct error *error)
{
    return answer(context, TRACE, name, error);
}

static const struct profile_set *answer_profile(void *context, const char *name, struct error *error)
{
    return answer(context, PROFILE, name, error);
}

static const struct workload *answer_workload(void *context, const char *name, struct error *error)
{
    return answer(context, WORKLOAD, name, error);
}

static const struct device_type *answer_device(void *context, const char *name, struct error *error)
{
    return answer(context, DEVICE, name, error);
}

struct catalog fetched_catalog(struct fetched *fetched)
{
    return (struct catalog){.context = fetched,
                            .trace = answer_trace,
                            .profile = answer_profile,
                            .workload = answer_workload,
                            .device = answer_device};
}
