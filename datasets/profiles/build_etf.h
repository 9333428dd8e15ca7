/* Builds etf.csv: two models on a Jetson TX2 at each of its 13 GPU clocks, as Energy-Time Fairness's authors
 * measured them; every row of these is theirs, in ms and W instead of ms and mW. Beside them stand, as
 * the other halves of the paper's pairs, which it does not publish: MobileNetV2 on the TX2 (calibrated, as
 * its power was chosen so that a published number comes out), and two on an A10G (modelled). And the lines of
 * both devices in devices.csv: nobody published the TX2's idle power, so that is what ResNet-18's two lowest
 * clocks say is left at 0 MHz. */
#ifndef WATTIF_DATASETS_BUILD_ETF_H
#define WATTIF_DATASETS_BUILD_ETF_H

#include "datasets/profiles/build_tools.h"

static const char etf_source[] = "umassos/energy-time-fairness@a7d5fea: power of the GPU rail";

static inline bool etf_rows_write(FILE *out, const struct csv_table *measured, struct error *error)
{
    fputs("gpu,slice,model,variant,batch,clock_mhz,latency_ms,power_w,accuracy,memory_gb,provenance,source\n",
          out);
    for (size_t row = 0; row < measured->rows; row++) {
        double mw;
        if (!csv_number(measured, row, "gpu_power_mw", &mw, error))
            return false;
        fprintf(out, "TX2,whole,%s,base,1,%s,%s,", csv_cell(measured, row, "model"),
                csv_cell(measured, row, "gpu_freq_mhz"), csv_cell(measured, row, "latency_ms"));
        print_number(out, mw / 1000);
        fprintf(out, ",,,measured,%s\n", etf_source);
    }
    return true;
}

/* MobileNetV2 at 726.75 MHz: its power is ResNet-50's at 1300.5 over 4.42, the one ratio of six in the paper
 * under which its F_S of 0.42 is had (ET-X5); its latency is ResNet-50's at that clock times ParvaGPU's ratio
 * of the two on 1g at batch 32, and has no effect on fairness. The A10G's pair: only the ratio of
 * powers, 2.2, is published. */
static inline void etf_pairs_write(FILE *out)
{
    fputs(
        "TX2,whole,mobilenetv2-tx2,base,1,726.75,48.1,0.964,,,calibrated,power: ResNet-50 at 1300.5 MHz over "
        "4.42 "
        "(ET-X5); latency: ResNet-50 at 726.75 MHz x 0.553 (ParvaGPU 1g batch 32)\n"
        "A10G,whole,gpt2-a10g,base,1,,20,132,,,modelled,arbitrary but for the ratio of powers 2.2 of Fig. 8\n"
        "A10G,whole,mobilenetv2-a10g,base,1,,5,60,,,modelled,arbitrary but for the ratio of powers 2.2 of "
        "Fig. 8\n",
        out);
}

static inline bool etf_build(const struct csv_table *measured, const char *folder, struct error *error)
{
    char path[1024];
    FILE *out = output_open(folder, "etf.csv", path, sizeof path, error);
    if (out == NULL)
        return false;
    if (!etf_rows_write(out, measured, error)) {
        fclose(out);
        return false;
    }
    etf_pairs_write(out);
    return output_close(out, path, error);
}

/* The line through the two lowest clocks, at 0 MHz; rows are ascending in clock. */
static inline bool etf_idle_w(const struct csv_table *measured, double *idle_w, struct error *error)
{
    double mhz[2], mw[2];
    size_t first = csv_find(measured, 0, "model", "resnet18");
    for (size_t k = 0; k < 2; k++)
        if (!csv_number(measured, first + k, "gpu_freq_mhz", &mhz[k], error) ||
            !csv_number(measured, first + k, "gpu_power_mw", &mw[k], error))
            return false;
    *idle_w = (mw[0] - mhz[0] * (mw[1] - mw[0]) / (mhz[1] - mhz[0])) / 1000;
    return true;
}

static inline bool etf_device_write(FILE *out, const struct csv_table *measured, struct error *error)
{
    double idle_w;
    if (!etf_idle_w(measured, &idle_w, error))
        return false;
    fprintf(
        out,
        "TX2,Pascal,8,%.2f,15,1300.5,,,157680000,,,0,modelled,idle power: the line through ResNet-18's two "
        "lowest clocks at 0 MHz (%s); NVIDIA Jetson TX2 data sheet\n",
        idle_w, etf_source);
    fputs(
        "A10G,Ampere,24,20,300,1710,,,157680000,,,0,modelled,idle power: assumed; NVIDIA A10G as nvidia-smi "
        "lists it\n",
        out);
    return true;
}

#endif
