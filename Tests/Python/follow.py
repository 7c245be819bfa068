#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waits for a daemon, and prints the tempo of each beat and what becomes of the connection, until beats at 500 come."""
import metronomed

with metronomed.connect(wait=True) as metronome:
    for beat in metronome.beats():
        while event := metronome.next_event(0):
            print(event.name, flush=True)
        print(beat.bpm, flush=True)
        if beat.bpm == 500:
            break
