// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

/// The time from a command to its first audible effect.
struct Responses {
    let program: String
    let folder: String

    /// From a change of volume while a steady tone plays, to the first frame that differs.
    func volume(fillMs: Int) throws -> [Figure] {
        try volume(
            "\(fillMs) ms ahead", aheadMs: Double(fillMs), fixedMs: fillMs, count: 20,
            pause: { 0.3 + 0.007 * Double($0 % 7) })
    }

    /// The response to the first change after a long time without one, when `normal` is further ahead.
    func rest() throws -> [Figure] {
        try volume(
            "the first after \(Players.promptSeconds.text()) s", aheadMs: Double(Players.usualMs), fixedMs: nil,
            count: 6,
            pause: { _ in Players.promptSeconds })
    }

    /// Changes the volume `count` times, with a pause before each change.
    private func volume(
        _ condition: String, aheadMs: Double, fixedMs: Int?, count: Int, pause: (Int) -> Double
    ) throws -> [Figure] {
        let card = try Card(in: folder, seconds: 120)
        // One beat lasts ten seconds, and the tone nearly as long.
        let daemon = try Metronomed(
            program, ["--bpm", "6", "--volume", "0.5", "--bell-every", "off"], on: card,
            sound: TestSound.tone(seconds: 9), fillMs: fixedMs)
        defer { daemon.end() }
        guard Clock.waits(5, until: { !card.recording.onsets().isEmpty }) else { throw BenchError("no tone was heard") }
        var fill = aheadMs
        if fixedMs != nil { fill = try daemon.say("status")["audio"]?["fill_ms"]?.number ?? fill }
        Clock.sleep(1)
        var changes: [(askedNs: Int64, answeredNs: Int64, toldNs: Int64)] = []
        for number in 0..<count {
            // The first one sets the volume that is already in force.
            if number > 0 { Clock.sleep(pause(number)) }
            let asked = Clock.nowNs
            let answer = try daemon.say("volume \(Double(50 + 2 * (number % 10)) / 100)")
            changes.append((asked, Clock.nowNs, Int64(answer["at_ns"]?.integer ?? 0)))
        }
        Clock.sleep(0.6)
        daemon.end()

        let recording = card.recording
        let samples = recording.samples
        var asked: [Double] = []
        var answered: [Double] = []
        var told: [Double] = []
        for change in changes.dropFirst() {
            let frame = recording.frame(atNanoseconds: change.askedNs)
            let later = frame..<min(frame + Card.rate / 2, samples.count)
            guard let changed = later.first(where: { abs(samples[$0] - samples[frame]) > 1e-5 }) else { continue }
            let heard = recording.nanoseconds(ofFrame: changed)
            asked.append(Double(heard - change.askedNs) / 1e6)
            answered.append(Double(heard - change.answeredNs) / 1e6)
            told.append(Double(abs(heard - change.toldNs)) / 1e6)
        }
        guard !asked.isEmpty else { throw BenchError("no change of volume was heard") }
        let name = "`volume` to sound, \(condition)" + (fill == aheadMs ? "" : ", in fact \(fill.text())")
        return [
            Figure(name: "\(name): median", value: Spread(asked).median, unit: "ms"),
            Figure(
                name: "… after the answer: worst", value: Spread(answered).worst, unit: "ms",
                limit: .atMost(fill + 5)),
            Figure(
                name: "… off the `at_ns` of the answer: worst", value: Spread(told).worst, unit: "ms", decimals: 2,
                limit: .atMost(1)),
        ]
    }

    /// From `start`, with the device closed and just after a `stop`, to the first frame of the click.
    func start() throws -> [Figure] {
        let card = try Card(in: folder, seconds: 60)
        let daemon = try Metronomed(program, ["--no-play"], on: card)
        defer { daemon.end() }
        var askedNs: [[Int64]] = [[], []]
        for round in 0..<8 {
            // A device is closed 2 s after a stop.
            Clock.sleep(round % 2 == 0 ? 2.5 : 1)
            askedNs[round % 2].append(Clock.nowNs)
            try daemon.say("start")
            Clock.sleep(0.7)
            try daemon.say("stop")
        }
        daemon.end()
        let recording = card.recording
        let clicks = recording.onsets().map(recording.nanoseconds(ofFrame:))
        return zip(["closed", "open"], askedNs).map { state, asked in
            let delays = asked.map { asked in
                clicks.first { $0 > asked }.map { Double($0 - asked) / 1e6 } ?? .infinity
            }
            return Figure(
                name: "`start` to the first click, device \(state): worst", value: Spread(delays).worst, unit: "ms",
                limit: .atMost(60))
        }
    }
}
