#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the module against a daemon that plays 3/4 at 600: with_daemon.py; the socket is that of the environment."""
import time

import metronomed


def take(iterator, count):
    return [next(iterator) for _ in range(count)]


with metronomed.connect() as metronome:
    # Beats come once, in their order, when they are heard.
    beats = metronome.beats()
    heard = []
    for beat in take(beats, 12):
        assert beat.at_ns <= time.monotonic_ns(), beat
        heard.append(beat)
    for one, other in zip(heard, heard[1:]):
        assert other.index == one.index + 1 and abs(other.at_ns - one.at_ns - 100e6) < 1e6, (one, other)
        assert other.bell == (other.beat == 1), other

    # What is announced is what is computed: accents, another tempo, a swing.
    assert metronome.accents_set("XoA")["accents"] == "XoA"
    assert metronome.tempo_set(900)["bpm"] == 900
    assert metronome.settings_set(subdivision=2, swing="2:1")["swing"] == "2:1"
    changed = metronome.lane_set("clave", "x..x..x.")
    assert changed["at_beat"] is not None
    metronome.subscribe(["beat"])
    for _ in range(12):
        event = metronome.next_event(60).params
        beat = metronome.timeline.beat(event["beat_index"])
        assert beat and abs(beat.at_ns - event["at_ns"]) < 200_000, (beat, event)
        assert (beat.bar, beat.beat, beat.accent) == (event["bar"], event["beat"], event["accent"]), (beat, event)
    metronome.unsubscribe()

    strokes = metronome.onsets()
    lanes = set()
    last = 0
    for onset in take(strokes, 60):
        assert onset.at_ns <= time.monotonic_ns() and onset.at_ns >= last, onset
        last = onset.at_ns
        lanes.add((onset.lane, onset.accent))
    assert lanes >= {("beat", "bell"), ("beat", "ghost"), ("beat", "accent"), ("subdivision", "normal"), ("clave", "normal")}

    # A new run begins with beat 0, and ahead of its time.
    run = metronome.stop()["run"]
    early = metronome.beats(ahead=0.5)
    metronome.start()
    first = next(early)
    assert (first.index, first.run) == (0, run + 1), first
    # A machine that stands still may have one late, but not all.
    assert any(beat.at_ns > time.monotonic_ns() + 200_000_000 for beat in early)

    # A tempo that goes from one to another.
    metronome.stop()
    metronome.speed_trainer_set("60 to 600 by 500 per minute")
    metronome.start()
    beats = metronome.beats()
    for beat in take(beats, 4):
        assert beat.run == run + 2, beat
    metronome.subscribe(["beat"])
    event = metronome.next_event(60).params
    beat = metronome.timeline.beat(event["beat_index"])
    assert abs(beat.at_ns - event["at_ns"]) < 200_000 and beat.bpm > 60, (beat, event)
    metronome.stop()
print("all is well")
