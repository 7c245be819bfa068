// SPDX-License-Identifier: Apache-2.0

#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <stdbool.h>
#include <stdint.h>

/// CLOCK_MONOTONIC stands still on this thread at a time of more than 0 ns, until another one is set; 0 gives the machine's
/// time back. Other threads keep that anyway.
void virtual_time_set(int64_t ns);

/// Whether the wall clock goes with it on this thread, as if the machine had been started with the year 2026. A fuzzer keeps its own.
void virtual_time_rules_wall_clock(bool rules);

#endif
