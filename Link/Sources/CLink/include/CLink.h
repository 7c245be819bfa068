// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A participant of an Ableton Link session. Times are CLOCK_MONOTONIC in nanoseconds.
///
/// To be used by one thread; Link has threads of its own. Nothing here is real-time safe.
typedef struct link_peer link_peer;

/// What the session has at a time.
typedef struct {
    /// How many others are in it.
    size_t peers;
    /// Beats a minute, by the microseconds a beat that Link calculates with.
    double bpm;
    /// The position, in beats; its remainder by the quantum is the phase.
    double beat;
    /// Whether its transport plays, and since or from when.
    bool playing;
    int64_t playing_ns;
} link_moment;

/// A participant that is not connected yet; NULL where the system refuses threads or sockets.
link_peer *link_create(double bpm);
/// Leaves the session.
void link_destroy(link_peer *peer);
/// Joins the session of the networks of this machine, with shared start and stop; false where the system refuses.
bool link_join(link_peer *peer);
/// Becomes readable when peers, tempo or transport have changed.
int link_descriptor(const link_peer *peer);
/// Makes the descriptor unreadable again.
void link_clear(link_peer *peer);

/// What the session has at a time, whose bars are so many beats long.
link_moment link_at(const link_peer *peer, int64_t ns, double quantum);
/// Gives the session a tempo of 20 to 999 from a time on.
void link_set_tempo(link_peer *peer, double bpm, int64_t ns);
/// Moves the session, whoever is in it, so that it has a beat at a time.
void link_force_beat(link_peer *peer, double beat, int64_t ns, double quantum);
/// Starts or stops the session's transport at a time.
void link_set_playing(link_peer *peer, bool playing, int64_t ns);

#ifdef __cplusplus
}
#endif
