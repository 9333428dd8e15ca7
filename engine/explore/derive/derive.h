/* Derived inputs (engine/model/derived.h) as a table of kinds: when a run needs one, what it depends on, how
 * it is measured, and its bytes. A kind is one row and the file that measures it; whoever looks them up,
 * keeps them or shows their progress goes through the rows.
 *
 * All is measured by serving.h, which equals the engine, with the model's own requests: BASE, the limit
 * itself, with 200,000 after 2,000 of warm-up; ORACLE's table with 20,000 on every graph that can carry the
 * load by capacity, and with 200,000 where the tail is within 5 % of BASE's, or within three of its own
 * standard errors (clover.md section 2.3). Results are stored by index, so the number of threads changes no
 * byte. How a model gets them before a run is prepare.h. */
#ifndef WATTIF_EXPLORE_DERIVE_DERIVE_H
#define WATTIF_EXPLORE_DERIVE_DERIVE_H

#include "engine/explore/jobs.h"
#include "engine/model/model.h"

struct derive_options {
    struct job *job; /* whose item it is part of: others help, and it may be called off; NULL: neither */
    _Atomic int *progress; /* or NULL: per mille done */
    /* Or NULL: called now and then on any of the threads, on several at once too, for whoever shows it. */
    void (*tell)(void *context);
    void *context;
};

struct derive_kind {
    const char *name; /* "base", "table": as the store keeps it */
    /* A hash of all that it depends on, and of the version of what measures it. Where a run needs it. */
    uint64_t (*hash)(const struct model *model);
    /* Can it be measured at all? Told in microseconds, before anything is. NULL: always. */
    bool (*check)(const struct model *model, struct error *error);
    /* A new reference to what has this key; NULL with a message, or once it was called off. The kinds before
     * this one in the table are there. */
    struct derived_part *(*compute)(const struct model *model,
                                    struct derived_part *const before[DERIVED_KINDS], struct derived_key key,
                                    const struct derive_options *options, struct error *error);
    /* As many points as a part that fits the model has. */
    int (*points)(const struct model *model);
};
/* measure.c; rises.c */
extern const struct derive_kind derive_base, derive_table, derive_rises;
extern const struct derive_kind *const derive_kinds[DERIVED_KINDS];

/* What a kind is looked up by. Where it is needed. */
struct derived_key derive_key(const struct model *model, enum derived_kind kind);
/* A hash stands for all that a kind depends on, so a part that fits no such model is damage. */
bool derive_fits(const struct derived_part *part, const struct model *model, enum derived_kind kind);

/* Measures one kind: a new reference, or NULL: out of memory, called off (error->kind is ERROR_NONE), or
 * refused by its check. */
struct derived_part *derive(const struct model *model, enum derived_kind kind,
                            struct derived_part *const before[DERIVED_KINDS],
                            const struct derive_options *options, struct error *error);

/* Bytes for the store, and back; NULL if they are not what they should be. The caller frees. */
unsigned char *derived_pack(const struct derived_part *part, size_t *size);
struct derived_part *derived_unpack(const unsigned char *bytes, size_t size);

/* Hashes of what a derived input depends on, field by field: FNV-1a over eight bytes at a time, mixed at the
 * end. Each kind has a version, which grows whenever the same inputs would give other numbers. */

uint64_t hash_begin(enum derived_kind kind, int version);
uint64_t hash_word(uint64_t hash, uint64_t word);
uint64_t hash_real(uint64_t hash, double value);
uint64_t hash_end(uint64_t hash);

/* The requests of all apps as they are drawn, and the rates that energy is held against, at the load of the
 * start. */
uint64_t hash_requests(uint64_t hash, const struct model *model);
/* What a variant of Clover costs on a slice. Places are those of the first GPU: all are alike but for their
 * idle power. */
uint64_t hash_cost(uint64_t hash, const struct model *model, int variant, enum mig_slice slice);
/* What batches an app's requests have, whatever their stream. */
uint64_t hash_distribution(uint64_t hash, const struct model_app *app);
/* What a GPU draws beside that. */
uint64_t hash_gpu(uint64_t hash, const struct model_gpu *gpu);

/* One pod that serves requests one after another, as its temperature increase sees it (rises.c): since the
 * start of the run, cool at first. */
struct rise_walk {
    double t_s, rise_k;
};
struct rise_config;

/* A request that arrives at arrival_s, or waited until now for those before it, is served at this power of
 * the whole GPU. Returns the increase at its end (IC-N22). */
double rise_walk_serve(struct rise_walk *walk, const struct rise_config *config, double arrival_s,
                       double service_s, double power_w);

#endif
