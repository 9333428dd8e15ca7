/* Which functions stand behind a scheme's name: its row says it (engine/model/policies.def). */
#include "engine/policy/configurator.h"
#include "engine/policy/discipline.h"
#include "engine/policy/governor.h"
#include "engine/policy/placer.h"
#include "engine/policy/route/carbondis.h"
#include "engine/policy/route/classes.h"
#include "engine/policy/route/pull.h"

#define NOTHING
#define POLICY_ROW(id, behind, ...) behind
#define BEHIND(layer, scheme) extern const struct layer scheme;
#define INLINED(scheme)
#include "engine/model/policies.def"
#undef POLICY_ROW
#undef BEHIND
#undef INLINED

#undef NOTHING
#define NOTHING .router = NULL
#define POLICY_ROW(id, behind, ...) [POLICY_##id] = {behind},
#define BEHIND(layer, scheme) .layer = &scheme,
#define INLINED(scheme) .router = &scheme,
static const struct {
    const struct configurator *configurator;
    const struct placer *placer;
    const struct picker *picker;
    const struct router *router;
    const struct discipline *discipline;
    const struct governor *governor;
} schemes[POLICY_COUNT + 1] = {
#include "engine/model/policies.def"
};

/* The last row has nothing: of no scheme. */
static int row_of(enum policy_id id)
{
    return id < POLICY_COUNT ? (int)id : POLICY_COUNT;
}

const struct configurator *configurator_of(enum policy_id id)
{
    return schemes[row_of(id)].configurator;
}

const struct placer *placer_of(enum policy_id id)
{
    return schemes[row_of(id)].placer;
}

const struct picker *picker_of(enum policy_id id)
{
    return schemes[row_of(id)].picker;
}

const struct router *router_of(enum policy_id id)
{
    return schemes[row_of(id)].router;
}

const struct discipline *discipline_of(enum policy_id id)
{
    return schemes[row_of(id)].discipline;
}

const struct governor *governor_of(enum policy_id id)
{
    return schemes[row_of(id)].governor;
}
