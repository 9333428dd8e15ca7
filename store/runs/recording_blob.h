/* A recording as bytes, and back: what the store keeps of a run beside its summary. recording_blob.c says
 * what the bytes are. */
#ifndef WATTIF_STORE_RUNS_RECORDING_BLOB_H
#define WATTIF_STORE_RUNS_RECORDING_BLOB_H

#include "engine/sim/recording.h"

#include <stddef.h>

enum { RECORDING_BLOB_VERSION = 1, RECORDING_BLOB_HEAD = 32 };

/* The bytes of a finished recording; free() them. NULL: out of memory. */
unsigned char *recording_to_blob(const struct recording *recording, size_t *n);

/* The recording that these bytes are of, finished; recording_free it. Its apps and GPUs have no names and its
 * summary no figures but the hottest of each period and the moves: the rest is in SQL. NULL with a message:
 * bytes that are none, or are cut or altered, are refused, whatever they hold. */
struct recording *recording_from_blob(const void *bytes, size_t n, struct error *error);

/* Seals bytes again that a test has altered. */
void recording_blob_seal(unsigned char *bytes, size_t n);

#endif
