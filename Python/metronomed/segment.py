# SPDX-License-Identifier: Apache-2.0
"""A stretch of one course of the tempo: one tempo, or from one to another."""
from __future__ import annotations

import math

from . import types

#: A beat, in the parts that positions are counted in.
ONE = 1 << 64
_MINUTE_NS = 60e9
# What is farther away than 73 years is heard as late as that.
_FARTHEST_NS = 1 << 61
_CURVES = ("constant", "linear_in_beats", "linear_in_time")


def ticks_of(beats: float) -> int:
    """A position in 2⁻⁶⁴ beats."""
    whole = math.floor(beats)
    return whole * ONE + int((beats - whole) * ONE)


class Segment:
    """Counted from its origin, so that nothing that was rounded is multiplied by hours."""

    def __init__(self, told: types.TimelineSegment) -> None:
        self.origin, self.at_ns = _place(told["origin"]), told["at_ns"]
        #: How much faster than its nominal rate the device plays.
        self.pace = 1 + told["rate_ppm"] * 1e-6
        #: How many times as fast as it is written the tempo is, to follow a clock.
        self.correction = 1 + told.get("correction_ppm", 0.0) * 1e-6
        self.curve = told["curve"]
        self._start = self._end = _tempo(told["tempo"])
        self._begin, self._length = self.origin, 1.0
        if self.curve not in _CURVES or not 0 <= self.at_ns < 1 << 61 or not (
                abs(self.pace - 1) < 0.1 and abs(self.correction - 1) < 0.1):
            raise ValueError("a segment that cannot be calculated with")
        if self.curve != "constant":
            self._end, self._length = _tempo(told["to"]), told["length"]
            self._begin = _place(told.get("curve_begin") or told["origin"])
            slower = min(self._start, self._end)
            if not (1e-9 <= self._length < 1 << 31 and 0 <= self._length / slower < 1 << 31
                    and 0 <= (self.origin - self._begin) / ONE / slower < 1 << 31):
                raise ValueError("a change of tempo that cannot be calculated with")
            if self._start == self._end:
                self.curve, self._begin = "constant", self.origin
        self._before = self._minutes((self.origin - self._begin) / ONE)

    def time_of(self, ticks: int) -> int:
        """When a position is heard."""
        if self.curve == "constant":
            minutes = (ticks - self.origin) / ONE / self._start
        else:
            minutes = self._minutes((ticks - self._begin) / ONE) - self._before
        return self.at_ns + round(min(max(minutes / self.pace * _MINUTE_NS, -_FARTHEST_NS), _FARTHEST_NS))

    def ticks_at(self, at_ns: int) -> int:
        """The position that is heard at a time."""
        minutes = (at_ns - self.at_ns) * self.pace / _MINUTE_NS
        if self.curve == "constant":
            return self.origin + ticks_of(minutes * self._start)
        return self._begin + ticks_of(self._beats(minutes + self._before))

    def bpm_at(self, ticks: int) -> float:
        """The tempo at a position, as it is written."""
        beats = min(max((ticks - self._begin) / ONE, 0.0), self._length)
        played = self._start if self.curve == "constant" else self._tempo_after(beats)
        return played if self.correction == 1 else round(played / self.correction, 5)

    def _tempo_after(self, beats: float) -> float:
        part = beats / self._length
        if self.curve == "linear_in_beats":
            return self._start + (self._end - self._start) * part
        return math.sqrt(self._start ** 2 + (self._end ** 2 - self._start ** 2) * part)

    def _minutes(self, beats: float) -> float:
        """How long the beats from the curve's begin take, by the device's own minute; before it the first tempo holds, after it the last."""
        if beats <= 0 or self.curve == "constant":
            return beats / self._start
        within = min(beats, self._length)
        if self.curve == "linear_in_beats":
            change = self._end - self._start
            minutes = self._length / change * math.log1p(change * within / (self._length * self._start))
        else:
            minutes = 2 * within / (self._start + self._tempo_after(within))
        return minutes + (beats - within) / self._end

    def _beats(self, minutes: float) -> float:
        """The beats that are covered in a time from the curve's begin: the inverse."""
        whole = self._minutes(self._length)
        if minutes <= 0:
            return minutes * self._start
        if minutes >= whole:
            return self._length + (minutes - whole) * self._end
        change = self._end - self._start
        if self.curve == "linear_in_beats":
            return self._length * self._start / change * math.expm1(change / self._length * minutes)
        return minutes * (self._start + change * minutes / whole / 2)


def _place(told: types.TimelineSegmentOrigin) -> int:
    beat, fraction = told["beat"], told["fraction"]
    if not (-1 << 53 <= beat < 1 << 53 and 0 <= fraction < 1):
        raise ValueError("a position that cannot be calculated with")
    return beat * ONE + int(fraction * ONE)


def _tempo(told: types.TimelineSegmentTempo) -> float:
    tempo = told["numerator"] / told["denominator"]
    if not (told["denominator"] > 0 and 1e-3 <= tempo < 1e6 + 1e-9):
        raise ValueError("a tempo that cannot be calculated with")
    return tempo
