/* What sanitizers or a build without optimisation cannot do, or only in minutes, is left to optimised builds:
 * `./dev test` runs a test that says SLOW_BUILD in both (tests/CMakeLists.txt). */
#ifndef WATTIF_TESTS_SLOW_BUILD_H
#define WATTIF_TESTS_SLOW_BUILD_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW_BUILD 1
#endif
#endif
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__)
#define SLOW_BUILD 1
#endif
#ifndef SLOW_BUILD
#define SLOW_BUILD 0
#endif

#endif
