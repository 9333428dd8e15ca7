/* The parts of a GPU's power, where its law tells them apart (physics/power.h): static, drawn always;
 * auxiliary, once while anything runs; and what each app that runs there adds, its compute power. The ledger
 * notes whose compute power it was as it attributes energy; the first two follow from how long a GPU was
 * there and busy. Beside them stands the naive estimate: what the profile rows would have come to had each
 * been taken above the static power alone (Utilization Fallacy section 1.2). Together the parts are the GPU's
 * energy. A run without such a GPU keeps nothing of this and its recording has NAN. */
#ifndef WATTIF_SIM_PARTS_H
#define WATTIF_SIM_PARTS_H

#include "engine/sim/state.h"

/* Bytes in the block; 0: nobody's law tells parts apart. */
size_t parts_size(const struct model *model);

/* An instance has drawn its power for so long, beside whoever else did. */
void parts_note(struct run *run, int instance, int64_t dt_ns);

/* At the end of a bucket, the ledger being closed: writes its columns and begins the next. */
void parts_end_bucket(struct run *run, double width_s);

/* The parts of a GPU's energy together, as far as it is settled, what is not billed yet included; NAN where
 * they are not told apart. */
double parts_energy_j(const struct run *run, int gpu);

/* Into a summary of the run so far. */
void parts_summarise(const struct run *run, struct summary *summary);

#endif
