// SPDX-License-Identifier: Apache-2.0

/// What happens in a simulation, in its order: one step a line, so that a script that fails can be pasted into a test.
///
///     0 tempo 120        client 0 sends a line, in words or in JSON
///     pass 2500          so many milliseconds go by
///     undo and redo      a client takes the last change back, and that back again
///     leave 1            client 1 goes; its next line comes from a new one
///     unplug, plug       the sound card goes, and is back
///     busy, free         another program has the card, and gives it back
///     xrun, suspend      the card runs dry, or is suspended, once
///     restart            the daemon ends, and another begins with what was saved
///     kill               the daemon is gone at once, and another begins with what the disk has
///     reload TEXT        the configuration file says TEXT, `\n` for a new line, and the daemon is told to read it
///     disk full, disk free    nothing can be written to the disk, and everything again
///     write NAME TEXT    a file is saved, `\n` for a new line; lines that clients send name it `~/NAME`, and the time `~now`
package struct Script: Hashable, Sendable {
    /// One of them.
    package enum Step: Hashable, Sendable {
        case ask(client: Int, line: String)
        case pass(ms: Int)
        case undoAndRedo
        case leave(client: Int)
        case card(CardFault)
        case restart
        case kill
        case reload(String)
        case disk(isFull: Bool)
        case write(name: String, text: String)
    }

    /// What becomes of the card.
    package enum CardFault: String, CaseIterable, Hashable, Sendable {
        case unplug, plug, busy, free, xrun, suspend
    }

    package var steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }

    /// Reads one; nil where a line is none of these steps.
    package init?(_ text: String) {
        steps = []
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) where !line.isEmpty {
            guard let step = Step(line) else { return nil }
            steps.append(step)
        }
    }

    /// The lines.
    package var text: String { steps.map(\.text).joined(separator: "\n") }
}

extension Script.Step {
    fileprivate init?(_ line: Substring) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let (word, rest) = (parts[0], parts.count > 1 ? String(parts[1]) : "")
        if let client = Int(word) {
            self = .ask(client: client, line: rest)
        } else if let fault = Script.CardFault(rawValue: String(word)) {
            self = .card(fault)
        } else {
            switch (word, Int(rest)) {
            case ("pass", let ms?): self = .pass(ms: ms)
            case ("leave", let client?): self = .leave(client: client)
            case ("restart", nil): self = .restart
            case ("kill", nil): self = .kill
            case ("reload", nil): self = .reload(rest.replacing("\\n", with: "\n"))
            case ("disk", nil) where ["full", "free"].contains(rest): self = .disk(isFull: rest == "full")
            case ("write", nil):
                let parts = rest.split(separator: " ", maxSplits: 1)
                guard parts.count == 2 else { return nil }
                self = .write(name: String(parts[0]), text: String(parts[1]).replacing("\\n", with: "\n"))
            case ("undo", nil) where rest == "and redo": self = .undoAndRedo
            default: return nil
            }
        }
    }

    /// The kind of fault that it is; nil for a request, and for time that goes by.
    var fault: String? {
        switch self {
        case .ask, .pass, .undoAndRedo: nil
        case .leave: "leave"
        case .card(let fault): fault.rawValue
        case .restart: "restart"
        case .kill: "kill"
        case .reload: "reload"
        case .disk(let isFull): isFull ? "disk full" : "disk free"
        case .write: "write"
        }
    }

    fileprivate var text: String {
        switch self {
        case .ask(let client, let line): "\(client) \(line)"
        case .pass(let ms): "pass \(ms)"
        case .undoAndRedo: "undo and redo"
        case .leave(let client): "leave \(client)"
        case .card(let fault): fault.rawValue
        case .restart: "restart"
        case .kill: "kill"
        case .reload(let text): "reload \(text.replacing("\n", with: "\\n"))"
        case .disk(let isFull): isFull ? "disk full" : "disk free"
        case .write(let name, let text): "write \(name) \(text.replacing("\n", with: "\\n"))"
        }
    }
}
