/* What every test in C begins with: cmocka behind the headers that it wants before it, the headers of the C
 * library that nearly all tests use, and cases that take no state. */
#ifndef WATTIF_TESTS_TEST_H
#define WATTIF_TESTS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/base/error.h"

/* A set-up that looks at no state, a callback that needs no context: no fault in a test. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* What a call complained of: empty when a fact begins. */
static __attribute__((unused)) struct error err;

/* A test: FACT(test_law), and what it asserts follows in braces. Each is listed before main(), which
 * support/main.c has, so that none is forgotten; they are run as they stand in the file. FACT_IN stands
 * between cmocka's fixtures and sees their `state`; FACTS_BETWEEN puts all of a file between two. */
#define FACT(name)                                                                                           \
    static void name(void);                                                                                  \
    FACT_LISTED(name, name(), NULL, NULL)                                                                    \
    static void name(void)
#define FACT_IN(name, set_up, tear_down)                                                                     \
    static void name(void **state);                                                                          \
    FACT_LISTED(name, name(state), set_up, tear_down)                                                        \
    static void name(void **state)
#define FACT_LISTED(name, call, set_up, tear_down)                                                           \
    static void name##_begun(void **state)                                                                   \
    {                                                                                                        \
        err = (struct error){0};                                                                             \
        call;                                                                                                \
    }                                                                                                        \
    __attribute__((constructor)) static void name##_listed(void)                                             \
    {                                                                                                        \
        fact_list(__BASE_FILE__, (struct CMUnitTest){#name, name##_begun, set_up, tear_down, NULL});         \
    }
#define FACTS_BETWEEN(set_up, tear_down)                                                                     \
    __attribute__((constructor)) static void facts_between(void)                                             \
    {                                                                                                        \
        fact_list(__BASE_FILE__, (struct CMUnitTest){NULL, NULL, set_up, tear_down, NULL});                  \
    }
/* A test of something that is made for it and left when it ends; headers of helpers name what is made:
 * FACT_AT(test_keys, desk_for_test(120, 40)) has a `desk`. */
#define FACT_ABOUT(name, type, what, made, leave, set_up, tear_down)                                         \
    static void name(type what);                                                                             \
    static void name##_made(void)                                                                            \
    {                                                                                                        \
        DEFER(leave) type what = made;                                                                       \
        name(what);                                                                                          \
    }                                                                                                        \
    FACT_LISTED(name, name##_made(), set_up, tear_down)                                                      \
    static void name(type what)
/* One without a function stands for the fixtures of its file. */
void fact_list(const char *file, struct CMUnitTest fact);

/* Fails the test with these words where it is false or NULL; with what the error says. */
#define assert_or(holds, ...)                                                                                \
    do {                                                                                                     \
        if (!(holds))                                                                                        \
            fail_msg(__VA_ARGS__);                                                                           \
    } while (0)
#define must(done, error) assert_or(done, "%s: %s", (error)->place, (error)->message)

/* A text has each of these parts. */
#define assert_has(text, ...) assert_parts(text, (const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
static inline void assert_parts(const char *text, const char *const *parts, const char *file, int line)
{
    for (; *parts; parts++)
        if (!strstr(text, *parts)) {
            print_error("'%s' is not in:\n%s\n", *parts, text);
            _fail(file, line);
        }
}

/* Of a variable: this function is called with its address where its block ends, last declared first. */
#define DEFER(function) __attribute__((cleanup(function), unused))

/* For DEFER: what malloc() gave. */
static inline void memory_leave(void *variable)
{
    void *memory;
    memcpy(&memory, variable, sizeof memory);
    free(memory);
}

#endif
