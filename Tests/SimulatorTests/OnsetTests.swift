// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import Simulator
import SongSamples
import Songs
import Testing

extension Simulations {
    /// The frames on which beats are heard.
    @Suite struct OnsetTests {
        private static let rate = 48_000.0

        /// The frames of beats, counted from the first.
        private func frames(_ outcome: Simulation.Outcome) -> [Double] {
            outcome.beats.map { ($0.seconds * Self.rate).rounded() }
        }

        @Test(arguments: [120, 137.3]) func `every onset is within half a frame of its exact place`(bpm: Double) throws
        {
            let frames = frames(try Simulation.outcome(of: "0 tempo \(bpm)\n0 start\npass 6000"))
            #expect(frames.count > 10)
            for (beat, frame) in frames.enumerated() {
                #expect(abs(frame - Double(beat) * 60 * Self.rate / bpm) <= 0.5, "beat \(beat)")
            }
        }

        @Test(arguments: [
            "0 lane hat x.A. pan=-0.5\n0 lane kick Xo.. 2 per beat pan=0.75\n0 lane tik .x.x channel=2 pan=0.25",
            "0 lane beat pan=1\n0 lane subdivision channel=2\n0 subdivision 2\n0 accents XAxo",
            "write a.toml [[section]]\\nbars = 8\\ntempo = 120\\nlanes = \"hat x.A. pan=-0.5; tik .x.x channel=2 pan=0.25\"\\n\n0 song load ~/a.toml",
        ])
        func `a lane is heard on the channels that are set, as loud as its pan says`(lanes: String) throws {
            let outcome = try Simulation.outcome(of: lanes + "\n0 start\npass 6000\n0 status")
            #expect(outcome.answers.allSatisfy { $0["error"] == nil }, "\(outcome.answers)")
            #expect(outcome.answers.last?["result"]?.flatStatus["audio"]?["state"] == "running")
        }

        @Test func `the bell rings on the first beat of each bar, and of each run`() throws {
            let play = "0 start\npass 2000\n0 stop\npass 1000\n"
            let beats = try Simulation.outcome(of: "0 tempo 480\n0 meter 3/4\n\(play)\(play)").beats
            // Between the runs is a pause.
            let begin = try #require(
                beats.indices.dropFirst().first { beats[$0].seconds - beats[$0 - 1].seconds > 0.5 })
            try #require(begin > 8 && beats.count > begin + 8)
            for run in [beats[..<begin], beats[begin...]] {
                #expect(run.enumerated().allSatisfy { $1.isBell == ($0 % 3 == 0) })
                #expect(zip(run, run.dropFirst()).allSatisfy { abs($1.seconds - $0.seconds - 0.125) < 0.000_03 })
            }
        }

        @Test func `a tempo change keeps the phase, and its answer says where it was`() throws {
            let tempi = [240.0, 90.1, 1000, 120]
            let changes = zip(tempi, [900, 1000, 700, 900]).map { "0 tempo \($0)\npass \($1)" }
            let outcome = try Simulation.outcome(
                of: "0 tempo 137.3\n0 start\npass 1100\n" + changes.joined(separator: "\n") + "\npass 2000")
            let frames = frames(outcome)
            let begins = try outcome.answers.dropFirst(2).map { try #require($0["result"]?["at_beat"]?.number) }
            let parts = zip([0] + begins, [137.3] + tempi).map { (beat: $0, bpm: $1) }
            var (place, beat) = ((beat: 0.0, frame: 0.0), 0)
            for (index, part) in parts.enumerated() {
                let next = index + 1 < parts.count ? parts[index + 1] : nil
                let end = next?.beat ?? Double(frames.count)
                let period = 60 * Self.rate / part.bpm
                while Double(beat) < end, beat < frames.count {
                    let exact = place.frame + (Double(beat) - place.beat) * period
                    #expect(abs(frames[beat] - exact) <= 0.501, "beat \(beat) of \(parts)")
                    beat += 1
                }
                guard let next else { break }
                // A change begins between two samples: half a sample before the one that is told.
                let seam = end - next.bpm / 120 / Self.rate
                let frame = place.frame + (seam - place.beat) * period + 0.5
                #expect(abs(frame - frame.rounded()) < 0.01, "\(end) is not on a frame")
                place = (end, frame.rounded())
            }
            #expect(beat == frames.count && beat > 20)
        }

        @Test func `no setting costs or doubles a beat`() throws {
            let words = ["volume 0.7", "meter 3/4", "bell 5 on 2", "sound beat bell", "bell off", "latency low"]
            let outcome = try Simulation.outcome(
                of: "0 tempo 300\n0 start\npass 700\n" + words.map { "0 \($0)\npass 430\n" }.joined())
            #expect(outcome.answers.allSatisfy { $0["error"] == nil })
            #expect(outcome.intervals.count > 20 && outcome.intervals.allSatisfy { abs($0 - 0.2) < 0.000_03 })
        }

        @Test func `lanes are heard in a beat that its accents keep silent, also where these have just gone`() throws {
            _ = try Simulation.outcome(
                of: """
                    0 lane hat .xx.x 3 per beat
                    0 trainer gap 3 1 beats
                    0 accents ..xo
                    0 start
                    pass 6060
                    0 bell 9
                    pass 2000
                    """)
        }

        @Test func `when the bars that are counted in are over, it is told what is heard then`() throws {
            let outcome = try Simulation.outcome(
                of: "0 tempo 240\n0 count-in 1\n0 subdivision 2\n1 subscribe state\n0 start\npass 3000")
            let states = outcome.events.compactMap { $0["params"] }.filter { $0["state"]?["playing"] == true }
            let told = states.filter { $0["changed"]?.array?.contains("heard") ?? false }.compactMap { $0["state"] }
            #expect(told.map { $0["heard"]?["subdivision"]?.integer } == [1, 2])
            #expect(told.last?["position"]?["beat_index"] == 4)
        }

        @Test func `a song that plays live has every onset on the frame of its table, tells its sections and ends`()
            throws
        {
            let text = WrittenSong.ofAllKinds
            let outcome = try Simulation.outcome(
                of: """
                    write a.toml \(text.replacing("\n", with: "\\n"))
                    1 subscribe beat section state
                    0 song load ~/a.toml
                    0 start
                    pass 20000
                    """)
            let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
            let table = String(decoding: try SongExport.csv(.hz48000).write(song).bytes, as: UTF8.self)
            let rows = table.split(separator: "\n").dropFirst().compactMap { Double($0.split(separator: ",")[1]) }
            #expect(frames(outcome) == rows.map { $0 - rows[0] })
            let sections = outcome.events.filter { $0["method"] == "event.section" }.compactMap { $0["params"] }
            let labels = sections.compactMap { $0["section"]?["label"]?.string }
            #expect(labels == ["intro", "verse", "verse", "bridge", "coda"], "\(sections)")
            #expect(sections.last?["next"] == .null)
            var beats: [Int64: JSONValue] = [:]
            for event in outcome.events where event["method"] == "event.beat" {
                if let beat = event["params"], let index = beat["beat_index"]?.integer { beats[Int64(index)] = beat }
            }
            for section in sections.compactMap({ $0["section"] }) {
                let beat = try #require(beats[Int64(section["from_beat"]?.integer ?? -1)], "\(section)")
                #expect(abs((section["at_ns"]?.integer ?? 0) - (beat["at_ns"]?.integer ?? 0)) < 300_000)
            }
            // Written bars keep their numbers, and a count-in comes before the first.
            #expect(beats[0]?["bar"] == 0 && beats[4]?["bar"] == 1 && beats[24]?["bar"] == 3)
            let states = outcome.events.filter { $0["method"] == "event.state" }
            #expect(states.last?["params"]?["state"]?["playing"] == false)
        }
    }
}
