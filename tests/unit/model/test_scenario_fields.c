/* The tables of fields against the structs that they describe: no member is left out, each is compared,
 * defaults are those of the document, and what differs between two scenarios is named. */

#include "tests/support/fixture.h"

static const struct {
    const char *name;
    const struct field_table *table;
} tables[] = {{"scenario", &scenario_fields}, {"clover", &clover_fields}, {"app", &app_fields},
              {"arrivals", &arrivals_fields}, {"batch", &batch_fields},   {"fleet", &fleet_fields},
              {"gpu", &gpu_fields},           {"pod", &pod_fields}};

static size_t bytes_of(const struct field *field)
{
    switch (field->type) {
    case FIELD_TEXT:
        return field->size;
    case FIELD_BOOL:
        return sizeof(bool);
    case FIELD_INT32:
    case FIELD_CHOICE:
    case FIELD_INDEX:
        return sizeof(int);
    case FIELD_INDICES:
        return field->size * sizeof(int);
    case FIELD_NUMBERS:
        return field->size * sizeof(double);
    case FIELD_PART:
        return field->part->size;
    case FIELD_PARTS:
        return field->size ? field->size * field->part->size : sizeof(void *);
    case FIELD_OTHER:
        return 0;
    default:
        return 8;
    }
}

/* Bytes that no row has are padding: fewer than the greatest alignment. */
FACT(test_no_member_is_left_out)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        const struct field_table *table = tables[t].table;
        DEFER(memory_leave) char *covered = calloc(table->size + 1, 1);
        size_t gap = 0;
        assert_non_null(covered);
        for (size_t i = 0; i < table->n; i++) {
            const struct field *field = &table->fields[i];
            memset(covered + field->offset, 1, bytes_of(field));
            if (field->type == FIELD_PARTS)
                memset(covered + field->count, 1, sizeof(int));
        }
        if (table == &scenario_fields) { /* compared by knob; and what is remembered beside the document */
            memset(covered + offsetof(struct scenario, edits), 1, sizeof(void *));
            memset(covered + offsetof(struct scenario, n_edits), 1, sizeof(int));
            memset(covered + offsetof(struct scenario, overruled), 1,
                   sizeof((struct scenario *)0)->overruled);
            memset(covered + offsetof(struct scenario, chosen_layers), 1, sizeof(unsigned));
        }
        for (size_t at = 0; at < table->size; at++) {
            gap = covered[at] ? 0 : gap + 1;
            assert_or(gap < sizeof(double), "%s: no row has the bytes before %zu", tables[t].name, at + 1);
        }
    }
}

/* Changes one field of a struct where that can be done in place. */
static bool change(const struct field *field, void *base)
{
    char *at = (char *)base + field->offset;
    if (field->type == FIELD_TEXT)
        *at = *at == 'x' ? 'y' : 'x';
    else if (field->type == FIELD_INDICES)
        ++*(int *)(void *)at;
    else if (field->type == FIELD_NUMBERS)
        *(double *)(void *)at = isnan(*(double *)(void *)at) ? 1 : *(double *)(void *)at + 1;
    else if (field->type == FIELD_PART)
        return change(&field->part->fields[field->part->n - 1], at);
    else if (field->type == FIELD_PARTS && field->size > 0)
        return ++*(int *)(void *)((char *)base + field->count) > 0 && change(&field->part->fields[0], at);
    else if (field->type == FIELD_PARTS || field->type == FIELD_OTHER)
        return false;
    else
        field_set_number(field, base, isnan(field_number(field, base)) ? 1 : field_number(field, base) == 0);
    return true;
}

/* Against one as a document leaves it: the change shows, in the hash and in the field that was changed and in
 * those that share its place alone. */
FACT(test_every_field_is_compared)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        const struct field_table *table = tables[t].table;
        DEFER(memory_leave) void *one = malloc(table->size), *other = malloc(table->size);
        assert_true(one && other);
        for (size_t i = 0; i < table->n; i++) {
            fields_init(table, one);
            fields_init(table, other);
            assert_true(fields_same(table, one, other));
            assert_true(fields_hash(table, one, 7) == fields_hash(table, other, 7));
            if (!change(&table->fields[i], other))
                continue;
            assert_false(fields_same(table, one, other));
            assert_true(fields_hash(table, one, 7) != fields_hash(table, other, 7));
            for (size_t k = 0; k < table->n; k++)
                if (field_same(&table->fields[k], one, other) ==
                    (table->fields[k].offset == table->fields[i].offset &&
                     table->fields[k].type != FIELD_OTHER))
                    fail_msg("%s: field %zu was changed, and %zu is %s", tables[t].name, i, k,
                             k == i ? "the same" : "another");
        }
    }
}

FACT(test_defaults)
{
    struct scenario scenario;
    struct app app;
    struct gpu gpu;
    scenario_init(&scenario);
    fields_init(&app_fields, &app);
    fields_init(&gpu_fields, &gpu);
    assert_true(scenario.seed == 1 && isnan(scenario.hours) && scenario.p_oi_w == 25 &&
                scenario.reload_s == 3);
    assert_true(scenario.clover.c_base_ci == 250 && scenario.clover.misses == 5 &&
                scenario.clover.n_base == 0);
    assert_true(scenario.number[KNOB_CIT] == knob_infos[KNOB_CIT].initial);
    assert_int_equal(scenario.policy[LAYER_ROUTE], layer_defaults[LAYER_ROUTE]);
    assert_true(isnan(app.slo_ms) && app.percentile == 95 && app.weight == 1 && app.profile_scale == 1);
    assert_true(app.arrivals.kind == ARRIVAL_EXPONENTIAL && app.arrivals.scale == 1 &&
                app.arrivals.clients == 1);
    assert_true(app.batch.kind == BATCH_FIXED && app.batch.mean == 1 && app.batch.min == 1 &&
                app.batch.max == 128);
    assert_true(gpu.owner == -1 && gpu.upstream == -1 && gpu.policy[LAYER_SHARE] == -1 &&
                gpu.pods[6].app == -1);
    assert_true(isnan(gpu.clock_mhz) && isnan(gpu.idle_w) && isnan(gpu.number[KNOB_CIT]));
    for (size_t t = 1; t < 5; t++) /* those without parts of their own are as their rows say */
        if (tables[t].table != &app_fields) {
            DEFER(memory_leave) void *base = malloc(tables[t].table->size);
            assert_non_null(base);
            fields_init(tables[t].table, base);
            assert_true(fields_are_initial(tables[t].table, base));
        }
}

static struct scenario changed; /* a copy, of which one thing is changed */

#define CHANGES(X)                                                                                           \
    X(changed.name[0] ^= 1, "the name")                                                                      \
    X(changed.title[0] ^= 1, NULL)                                                                           \
    X(changed.notes[0] ^= 1, NULL)                                                                           \
    X(changed.fleets[1].gpus[2].idle_w = 3, "the fleets")                                                    \
    X(changed.fleets[0].gpus[0].owner ^= 1, "the fleets")                                                    \
    X(changed.fleets[0].name[0] ^= 1, "the fleets")                                                          \
    X(changed.fleets[0].n_gpus--, "the fleets")                                                              \
    X(changed.apps[1].arrivals.mean_gap_ms *= 2, "the apps")                                                 \
    X(changed.apps[0].batch.sd += 1, "the apps")                                                             \
    X(changed.apps[2].slo_base = true, "the apps")                                                           \
    X(changed.seed ^= UINT64_C(1) << 60, "the seed, the warm-up or the power model")                         \
    X(changed.p_oi_w = 1, "the seed, the warm-up or the power model")                                        \
    X(changed.reload_s = 1, "how long a reconfiguration takes")                                              \
    X(changed.clover.ged = 6, "what Clover goes by")                                                         \
    X(changed.trace[0] ^= 1, "a knob")                                                                       \
    X(changed.number[KNOB_PUE] = 1.5, "a knob")                                                              \
    X(changed.policy[LAYER_ROUTE] = POLICY_DYBATCH, "a knob")                                                \
    X(changed.hours = 2, "a knob")                                                                           \
    X(changed.edits[0].t_ns++, "the edits")                                                                  \
    X(changed.edits[0].value.number += 1, "the edits")                                                       \
    X(changed.n_edits--, "the edits")

static void change_number(int number)
{
    int at = 0;
#define X(statement, aspect)                                                                                 \
    if (at++ == number)                                                                                      \
        (void)(statement);
    CHANGES(X)
#undef X
}

static const char *const aspects[] = {
#define X(statement, aspect) aspect,
    CHANGES(X)
#undef X
};

FACT_FOR(test_what_differs_is_named, carbondis_scenario(3, 100, 50))
{
    assert_true(scenario_apply_at(scenario, "10:cit=0.8", &err));
    assert_null(scenario_difference(scenario, scenario));
    for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++) {
        assert_true(scenario_copy(&changed, scenario));
        int n_gpus = changed.fleets[0].n_gpus;
        assert_null(scenario_difference(scenario, &changed));
        change_number((int)i);
        const char *aspect = scenario_difference(scenario, &changed);
        assert_true((scenario_fingerprint(scenario) == scenario_fingerprint(&changed)) == !aspect);
        if (!aspect || !aspects[i])
            assert_ptr_equal(aspect, aspects[i]);
        else
            assert_string_equal(aspect, aspects[i]);
        changed.fleets[0].n_gpus = n_gpus;
        scenario_free(&changed);
    }
}
