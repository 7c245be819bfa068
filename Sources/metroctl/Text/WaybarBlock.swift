// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl
internal import MetronomeRhythm

/// A block for a status bar, as waybar's `custom` module reads it with `return-type: json`; i3status-rust and others read
/// the same `text`.
struct WaybarBlock: Sendable, Hashable, Codable {
    /// The text: `120 · 2`, or `120` while stopped. Empty without a daemon, which hides the block.
    var text: String
    /// `playing`, `stopped` or `offline`, by which `format-icons` chooses.
    var alt: String
    /// The text beside the pointer.
    var tooltip: String
    /// For the style sheet: `bell`, `beat`, `playing` before the first of them, `stopped` or `offline`.
    var `class`: String
    /// The part of the bar that has begun, in percent, 0...100.
    var percentage: Int

    /// The block for what is playing.
    init(status: Status, heard: HeardMoment) {
        let bpm = status.shownBpm(heard)
        let meter = heard.beatLength.map { status.meter(heard.grid.beatsPerBar, of: $0) } ?? status.meter
        let name = status.tempoName(of: status.playing && status.song != nil ? heard.bpm : status.bpm)
        let tempo =
            "\(bpm) bpm, \(name.isEmpty ? "" : name + ", ")\(meter)"
            + (status.silence.map { ", \($0)" } ?? "")
        guard status.playing else {
            (text, alt, tooltip, self.class, percentage) = (bpm, "stopped", "stopped, \(tempo)", "stopped", 0)
            return
        }
        alt = "playing"
        // A run that has just begun has no place before its timeline is told.
        guard heard.beatLength != nil else {
            (text, tooltip, self.class, percentage) = (bpm, tempo, alt, 0)
            return
        }
        let (beat, beats) = (heard.beatInBar, max(1, heard.grid.beatsPerBar))
        text = "\(bpm) · \(beat)"
        tooltip = tempo + ", \(heard.bar < 1 ? "count-in" : "bar \(heard.bar)"), beat \(beat) of \(beats)"
        self.class = heard.ringsBell ? "bell" : "beat"
        percentage = min(100, (100 * beat).quotient(by: beats))
    }

    private init(alt: String, tooltip: String) {
        (text, self.alt, self.tooltip, self.class, percentage) = ("", alt, tooltip, alt, 0)
    }

    /// The block while there is no daemon.
    static let offline = WaybarBlock(alt: "offline", tooltip: "no metronome daemon")
}
