#include "tui/words/offer.h"

#include <stdio.h>

void offer_name(const struct offers *offers, const struct scenario *scenario, int offer, char *out)
{
    if (offer < 0) {
        snprintf(out, OFFER_NAME, "empty");
        return;
    }
    const struct offer *item = &offers->items[offer];
    const char *app = scenario->apps[item->app].name;
    if (*item->variant && (offers->n == 0 || offers->items[0].app == offers->items[offers->n - 1].app))
        snprintf(out, OFFER_NAME, "%s", item->variant);
    else
        snprintf(out, OFFER_NAME, "%s%s%s", app, *item->variant ? " " : "", item->variant);
}

void offer_reason(const struct offers *offers, const struct scenario *scenario, int offer,
                  enum mig_slice slice, char *out, size_t size)
{
    char name[OFFER_NAME];
    const struct offer *item = offer >= 0 ? &offers->items[offer] : NULL;
    out[0] = 0;
    if (!item || item->fits[slice])
        return;
    offer_name(offers, scenario, offer, name);
    if (item->memory_gb > offers->slice_gb[slice])
        snprintf(out, size, "%s needs %.3g GB, a %s slice has %.3g", name, item->memory_gb,
                 mig_slice_names[slice], offers->slice_gb[slice]);
    else
        snprintf(out, size, "%s cannot run on a %s slice here", name, mig_slice_names[slice]);
}
