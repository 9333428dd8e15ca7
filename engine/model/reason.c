/* The names and sentences of the reasons, from their table. */
#include "engine/model/reason.h"

#define REASON_NAME(id, name, sentence) name,
const char *const reason_names[REASON_COUNT] = {"none", REASON_TABLE(REASON_NAME)};
#undef REASON_NAME

#define REASON_SENTENCE(id, name, sentence) sentence,
const char *const reason_sentences[REASON_COUNT] = {"", REASON_TABLE(REASON_SENTENCE)};
#undef REASON_SENTENCE
