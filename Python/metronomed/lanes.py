# SPDX-License-Identifier: Apache-2.0
"""What a lane of the timeline plays."""
from __future__ import annotations

from collections.abc import Iterator

from . import types
from .segment import ONE

_ACCENTS = {"X": "bell", "A": "accent", "x": "normal", "o": "ghost", ".": "mute"}
_MASK = (1 << 64) - 1
_ALWAYS = 65_535
_RANGE = range(1, 2_000_000_001)


def accent_of(sign: str) -> str | None:
    """The accent that a sign stands for."""
    return _ACCENTS.get(sign)


def is_played(lane: int, number: int, chance: int) -> bool:
    """Whether an onset with a chance in 65,535 parts is played: by SplitMix64 of the lane and the onset's number."""
    mixed = lane * 0xD1B54A32D192ED03 + number * 0x8CB92BA72F3D8DD7 + 0x9E3779B97F4A7C15 & _MASK
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
    return ((mixed ^ mixed >> 31) * _ALWAYS >> 64) < chance


class Lane:
    """Onsets that repeat, numbered from an origin."""

    def __init__(self, told: types.TimelineLane) -> None:
        self.name, self._id, self._is_muted = told["name"], told["id"], told["muted"]
        self._origin = told["origin"]["beat"] * ONE + int(told["origin"]["fraction"] * ONE)
        self._cycle, self._denominator, self._places = told["cycle"], told["denominator"], told["places"]
        self._accents = [accent_of(sign) or "mute" for sign in told["accents"]]
        self._chances = told.get("chances") or [_ALWAYS] * len(self._places)
        self._first, self._end = told.get("first"), told.get("end")
        places = self._places
        if not (0 <= self._id < 66 and places and len(self._accents) == len(places) == len(self._chances)
                and len(places) <= 8192 and self._cycle in _RANGE and self._denominator in _RANGE
                and all(one < other for one, other in zip([-1, *places], [*places, self._cycle]))
                and abs(told["origin"]["beat"]) <= 1 << 50 and 0 <= told["origin"]["fraction"] < 1
                and (self._first is None or self._end is None or self._first <= self._end)
                # Of onsets that are closer than a millionth of a beat there is no end.
                and self._cycle * 1e6 > self._denominator * len(places)):
            raise ValueError("a lane that cannot be calculated with")

    @classmethod
    def told(cls, told: types.TimelineLane) -> Lane | None:
        """A lane that the daemon tells; None for one that cannot be calculated with."""
        try:
            return cls(told)
        except (KeyError, TypeError, ValueError, OverflowError):
            return None

    def strokes(self, begin: int, end: int, most: int) -> Iterator[tuple[int, str]]:
        """The places and accents that are played from a position on and before another."""
        if self._is_muted:
            return
        count, cycle = 0, (begin - self._origin) * self._denominator // (self._cycle * ONE) - 1
        for looks in range(10 * most):
            turn, index = divmod(looks, len(self._places))
            number = (cycle + turn) * len(self._places) + index
            parts = (cycle + turn) * self._cycle + self._places[index]
            ticks = self._origin + parts * ONE // self._denominator
            if ticks >= end or count >= most:
                return
            if (ticks >= begin and self._accents[index] != "mute"
                    and (self._first is None or number >= self._first) and (self._end is None or number < self._end)
                    and (self._chances[index] >= _ALWAYS or is_played(self._id, number, self._chances[index]))):
                count += 1
                yield ticks, self._accents[index]
