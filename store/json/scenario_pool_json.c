/* Pools as JSON: an array of objects with a name, policies of their own and an object "clover" of their own.
 * A pool's policies may bring a fleet, so they are read when fleets are known; knobs narrowed to a pool stand
 * among the scenario's. */
#include "store/json/scenario_parts.h"

#include "engine/model/names.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

static void read_pool(const cJSON *json, struct pool *pool, struct json_place *place)
{
    pool_init(pool);
    json_read_fields(json, &pool_fields, pool, place);
    const cJSON *clover = cJSON_IsObject(json) ? json_object(json, "clover", place) : NULL;
    if (!clover)
        return;
    size_t before = json_pointer_push(place->pointer, sizeof place->pointer, "clover");
    pool->own_clover = true;
    json_read_fields(clover, &clover_fields, &pool->clover, place);
    place->pointer[before] = '\0';
}

void scenario_read_pools(const cJSON *pools, struct scenario *scenario, struct json_place *place)
{
    int n = cJSON_GetArraySize(pools);
    const cJSON *json;

    if (n > POOLS_MAX) {
        json_fault(place, NULL, "must have at most %d pools", POOLS_MAX);
        return;
    }
    scenario->pools = calloc(n > 0 ? (size_t)n : 1, sizeof *scenario->pools);
    if (!scenario->pools) {
        faults_no_memory(place->faults, place->pointer);
        return;
    }
    cJSON_ArrayForEach(json, pools)
    {
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, scenario->n_pools);
        read_pool(json, &scenario->pools[scenario->n_pools++], place);
        place->pointer[before] = '\0';
    }
}

void scenario_read_pool_policies(const cJSON *pools, struct scenario *scenario, struct json_place *place)
{
    const cJSON *json;
    int pool = 0;

    cJSON_ArrayForEach(json, pools)
    {
        if (pool >= scenario->n_pools)
            return;
        size_t before = json_pointer_push_index(place->pointer, sizeof place->pointer, pool);
        const cJSON *policies = cJSON_IsObject(json) ? json_object(json, "policies", place) : NULL;
        json_pointer_push(place->pointer, sizeof place->pointer, "policies");
        if (policies)
            scenario_read_policies(policies, scenario, pool, place);
        place->pointer[before] = '\0';
        pool++;
    }
}

int scenario_read_pool_name(const cJSON *object, const struct scenario *scenario, struct json_place *place)
{
    char list[NAME_LIST_SIZE];
    const char *name = cJSON_IsObject(object) ? json_optional_text(object, "pool", place) : NULL;

    if (!name)
        return -1;
    int pool = scenario_find_pool(scenario, name);
    names_of_pools(scenario, list, sizeof list);
    if (pool < 0 && scenario->n_pools == 0)
        json_fault(place, "pool", "this scenario has no pools; name '%s' in its \"pools\"", name);
    else if (pool < 0)
        json_fault(place, "pool", "there is no pool '%s'; there are %s", name, list);
    return pool;
}

static void print_of_pool(void *context, struct json_writer *writer, const struct field *field,
                          const void *base)
{
    const struct pool *pool = base;

    (void)context;
    if (field->part) {
        if (pool->own_clover)
            scenario_print_clover(writer, &pool->clover);
        return;
    }
    json_begin_inline_object(writer, field->key);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        if (pool->policy[layer] >= 0)
            json_string(writer, layer_names[layer], policy_infos[pool->policy[layer]].name);
    json_end_object(writer);
}

void scenario_print_pools(struct json_writer *writer, const struct scenario *scenario)
{
    if (scenario->n_pools == 0)
        return;
    json_begin_array(writer, "pools", false);
    for (int pool = 0; pool < scenario->n_pools; pool++) {
        json_begin_object(writer, NULL);
        json_print_fields(writer, &pool_fields, &scenario->pools[pool], print_of_pool, NULL);
        json_end_object(writer);
    }
    json_end_array(writer);
}
