/* The program as it is shipped, read as the kernel and the loader read it: it is loaded anywhere (PIE), its
 * stack is not code, its tables are bound at the start and read-only from then on (RELRO with BIND_NOW),
 * and it calls the C library's checked functions and the stack's guard: it was compiled with both. */
#include "tests/support/slow_build.h"
#include "tests/support/test.h"

#include <elf.h>

#if UINTPTR_MAX > 0xFFFFFFFF
typedef Elf64_Ehdr elf_header;
typedef Elf64_Phdr elf_segment;
typedef Elf64_Dyn elf_entry;
enum { CLASS_HERE = ELFCLASS64 };
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Phdr elf_segment;
typedef Elf32_Dyn elf_entry;
enum { CLASS_HERE = ELFCLASS32 };
#endif

static struct {
    unsigned char *bytes;
    size_t n;
} program;

static int read_program(void **state)
{
    char path[512];
    const char *build = getenv("WATTIF_BUILD");
    snprintf(path, sizeof path, "%s/wattif", build ? build : "");
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return -1;
    program.n = (size_t)ftell(file);
    rewind(file);
    program.bytes = malloc(program.n);
    size_t got = program.bytes ? fread(program.bytes, 1, program.n, file) : 0;
    fclose(file);
    return got == program.n && program.n > sizeof(elf_header) ? 0 : -1;
}

static int free_program(void **state)
{
    free(program.bytes);
    return 0;
}

static const elf_header *header(void)
{
    if (SLOW_BUILD) {
        print_message("skipped: this is not the build that is shipped\n");
        skip();
    }
    const elf_header *elf = (const void *)program.bytes;
    if (memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 || elf->e_ident[EI_CLASS] != CLASS_HERE) {
        print_message("skipped: the program is no ELF file of this machine\n");
        skip();
    }
    assert_true(elf->e_phoff + elf->e_phnum * sizeof(elf_segment) <= program.n);
    return elf;
}

/* The segment of a type, or NULL. */
static const elf_segment *segment(uint32_t type)
{
    const elf_header *elf = header();
    const elf_segment *segments = (const void *)(program.bytes + elf->e_phoff);
    for (int i = 0; i < elf->e_phnum; i++)
        if (segments[i].p_type == type)
            return &segments[i];
    return NULL;
}

/* The loader's flags under a tag, 0 where there are none. */
static uint64_t dynamic(int64_t tag)
{
    const elf_segment *at = segment(PT_DYNAMIC);
    assert_non_null(at);
    assert_true(at->p_offset + at->p_filesz <= program.n);
    const elf_entry *entries = (const void *)(program.bytes + at->p_offset);
    for (size_t i = 0; i < at->p_filesz / sizeof *entries; i++)
        if (entries[i].d_tag == tag)
            return entries[i].d_un.d_val;
    return 0;
}

/* Whether the name of a function is among those that the loader looks up. */
static bool calls(const char *name)
{
    size_t n = strlen(name) + 1;
    header();
    for (size_t i = 1; i + n <= program.n; i++)
        if (program.bytes[i - 1] == 0 && memcmp(program.bytes + i, name, n) == 0)
            return true;
    return false;
}

FACT(test_loaded_anywhere)
{
    assert_int_equal(header()->e_type, ET_DYN);
    assert_true(dynamic(DT_FLAGS_1) & DF_1_PIE);
}

FACT(test_tables_are_read_only)
{
    assert_non_null(segment(PT_GNU_RELRO));
    assert_true(dynamic(DT_FLAGS_1) & DF_1_NOW);
    assert_true(dynamic(DT_FLAGS) & DF_BIND_NOW);
}

FACT(test_stack_is_no_code)
{
    const elf_segment *stack = segment(PT_GNU_STACK);
    assert_non_null(stack);
    assert_false(stack->p_flags & PF_X);
}

FACT(test_compiled_with_guards)
{
    assert_true(calls("__stack_chk_fail"));
    assert_true(calls("__snprintf_chk"));
    assert_true(calls("__vsnprintf_chk"));
}

FACTS_BETWEEN(read_program, free_program)
