# SPDX-License-Identifier: Apache-2.0
"""What is computed from a timeline."""
import copy
import unittest
from pathlib import Path

import timelines
from metronomed import Timeline, parts

SEGMENT = {"origin": {"beat": 0, "fraction": 0}, "at_ns": 10_000_000_000, "tempo": {"numerator": 120, "denominator": 1},
           "curve": "constant", "rate_ppm": 0}
BARS = {"from_beat": 0, "origin": {"beat": 0, "bar": 1}, "beats": 4, "bell": {"every": 4, "on": 1}}
LANE = {"name": "hat", "id": 2, "origin": {"beat": 0, "fraction": 0}, "denominator": 2, "cycle": 4,
        "places": [0, 1, 2, 3], "accents": "xxxx", "muted": False}


def told(segment=(), bars=(), lane=(), **more):
    """A timeline with changes to each of its parts."""
    lanes = [{"from_beat": 0, "lanes": [{**LANE, **dict(lane)}]}]
    return {"run": 3, "segments": [{**SEGMENT, **dict(segment)}], "bars": [{**BARS, **dict(bars)}], "lanes": lanes,
            **more}


class TimelineTests(unittest.TestCase):
    def test_the_vectors_hold(self):
        self.assertGreater(timelines.compare(Path(__file__).parents[2] / "Docs/vectors/timelines.json"), 30)

    def test_one_tempo_is_exact_after_years(self):
        timeline = Timeline(told({"tempo": {"numerator": 1373, "denominator": 10}}))
        self.assertEqual(timeline.beat(1373 * 10**6).at_ns, 10_000_000_000 + 600 * 10**6 * 10**9)
        self.assertEqual(timeline.position_at(timeline.time_of(1373.0)), 1373.0)

    def test_a_beat_after_a_time_is_the_next_one(self):
        timeline = Timeline(told(end_beat=4))
        at = [timeline.beat(index).at_ns for index in range(4)]
        self.assertEqual([timeline.beat_after(time).index for time in (0, at[0] - 1, at[0], at[2] + 1)], [0, 0, 1, 3])
        self.assertIsNone(timeline.beat_after(at[3]))
        self.assertIsNone(timeline.beat(4))
        self.assertIsNone(timeline.beat(-1))

    def test_a_tempo_is_told_as_it_is_written(self):
        bent = {"tempo": {"numerator": 120_120, "denominator": 1000}, "correction_ppm": 1000.0}
        timeline = Timeline(told(bent))
        self.assertEqual((timeline.beat(1).bpm, timeline.bpm_at(1.5)), (120.0, 120.0))
        self.assertEqual(timeline.beat(1).at_ns - timeline.beat(0).at_ns, round(60e9 / 120.12))

    def test_what_cannot_be_calculated_with_is_refused(self):
        ramp = {"curve": "linear_in_beats", "to": {"numerator": 90, "denominator": 1}, "length": 4}
        Timeline(told(ramp))
        for segment in (
            {"curve": "spline"}, {"rate_ppm": 1e6}, {"correction_ppm": -1e6}, {"tempo": {"numerator": 1, "denominator": 0}}, {"at_ns": -1},
            {**ramp, "length": 0}, {**ramp, "length": float("nan")}, {**ramp, "to": None},
            {"origin": {"beat": 1 << 60, "fraction": 0}}, {"origin": {"beat": 0, "fraction": 1}},
            {**ramp, "curve_begin": {"beat": 9, "fraction": 0}},
        ):
            with self.assertRaises(ValueError, msg=segment):
                Timeline(told(segment))
        for bars in ({"beats": 0}, {"from_beat": None}, {"origin": {}}):
            with self.assertRaises(ValueError, msg=bars):
                Timeline(told(bars=bars))
        for timeline in ({}, {"run": 1, "segments": [], "bars": [BARS]}, {"run": 1, "segments": [SEGMENT], "bars": []}):
            with self.assertRaises(ValueError, msg=timeline):
                Timeline(timeline)
        backwards = told()
        backwards["segments"] = [{**SEGMENT, "origin": {"beat": 8, "fraction": 0}}, copy.deepcopy(SEGMENT)]
        with self.assertRaises(ValueError):
            Timeline(backwards)

    def test_a_lane_that_cannot_be_calculated_with_is_left_out(self):
        def strokes(**lane):
            timeline = Timeline(told(lane=lane))
            return sum(onset.lane == "hat" for onset in timeline.onsets(0, 12_000_000_000))

        self.assertEqual(strokes(), 8)
        self.assertEqual(strokes(muted=True), 0)
        for lane in ({"places": [0, 1]}, {"places": [3, 2, 1, 0]}, {"cycle": 0}, {"denominator": 0}, {"id": 99},
                     {"places": [0, 1, 2, 9]}, {"denominator": 2_000_000_000}, {"chances": [1]}, {"first": 2, "end": 1}):
            self.assertEqual(strokes(**lane), 0, lane)

    def test_a_bell_that_cannot_ring_does_not(self):
        timeline = Timeline(told(bars={"bell": {"every": 4, "on": 9}, "accents": "?A"}))
        self.assertEqual([timeline.beat(index).accent for index in range(3)], ["normal", "accent", "normal"])

    def test_parts_are_those_of_a_swing(self):
        self.assertEqual(parts(1), [])
        self.assertEqual(parts(2, "even"), [0.5])
        self.assertAlmostEqual(parts(2, "2:1")[0], 2 / 3)
        self.assertAlmostEqual(parts(4, "58%")[2], 0.79)
        self.assertAlmostEqual(parts(3, "2:1")[0], 1 / 3)
        for wrong in (0, 10):
            with self.assertRaises(ValueError):
                parts(wrong)
        for wrong in ("nan", "inf:1", "x%", float("inf")):
            with self.assertRaises(ValueError, msg=wrong):
                parts(2, wrong)

    def test_a_part_of_a_beat_and_a_stroke_of_a_lane_at_one_place_have_one_position(self):
        cases = [(count, "even", count, list(range(1, count))) for count in (2, 3, 5, 6, 7, 9)]
        for subdivision, swing, denominator, places in [*cases, (2, "2:1", 3, [2]), (4, "2:1", 6, [2, 3, 5])]:
            lane = {"denominator": denominator, "cycle": denominator, "places": places, "accents": "x" * len(places)}
            onsets = Timeline(told(lane=lane)).onsets(0, 60_000_000_000, subdivision=subdivision, swing=swing)
            one, other = ([onset.position for onset in onsets if onset.lane == name] for name in ("hat", "subdivision"))
            self.assertEqual(len(one), 100 * len(places))
            self.assertEqual(one, other, (subdivision, swing))


if __name__ == "__main__":
    unittest.main()
