# SPDX-License-Identifier: Apache-2.0
"""The timeline: which position is heard when, which beat is where in which bar, which lanes sound.

A pure value, computed from what the daemon tells. Positions are beats since the start, times are nanoseconds of
CLOCK_MONOTONIC. Within, a position is a whole number of 2⁻⁶⁴ beats, so that no beat is rounded.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import types
from .lanes import Lane, accent_of
from .segment import ONE, Segment, ticks_of

_MOST_BEATS = 1 << 53
# The least part of a beat that is told apart from the next one.
_LEAST = 1 << 44
_MOST_ONSETS = 100_000


@dataclass(frozen=True, slots=True)
class Beat:
    """A beat, and when it is heard."""

    run: int
    """Which start it belongs to, 1 for the daemon's first."""
    index: int
    """Beats since that start, from 0."""
    bar: int
    """The bar, from 1; below 1 in what is counted in."""
    beat: int
    """The beat of the bar, from 1."""
    accent: str
    """How strongly it is played: `bell`, `accent`, `normal`, `ghost` or `mute`."""
    bpm: float
    """Beats per minute, at its onset."""
    at_ns: int
    """When it is heard."""
    section: types.Section | None = None
    """The section of a song that it belongs to."""

    @property
    def bell(self) -> bool:
        """Whether the bell rings on it."""
        return self.accent == "bell"


@dataclass(frozen=True, slots=True)
class Onset:
    """One stroke of what is played."""

    lane: str
    """`beat`, `subdivision`, or the name of a lane."""
    accent: str
    """How strongly: `bell`, `accent`, `normal` or `ghost`."""
    position: float
    """Where it lies, in beats since the start."""
    at_ns: int
    """When it is heard."""
    beat: Beat | None = None
    """The beat, where it is one."""


class _Bars:
    """Which beats make which bar, and how strongly they are played, from a beat on."""

    def __init__(self, told: types.Bars) -> None:
        self.from_beat, self.beats = told["from_beat"], told["beats"]
        self.origin_beat, self.origin_bar = told["origin"]["beat"], told["origin"]["bar"]
        self.accents = [accent_of(sign) or "normal" for sign in told.get("accents") or "x"]
        bell = told["bell"]
        # A bell that cannot ring is none.
        self.bell = bell if bell and 1 <= bell["every"] <= 128 and 1 <= bell["on"] <= bell["every"] else None
        self.section = told.get("section")
        bounds = 1 << 53
        if not (-bounds <= self.from_beat < bounds and -bounds <= self.origin_beat < bounds
                and 1 <= self.beats <= 1 << 20 and abs(self.origin_bar) <= 1 << 42):
            raise ValueError("bars that cannot be calculated with")

    def place(self, index: int) -> tuple[int, int]:
        bar, beat = divmod(index - self.origin_beat, self.beats)
        return self.origin_bar + bar, beat + 1

    def accent(self, index: int) -> str:
        distance = index - self.origin_beat
        if self.bell and distance % self.bell["every"] == self.bell["on"] - 1:
            return "bell"
        return self.accents[distance % len(self.accents)]


class Timeline:
    """A run as it is heard: every beat to come follows from it.

    Raises `ValueError` for what cannot be calculated with, such as a curve of a later daemon. A lane that cannot be
    calculated with is left out.
    """

    def __init__(self, told: types.Timeline | dict[str, Any]) -> None:
        try:
            self.run: int = told["run"]
            #: The beat with which the music is over, and which is not played; None: it has no end.
            self.end_beat: int | None = told.get("end_beat")
            self._segments = [Segment(segment) for segment in told["segments"]]
            self._bars = [_Bars(bars) for bars in told["bars"]]
            rules = told.get("lanes") or []
            self._lanes = [
                (ticks_of(rule["from_beat"]), [lane for lane in map(Lane.told, rule["lanes"]) if lane]) for rule in rules]
        except (KeyError, TypeError, OverflowError, ZeroDivisionError) as error:
            raise ValueError(f"a timeline that cannot be calculated with: {error!r}") from error
        pairs = zip(self._segments, self._segments[1:])
        if not self._segments or not self._bars or any(
                one.at_ns > next.at_ns or one.origin > next.origin for one, next in pairs):
            raise ValueError("a timeline without segments and bars in their order")

    # Which beat is heard when

    def _segment(self, ticks: int) -> Segment:
        return next((one for one in reversed(self._segments) if one.origin <= ticks), self._segments[0])

    def _rule(self, index: int) -> _Bars:
        return next((bars for bars in reversed(self._bars) if bars.from_beat <= index), self._bars[0])

    def beat(self, index: int) -> Beat | None:
        """The beat of an index; None for one before the first, and from the end of the music on."""
        if not 0 <= index < (_MOST_BEATS if self.end_beat is None else self.end_beat):
            return None
        rule, segment = self._rule(index), self._segment(index * ONE)
        bar, beat = rule.place(index)
        return Beat(self.run, index, bar, beat, rule.accent(index), segment.bpm_at(index * ONE),
                    segment.time_of(index * ONE), rule.section)

    def time_of(self, position: float) -> int:
        """When a position is heard."""
        ticks = ticks_of(position)
        return self._segment(ticks).time_of(ticks)

    def bpm_at(self, position: float) -> float:
        """The tempo at a position, in beats per minute."""
        ticks = ticks_of(position)
        return self._segment(ticks).bpm_at(ticks)

    def position_at(self, at_ns: int) -> float:
        """The position that is heard at a time; below 0 before the first beat. That of a beat's own time may be rounded to either
        side of the beat."""
        return self._ticks_at(at_ns) / ONE

    def _ticks_at(self, at_ns: int) -> int:
        segment = next((one for one in reversed(self._segments) if one.at_ns <= at_ns), self._segments[0])
        return segment.ticks_at(at_ns)

    def beat_after(self, at_ns: int) -> Beat | None:
        """The first beat that is heard after a time; None where the music is over before."""
        index = max(0, (self._ticks_at(at_ns) >> 64) - 1)
        while (beat := self.beat(index)) and beat.at_ns <= at_ns:
            index += 1
        return beat

    # What sounds

    def onsets(self, from_ns: int, before_ns: int, *, subdivision: int = 1, swing: float | str = 0.5) -> list[Onset]:
        """All that sounds from one time on and before another, in its order: beats, the parts of a beat, and the named lanes that are
        not muted, with what chance lets be played.

        `subdivision` and `swing` are those of `status()["heard"]`; `parts` reads a swing. The parts of a beat are silent where it is, in
        a count-in, and in the beat with which a timer ends, where the bell rings twice more. Of more than 100,000 onsets, the first of
        each lane.
        """
        begin, end = self._ticks_at(from_ns) - ONE, self._ticks_at(before_ns) + ONE
        if self.end_beat is not None:
            end = min(end, self.end_beat * ONE - _LEAST)
        found = list(self._beats(begin, end, _shares(subdivision, swing)))
        for number, (origin, lanes) in enumerate(self._lanes):
            first = max(begin, origin - _LEAST if number else 0)
            is_last = number + 1 == len(self._lanes)
            last = end if is_last else min(end, self._lanes[number + 1][0] - _LEAST)
            for lane in lanes:
                strokes = lane.strokes(first, last, _MOST_ONSETS) if first < last else []
                found += [Onset(lane.name, accent, ticks / ONE, self._segment(ticks).time_of(ticks))
                          for ticks, accent in strokes]
        heard = [onset for onset in found if from_ns <= onset.at_ns < before_ns]
        return sorted(heard, key=lambda onset: (onset.at_ns, onset.lane))

    def _is_end(self, index: int) -> bool:
        """Whether a timer ends with a beat: the lane `beat` has the strokes that follow it."""
        entries = next((lanes for origin, lanes in reversed(self._lanes) if origin <= index * ONE), [])
        return any(lane.name == "beat" for lane in entries)

    def _is_always_heard(self, onset: Onset) -> bool:
        """Whether it is of a count-in or the end of a timer, which are heard where the beats are muted, too."""
        return onset.lane == "beat" and (onset.beat is not None and onset.beat.bar < 1 or self._is_end(int(onset.position)))

    def _beats(self, begin: int, end: int, between: Sequence[Fraction]) -> Any:
        for index in range(max(0, begin >> 64), min((end >> 64) + 1, (begin >> 64) + _MOST_ONSETS)):
            beat = self.beat(index)
            if not beat or beat.accent == "mute":
                continue
            yield Onset("beat", beat.accent, float(index), beat.at_ns, beat)
            for part in between if beat.bar > 0 and not self._is_end(index) else ():
                ticks = index * ONE + part.numerator * ONE // part.denominator
                yield Onset("subdivision", "normal", ticks / ONE, self._segment(ticks).time_of(ticks))


def parts(subdivision: int, swing: float | str = 0.5) -> list[float]:
    """Where the parts of a beat lie, its beginning left out, in beats. `swing` is how long the first of two parts is, 0.5 to 0.75, or the text
    of a status: `even`, `66.7%` or `2:1`. It moves every second part where their number is even."""
    return [float(share) for share in _shares(subdivision, swing)]


def _shares(subdivision: int, swing: float | str) -> list[Fraction]:
    """The parts as exact numbers: a lane with a stroke at one of them has the same position."""
    first, both = (float(swing), 1.0) if not isinstance(swing, str) else (0.5, 1.0)
    if isinstance(swing, str) and ":" in swing:
        first, both = map(float, swing.split(":"))
        both += first
    elif isinstance(swing, str) and swing != "even":
        first, both = float(swing.removesuffix("%")), 100.0
    if not (1 <= subdivision <= 9 and math.isfinite(first) and math.isfinite(both)):
        raise ValueError("a beat has 1 to 9 parts, and a swing is a number")
    share = Fraction(first) / Fraction(both)
    return [(part - 1 + 2 * share if part % 2 and subdivision % 2 == 0 else Fraction(part)) / subdivision
            for part in range(1, subdivision)]
