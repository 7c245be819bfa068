// SPDX-License-Identifier: Apache-2.0

// Linked into a program, this counts the memory each of its threads asks for: of the C library, and so of Swift.

#ifndef METRONOMED_THREAD_ALLOCATIONS_H
#define METRONOMED_THREAD_ALLOCATIONS_H

#include <stdbool.h>

/// Whether anything is counted: not under a sanitizer, which brings its own malloc.
extern const bool thread_allocations_are_counted;

/// How often the calling thread has called malloc, calloc, realloc, aligned_alloc, memalign and posix_memalign.
long thread_allocations(void);

#endif
