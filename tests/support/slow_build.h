/* What sanitizers or a build without optimisation cannot do, or only in minutes, is left to optimised builds,
 * in which `./dev test` runs a test that says one of these words once more (tests/CMakeLists.txt). SLOW_BUILD
 * leaves something out; THINNED tries fewer cases of the same kind, and is quick where it tries all.
 * SANITIZED is for what a build without optimisation does as well. */
#ifndef WATTIF_TESTS_SLOW_BUILD_H
#define WATTIF_TESTS_SLOW_BUILD_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#if SANITIZED || !defined(__OPTIMIZE__)
#define SLOW_BUILD 1
#else
#define SLOW_BUILD 0
#endif

#define THINNED(few, all) (SLOW_BUILD ? (few) : (all))

#endif
