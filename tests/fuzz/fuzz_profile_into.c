/* Profiles as the full table, into a profile set: the first byte chooses one of which the library has tables,
 * one of the user's own, and the longest name that one may have. */
#include "tests/fuzz/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const sets[] = {"keras", "mine", "fifteen-letters"};
    if (size == 0)
        return 0;
    return fuzz_import_into("profile", sets[data[0] % 3], data + 1, size - 1);
}
