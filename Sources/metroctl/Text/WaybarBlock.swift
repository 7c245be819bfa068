// SPDX-License-Identifier: Apache-2.0

import Control

/// What a status bar shows, as waybar's `custom` module with `return-type: json` reads it; i3status-rust and others take
/// the same `text`.
struct WaybarBlock: Sendable, Hashable, Codable {
    /// What is shown: `120 2/4`, or `120` while stopped. Empty, which hides it, without a daemon.
    var text: String
    /// `playing`, `stopped` or `offline`: what `format-icons` chooses by.
    var alt: String
    /// What is shown beside the pointer.
    var tooltip: String
    /// For the style sheet: `bell`, `beat`, `stopped` or `offline`.
    var `class`: String
    /// How much of the bar is heard, 0...100.
    var percentage: Int

    /// The block for what is playing.
    init(status: Status, heard: HeardMoment) {
        let bpm = JSONValue(status.bpm).text
        let tempo = "\(bpm) bpm, \(status.tempoName), \(status.meter)"
        guard status.playing else {
            (text, alt, tooltip, self.class, percentage) = (bpm, "stopped", "stopped, \(tempo)", "stopped", 0)
            return
        }
        let beat = heard.beatInBar
        let beats = max(1, status.beatsInBar ?? 1)
        alt = "playing"
        text = "\(bpm) \(beat)/\(beats)"
        tooltip = tempo + ", bar \(heard.bar) beat \(beat)"
        self.class = heard.ringsBell ? "bell" : "beat"
        percentage = min(100, 100 * beat / beats)
    }

    private init(alt: String, tooltip: String) {
        (text, self.alt, self.tooltip, self.class, percentage) = ("", alt, tooltip, alt, 0)
    }

    /// The block while there is no daemon.
    static let offline = WaybarBlock(alt: "offline", tooltip: "no metronome daemon")
}
