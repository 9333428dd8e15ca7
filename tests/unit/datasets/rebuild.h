/* What the tests of the shipped data share: running the builder into a scratch folder and comparing bytes. */
#ifndef WATTIF_TESTS_DATASETS_REBUILD_H
#define WATTIF_TESTS_DATASETS_REBUILD_H

#include "tests/support/test.h"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static inline const char *environment(const char *name, const char *fallback)
{
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : fallback;
}

/* |a - b| <= tolerance, in double precision (cmocka's own compares floats). */
static inline void assert_near(double a, double b, double tolerance)
{
    assert_or(a - b <= tolerance && b - a <= tolerance, "%.12g is not within %g of %.12g", a, tolerance, b);
}

/* The path of a file of the repository, in a buffer of the caller's. */
static inline const char *repository_path(char *out, size_t size, const char *relative)
{
    int n = snprintf(out, size, "%s/%s", environment("WATTIF_DATA", "."), relative);
    assert_in_range(n, 1, (int)size - 1);
    return out;
}

/* The whole file, freed by the caller. */
static inline char *file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_or(file != NULL, "cannot open %s", path);
    char *bytes = NULL;
    size_t n = 0, got;
    do {
        bytes = realloc(bytes, n + 65536 + 1);
        assert_non_null(bytes);
        got = fread(bytes + n, 1, 65536, file);
        n += got;
    } while (got > 0);
    bytes[n] = '\0';
    fclose(file);
    *size = n;
    return bytes;
}

static inline uint64_t fnv1a_64(const char *bytes, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Runs build_profiles with two arguments and expects it to succeed. */
static inline void builder_run(const char *first, const char *second)
{
    char program[1024];
    snprintf(program, sizeof program, "%s/build_profiles", environment("WATTIF_BUILD", "build"));
    assert_or(access(program, X_OK) == 0, "%s is missing: build the target build_profiles", program);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execl(program, program, first, second, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Fails unless the rebuilt file equals the committed one; `hash` pins the committed bytes themselves. */
static inline void assert_rebuilt(const char *scratch, const char *name, const char *committed, uint64_t hash)
{
    char rebuilt_path[1024], committed_path[1024];
    size_t rebuilt_size, committed_size;
    snprintf(rebuilt_path, sizeof rebuilt_path, "%s/%s", scratch, name);
    char *rebuilt = file_read(rebuilt_path, &rebuilt_size);
    char *kept =
        file_read(repository_path(committed_path, sizeof committed_path, committed), &committed_size);
    if (rebuilt_size != committed_size || memcmp(rebuilt, kept, kept == NULL ? 0 : committed_size) != 0)
        fail_msg("%s is not what build_profiles writes: rebuild it, and give the reason in the commit",
                 committed);
    if (fnv1a_64(kept, committed_size) != hash)
        fail_msg("%s has hash 0x%016llx, not the committed one: a shipped table changed", committed,
                 (unsigned long long)fnv1a_64(kept, committed_size));
    free(rebuilt);
    free(kept);
    assert_int_equal(unlink(rebuilt_path), 0);
}

#endif
