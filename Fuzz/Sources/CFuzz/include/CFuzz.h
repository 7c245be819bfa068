// SPDX-License-Identifier: Apache-2.0

#ifndef CFUZZ_H
#define CFUZZ_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with a command line: `run` is called with each input. Returns the exit status.
int cfuzz_drive(int argc, char **argv, int (*run)(const uint8_t *bytes, size_t count));

#endif
