// SPDX-License-Identifier: Apache-2.0

#include "ThreadAllocations.h"

#include <errno.h>
#include <stddef.h>

// In the program itself, so that reading it never allocates.
static __thread long allocations;

long thread_allocations(void) { return allocations; }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define IS_SANITIZED
#endif
#endif

#ifdef IS_SANITIZED

const bool thread_allocations_are_counted = false;

#else

const bool thread_allocations_are_counted = true;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t bytes) {
    allocations++;
    return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
    allocations++;
    return __libc_calloc(number, bytes);
}

void *realloc(void *memory, size_t bytes) {
    allocations++;
    return __libc_realloc(memory, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
    allocations++;
    return __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    void *found = memalign(alignment, bytes);
    if (!found && bytes) return ENOMEM;
    *memory = found;
    return 0;
}

#endif
