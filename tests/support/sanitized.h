/* SANITIZED is 1 under the address or thread sanitizer. IS_BRIEF is true there too, but not in
 * soak: long tests do less then. The release runs them in full. */
#ifndef BROADSIDE_TESTS_SANITIZED_H
#define BROADSIDE_TESTS_SANITIZED_H

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#define IS_BRIEF (SANITIZED && !getenv("SOAK"))

#endif
