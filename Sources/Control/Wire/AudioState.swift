// SPDX-License-Identifier: Apache-2.0

/// The output: what plays the beats.
public struct AudioState: Sendable, Hashable, Codable {
    /// `alsa` or `clock`.
    public var output: String
    /// The PCM's name; nil without one.
    @OrNull public var device: String?
    /// `closed`, `opening`, `starting`, `running`, `recovering` or `missing`.
    public var state: String
    /// Why the device does not play, in words; nil while it does or nothing plays.
    @OrNull public var reason: String?
    /// What is done about that, in words; nil where there is no reason.
    @OrNull public var trying: String?
    /// Frames per second.
    @OrNull public var rate: Int?
    /// Frames per period.
    @OrNull public var period: Int?
    /// The profile that decides how much is written ahead: `low`, `normal` or `quiet`; nil where milliseconds were
    /// configured.
    @OrNull public var latency: String?
    /// How much is written ahead of what is heard, in milliseconds.
    @OrNull public var fillMs: Double?
    /// What the device reports from written to heard, in milliseconds.
    @OrNull public var latencyMs: Double?
    /// How much later it is heard than the device reports, in milliseconds; part of every published time.
    public var offsetMs: Double
    /// Underruns of the device since the daemon started.
    public var xruns: Int
    /// What priority the real-time thread has: `fifo`, `rtkit`, `nice` or `none`.
    public var realtime: String

    /// All of its parts.
    public init(
        output: String, device: String?, state: String, reason: String? = nil, trying: String? = nil, rate: Int?,
        period: Int?, latency: String? = nil, fillMs: Double?, latencyMs: Double?, offsetMs: Double = 0, xruns: Int,
        realtime: String
    ) {
        self.output = output
        self.device = device
        self.state = state
        self.reason = reason
        self.trying = trying
        self.rate = rate
        self.period = period
        self.latency = latency
        self.fillMs = fillMs
        self.latencyMs = latencyMs
        self.offsetMs = offsetMs
        self.xruns = xruns
        self.realtime = realtime
    }

    private enum CodingKeys: String, CodingKey {
        case output, device, state, reason, trying, rate, period, latency, xruns, realtime
        case fillMs = "fill_ms"
        case latencyMs = "latency_ms"
        case offsetMs = "offset_ms"
    }
}

extension AudioState {
    /// Why the device does not play, and what is done about it, in one line for people; nil where there is no reason.
    public var trouble: String? {
        reason.map { reason in
            "no sound from '\(device ?? "")': \(reason)" + (trying.map { "; \($0)" } ?? "")
        }
    }
}
