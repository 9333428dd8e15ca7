/* Canonical texts are the CSV (or JSON) that the importers read, so exporting and importing again gives the
 * same item with the same hash. Missing samples of a trace are missing rows, but for the first of each gap,
 * which is a row with an empty cell; a missing rate is an empty cell. */
#include "store/library/item.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "engine/model/names.h"
#include "store/json/scenario_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const item_kind_names[ITEM_KIND_COUNT] = {"trace", "profile", "workload", "scenario", "device"};

#define DEVICE_NUMBER(key, ...)                                                                              \
    {                                                                                                        \
#key, NUMBER_AT(device_type, key), .nullable = true, .initial = NAN, .said = SAID_IF_OTHER,          \
                                           __VA_ARGS__                                                       \
    }

static const struct field device_rows[] = {
    {"gpu", TEXT_AT(device_type, name), .required = true},
    {"architecture", FIELD_ELSEWHERE}, /* for people, as in the table */
    DEVICE_NUMBER(memory_gb, RANGE_MEMORY),
    DEVICE_NUMBER(idle_power_w, RANGE_IDLE, .required = true),
    DEVICE_NUMBER(power_limit_w, RANGE_POWER),
    DEVICE_NUMBER(max_clock_mhz, RANGE_CLOCK),
    DEVICE_NUMBER(base_clock_mhz, RANGE_CLOCK),
    DEVICE_NUMBER(embodied_kg, RANGE_EMBODIED),
    DEVICE_NUMBER(lifetime_s, RANGE_LIFETIME),
    DEVICE_NUMBER(ha_w_per_k, RANGE_HA),
    DEVICE_NUMBER(alpha_per_s, RANGE_ALPHA),
    {"mig", BOOL_AT(device_type, mig)},
    {"provenance", CHOICE_AT(device_type, provenance, provenance_names, PROVENANCE_COUNT)},
    {"source", TEXT_AT(device_type, source)},
};
const struct field_table device_fields = FIELD_TABLE(device_rows, device_type);

static const struct field profile_rows[] = {
    {"gpu", TEXT_AT(profile_row, gpu)},
    {"slice", TEXT_AT(profile_row, slice)},
    {"variant", TEXT_AT(profile_row, variant)},
    {"batch", INT32_AT(profile_row, batch)},
    {"clock_mhz", NUMBER_AT(profile_row, clock_mhz), RANGE_CLOCK},
    {"latency_ms", NUMBER_AT(profile_row, latency_ms), .required = true, RANGE_LATENCY},
    {"power_w", NUMBER_AT(profile_row, power_w), RANGE_POWER},
    {"accuracy", NUMBER_AT(profile_row, accuracy), RANGE_ACCURACY},
    {"memory_gb", NUMBER_AT(profile_row, memory_gb), RANGE_MEMORY},
    {"provenance", CHOICE_AT(profile_row, provenance, provenance_names, PROVENANCE_COUNT)},
    {"source", TEXT_AT(profile_row, source)},
};
const struct field_table profile_fields = FIELD_TABLE(profile_rows, profile_row);

enum item_kind item_kind_find(const char *name)
{
    int kind = names_find(item_kind_names, ITEM_KIND_COUNT, name);
    return kind < 0 ? ITEM_KIND_COUNT : (enum item_kind)kind;
}

void item_free(struct item *item)
{
    if (item->kind == ITEM_TRACE)
        carbon_trace_free(&item->as.trace);
    else if (item->kind == ITEM_PROFILE)
        profile_set_free(&item->as.profile);
    else if (item->kind == ITEM_WORKLOAD)
        workload_free(&item->as.workload);
    else if (item->kind == ITEM_SCENARIO)
        scenario_free(&item->as.scenario);
}

const char *item_name(const struct item *item)
{
    const char *const names[ITEM_KIND_COUNT] = {
        [ITEM_TRACE] = item->as.trace.name,       [ITEM_PROFILE] = profile_known_as(&item->as.profile),
        [ITEM_WORKLOAD] = item->as.workload.name, [ITEM_SCENARIO] = item->as.scenario.name,
        [ITEM_DEVICE] = item->as.device.name,
    };
    return names[item->kind];
}

const char *item_title(const struct item *item)
{
    const char *const titles[ITEM_KIND_COUNT] = {
        [ITEM_TRACE] = item->as.trace.title,       [ITEM_PROFILE] = item->as.profile.model,
        [ITEM_WORKLOAD] = item->as.workload.title, [ITEM_SCENARIO] = item->as.scenario.title,
        [ITEM_DEVICE] = item->as.device.name,
    };
    return titles[item->kind];
}

const char *item_source(const struct item *item)
{
    if (item->kind == ITEM_TRACE)
        return item->as.trace.source;
    if (item->kind == ITEM_WORKLOAD)
        return item->as.workload.source;
    return item->kind == ITEM_SCENARIO ? item->as.scenario.source : item->source;
}

const char *item_licence(const struct item *item)
{
    if (item->kind == ITEM_TRACE)
        return item->as.trace.licence;
    return item->kind == ITEM_WORKLOAD ? item->as.workload.licence : item->licence;
}

/* The last two columns only where they say something, so that older tables keep their text and hash. */
static void item_write_profile(struct sink *sink, const struct profile_set *set)
{
    bool facts = profile_has_facts(set);
    sink_text(
        sink,
        "gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source");
    sink_text(sink, facts ? ",accuracy_metric,overhead_ms\n" : "\n");
    for (size_t k = 0; k < set->n; k++) {
        const struct profile_row *row = &set->rows[k];
        const double numbers[] = {row->clock_mhz, row->latency_ms, row->power_w, row->accuracy,
                                  row->memory_gb};
        sink_cell(sink, row->gpu);
        sink_text(sink, ",");
        sink_cell(sink, row->slice);
        sink_text(sink, ",");
        sink_cell(sink, set->model);
        sink_text(sink, ",");
        sink_cell(sink, row->variant);
        sink_printf(sink, ",%" PRId32 ",", row->batch);
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            sink_number(sink, numbers[i]);
            sink_text(sink, ",");
        }
        sink_printf(sink, "%s,", provenance_names[row->provenance]);
        sink_cell(sink, row->source);
        if (facts) {
            sink_printf(sink, ",%s,", set->accuracy_metric);
            sink_number(sink, set->overhead_ms > 0 ? set->overhead_ms : (double)NAN);
        }
        sink_text(sink, "\n");
    }
}

/* The rule of every canonical text: what a kind has had from its first day stands at its place; a field that
 * came later is written behind that, with its name, and only where it is not at its default. So a new field
 * changes no hash of before. */
static void write_device(struct sink *sink, const struct device_type *device)
{
    static const char *const first[] = {"memory_gb",      "idle_power_w", "power_limit_w", "max_clock_mhz",
                                        "base_clock_mhz", "embodied_kg",  "lifetime_s"};
    static const char *const later[] = {"ha_w_per_k", "alpha_per_s"};
    sink_cell(sink, device->name);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        sink_text(sink, ",");
        sink_number(sink, field_number(field_find(&device_fields, first[i]), device));
    }
    sink_printf(sink, ",%d,%s,", device->mig, provenance_names[device->provenance]);
    sink_cell(sink, device->source);
    for (size_t i = 0; i < sizeof later / sizeof *later; i++) {
        const struct field *field = field_find(&device_fields, later[i]);
        if (field_is_initial(field, device))
            continue;
        sink_printf(sink, ",%s=", later[i]);
        sink_number(sink, field_number(field, device));
    }
    sink_text(sink, "\n");
}

void item_write(struct sink *sink, const struct item *item)
{
    if (item->kind == ITEM_TRACE) {
        /* A reader takes the most common distance between rows for the step, the smaller one where two are
         * equally common. So that it finds the step of this trace whatever its gaps, each gap opens with an
         * empty cell: then every present sample but the last is followed by a row one step later, and beside
         * such a step there is at most one longer one for each gap. The text stays within twice the present
         * samples. */
        const struct carbon_trace *trace = &item->as.trace;
        char time[24];
        sink_text(sink, "timestamp,ci_gco2_per_kwh\n");
        for (size_t k = 0; k < trace->n; k++) {
            if (k > 0 && isnan(trace->samples[k]) && isnan(trace->samples[k - 1]))
                continue;
            civil_format(trace->start_s + (int64_t)k * trace->step_s, time, sizeof time);
            sink_text(sink, time);
            sink_text(sink, ",");
            sink_number(sink, trace->samples[k]);
            sink_text(sink, "\n");
        }
    } else if (item->kind == ITEM_PROFILE) {
        item_write_profile(sink, &item->as.profile);
    } else if (item->kind == ITEM_WORKLOAD) {
        /* Parts of it for values that are not in an item. */
        const struct workload *workload = &item->as.workload;
        bool rates = workload->kind == WORKLOAD_RATES;
        sink_text(sink, rates             ? "timestamp_s,requests_per_s\n"
                        : workload->batch ? "arrival_s,batch\n"
                                          : "arrival_s\n");
        for (size_t k = 0; k < workload->n; k++) {
            if (rates) {
                sink_number(sink, (double)k * ns_to_s(workload->step_ns));
                sink_text(sink, ",");
                sink_number(sink, workload->rate[k]);
            } else {
                sink_printf(sink, "%" PRId64 ".%09" PRId64, workload->arrival_ns[k] / NS_PER_S,
                            workload->arrival_ns[k] % NS_PER_S);
            }
            if (!rates && workload->batch)
                sink_printf(sink, ",%" PRId32, workload->batch[k]);
            sink_text(sink, "\n");
        }
    } else if (item->kind == ITEM_DEVICE) {
        write_device(sink, &item->as.device);
    } else {
        char *text = scenario_to_text(&item->as.scenario);
        sink_text(sink, text ? text : "");
        free(text);
    }
}

void item_hash(const struct item *item, char out[HASH_TEXT_SIZE])
{
    struct hash hash;
    struct sink sink = {.hash = &hash};
    hash_init(&hash);
    item_write(&sink, item);
    hash_finish(&hash, out);
}

static void add_text(struct hash *hash, const char *text)
{
    hash_update(hash, text, strlen(text) + 1);
}

bool inputs_hash(struct hash *hash, const struct catalog *catalog, const struct scenario *scenario,
                 struct error *error)
{
    const struct carbon_trace *trace = catalog->trace(catalog->context, scenario->trace, error);
    if (!trace)
        return false;
    add_text(hash, trace->hash);
    for (int a = 0; a < scenario->n_apps; a++) {
        const struct app *app = &scenario->apps[a];
        const struct profile_set *profile = catalog_profile(catalog, app->model, scenario->profiles, error);
        if (!profile)
            return false;
        add_text(hash, profile->hash);
        if (!*app->arrivals.workload)
            continue;
        const struct workload *workload = catalog->workload(catalog->context, app->arrivals.workload, error);
        if (!workload)
            return false;
        add_text(hash, workload->hash);
    }
    /* A GPU type has no version of its own: its constants stand for it, told for each GPU. */
    const char *type = NULL;
    char told[320];
    int n = 0;
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            if (!type || strcmp(type, scenario->fleets[f].gpus[g].type) != 0) {
                type = scenario->fleets[f].gpus[g].type;
                const struct device_type *device = catalog->device(catalog->context, type, error);
                if (!device)
                    return false;
                n = 1 + snprintf(told, sizeof told, "%s %a %a %a %a", device->name, device->idle_power_w,
                                 device->power_limit_w, device->embodied_kg, device->lifetime_s);
                if (!isnan(device->ha_w_per_k) || !isnan(device->alpha_per_s))
                    n += 1 + snprintf(told + n, sizeof told - (size_t)n, "heat %a %a", device->ha_w_per_k,
                                      device->alpha_per_s);
            }
            hash_update(hash, told, (size_t)n);
        }
    return true;
}
