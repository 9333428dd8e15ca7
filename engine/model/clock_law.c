/* The arithmetic of the law, and the table of ranges. */
#include "engine/model/clock_law.h"

#include <string.h>

/* ---- the law ---- */

double clock_law_time(const struct clock_law *law, double mhz)
{
    return (1 - law->bound) + law->bound * law->max_mhz / mhz;
}

double clock_law_voltage(const struct clock_law *law, double mhz)
{
    double width_mhz = law->max_mhz - law->knee_mhz;
    if (width_mhz <= 0)
        return 1;
    return mhz <= law->knee_mhz ? law->v_min
                                : law->v_min + (1 - law->v_min) * (mhz - law->knee_mhz) / width_mhz;
}

double clock_law_dynamic(const struct clock_law *law, double mhz)
{
    double voltage = clock_law_voltage(law, mhz);
    return mhz / law->max_mhz * (voltage * voltage);
}

double clock_law_power_w(const struct clock_law *law, double static_w, double power_w, double from_mhz,
                         double to_mhz)
{
    double dynamic_w = power_w > static_w ? power_w - static_w : 0;
    return power_w - dynamic_w +
           dynamic_w * (clock_law_dynamic(law, to_mhz) / clock_law_dynamic(law, from_mhz));
}

/* ---- ranges ---- */

static const struct clock_range ranges[] = {
#define CLOCK_RANGE(type, lowest, highest, step)                                                             \
    {.gpu_type = type, .min_mhz = lowest, .max_mhz = highest, .step_mhz = step},
#include "engine/model/clocks.def"
};

#define CLOCK_RANGE(type, lowest, highest, step)                                                             \
    _Static_assert(((highest) - (lowest)) % (step) == 0 &&                                                   \
                       ((highest) - (lowest)) / (step) < CLOCK_RANGE_MAX,                                    \
                   "a range of clocks ends on a step and has room in a model");
#include "engine/model/clocks.def"

const struct clock_range *clock_range_of(const char *gpu_type)
{
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
        if (strcmp(ranges[k].gpu_type, gpu_type) == 0)
            return &ranges[k];
    return NULL;
}

int clock_range_count(const struct clock_range *range)
{
    return (int)((range->max_mhz - range->min_mhz) / range->step_mhz + 0.5) + 1;
}

double clock_range_at(const struct clock_range *range, int k)
{
    return range->min_mhz + k * range->step_mhz;
}

bool clock_range_has(const struct clock_range *range, double mhz)
{
    return mhz >= range->min_mhz && mhz <= range->max_mhz &&
           clock_range_at(range, (int)((mhz - range->min_mhz) / range->step_mhz + 0.5)) == mhz;
}
