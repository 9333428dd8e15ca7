/* A card's power limit. Whenever who runs on it changes, firmware takes the highest of its clocks, not above
 * the one asked for, at which it draws no more than it may. (SDXL on 4g and Whisper on 3g of an A100-PCIe
 * would draw 360 W at 1410 MHz; at 1200 they stay below 250.) Where even the lowest is too much, it is that
 * one. */
#ifndef WATTIF_PHYSICS_CAP_H
#define WATTIF_PHYSICS_CAP_H

#include <math.h>

/* Clocks are numbered, ascending, up to the one asked for; watts is NAN at one that cannot be had. -1: none
 * can. */
static inline int cap_clock(double cap_w, int asked, double (*watts)(const void *context, int clock),
                            const void *context)
{
    int lowest = -1;
    for (int clock = asked; clock >= 0; clock--) {
        double power_w = watts(context, clock);
        lowest = isnan(power_w) ? lowest : clock;
        if (power_w <= cap_w)
            return clock;
    }
    return lowest;
}

#endif
