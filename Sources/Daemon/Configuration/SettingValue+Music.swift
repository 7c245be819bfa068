// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Rhythm

extension SettingValue {
    /// A tempo, as a number or as text.
    func tempo() throws(Refusal) -> Tempo {
        if case .typed(let value) = content, let number = value.number {
            return try Self.musical { () throws(RhythmError) in try Tempo(beatsPerMinute: number) }
        }
        let text = try string("beats per minute, 1...1000, or a name such as Allegro")
        return try Self.musical { () throws(RhythmError) in try Tempo(parsing: text) }
    }

    /// A meter.
    func meter() throws(Refusal) -> Meter {
        let text = try string("a meter such as 3/4 or 7/8")
        return try Self.musical { () throws(RhythmError) in try Meter(parsing: text) }
    }

    /// `bar`, `off`, a number of beats, or `4 on 3`.
    func bell() throws(Refusal) -> BellSetting {
        let wanted = "a whole number 1...128, bar or off"
        if case .typed(let value) = content, let every = value.integer {
            return try Self.bell(every: every, on: 1)
        }
        let words = try string(wanted).split(separator: " ")
        switch words.count {
        case 1 where words[0] == "bar": return .bar
        case 1 where words[0] == "off": return .off
        case 1:
            if let every = Int(words[0]) { return try Self.bell(every: every, on: 1) }
        case 3 where words[1] == "on":
            if let every = Int(words[0]), let on = Int(words[2]) { return try Self.bell(every: every, on: on) }
        default: break
        }
        throw refusal(wanted)
    }

    /// The bell that was asked for, on the beat that this value says.
    func bell(of asked: BellSetting?) throws(Refusal) -> BellSetting {
        guard case .every(let pattern) = asked else {
            throw Refusal(message: "says which beat of a group the bell rings on, so bell.every must be a number too")
        }
        let on =
            switch content {
            case .text(let text): Int(text)
            case .typed(let value): value.integer
            }
        guard let on else { throw refusal("a whole number 1...\(pattern.every)") }
        return try Self.bell(every: pattern.every, on: on)
    }

    /// A sound's name as it is, or a path made absolute.
    func sound() throws(Refusal) -> String {
        let wanted = "the name of a sound or the path of an audio file"
        let text = try string(wanted)
        return text.contains("/") ? try path(wanted) : text
    }

    private static func bell(every: Int, on: Int) throws(Refusal) -> BellSetting {
        .every(try musical { () throws(RhythmError) in try BellPattern(every: every, on: on) })
    }

    private static func musical<Value>(_ make: () throws(RhythmError) -> Value) throws(Refusal) -> Value {
        do { return try make() } catch { throw Refusal(message: error.message) }
    }
}
