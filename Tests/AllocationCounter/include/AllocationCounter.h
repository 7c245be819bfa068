// SPDX-License-Identifier: Apache-2.0

// Preloaded into a program, this library counts what its thread `metronome-rt` does that a real-time thread must not.
//
// ALLOCATION_COUNTER_FILE names the file into which the counts are written when the program ends, a name and a number
// to a line: `malloc` counts the calls of the program itself and of all that it is made of, `device.malloc` those that
// alsa-lib and its plugins make for themselves. Who made the first of the former follows: the object and the symbol.
// Nothing is to be called.

#ifndef METRONOMED_ALLOCATION_COUNTER_H
#define METRONOMED_ALLOCATION_COUNTER_H

#endif
