/* Builds the shipped profile tables from the published measurements beside this file:
 *
 *     build_profiles INPUT_DIR OUTPUT_DIR
 *         reads datasets/profiles/measurements, writes carbondis.csv, carbondis-keras.csv,
 *         carbondis-fig2.csv, clover.csv, etf.csv, fallacy.csv, fallacy-sevenths.csv, fallacy-half-draw.csv,
 *         infercool.csv, infercool-full.csv and devices.csv
 *     build_profiles --workload OUTPUT_DIR
 *         writes twitter-like-30min.csv, the synthetic stand-in of datasets/workloads
 *
 * build_carbondis.h, build_clover.h, build_etf.h, build_fallacy.h and build_infercool.h make the tables,
 * laws.h, clover_laws.h and infercool_laws.h hold the laws and METHOD.md the reasons. Nothing is fitted to
 * the results of a scheme. The output is a function of the input files alone, so a test compares it byte by
 * byte with the committed tables. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "datasets/profiles/build_carbondis.h"
#include "datasets/profiles/build_clover.h"
#include "datasets/profiles/build_etf.h"
#include "datasets/profiles/build_fallacy.h"
#include "datasets/profiles/build_infercool.h"
#include "datasets/profiles/build_tools.h"
#include "datasets/profiles/csv_table.h"
#include "datasets/profiles/laws.h"
#include "datasets/workloads/twitter_like.h"
#include "engine/base/error.h"

/* What devices.csv is made of. */
enum device_input { TABLE_2, ACT_CONSTANTS, FACTS, TX2, DEVICE_INPUTS };

static const char *const device_input_names[DEVICE_INPUTS] = {
    [TABLE_2] = "carbondis_table2_gpus.csv",
    [ACT_CONSTANTS] = "act_embodied.csv",
    [FACTS] = "gpu_facts.csv",
    [TX2] = "etf_tx2_dvfs.csv",
};

/* One of ACT's constants, by table and key. */
static bool act_number(const struct csv_table *act, const char *table, const char *key, double *value,
                       struct error *error)
{
    size_t row = csv_find(act, 0, "key", key);
    while (row < act->rows && strcmp(csv_cell(act, row, "model_table"), table) != 0)
        row = csv_find(act, row + 1, "key", key);
    if (row == act->rows)
        return error_set(error, ERROR_INPUT, act->name, "no row for %s, %s", table, key);
    return csv_number(act, row, "value", value, error);
}

/* Manufactured in Taiwan, 95 % abatement, memory as ACT's 10 nm DDR4: what its authors use for the A100. */
static bool act_read(const struct csv_table *table, const char *node, struct act_constants *act,
                     struct error *error)
{
    return act_number(table, "carbon_intensity/location_2022", "taiwan", &act->grid_g_per_kwh, error) &&
           act_number(table, "logic/epa", node, &act->epa_kwh_per_cm2, error) &&
           act_number(table, "logic/gpa_95", node, &act->gpa_g_per_cm2, error) &&
           act_number(table, "logic/materials", node, &act->mpa_g_per_cm2, error) &&
           act_number(table, "dram/dram_hynix", "ddr4_10nm", &act->dram_g_per_gb, error);
}

static bool device_write(FILE *out, const struct csv_table tables[DEVICE_INPUTS], const struct card *card,
                         struct error *error)
{
    const struct csv_table *facts = &tables[FACTS];
    const char *published;
    size_t row, idle;
    double embodied_kg, die_mm2, dram_gb;
    struct act_constants act;

    if (!row_of(facts, "gpu", card->name, &row, error) ||
        !row_of(&tables[TABLE_2], "gpu", card->paper_name, &idle, error) ||
        !csv_number(facts, row, "die_mm2", &die_mm2, error) ||
        !csv_number(facts, row, "memory_gb", &dram_gb, error) ||
        !act_read(&tables[ACT_CONSTANTS], csv_cell(facts, row, "act_node"), &act, error))
        return false;
    published = csv_cell(facts, row, "embodied_kg");
    embodied_kg = act_card_kg(&act, die_mm2, dram_gb);

    fprintf(out, "%s,%s,%s,%s,%s,%s,%s,", card->name, csv_cell(facts, row, "architecture"),
            csv_cell(facts, row, "memory_gb"), csv_cell(&tables[TABLE_2], idle, "idle_power_w"),
            csv_cell(facts, row, "power_limit_w"), csv_cell(facts, row, "max_clock_mhz"),
            csv_cell(facts, row, "base_clock_mhz"));
    if (*published != '\0')
        fputs(published, out);
    else
        print_number(out, embodied_kg);
    fprintf(out, ",157680000,%s,%s,%s,%s,", csv_cell(facts, row, "ha_w_per_k"),
            csv_cell(facts, row, "alpha_per_s"), csv_cell(facts, row, "mig"),
            *published != '\0' ? "measured" : "modelled");
    fprintf(out, "idle power CarbonDIS Table II; %s%s\n", csv_cell(facts, row, "source"),
            *published != '\0' ? "" : "; embodied carbon by ACT from die area and memory");
    return true;
}

static bool devices_write(const struct csv_table tables[DEVICE_INPUTS], const char *folder,
                          struct error *error)
{
    char path[1024];
    FILE *out = output_open(folder, "devices.csv", path, sizeof path, error);

    if (out == NULL)
        return false;
    fputs("gpu,architecture,memory_gb,idle_power_w,power_limit_w,max_clock_mhz,base_clock_mhz,embodied_kg,"
          "lifetime_s,ha_w_per_k,alpha_per_s,"
          "mig,provenance,source\n",
          out);
    for (size_t i = 0; i < CARDS; i++)
        if (!device_write(out, tables, &card_types[i], error)) {
            fclose(out);
            return false;
        }
    if (!etf_device_write(out, &tables[TX2], error)) {
        fclose(out);
        return false;
    }
    return output_close(out, path, error);
}

/* devices.csv, and etf.csv, of whose measurements one line of it is made. */
static bool devices_build(const char *input, const char *output, struct error *error)
{
    struct csv_table tables[DEVICE_INPUTS] = {0};
    bool done = tables_read(tables, device_input_names, DEVICE_INPUTS, input, error) &&
                devices_write(tables, output, error) && etf_build(&tables[TX2], output, error);

    for (int i = 0; i < DEVICE_INPUTS; i++)
        csv_table_free(&tables[i]);
    return done;
}

static bool build_profiles(const char *input, const char *output, struct error *error)
{
    return carbondis_build(input, output, error) && devices_build(input, output, error) &&
           clover_build(input, output, error) && fallacy_build(input, output, error) &&
           infercool_build(input, output, error);
}

static bool build_workload(const char *output, struct error *error)
{
    int counts[TWITTER_LIKE_SECONDS];
    char path[1024];

    twitter_like_counts(counts);
    FILE *out = output_open(output, "twitter-like-30min.csv", path, sizeof path, error);
    if (out == NULL)
        return false;
    fputs("timestamp_s,requests_per_s\n", out);
    for (int i = 0; i < TWITTER_LIKE_SECONDS; i++)
        fprintf(out, "%d,%d\n", i, counts[i]);
    return output_close(out, path, error);
}

int main(int argc, char **argv)
{
    struct error error = {0};
    bool workload = argc == 3 && strcmp(argv[1], "--workload") == 0;

    if (argc != 3) {
        fputs("usage: build_profiles INPUT_DIR OUTPUT_DIR\n       build_profiles --workload OUTPUT_DIR\n",
              stderr);
        return 2;
    }
    if (workload ? build_workload(argv[2], &error) : build_profiles(argv[1], argv[2], &error))
        return 0;
    fprintf(stderr, "build_profiles: %s: %s\n", error.place, error.message);
    return error_exit_status(&error);
}
