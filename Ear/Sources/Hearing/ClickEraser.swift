// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes clicks that are played again and again off what is heard.
///
/// When they are heard is known but for a small and steady delay. What they sound like, through the speaker and the room, is the mean of
/// how they were heard so far, in which those weigh most that nobody played over.
public struct ClickEraser {
    /// A click that is heard.
    public struct Click: Sendable, Equatable {
        /// The frame at which it is expected.
        public let frame: Double
        /// What sounds: clicks of one name sound alike.
        public let sound: String

        /// Both of its parts.
        public init(frame: Double, sound: String) { (self.frame, self.sound) = (frame, sound) }
    }

    /// A click that sounds on.
    private struct Present {
        let click: Click
        let begin: Int
        let fit: LearntSound.Fit?
        /// Whether it is taken off.
        let isErased: Bool
        /// What was heard, from a little before its beginning on.
        var heard: [Float]
    }

    /// How many sounds are kept: those that were heard last. Each takes 0.4 MB at 48 kHz.
    static let mostSounds = 32
    /// How many of a sound are heard before it is known.
    public static let toLearn = 4
    /// From when to when a click sounds, what of it says where it is, and how far from its time it may be, in seconds.
    private static let (before, after, core, apart) = (0.02, 0.6, 0.07, 0.0005)
    /// How near to the attack of a click what is left of it is, in seconds.
    private static let nearness = 0.0015
    /// How loud it is at most, as a part of the click: at the attack, and before it.
    private static let (attackPart, leadPart) = (0.15, 0.05)
    /// How alike what is heard must be to the sound, as a correlation, for the click to be heard at all.
    private static let likeness = 0.3

    private let rate: Double
    private let lead: Int, length: Int, core: Int, apart: Int
    /// Frames that are not given out yet, and which the first of them is.
    private var frames: [Float] = []
    private var first = 0
    private var clicks: [Click] = []
    private var present: Present?
    private(set) var sounds: [String: LearntSound] = [:]
    /// The names of the sounds, in the order in which they were heard.
    private var names: [String] = []
    /// The names of the sounds that were heard, and taken off.
    private var hasHeard: Set<String> = []
    /// Where clicks were that are not known yet.
    private var unknown: [Range<Double>] = []
    /// Where clicks were that were taken off, and their peaks.
    private var rests: [(lead: Range<Double>, attack: ClosedRange<Double>, peak: Double)] = []

    /// For frames of a rate, in hertz.
    public init(rate: Double) {
        func frames(_ seconds: Double) -> Int { Int(exactly: (seconds * rate).rounded()) ?? 0 }
        self.rate = rate
        (lead, length) = (frames(Self.before), frames(Self.before + Self.after))
        (core, apart) = (frames(Self.before + Self.core), max(1, frames(Self.apart)))
    }

    /// How many frames before a click it must be known.
    public var ahead: Int { lead + apart + 1 }

    /// Takes frames, and the clicks that are expected in them and up to ``ahead`` frames behind them, each once and in their order. Returns
    /// the frames that are known now: those of the beginning of a click wait for 90 ms.
    public mutating func take(_ more: [Float], clicks expected: [Click]) -> [Float] {
        clicks += expected.filter { $0.frame - Double(lead + apart) >= Double(first) }
        goOn(with: more)
        while let click = clicks.first, let begin = begin(of: click), begin + core + apart <= first + frames.count {
            clicks.removeFirst()
            erase(click, from: begin)
        }
        let ready = clicks.first.flatMap(begin(of:)).map { max(0, $0 - apart - first) } ?? frames.count
        let count = min(ready, frames.count)
        defer {
            frames.removeFirst(count)
            first += count
        }
        return Array(frames.prefix(count))
    }

    /// Whether an onset may be that of a click which is not known yet.
    public func isOfUnknown(_ frame: Double) -> Bool { unknown.contains { $0.contains(frame) } }

    /// Whether an onset, with the peak of its first 2 ms, is what is left of a click: of its attack, or before it, where what sounded until
    /// then ends.
    public func isRest(_ onset: Onset, edge: Double) -> Bool {
        rests.contains { rest in
            if rest.attack.contains(onset.frame) { return edge < Self.attackPart * rest.peak }
            return rest.lead.contains(onset.frame) && onset.strength < Self.leadPart * rest.peak
        }
    }

    /// Goes on behind frames that were lost, from frame 0; what clicks sound like is kept.
    public mutating func restart() { (frames, first, clicks, unknown, rests, present) = ([], 0, [], [], [], nil) }

    private func begin(of click: Click) -> Int? { Int(exactly: click.frame.rounded()).map { $0 - lead } }

    /// Takes frames in, and the rest of the click that sounds off them, up to the next click, which has a sound of its own.
    private mutating func goOn(with more: [Float]) {
        let from = first + frames.count
        frames += more
        guard var click = present else { return }
        let end = clicks.first.flatMap(begin(of:)) ?? .max
        let room = click.begin + length + apart - from
        click.heard += more.prefix(max(0, min(room, end - from)))
        if let fit = click.fit, click.isErased {
            for index in 0..<more.count where from + index < end {
                frames[from + index - first] -= fit.value(from + index - click.begin)
            }
        }
        present = click
        if room <= more.count || end <= from + more.count { finish() }
    }

    /// Learns from the click that has sounded.
    private mutating func finish() {
        guard let click = present else { return }
        present = nil
        var sound = sounds[click.click.sound] ?? LearntSound(length: length, core: core)
        let shift = click.fit?.shift ?? click.click.frame - click.click.frame.rounded()
        sound.learn(click.heard, apart: apart, shift: shift, left: click.fit?.left)
        keep(sound, as: click.click.sound)
    }

    private mutating func keep(_ sound: LearntSound, as name: String) {
        sounds[name] = sound
        names.removeAll { $0 == name }
        names.append(name)
        guard names.count > Self.mostSounds else { return }
        let oldest = names.removeFirst()
        sounds[oldest] = nil
        hasHeard.remove(oldest)
    }

    private mutating func erase(_ click: Click, from begin: Int) {
        finish()
        let at = begin - first
        guard at - apart >= 0, at + core + apart <= frames.count else { return }
        var sound = sounds[click.sound] ?? LearntSound(length: length, core: core)
        let heard = Array(frames[(at - apart)...])
        let isKnown = sound.count >= Self.toLearn
        let fit = sound.fit(heard, apart: apart, part: click.frame - click.frame.rounded())
        let isErased = isKnown && fit != nil && sound.likeness > Self.likeness
        // The next click may lie in what is there.
        let end = min(frames.count, max(0, (clicks.first.flatMap(self.begin(of:)) ?? .max) - first))
        if isErased, let fit {
            for index in at..<max(at, end) { frames[index] -= fit.value(index - at) }
            hasHeard.insert(click.sound)
            let (attack, near) = (Double(begin + fit.attack), Self.nearness * rate)
            let lead = min(Double(begin), attack) - near..<attack
            rests.append((lead, (attack - near)...(attack + near), Double(fit.peak)))
            if rests.count > 64 { rests.removeFirst() }
        } else if isKnown, hasHeard.remove(click.sound) != nil {
            // It has moved, or is another: it is learnt anew.
            sound = LearntSound(length: length, core: core)
        }
        if sound.count < Self.toLearn {
            unknown.append((click.frame - 0.01 * rate)..<(click.frame + 0.04 * rate))
            if unknown.count > 64 { unknown.removeFirst() }
        }
        keep(sound, as: click.sound)
        present = Present(
            click: click, begin: begin, fit: fit, isErased: isErased,
            heard: Array(heard.prefix(max(0, end - at) + apart)))
    }
}
