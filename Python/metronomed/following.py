# SPDX-License-Identifier: Apache-2.0
"""Beats and strokes when they are heard, of a daemon that is followed."""
from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .connection import Deadline
from .timeline import Beat, Onset

if TYPE_CHECKING:
    from .client import Metronome

#: The events that beats and strokes are computed from.
FOLLOWED = frozenset(("state", "timeline"))
# The most beats that are told after a pause in which nobody asked; of more, the last.
_MOST_AT_ONCE = 1000
# How far ahead strokes are looked for, and how late they are still told.
_WINDOW_NS, _LATEST_NS = 1_000_000_000, 10_000_000_000


def beats(metronome: Metronome, ahead_ns: int) -> Iterator[Beat]:
    """Each beat from now on, so long before it is heard."""
    return _beats(metronome, ahead_ns, _Follower(metronome))


def onsets(metronome: Metronome, ahead_ns: int) -> Iterator[Onset]:
    """Each stroke from now on, so long before it is heard."""
    return _onsets(metronome, ahead_ns, _Follower(metronome))


class _Follower:
    """Tells who iterates whether what comes belongs to what came before."""

    def __init__(self, metronome: Metronome) -> None:
        self._metronome = metronome
        if not FOLLOWED <= set(metronome._subscription.get("events", ())):
            metronome._subscribe({"events": sorted(FOLLOWED)})
        self._generation, self._run = 0, 0
        # What plays is asked for when the first is; what begins to play before that is told from its beginning.
        if not metronome.timeline and metronome.state:
            self._generation, self._run = metronome._generation, metronome.state["run"]

    def begins(self) -> str | None:
        """`connection` where it is another than at the last call, `run` where it is another run on it, else None."""
        metronome = self._metronome
        if self._generation != metronome._generation:
            self._generation = metronome._generation
            status = metronome.state["run"] if metronome.state else 0
            self._run = metronome.timeline.run if metronome.timeline else status
            return "connection"
        if metronome.timeline and metronome.timeline.run != self._run:
            self._run = metronome.timeline.run
            return "run"
        return None


def _beats(metronome: Metronome, ahead_ns: int, follower: _Follower) -> Iterator[Beat]:
    index = 0
    while True:
        # After a pause of the program something else may play.
        metronome._catch_up()
        now, timeline, begin = time.monotonic_ns(), metronome.timeline, follower.begins()
        if begin == "run":
            index = 0
        present = timeline.beat_after(now + ahead_ns) if timeline else None
        if begin == "connection":
            # In the last beat none follows.
            index = present.index if present else (timeline.end_beat or 0) if timeline else 0
        if present:
            index = max(index, present.index - _MOST_AT_ONCE)
        beat = timeline.beat(index) if timeline else None
        if beat and beat.at_ns - ahead_ns <= now:
            index += 1
            yield beat
        else:
            metronome._turn(Deadline((beat.at_ns - ahead_ns - now) / 1e9 if beat else None))


def _onsets(metronome: Metronome, ahead_ns: int, follower: _Follower) -> Iterator[Onset]:
    told, known, coming = -1.0, None, deque[Onset]()
    while True:
        metronome._catch_up()
        now, timeline, begin = time.monotonic_ns(), metronome.timeline, follower.begins()
        if begin:
            told = timeline.position_at(now + ahead_ns) if timeline and begin == "connection" else -1.0
        if not timeline or not metronome.state:
            metronome._turn(Deadline(None))
            continue
        heard = metronome.state["heard"]
        if known != (timeline, heard) or not coming:
            known = (timeline, heard)
            first = max(timeline.time_of(told), now + ahead_ns - _LATEST_NS)
            muted = {lane["name"] for lane in heard["lanes"] if lane["muted"]}
            found = timeline.onsets(
                first - 1000, now + ahead_ns + _WINDOW_NS, subdivision=heard["subdivision"], swing=heard["swing"])
            # Two places may be heard in one nanosecond.
            found.sort(key=lambda onset: onset.position)
            coming = deque(onset for onset in found
                           if onset.position > told and (onset.lane not in muted or timeline._is_always_heard(onset)))
        wait_ns = coming[0].at_ns - ahead_ns - now if coming else _WINDOW_NS // 2
        if coming and wait_ns <= 0:
            # What lies at one place is told together.
            told, together = coming[0].position, []
            while coming and coming[0].position == told:
                together.append(coming.popleft())
            yield from together
        else:
            metronome._turn(Deadline(wait_ns / 1e9))
