// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// The output: what plays the beats.
public struct AudioState: WireRecord {
    /// `alsa` or `clock`.
    public var output = ""
    /// The PCM's name; nil without one.
    public var device: String?
    /// `closed`, `opening`, `starting`, `running`, `recovering` or `missing`.
    public var state = ""
    /// Why the device does not play, in words; nil while it does or nothing plays.
    public var reason: String?
    /// What is done about the reason, in words; nil where there is no reason.
    public var trying: String?
    /// Frames per second.
    public var rate: Int?
    /// Frames per period.
    public var period: Int?
    /// The profile that decides how much is written ahead: `low`, `normal` or `quiet`; nil where milliseconds were
    /// configured.
    public var latency: String?
    /// How much is written ahead of what is heard, in milliseconds.
    public var fillMs: Double?
    /// What the device reports from written to heard, in milliseconds.
    public var latencyMs: Double?
    /// How much later it is heard than the device reports, in milliseconds; part of every published time.
    public var offsetMs = 0.0
    /// Underruns of the device since the daemon started.
    public var xruns = 0
    /// What priority the real-time thread has: `fifo`, `rtkit`, `nice` or `none`.
    public var realtime = ""

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<AudioState>(
        "audio", "The output: what plays the beats.",
        [
            .member("output", \.output, form: .choice(["alsa", "clock"]), "`clock` while no device plays."),
            .orNull("device", \.device, "The name of the PCM."),
            .member(
                "state", \.state, form: .choice(["closed", "opening", "starting", "running", "recovering", "missing"]),
                "Of the chosen device."),
            .orNull("reason", \.reason, "Why it does not play, for people."),
            .orNull("trying", \.trying, "What is done about that, for people."),
            .orNull("rate", \.rate, "Frames per second."),
            .orNull("period", \.period, "Frames per period."),
            .orNull(
                "latency", \.latency, form: .choice(LatencyProfile.allCases.map(\.rawValue)),
                "The profile that decides how much is written ahead."),
            .orNull("fill_ms", \.fillMs, "How much is written ahead, in milliseconds."),
            .orNull("latency_ms", \.latencyMs, "What the device reports from written to heard, in milliseconds."),
            .member(
                "offset_ms", \.offsetMs,
                "How much later it is heard than that, in milliseconds; part of every published time."),
            .member("xruns", \.xruns, "Underruns of the device since the daemon was started."),
            .member(
                "realtime", \.realtime, form: .choice(["fifo", "rtkit", "nice", "none"]),
                "The priority of the thread that plays."),
        ])
}

extension AudioState {
    /// Why the device does not play, and what is done about it, in one line for people; nil where there is no reason.
    public var trouble: String? {
        reason.map { reason in
            "no sound from '\(device ?? "")': \(reason)" + (trying.map { "; \($0)" } ?? "")
        }
    }
}
