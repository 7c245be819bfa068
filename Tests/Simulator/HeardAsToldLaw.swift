// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import Control

/// What is heard was told before, and what was told is heard: at its time, by a client that knows nothing but the timeline.
struct HeardAsToldLaw {
    /// A sound that the timeline has told of.
    private struct Told {
        var atNs: Int64
        var name: String
        /// Whether it has to be heard.
        var sounds: Bool
        var isHeard = false
        /// Whether it is told no more, and may have been written.
        var isFormer = false
    }

    private var music: PredictedMusic?
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
    /// Whether bells are heard again, or no more, and some were written before that.
    private var bellChanges = false
    /// How much later it is heard than the card says.
    private var offsetNs: Int64 = 0
    /// Whether what the timeline tells may not be heard.
    private var isFaint = false
    /// Whether sounds are heard that no timeline tells: the parts of beats, and the strokes with which a timer ends.
    private var mayHearMore = true
    /// Until then these may be heard that were written before.
    private var quietNs: Int64 = 0

    /// How far ahead the timeline is noted, and how often.
    private static let (aheadNs, everyNs): (Int64, Int64) = (120_000_000, 15_000_000)
    /// By how much what is heard may miss its time.
    private let toleranceNs: Int64
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
        toleranceNs = conditions.card == .bursty ? (conditions.lateMs > 2 ? 2_000_000 : 1_500_000) : 300_000
    }

    /// The listener's subscription was answered.
    mutating func begin(_ subscription: Subscription) {
        music = PredictedMusic(subscription)
        state = try? JSONLine.parse(JSONLine.encode(subscription.state).dropLast())
    }

    /// An event of the listener, whose status is not looked at.
    mutating func take(_ event: Event) {
        let wasPlaying = timeline != nil
        if case .timeline = event { unsettle(from: lookedNs) }
        music?.add(event)
        if case .timeline = event { (notedNs, isOver) = (0, false) }
        // A run that begins fades in, and one that ends fades out.
        if wasPlaying != (timeline != nil) { unsettle() }
    }

    /// Nothing plays any more, or another run.
    mutating func end() {
        if timeline != nil { unsettle() }
        isOver = true
    }

    private var timeline: TimelineState? { isOver ? nil : music?.timeline }

    /// The status is another.
    mutating func take(status: JSONValue, atNs now: Int64) {
        // What was told of the moment before is told anew with another offset.
        if status["audio"]?["offset_ms"] != state?["audio"]?["offset_ms"] {
            told.removeAll()
            quietNs = now + Self.delayNs
        }
        // It is told when the first beat of it is heard, or when the next is written.
        if Self.bellSounds(state) != Self.bellSounds(status) {
            bellChanges = true
            unsettle()
        }
        state = status
        offsetNs = Int64((status["audio"]?["offset_ms"]?.number ?? 0) * 1e6)
        // Where a change takes hold before it is heard, the status tells it late.
        let waits = status["pending"]?.array?.contains { $0["changes"].map(Self.changesSound) ?? false } ?? false
        let mayHearMore = status["subdivision"]?.integer != 1 || status["timer"] != "off" || status["song"] != .null
        if !mayHearMore, self.mayHearMore { quietNs = now + Self.delayNs }
        self.mayHearMore = mayHearMore || waits
        isFaint =
            !Self.beatsSound(status) || status["volume"]?.number ?? 0 < Self.faintest || status["muted"] != false
            || offsetNs < Self.leastOffsetNs || waits
    }

    /// Whether changes decide which sounds are heard.
    private static func changesSound(_ changes: JSONValue) -> Bool {
        ["muted", "volume", "lanes", "song", "subdivision", "timer"].contains { changes[$0] != nil }
    }

    /// Whether no mix of lanes keeps the beats silent, as far as that is simple to tell.
    private static func beatsSound(_ state: JSONValue) -> Bool {
        state["lanes"]?.array?.allSatisfy { $0["solo"] != true && $0["name"] != "beat" } ?? true
    }

    /// Whether the bell is loud enough to be heard.
    private static func bellSounds(_ state: JSONValue?) -> Bool { state?["bell_volume"]?.number ?? 0 > faintest }

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
            var isKnown = false
            for index in told.indices where abs(told[index].atNs - onset.atNs) <= toleranceNs {
                told[index].isHeard = true
                isKnown = true
            }
            guard !isKnown, onset.atNs > max(disturbedNs, quietNs), !mayHearMore else { continue }
            let nearest = told.min { abs($0.atNs - onset.atNs) < abs($1.atNs - onset.atNs) }
            let near =
                nearest.map { "\($0.name) was told for \(Double($0.atNs - onset.atNs) / 1e6) ms later" }
                ?? "nothing was"
            throw BrokenLaw("what is heard was told: a sound of \(onset.value) at \(onset.atNs) ns was not; \(near)")
        }
        if isFaint || state?["audio"]?["state"]?.string != "running" {
            disturbedNs = max(disturbedNs, now + Self.faultNs)
        }
        if bellChanges {
            disturbedNs = max(disturbedNs, now + Self.delayNs)
            bellChanges = false
        }
        if let missed = told.first(where: { $0.sounds && !$0.isHeard && $0.atNs < now - Self.delayNs }),
            now > disturbedNs
        {
            throw BrokenLaw("what is told is heard: \(missed.name) at \(missed.atNs) ns was not")
        }
        told.removeAll { $0.atNs < now - 2 * Self.delayNs }
        guard now - notedNs >= Self.everyNs else { return }
        note(atNs: now)
    }

    /// Takes down what the timeline tells of the next moment, in place of what it told before.
    private mutating func note(atNs now: Int64) {
        notedNs = now
        told.removeAll { $0.atNs > now && !$0.isFormer }
        guard let music, let timeline else { return }
        // The card is heard later than it says by as much as the offset.
        let offset = offsetNs
        let (begin, end) = (now + offset, now + offset + Self.aheadNs)
        var next = music.beat(after: begin)
        while let beat = next, beat.atNs <= end {
            let bars = timeline.bars.last { $0.fromBeat <= beat.index } ?? timeline.bars[0]
            let place = (beat.index - bars.origin.beat) % bars.beats
            let accents = Array(bars.accents ?? "")
            let sign = accents.isEmpty ? "x" : accents[(place + bars.beats) % bars.beats % accents.count]
            let isLoud = sign != "." && Self.bellSounds(state)
            told.append(Told(atNs: beat.atNs - offset, name: "beat \(beat.index)", sounds: isLoud && now > disturbedNs))
            next = music.beat(beat.index + 1)
        }
        for onset in music.laneOnsets(from: begin + 1, before: end + 1) {
            told.append(Told(atNs: onset.atNs - offset, name: "\(onset.lane) at beat \(onset.beats)", sounds: false))
        }
    }
}
#endif
