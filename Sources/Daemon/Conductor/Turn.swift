// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Rhythm

/// What moves how from one change of tempo, meter or play to the next, on an axis of seconds since frame 0.
struct Turn {
    /// Counts the turns of a run.
    var serial: Int
    /// When it holds from.
    var begin: Double
    /// Which beat is when.
    var segment: TimelineSegment
    /// Which beat is where in which bar.
    var rules: [Score.Rule]
    /// Whether nothing plays any more: every property goes by its bridge, and stays where that leads.
    var isOver = false
    /// How properties get from what they did before to what they do now.
    var bridges: [MotionProperty: Segment] = [:]

    /// Seconds from a beat to the next.
    var secondsPerBeat: Double { 60 / segment.tempo.beatsPerMinute }

    /// The position at a time, in beats.
    func beats(at seconds: Double) -> Double {
        segment.originBeat.beats + (seconds - origin) / secondsPerBeat
    }

    /// The time of a position in beats.
    func seconds(ofBeats beats: Double) -> Double {
        origin + (beats - segment.originBeat.beats) * secondsPerBeat
    }

    private var origin: Double { Double(segment.originFrame) / Double(segment.sampleRate.hertz) }

    /// A beat as far as motion goes by it.
    func beat(_ index: Int64) -> Motion.Beat {
        let rule = Score.rule(ofBeat: index, in: rules)
        let next = Score.rule(ofBeat: index + 1, in: rules)
        return Motion.Beat(
            index: index, bar: rule.grid.bar(ofBeat: index), beatInBar: rule.grid.beatInBar(ofBeat: index),
            beatsPerBar: rule.grid.beatsPerBar, bpm: segment.tempo.beatsPerMinute,
            bell: rule.bell?.rings(onBeat: index, in: rule.grid) ?? false,
            endsBar: next.grid.beatInBar(ofBeat: index + 1) == 1)
    }

    /// What a property does in a beat when nothing comes between.
    func plan(of property: MotionProperty, inBeat index: Int64) -> [Segment] {
        property.segments(in: beat(index)).map { segment in
            segment.moved(to: seconds(ofBeats: Double(index) + segment.begin), stretched: secondsPerBeat)
        }
    }

    /// What a property does at a time when nothing comes between; before beat 0 it waits where that begins.
    func planned(_ property: MotionProperty, at time: Double) -> Segment {
        let beats = beats(at: time)
        // A hair before a beat it is that beat: positions are rounded down.
        let index = Int64((beats + 1e-9).rounded(.down))
        guard index >= 0, let segment = plan(of: property, inBeat: index).segment(at: time) else {
            let value = property.value(in: beat(0), phase: 0)
            return Segment(from: value, to: value, begin: time, duration: 0, curve: .linear)
        }
        return segment
    }

    /// What a property does at a time.
    func movement(of property: MotionProperty, at time: Double) -> Segment {
        if let bridge = bridges[property], isOver || time < bridge.end { return bridge }
        return planned(property, at: time)
    }

    /// Goes over to an axis on which all times are greater by a shift, at another rate of frames.
    mutating func move(by shift: Double, onto segment: TimelineSegment) {
        begin += shift
        self.segment = segment
        for property in bridges.keys { bridges[property]?.begin += shift }
    }
}
