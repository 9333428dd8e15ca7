/* dedicated and mig: every instance runs by itself at full speed; nothing is taken away from anybody. Whether
 * a GPU is one instance or several is the scenario's layout, not the discipline's. */
#include "engine/policy/discipline.h"

const struct discipline share_isolated = {.time_shared = false};
