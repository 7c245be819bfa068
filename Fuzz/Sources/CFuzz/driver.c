// SPDX-License-Identifier: Apache-2.0

#include "CFuzz.h"

// In libFuzzer, which the linker adds with -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *bytes, size_t count));

// In Fuzz.swift.
int fuzz_begin(int argc, char **argv);

int cfuzz_drive(int argc, char **argv, int (*run)(const uint8_t *bytes, size_t count)) {
    return LLVMFuzzerRunDriver(&argc, &argv, run);
}

// SwiftPM names the main function of an executable after its module.
int fuzz_main(int argc, char **argv) { return fuzz_begin(argc, argv); }
