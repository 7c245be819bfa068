// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeRhythm
internal import MetronomeSession

/// Values of the session, as clients are sent them: heard time becomes nanoseconds of CLOCK_MONOTONIC.
extension MotionSegment {
    /// A movement of the rod, or of another property.
    init(_ movement: HeardMovement) {
        self.init {
            $0.from = movement.from
            $0.to = movement.to
            $0.beginNs = movement.begin.nanoseconds
            $0.durationNs = movement.durationNs
            $0.curve = movement.curve
        }
    }
}

extension PendulumState {
    /// The rod at the time of a status.
    init(_ rod: HeardRun.Rod) {
        self.init {
            $0.angle = rod.angle
            $0.velocity = rod.velocity
            $0.segment = rod.movement.map { MotionSegment($0) }
        }
    }
}

extension PositionState {
    /// The place in the music at the time of a status.
    init(_ position: HeardRun.Position) {
        let beat = position.beat
        self.init {
            $0.beatIndex = Int(beat.index)
            $0.bar = Int(beat.bar)
            $0.beat = beat.beat
            $0.phase = position.phase
            $0.bell = beat.bell
        }
    }
}

extension HistoryState {
    /// What can be undone and redone at the time of a status.
    init(_ history: History) { self.init { ($0.undo, $0.redo) = (history.count(.undo), history.count(.redo)) } }
}

extension TapState {
    /// What the taps of a series have led to.
    init(_ taps: TapTempo) {
        self.init {
            $0.taps = taps.count
            $0.leftOut = taps.fit?.leftOut ?? 0
            $0.bpm = taps.fit?.tempo?.beatsPerMinute
            $0.confidence = ((taps.fit?.confidence ?? 0) * 1000).rounded() / 1000
            $0.moreTaps = taps.fit?.moreTaps
            $0.nextNs = taps.next?.nanoseconds
        }
    }
}

extension ScoreState {
    /// How taps and strokes of a run lie to its beats.
    init(_ score: Score, isOn: Bool, withBars: Bool) {
        self.init {
            $0.on = isOn
            $0.total = Figures(score.total)
            $0.missed = score.missed
            $0.strays = score.strays
            $0.driftMsPerBeat = score.driftMsPerBeat.map { ($0 * 1000).rounded() / 1000 }
            $0.swingRatio = score.swingRatio.map { ($0 * 1000).rounded() / 1000 }
            $0.last = score.last.map { last in
                Hit {
                    $0.beatIndex = Int(last.beat)
                    $0.part = last.place.phase
                    $0.asynchronyMs = (Double(last.asynchronyNs) / 1e4).rounded() / 100
                    $0.stray = score.isLastStray ? true : nil
                }
            }
            $0.bars =
                withBars
                ? score.bars.map { bar in
                    Bar {
                        $0.bar = Int(bar.bar)
                        $0.silent = bar.silent
                        $0.figures = Figures(bar.figures)
                    }
                } : nil
            guard withBars else { return }
            $0.places = score.places.map { place in
                Place {
                    $0.beat = place.beat
                    $0.part = place.part
                    $0.missed = place.missed
                    $0.figures = Figures(place.figures)
                }
            }
            $0.lanes = score.lanes.map { lane in
                Lane {
                    $0.name = lane.name
                    $0.missed = lane.missed
                    $0.figures = Figures(lane.figures)
                }
            }
        }
    }
}

extension ScoreState.Figures {
    fileprivate init(_ figures: Score.Figures) {
        func rounded(_ value: Double?) -> Double? { value.map { ($0 * 100).rounded() / 100 } }
        self.init {
            $0.taps = figures.count
            $0.meanMs = rounded(figures.meanMs)
            $0.scatterMs = rounded(figures.scatterMs)
            $0.tendency = figures.tendency?.rawValue
        }
    }
}

extension BeatEvent {
    /// An announced beat of a run, under the number of its event.
    init(_ announced: AnnouncedBeat, seq: Int) {
        let beat = announced.beat
        self.init {
            $0.seq = seq
            $0.run = beat.run
            $0.beatIndex = Int(beat.index)
            $0.revision = announced.revision
            $0.bar = Int(beat.bar)
            $0.beat = beat.beat
            $0.bell = beat.bell
            $0.accent = "\(beat.accent)"
            $0.bpm = beat.bpm
            $0.atNs = beat.time.nanoseconds
            $0.pendulum = MotionSegment(announced.swing)
        }
    }
}

extension FrameEvent {
    /// A frame of a feed, under the number of its event.
    init(_ frame: FrameFeed.Frame, of properties: [MotionProperty], seq: Int, run: Int) {
        var values: [String: Double] = [:]
        for (property, value) in zip(properties, frame.values) { values[property.name] = value }
        self.init {
            $0.seq = seq
            $0.run = run
            $0.atNs = frame.time.nanoseconds
            $0.atBeat = frame.beats
            $0.values = values
        }
    }
}
