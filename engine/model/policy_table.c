/* The table of policies, filled from policies.def. */
#include "engine/model/policy_table.h"

#include "engine/model/names.h"
#include "engine/model/reason.h"

#include <string.h>

const char *const layer_names[LAYER_COUNT] = {"configure", "place", "route", "share", "tune"};
const int layer_defaults[LAYER_COUNT] = {POLICY_MANUAL, POLICY_PLACE_NONE, POLICY_FIFO_PULL, POLICY_DEDICATED,
                                         POLICY_FIXED};
const int layer_offs[LAYER_COUNT] = {POLICY_BASE, POLICY_K8S, POLICY_LEAST_LOADED, POLICY_TMUX_TF,
                                     POLICY_FIXED};
const char *const topic_names[TOPIC_COUNT] = {"", "carbon", "accuracy", "fairness", "temperature"};

#define POLICY_ROW(id, behind, ...) {__VA_ARGS__},
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

enum policy_id policy_with_levels(void)
{
    int id = 0;
    while (!policy_infos[id].levels)
        id++;
    return (enum policy_id)id;
}

const char *policy_fleet(enum policy_id id)
{
    return policy_infos[id].fleet ? policy_infos[id].fleet : "";
}

bool policy_is_clover(enum policy_id id)
{
    return id < POLICY_COUNT && policy_infos[id].layer == LAYER_CONFIGURE &&
           policy_infos[id].shape != SHAPE_NONE;
}

enum layer layer_find(const char *name)
{
    int layer = names_find(layer_names, LAYER_COUNT, name);
    return layer < 0 ? LAYER_COUNT : (enum layer)layer;
}

/* The names, phrases and sentences of the reasons, from their table. */

#define REASON_NAME(id, name, phrase, sentence) name,
const char *const reason_names[REASON_COUNT] = {"none", REASON_TABLE(REASON_NAME)};
#undef REASON_NAME

#define REASON_PHRASE(id, name, phrase, sentence) phrase,
const char *const reason_phrases[REASON_COUNT] = {"", REASON_TABLE(REASON_PHRASE)};
#undef REASON_PHRASE

#define REASON_SENTENCE(id, name, phrase, sentence) sentence,
const char *const reason_sentences[REASON_COUNT] = {"", REASON_TABLE(REASON_SENTENCE)};
#undef REASON_SENTENCE

#define CLOCK_REASON_NAME(id, name, sentence) name,
const char *const clock_reason_names[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_NAME)};
#undef CLOCK_REASON_NAME

#define CLOCK_REASON_SENTENCE(id, name, sentence) sentence,
const char *const clock_reason_sentences[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_SENTENCE)};
#undef CLOCK_REASON_SENTENCE
