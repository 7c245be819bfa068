// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeRhythm

/// What the status says is heard is what is set, once that is heard: every member of `heard`, where neither a song, a clock nor a
/// trainer says otherwise. What is set is compared with the sound.
struct HeardLaw {
    private var status: JSONValue?
    private var deciding: [JSONValue?] = []
    /// From when on what is set is heard.
    private var settledNs: Int64 = 0
    private var isChecked = true

    /// The members that decide what is heard.
    private static let members = [
        "playing", "run", "pending", "song", "sync", "bpm", "meter", "beat", "accents", "bell", "subdivision", "swing",
        "lanes", "sounds", "volume", "bell_volume", "subdivision_volume", "muted", "speed_trainer", "gap_trainer",
        "random_mute", "timer", "setlist", "heard",
    ]

    /// The status is another.
    mutating func take(_ status: JSONValue, atNs now: Int64) {
        self.status = status
        let present = Self.members.map { status[$0] }
        guard present != deciding else { return }
        (deciding, isChecked) = (present, false)
        // A bar, of beats as slow as any of both, and what is written already.
        let slowest = max(1, min(status["bpm"]?.number ?? 1, status["heard"]?["bpm"]?.number ?? 1))
        settledNs = now + 2_000_000_000 + Int64(2 * 60e9 / slowest)
    }

    /// A card that fails, or another daemon, begins anew.
    mutating func forget() { (status, deciding, isChecked) = (nil, [], true) }

    mutating func look(atNs now: Int64) throws(BrokenLaw) {
        // A count-in has sounds of its own.
        guard !isChecked, now > settledNs, let status, status["position"]?["bar"]?.integer ?? 1 > 0 else { return }
        isChecked = true
        let trainers = ["speed_trainer", "gap_trainer", "random_mute", "timer"]
        guard status["song"] == .null, status["sync"] == .null, status["pending"] == .array([]),
            trainers.allSatisfy({ status[$0] == "off" }), let heard = status["heard"]
        else { return }
        // No swing is heard of parts that are no pairs.
        let areParts = status["subdivision"]?.integer?.isMultiple(of: 2) ?? false
        for name in ["bpm", "meter", "bell", "subdivision"] + (areParts ? ["swing"] : []) {
            try law(
                heard[name] == status[name],
                "\(name) is heard as it is set: \(text(status[name])), \(text(heard[name]))")
        }
        if let accents = status["accents"], accents != "auto" {
            try law(
                heard["accents"] == accents,
                "accents are heard as they are set: \(text(accents)), \(text(heard["accents"]))")
        }
        try Loudness(status).law(isSameAs: Loudness(heard: heard))
    }
}
#endif
