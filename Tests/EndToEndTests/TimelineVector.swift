// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SeededRandom

/// A timeline as it is on the wire, and what the clients of the daemon compute from it: the measure of whoever writes a client again.
struct TimelineVector {
    /// What it shows.
    var about: String
    /// The timeline.
    var told: JSONValue
    /// Positions whose times are asked for, in beats.
    var places: [Double]
    /// Beats that are asked for.
    var beats: [Int64]
    /// The stretch of the music whose strokes are asked for, in beats.
    var stretch: ClosedRange<Double>
    var subdivision = 1
    var swing = "even"

    /// The vector with what is computed from it; throws for a timeline that cannot be calculated with.
    func computed() throws -> JSONValue {
        let heard = try Self.heard(told)
        func time(_ beats: Double) -> ClockTime { heard.time(of: BeatPosition(beats: beats)) }
        let (begin, end) = (time(stretch.lowerBound), time(stretch.upperBound))
        return [
            "about": .string(about), "timeline": told,
            "times": .array(places.map { [.number($0), .integer(time($0).nanoseconds)] }),
            "beats": .array(
                beats.compactMap { heard.beat($0) }.map { beat in
                    [
                        .integer(beat.index), .integer(beat.bar), .integer(Int64(beat.beat)),
                        .string("\(beat.accent)"), .number(beat.bpm), .integer(beat.time.nanoseconds),
                    ]
                }),
            "onsets": [
                "subdivision": .integer(Int64(subdivision)), "swing": .string(swing),
                "from_ns": .integer(begin.nanoseconds), "before_ns": .integer(end.nanoseconds),
                "strokes": .array(
                    try strokes(heard, from: begin, before: end).map {
                        [.integer($0.ns), .string($0.lane), .string($0.accent)]
                    }),
            ],
        ]
    }

    private static func heard(_ told: JSONValue) throws -> HeardTimeline {
        guard let heard = HeardTimeline(try JSONLine.decode(TimelineState.self, from: Array(told.text.utf8))) else {
            throw HarnessError("not understood: \(told.text)")
        }
        return heard
    }

    /// The strokes that are heard in a stretch: beats, their parts, which are silent with them, in a count-in and where a timer ends,
    /// and the lanes.
    private func strokes(
        _ heard: HeardTimeline, from begin: ClockTime, before end: ClockTime
    ) throws -> [(ns: Int64, lane: String, accent: String)] {
        var found = heard.onsets(from: begin, before: end).map { ($0.time, $0.lane, $0.accent) }
        let between = Pattern(subdivision: subdivision, swing: try Swing(parsing: swing))
        let parts = between?.onsets.map { Double($0.place) / Double(between?.denominator ?? 1) } ?? []
        for index in Int64(stretch.lowerBound.rounded(.down))...Int64(stretch.upperBound) {
            guard let beat = heard.beat(index), beat.accent != .mute else { continue }
            found.append((beat.time, "beat", beat.accent))
            for part in parts where heard.hasParts(beat) {
                found.append((heard.time(of: BeatPosition(beats: Double(index) + part)), "subdivision", .normal))
            }
        }
        return found.filter { begin <= $0.0 && $0.0 < end }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
            .map { ($0.0.nanoseconds, $0.1, "\($0.2)") }
    }
}

// MARK: timelines by hand

extension TimelineVector {
    private static let start: Int64 = 81_234_000_000_000

    private static func origin(_ beats: Double) -> JSONValue {
        ["beat": .integer(Int64(beats.rounded(.down))), "fraction": .number(beats - beats.rounded(.down))]
    }

    private static func tempo(_ numerator: Int64, over denominator: Int64 = 1) -> JSONValue {
        ["numerator": .integer(numerator), "denominator": .integer(denominator)]
    }

    private static func segment(
        _ bpm: JSONValue, from beats: Double = 0, at seconds: Double = 0, ppm: Double = 0,
        _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        let plain: [String: JSONValue] = [
            "origin": origin(beats), "at_ns": .integer(start + Int64(seconds * 1e9)), "tempo": bpm, "curve": "constant",
            "rate_ppm": .number(ppm),
        ]
        return .object(plain.merging(more) { $1 })
    }

    private static func bars(
        from: Int64 = 0, origin: (beat: Int64, bar: Int64) = (0, 1), beats: Int64 = 4,
        bell: JSONValue = ["every": 4, "on": 1], _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        let plain: [String: JSONValue] = [
            "from_beat": .integer(from), "origin": ["beat": .integer(origin.beat), "bar": .integer(origin.bar)],
            "beats": .integer(beats), "bell": bell,
        ]
        return .object(plain.merging(more) { $1 })
    }

    private init(
        _ about: String, _ segments: [JSONValue], _ bars: [JSONValue]? = nil, _ more: [String: JSONValue] = [:],
        subdivision: Int = 1, swing: String = "even"
    ) {
        let plain: [String: JSONValue] = [
            "run": 3, "segments": .array(segments), "bars": .array(bars ?? [Self.bars()]),
        ]
        self.init(
            about: about, told: .object(plain.merging(more) { $1 }),
            places: [0, 0.5, 1, 4.25, 7.75, 8, 20.125, 40, 1000], beats: Array(0...12) + [20, 40, 1000],
            stretch: 1.9...9.9, subdivision: subdivision, swing: swing)
    }

    /// A timeline for each thing that a client has to get right.
    static let byHand: [TimelineVector] = {
        let curve: [String: JSONValue] = [
            "curve_begin": origin(4), "to": tempo(180), "length": 16, "curve": "linear_in_beats",
        ]
        let inTime: [String: JSONValue] = [
            "curve_begin": origin(4), "to": tempo(60), "length": 8, "curve": "linear_in_time",
        ]
        let lane: [String: JSONValue] = [
            "name": "three", "id": 3, "origin": origin(0), "denominator": 3, "cycle": 12, "places": [0, 4, 8],
            "accents": "Axo", "muted": false,
        ]
        func lanes(_ changes: [String: JSONValue]) -> JSONValue { .object(lane.merging(changes) { $1 }) }
        return [
            TimelineVector("one tempo", [segment(tempo(120))]),
            TimelineVector("a tempo that is no whole number", [segment(tempo(1373, over: 10))]),
            TimelineVector("the device's crystal is fast by 100 millionths", [segment(tempo(120), ppm: 100)]),
            TimelineVector(
                "the tempo doubles in the middle of beat 4",
                [segment(tempo(120)), segment(tempo(240), from: 4.5, at: 2.25)]),
            TimelineVector(
                "a ramp by beats that has begun before its segment",
                [segment(tempo(100)), segment(tempo(100), from: 6, at: 3.543722157, curve)]),
            TimelineVector(
                "a ramp by time, after which its last tempo goes on",
                [segment(tempo(240)), segment(tempo(240), from: 4, at: 1, ppm: -42.5, inTime)]),
            TimelineVector(
                "accents, silent beats and no bell",
                [segment(tempo(90))], [bars(beats: 5, bell: .null, ["accents": "XxAo."])], subdivision: 2, swing: "2:1"),
            TimelineVector(
                "accents, and a bell on the fourth of every three bars' beats",
                [segment(tempo(90))], [bars(beats: 3, bell: ["every": 9, "on": 4], ["accents": "xoA"])]),
            TimelineVector(
                "a count-in of a bar ends with bar 0; another meter from beat 8 on",
                [segment(tempo(150))],
                [
                    bars(origin: (4, 1), ["accents": "xxxx"]),
                    bars(from: 8, origin: (8, 2), beats: 3, bell: ["every": 3, "on": 1]),
                ], subdivision: 3),
            TimelineVector(
                "the music is over with beat 8", [segment(tempo(120))], nil, ["end_beat": 8], subdivision: 4),
            TimelineVector(
                "a timer ends with beat 7: the bell rings twice more, and the beat has no parts", [segment(tempo(120))],
                [bars(), bars(from: 7, origin: (4, 2), ["accents": "XXXX"])],
                [
                    "end_beat": 8,
                    "lanes": [
                        ["from_beat": 0, "lanes": [lanes([:])]],
                        [
                            "from_beat": 7,
                            "lanes": [
                                lanes([
                                    "name": "beat", "id": 0, "origin": origin(7), "cycle": 3, "places": [1, 2],
                                    "accents": "XX",
                                ])
                            ],
                        ],
                    ],
                ], subdivision: 2),
            TimelineVector(
                "subdivision 4 with a swing of 58 %", [segment(tempo(120))], subdivision: 4, swing: "58%"),
            TimelineVector(
                "a lane of three against four, another from between two beats on, one from beat 6, and one that is muted",
                [segment(tempo(120))], nil,
                [
                    "lanes": [
                        ["from_beat": 0, "lanes": [lanes([:])]],
                        ["from_beat": 2.375, "lanes": [lanes(["cycle": 10])]],
                        [
                            "from_beat": 6,
                            "lanes": [
                                lanes(["name": "late", "first": 5, "end": 8]),
                                lanes(["name": "silent", "id": 4, "muted": true]),
                            ],
                        ],
                    ]
                ]),
            TimelineVector(
                "a lane that chance plays, through a ramp",
                [segment(tempo(100)), segment(tempo(100), from: 4, at: 2.4, curve)], nil,
                [
                    "lanes": [
                        [
                            "from_beat": 0,
                            "lanes": [
                                lanes([
                                    "chances": [65535, 32768, 6554], "origin": origin(0.5), "cycle": 3,
                                    "places": [0, 1, 2], "accents": "Xx.",
                                ])
                            ],
                        ]
                    ]
                ]),
        ]
    }()
}

// MARK: timelines by chance

extension TimelineVector {
    /// A timeline of any tempi, ramps, rates, bars and lanes.
    init(_ random: inout SeededGenerator) throws {
        func whole(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }
        func part() -> Double { Double.random(in: 0..<1, using: &random) }
        func tempo() -> JSONValue { Self.tempo(whole(20_000...400_000), over: whole(900...1100)) }
        func signs(_ count: Int) -> JSONValue {
            .string(String((0..<count).map { _ in "XAxo.".randomElement(using: &random) ?? "x" }))
        }
        var (segments, beats): ([JSONValue], Double) = ([], 0)
        for _ in 0..<whole(1...5) {
            // Each begins where the one before it has come to.
            let ns =
                try segments.isEmpty
                ? whole(1_000_000_000...30_000_000_000_000)
                : Self.heard(["run": 1, "segments": .array(segments), "bars": [Self.bars()]]).time(
                    of: BeatPosition(beats: beats)
                ).nanoseconds
            var segment: [String: JSONValue] = [
                "at_ns": .integer(ns), "curve": "constant", "origin": Self.origin(beats), "tempo": tempo(),
                "rate_ppm": .number((part() - 0.5) * 400),
            ]
            if whole(0...1) > 0 {
                let over = part() * min(beats, 3)
                segment["curve"] = .string(["linear_in_time", "linear_in_beats"][Int(whole(0...1))])
                (segment["to"], segment["curve_begin"]) = (tempo(), Self.origin(beats - over))
                segment["length"] = .number(over + Double(whole(1...32)))
            }
            segments.append(.object(segment))
            beats += part() * 40
        }
        var (bars, lanes, from): ([JSONValue], [JSONValue], Int64) = ([], [], 0)
        for _ in 0..<whole(1...3) {
            let (every, count) = (whole(1...7), Int(whole(1...9)))
            var rule: [String: JSONValue] = [
                "from_beat": .integer(from), "beats": .integer(Int64(count)),
                "bell": whole(0...2) == 0 ? .null : ["every": .integer(every), "on": .integer(whole(1...every))],
                "origin": ["bar": .integer(whole(-1...50)), "beat": .integer(max(0, from - whole(0...3)))],
            ]
            if whole(0...1) > 0 { rule["accents"] = signs(count) }
            bars.append(.object(rule))
            if whole(0...1) > 0 {
                let (denominator, count) = (whole(1...12), Int(whole(1...5)))
                var lane: [String: JSONValue] = [
                    "name": "lane", "id": .integer(whole(2...40)), "muted": .bool(whole(0...3) == 0),
                    "origin": Self.origin(max(0, Double(from) - part() * 2)), "denominator": .integer(denominator),
                    "cycle": .integer(Int64(count) + whole(denominator...30)),
                    "places": .array((0..<count).map { .integer(Int64($0)) }), "accents": signs(count),
                ]
                if whole(0...1) > 0 { lane["chances"] = .array((0..<count).map { _ in .integer(whole(0...65_535)) }) }
                let between = from == 0 ? 0 : part()
                lanes.append(["from_beat": .number(Double(from) + between), "lanes": [.object(lane)]])
            }
            from += whole(1...40)
        }
        var told: [String: JSONValue] = ["run": 1, "segments": .array(segments), "bars": .array(bars)]
        if !lanes.isEmpty { told["lanes"] = .array(lanes) }
        let begin = part() * 60
        self.init(
            about: "by chance", told: .object(told), places: (0..<8).map { _ in part() * 150 },
            beats: (0..<8).map { _ in whole(0...150) }, stretch: begin...begin + 4 + part(),
            subdivision: Int(whole(1...9)), swing: ["even", "2:1", "58%"][Int(whole(0...2))])
    }
}
