// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeLinux

/// Finds out what pedals and keys send, and prints that as lines of a map.
package struct MIDILesson: ~Copyable {
    /// The usual pedals: what people call them, and what they do.
    private static let usual: [(name: String, words: String)] = [
        ("start and stop", "toggle"), ("tapping the tempo", "tap"), ("the next song", "setlist next"),
        ("the song before", "setlist previous"), ("a knob for the tempo", "tempo 40...240"),
    ]

    private var receiver: MIDIReceiver
    private let asks: Bool
    private let signals: Signals
    private let ask: (String) -> Void
    private let print: (String) -> Void
    private var known: Set<MIDIMap.Trigger> = []
    private var index = 0
    /// Whether nothing more will be typed.
    private var isTypingOver = false

    /// Opens the port. Throws where that cannot be used.
    ///
    /// - Parameters:
    ///   - asks: whether the usual pedals are asked for.
    ///   - ask: takes a line for people.
    ///   - print: takes a line of a map.
    package init(
        from input: String, asks: Bool, signals: Signals, ask: @escaping (String) -> Void,
        print: @escaping (String) -> Void
    ) throws(MIDIPort.Refusal) {
        receiver = try MIDIReceiver(from: input)
        (self.asks, self.signals, self.ask, self.print) = (asks, signals, ask, print)
    }

    /// Opens a port of JACK. Throws where there is no libjack; a server is waited for.
    ///
    /// - Parameters:
    ///   - name: what it is called there; its port is `control`.
    ///   - server: the name of the server; nil for the default one.
    ///   - input: the port that it is connected to; nil for none.
    package init(
        jack name: String, server: String?, from input: String?, asks: Bool, signals: Signals,
        ask: @escaping (String) -> Void, print: @escaping (String) -> Void
    ) throws(JACKClient.Refusal) {
        receiver = MIDIReceiver(
            from: try JACKPort(
                .init(name: name, server: server, sends: false, receives: true, output: nil, input: input)))
        (self.asks, self.signals, self.ask, self.print) = (asks, signals, ask, print)
    }

    /// Runs until a signal comes, the usual pedals are known, or a file is at its end.
    package mutating func run() {
        let listening = "listening to \(receiver.path)" + (receiver.trouble.map { "; \($0)" } ?? "")
        ask(asks ? "Press each pedal that is asked for; Return leaves it out." : listening)
        question()
        while !(asks && index >= Self.usual.count) {
            for input in receiver.turn() { take(input.message) }
            if asks, index >= Self.usual.count { break }
            if receiver.descriptor < 0, receiver.retryNs == nil { break }
            let ready = PreciseWait.forInput(
                of: signals.descriptor, receiver.descriptor, asks && !isTypingOver ? STDIN_FILENO : -1,
                untilNs: receiver.retryNs)
            if ready[0], !signals.taken().isEmpty { break }
            if ready[2] { takeReturn() }
        }
    }

    private func question() {
        if asks, index < Self.usual.count { ask("The pedal for \(Self.usual[index].name)?") }
    }

    private mutating func takeReturn() {
        var typed = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(STDIN_FILENO, &typed, typed.count)
        if count <= 0 { isTypingOver = true }
        for _ in typed.prefix(max(0, count)) where index < Self.usual.count {
            index += 1
            question()
            break
        }
    }

    private mutating func take(_ input: MIDIInput) {
        guard let (trigger, value) = MIDIMap.Trigger.pressed(input) else { return }
        // A pedal that is let go says so with a low value, and a knob sends many.
        guard trigger.kind != .controller || value >= 64, known.insert(trigger).inserted else { return }
        guard asks else { return print("\"\(trigger)\" = \"toggle\"") }
        guard index < Self.usual.count else { return }
        let words = Self.usual[index].words
        guard trigger.kind == .controller || !words.contains("...") else {
            ask("That is a \(trigger.kind.rawValue), and a range needs a knob: turn one up.")
            known.remove(trigger)
            return
        }
        print("\"\(trigger)\" = \"\(words)\"")
        index += 1
        question()
    }
}
