/* The agenda by slots: which tournament an event stands in follows from its slot. */
#include "engine/sim/state.h"

static bool is_arrival(const struct run *run, uint32_t slot)
{
    return slot - run->first_app < (uint32_t)run->model->n_apps;
}

static bool is_completion(const struct run *run, uint32_t slot)
{
    return slot - run->first_instance < (uint32_t)run->model->n_instances;
}

void run_schedule(struct run *run, uint32_t slot, int64_t at_ns)
{
    struct agenda *agenda = &run->agenda;
    if (is_arrival(run, slot)) {
        agenda_set_arrival(run, &traits_any, (int)(slot - run->first_app), at_ns);
    } else if (is_completion(run, slot)) {
        agenda_set_completion(run, &traits_any, (int)(slot - run->first_instance), at_ns);
    } else {
        tournament_set(agenda->others, agenda->others_width, slot, agenda_key(slot, at_ns));
        tournament_set(agenda->completions, agenda->completions_width, (uint32_t)run->model->n_instances,
                       tournament_top(agenda->others));
    }
}

int64_t run_due_key(const struct run *run, uint32_t slot)
{
    const struct agenda *agenda = &run->agenda;
    if (is_arrival(run, slot))
        return agenda->arrivals[agenda->arrivals_width + slot - run->first_app];
    if (is_completion(run, slot))
        return agenda->completions[agenda->completions_width + slot - run->first_instance];
    return agenda->others[agenda->others_width + slot];
}

int64_t run_due_ns(const struct run *run, uint32_t slot)
{
    int64_t key = run_due_key(run, slot);
    return key == TOURNAMENT_NEVER ? NS_NEVER : key >> SLOT_BITS_MAX;
}
