// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

/// What a test and the virtual sound card share: a file of these, mapped by both. A new file of zeros is a card without a
/// fault. The card reads it whenever it is called.
struct virtual_control {
    // Written by the card.
    int64_t origin_ns;     ///< CLOCK_MONOTONIC of the capture's first frame; 0 until the first start
    int64_t opens;         ///< times it was opened, with or without success
    int64_t prepares;      ///< times it was prepared, with or without success
    int64_t starts;        ///< times it was started
    int64_t xruns;         ///< times it ran dry
    int64_t queries;       ///< times its position was asked for
    int64_t consumed;      ///< frames played in all
    int64_t held;          ///< how many have it open
    int64_t collisions;    ///< times it was refused because somebody had it open

    // Written by the test.
    int64_t xrun;          ///< 1: runs dry once; 2: whenever it runs
    int64_t suspend;       ///< suspends once: 1, cannot resume; 2, resumes; 3, says that it has resumed and has not
    int64_t unplugged;     ///< an errno: the card is gone, and cannot be opened; whoever had it open has lost it for good
    int64_t busy;          ///< an errno: it cannot be opened
    int64_t exclusive;     ///< cannot be opened while somebody has it open
    int64_t unprepared;    ///< an errno: it cannot be prepared
    int64_t deaf;          ///< takes no frames that are written
    int64_t noisy;         ///< its descriptors are always ready, with an error
    int64_t frozen_until;  ///< CLOCK_MONOTONIC until which its own clock stands still
    int64_t hang_ms;       ///< once: the next question for its position is answered so late
    int64_t slow_open_ms;  ///< opening takes so long
    int64_t slow_close_ms; ///< closing takes so long
    int64_t spin_ms;       ///< once: the next question for its position keeps the processor busy for so long
    int64_t slow_prepare_ms; ///< preparing takes so long
};

/// A frame of the first two channels that was not silent.
struct virtual_onset {
    int64_t ns;    ///< CLOCK_MONOTONIC at which it was heard
    double value;  ///< of the first channel
    double second; ///< of the second
};

enum { VIRTUAL_ONSETS = 8192 };

/// What a simulation and the card share, for sounds of one frame: a file of these, mapped by both. Frame number n is at n modulo
/// their number.
struct virtual_onsets {
    int64_t count; ///< frames so far
    struct virtual_onset onsets[VIRTUAL_ONSETS];
};

/// A frame that was heard, by its number: one of the last.
static inline struct virtual_onset virtual_onset(const struct virtual_onsets *onsets, int64_t number) {
    return onsets->onsets[number % VIRTUAL_ONSETS];
}
