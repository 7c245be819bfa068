// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import MetronomeBounds
import MetronomeControl
import MetronomeRhythm

/// `metroctl meter`: sets the meter, or without a value tells it; either way it says which note the tempo counts.
struct MeterVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "meter.set", name: "meter", more: [("meter", "tells it")])

    @Argument(
        help: "Beats in a bar, a slash, the note value of a beat.", completion: .list(["2/4", "3/4", "4/4", "6/8"]))
    var meter: String?
    @Argument(help: .hidden) var others: [String] = []
    @OptionGroup var options: ChangeOptions

    func validate() throws {
        guard let meter, let other = others.first else { return }
        throw ValidationError(Self.hint(meter, groups: other) ?? "Unexpected argument '\(other)'")
    }

    /// Why groups of beats do not make a meter; nil where they are not meant as groups.
    private static func hint(_ meter: String, groups: String) -> String? {
        guard groups.contains("+"), let whole = try? Meter(parsing: meter),
            let parts = try? Meter(parsing: "\(groups)/\(whole.unit)"), parts.beats != whole.beats
        else { return nil }
        return
            "\(groups) are \(parts.beats) beats, and \(meter) has \(whole.beats): metroctl meter \(groups)/\(whole.unit) has \(parts.beats)."
    }

    func run() throws {
        guard let meter else {
            return try options.tell(["meter"]) { status in
                Self.sentence(status.meter, beat: status.settings.others["beat"]?.string, bpm: status.bpm)
                    ?? status.meter
            }
        }
        try options.options.perform(["meter", meter], at: options.at, as: Change.self) { change in
            guard let meter = change.values["meter"]?.string, let bpm = change.values["bpm"]?.number,
                let sentence = Self.sentence(meter, beat: change.values["beat"]?.string, bpm: bpm)
            else { return change.sentence(exact: options.options.verbose) }
            let others = change.values.filter { name, value in
                !["meter", "beat", "bpm"].contains(name) && !(name == "accents" && value.string == "auto")
            }
            let hint = Self.compoundHint(meter, beat: change.values["beat"]?.string)
            let status = try? options.options.status()
            let laneHint = status.map(Self.laneHint) ?? ""
            let cut = options.at == nil ? status.flatMap { Self.cutHint(change, $0) } ?? "" : ""
            var rest = change
            rest.values = others
            return "\(sentence); \(rest.sentence(exact: options.options.verbose))" + hint + laneHint + cut
        }
    }

    /// Says that the bar that plays ends early, where it does, and how it would not.
    static func cutHint(_ change: Change, _ status: Status) -> String? {
        guard let at = change.atBeat, let bar = change.atBar, change.atBarBeat == 1, let meter = change.values["meter"],
            let present = status.position, present.bar == bar - 1
        else { return nil }
        let beats = present.beat + Int(clamping: at.rounded()) - present.beatIndex - 1
        guard beats > 0, beats < status.heard.beats else { return nil }
        return "\n(bar \(present.bar) is cut short after \(beats == 1 ? "1 beat" : "\(beats) beats"); "
            + "metroctl meter \(meter.string ?? "") at bar waits for its end)"
    }

    /// Says which lanes play in another bar; empty where none does.
    static func laneHint(_ status: Status) -> String {
        let lanes = status.lanes.filter { $0["pattern"]?.string != nil }
        let fitting = lanes.filter { lane in
            lane["pattern"]?.string.flatMap { try? WrittenPattern(parsing: $0) }?.fillsBars ?? false
        }
        let names = fitting.compactMap { $0["name"]?.string }
        guard let last = names.last else { return "" }
        let many = names.dropLast().joined(separator: ", ") + " and \(last) fill the new bar with their steps"
        let fill =
            names.count == lanes.count
            ? "each lane fills the new bar with its steps"
            : names.count == 1 ? "\(last) fills the new bar with its steps" : many
        return "\n(\(fill); metroctl lanes off ends the lanes)"
    }

    /// How a meter such as 6/8 that is counted in its small notes is felt in larger ones; empty for all others.
    static func compoundHint(_ text: String, beat: String?) -> String {
        guard beat == "auto" || beat == nil, let meter = try? Meter(parsing: text), meter.beats > 3,
            meter.beats.isMultiple(of: 3), let note = NoteValue.name(of: Ratio(12, over: Int64(meter.unit)) ?? .one),
            note.hasPrefix("dotted-")
        else { return "" }
        return "\n(metroctl beat \(note) counts \(meter.beats / 3) beats a bar)"
    }

    /// Says that small notes are clicked in a meter such as 6/8, and what clicks the larger ones; empty for all others.
    static func pulseHint(_ text: String, _ status: Status) -> String {
        guard !compoundHint(text, beat: status.settings.others["beat"]?.string).isEmpty,
            let meter = try? Meter(parsing: text), let small = NoteValue.name(of: meter.beatLength),
            let pulse = NoteValue.name(of: Ratio(12, over: Int64(meter.unit)) ?? .one)
        else { return "" }
        return "\n(\(status.bpmText) \(small)s a minute are clicked; metroctl set beat=\(pulse) bpm=\(status.bpmText) "
            + "clicks the pulse)"
    }

    /// What a meter, its beat and a tempo mean together; nil for a meter that is not understood.
    static func sentence(_ text: String, beat: String?, bpm: Double) -> String? {
        guard let written = try? Meter(parsing: text) else { return nil }
        let note = beat.flatMap { try? NoteValue.length(named: $0) } ?? written.beatLength
        guard let name = NoteValue.name(of: note), let meter = try? written.counted(in: note) else { return nil }
        let words = name.replacing("dotted-", with: "dotted ").replacing("triplet-", with: "triplet ")
        let isLong = words.hasSuffix("whole") || words.hasSuffix("half")
        let each = (words.hasPrefix("e") ? "an " : "a ") + words + (isLong ? " note" : "")
        let groups = text.contains("+") && meter == written ? written.groups.map(String.init) : []
        let grouped = groups.isEmpty ? "" : " in groups of \(groups.joined(separator: ", "))"
        let beats = meter.beats == 1 ? "one beat a bar," : "\(meter.beats) beats a bar\(grouped), each"
        return "\(text): \(beats) \(each), at \(bpm.text(decimals: 2)) beats a minute"
    }
}
