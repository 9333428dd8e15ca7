/* Fields and their kinds come from the tables of the document (engine/model/scenario.h). */
#include "tui/explorer/fleet_columns.h"

#include "engine/base/text.h"
#include "engine/model/mig.h"
#include "engine/model/policy_table.h"
#include "engine/model/scenario.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const fleet_table_titles[FLEET_TABLES] = {"GPUs", "Apps", "Run"};

#define TEXT DRAFT_TEXT
#define NUMBER DRAFT_NUMBER
static const struct fleet_column gpu_columns[] = {
    {"n", "", NULL, 3, NUMBER, CHOICE_FREE, "", "how many GPUs are alike; + and - one more, one less", ""},
    {"name", "name", NULL, 11, TEXT, CHOICE_FREE, "", "its name; alike ones are numbered", ""},
    {"type", "type", NULL, 13, TEXT, CHOICE_TYPES, "", "the type of GPU, one that has profiles", "A100"},
    {"pool", "pool", NULL, 8, TEXT, CHOICE_POOLS, "", "the part of the cluster that it belongs to", ""},
    {"MIG and pods", "pods", NULL, 26, DRAFT_SLICES, CHOICE_CUTS, "",
     "how it is cut, 3g 2g 1g 1g, or what stands there: 7g:APP/VARIANT 1g:- whole:APP", "MIG"},
    {"owner", "owner", NULL, 10, TEXT, CHOICE_APPS, "", "the app that alone may use it; empty: every app",
     ""},
    {"class", "class", NULL, 5, TEXT, CHOICE_FIELD, "", "low or high, for CarbonDIS", "high-end"},
    {"power", "power", NULL, 14, TEXT, CHOICE_FIELD, "", "its law of power; empty: the scenario's", "power"},
    {"idle", "idle_w", NULL, 7, NUMBER, CHOICE_FREE, "W",
     "what it draws while nothing runs; empty: its type's", ""},
    {"clock", "clock_mhz", NULL, 8, NUMBER, CHOICE_FREE, "MHz", "its clock; empty: the highest", "clock_mhz"},
    {"aux", "p_oi_w", NULL, 7, NUMBER, CHOICE_FREE, "W",
     "auxiliary power, while anything runs; empty: the scenario's", "p_oi_w"},
    {"node", "node", NULL, 8, TEXT, CHOICE_FREE, "", "the node that it is in", ""},
    {"water from", "upstream", NULL, 10, TEXT, CHOICE_GPUS, "", "the GPU whose cooling water it gets", ""},
    {"share", "share", NULL, 10, TEXT, CHOICE_SCHEMES, "", "who runs when; empty: the scenario's", ""},
    {"tune", "tune", NULL, 12, TEXT, CHOICE_SCHEMES, "", "who sets its clock; empty: the scenario's", ""},
};

static const struct fleet_column app_columns[] = {
    {"name", "name", NULL, 11, TEXT, CHOICE_FREE, "", "its name; GPUs that name it follow", ""},
    {"pool", "pool", NULL, 8, TEXT, CHOICE_POOLS, "", "the part of the cluster that it sends to", ""},
    {"model", "model", NULL, 16, TEXT, CHOICE_MODELS, "", "the profile that its requests go by", ""},
    {"arrivals", "arrivals/kind", NULL, 12, TEXT, CHOICE_FIELD, "",
     "how requests come: random or fixed gaps, rates or arrivals of a workload, a closed loop", "arrivals"},
    {"load", NULL, "arrivals", 11, NUMBER, CHOICE_WORKLOADS, "",
     "how many come: the mean gap, the clients of a closed loop, or a workload of the library", ""},
    {"SLO", "slo_ms", NULL, 8, NUMBER, CHOICE_FREE, "ms",
     "what its percentile may come to; empty: none; base: what Clover's BASE has", "slo_ms"},
    {"batch", "batch/kind", NULL, 8, TEXT, CHOICE_FIELD, "", "how many inputs a request has", "batch"},
    {"size", NULL, "batch", 5, NUMBER, CHOICE_FREE, "", "inputs of a batch: always, on average or at least",
     "batch"},
    {"requests", "requests", NULL, 9, NUMBER, CHOICE_FREE, "", "how many in all; empty: no limit", ""},
    {"variant", "variant", NULL, 8, TEXT, CHOICE_VARIANTS, "",
     "which variant of the model; empty: the only one", ""},
    {"at p", "percentile", NULL, 5, NUMBER, CHOICE_FREE, "", "the percentile of the SLO; empty: 95", "p95"},
    {"weight", "weight", NULL, 6, NUMBER, CHOICE_FREE, "",
     "its part where it takes turns with others; empty: 1", "weight"},
    {"scale", "arrivals/scale", NULL, 6, NUMBER, CHOICE_FREE, "",
     "the rates of its workload times this; empty: 1", ""},
    {"shape", "arrivals/shape", NULL, 6, NUMBER, CHOICE_FREE, "", "how even gamma gaps are; below 1 burstier",
     ""},
    {"think", "arrivals/think_ms", NULL, 8, NUMBER, CHOICE_FREE, "ms",
     "how long a client of a closed loop waits before it asks again", ""},
    {"from", "arrivals/from_s", NULL, 8, NUMBER, CHOICE_FREE, "s", "it joins then", ""},
    {"until", "arrivals/until_s", NULL, 8, NUMBER, CHOICE_FREE, "s", "it leaves then; empty: it stays", ""},
    {"batch sd", "batch/sd", NULL, 8, NUMBER, CHOICE_FREE, "", "the standard deviation of normal batches",
     "batch"},
    {"least", "batch/min", NULL, 6, NUMBER, CHOICE_FREE, "", "the smallest of normal or uniform batches",
     "batch"},
    {"most", "batch/max", NULL, 6, NUMBER, CHOICE_FREE, "", "the largest of normal or uniform batches",
     "batch"},
    {"slice", "pods/slice", NULL, 6, TEXT, CHOICE_FREE, "",
     "what slice each of its pods has, where a placer places them", "1g"},
    {"pods", "pods/count", NULL, 5, NUMBER, CHOICE_FREE, "",
     "how many pods it has, where a placer places them", "pod"},
};

static const struct fleet_column run_columns[] = {
    {"trace", "trace", NULL, 0, TEXT, CHOICE_TRACES, "", "carbon intensity; one of your own is taken as CSV",
     "trace"},
    {"start", "start", NULL, 0, TEXT, CHOICE_FREE, "", "when on the trace the run begins, UTC", "start"},
    {"hours", "hours", NULL, 0, NUMBER, CHOICE_FREE, "h",
     "how long the run is; empty: until all requests are served", "hours"},
    {"seed", "seed", NULL, 0, NUMBER, CHOICE_FREE, "", "what all randomness is drawn from", "seed"},
    {"GPUs in use", "knobs/gpus", NULL, 0, NUMBER, CHOICE_FREE, "", "only the first so many; empty: all",
     "gpus"},
    {"configure", "policies/configure", NULL, 0, TEXT, CHOICE_SCHEMES, "", "who cuts GPUs", ""},
    {"place", "policies/place", NULL, 0, TEXT, CHOICE_SCHEMES, "", "who puts pods on GPUs", ""},
    {"route", "policies/route", NULL, 0, TEXT, CHOICE_SCHEMES, "", "who sends requests where", ""},
    {"share", "policies/share", NULL, 0, TEXT, CHOICE_SCHEMES, "", "who runs when on a GPU", ""},
    {"tune", "policies/tune", NULL, 0, TEXT, CHOICE_SCHEMES, "", "who sets clocks", ""},
    {"profiles", "profiles", NULL, 0, TEXT, CHOICE_SETS, "", "the set that models are looked up in",
     "profiles"},
    {"power", "power", NULL, 0, TEXT, CHOICE_FIELD, "", "what a GPU draws while several things run", "power"},
    {"aux power", "p_oi_w", NULL, 0, NUMBER, CHOICE_FREE, "W",
     "auxiliary power of a GPU on which anything runs", "p_oi_w"},
    {"title", "title", NULL, 0, TEXT, CHOICE_FREE, "", "what it is, for whoever reads it", ""},
};
#undef TEXT
#undef NUMBER

#define COUNT(a) (int)(sizeof(a) / sizeof *(a))
const struct fleet_column *const fleet_columns[FLEET_TABLES] = {gpu_columns, app_columns, run_columns};
const int fleet_n_columns[FLEET_TABLES] = {COUNT(gpu_columns), COUNT(app_columns), COUNT(run_columns)};

/* --- parts with kinds --- */

static const struct field_table *table_of_part(const char *part)
{
    return strcmp(part, "batch") == 0 ? &batch_fields : &arrivals_fields;
}

/* An empty struct of the kind that the document says, large enough for any part. False: it says none. */
union fleet_part {
    struct arrivals arrivals;
    struct batches batch;
};

static bool part_of_kind(const struct scenario_draft *draft, const char *element, const char *part,
                         union fleet_part *of)
{
    const struct field_table *table = table_of_part(part);
    char pointer[ERROR_PLACE], kind[32];
    fields_init(table, of);
    text_print(pointer, sizeof pointer, "%s/%s/kind", element, part);
    draft_get(draft, pointer, kind, sizeof kind);
    for (size_t k = 0; k < table->fields[0].size; k++)
        if (strcmp(kind, table->fields[0].names[k]) == 0) {
            field_set_number(&table->fields[0], of, (double)k);
            return true;
        }
    return false;
}

/* The first field that a kind cannot do without, beside the kind itself. */
static const struct field *needed_field(const struct field_table *table, const union fleet_part *of)
{
    for (size_t i = 1; i < table->n; i++) {
        uint32_t bit = UINT32_C(1) << (unsigned)field_number(&table->fields[0], of);
        if (table->fields[i].needed & bit)
            return &table->fields[i];
    }
    return NULL;
}

bool fleet_pointer(const struct scenario_draft *draft, const char *element, const struct fleet_column *column,
                   char *out, size_t size)
{
    union fleet_part of;
    char part[16];
    if (!column->key) {
        const struct field *field = part_of_kind(draft, element, column->part, &of)
                                        ? needed_field(table_of_part(column->part), &of)
                                        : NULL;
        text_print(out, size, "%s/%s/%s", element, column->part, field ? field->key : "");
        return field != NULL;
    }
    const char *slash = strchr(column->key, '/');
    text_print(out, size, "%s/%s", element, column->key);
    text_print(part, sizeof part, "%.*s", slash ? (int)(slash - column->key) : 0, column->key);
    if (!slash || (strcmp(part, "arrivals") != 0 && strcmp(part, "batch") != 0))
        return *column->key != '\0';
    const struct field *field = field_find(table_of_part(part), slash + 1);
    return strcmp(slash, "/kind") == 0 ||
           (part_of_kind(draft, element, part, &of) && field_applies(table_of_part(part), field, &of));
}

const char *fleet_unit(const struct fleet_column *column, const char *pointer)
{
    static const struct {
        const char *end, *unit;
    } units[] = {{"/mean_gap_ms", "ms"}, {"/clients", "clients"}};

    for (size_t i = 0; column->part && i < sizeof units / sizeof *units; i++) {
        size_t n = strlen(units[i].end), length = strlen(pointer);
        if (length > n && strcmp(pointer + length - n, units[i].end) == 0)
            return units[i].unit;
    }
    return column->unit;
}

void fleet_drop_foreign(struct scenario_draft *draft, const char *element, const char *part)
{
    const struct field_table *table = table_of_part(part);
    union fleet_part of;
    char pointer[ERROR_PLACE];
    if (!part_of_kind(draft, element, part, &of))
        return;
    for (size_t i = 1; i < table->n; i++) {
        text_print(pointer, sizeof pointer, "%s/%s/%s", element, part, table->fields[i].key);
        if (!field_applies(table, &table->fields[i], &of))
            draft_put(draft, pointer, DRAFT_TEXT, "", NULL);
    }
}

/* --- choices --- */

static void add(struct fleet_names *list, const char *name)
{
    for (size_t i = 0; i < list->n; i++)
        if (strcmp(list->names[i], name) == 0)
            return;
    char(*names)[64] = realloc(list->names, (list->n + 1) * sizeof *names);
    if (!names)
        return;
    list->names = names;
    text_print(names[list->n++], sizeof *names, "%s", name);
}

/* What a choice is called of an item of the library; NULL: it is none. */
typedef const char *choice_name(const char *item);

static const char *name_itself(const char *item)
{
    return item;
}

/* Of a set, a model is chosen by its name alone. */
static const char *name_of_model(const char *item)
{
    return strchr(item, '@') ? NULL : item;
}

static void add_items(struct fleet_names *list, struct store *store, enum store_kind kind, choice_name *name)
{
    struct store_list items = {0};
    if (!store || !store_list(store, kind, &items, &list->fault))
        return;
    for (size_t i = 0; i < items.n; i++)
        if (name(items.items[i].name))
            add(list, name(items.items[i].name));
    free(items.items);
}

/* The names in an array of the scenario itself. */
static void add_named(struct fleet_names *list, const struct scenario_draft *draft, const char *array)
{
    char pointer[ERROR_PLACE], name[64];
    for (int i = 0; i < draft_count(draft, array); i++) {
        text_print(pointer, sizeof pointer, "%s/%d/name", array, i);
        if (*draft_get(draft, pointer, name, sizeof name))
            add(list, name);
    }
}

/* What goes by the type of a GPU or the model of an app: how it can be cut, its variants. */
static void add_of_element(struct fleet_names *list, const struct fleet_asked *asked,
                           enum fleet_choice choice)
{
    char pointer[ERROR_PLACE], of[64], set[64], cut[24];
    struct error error;
    text_print(pointer, sizeof pointer, choice == CHOICE_CUTS ? "%s/type" : "%s/model", asked->element);
    draft_get(asked->draft, pointer, of, sizeof of);
    draft_get(asked->draft, "/profiles", set, sizeof set);
    for (int k = 0; choice == CHOICE_CUTS && k < MIG_CUTS && !isnan(mig_memory_gb(of, MIG_1G)); k++) {
        mig_cut_print(k, cut);
        add(list, cut);
    }
    const struct profile_set *profile =
        choice == CHOICE_VARIANTS && strlen(of) < 48 && strlen(set) < PROFILES_SIZE
            ? catalog_profile(asked->catalog, of, set, &error)
            : NULL;
    for (size_t k = 0; profile && k < profile->n; k++)
        if (*profile->rows[k].variant)
            add(list, profile->rows[k].variant);
}

/* What the table of its fields, or of schemes, has for a column. */
static void add_of_table(struct fleet_names *list, enum fleet_table of, const struct fleet_column *column)
{
    static const struct field_table *const tables[FLEET_TABLES] = {&gpu_fields, &app_fields,
                                                                   &scenario_fields};
    const char *key = column->key, *slash = strchr(key, '/'), *name = slash ? slash + 1 : key;
    char part[16];
    if (column->choice == CHOICE_SCHEMES) {
        for (int p = 0; p < POLICY_COUNT; p++)
            if (policy_infos[p].layer == layer_find(name))
                add(list, policy_infos[p].name);
        return;
    }
    text_print(part, sizeof part, "%.*s", slash ? (int)(slash - key) : 0, key);
    const struct field *field = field_find(slash ? table_of_part(part) : tables[of], name);
    for (size_t k = 0; field && k < field->size; k++)
        if (*field->names[k])
            add(list, field->names[k]);
}

struct fleet_names fleet_choices(const struct fleet_asked *asked, const struct fleet_column *column)
{
    struct fleet_names list = {0};
    struct store *store = asked->store;
    char pointer[ERROR_PLACE];
    size_t n = 0;
    switch (column->choice) {
    case CHOICE_FIELD:
    case CHOICE_SCHEMES:
        add_of_table(&list, asked->table, column);
        break;
    case CHOICE_TYPES: {
        char(*types)[24] = store ? store_list_gpu_types(store, &n, &list.fault) : NULL;
        for (size_t i = 0; i < n; i++)
            add(&list, types[i]);
        free(types);
        break;
    }
    case CHOICE_MODELS:
        add_items(&list, store, STORE_PROFILE, name_of_model);
        break;
    case CHOICE_SETS:
        add(&list, PROFILES_DEFAULT);
        add_items(&list, store, STORE_PROFILE, profile_name_set);
        break;
    case CHOICE_TRACES:
        add_items(&list, store, STORE_TRACE, name_itself);
        break;
    case CHOICE_WORKLOADS: /* where the arrivals follow one */
        fleet_pointer(asked->draft, asked->element, column, pointer, sizeof pointer);
        if (strstr(pointer, "/workload"))
            add_items(&list, store, STORE_WORKLOAD, name_itself);
        break;
    case CHOICE_POOLS:
    case CHOICE_APPS:
    case CHOICE_GPUS:
        add_named(&list, asked->draft,
                  column->choice == CHOICE_POOLS  ? "/pools"
                  : column->choice == CHOICE_APPS ? "/apps"
                                                  : asked->gpus);
        break;
    default:
        add_of_element(&list, asked, column->choice);
    }
    return list;
}
