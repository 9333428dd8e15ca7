/* The importer of the format that is compiled in: each folder of corpus/ that has no fuzzer of its own names
 * one. Scenarios, too: print, read, print gives the same bytes. */
#include "tests/fuzz/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_import_into(FORMAT, NULL, data, size);
}
