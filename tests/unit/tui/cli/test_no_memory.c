/* Every n-th allocation fails, of ours (tests/CMakeLists.txt has calls of malloc and its like come here), of
 * SQLite's and of cJSON's: once, or from there on. A command then prints what it would have printed, or ends
 * with status 3, says "out of memory" and nothing else, and leaves a store that is whole: what it was to
 * change is changed or not. It never crashes nor blames the input, and under the sanitizers leaks nothing. */
#include "tests/support/long_test.h"
#include "tests/unit/store/store_support.h"
#include "tui/cli/command.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* --- allocations --- */

static _Atomic int64_t calls, fails_at = INT64_MAX;
static _Atomic bool lasts, struck;

/* Of a long test: the place of each allocation, a hash of who called whom, shared with the children. */
enum { PLACES = 1 << 20, DEPTH = 24 };
static uint32_t *places; /* [call] */
static bool notes_places;

static void note_place(int64_t call)
{
    void *frames[DEPTH];
    uint32_t hash = 2166136261u;
    int n = backtrace(frames, DEPTH);
    for (int i = 0; i < n; i++)
        hash = (hash ^ (uint32_t)(uintptr_t)frames[i]) * 16777619u;
    places[call] = hash;
}

static bool fails(void)
{
    int64_t call = atomic_fetch_add(&calls, 1) + 1, at = atomic_load(&fails_at);
    if (notes_places && call < PLACES)
        note_place(call);
    bool now = atomic_load(&lasts) ? call >= at : call == at;
    if (now) {
        atomic_store(&struck, true);
        errno = ENOMEM;
    }
    return now;
}

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that the linker gives */
void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);
char *__real_strdup(const char *text);
FILE *__real_open_memstream(char **text, size_t *n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);
char *__wrap_strdup(const char *text);
FILE *__wrap_open_memstream(char **text, size_t *n);
/* NOLINTEND(bugprone-reserved-identifier) */

void *__wrap_malloc(size_t n)
{
    return fails() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t n)
{
    return fails() ? NULL : __real_realloc(old, n);
}

void *__wrap_aligned_alloc(size_t alignment, size_t n)
{
    return fails() ? NULL : __real_aligned_alloc(alignment, n);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

FILE *__wrap_open_memstream(char **text, size_t *n)
{
    return fails() ? NULL : __real_open_memstream(text, n);
}

static sqlite3_mem_methods sqlite_memory;

static void *sqlite_malloc(int n)
{
    return fails() ? NULL : sqlite_memory.xMalloc(n);
}

static void *sqlite_realloc(void *old, int n)
{
    return fails() ? NULL : sqlite_memory.xRealloc(old, n);
}

static void take_allocations(void)
{
    sqlite3_mem_methods ours;
    cJSON_Hooks hooks = {.malloc_fn = __wrap_malloc, .free_fn = free};
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &sqlite_memory);
    ours = sqlite_memory;
    ours.xMalloc = sqlite_malloc;
    ours.xRealloc = sqlite_realloc;
    assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &ours), SQLITE_OK);
    cJSON_InitHooks(&hooks);
}

/* --- one command in a process of its own --- */

enum { ARGUMENTS = 12, TEXT = 1 << 20, TOLD = 3 };

static char template[300], store_file[300];
static int lane = -1; /* of a long test: a process with a store of its own (try_lanes) */

struct result {
    int status; /* of the exit, or -1 for a crash */
    int64_t calls;
    bool struck;
    char *out, err[4096];
};

struct what_child_says {
    int64_t calls;
    bool struck;
};

static void run_child(char *const arguments[], int report)
{
    char *own[ARGUMENTS + 1] = {NULL};
    int n = 0;
    while (n < ARGUMENTS && arguments[n]) {
        own[n] = arguments[n];
        n++;
    }
    int status = command_main(n, own);
    struct what_child_says says = {atomic_load(&calls), atomic_load(&struck)};
    atomic_store(&fails_at, INT64_MAX);
    if (write(report, &says, sizeof says) != (ssize_t)sizeof says)
        _exit(99);
    close(report);
    exit(status);
}

static void read_file(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "rb");
    size_t n = file ? fread(text, 1, size - 1, file) : 0;
    text[n] = '\0';
    if (file)
        fclose(file);
}

static void redirect(const char *path, int to)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || dup2(fd, to) < 0)
        _exit(98);
    close(fd);
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* `out` of the result is one buffer for all. */
static struct result run_command(char *const arguments[], int64_t at, bool lasting)
{
    static char out[TEXT];
    struct result result = {.status = -1, .out = out};
    struct what_child_says says = {0};
    char out_path[310], err_path[310];
    int ends[2], status;
    snprintf(out_path, sizeof out_path, "%s.out", store_file);
    snprintf(err_path, sizeof err_path, "%s.err", store_file);
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
            signal(crashes[i], SIG_DFL); /* else cmocka goes on in the child, and removes the folder */
        close(ends[0]);
        redirect(out_path, STDOUT_FILENO);
        redirect(err_path, STDERR_FILENO);
        atomic_store(&calls, 0);
        atomic_store(&lasts, lasting);
        atomic_store(&fails_at, at);
        run_child(arguments, ends[1]);
    }
    close(ends[1]);
    assert_true(read(ends[0], &says, sizeof says) >= 0); /* nothing where it ended in the middle */
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status))
        result.status = WEXITSTATUS(status);
    result.calls = says.calls;
    result.struck = says.struck;
    read_file(out_path, out, sizeof out);
    read_file(err_path, result.err, sizeof result.err);
    return result;
}

/* --- the commands --- */

struct trial {
    const char *name;
    const char
        *words[ARGUMENTS]; /* after wattif --db STORE; %s is the test's folder, %o what a lane makes in it */
    const char *changes;   /* what it puts into the store, as a question whose answer is 0 or 1 */
    bool shows;            /* draws a screen: what memory lacks for may be missing on it */
};

static const struct trial trials[] = {
    {"list", {"list", "traces", "--format", "json"}, NULL, false},
    {"show", {"show", "scenario", "carbondis-set1"}, NULL, false},
    {"calc", {"calc", "energy", "latency_ms=13.89", "power_w=68.17"}, NULL, false},
    {"validate a scenario", {"validate", "%s/s.json"}, NULL, false},
    {"validate a trace", {"validate", "%s/t.csv"}, NULL, false},
    {"import a trace",
     {"import", "trace", "%s/t.csv", "--name", "new"},
     "SELECT count(*) FROM item WHERE name = 'new'",
     false},
    {"import a scenario",
     {"import", "scenario", "%s/s.json", "--name", "new"},
     "SELECT count(*) FROM item WHERE name = 'new'",
     false},
    {"import a workload",
     {"import", "workload", "%s/w.csv", "--name", "new"},
     "SELECT count(*) FROM item WHERE name = 'new'",
     false},
    {"import a profile",
     {"import", "profile", "%s/p.csv"},
     "SELECT count(*) > 0 FROM item WHERE name = 'another-model'",
     false},
    {"run", {"run", "%s/s.json", "--format", "json"}, NULL, false},
    {"run and save",
     {"run", "%s/s.json", "--save", "new", "--format", "csv"},
     "SELECT count(*) FROM run WHERE name = 'new'",
     false},
    {"export a run", {"export", "run", "old", "--format", "json"}, NULL, false},
    {"run on two threads", {"run", "%s/s.json", "--replicate", "3", "--jobs", "2"}, NULL, false},
    {"compare", {"compare", "%s/s.json", "%s/s.json", "--set", "cit=2", "--format", "json"}, NULL, false},
    {"compare with a saved run", {"compare", "mine", "%s/s.json"}, NULL, false},
    {"compare as a page",
     {"compare", "%s/s.json", "%s/s.json", "--set", "cit=2", "--format", "html"},
     NULL,
     false},
    {"compare seeds",
     {"compare", "%s/s.json", "%s/s.json", "--set", "cit=2", "--replicate", "2"},
     NULL,
     false},
    {"sweep", {"sweep", "%s/s.json", "--vary", "cit=0.8,1.2", "--jobs", "1"}, NULL, false},
    {"sweep of a shard",
     {"sweep", "%s/s.json", "--vary", "cit=0.8,1.2", "--shard", "1/2", "--out", "%o/shards"},
     NULL,
     false},
    {"merge", {"merge", "%s/whole", "--format", "csv"}, NULL, false},
    {"list runs", {"list", "runs"}, NULL, false},
    {"list knobs", {"list", "knobs", "--format", "csv"}, NULL, false},
    {"show a run", {"show", "run", "old"}, NULL, false},
    {"show a profile", {"show", "profile", "inception-v3"}, NULL, false},
    {"validate a workload", {"validate", "%s/w.csv"}, NULL, false},
    {"export a trace", {"export", "trace", "act-gas", "--format", "csv"}, NULL, false},
    {"export a profile", {"export", "profile", "inception-v3", "--format", "csv"}, NULL, false},
    {"export a scenario", {"export", "scenario", "carbondis-set1", "--out", "%o/out.json"}, NULL, false},
    {"doctor", {"doctor"}, NULL, false},
    {"list profiles", {"list", "profiles"}, NULL, false},
    {"show a trace", {"show", "trace", "act-gas"}, NULL, false},
    {"backup", {"backup", "%o/copy.db"}, NULL, false},
    {"report a run", {"run", "%s/s.json", "--format", "html"}, NULL, false},
    {"report a saved run", {"export", "run", "mine", "--format", "html"}, NULL, false},
    {"report a sweep",
     {"sweep", "%s/s.json", "--vary", "cit=0.8,1.2", "--jobs", "1", "--format", "html"},
     NULL,
     false},
    {"the screen", {"screen", "%s/s.json"}, NULL, true},
    {"a view", {"screen", "%s/s.json", "--view", "inspector"}, NULL, true},
    {"attribute",
     {"attribute", "%s/s.json", "--policy", "place=infercool", "--set", "cooling=water", "--format", "json"},
     NULL,
     false},
    {"attribute in words",
     {"attribute", "%s/s.json", "--policy", "place=infercool", "--set", "cooling=water", "--jobs", "1"},
     NULL,
     false},
    {"contribution", {"contribution", "%s/s.json", "--help"}, NULL, false},
    {"tornado", {"tornado", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"response", {"response", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"schemes", {"schemes", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"doubt", {"doubt", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"starts", {"starts", "%s/s.json", "--help"}, NULL, false},
    {"atlas", {"atlas", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"map", {"map", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"replicate", {"replicate", "%s/s.json", "--replicate", "2", "--jobs", "1"}, NULL, false},
    {"smallest", {"smallest", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"provenance", {"provenance", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"annealer", {"annealer", "%s/s.json", "--jobs", "1"}, NULL, false},
    {"advise", {"advise", "%s/s.json", "--limit", "late<=9", "--jobs", "1"}, NULL, false},
    {"frontier", {"frontier", "%s/s.json", "--help"}, NULL, false},
    {"inspector", {"inspector", "%s/s.json", "--jobs", "1"}, NULL, true},
    {"reproduce", {"reproduce", "--help"}, NULL, false},
    {"play a demo", {"--demo", "%s/library/datasets/demos/small.demo"}, NULL, false},
    {"validate a demo", {"validate", "%s/library/datasets/demos/small.demo"}, NULL, false},
    {"list demos", {"list", "demos"}, NULL, false},
    {"check a lesson", {"lesson", "small", "--check"}, NULL, false},
    {"list lessons", {"list", "lessons"}, NULL, false},
    {"list themes", {"list", "themes"}, NULL, false},
    {"the library", {"screen", "%s/s.json", "--view", "library"}, NULL, false},
    {"the lessons", {"screen", "%s/s.json", "--view", "lessons"}, NULL, false},
    {"help", {"help", "man"}, NULL, false},
};

/* A new command is tried from its first day on. */
FACT(test_every_command_is_tried)
{
    for (const struct command *command = commands; command->name; command++) {
        bool tried = false;
        for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
            tried |= strcmp(trials[i].words[0], command->name) == 0;
        assert_or(tried, "no allocation of `wattif %s` fails here: trials[] has no row of it", command->name);
    }
}

static void put_words(const struct trial *trial, char texts[ARGUMENTS + 5][300],
                      char *arguments[ARGUMENTS + 5])
{
    static const char *const head[] = {"wattif", "--quiet", "--db"};
    int n = 0;
    for (; n < 3; n++)
        snprintf(texts[n], 300, "%s", head[n]);
    snprintf(texts[n++], 300, "%s", store_file);
    for (int i = 0; i < ARGUMENTS && trial->words[i]; i++) {
        const char *word = trial->words[i];
        bool made = strncmp(word, "%o/", 3) == 0, path = made || strncmp(word, "%s/", 3) == 0;
        char own[64];
        snprintf(own, sizeof own, "%s", path ? word + 3 : "");
        if (made)
            snprintf(own, sizeof own, "made%d-%s", lane + 1, word + 3);
        snprintf(texts[n++], 300, "%s", path ? in_folder(own) : word);
    }
    for (int i = 0; i < n; i++)
        arguments[i] = texts[i];
    arguments[n] = NULL;
}

static void copy_file(const char *source, const char *copy)
{
    static char bytes[1 << 16];
    int from = open(source, O_RDONLY), to = open(copy, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(from >= 0 && to >= 0);
    for (ssize_t n; (n = read(from, bytes, sizeof bytes)) > 0;)
        assert_int_equal(write(to, bytes, (size_t)n), n);
    close(from);
    close(to);
}

static void copy_template(void)
{
    char beside[320];
    snprintf(beside, sizeof beside, "%s-wal", store_file);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", store_file);
    unlink(beside);
    copy_file(template, store_file);
}

static bool only_memory(const char *text)
{
    const char *end = strchr(text, '\n');
    return strstr(text, "out of memory") && end && end[1] == '\0' && strncmp(text, "wattif: ", 8) == 0;
}

static void blame(const struct trial *trial, int64_t at, bool lasting, const char *what,
                  const struct result *result)
{
    char text[1200];
    snprintf(text, sizeof text, "%s, allocation %lld%s: %s; status %d, stderr: %.600s", trial->name,
             (long long)at, lasting ? " and all after it" : "", what, result->status, result->err);
    assert_or(!(lane < 0), "%s", text);
    print_error("%s\n", text);
    _exit(1);
}

/* Byte for byte what it was, and nothing waits beside it: then it is as whole as it was. */
static bool store_is_untouched(void)
{
    static char ours[1 << 16], theirs[1 << 16];
    char beside[320];
    struct stat kept;
    snprintf(beside, sizeof beside, "%s-wal", store_file);
    if (stat(beside, &kept) == 0 && kept.st_size > 0)
        return false;
    int a = open(store_file, O_RDONLY), b = open(template, O_RDONLY);
    bool same = a >= 0 && b >= 0;
    for (ssize_t n = 1; same && n > 0;) {
        n = read(a, ours, sizeof ours);
        same = n >= 0 && read(b, theirs, sizeof theirs) == n && memcmp(ours, theirs, (size_t)n) == 0;
    }
    close(a);
    close(b);
    return same;
}

static void check_store(const struct trial *trial, int64_t at, bool lasting, const struct result *result)
{
    if (ask(store_file, "SELECT quick_check = 'ok' FROM pragma_quick_check") != 1 ||
        ask(store_file, "SELECT count(*) FROM pragma_foreign_key_check") != 0)
        blame(trial, at, lasting, "the store is damaged", result);
    if (result->status == 0 && trial->changes && ask(store_file, trial->changes) != 1)
        blame(trial, at, lasting, "reported as done and is not", result);
}

static void try_once(const struct trial *trial, char *const arguments[], const char *wanted, int64_t at,
                     bool lasting)
{
    static bool untouched;
    if (!untouched)
        copy_template();
    struct result result = run_command(arguments, at, lasting);
    bool same = result.status == 0 && strcmp(result.out, wanted) == 0;
    if (result.status != 0 && result.status != TOLD)
        blame(trial, at, lasting, "neither done nor out of memory", &result);
    if (result.status == TOLD && !only_memory(result.err))
        blame(trial, at, lasting, "does not say so alone", &result);
    if (result.status == 0 && !same && !trial->shows)
        blame(trial, at, lasting, "another answer", &result);
    untouched = store_is_untouched();
    if (!untouched || (trial->changes && result.status == 0))
        check_store(trial, at, lasting, &result);
}

/* Every `step`-th allocation from `first` on fails, alone and (thinned: or) with all after it; how many. */
static int try_all(const struct trial *trial, char *const arguments[], const char *wanted, int64_t n_calls,
                   int64_t first, int64_t step)
{
    int tried = 0, from = THINNED((int)(first % 2), 0), to = THINNED(from + 1, 2);
    for (int lasting = from; lasting < to; lasting++)
        for (int64_t at = first; at <= n_calls; at += step, tried++)
            try_once(trial, arguments, wanted, at, lasting);
    return tried;
}

/* The first and the last allocation of each place, and every hundredth of all, into `chosen`. How many. */
static int choose_places(int64_t n_calls, int64_t *chosen)
{
    enum { SLOTS = 1 << 16, EVERY = 101 };
    static struct {
        uint32_t place;
        int64_t last;
    } slots[SLOTS];
    static bool is_chosen[PLACES];
    int n = 0;
    memset(slots, 0, sizeof slots);
    memset(is_chosen, 0, sizeof is_chosen);
    for (int64_t call = 1; call <= n_calls && call < PLACES; call++) {
        uint32_t at = places[call] % SLOTS;
        while (slots[at].last > 0 && slots[at].place != places[call])
            at = (at + 1) % SLOTS;
        is_chosen[call] = slots[at].last == 0 || call % EVERY == 0;
        slots[at].place = places[call];
        slots[at].last = call;
    }
    for (int i = 0; i < SLOTS; i++)
        is_chosen[slots[i].last] = true;
    for (int64_t call = 1; call <= n_calls && call < PLACES; call++)
        if (is_chosen[call])
            chosen[n++] = call;
    return n;
}

/* The allocations of all places, on every processor: each lane has a store of its own, which some answers
 * name, and every so manieth of them. */
static int try_lanes(const struct trial *trial, int64_t n_calls)
{
    enum { AT_ONCE_MAX = 16 };
    static char texts[ARGUMENTS + 5][300], wanted[TEXT];
    static int64_t chosen[PLACES];
    char *arguments[ARGUMENTS + 5];
    pid_t lanes[AT_ONCE_MAX];
    int n_chosen = choose_places(n_calls, chosen);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    int n = processors < 1 ? 1 : processors > AT_ONCE_MAX ? AT_ONCE_MAX : (int)processors;
    fflush(NULL);
    for (int k = 0; k < n; k++) {
        lanes[k] = fork();
        assert_true(lanes[k] >= 0);
        if (lanes[k] != 0)
            continue;
        char name[32];
        lane = k;
        snprintf(name, sizeof name, "store%d.db", k);
        snprintf(store_file, sizeof store_file, "%s", in_folder(name));
        put_words(trial, texts, arguments);
        copy_template();
        memcpy(wanted, run_command(arguments, INT64_MAX, false).out, sizeof wanted);
        for (int i = k; i < n_chosen; i += n)
            for (int lasting = 0; lasting < 2; lasting++)
                try_once(trial, arguments, wanted, chosen[i], lasting);
        _exit(0);
    }
    bool good = true;
    for (int k = 0; k < n; k++) {
        int status;
        good &= waitpid(lanes[k], &status, 0) == lanes[k] && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    assert_true(good);
    return 2 * n_chosen;
}

/* What `merge` joins, and a run whose inputs are all there. */
static void prepare_files(void)
{
    static const struct trial steps[] = {
        {"sweep",
         {"sweep", "%s/s.json", "--vary", "cit=0.8,1.2", "--shard", "1/1", "--out", "%s/whole"},
         NULL,
         false},
        {"save", {"run", "%s/s.json", "--save", "mine"}, NULL, false},
        {"import", {"import", "scenario", "%s/s.json", "--name", "small"}, NULL, false}};
    static char texts[ARGUMENTS + 5][300];
    char *arguments[ARGUMENTS + 5];
    copy_file(template, store_file);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        put_words(&steps[i], texts, arguments);
        struct result result = run_command(arguments, INT64_MAX, false);
        if (result.status != 0)
            blame(&steps[i], 0, false, "fails by itself", &result);
    }
    copy_file(store_file, template);
}

/* The last ones are where an answer is written: what lacks there must not be an answer cut short. */
enum { LAST = THINNED(0, 2) };

FACT(test_commands)
{
    prepare_files();
    if (long_test()) {
        void *frame;
        int fd = open(in_folder("places"), O_RDWR | O_CREAT, 0600);
        assert_int_equal(ftruncate(fd, PLACES * sizeof *places), 0);
        places = mmap(NULL, PLACES * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
        assert_true(places != MAP_FAILED && backtrace(&frame, 1) == 1); /* which loads what it needs */
    }
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const struct trial *trial = &trials[i];
        static char texts[ARGUMENTS + 5][300], wanted[TEXT];
        char *arguments[ARGUMENTS + 5];
        put_words(trial, texts, arguments);
        copy_template();
        notes_places = places != NULL;
        struct result good = run_command(arguments, INT64_MAX, false);
        notes_places = false;
        if (good.status != 0)
            blame(trial, 0, false, "fails by itself", &good);
        memcpy(wanted, good.out, sizeof wanted);
        int64_t step = long_test_step(good.calls, THINNED(1, 3));
        int64_t first = 1 + (step > 1 ? (int64_t)(i * 13) % step : 0);
        int tried = long_test() ? try_lanes(trial, good.calls)
                                : try_all(trial, arguments, wanted, good.calls, first, step) +
                                      try_all(trial, arguments, wanted, good.calls,
                                              good.calls > LAST ? good.calls - LAST : 1, 1);
        print_message("  %-20s %lld allocations, %d tried\n", trial->name, (long long)good.calls, tried);
    }
}

/* --- what there is before --- */

static bool fill_template(void)
{
    struct error error = {0};
    struct scenario scenario;
    DEFER(recording_leave) struct recording *recording = random_recording(5, 12, 5, 6, 4);
    DEFER(store_leave) struct store *store = open_or_fail(template);
    bool good = store_load_scenario(store, "carbondis-set1", &scenario, &error) &&
                store_save_run(store, "old", "", &scenario, recording, false, &error);
    if (good)
        scenario_free(&scenario);
    return good;
}

/* In a process of its own: what this one has had of memory is what every command is forked from, and what the
 * sanitizers search for leaks at its end. */
static bool make_aside(bool (*make)(void))
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(make() ? 0 : 1);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int make_template(void **state)
{
    char command[1400];
    if (make_folder_with_library(state) != 0)
        return -1;
    take_allocations();
    snprintf(template, sizeof template, "%s", in_folder("template.db"));
    snprintf(store_file, sizeof store_file, "%s", in_folder("store.db"));
    bool good = make_aside(fill_template);
    write_text("t.csv", "timestamp,ci_gco2_per_kwh\n2020-01-01T00:00:00Z,100\n2020-01-01T01:00:00Z,200\n");
    good = good && mkdir(in_folder("library/datasets/demos"), 0700) == 0 &&
           mkdir(in_folder("library/datasets/lessons"), 0700) == 0 &&
           mkdir(in_folder("library/themes"), 0700) == 0;
    write_text("library/datasets/demos/small.demo",
               "wattif-demo 1\ntitle A small one\nscenario small\nsize 100x30\n\n"
               "caption It emits {carbon_g.total}.\nexpect slo_met = 1\n"
               "predict What if CIT falls?\nchoice More if carbon_g.total > before.carbon_g.total\n"
               "choice As much or less if carbon_g.total <= before.carbon_g.total\nset cit 0.8\n"
               "caption {headline}\nexpect slo_met = 1\n");
    write_text("library/datasets/lessons/small.lesson",
               "wattif-lesson 1\nname small\ntitle A small one\nnumber 1\nsummary It is short.\nsource none\n"
               "scenario small\n\ncaption It emits {carbon_g.total}.\nexpect carbon_g.total > 0\n");
    write_text("w.csv", "timestamp_s,requests_per_s\n0,1\n60,2\n120,3\n");
    snprintf(command, sizeof command,
             "cd '%s' && sed 's/,inception-v3,/,another-model,/' library/datasets/profiles/carbondis.csv "
             ">p.csv && "
             "sed 's/\"carbondis-set1\"/\"small\"/; s/\"us-cal-[^\"]*\"/\"act-gas\"/; s/\"hours\": "
             "null/\"hours\": 0.1/; "
             "s/\"model\": \"[^\"]*\"/\"model\": \"inception-v3\"/' "
             "library/datasets/scenarios/carbondis-set1.json >s.json",
             folder);
    return good && system(command) == 0 ? 0 : -1;
}

FACTS_BETWEEN(make_template, remove_folder)
