/* Knobs by name and by text: what `--set`, `--at`, JSON and the panel say, turned into references and values,
 * and back. Every value goes through knob_check, whoever sets it. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- names ---- */

/* What a knob may be narrowed to, in words of messages. */
static const char *const scope_words[SCOPE_COUNT] = {"", "a layer", "a pool", "a GPU", "an app", "a pod"};

static int find_gpu(const struct scenario *scenario, const char *name)
{
    const struct fleet *fleet = scenario_fleet(scenario);
    for (int g = 0; fleet && g < fleet->n_gpus; g++)
        if (strcmp(fleet->gpus[g].name, name) == 0)
            return g;
    return -1;
}

/* The GPUs that the knob can be of; how many. */
static size_t gpus_of(const struct scenario *scenario, bool cuts, const char *names[GPUS_MAX])
{
    const struct fleet *fleet = scenario_fleet(scenario);
    size_t n = 0;
    for (int g = 0; g < scenario_gpus(scenario); g++)
        if (!cuts || layout_is_cut(scenario, &fleet->gpus[g]))
            names[n++] = fleet->gpus[g].name;
    return n;
}

/* What there is of a scope: "job1 and job2". */
static char *list_scope(const struct scenario *scenario, const struct knob_info *info, int scope, char *list,
                        size_t size)
{
    const char *names[GPUS_MAX] = {NULL};
    return scope == SCOPE_GPU     ? names_join(list, size, names, gpus_of(scenario, info->cuts, names))
           : scope == SCOPE_LAYER ? names_join(list, size, layer_names, LAYER_COUNT)
           : scope == SCOPE_POOL  ? names_of_pools(scenario, list, size)
           : scope == SCOPE_POD   ? pods_list(scenario, list, size)
                                  : names_of_apps(scenario, list, size);
}

/* "there are job1 and job2", of one scope; an example of it. */
static const char *list_targets(const struct scenario *scenario, const struct knob_info *info,
                                enum knob_scope scope, char *out, size_t size)
{
    if (scope == SCOPE_GPU) {
        /* Those; where there are none, what that takes. Returns the first, or "GPU". */
        const char *names[GPUS_MAX] = {NULL}; /* or, fewer, of types */
        size_t n = gpus_of(scenario, info->cuts, names);
        const char *first = n > 0 ? names[0] : "GPU";
        const char *before =
            n > 0 ? "there are" : "no GPU here can be cut, which takes share 'mig' and one of";
        n = n > 0 ? n : mig_types(names);
        snprintf(out, size, "%s %s", before, names_join(NAME_LIST, names, n));
        return first;
    }
    snprintf(out, size, "there are %s", list_scope(scenario, info, (int)scope, NAME_LIST));
    return scope == SCOPE_LAYER   ? layer_names[LAYER_ROUTE]
           : scope == SCOPE_POD   ? "APP/1"
           : scenario->n_apps > 0 ? scenario->apps[0].name
                                  : "APP";
}

/* Where a name stops short: "slo_ms needs an app, as in slo_ms.job1; there are job1 and job2". */
static bool refuse_bare(const struct scenario *scenario, const struct knob_info *info, enum knob_scope scope,
                        struct error *error)
{
    char list[NAME_LIST_SIZE + 96];
    const char *first = list_targets(scenario, info, scope, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s needs %s, as in %s.%s; %s", info->name, scope_words[scope],
                     info->name, first, list);
}

/* The layer of "route.vision"; `rest` is "vision", NULL where nothing follows. */
static bool resolve_layer(const struct scenario *scenario, const struct knob_info *info, const char *text,
                          int *found, const char **rest, struct error *error)
{
    char list[NAME_LIST_SIZE + 96], layer[32];
    if (!text)
        return refuse_bare(scenario, info, SCOPE_LAYER, error);
    size_t length = strcspn(text, ".");
    *rest = text[length] ? text + length + 1 : NULL;
    snprintf(layer, sizeof layer, "%.*s", (int)(length < sizeof layer ? length : sizeof layer - 1), text);
    *found = (int)layer_find(layer);
    if (*found < LAYER_COUNT)
        return true;
    list_targets(scenario, info, SCOPE_LAYER, list, sizeof list);
    return error_set(error, ERROR_INPUT, NULL, "%s.%s: no layer '%s'; %s", info->name, layer, layer, list);
}

/* The row of this name that is closed by the end of `target`, which is cut off, unless an app or a GPU is
 * called so as a whole; the row itself where there is none. */
static const struct knob_info *find_tail(const struct scenario *scenario, const struct knob_info *info,
                                         char *target)
{
    char *tail = strrchr(target, '.');
    if (!tail || scenario_find_app(scenario, target) >= 0 || find_gpu(scenario, target) >= 0)
        return info;
    for (int id = 0; id < KNOB_COUNT; id++)
        if (knob_infos[id].tail && strcmp(knob_infos[id].name, info->name) == 0 &&
            strcmp(knob_infos[id].tail, tail + 1) == 0) {
            *tail = '\0';
            return &knob_infos[id];
        }
    return info;
}

/* What one pool, GPU or app is called, which the knob may be narrowed to. */
static bool resolve_target(const struct scenario *scenario, const char *name, const char *target,
                           struct knob_ref *ref, struct error *error)
{
    const struct knob_info *info = &knob_infos[ref->id];
    for (int scope = SCOPE_POOL; scope < SCOPE_COUNT; scope++) {
        if (!(info->scopes >> scope & 1))
            continue;
        ref->scope = (enum knob_scope)scope;
        ref->target = scope == SCOPE_GPU    ? find_gpu(scenario, target)
                      : scope == SCOPE_APP  ? scenario_find_app(scenario, target)
                      : scope == SCOPE_POOL ? scenario_find_pool(scenario, target)
                                            : pods_find_name(scenario, target);
        /* A GPU of the fleet that the run does without is no target. */
        if (scope == SCOPE_GPU && ref->target >= scenario_gpus(scenario))
            return error_set(
                error, ERROR_INPUT, NULL,
                "%s: GPU '%s' is not in the run, which has the first %d of fleet '%s' (knob gpus)", name,
                target, scenario_gpus(scenario), scenario_fleet(scenario)->name);
        if (ref->target >= 0)
            return true;
    }
    /* No such pool, GPU or app: what there is. */
    char list[3 * NAME_LIST_SIZE + 96] = "", kinds[48] = "";
    /* The narrow scopes in which a knob can stand here; pools only where some are named. */
    unsigned scopes = info->scopes & ~0u << (scenario->n_pools > 0 ? SCOPE_POOL : SCOPE_POOL + 1);
    enum knob_scope last = SCOPE_RUN;
    size_t used = 0;
    for (int scope = SCOPE_POOL; scope < SCOPE_COUNT; scope++)
        if (scopes >> scope & 1) {
            last = (enum knob_scope)scope;
            used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s", used ? " or " : "",
                                     strchr(scope_words[scope], ' ') + 1);
        }
    if (last == SCOPE_RUN) {
        snprintf(list, sizeof list, "%.*s", (int)(strlen(name) - strlen(target) - 1), name);
        return error_set(error, ERROR_INPUT, NULL, "%s holds for the whole run; write %s, not %s", list, list,
                         name);
    }
    /* One that can be of more than one kind, kind by kind: "there are the GPUs gpu0 and gpu1; the apps chat
     * and speech". */
    static const char *const words[SCOPE_COUNT] = {"", "", "pools", "GPUs", "apps", "pods"};
    for (int scope = SCOPE_POOL; scope < SCOPE_COUNT && scopes != 1u << last; scope++)
        if (scopes >> scope & 1)
            text_append(list, sizeof list, "%s %s %s", *list ? "; the" : "there are the", words[scope],
                        list_scope(scenario, info, scope, NAME_LIST));
    if (scopes == 1u << last)
        list_targets(scenario, info, last, list, sizeof list);
    if (last == SCOPE_GPU)
        return error_set(error, ERROR_INPUT, NULL, "%s: no %s '%s' in fleet '%s'; %s", name, kinds, target,
                         scenario_fleet(scenario) ? scenario_fleet(scenario)->name : "", list);
    return error_set(error, ERROR_INPUT, NULL, "%s: no %s '%s'; %s", name, kinds, target, list);
}

bool knob_resolve(const struct scenario *scenario, const char *name, struct knob_ref *ref,
                  struct error *error)
{
    char own[KNOB_NAME_SIZE] = "";
    const char *dot = strchr(name, '.'), *target = dot ? own : NULL;
    const struct knob_info *info = NULL;
    size_t length = strcspn(name, ".");
    for (int id = 0; id < KNOB_COUNT && !info; id++)
        if (!knob_infos[id].tail && strlen(knob_infos[id].name) == length &&
            strncmp(knob_infos[id].name, name, length) == 0)
            info = &knob_infos[id];
    if (!info) {
        const char *names[KNOB_COUNT];
        char word[KNOB_NAME_SIZE];
        for (int id = 0; id < KNOB_COUNT; id++)
            names[id] = knob_infos[id].name;
        text_print(word, sizeof word, "%.*s", (int)length, name);
        const char *near = text_nearest(word, names, KNOB_COUNT);
        for (int id = 0; id < KNOB_COUNT; id++) /* "ci", as the screens have it */
            near = strcmp(knob_infos[id].symbol, word) == 0 ? knob_infos[id].name : near;
        if (near)
            return error_set(error, ERROR_INPUT, NULL, "no knob '%s'; did you mean '%s'?", name, near);
        return error_set(error, ERROR_INPUT, NULL, "no knob '%s'; `wattif list knobs` shows them", name);
    }
    text_copy(own, sizeof own, dot ? dot + 1 : "");
    info = find_tail(scenario, info, own);
    *ref = (struct knob_ref){.id = (enum knob_id)(info - knob_infos),
                             .scope = knob_widest((enum knob_id)(info - knob_infos))};
    if (ref->scope == SCOPE_LAYER && !resolve_layer(scenario, info, target, &ref->layer, &target, error))
        return false;
    if (target && ref->layer == LAYER_PLACE && knob_has_layer(ref->id))
        return error_set(error, ERROR_INPUT, NULL, "%s: placement is common to all pools; write %s.%s", name,
                         info->name, layer_names[LAYER_PLACE]);
    if (target)
        return resolve_target(scenario, name, target, ref, error);
    return ref->scope == SCOPE_RUN || ref->scope == SCOPE_LAYER ||
           refuse_bare(scenario, info, ref->scope, error);
}

char *knob_name(const struct scenario *scenario, struct knob_ref ref, char *out, size_t size)
{
    const char *layer = knob_has_layer(ref.id) ? layer_names[ref.layer] : "";
    char own[KNOB_NAME_SIZE] = "";
    if (ref.scope == SCOPE_POD)
        pods_name(scenario, ref.target, own, sizeof own);
    const char *target = ref.scope == SCOPE_POOL  ? scenario_pool_name(scenario, ref.target)
                         : ref.scope == SCOPE_GPU ? scenario_fleet(scenario)->gpus[ref.target].name
                         : ref.scope == SCOPE_APP ? scenario->apps[ref.target].name
                                                  : own;
    const char *tail = knob_infos[ref.id].tail;
    snprintf(out, size, "%s%s%s%s%s%s%s", knob_infos[ref.id].name, layer[0] ? "." : "", layer,
             target[0] ? "." : "", target, tail ? "." : "", tail ? tail : "");
    return out;
}

bool knob_suffix(enum knob_id id, int n, char *out, size_t size)
{
    static const char *const suffixes[SCOPE_COUNT] = {"", "", ".POOL", ".GPU", ".APP", ".APP/K"};
    for (int scope = 0; scope < SCOPE_COUNT; scope++)
        if ((knob_infos[id].scopes >> scope & 1) && n-- == 0) {
            const char *tail = knob_infos[id].tail;
            snprintf(out, size, "%s%s%s%s", knob_has_layer(id) ? ".LAYER" : "", suffixes[scope],
                     tail ? "." : "", tail ? tail : "");
            return true;
        }
    return false;
}

/* ---- which there are ---- */

static int count_targets(const struct scenario *scenario, enum knob_scope scope)
{
    return scope == SCOPE_POOL  ? scenario->n_pools
           : scope == SCOPE_GPU ? scenario_gpus(scenario)
           : scope == SCOPE_APP ? scenario->n_apps
           : scope == SCOPE_POD ? pods_count(scenario)
                                : 1;
}

bool knob_exists(const struct scenario *scenario, struct knob_ref ref)
{
    return (int)ref.id >= 0 && ref.id < KNOB_COUNT && (int)ref.scope >= 0 && ref.scope < SCOPE_COUNT &&
           (knob_infos[ref.id].scopes >> ref.scope & 1) && ref.target >= 0 &&
           ref.target < count_targets(scenario, ref.scope) && ref.layer >= 0 &&
           ref.layer < (knob_has_layer(ref.id) ? LAYER_COUNT : 1) &&
           !(ref.scope == SCOPE_POOL && ref.layer == LAYER_PLACE);
}

/* Has this scenario this knob: narrower values where they were said, but the schemes of pools always; what is
 * about cutting GPUs where one can be cut, and about water where there is some, or something was said of
 * it. */
static bool is_shown(const struct scenario *scenario, struct knob_ref ref)
{
    const struct knob_info *info = &knob_infos[ref.id];
    const char *cut[GPUS_MAX];
    if (knob_is_scheme(ref))
        return knob_exists(scenario, ref);
    if (ref.scope == SCOPE_POD)
        return knob_is_said(scenario, ref);
    if (info->warms)
        return scenario_is_cooled(scenario) || knob_is_said(scenario, ref);
    if (ref.scope != knob_widest(ref.id) || (info->cuts && ref.scope == SCOPE_RUN))
        return knob_is_said(scenario, ref) ||
               (ref.scope == knob_widest(ref.id) && gpus_of(scenario, true, cut) > 0);
    return !info->cuts || layout_is_cut(scenario, &scenario_fleet(scenario)->gpus[ref.target]);
}

void knob_each(const struct scenario *scenario, bool (*visit)(void *context, struct knob_ref ref),
               void *context)
{
    struct knob_ref ref = {0};
    for (int id = 0; id < KNOB_COUNT; id++)
        for (int scope = 0; scope < SCOPE_COUNT; scope++) {
            ref.id = (enum knob_id)id;
            ref.scope = (enum knob_scope)scope;
            int n = knob_infos[id].scopes >> scope & 1 ? count_targets(scenario, ref.scope) : 0;
            for (ref.layer = 0; ref.layer < (knob_has_layer(ref.id) ? LAYER_COUNT : 1); ref.layer++)
                for (ref.target = 0; ref.target < n; ref.target++)
                    if (is_shown(scenario, ref) && !visit(context, ref))
                        return;
        }
}

/* ---- all targets of a knob ---- */

struct targets {
    const char *name; /* of the knob, not closed by a NUL */
    size_t length;
    struct knob_ref *refs;
    int n;
};

static bool add_target(void *context, struct knob_ref ref)
{
    struct targets *targets = context;
    const char *name = knob_infos[ref.id].name;
    if (!knob_infos[ref.id].tail && strlen(name) == targets->length &&
        strncmp(name, targets->name, targets->length) == 0)
        targets->refs[targets->n++] = ref;
    return targets->n < KNOB_TARGETS_MAX;
}

int knob_resolve_all(const struct scenario *scenario, const char *name,
                     struct knob_ref refs[KNOB_TARGETS_MAX], struct error *error)
{
    const char *dot = strchr(name, '.');
    struct targets targets = {.name = name, .length = dot ? (size_t)(dot - name) : 0, .refs = refs};
    if (dot && strcmp(dot, ".*") == 0)
        knob_each(scenario, add_target, &targets);
    if (targets.n > 0 && refs[0].scope != SCOPE_RUN)
        return targets.n;
    return knob_resolve(scenario, name, &refs[0], error) ? 1 : 0;
}

/* ---- values ---- */

bool knob_check_narrow(const struct scenario *scenario, struct knob_ref ref, struct error *error)
{
    const char *places[POOLS_MAX];
    size_t n = 0;
    if (ref.scope != SCOPE_POOL || scenario_pool_reads(scenario, ref.target, ref.id))
        return true;
    /* the schemes that read it, and the pools in which they could */
    const char *name = KNOB_NAME(scenario, ref), *schemes = names_of_readers(ref.id, NAME_LIST);
    for (int pool = 0; pool < scenario->n_pools && pool < POOLS_MAX; pool++)
        if (scenario_pool_reads(scenario, pool, ref.id))
            places[n++] = scenario_pool_name(scenario, pool);
    if (n == 0)
        return error_set(error, ERROR_INPUT, NULL,
                         "%s: nothing in pool '%s' can read %s, which is for %s; leave it out", name,
                         scenario_pool_name(scenario, ref.target), knob_infos[ref.id].name, schemes);
    return error_set(
        error, ERROR_INPUT, NULL,
        "%s: nothing in pool '%s' can read %s, which is for %s; it can be narrowed to %s, or left out", name,
        scenario_pool_name(scenario, ref.target), knob_infos[ref.id].name, schemes,
        names_join(NAME_LIST, places, n));
}

bool knob_refuse(const struct knob_use *use, const char *format, ...)
{
    struct error why = {0};
    va_list args;
    va_start(args, format);
    text_vprint(why.message, sizeof why.message, format, args);
    va_end(args);
    return error_set(use->error, ERROR_INPUT, NULL, "%s: %s", use->name, why.message);
}

static struct knob_use use_of(const struct scenario *scenario, struct knob_ref ref, char name[KNOB_NAME_SIZE],
                              const struct knob_value *value, struct error *error)
{
    knob_name(scenario, ref, name, KNOB_NAME_SIZE);
    return (struct knob_use){(struct scenario *)scenario, ref, name, (struct knob_value *)value, error};
}

bool knob_check(const struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error)
{
    char name[KNOB_NAME_SIZE];
    struct knob_use use = use_of(scenario, ref, name, value, error);
    const struct knob_kind *kind = knob_infos[ref.id].kind;
    return knob_check_narrow(scenario, ref, error) && (kind->check ? kind->check : knob_check_number)(&use);
}

bool knob_parse(const struct scenario *scenario, struct knob_ref ref, const char *text,
                struct knob_value *value, struct error *error)
{
    char name[KNOB_NAME_SIZE];
    struct knob_use use = use_of(scenario, ref, name, value, error);
    const struct knob_info *info = &knob_infos[ref.id];
    *value = (struct knob_value){0};
    return (info->kind->parse           ? info->kind->parse
            : info->type == TYPE_NUMBER ? knob_parse_number
                                        : knob_parse_name)(&use, text) &&
           knob_check(scenario, ref, value, error);
}

void knob_format(struct knob_ref ref, const struct knob_value *value, char *out, size_t size)
{
    const struct knob_info *info = &knob_infos[ref.id];
    if (info->kind->format)
        info->kind->format(ref, value, out, size);
    else if (info->type == TYPE_NUMBER)
        knob_format_number(ref, value, out, size);
    else
        text_copy(out, size, value->text);
}

bool knob_equal(struct knob_ref ref, const struct knob_value *a, const struct knob_value *b)
{
    bool none = isnan(a->number) && isnan(b->number);
    if (knob_infos[ref.id].type == TYPE_NAME)
        return strcmp(a->text, b->text) == 0;
    return (none || a->number == b->number) && knob_is_slo_base(ref, a) == knob_is_slo_base(ref, b);
}

double knob_number(enum knob_id id, const struct knob_value *value)
{
    const char *const *words = knob_infos[id].words;
    for (int k = 0; words && words[k]; k++)
        if (strcmp(words[k], value->text) == 0)
            return k;
    return value->number;
}

/* ---- where they live ---- */

void *knob_place(struct scenario *scenario, struct knob_ref ref)
{
    /* The struct that holds the values of the scope, and where in it the knob's slot is. */
    size_t slot = offsetof(struct scenario, number), at = knob_infos[ref.id].at[ref.scope];
    char *holder = (char *)scenario;
    if (ref.scope == SCOPE_POOL) {
        slot = offsetof(struct pool, number);
        holder = (char *)&scenario->pools[ref.target];
    } else if (ref.scope == SCOPE_GPU) {
        slot = offsetof(struct gpu, number);
        holder = (char *)&scenario->fleets[scenario->fleet].gpus[ref.target];
    } else if (ref.scope == SCOPE_APP) {
        slot = offsetof(struct app, number);
        holder = (char *)&scenario->apps[ref.target];
    }
    return holder + (at ? at : slot + (size_t)ref.id * sizeof(double));
}

double *knob_slot(const struct scenario *scenario, struct knob_ref ref)
{
    return knob_place((struct scenario *)scenario, ref);
}

/* The knob of the next wider scope that there is; false: it is the widest. */
static bool widen(struct knob_ref *ref)
{
    int scope = (int)ref->scope - 1;
    while (scope >= 0 && !(knob_infos[ref->id].scopes >> scope & 1))
        scope--;
    if (scope < 0)
        return false;
    *ref = (struct knob_ref){.id = ref->id, .scope = (enum knob_scope)scope, .layer = ref->layer};
    return true;
}

struct knob_value knob_get(const struct scenario *scenario, struct knob_ref ref)
{
    struct knob_value value = {0};
    struct knob_ref wider = ref;
    if (widen(&wider) && !knob_is_said(scenario, ref))
        return knob_get(scenario, wider);
    if (knob_infos[ref.id].kind->get)
        knob_infos[ref.id].kind->get(&(struct knob_use){(struct scenario *)scenario, ref, "", &value, NULL});
    else
        value.number = *knob_slot(scenario, ref);
    return value;
}

bool knob_set(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
              struct error *error)
{
    char name[KNOB_NAME_SIZE];
    struct knob_use use = use_of(scenario, ref, name, value, error);
    const struct knob_kind *kind = knob_infos[ref.id].kind;
    return knob_check(scenario, ref, value, error) && (kind->set ? kind->set : knob_set_number)(&use);
}

bool knob_begin(struct scenario *scenario, struct knob_ref ref, const struct knob_value *value,
                struct error *error)
{
    if (!knob_check(scenario, ref, value, error))
        return false;
    /* Narrower ones go, of GPUs in every fleet; but a scheme that a pool has of its own stays. */
    int in_force = scenario->fleet;
    for (int scope = (int)ref.scope + 1; scope < SCOPE_COUNT && !knob_is_scheme(ref); scope++)
        for (int f = 0; (knob_infos[ref.id].scopes >> scope & 1) && f < scenario->n_fleets; f++) {
            struct knob_ref narrow = {.id = ref.id, .scope = (enum knob_scope)scope};
            scenario->fleet = f;
            for (; narrow.target < count_targets(scenario, narrow.scope); narrow.target++) {
                /* Nobody says this narrower one any more, and it is remembered that somebody did. */
                if (!knob_is_said(scenario, narrow))
                    continue;
                const char *name = KNOB_NAME(scenario, narrow);
                if (!strstr(scenario->overruled, name))
                    text_append(scenario->overruled, sizeof scenario->overruled, "%s%s",
                                *scenario->overruled ? ", " : "", name);
                if (knob_infos[narrow.id].kind == &knob_law)
                    *(enum gpu_power *)knob_place(scenario, narrow) = GPU_POWER_ANY;
                else
                    *knob_slot(scenario, narrow) = NAN;
            }
        }
    scenario->fleet = in_force;
    if (ref.scope == SCOPE_LAYER)
        scenario->chosen_layers |= 1u << ref.layer;
    return knob_set(scenario, ref, value, error);
}

bool knob_is_said(const struct scenario *scenario, struct knob_ref ref)
{
    const struct knob_kind *kind = knob_infos[ref.id].kind;
    return kind->is_said &&
           kind->is_said(&(struct knob_use){.scenario = (struct scenario *)scenario, .ref = ref});
}

/* Takes an edit a knob of words, which it is none of, back to its first? */
static bool edit_ends(const struct edit *edit, enum knob_id id)
{
    const char *ends = knob_infos[edit->knob.id].ends;
    return ends && edit->t_ns > 0 && strcmp(ends, knob_infos[id].name) == 0;
}

const char *knob_edit_note(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns)
{
    const char *ends = knob_infos[ref.id].ends;
    for (int id = 0; ends && t_ns > 0 && id < KNOB_COUNT; id++)
        if (strcmp(knob_infos[id].name, ends) == 0 &&
            strcmp(knob_at(scenario, knob_of_run((enum knob_id)id), t_ns).text, knob_infos[id].words[0]) != 0)
            return knob_infos[ref.id].ends_note;
    return knob_infos[ref.id].later_note;
}

struct knob_value knob_at(const struct scenario *scenario, struct knob_ref ref, int64_t t_ns)
{
    const struct edit *last = NULL;
    struct knob_ref wider = ref;
    for (int k = 0; k < scenario->n_edits && scenario->edits[k].t_ns <= t_ns; k++)
        if (knob_same(scenario->edits[k].knob, ref) || edit_ends(&scenario->edits[k], ref.id))
            last = &scenario->edits[k];
    if (last && edit_ends(last, ref.id)) {
        struct knob_value value = {0};
        text_copy(value.text, sizeof value.text, knob_infos[ref.id].words[0]);
        return value;
    }
    if (last)
        return last->value;
    if (widen(&wider) && !knob_is_said(scenario, ref))
        return knob_at(scenario, wider, t_ns);
    return knob_get(scenario, ref);
}

struct knob_slider knob_slider(const struct scenario *scenario, struct knob_ref ref, double begun)
{
    const struct knob_info *info = &knob_infos[ref.id];
    struct knob_slider slider = {info->slider_min, info->slider_max, info->step};
    if (info->kind->slider)
        info->kind->slider(scenario, begun, &slider);
    slider.least = fmin(slider.least, begun);
    slider.most = fmax(slider.most, begun);
    return slider;
}
