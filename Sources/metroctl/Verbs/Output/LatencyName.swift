// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeSession
import Programs

enum LatencyName: SettingVerbName {
    static let verb = "latency"

    static func check(_ value: String) throws(ProgramFailure) {
        let number = value.hasSuffix("ms") ? String(value.dropLast(2)) : value
        guard Double(number) != nil else { return }
        throw ProgramFailure.usage(
            "latency is one of \(LatencyProfile.allCases.map(\.rawValue).joined(separator: ", ")); how late a device is heard, metroctl offset \(number) tells",
            reason: "invalid")
    }

    static let members = ["audio"]

    static func told(_ status: Status) -> String {
        let measured = status.audio.latencyMs.map { ", \($0.text(decimals: 1)) ms now" } ?? ""
        return "latency " + (status.audio.latency ?? "by fill_ms of the configuration") + measured
    }
}
