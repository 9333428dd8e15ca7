/* The names, phrases and sentences of the reasons, from their table. */
#include "engine/model/reason.h"

#define REASON_NAME(id, name, phrase, sentence) name,
const char *const reason_names[REASON_COUNT] = {"none", REASON_TABLE(REASON_NAME)};
#undef REASON_NAME

#define REASON_PHRASE(id, name, phrase, sentence) phrase,
const char *const reason_phrases[REASON_COUNT] = {"", REASON_TABLE(REASON_PHRASE)};
#undef REASON_PHRASE

#define REASON_SENTENCE(id, name, phrase, sentence) sentence,
const char *const reason_sentences[REASON_COUNT] = {"", REASON_TABLE(REASON_SENTENCE)};
#undef REASON_SENTENCE

#define CLOCK_REASON_NAME(id, name, sentence) name,
const char *const clock_reason_names[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_NAME)};
#undef CLOCK_REASON_NAME

#define CLOCK_REASON_SENTENCE(id, name, sentence) sentence,
const char *const clock_reason_sentences[CLOCK_REASON_COUNT] = {CLOCK_REASON_TABLE(CLOCK_REASON_SENTENCE)};
#undef CLOCK_REASON_SENTENCE
