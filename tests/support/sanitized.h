/* SANITIZED is 1 under the address or thread sanitizer, where long tests do less. */
#ifndef BROADSIDE_TESTS_SANITIZED_H
#define BROADSIDE_TESTS_SANITIZED_H

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

#endif
