/* Bisection, one question at a time. */
#include "engine/explore/tipping.h"

struct tipping tipping_begin(size_t n)
{
    return (struct tipping){
        .low = 0, .high = n - 1, .at_low = VERDICT_AT_UNKNOWN, .at_high = VERDICT_AT_UNKNOWN};
}

size_t tipping_next(const struct tipping *tipping)
{
    if (tipping->at_low == VERDICT_AT_UNKNOWN)
        return tipping->low;
    if (tipping->at_high == VERDICT_AT_UNKNOWN)
        return tipping->high;
    return tipping->low + (tipping->high - tipping->low) / 2;
}

static enum tipping_state state_of(const struct tipping *tipping)
{
    if (tipping->at_low == VERDICT_AT_UNKNOWN || tipping->at_high == VERDICT_AT_UNKNOWN)
        return TIPPING_ASKS;
    if (tipping->at_low == tipping->at_high)
        return TIPPING_NOWHERE;
    return tipping->high - tipping->low > 1 ? TIPPING_ASKS : TIPPING_FLIPS;
}

void tipping_tell(struct tipping *tipping, enum verdict_at verdict)
{
    size_t asked = tipping_next(tipping);
    if (verdict == VERDICT_AT_UNKNOWN) {
        tipping->state = TIPPING_UNKNOWN;
        return;
    }
    if (tipping->at_low == VERDICT_AT_UNKNOWN) {
        tipping->at_low = verdict;
    } else if (tipping->at_high == VERDICT_AT_UNKNOWN) {
        tipping->at_high = verdict;
    } else if (verdict == tipping->at_low) {
        tipping->low = asked;
    } else {
        tipping->high = asked;
    }
    if (tipping->low == tipping->high) /* one value is both ends */
        tipping->at_high = tipping->at_low;
    tipping->state = state_of(tipping);
}

enum verdict_at tipping_less(const struct pairing *pairing)
{
    if (pairing->n == 0)
        return VERDICT_AT_UNKNOWN;
    return pairing->verdict != PAIRING_IDENTICAL && pairing->delta < 0 ? VERDICT_AT_HOLDS : VERDICT_AT_FAILS;
}
