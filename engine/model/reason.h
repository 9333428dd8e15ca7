/* Why a policy answered as it did: the vocabulary that actions, the decision log and the inspector share. */
#ifndef WATTIF_MODEL_REASON_H
#define WATTIF_MODEL_REASON_H

/* Reasons: id, short name (in JSON), sentence. CarbonDIS: section 2 steps 4 to 7. */
#define REASON_TABLE(X)                                                                                      \
    X(FIFO, "fifo", "first come, first served on its own GPU")                                               \
    X(MISS_HIGH, "miss", "on its low-end GPU it would end after its deadline; the high-end GPU was free")    \
    X(MISS_LOW, "miss-busy",                                                                                 \
      "it will miss its deadline, but the high-end GPU is busy; its low-end GPU was free")                   \
    X(DIRTY_HIGH, "dirty", "the grid is dirtier than the threshold and the high-end GPU was free")           \
    X(DIRTY_LOW, "dirty-busy", "the grid is dirtier than the threshold, but the high-end GPU is busy")       \
    X(CLEAN_LOW, "clean", "the deadline holds and the grid is clean: the low-end GPU")                       \
    X(APPEND_LOW, "append", "literal reading: appended to the low-end GPU's queue for good")                 \
    X(SHARE_HIGH, "smallest-share", "the high-end GPU was free and this job had the smallest share of it")   \
    X(DRAW_HIGH, "drawn", "the high-end GPU was free and the draw fell on this job")                         \
    X(OWN_LOW, "own-low", "the high-end GPU was not to be had; its own low-end GPU was free")                \
    X(PULL, "pull", "an idle instance pulled the oldest request")                                            \
    X(IN_TURN, "in-turn", "the next instance in turn")                                                       \
    X(AT_RANDOM, "at-random", "an instance drawn at random")                                                 \
    X(LEAST, "least-loaded", "the instance with the fewest requests")

#define REASON_ENUM(id, name, sentence) REASON_##id,
enum reason { REASON_NONE, REASON_TABLE(REASON_ENUM) REASON_COUNT };
#undef REASON_ENUM

extern const char *const reason_names[REASON_COUNT];
extern const char *const reason_sentences[REASON_COUNT];

#endif
