// SPDX-License-Identifier: Apache-2.0

#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdint.h>

/// CLOCK_MONOTONIC stands still on this thread at a time of more than 0 ns, and the wall clock with it, so many nanoseconds after the
/// begin of 2026, until another time is set; 0 gives the machine's time back. Other threads keep that anyway.
void virtual_time_set(int64_t ns);

#endif
