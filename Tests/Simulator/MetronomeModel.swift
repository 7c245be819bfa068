// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl

/// The plain metronome as Protocol.md and Rhythm.md describe it: where each beat lies in time, and on which of them the bell rings, by
/// what was asked for and from where the answers say that it holds. Knows nothing of how the daemon does it, and gives up where
/// more than tempo, meter and bell is asked for.
struct MetronomeModel {
    /// What is set.
    struct Music: Equatable {
        var bpm = 120.0
        var beats = 4
        var bell = Bell.bar

        enum Bell: Equatable {
            case off, bar
            case every(Int)
        }

        /// Takes what a word has changed in other music; without a word, all of it.
        mutating func take(_ word: Substring, from other: Music) {
            switch word {
            case "tempo": bpm = other.bpm
            case "meter": beats = other.beats
            case "bell": bell = other.bell
            default: self = other
            }
        }

        /// Whether it rings so many beats after a bar line.
        func rings(_ beats: Int) -> Bool {
            switch bell {
            case .off: false
            case .bar: beats % self.beats == 0
            case .every(let group): beats % group == 0
            }
        }
    }

    private struct Waiting {
        var beat: Double
        var word: Substring
        var music: Music
    }

    /// False once more was asked for than it knows.
    private var isSure = true
    private var music = Music()
    private var done: [Music] = []
    private var undone: [Music] = []
    private var waiting: [Waiting] = []
    /// Where each tempo begins in the run, and each meter and bell.
    private var tempi: [(beat: Double, bpm: Double, atNs: Int64)] = []
    private var meters: [(from: Int, word: Substring, music: Music)] = []
    private var run = 0
    private var isPlaying = false
    /// The beats that were heard, by their times.
    private var heard: [Int64] = []
    /// When the run begins, and when the one before has ended.
    private var startNs = Int64.max / 2
    private var lastEndNs = Int64.max / 2
    /// No beat is heard from here on.
    private var endNs = Int64.max / 2
    /// The asks of all clients that are not answered.
    private var asked: [ObjectIdentifier: [(words: [Substring], atNs: Int64)]] = [:]
    /// How much faster than its rate the card plays.
    private let rate: Double

    private let frameNs: Double
    /// By how much a run may begin before the moment that was told when its card did not play yet.
    private let startSlackNs: Int64
    /// How far a beat may be off, in ns: a frame and a half.
    private var toleranceNs: Double { 1.5 * frameNs + 250 }

    init(_ conditions: Conditions) {
        rate = 1 + Double(conditions.card.partsPerMillion) * 1e-6
        frameNs = conditions.frameNs
        startSlackNs = Int64(conditions.lateMs) * 1_000_000 + Int64(conditions.frameNs)
    }

    /// Begins to know nothing: the card has failed, or the daemon has begun anew.
    mutating func giveUp() { isSure = false }

    /// A client goes: whether what it has asked for is done, nobody is told.
    mutating func leave(_ client: ObjectIdentifier) {
        if asked.removeValue(forKey: client)?.isEmpty == false { giveUp() }
    }

    // MARK: what is asked for

    /// A client has sent a line.
    mutating func ask(_ line: String, of client: ObjectIdentifier, atNs now: Int64) {
        let words = line.split(separator: " ")
        // What several ask for at once is done in an order that nobody is told.
        let changes: Set<Substring> = ["start", "stop", "toggle", "undo", "redo", "tempo", "meter", "bell"]
        let isAlone = !asked.contains { other, asks in
            other != client && asks.contains { changes.contains($0.words[0]) }
        }
        asked[client, default: []].append((words, now))
        if changes.contains(words[0]), !isAlone { giveUp() }
        let isKnown =
            switch words.first {
            case "status", "ping", "version": true
            case "start", "stop", "toggle", "undo", "redo": words.count == 1
            case "tempo", "meter", "bell": changed(music, by: words) != nil && (cue(words) == nil || isPlaying)
            default: false
            }
        if !isKnown { giveUp() }
    }

    /// What becomes of music by words; nil for those that it does not know.
    private func changed(_ music: Music, by words: [Substring]) -> Music? {
        guard words.count == 2 || cue(words) != nil else { return nil }
        var music = music
        switch words[0] {
        case "tempo":
            guard let number = Double(words[1]) else { return nil }
            music.bpm = words[1].first.map("+-".contains) ?? false ? music.bpm + number : number
        case "meter":
            guard words[1].hasSuffix("/4"), let beats = Int(words[1].dropLast(2)) else { return nil }
            music.beats = beats
        case "bell":
            guard words[1] == "off" || Int(words[1]) != nil else { return nil }
            music.bell = Int(words[1]).map { .every($0) } ?? .off
        default: return nil
        }
        return music
    }

    /// The music has ended at a place: what has waited for one before is set, and what for one behind it is forgotten.
    private mutating func reach(_ place: Double) {
        for waiting in waiting where waiting.beat < place + 2 {
            // What was about to hold may be either.
            if waiting.beat > place - 0.5 { return giveUp() }
            done.append(music)
            undone = []
            music.take(waiting.word, from: waiting.music)
            if done.last == music { done.removeLast() }
        }
    }

    /// The place that words ask for.
    private func cue(_ words: [Substring]) -> Substring? { words.count == 4 && words[2] == "at" ? words[3] : nil }

    /// The answer to the oldest line of a client.
    mutating func answer(_ answer: JSONValue, of client: ObjectIdentifier, atNs now: Int64) throws(BrokenLaw) {
        guard let (words, askedNs) = asked[client]?.removeFirst(), isSure else { return }
        // A refused request has changed nothing.
        guard let result = answer["result"] else { return }
        let line = words.joined(separator: " ")
        let place = result["at_beat"]?.number
        switch words[0] {
        case "start", "toggle", "stop":
            guard let isPlaying = result["playing"], let run = result["run"]?.integer else { return giveUp() }
            if isPlaying == .bool(false) {
                endNs = result["at_ns"]?.integer.map(Int64.init) ?? endNs
                if let place { reach(place) }
                (self.isPlaying, waiting) = (false, [])
            } else if run != self.run {
                (self.run, self.isPlaying, heard, lastEndNs, endNs) = (run, true, [], endNs, .max / 2)
                startNs = result["at_ns"]?.integer.map(Int64.init) ?? now
                (tempi, meters) = ([(0, music.bpm, startNs)], [(0, "", music)])
            }
        case "undo", "redo":
            // Bars that begin elsewhere move what waits.
            if !waiting.isEmpty { return giveUp() }
            guard let last = words[0] == "undo" ? done.popLast() : undone.popLast() else {
                throw BrokenLaw("\(line) goes back what was changed: nothing was, and it was answered \(result)")
            }
            if words[0] == "undo" { undone.append(music) } else { done.append(music) }
            let former = music
            music = last
            if former.bpm != last.bpm { try hold("tempo", line, place, result, askedNs, now) }
            if former.beats != last.beats {
                try hold("meter", line, place, result, askedNs, now)
            } else if former.bell != last.bell {
                try hold("bell", line, place, result, askedNs, now)
            }
        case "tempo", "meter", "bell":
            guard let new = changed(music, by: words) else { return }
            if result["pending"] != nil, let place {
                // A step is counted from what will hold there.
                var base = music
                for waiting in waiting where waiting.beat <= place { base.take(waiting.word, from: waiting.music) }
                let next = changed(base, by: words) ?? new
                // Bars that begin elsewhere move what waits.
                if words[0] == "meter", waiting.contains(where: { $0.beat > place }) { return giveUp() }
                let index = waiting.firstIndex { $0.beat > place } ?? waiting.endIndex
                waiting.insert(Waiting(beat: place, word: words[0], music: next), at: index)
                return try hold(words[0], next, line, place, result, nil, now)
            }
            if !waiting.isEmpty { return giveUp() }
            // What is set already changes nothing, and begins no bar.
            guard new != music else { return }
            done.append(music)
            undone = []
            music = new
            try hold(words[0], line, place, result, askedNs, now)
        default: break
        }
    }

    private mutating func hold(
        _ word: Substring, _ line: String, _ place: Double?, _ result: JSONValue, _ askedNs: Int64, _ now: Int64
    ) throws(BrokenLaw) {
        try hold(word, music, line, place, result, askedNs, now)
    }

    /// Music holds from where the answer says, which is soon unless it waits.
    private mutating func hold(
        _ word: Substring, _ music: Music, _ line: String, _ place: Double?, _ result: JSONValue, _ askedNs: Int64?,
        _ now: Int64
    ) throws(BrokenLaw) {
        if word == "tempo" {
            let bpm = result["bpm"]?.number
            try law(bpm == music.bpm, "the answer tells what holds: \(music.bpm) bpm after \(line), not \(result)")
        } else if word == "meter" {
            let meter = "\(music.beats)/4"
            let told = result["meter"]?.string
            try law(told == nil || told == meter, "the answer tells what holds: \(meter) after \(line), not \(result)")
        }
        guard let place, let atNs = result["at_ns"]?.integer.map(Int64.init) else { return }
        if let askedNs {
            let beatNs = Int64(60e9 / min(music.bpm, tempi.last?.bpm ?? music.bpm))
            let isSoon = atNs >= askedNs && atNs <= now + 400_000_000 + beatNs
            try law(isSoon, "a change holds soon: \(line) at \(askedNs) ns holds at \(atNs) ns")
        }
        if word == "tempo" {
            // One that holds in the same frame comes in place of the one before; of which frame those are that are near, is not told.
            func frames(to former: (beat: Double, bpm: Double, atNs: Int64)) -> [Double] {
                let beatNs = 60e9 / max(former.bpm, music.bpm)
                return [abs(Double(former.atNs - atNs)), abs(former.beat - place) * beatNs].map { $0 / frameNs }
            }
            if askedNs != nil {
                tempi.removeAll { frames(to: $0).allSatisfy { $0 < 0.25 } }
                if tempi.contains(where: { frames(to: $0).contains { $0 < 1.5 } }) { return giveUp() }
            }
            tempi.append((place, music.bpm, atNs))
            tempi.sort { $0.beat < $1.beat }
        } else {
            try law(place == place.rounded(), "\(line) holds from a beat, not from \(place)")
            // One that was about to hold there never did, and the bar goes on where it is of the same length.
            if askedNs != nil { meters.removeAll { $0.from >= Int(place) } }
            let index = meters.firstIndex { $0.from > Int(place) } ?? meters.endIndex
            meters.insert((Int(place), askedNs == nil ? word : "", music), at: index)
        }
    }

    // MARK: what is heard

    /// A click was heard.
    mutating func hear(_ onset: VirtualCard.Onset) throws(BrokenLaw) {
        guard isSure, run > 0 else { return }
        let endNs = onset.atNs < startNs - startSlackNs ? lastEndNs : endNs
        try law(onset.atNs <= endNs + 1_000_000, "nothing is heard after the end: \(onset.atNs - endNs) ns later")
        guard onset.atNs >= startNs - startSlackNs else { return }
        // No run plays two beats within 20 ms: what was taken for the first one was the last of the run before.
        if heard.count == 1, onset.atNs - heard[0] < 20_000_000, heard[0] <= lastEndNs + 1_000_000 { heard = [] }
        heard.append(onset.atNs)
        let beat = heard.count - 1
        guard beat > 0 else { return }
        let ns = Double(heard[beat] - heard[beat - 1])
        let expected = self.ns(from: Double(beat - 1), to: Double(beat)) / rate
        let sentence = "beat \(beat) comes \(expected / 1e6) ms after the one before, not \(ns / 1e6)"
        // An answer tells a place to half a frame, by the tempo that begins there.
        let tempi = tempi.filter { $0.beat > Double(beat - 2) && $0.beat <= Double(beat) }.map(\.bpm)
        let ratio = (tempi.max() ?? 1) / (self.tempi.map(\.bpm).min() ?? 1)
        try law(abs(ns - expected) <= toleranceNs + (frameNs / 2 + 100) * Double(tempi.count) * ratio, sentence)
        let rings = rings(beat)
        try law((onset.value > 3.0 / 64) == rings, "the bell \(rings ? "rings" : "does not ring") on beat \(beat)")
    }

    /// Whether the bell rings on a beat. The bar, and the groups of the bell, are counted from where a meter of another length began.
    private func rings(_ beat: Int) -> Bool {
        guard var music = meters.first?.music else { return false }
        var bar = 0
        for (from, word, change) in meters where from <= beat {
            let beats = music.beats
            music.take(word, from: change)
            if music.beats != beats { bar = from }
        }
        return music.rings(beat - bar)
    }

    /// The time from one place to another.
    private func ns(from begin: Double, to end: Double) -> Double {
        var (ns, place) = (0.0, begin)
        for (index, tempo) in tempi.enumerated() {
            let next = index + 1 < tempi.count ? tempi[index + 1].beat : .infinity
            guard next > place, place < end else { continue }
            let upTo = min(next, end)
            ns += (upTo - place) * 60e9 / tempo.bpm
            place = upTo
        }
        return ns
    }
}
#endif
