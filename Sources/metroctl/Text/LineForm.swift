// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession

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
        /// The bar and the beat in it; 0 while stopped, and before the timeline of a run is told.
        case bar, beat
        /// `bell` on a beat that rings it, else nothing.
        case bell
        /// In percent.
        case volume
        /// The section of the song that is heard, the one that follows, and the song; empty without.
        case section, next, song
        /// Where in the set list it is, such as `2/5 waltz`; empty without one.
        case setlist
        /// Where the trainers are; empty without.
        case practice
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

    /// The line for what is heard at a time, CLOCK_MONOTONIC in nanoseconds.
    func text(status: Status, heard: HeardMoment, atNs now: Int64) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .place(let place): value(place, status, heard, now)
            }
        }.joined()
    }

    private func isPlaced(_ status: Status, _ heard: HeardMoment) -> Bool { status.playing && heard.beatLength != nil }

    /// The section that follows. The status is told of a section a little after that is heard.
    private func next(_ status: Status, _ heard: HeardMoment) -> String {
        guard let section = heard.section, let told = status.song?.section, section != SectionPlace(told) else {
            return status.song?.next?.text ?? ""
        }
        return heard.next?.text ?? ""
    }

    private func value(_ place: Place, _ status: Status, _ heard: HeardMoment, _ now: Int64) -> String {
        switch place {
        case .state: status.playing ? "playing" : "stopped"
        case .bpm: (status.playing ? heard.bpm : status.bpm).text(decimals: 3)
        case .name: status.tempoName(of: status.playing ? heard.bpm : status.bpm)
        case .meter: heard.beatLength.map { status.meter(heard.grid.beatsPerBar, of: $0) } ?? status.meter
        case .beats: "\(heard.beatLength == nil ? status.beatsInBar ?? 0 : heard.grid.beatsPerBar)"
        case .bar: isPlaced(status, heard) ? "\(heard.bar)" : "0"
        case .beat: isPlaced(status, heard) ? "\(heard.beatInBar)" : "0"
        case .bell: status.playing && heard.ringsBell ? "bell" : ""
        case .volume: status.silence == nil ? (status.settings.volume * 100).text(decimals: 1) : "0"
        case .section: heard.section?.text ?? status.song?.section?.text ?? ""
        case .next: next(status, heard)
        case .song: status.song?.name ?? ""
        case .setlist: status.setList.map { "\($0.place)/\($0.count) \($0.entry.name)" } ?? ""
        case .practice: status.practiceParts(heard, atNs: now).joined(separator: "; ")
        }
    }
}
