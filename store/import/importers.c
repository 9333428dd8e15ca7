/* The table of formats. To add one: a file beside this one that defines its `struct importer`, and a row
 * here. */
#include "store/import/import.h"

const struct importer *const importers[] = {
    &importer_wattif_csv, &importer_electricity_maps, &importer_uk_carbon, &importer_watttime,
    &importer_rates,      &importer_rates_minute,     &importer_arrivals,  &importer_tokens,
    &importer_profile,    &importer_profile_minimal,  &importer_scenario,
};

const size_t importer_count = sizeof importers / sizeof *importers;
