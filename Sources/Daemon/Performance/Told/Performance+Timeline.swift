// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// The timeline of the run that plays, as clients are told it; nil while stopped.
    mutating func timeline() -> TimelineState? {
        guard let heard = heardRun else { return nil }
        let timeline = audience.timelines.timeline(of: heard, at: now)
        return TimelineState(timeline, lanes: encodedLanes.json(of: timeline.lanes))
    }

    /// The timeline for the answer to a client that subscribes to it.
    mutating func timeline(for client: Client) -> TimelineState? {
        // The first to subscribe is told in the answer, and needs no event.
        if !audience.clients(of: .timeline).contains(where: { $0 != client }) {
            _ = audience.timelines.look(at: heardRun, at: now)
        }
        return timeline()
    }

    /// Sends the timeline to its subscribers if it has changed, or is known better, and sets the timer for the next look at
    /// the clock; none is armed without subscribers, or while nothing plays.
    mutating func announceTimeline() {
        wakes[.timeline] = nil
        let clients = audience.clients(of: .timeline)
        guard !clients.isEmpty else { return }
        let run = heardRun
        if audience.timelines.look(at: run, at: now) {
            let event = TimelineEvent {
                $0.seq = audience.nextSequence()
                $0.run = self.run
                $0.timeline = timeline()
            }
            actions.append(.tell(.timeline(event), to: clients))
        }
        guard let run, let next = audience.timelines.nextLook(at: run, after: now) else { return }
        wakes[.timeline] = next
    }
}

extension TimelineState {
    /// The timeline of a run.
    init(_ timeline: HeardTimeline, lanes: EncodedJSON?) {
        self.init {
            $0.run = timeline.run
            $0.segments = timeline.segments.map { Segment($0) }
            $0.bars = timeline.rules.map { Bars($0) }
            $0.encodedLanes = lanes
            $0.endBeat = timeline.endBeat.map { Int($0) }
        }
    }
}

extension TimelineState.Lanes {
    init(_ rule: LaneRule) {
        self.init {
            $0.fromBeat = BeatPosition(ticks: rule.from.ticks).beats
            $0.lanes = rule.entries.map { TimelineState.Lane($0) }
        }
    }
}

extension TimelineState.Lane {
    fileprivate init(_ entry: LaneRule.Entry) {
        let (lane, pattern) = (entry.lane, entry.lane.pattern)
        let origin = BeatPosition(ticks: (lane.anchor.origin ?? .zero).ticks)
        let isByChance = pattern.onsets.contains { $0.chance < 1 }
        self.init {
            $0.name = entry.name
            $0.id = lane.id
            $0.origin = .init(beat: Int(origin.whole), fraction: origin.phase)
            $0.denominator = Int(pattern.denominator)
            $0.cycle = Int(pattern.cycle)
            $0.places = pattern.onsets.map { Int($0.place) }
            $0.accents = String(pattern.onsets.map(\.accent.sign))
            $0.chances = isByChance ? pattern.onsets.map { Int(Chance.parts($0.chance)) } : nil
            $0.first = lane.onsets.map { Int($0.lowerBound) }
            $0.end = lane.onsets.flatMap { $0.upperBound == .max ? nil : Int($0.upperBound) }
            $0.muted = entry.isMuted
            $0.sound = entry.voice?.sound
            $0.gain = entry.voice?.gain
            $0.bellGain = entry.voice.map { $0.gain * $0.bellVolume }
            $0.pan = entry.voice?.pan
        }
    }
}

extension TimelineState.Segment {
    fileprivate init(_ segment: HeardTimeline.Segment) {
        let (course, curve) = (segment.course, segment.course.curve)
        self.init {
            $0.origin = Origin(segment.origin)
            $0.atNs = segment.time.nanoseconds
            $0.tempo = Tempo(curve.start, of: course.beat)
            $0.curve = curve.shape.name
            $0.curveBegin = curve.isConstant ? nil : Origin(BeatPosition(ticks: course.curveBegin.ticks))
            $0.to = curve.isConstant ? nil : Tempo(curve.end, of: course.beat)
            $0.length = curve.isConstant ? nil : curve.length.value
            // A ten-thousandth of a millionth makes 0.4 µs in an hour.
            $0.ratePPM = ((segment.rate - 1) * 1e10).rounded() / 1e4
            $0.correctionPPM = segment.correction == 1 ? nil : ((segment.correction - 1) * 1e10).rounded() / 1e4
        }
    }
}

extension TimelineState.Bars {
    fileprivate init(_ rule: BarRules.Rule) {
        self.init {
            $0.fromBeat = Int(rule.fromBeat)
            $0.origin = Origin(beat: Int(rule.grid.originBeat), bar: Int(rule.grid.originBar))
            $0.beats = rule.grid.beatsPerBar
            $0.bell = rule.accents.bellGroup.map { BellState(every: $0.every, on: $0.on) }
            $0.accents = rule.accents.bar.contains { $0 != .normal } ? String(rule.accents.bar.map(\.sign)) : nil
            $0.section = rule.section.map { SectionState($0) }
            $0.beatLength = rule.beatLength == .one ? nil : Quarters(rule.beatLength)
            $0.songBegin = rule.songBegin.map { Quarters($0) }
            $0.volume = rule.volume == 1 ? nil : rule.volume
        }
    }
}

extension TimelineState.Bars.Quarters {
    init(_ quarters: Ratio) {
        self.init(numerator: Int(quarters.numerator), denominator: Int(quarters.denominator))
    }
}

extension TimelineState.Segment.Origin {
    fileprivate init(_ position: BeatPosition) { self.init(beat: Int(position.whole), fraction: position.phase) }
}

extension TimelineState.Segment.Tempo {
    /// A tempo of a note, given in beats, as beats per minute.
    fileprivate init(_ tempo: MetronomeRhythm.Tempo, of beat: Ratio) {
        let ratio = Ratio(tempo.numerator, over: tempo.denominator)?.multiplied(by: beat)
        self.init(
            numerator: Int(ratio?.numerator ?? tempo.numerator),
            denominator: Int(ratio?.denominator ?? tempo.denominator))
    }
}
