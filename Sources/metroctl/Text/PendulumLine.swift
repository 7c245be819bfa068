// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
import MetronomeControl

/// The metronome as one line of text: tempo, meter, position, and the rod as a ball between two ends.
struct PendulumLine: Sendable, Hashable {
    /// The columns of the terminal.
    var columns: Int
    /// Whether characters beyond ASCII may be used.
    var isUnicode: Bool
    /// Whether escape sequences for colour may be used.
    var isColoured: Bool
    /// The angle at the ends, in degrees.
    var amplitude = 30.0

    /// The line, always shorter than the columns. Where they are few, it is the position alone.
    func text(status: Status, heard: HeardMoment) -> String {
        let bpm = status.shownBpm(heard)
        let bar = heard.bar < 1 ? "in" : "\(heard.bar)"
        let place = status.playing ? "\(bar).\(heard.beatInBar)" : "stopped"
        let head = "\(bpm) bpm".padded(to: 9) + " " + status.meter.padded(to: 5) + " " + place.padded(to: 7)
        // One column stays free, so that no terminal wraps the line.
        let room = columns - 1 - head.count - 1
        guard status.playing, room >= 9 else {
            let texts = [head, "\(bpm) bpm \(status.meter) \(place)", "\(bpm) bpm \(place)", "\(bpm) \(place)", place]
            // A bar without its beat is true too; half a word is not.
            let shorter = status.playing ? [bar, ""] : [""]
            return (texts + shorter).first { $0.count < columns } ?? ""
        }
        return head + " " + track(room > 61 ? 61 : room - (1 - room % 2), heard.angle, rings: heard.ringsBell)
    }

    private func track(_ width: Int, _ angle: Double, rings: Bool) -> String {
        let inner = width - 2
        let across = (angle / amplitude + 1) / 2
        let ball = Int(clamping: (max(0, min(1, across)) * Double(inner - 1)).rounded())
        let (left, right, rail) = isUnicode ? ("╶", "╴", "─") : ("|", "|", ".")
        var cells = [String](repeating: rail, count: inner)
        let mark = isUnicode ? (rings ? "◆" : "●") : (rings ? "@" : "o")
        guard isColoured else {
            cells[ball] = mark
            return left + cells.joined() + right
        }
        let dim = "\u{1B}[2m"
        let plain = "\u{1B}[0m"
        cells[ball] = plain + (rings ? "\u{1B}[1;33m" : "\u{1B}[1m") + mark + plain + dim
        return dim + left + cells.joined() + right + plain
    }
}
