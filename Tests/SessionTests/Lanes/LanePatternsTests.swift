// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// What the named lanes of a run play is derived once, and only where it is played.
@Suite struct LanePatternsTests {
    private func settings(_ lanes: String, trainer: String? = nil) throws -> Settings {
        var edit = Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))])
        if let trainer, let key = Key.named("trainer.speed") {
            edit[key] = .trainer(try Trainer(.speed, parsing: trainer))
        }
        return try edit.applied(to: Settings())
    }

    /// The places of a lane's onsets up to a beat, in beats, by the passages of a run.
    private func places(_ id: Int, in music: PlannedMusic, upTo end: Double) -> [Double] {
        let arrangement = music.arrangement(kits: [])
        var (begin, places) = (Ratio.zero, [Double]())
        for passage in arrangement.passages {
            let last = min(end, passage.length.flatMap(begin.adding)?.value ?? end)
            for lane in passage.lanes where lane.id == id {
                let origin = lane.anchor.origin.map(\.units) ?? 0
                let pattern = lane.pattern
                guard !pattern.onsets.isEmpty else { continue }
                let cycle = Double(pattern.cycle) / Double(pattern.denominator)
                for number in 0..<Int64(((last - origin) / cycle).rounded(.up)) * Int64(pattern.onsets.count) {
                    guard lane.onsets?.contains(number) ?? true else { continue }
                    let (round, index) = number.quotientAndRemainder(dividingBy: Int64(pattern.onsets.count))
                    let onset = Double(pattern.onsets[Int(index)].place) / Double(pattern.denominator)
                    let place = origin + Double(round) * cycle + onset
                    if place >= begin.value - 1e-9, place < last - 1e-9 { places.append(place) }
                }
            }
            begin = passage.length.flatMap(begin.adding) ?? begin
        }
        return places
    }

    @Test func `what the settings have derived is not derived again, and in other bars once for a run`() throws {
        let settings = try settings(
            "a (x.)*400 over 7 bars | b 5 per bar | c every 3 beats", trainer: "60 to 300 by 60 per minute")
        for (grid, derivations) in [(nil, 0), (BarGrid(beatsPerBar: 3), 3)] {
            var music = PlannedMusic(settings, grid: grid)
            #expect(music.parts.count > 50)
            #expect(music.patterns.derivations == derivations)
            // The last of these is in the bars of the settings.
            for beat in 1...30 { _ = music.change(to: settings, pending: [], nextBeat: Int64(beat)) }
            #expect(music.patterns.derivations == derivations)
            #expect(music.arrangement(kits: []).passages.allSatisfy { $0.lanes.count == 4 })
            #expect(music.laneRules.allSatisfy { $0.entries.count == 3 })
        }
    }

    @Test func `a lane is derived anew where its pattern or the bar is another, and not where its mix is`() throws {
        let settings = try settings("a x.x. | b 5 per bar")
        var change = try LaneEdit(name: "a")
        change.pattern = try WrittenPattern(parsing: "xxxx")
        let other = try Edit.lanes([.set(change)]).applied(to: settings)
        let three = try #require(Key.named("meter"))
        let inThree = try Edit([three: .meter(try Meter(parsing: "3/4"))]).applied(to: settings)
        func onsets(_ settings: Settings) -> [Int] {
            settings.lanes.entries.map { entry in
                entry.played(beatsPerBar: settings.meter.beats, tempo: settings.tempo)?.pattern.onsets.count ?? -1
            }
        }
        #expect(onsets(settings) == [2, 5] && onsets(other) == [4, 5] && onsets(inThree) == [2, 5])
        #expect(settings.lanes.entries[0].played(beatsPerBar: 3, tempo: settings.tempo) == nil)
        #expect(inThree.lanes == settings.lanes && other.lanes != settings.lanes)
    }

    @Test func `of a long schedule in seconds each beat of a trainer has its own entries alone`() throws {
        let lengths = Array(repeating: "0.05", count: 250).joined(separator: " ")
        let settings = try settings("a cycle \(lengths) s 16 times", trainer: "60 to 300 by 60 per minute")
        let music = PlannedMusic(settings)
        let lanes = music.arrangement(kits: []).passages.flatMap(\.lanes).filter { $0.id == 2 }
        #expect(lanes.count > 50)
        // A beat has twenty at most; those beside it are there, too. What has no end has all of them.
        let sizes = lanes.dropLast().map(\.pattern.onsets.count)
        #expect(sizes.allSatisfy { $0 < 100 } && lanes.last?.pattern.onsets.count == 3999)
    }

    @Test(arguments: [
        "cycle 0.2 0.2 0.4 s 30 times", "cycle 3 0.5 7 s", "every 41 s after 1.7 s",
        "moments 0 1.5 2.25 9 s canon 5 by 1/3 s",
        "cycle 11 13 s after 2 beats", "every 0.3 s",
    ])
    func `a part of a schedule is what the whole of it has there`(text: String) throws {
        let written = try WrittenPattern(parsing: text)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<60 {
            let tempo = try Tempo(Int64.random(in: 20_000...900_000, using: &random), over: 1000)
            let begin = Double.random(in: 0...80, using: &random)
            let stretch = begin...begin + Double.random(in: 0.5...8, using: &random)
            func entries(_ played: WrittenPattern.Played) -> [Double] {
                let pattern = played.pattern
                guard !pattern.onsets.isEmpty else { return [] }
                let cycle = Double(pattern.cycle) / Double(pattern.denominator)
                let rounds = Int64((stretch.upperBound / cycle).rounded(.up)) + 1
                return (0..<rounds * Int64(pattern.onsets.count)).compactMap { number in
                    guard played.onsets?.contains(number) ?? true else { return nil }
                    let (round, index) = number.quotientAndRemainder(dividingBy: Int64(pattern.onsets.count))
                    let place = Double(pattern.onsets[Int(index)].place) / Double(pattern.denominator)
                    return Double(round) * cycle + place
                }.filter { stretch.contains($0) }
            }
            let whole = entries(try written.played(inBarsOf: [.one], tempo: tempo, anchor: nil))
            let part = entries(try written.played(inBarsOf: [.one], tempo: tempo, anchor: nil, within: stretch))
            let isSame = whole.count == part.count && zip(whole, part).allSatisfy { abs($0 - $1) < 1e-6 }
            #expect(isSame, "\(text) at \(tempo) in \(stretch): \(whole) \(part)")
        }
    }

    @Test func `a schedule in seconds goes on through a tempo that changes with every beat`() throws {
        let music = PlannedMusic(try settings("a cycle 0.4 0.4 s 40 times", trainer: "60 to 300 by 240 per minute"))
        let found = places(2, in: music, upTo: 30)
        // In seconds: the beats are as long as their tempi say.
        var (begin, seconds) = (0.0, 0.0)
        var times: [Double] = []
        for (part, next) in zip(music.parts, music.parts.dropFirst()) {
            let length = Double(next.fromBeat) - begin
            let period = 60 / part.tempo.beatsPerMinute
            for place in found where place >= begin && place < begin + length {
                times.append(seconds + (place - begin) * period)
            }
            begin += length
            seconds += length * period
        }
        #expect(times.count > 20)
        for (index, time) in times.enumerated() { #expect(abs(time - 0.4 * Double(index + 1)) < 1e-6) }
    }

    @Test func `what is known of lanes leads to the same music as what is made anew`() throws {
        let patterns = ["x.x.", "xxxx", "5 per bar", "x... over 3 beats", "3:2", "x.x.x", "4 per beat"]
        var random = SeededGenerator(seed: 7)
        func lane() throws -> LaneEdit {
            var lane = try LaneEdit(name: ["a", "b", "c", "d"].randomElement(using: &random) ?? "a")
            lane.pattern = try WrittenPattern(parsing: patterns.randomElement(using: &random) ?? "x")
            if Bool.random(using: &random) { lane.isMuted = Bool.random(using: &random) }
            return lane
        }
        func key(_ name: String) throws -> Key { try #require(Key.named(name)) }
        var settings = try settings("a x.x. | b 5 per bar | c xx")
        var music = PlannedMusic(settings)
        var pending: [PendingChange] = []
        for turn in 1...200 {
            switch Int.random(in: 0...5, using: &random) {
            case 0: settings = try Edit.lanes([.set(lane())]).applied(to: settings)
            case 1:
                let meter = try Meter(parsing: ["3/4", "4/4", "5/4"].randomElement(using: &random) ?? "4/4")
                settings = try Edit([key("meter"): .meter(meter)]).applied(to: settings)
            case 2: settings.tempo = try Tempo(Int64.random(in: 60...200, using: &random))
            case 3: settings.beatSound = ["beat", "bell"].randomElement(using: &random) ?? "beat"
            case 4 where !pending.isEmpty: pending.remove(at: Int.random(in: pending.indices, using: &random))
            default:
                var edit = Edit.lanes([.set(try lane())])
                if Bool.random(using: &random) { edit[try key("meter")] = .meter(try Meter(parsing: "7/4")) }
                let place = Cue.place(bar: 50 + Int.random(in: 0...20, using: &random), beat: 1)
                pending.append(PendingChange(id: turn, cue: place, fromBeat: 0, action: .edit(edit)))
            }
            var anew = music
            anew.patterns = LanePatterns()
            _ = music.change(to: settings, pending: pending, nextBeat: Int64(turn / 2))
            _ = anew.change(to: settings, pending: pending, nextBeat: Int64(turn / 2))
            let kits = music.parts.flatMap(\.choices).reduce(into: [SoundChoice]()) { kits, choice in
                if !kits.contains(choice) { kits.append(choice) }
            }
            #expect(music == anew && music.laneRules == anew.laneRules)
            #expect(music.arrangement(kits: kits) == anew.arrangement(kits: kits))
            // Nor is it what was made for them that counts.
            for index in anew.parts.indices { anew.parts[index].derived.named = nil }
            #expect(music.laneRules == anew.laneRules)
            #expect(music.arrangement(kits: kits) == anew.arrangement(kits: kits))
        }
    }

    @Test func `what waits is applied once each, whatever the number of changes`() throws {
        let settings = Settings()
        let pending = try (1...100).map { id in
            PendingChange(
                id: id, cue: .place(bar: id + 1, beat: 1), fromBeat: 0,
                action: .edit(.tempo(.to(try Tempo(Int64(100 + id))))))
        }
        let music = PlannedMusic(settings, pending: pending)
        let before = music.settingsBeforeChanges(settings, pending: pending)
        #expect(before.count == 100 && before[1]?.tempo == settings.tempo)
        for id in 2...100 { #expect(before[id]?.tempo == (try Tempo(Int64(99 + id)))) }
    }
}
