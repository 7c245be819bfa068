// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control

struct StatusVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("status")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["status"]) { try options.read(Status.self, $0).report }
    }
}

extension Status {
    /// The status as a small block for a musician.
    fileprivate var report: String {
        var lines = [
            (playing ? "playing" : "stopped", "\(JSONValue(bpm).text) bpm, \(tempoName)"),
            ("meter", "\(meter), \(bell?.sentence ?? "bell off")"),
        ]
        if let position {
            let beats = (Double(position.beatIndex) + position.phase).text(decimals: 2)
            lines.append(("position", "bar \(position.bar), beat \(position.beat) (\(beats) beats since the start)"))
        }
        lines.append(("volume", "\((volume * 100).text(decimals: 1)) %"))
        lines.append(("sounds", "beat \(sounds.beat), bell \(sounds.bell)"))
        lines.append(("audio", audio.report))
        lines.append(("up", Self.time(uptimeS)))
        return lines.map { name, text in
            name + String(repeating: " ", count: 10 - name.count) + text
        }.joined(separator: "\n")
    }

    private static func time(_ seconds: Double) -> String {
        guard seconds >= 60, seconds < 1e15 else { return "\(seconds.text(decimals: 1)) s" }
        let minutes = Int(seconds / 60)
        let parts = [(minutes / 1440, "d"), (minutes / 60 % 24, "h"), (minutes % 60, "min")]
        return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}

extension AudioState {
    fileprivate var report: String {
        var parts = [[output, device].compactMap { $0 }.joined(separator: " "), state]
        if let trouble { parts = [trouble] }
        if let rate { parts.append("\(rate) Hz") }
        if let latencyMs {
            parts.append("latency \(latencyMs.text(decimals: 1)) ms" + (latency.map { " (\($0))" } ?? ""))
        }
        if offsetMs != 0 { parts.append("offset \(Offset.text(offsetMs))") }
        parts.append("\(xruns) \(xruns == 1 ? "xrun" : "xruns")")
        parts.append("scheduling \(realtime)")
        return parts.joined(separator: ", ")
    }
}
