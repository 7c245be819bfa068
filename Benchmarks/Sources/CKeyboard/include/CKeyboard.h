// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Presses the space bar in the largest window of an X display, as a person would. Returns CLOCK_MONOTONIC, in ns, of
/// the press; 0 where there is no such display, or no libX11 or libXtst.
int64_t keyboard_press_space(const char *display);

#pragma clang assume_nonnull end
