// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What is heard was told before, and what was told is heard: at its time, by a client that knows nothing but the timeline, and as
/// loud as the status says.
struct HeardAsToldLaw {
    /// A sound that the timeline has told of.
    private struct Told {
        var atNs: Int64
        var name: Name
        /// Whether it has to be heard.
        var sounds: Bool
        /// How loud it is; nil where that is not known.
        var level: ChannelLevels?
        var isHeard = false
        /// Whether it is told no more, and may have been written.
        var isFormer = false
    }

    /// What a sound is called where a law is broken.
    private enum Name: CustomStringConvertible {
        case beat(Int)
        case part(place: Double, beat: Int)
        case lane(String, beat: Double)

        var description: String {
            switch self {
            case .beat(let beat): "beat \(beat)"
            case .part(let place, let beat): "\(place) of beat \(beat)"
            case .lane(let lane, let beat): "\(lane) at beat \(beat)"
            }
        }
    }

    private var music: HeardMusic?
    /// The timeline on the wire.
    private var wire: TimelineState?
    /// Whether the run is over that the timeline was told of.
    private var isOver = false
    /// The status as it was told last.
    private var state: JSONValue?
    /// In no order.
    private var told: [Told] = []
    private var notedNs: Int64 = 0
    private var lookedNs: Int64 = 0
    /// What the card has played, and is not heard yet.
    private var onsets: [VirtualCard.Onset] = []
    /// Until then the card may have played what nobody was told, and not what was.
    private var disturbedNs: Int64 = 0
    /// How much later it is heard than the card says.
    private var offsetNs: Int64 = 0
    /// Whether what the timeline tells may not be heard: it is faint, or the card does not run.
    private var isFaint = true
    private var loudness: Loudness?
    /// Whether sounds may be heard that no timeline tells: a change waits.
    private var mayHearMore = true
    /// Until then what was written before may be heard, and as loud as it was.
    private var quietNs: Int64 = 0
    /// The lanes that were there before the last change of patterns, and how long they may be told and heard.
    private var formerNames: Set<String> = []
    private var formerNamesUntilNs: Int64 = 0
    /// Whether what lies between the beats may be silent: by a trainer.
    private var mayBeSilent = true
    /// Until then accents may silence a beat; later a silent one is a trainer's.
    private var mayRestUntilNs = Int64.max
    /// Whether the count-in sounds as every beat.
    private var countsAsBeats = false
    /// Whether the sound of the count-in has stayed since the run began: it is decided there.
    private var hasCountSound = false
    /// From then on nothing may be heard; nil where it is not muted.
    private var mutedNs: Int64?

    /// How far ahead the timeline is noted, and how often.
    private static let (aheadNs, everyNs): (Int64, Int64) = (120_000_000, 15_000_000)
    /// By how much what is heard may miss its time.
    private let toleranceNs: Int64
    private var lastOnset: VirtualCard.Onset?
    /// The least gain of what must be heard.
    private static let faintest = 0.01
    /// What is heard earlier than this is over before the card plays it, and a timeline tells nothing of what is over.
    private static let leastOffsetNs: Int64 = -10_000_000
    /// How long what was played may stay in the card.
    private static let delayNs: Int64 = 500_000_000
    /// How long after a fault nothing is expected of the card.
    private static let faultNs: Int64 = 4_000_000_000

    init(_ conditions: Conditions) {
        // A pointer that moves in bursts is known the worse, the less it can be looked at when it is about to move.
        toleranceNs = conditions.card == .bursty ? 1_500_000 : 300_000
    }

    /// The listener's subscription was answered.
    mutating func begin(_ subscription: Subscription) {
        music = HeardMusic(subscription)
        wire = subscription.state.timeline ?? nil
        if let status = try? JSONLine.parse(JSONLine.encode(subscription.state).dropLast()) {
            take(status: status, atNs: 0)
        }
        // What a daemon before this one has written may be in the card yet.
        mayHearMore = true
    }

    /// An event of the listener, whose status is not looked at.
    mutating func take(_ event: Event) {
        let wasPlaying = timeline != nil
        if case .timeline = event { unsettle(from: lookedNs) }
        music?.add(event)
        if case .timeline(let event) = event { (wire, notedNs, isOver) = (event.timeline, 0, false) }
        // A run that begins fades in, and one that ends fades out.
        if wasPlaying != (timeline != nil) { unsettle() }
    }

    /// Nothing plays any more, or another run.
    mutating func end(atNs now: Int64) {
        if timeline != nil {
            // It is heard until what is written is over.
            try? note(atNs: now, aheadNs: Self.delayNs)
            unsettle()
        }
        isOver = true
        hasCountSound = true
    }

    /// What was told last; nil while nothing plays.
    var timeline: TimelineState? { isOver || music?.timeline == nil ? nil : wire }

    /// The status is another.
    mutating func take(status: JSONValue, atNs now: Int64) {
        // What was told of the moment before is told anew with another offset.
        let hasOtherOffset = status["audio"]?["offset_ms"] != state?["audio"]?["offset_ms"]
        if hasOtherOffset {
            told.removeAll()
            quietNs = now + Self.delayNs
        }
        offsetNs = Int64((status["audio"]?["offset_ms"]?.number ?? 0) * 1e6)
        if status["count_in_sound"] != state?["count_in_sound"] { hasCountSound = false }
        let isSameSound = SoundingMembers.areSame(state, status)
        // A lane that has just gone and comes back may have another gain, and the former one is still to be heard.
        let returned = (Loudness(status).names ?? []).subtracting(loudness?.names ?? []).intersection(formerNames)
        let hasReturned = now < formerNamesUntilNs && !returned.isEmpty
        if !isSameSound, !hasOtherOffset, !hasReturned, let state, SoundingMembers.haveOtherPatterns(state, status) {
            // They are told as they are heard: until then, those that go.
            formerNames = (loudness?.names ?? []).union(now < formerNamesUntilNs ? formerNames : [])
            formerNamesUntilNs = now + Self.delayNs
            loudness = Loudness(status)
        } else if !isSameSound || hasOtherOffset {
            // A section is told when it is heard, which is later than the card plays it.
            let isLate = offsetNs > toleranceNs || offsetNs < -Self.aheadNs
            loudness =
                status["song"] == .null
                ? Loudness(status) : isLate ? nil : status["heard"].map { Loudness(heard: $0) }
            // An end that has begun is played to its last stroke.
            let strokesNs = state?["timer"] == status["timer"] ? 0 : 60e9 / (status["bpm"]?.number ?? 60)
            quietNs = now + Self.delayNs + Int64(strokesNs)
            unsettle()
        }
        state = status
        mayBeSilent = ["gap_trainer", "random_mute"].contains { status[$0] != "off" }
        let changes = status["pending"]?.array?.compactMap { $0["changes"] } ?? []
        let mayRest = ([status] + changes).contains { $0["accents"]?.string?.contains(".") == true }
        // The beat that has begun stays as it was.
        let beatsNs = 2 * Int64(60e9 / (status["bpm"]?.number ?? 60))
        mayRestUntilNs = mayRest ? .max : min(mayRestUntilNs, now + beatsNs)
        countsAsBeats = status["count_in_sound"] == "auto"
        // Where a change holds before it is heard, the status tells it late.
        let waits = changes.contains(where: SoundingMembers.areChanged)
        mayHearMore = waits
        let isMuted = status["muted"] == true && offsetNs == 0 && !(waits)
        mutedNs = isMuted ? mutedNs ?? now + Self.delayNs : nil
        isFaint =
            status["volume"]?.number ?? 0 < Self.faintest || status["muted"] != false || offsetNs < Self.leastOffsetNs
            || waits || status["audio"]?["state"] != "running"
    }

    mutating func take(_ fault: Script.CardFault, atNs now: Int64) { disturbedNs = now + Self.faultNs }

    /// What is yet to come, or to be heard, may be heard or not.
    private mutating func unsettle(from begin: Int64 = .min) {
        for index in told.indices where !told[index].isHeard && told[index].atNs > begin {
            (told[index].sounds, told[index].isFormer) = (false, true)
        }
    }

    mutating func look(_ new: [VirtualCard.Onset], atNs now: Int64) throws(BrokenLaw) {
        lookedNs = now
        // A card with a delay says what will be heard, and a beat that is told a little later is not noted anew.
        onsets += new
        let heard = onsets.prefix { $0.atNs <= now - 2 * toleranceNs }
        onsets.removeFirst(heard.count)
        for onset in heard {
            let near = told.indices.filter { abs(told[$0].atNs - onset.atNs) <= toleranceNs }
            for index in near { told[index].isHeard = true }
            if let mutedNs, onset.atNs > mutedNs, onset.level != .zero {
                throw BrokenLaw("muted, nothing is heard: a sound of \(text(onset.level)) at \(onset.atNs) ns was")
            }
            guard onset.atNs > max(disturbedNs, quietNs), !mayHearMore else { continue }
            if near.isEmpty {
                let nearest = told.min { abs($0.atNs - onset.atNs) < abs($1.atNs - onset.atNs) }
                let near =
                    nearest.map { "\($0.name) was told for \(Double($0.atNs - onset.atNs) / 1e6) ms later" }
                    ?? "nothing was"
                throw BrokenLaw(
                    "what is heard was told: a sound of \(text(onset.level)) at \(onset.atNs) ns was not; \(near)")
            }
            // Two strokes a nanosecond apart may be a frame apart on the card, which is no longer than that.
            let all = [lastOnset].compactMap(\.self) + heard + onsets
            let beside = near.count < 2 ? [onset] : all.filter { abs($0.atNs - onset.atNs) <= 130_000 }
            try compare(beside.map(\.level).reduce(.zero, +), atNs: onset.atNs, near.map { told[$0] })
        }
        lastOnset = heard.last ?? lastOnset
        if isFaint { disturbedNs = max(disturbedNs, now + Self.faultNs) }
        if now > disturbedNs,
            let missed = told.first(where: { $0.sounds && !$0.isHeard && $0.atNs < now - Self.delayNs })
        {
            throw BrokenLaw("what is told is heard: \(missed.name) at \(missed.atNs) ns was not")
        }
        guard now - notedNs >= Self.everyNs else { return }
        told.removeAll { $0.atNs < now - 2 * Self.delayNs }
        try note(atNs: now)
    }

    /// What is heard at one place is as loud as all of it together.
    private func compare(_ heard: ChannelLevels, atNs now: Int64, _ near: [Told]) throws(BrokenLaw) {
        let levels = near.filter { !$0.isFormer }.compactMap(\.level)
        guard levels.count == near.count, near.allSatisfy({ abs($0.atNs - near[0].atNs) < 2 }) else { return }
        let sum = levels.reduce(.zero, +)
        // What is louder is bent.
        guard sum.max() < 0.75, !sum.isNear(heard, within: 0.001, andPart: 0.003) else { return }
        let names = near.map { "\($0.name) of \(text($0.level ?? .zero))" }.joined(separator: " and ")
        throw BrokenLaw("each stroke is as loud as it is set: \(names) sounded as \(text(heard)) at \(now) ns")
    }

    /// Takes down what the timeline tells of the next moment, in place of what it told before.
    private mutating func note(atNs now: Int64, aheadNs: Int64 = Self.aheadNs) throws(BrokenLaw) {
        notedNs = now
        told.removeAll { $0.atNs > now && !$0.isFormer }
        guard let heard = music?.timeline, let timeline else { return }
        // The card is heard later than it says by as much as the offset.
        let offset = offsetNs
        let (begin, end) = (now + offset, now + offset + aheadNs)
        var next = heard.beat(max(0, heard.position(at: ClockTime(nanoseconds: begin)).whole))
        while let beat = next, beat.time.nanoseconds <= end {
            let (index, beatNs) = (Int(beat.index), beat.time.nanoseconds)
            let bars = timeline.bars.last { $0.fromBeat <= index } ?? timeline.bars[0]
            // A run fades in.
            let isAsSet = countsAsBeats && hasCountSound
            let isCounted = beat.bar < 1 && !isAsSet || beat.index == 0
            if beatNs > begin {
                let accent = beat.bell ? .bell : bars.accent(ofBeat: index)
                let value = isCounted ? nil : heard.isEnd(beat) ? loudness?.end : loudness?.beat(accent)
                // A count-in and the end of a timer are heard where the beats are muted.
                let mayBeMuted = beat.bar < 1 || heard.isEnd(beat)
                note(.beat(index), beatNs - offset, mayBeMuted && value == .zero ? nil : value, atNs: now)
            }
            for place in loudness?.places ?? [] where heard.hasParts(beat) {
                let part = BeatPosition(whole: beat.index, fraction: BeatPosition(beats: place).fraction)
                let atNs = heard.time(of: part).nanoseconds
                guard atNs > begin, atNs <= end else { continue }
                let value = mayBeSilent ? nil : loudness?.parts
                note(.part(place: place, beat: index), atNs - offset, value, atNs: now)
            }
            next = heard.beat(beat.index + 1)
        }
        let (first, last) = (ClockTime(nanoseconds: begin + 1), ClockTime(nanoseconds: end + 1))
        for onset in heard.onsets(from: first, before: last) {
            guard onset.lane != "beat" else {
                let value = loudness?.end
                note(
                    .lane(onset.lane, beat: onset.place.beats), onset.time.nanoseconds - offset,
                    value == .zero ? nil : value, atNs: now)
                continue
            }
            if !mayHearMore, now > max(disturbedNs, quietNs), let names = loudness?.names, !names.contains(onset.lane),
                now > formerNamesUntilNs || !formerNames.contains(onset.lane)
            {
                throw BrokenLaw(
                    "a lane that is told is set: \(onset.lane) is told at beat \(onset.place.beats), and is none")
            }
            // With the beats that a trainer keeps silent, all that lies between them is.
            let isSilent = mayBeSilent && isKeptSilent(beat: Int(onset.place.beats + 1e-6), timeline)
            let value = isSilent ? .zero : mayBeSilent ? nil : loudness?.lane(onset.lane, onset.accent)
            note(.lane(onset.lane, beat: onset.place.beats), onset.time.nanoseconds - offset, value, atNs: now)
        }
    }

    private mutating func note(_ name: Name, _ atNs: Int64, _ level: ChannelLevels?, atNs now: Int64) {
        let isLoud = level.map { $0.max() > 0.001 } ?? false
        told.append(Told(atNs: atNs, name: name, sounds: isLoud && now > max(disturbedNs, quietNs), level: level))
    }

    /// Whether a beat that would be heard is told to be silent.
    private func isKeptSilent(beat: Int, _ timeline: TimelineState) -> Bool {
        guard loudness != nil, notedNs > mayRestUntilNs else { return false }
        let bars = timeline.bars.last { $0.fromBeat <= beat } ?? timeline.bars[0]
        return bars.accent(ofBeat: beat) == .mute
    }
}

extension TimelineState.Bars {
    /// How strongly a beat is played.
    func accent(ofBeat index: Int) -> Accent {
        guard let accents, !accents.isEmpty else { return .normal }
        let signs = Array(accents)
        let place = ((index - origin.beat) % signs.count + signs.count) % signs.count
        return Accent(sign: signs[place]) ?? .normal
    }
}
#endif
