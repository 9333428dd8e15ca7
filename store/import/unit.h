/* Units of carbon intensity in a text, as headers spell them: "gCO2eq/kWh", "(lbs/kWh)", "kg_per_kwh",
 * "metric tons CO2e per MWh". */
#ifndef WATTIF_STORE_IMPORT_UNIT_H
#define WATTIF_STORE_IMPORT_UNIT_H

#include <stddef.h>

/* Mass by energy is an intensity; mass by time are emissions, which say nothing of a kilowatt-hour. */
enum unit_said { UNIT_UNSAID, UNIT_INTENSITY, UNIT_EMISSIONS };

/* What the text says; of an intensity also what one of it is in g/kWh, and its plain spelling, "lb/MWh". */
enum unit_said unit_find(const char *text, double *g_per_kwh, char *shown, size_t size);

/* The range of a grid's mean and, where nothing says the unit, of every value. */
#define UNIT_LEAST 1.0
#define UNIT_MOST 2000.0
/* Units in which a mean of so much would be a grid's, with the option that says so: "kg/kWh? --unit kg/kWh;
 * lb/kWh? --unit lb/kWh"; "" none. Returns `out`. */
char *unit_likely(double mean, char *out, size_t size);

#endif
