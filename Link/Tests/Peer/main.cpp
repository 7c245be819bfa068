// SPDX-License-Identifier: GPL-2.0-or-later
//
// A participant of Ableton Link for tests: linkpeer [BPM] joins with shared start and stop, and answers lines of standard input.
//
//   at NS QUANTUM   peers, bpm, phase at that time of CLOCK_MONOTONIC, playing, when that began:  3 120 1.25 1 81234567890123
//   tempo BPM       sets the tempo
//   beat PHASE Q    moves the session so that it has that phase now
//   play, stop      sets the transport
//   leave, join     leaves the session, or joins it again

#include <ableton/Link.hpp>

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <time.h>

using Micros = std::chrono::microseconds;

static std::int64_t now(clockid_t clock)
{
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/// By how much CLOCK_MONOTONIC is ahead of Link's clock.
static std::int64_t ahead()
{
    std::int64_t best = INT64_MAX, offset = 0;
    for (int i = 0; i < 5; i++) {
        const auto before = now(CLOCK_MONOTONIC), raw = now(CLOCK_MONOTONIC_RAW), after = now(CLOCK_MONOTONIC);
        if (after - before < best) best = after - before, offset = before + (after - before) / 2 - raw;
    }
    return offset;
}

int main(int count, char **words)
{
    ableton::Link link{count > 1 ? std::stod(words[1]) : 120};
    link.enableStartStopSync(true);
    link.enable(true);
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream in{line};
        std::string verb;
        in >> verb;
        auto state = link.captureAppSessionState();
        const auto time = link.clock().micros();
        if (verb == "at") {
            std::int64_t ns = 0;
            double quantum = 4;
            in >> ns >> quantum;
            const auto offset = ahead();
            const auto raw = ns - offset;
            // Link counts whole microseconds; what is between them is added.
            const double beat = state.phaseAtTime(Micros{raw / 1000}, quantum)
                + static_cast<double>(raw % 1000) * state.tempo() / 60e9;
            std::printf("%zu %.9f %.9f %d %lld\n", link.numPeers(), state.tempo(), beat, state.isPlaying(),
                static_cast<long long>(state.timeForIsPlaying().count() * 1000 + offset));
            std::fflush(stdout);
            continue;
        }
        if (verb == "leave" || verb == "join") {
            link.enable(verb == "join");
        } else if (verb == "tempo") {
            double bpm = 120;
            in >> bpm;
            state.setTempo(bpm, time);
        } else if (verb == "beat") {
            double beat = 0, quantum = 4;
            in >> beat >> quantum;
            state.forceBeatAtTime(beat, time, quantum);
        } else {
            state.setIsPlaying(verb == "play", time);
        }
        link.commitAppSessionState(state);
        std::puts("ok");
        std::fflush(stdout);
    }
}
