/* Imports from a pipe in bounded memory, and the limit on rows. A child reads the pipe, the parent writes it;
 * the child tells its peak memory. 64 MB flow by default, a gigabyte with WATTIF_LONG set;
 * slow builds read less, and leave the limit to optimised ones. */
#include "store/import/import.h"
#include "tests/support/slow_build.h"
#include "tests/unit/store/store_folder.h"

#include <sys/resource.h>

enum { BLOCK = 1 << 16 };

enum { MEMORY_FACTOR = SANITIZED ? 4 : 1 };

/* Imports from a descriptor, reports the peak memory; exits 0 if the first fault says `wanted`. */
static void child_import(int fd, int report, enum store_kind kind, const char *wanted)
{
    static struct faults faults;
    struct import_result result;
    struct input input;
    char path[32];
    snprintf(path, sizeof path, "/dev/fd/%d", fd);
    if (!input_open(&input, path, &err))
        _exit(2);
    bool good = import_read(&input, kind, NULL, &result, &faults);
    bool expected = !good && strstr(faults.kept[0].message, wanted);
    if (!expected)
        fprintf(stderr, "%s: %s\n", faults.kept[0].place, faults.kept[0].message);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    long megabytes = usage.ru_maxrss / 1024;
    _exit(write(report, &megabytes, sizeof megabytes) == sizeof megabytes && expected ? 0 : 1);
}

/* Fills a block with what comes at this offset of the stream; returns how much of it. */
typedef size_t fill_block(char *block, size_t offset);

/* Streams up to `bytes`; returns the child's peak memory in MB. The reader may stop early, and should. */
static long stream(fill_block *fill, size_t bytes, enum store_kind kind, const char *wanted, size_t *sent)
{
    int ends[2], report[2], status;
    static char block[BLOCK];
    long megabytes = 0;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends) | pipe(report), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[1]);
        child_import(ends[0], report[1], kind, wanted);
    }
    close(ends[0]);
    close(report[1]);
    for (*sent = 0; *sent < bytes;) {
        size_t n = fill(block, *sent);
        ssize_t put = write(ends[1], block, n);
        if (put < (ssize_t)n)
            break;
        *sent += n;
    }
    close(ends[1]);
    assert_int_equal(read(report[0], &megabytes, sizeof megabytes), sizeof megabytes);
    close(report[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_or(!(!WIFEXITED(status) || WEXITSTATUS(status) != 0), "the import ended with %d", status);
    return megabytes;
}

static size_t zeros(char *block, size_t offset)
{
    memset(block, 0, BLOCK);
    return BLOCK;
}

static size_t one_line(char *block, size_t offset)
{
    memset(block, 'x', BLOCK);
    if (offset == 0)
        memcpy(block, "timestamp,ci_gco2_per_kwh\n", 26);
    return BLOCK;
}

static size_t open_quote(char *block, size_t offset)
{
    for (size_t i = 0; i < BLOCK; i++)
        block[i] = i % 50 == 49 ? '\n' : 'x';
    if (offset == 0)
        memcpy(block, "timestamp,ci_gco2_per_kwh\n\"", 27);
    return BLOCK;
}

/* Rows that are all wrong: each is counted, few are kept. */
static size_t bad_rows(char *block, size_t offset)
{
    static const char row[] = "2022-01-01T00:00:00Z,not a number\n";
    size_t used = 0;
    if (offset == 0)
        used = (size_t)snprintf(block, BLOCK, "timestamp,ci_gco2_per_kwh\n");
    for (; used + sizeof row < BLOCK; used += sizeof row - 1)
        memcpy(block + used, row, sizeof row - 1);
    return used;
}

static size_t brackets(char *block, size_t offset)
{
    memset(block, '[', BLOCK);
    return BLOCK;
}

FACT(test_streams_that_never_end)
{
    static const struct {
        const char *name;
        fill_block *fill;
        const char *wanted;
        long megabytes;
        bool early; /* the reader stops long before the end */
        int shorter;
    } streams[] = {
        {"zero bytes", zeros, "binary", 32, true, 1},
        {"one endless line", one_line, "1048576 bytes", 32, true, 1},
        {"a quote that never closes", open_quote, "never closed", 32, true, 1},
        {"rows with a fault", bad_rows, "no number", 32, false, THINNED(4, 1)},
        {"brackets", brackets, "64 MiB", 200, false, 1},
    };
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        size_t all = (size_t)1 << (getenv("WATTIF_LONG") ? 30 : 26),
               bytes = all / (size_t)streams[i].shorter + BLOCK, sent;
        long megabytes = stream(streams[i].fill, bytes, STORE_TRACE, streams[i].wanted, &sent);
        print_message("%s: %zu MB read, %ld MB of memory\n", streams[i].name, sent >> 20, megabytes);
        assert_true(megabytes < streams[i].megabytes * MEMORY_FACTOR);
        assert_true(!streams[i].early || sent < (size_t)8 << 20);
    }
}

/* Good rows, one a millisecond, without end. */
static size_t good_rows(char *block, size_t offset)
{
    size_t used = 0;
    static unsigned long next;
    if (offset == 0) {
        used = (size_t)snprintf(block, BLOCK, "arrival_s\n");
        next = 0;
    }
    while (used + 16 < BLOCK) {
        used += (size_t)snprintf(block + used, BLOCK - used, "%lu.%03lu\n", next / 1000, next % 1000);
        next++;
    }
    return used;
}

FACT(test_ten_million_rows_are_the_limit)
{
    size_t sent;
    if (THINNED(true, false))
        skip();
    long megabytes = stream(good_rows, (size_t)1 << 30, STORE_WORKLOAD, "more than 10000000 rows", &sent);
    print_message("good rows: %zu MB read, %ld MB of memory\n", sent >> 20, megabytes);
    assert_true(sent < (size_t)200 << 20);
    assert_true(megabytes < 160 * MEMORY_FACTOR);
}
