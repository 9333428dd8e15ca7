/* The table of policies, filled from policies.def. */
#include "engine/model/policy_table.h"

#include <string.h>

const char *const layer_names[LAYER_COUNT] = {"configure", "place", "route", "share", "tune"};

#define POLICY_ROW(layer, id, name, fleet, classes, title, help) {layer, name, fleet, classes, title, help},
const struct policy_info policy_infos[POLICY_COUNT] = {
#include "engine/model/policies.def"
};
#undef POLICY_ROW

enum policy_id policy_find(enum layer layer, const char *name)
{
    for (int id = 0; id < POLICY_COUNT; id++)
        if (policy_infos[id].layer == layer && strcmp(policy_infos[id].name, name) == 0)
            return (enum policy_id)id;
    return POLICY_COUNT;
}

bool policy_is_clover(enum policy_id id)
{
    return id < POLICY_COUNT && policy_infos[id].layer == LAYER_CONFIGURE && id != POLICY_MANUAL;
}

enum layer layer_find(const char *name)
{
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        if (strcmp(layer_names[layer], name) == 0)
            return (enum layer)layer;
    return LAYER_COUNT;
}
