// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import Sound

/// A proof of the law of splicing: what is heard of a lane is each arrangement's onsets between its cue and the next one's;
/// none is lost, none doubled, each is within half a frame of its place.
///
/// The engine renders random music through random edits: of tempo, lanes and patterns, which hold where they come, and of
/// everything that follows from a position on, with lead-ins of up to 50 ms; through stops, starts and changes of the
/// sample rate. Every onset is compared with `SpliceModel`.
public struct SpliceProof: Sendable {
    /// What was found.
    public struct Report: Sendable {
        /// Edits that were adopted.
        public internal(set) var edits = 0
        /// Edits that came after the position that they were aimed at, and changed nothing.
        public internal(set) var late = 0
        /// Onsets heard.
        public internal(set) var onsets = 0
        /// Onsets heard too few.
        public internal(set) var missing = 0
        /// Onsets heard too many.
        public internal(set) var extra = 0
        /// Onsets heard more than half a frame from their places.
        public internal(set) var off = 0
        /// The largest distance of an onset from its place, in frames.
        public internal(set) var largestErrorFrames = 0.0
        /// Where the first fault was.
        public internal(set) var firstFault: String?

        /// Whether every onset was heard once, within half a frame of its place.
        public var isProven: Bool { missing + extra + off == 0 }

        /// A line for a person.
        public var text: String {
            "splices        \(edits) edits, \(onsets) onsets: \(off) off, \(missing) missing, \(extra) extra"
                + (firstFault.map { "\n  \($0)" } ?? "")
        }
    }

    /// The lanes that are played. Each has one bit of the level, so that they are told apart where they sound together.
    private static let lanes = [0, 5, 17, 63]
    private static let unit: Float = 1 / 32
    /// Edits in a run.
    private static let editsPerRun = 32
    /// What the model in `Double` may be off by itself, in frames.
    private static let modelError = 1e-5

    private let seed: UInt64
    private let runs: Int

    /// A proof by `runs` runs, of 32 edits each. The same seed makes the same edits.
    public init(seed: UInt64 = 1, runs: Int) {
        self.seed = seed
        self.runs = runs
    }

    /// Renders all of it, and compares. Throws `SoundError` when memory is short.
    public func run() throws -> Report {
        var report = Report()
        var random = SplitMix(state: seed)
        for run in 0..<runs { try prove(run, &random, &report) }
        return report
    }

    private func prove(_ run: Int, _ random: inout SplitMix, _ report: inout Report) throws {
        var sounds = try Sounds(&random)
        let player = SplicePlayer(kits: sounds.kits, rate: sounds.rate)
        var model = try start(player, sounds, &random)
        var expected: [SpliceModel.Onset] = []
        /// Where what sounded was faded out, whose bits say nothing.
        var fades: [Range<Int64>] = []
        for _ in 0..<Self.editsPerRun {
            player.render(random.number(0...sounds.rate.hertz / 6))
            expected += model.play(to: player.frame)
            let here = player.frame
            switch random.number(0...15) {
            case 0, 1:
                expected.removeAll { $0.frame >= here }
                if random.isOne(in: 2) {
                    try player.stop(model.arrangement)
                    player.render(random.number(0...sounds.rate.hertz / 10))
                }
                fades.append(here..<player.frame + Int64(sounds.rate.hertz / 100))
                model = try start(player, sounds, &random)
                report.edits += 1
            case 2:
                expected.removeAll { $0.frame >= here }
                sounds = try Sounds(&random)
                try player.change(rate: sounds.rate, kits: sounds.kits, model.arrangement)
                model.change(rate: sounds.rate.hertz, leads: sounds.leads, at: here)
                report.edits += 1
            default:
                guard let (music, cue) = try edit(model, at: here, &random) else { continue }
                let adoption = try player.adopt(music, cue: cue)
                report.edits += adoption.isLate ? 0 : 1
                report.late += adoption.isLate ? 1 : 0
                if !adoption.isLate { model.edit(music, at: adoption.frame) }
            }
        }
        player.render(sounds.rate.hertz / 2)
        expected += model.play(to: player.frame)
        // A tempo that is changed before the beginning can bring it into a fade.
        expected.removeAll { onset in onset.frame >= player.frame || fades.contains { $0.contains(onset.frame) } }
        withExtendedLifetime(sounds) {}
        let heard = player.onsets(Self.lanes, unit: Self.unit)
        for lane in Self.lanes {
            let places = expected.filter { $0.lane == lane }.map(\.place)
            let frames = (heard[lane] ?? []).filter { frame in !fades.contains { $0.contains(frame) } }
            Self.compare(frames, with: places.sorted(), in: "run \(run), lane \(lane)", &report)
        }
    }

    /// Begins a run of random music, with time for every lead-in.
    private func start(
        _ player: SplicePlayer, _ sounds: Sounds, _ random: inout SplitMix
    ) throws(RhythmError) -> SpliceModel {
        let arrangement = random.cut(Arrangement(passages: try random.passages(Self.lanes)))
        let delay = Int64(sounds.rate.hertz / 20 + random.number(0...100))
        try player.start(arrangement, after: delay)
        return SpliceModel(arrangement, begin: player.frame + delay, rate: sounds.rate.hertz, leads: sounds.leads)
    }

    /// A sound for each lane, with a random lead-in, at a random rate.
    private struct Sounds {
        let rate: SampleRate
        /// The leads of the samples, by the number of the lane.
        let leads: [Int]
        let kits: KitSet
        private let samples: [Sample]

        init(_ random: inout SplitMix) throws {
            rate = SampleRate(hertz: random.number(8000...11_025)) ?? .hz48000
            var leads = [Int](repeating: 0, count: Lane.most)
            var samples: [Sample] = []
            for (bit, lane) in SpliceProof.lanes.enumerated() {
                leads[lane] = random.isOne(in: 2) ? 0 : random.number(0...rate.hertz / 20)
                let level = SpliceProof.unit * Float(1 << bit)
                // So quiet a lead-in that all of them together change no bit.
                let frames = [Float](repeating: level / 400, count: leads[lane]) + [level]
                samples.append(
                    try Sample(
                        DecodedAudio(sampleRate: rate.hertz, channels: 1, frames: frames), rate: rate.hertz, name: "bit"
                    ))
            }
            self.leads = leads
            self.samples = samples
            kits = KitSet(samples.map { Kit(Kit.Sound($0.view)) })
        }
    }

    /// Other music, and from where on, if not from now.
    private func edit(
        _ model: SpliceModel, at frame: Int64, _ random: inout SplitMix
    ) throws(RhythmError) -> (Arrangement, Position?)? {
        if random.isOne(in: 2) { return (try random.change(model.arrangement, Self.lanes), nil) }
        // At some place around the present one, often over.
        let eighths = Int64(model.position(atFrame: frame) * 8) + Int64(random.number(-2...12))
        guard let distance = Ratio(max(1, eighths), over: 8),
            let spliced = model.arrangement.spliced(with: try random.passages(Self.lanes), at: distance)
        else { return nil }
        return (spliced, Position(units: distance))
    }

    /// Compares the onsets of a lane with their places, both in order.
    static func compare(_ frames: [Int64], with places: [Double], in run: String, _ report: inout Report) {
        report.onsets += frames.count
        var (heard, wanted) = (0, 0)
        while heard < frames.count || wanted < places.count {
            let error = heard < frames.count && wanted < places.count ? Double(frames[heard]) - places[wanted] : nil
            if let error, abs(error) <= 1.5 {
                report.largestErrorFrames = max(report.largestErrorFrames, abs(error))
                if abs(error) > 0.5 + modelError {
                    report.off += 1
                    report.firstFault = report.firstFault ?? "\(run): off by \(error) frames at \(frames[heard])"
                }
                heard += 1
                wanted += 1
            } else if wanted == places.count || error ?? 0 < 0 {
                report.extra += 1
                report.firstFault = report.firstFault ?? "\(run): an extra onset at frame \(frames[heard])"
                heard += 1
            } else {
                report.missing += 1
                report.firstFault = report.firstFault ?? "\(run): an onset is missing at \(places[wanted])"
                wanted += 1
            }
        }
    }
}
