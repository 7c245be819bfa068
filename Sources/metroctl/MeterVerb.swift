// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Rhythm

/// `metroctl meter`: sets the meter, or without a value tells it; either way it says which note the tempo counts.
struct MeterVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "meter.set", name: "meter", more: [("meter", "tells it")])

    @Argument(
        help: "Beats in a bar, a slash, the note value of a beat.", completion: .list(["2/4", "3/4", "4/4", "6/8"]))
    var meter: String?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        guard let meter else {
            return try options.options.tell(["meter"]) { Self.sentence($0.meter, bpm: $0.bpm) ?? $0.meter }
        }
        try options.options.perform(["meter", meter], at: options.at, as: Change.self) { change in
            guard let meter = change.values["meter"]?.string, let bpm = change.values["bpm"]?.number,
                let sentence = Self.sentence(meter, bpm: bpm)
            else { return change.sentence }
            let others = change.values.filter { name, value in
                !["meter", "bpm"].contains(name) && !(name == "accents" && value.string == "auto")
            }
            return "\(sentence); " + Change(run: change.run, atBeat: change.atBeat, atNs: nil, values: others).sentence
        }
    }

    /// What a meter and a tempo mean together; nil for a meter that is not understood.
    static func sentence(_ text: String, bpm: Double) -> String? {
        let notes = [
            1: "a whole note", 2: "a half note", 4: "a quarter", 8: "an eighth", 16: "a sixteenth",
            32: "a thirty-second", 64: "a sixty-fourth",
        ]
        guard let meter = try? Meter(parsing: text), let note = notes[meter.unit] else { return nil }
        let beats = meter.beats == 1 ? "one beat a bar," : "\(meter.beats) beats a bar, each"
        return "\(text): \(beats) \(note), at \(JSONValue(bpm).text) beats a minute"
    }
}
