// SPDX-License-Identifier: Apache-2.0

import Control

/// A line with placeholders, such as `{bpm} {bar}.{beat}`; `{{` and `}}` stand for braces.
struct LineForm: Sendable, Hashable {
    /// What a placeholder stands for.
    enum Place: String, Sendable, CaseIterable {
        /// `playing` or `stopped`.
        case state
        /// Beats per minute, and the name of that tempo.
        case bpm, name
        /// The meter, and how many beats a bar has.
        case meter, beats
        /// The bar and the beat in it; 0 while stopped.
        case bar, beat
        /// `bell` on a beat that rings it, else nothing.
        case bell
        /// In percent.
        case volume
    }

    private enum Part: Sendable, Hashable {
        case text(String)
        case place(Place)
    }

    /// Why a form is none: what is wrong with it.
    struct Mistake: Error, Hashable { let message: String }

    private let parts: [Part]

    /// Reads a form. Throws for an unknown placeholder and a single brace.
    init(_ text: String) throws(Mistake) {
        var parts: [Part] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { "{}".contains($0) }) {
            parts.append(.text(String(rest[..<brace])))
            rest = rest[brace...]
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                parts.append(.text(String(rest.removeFirst())))
                rest.removeFirst()
                continue
            }
            guard rest.first == "{", let end = rest.firstIndex(of: "}") else {
                throw Mistake(message: "a brace in a format is written twice: {{ or }}")
            }
            let name = String(rest[rest.index(after: rest.startIndex)..<end])
            guard let place = Place(rawValue: name) else {
                let known = Place.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
                throw Mistake(message: "a format has no {\(name)}: there are \(known)")
            }
            parts.append(.place(place))
            rest = rest[rest.index(after: end)...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The line for what is heard.
    func text(status: Status, heard: HeardMoment) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .place(let place): value(place, status, heard)
            }
        }.joined()
    }

    private func value(_ place: Place, _ status: Status, _ heard: HeardMoment) -> String {
        switch place {
        case .state: status.playing ? "playing" : "stopped"
        case .bpm: status.bpmText
        case .name: status.tempoName
        case .meter: status.meter
        case .beats: "\(status.beatsInBar ?? 0)"
        case .bar: status.playing ? "\(heard.bar)" : "0"
        case .beat: status.playing ? "\(heard.beatInBar)" : "0"
        case .bell: status.playing && heard.ringsBell ? "bell" : ""
        case .volume: (status.volume * 100).text(decimals: 1)
        }
    }
}
