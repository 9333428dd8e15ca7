/* The names and sentences of the reasons, from their table. */
#include "engine/policy/tune/clock_choice.h"

#define CLOCK_REASON_NAME(id, name, sentence) name,
const char *const clock_reason_names[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_NAME)};
#undef CLOCK_REASON_NAME

#define CLOCK_REASON_SENTENCE(id, name, sentence) sentence,
const char *const clock_reason_sentences[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_SENTENCE)};
#undef CLOCK_REASON_SENTENCE
