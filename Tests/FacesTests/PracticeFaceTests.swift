// SPDX-License-Identifier: Apache-2.0

import Motion
import Rhythm
import Testing

@testable import Faces

@Suite struct PracticeFaceTests {
    private let size = PracticeFace().defaultSize

    private func moment(_ practice: PracticePlace?, bpm: String = "75", isPlaying: Bool = true) throws -> Moment {
        var moment = Moment(beats: 61, tempo: try Tempo(parsing: bpm), isPlaying: isPlaying)
        moment.practice = practice
        return moment
    }

    private func drawing(_ practice: PracticePlace?, bpm: String = "75", isPlaying: Bool = true) throws -> Drawing {
        let moment = try moment(practice, bpm: bpm, isPlaying: isPlaying)
        return PracticeFace().drawing(at: moment, size: size, theme: .light)
    }

    @Test func `it looks as it did when it was found good`() throws {
        var moment = try moment(.all)
        for (name, size) in [("wide", Size(width: 240, height: 150)), ("tall", Size(width: 150, height: 160))] {
            for theme in [Theme.dark, .plain] {
                let picture = PracticeFace().picture(at: moment, size: size, theme: theme)
                try ReferencePicture(name: "trainers-\(name)-\(theme.name)").expect(picture)
            }
        }
        moment.grid = BarGrid(originBeat: 64, originBar: 1, beatsPerBar: 4)
        moment.practice?.isSilent = false
        let picture = PracticeFace().picture(at: moment, size: Size(width: 240, height: 150), theme: .light)
        try ReferencePicture(name: "trainers-count-in").expect(picture)
    }

    @Test func `each trainer has its panel, and without any one is told what to type`() throws {
        #expect(try drawing(.all).partNames.filter { $0 != "lamp" } == ["tempo", "speed", "gap", "mute", "timer"])
        let gap = PracticePlace(gap: PracticePlace.Gap(round: 1, played: 2, muted: 2, passed: 0, unit: .beats))
        #expect(try drawing(gap).partNames.filter { $0 != "lamp" } == ["tempo", "gap"])
        #expect(try drawing(nil).strings(in: "hints") == PracticeFace.hints)
        #expect(try drawing(.all).strings(in: "hints").isEmpty)
    }

    @Test func `the number is the tempo, and a fraction of it stands below`() throws {
        #expect(try drawing(nil, bpm: "137").strings(in: "tempo") == ["137"])
        let drawing = try drawing(nil, bpm: "137.3")
        #expect(drawing.strings(in: "tempo") == ["137"] && drawing.strings.contains("137.3 bpm"))
    }

    @Test func `the way of the tempo says where it is, and what comes next`() throws {
        let climbing = PracticePlace.climbing
        func words(_ speed: PracticePlace.Speed, isPlaying: Bool = true) throws -> [String] {
            try drawing(PracticePlace(speed: speed), isPlaying: isPlaying).strings(in: "speed")
        }
        #expect(try words(climbing) == ["speed", "80 in 1 bar", "60", "120"])
        #expect(try words(climbing, isPlaying: false) == ["speed", "to 120", "60", "120"])
        var last = climbing
        last.next = nil
        #expect(try words(last)[1] == "120 in 37 bars")
        last.stops = true
        #expect(try words(last)[1] == "ends in 37 bars")
        (last.barsLeft, last.part) = (nil, 1)
        #expect(try words(last)[1] == "120 reached")
        var back = climbing
        back.course += back.course.reversed()
        #expect(try words(back).suffix(3) == ["60", "120", "60"])
    }

    @Test(arguments: [0, 0.1, 0.5, 0.99, 1]) func `the dot lies on the line, as far along as the way is over`(
        part: Double
    ) throws {
        var even = PracticePlace.climbing
        (even.course, even.isStepped, even.part) = ([60, 80, 100, 120], false, part)
        for speed in [
            even,
            PracticePlace.Speed(
                course: PracticePlace.climbing.course, isStepped: true, part: part, target: 120, next: nil,
                barsLeft: nil,
                stops: false),
        ] {
            let elements = try drawing(PracticePlace(speed: speed)).elements(of: "speed")
            let lines = elements.compactMap { element -> Path? in
                if case .stroke(let path, _, _) = element { path } else { nil }
            }
            let dots = elements.compactMap { element -> Rect? in
                guard case .fill(let path, .color(Theme.light.accent)) = element else { return nil }
                return path.boundingRect
            }
            let (line, dot) = (try #require(lines.first).boundingRect, try #require(dots.first))
            #expect(abs(dot.midX - (line.minX + part * line.width)) < 1e-9)
            let way = speed.isStepped ? Double(min(12, Int(part * 52) / 4)) / 12 : part
            #expect(abs(dot.midY - (line.maxY - way * line.height)) < 1e-9)
        }
    }

    @Test func `a gap has a box for each of its bars, the silent ones with an edge`() throws {
        for (passed, words) in [(1, "heard 2/3"), (3, "silent 1/2")] {
            let gap = PracticePlace.Gap(round: 7, played: 3, muted: 2, passed: passed, unit: .bars)
            let drawing = try drawing(PracticePlace(isSilent: passed > 2, gap: gap))
            #expect(drawing.strings(in: "gap") == ["round 7", words])
            let edges = drawing.elements(of: "gap").filter { if case .stroke = $0 { true } else { false } }
            #expect(edges.count == 2)
            #expect(drawing.strings.contains("silent") == (passed > 2))
        }
    }

    @Test func `what is counted in is what comes before bar 1`() throws {
        var moment = try moment(nil)
        moment.grid = BarGrid(originBeat: 64, originBar: 1, beatsPerBar: 4)
        func words() -> [String] {
            PracticeFace().drawing(at: moment, size: size, theme: .dark).strings(in: "count-in")
        }
        #expect(words() == ["count-in", "3 left"])
        moment.position = BeatPosition(whole: 64)
        #expect(words().isEmpty)
    }

    @Test func `the time that is left is told in whole seconds, rounded up`() throws {
        #expect(
            [-1, 0, 0.2, 59.1, 60, 3599.5, 3729, .infinity].map(PracticePanels.time)
                == ["0:00", "0:00", "0:01", "1:00", "1:00", "1:00:00", "1:02:09", "277777:46:40"])
        let timer = PracticePlace.Timer(seconds: 2, count: 1, unit: .bars, part: 0.1)
        #expect(try drawing(PracticePlace(timer: timer)).strings(in: "timer") == ["timer", "1 bar, 0:02"])
    }

    @Test func `nothing is cut off, whatever runs and whatever the shape`() throws {
        var long = PracticePlace.all
        long.gap = PracticePlace.Gap(round: 2, played: 900, muted: 100, passed: 950, unit: .beats)
        for practice in [nil, PracticePlace(timer: PracticePlace.all.timer), .all, long] {
            for size in [
                size, Size(width: 800, height: 460), Size(width: 400, height: 220), Size(width: 120, height: 120),
                Size(width: 800, height: 200), Size(width: 200, height: 500), Size(width: 400, height: 600),
            ] {
                for first in [0, 64] {
                    var moment = try moment(practice)
                    moment.grid = BarGrid(originBeat: Int64(first), originBar: 1, beatsPerBar: 4)
                    var picture = Drawing(size: size)
                    picture.group("face") {
                        $0.append(PracticeFace().drawing(at: moment, size: size, theme: .plain))
                    }
                    let frame = try #require(picture.frame(of: "face"))
                    #expect(picture.bounds.union(frame) == picture.bounds, "\(size): \(frame)")
                }
            }
        }
    }

    @Test(arguments: [(80, 23), (40, 11), (120, 39)])
    func `in a terminal no words are cut off, and none are written over each other`(columns: Int, rows: Int) throws {
        let format = TerminalFormat(columns: columns, rows: rows)
        for practice in [nil, PracticePlace.all, PracticePlace(timer: PracticePlace.all.timer)] {
            let moment = try moment(practice)
            // As in a terminal, where something else may be beside it.
            var picture = Drawing(size: format.drawingSize)
            picture.group(clip: Path(picture.bounds)) {
                $0.append(PracticeFace().picture(at: moment, size: format.drawingSize, theme: .dark))
            }
            let renderer = try TerminalRenderer(format, theme: .dark)
            _ = try renderer.frame(picture)
            let cells = try #require(renderer.shown)
            let lines = stride(from: 0, to: cells.count, by: columns).map { row in
                String(
                    cells[row..<row + columns].map { cell in
                        Unicode.Scalar(cell.letter).map { $0.isASCII ? Character($0) : " " } ?? " "
                    })
            }
            for string in picture.strings where string != "75" {
                #expect(lines.contains { $0.contains(string) }, "\(string) in \(lines)")
            }
        }
    }
}
