// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeSession

extension BridgeRequest {
    /// Between two lines of a clock, in nanoseconds.
    static let lineEveryNs: Int64 = 250_000_000

    /// A line of a clock that the daemon follows: when a beat is heard, on CLOCK_MONOTONIC in nanoseconds. Bars that no line can have
    /// are left out.
    static func follow(source: String, beat: JSONValue, atNs: Int64, bpm: Double, quantum: Int?) -> BridgeRequest {
        var params: [String: JSONValue] = [
            "source": .string(source), "beat": beat, "time_ns": .integer(atNs), "bpm": JSONValue(bpm),
        ]
        if let quantum, OutsideLine.quanta.contains(quantum) { params["quantum"] = .integer(Int64(quantum)) }
        return BridgeRequest(method: "follow", params: params)
    }
}
