// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension SyncState {
    /// For the status: `link, 120 bpm, 0.01 ms off (99 of 100 beats 0.03 ms)`.
    var sentence: String {
        var parts = [bpm.map { "\(source), \($0.text(decimals: 3)) bpm" } ?? "\(source) clock"]
        if let peers { parts.append("\(peers) \(peers == 1 ? "peer" : "peers")") }
        if let reason { parts.append(reason) }
        if let distance { parts.append(distance) }
        if let slewPpm, abs(slewPpm) >= 100 {
            parts.append("\((abs(slewPpm) / 1e4).text(decimals: 2)) % \(slewPpm < 0 ? "slower" : "faster") to meet it")
        }
        if let proposal { parts.append("\(proposal.text(decimals: 3)) bpm proposed") }
        return parts.joined(separator: ", ")
    }

    /// How far off the beats are: `0.01 ms late (99 of 100 beats 0.03 ms)`; nil while the distance is not known.
    var distance: String? {
        errorUs.map { errorUs in
            let most = p99Us.map { " (99 of 100 beats \(Self.milliseconds($0)))" } ?? ""
            guard abs(errorUs) >= 5 else { return "on time" + most }
            return "\(Self.milliseconds(abs(errorUs))) \(errorUs < 0 ? "early" : "late")\(most)"
        }
    }

    /// For a line that has other things to tell.
    var brief: String { source + (reason.map { ", \($0)" } ?? "") }

    /// What a musician has to know of it while playing; nil where all is well.
    var trouble: String? { reason.map { "\(source): \($0)" } }

    /// Why the clock is not followed now; nil where it is.
    private var reason: String? {
        notFollowed.map { "not followed: \($0)" } ?? (stale ? "gone silent: running free at its last tempo" : nil)
    }

    private static func milliseconds(_ microseconds: Double) -> String {
        "\((microseconds / 1000).text(decimals: 2)) ms"
    }
}
