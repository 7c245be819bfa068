#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what the module computes from timelines with what stands in a file beside each: timelines.py FILE."""
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "Python"))

from metronomed import Timeline  # noqa: E402

NEAR_NS = 20


def check(vector):
    """Raises AssertionError where the two differ."""
    timeline = Timeline(vector["timeline"])
    for position, at_ns in vector["times"]:
        own = timeline.time_of(position)
        assert abs(own - at_ns) <= NEAR_NS, f"{position} is heard at {at_ns}, not {own}"
        if not any(segment["at_ns"] > own for segment in vector["timeline"]["segments"]):
            assert abs(timeline.time_of(timeline.position_at(own)) - own) <= NEAR_NS, f"{own} is not at {position}"
    for index, bar, beat, accent, bpm, at_ns in vector["beats"]:
        own = timeline.beat(index)
        assert own and (own.bar, own.beat, own.accent) == (bar, beat, accent), f"{own} is {accent} {beat} of {bar}"
        assert abs(own.at_ns - at_ns) <= NEAR_NS and abs(own.bpm - bpm) < 1e-6, f"{own} is heard at {at_ns}, at {bpm}"
    asked = vector["onsets"]
    own = timeline.onsets(
        asked["from_ns"], asked["before_ns"], subdivision=asked["subdivision"], swing=asked["swing"])
    own.sort(key=lambda onset: (onset.lane, onset.at_ns))
    strokes = sorted(asked["strokes"], key=lambda stroke: (stroke[1], stroke[0]))
    assert len(own) == len(strokes), f"{len(own)} strokes, not {len(strokes)}"
    for onset, (at_ns, lane, accent) in zip(own, strokes):
        assert (onset.lane, onset.accent) == (lane, accent) and abs(onset.at_ns - at_ns) <= NEAR_NS, \
            f"{onset} is {lane} {accent} at {at_ns}"


def compare(path):
    """How many vectors of a file hold."""
    vectors = json.loads(Path(path).read_text(encoding="utf-8"))
    for vector in vectors:
        try:
            check(vector)
        except AssertionError as error:
            raise AssertionError(f"{error}: {json.dumps(vector)}") from None
    return len(vectors)


if __name__ == "__main__":
    print(compare(sys.argv[1]), "timelines")
