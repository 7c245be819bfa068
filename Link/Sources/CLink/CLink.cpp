// SPDX-License-Identifier: GPL-2.0-or-later
#include "CLink.h"

#include <ableton/Link.hpp>

#include <cerrno>
#include <cmath>
#include <exception>
#include <sys/eventfd.h>
#include <system_error>
#include <time.h>
#include <unistd.h>

namespace
{

using Micros = std::chrono::microseconds;

std::int64_t now(clockid_t clock)
{
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/// By how much CLOCK_MONOTONIC is ahead of the clock of Link, CLOCK_MONOTONIC_RAW, which no time service bends: of three
/// readings the one that took the least time.
std::int64_t ahead()
{
    std::int64_t best = INT64_MAX, offset = 0;
    for (int i = 0; i < 3; i++) {
        const auto before = now(CLOCK_MONOTONIC);
        const auto raw = now(CLOCK_MONOTONIC_RAW);
        const auto after = now(CLOCK_MONOTONIC);
        if (after - before >= best) continue;
        best = after - before;
        offset = before + (after - before) / 2 - raw;
    }
    return offset;
}

/// A time of Link's as one of CLOCK_MONOTONIC. It may come from a peer, who can write any: what does not fit is the first or the last
/// one that does.
std::int64_t nanoseconds(Micros time, std::int64_t offset)
{
    std::int64_t ns;
    if (__builtin_mul_overflow(static_cast<std::int64_t>(time.count()), INT64_C(1000), &ns)
        || __builtin_add_overflow(ns, offset, &ns))
        return time.count() < 0 ? INT64_MIN : INT64_MAX;
    return ns;
}

/// What is readable once something has changed; closed with its owner.
struct Signal {
    const int descriptor;

    Signal() : descriptor(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
    {
        if (descriptor < 0) throw std::system_error(errno, std::generic_category());
    }
    Signal(const Signal &) = delete;
    Signal &operator=(const Signal &) = delete;
    ~Signal() { close(descriptor); }

    void give() const
    {
        const std::uint64_t one = 1;
        (void)!write(descriptor, &one, sizeof one);
    }
};

} // namespace

struct link_peer {
    // Before `link`, whose end is that of the thread that gives signals: a number that is closed may soon be another file's.
    Signal signal;
    ableton::Link link;

    explicit link_peer(double bpm) : link(bpm)
    {
        link.setNumPeersCallback([this](std::size_t) { signal.give(); });
        link.setTempoCallback([this](double) { signal.give(); });
        link.setStartStopCallback([this](bool) { signal.give(); });
    }

    ~link_peer() { link.enable(false); }
};

link_peer *link_create(double bpm)
{
    try {
        return new link_peer(bpm);
    } catch (const std::exception &) {
        return nullptr;
    }
}

void link_destroy(link_peer *peer) { delete peer; }

bool link_join(link_peer *peer)
{
    try {
        peer->link.enableStartStopSync(true);
        peer->link.enable(true);
        return true;
    } catch (const std::exception &) {
        return false;
    }
}

int link_descriptor(const link_peer *peer) { return peer->signal.descriptor; }

void link_clear(link_peer *peer)
{
    std::uint64_t count;
    (void)!read(peer->signal.descriptor, &count, sizeof count);
}

link_moment link_at(const link_peer *peer, int64_t ns, double quantum)
{
    const auto state = peer->link.captureAppSessionState();
    const auto offset = ahead();
    // Link counts whole microseconds; what is between them is added.
    const auto raw = ns - offset;
    const auto micros = raw / 1000;
    const double beatMicros = std::round(60e6 / state.tempo());
    link_moment moment;
    moment.peers = peer->link.numPeers();
    moment.bpm = 60e6 / beatMicros;
    moment.beat =
        state.beatAtTime(Micros{micros}, quantum) + static_cast<double>(raw - micros * 1000) / (1000 * beatMicros);
    moment.playing = state.isPlaying();
    moment.playing_ns = nanoseconds(state.timeForIsPlaying(), offset);
    return moment;
}

void link_set_tempo(link_peer *peer, double bpm, int64_t ns)
{
    auto state = peer->link.captureAppSessionState();
    state.setTempo(bpm, Micros{(ns - ahead()) / 1000});
    peer->link.commitAppSessionState(state);
}

void link_force_beat(link_peer *peer, double beat, int64_t ns, double quantum)
{
    auto state = peer->link.captureAppSessionState();
    state.forceBeatAtTime(beat, Micros{(ns - ahead()) / 1000}, quantum);
    peer->link.commitAppSessionState(state);
}

void link_set_playing(link_peer *peer, bool playing, int64_t ns)
{
    auto state = peer->link.captureAppSessionState();
    state.setIsPlaying(playing, Micros{(ns - ahead()) / 1000});
    peer->link.commitAppSessionState(state);
}
