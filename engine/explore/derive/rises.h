/* One pod that serves requests one after another, as its temperature increase sees it (rises.c). */
#ifndef WATTIF_EXPLORE_DERIVE_RISES_H
#define WATTIF_EXPLORE_DERIVE_RISES_H

struct rise_body {
    double idle_w, ha_w_per_k, alpha_per_s;
};

/* Since the start of the run, cool at first. */
struct rise_walk {
    double t_s, rise_k;
};

/* A request that arrives at arrival_s, or waited until now for those before it, is served at this power of
 * the whole GPU. Returns the increase at its end (IC-N22). */
double rise_walk_serve(struct rise_walk *walk, const struct rise_body *body, double arrival_s,
                       double service_s, double power_w);

#endif
