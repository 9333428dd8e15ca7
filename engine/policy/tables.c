/* Which functions stand behind a scheme's name: its row says it (engine/model/policies.def). */
#include "engine/policy/configurator.h"
#include "engine/policy/route/carbondis.h"
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
static const struct scheme schemes[POLICY_COUNT + 1] = {
#include "engine/model/policies.def"
};

/* The last row has nothing: of no scheme. */
const struct scheme *scheme_of(enum policy_id id)
{
    return &schemes[id < POLICY_COUNT ? id : POLICY_COUNT];
}
