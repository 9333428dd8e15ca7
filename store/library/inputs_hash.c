/* A GPU type has no version of its own: its constants stand for it. */
#include "store/library/inputs_hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEVICE_LINE_SIZE = 160 };

static void add_text(struct hash *hash, const char *text)
{
    hash_update(hash, text, strlen(text) + 1);
}

static bool add_device(struct hash *hash, const struct catalog *catalog, const char *type,
                       struct error *error)
{
    const struct device_type *device = catalog->device(catalog->context, type, error);
    char line[DEVICE_LINE_SIZE];
    if (!device)
        return false;
    snprintf(line, sizeof line, "%s %a %a %a %a", device->name, device->idle_power_w, device->power_limit_w,
             device->embodied_kg, device->lifetime_s);
    add_text(hash, line);
    if (!isnan(device->ha_w_per_k) || !isnan(device->alpha_per_s)) {
        snprintf(line, sizeof line, "heat %a %a", device->ha_w_per_k, device->alpha_per_s);
        add_text(hash, line);
    }
    return true;
}

static bool add_app(struct hash *hash, const struct catalog *catalog, const struct scenario *scenario,
                    const struct app *app, struct error *error)
{
    const struct profile_set *profile = catalog_profile(catalog, app->model, scenario->profiles, error);
    if (!profile)
        return false;
    add_text(hash, profile->hash);
    if (!*app->arrivals.workload)
        return true;
    const struct workload *workload = catalog->workload(catalog->context, app->arrivals.workload, error);
    if (workload)
        add_text(hash, workload->hash);
    return workload != NULL;
}

bool inputs_hash(struct hash *hash, const struct catalog *catalog, const struct scenario *scenario,
                 struct error *error)
{
    const struct carbon_trace *trace = catalog->trace(catalog->context, scenario->trace, error);
    if (!trace)
        return false;
    add_text(hash, trace->hash);
    for (int a = 0; a < scenario->n_apps; a++)
        if (!add_app(hash, catalog, scenario, &scenario->apps[a], error))
            return false;
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++)
            if (!add_device(hash, catalog, scenario->fleets[f].gpus[g].type, error))
                return false;
    return true;
}
