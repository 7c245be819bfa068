// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Faces

@Suite struct PracticeFaceTests {
    private let size = PracticeFace().defaultSize

    private func moment(_ practice: [PracticePanel] = [], bpm: String = "75", isPlaying: Bool = true) throws -> Moment {
        var moment = Moment(beats: 61, tempo: try Tempo(parsing: bpm), isPlaying: isPlaying)
        moment.practice = practice
        return moment
    }

    private func drawing(_ practice: [PracticePanel] = [], bpm: String = "75", isPlaying: Bool = true) throws -> Drawing
    {
        let moment = try moment(practice, bpm: bpm, isPlaying: isPlaying)
        return PracticeFace().drawing(at: moment, size: size, theme: .light)
    }

    @Test func `it looks as it did when it was found good`() throws {
        var moment = try moment(PracticePanel.all)
        for (name, size) in [("wide", Size(width: 240, height: 150)), ("tall", Size(width: 150, height: 160))] {
            for theme in [Theme.dark, .plain] {
                let picture = PracticeFace().picture(at: moment, size: size, theme: theme)
                try ReferencePicture(name: "trainers-\(name)-\(theme.name)").expect(picture)
            }
        }
        moment.grid = BarGrid(originBeat: 64, originBar: 1, beatsPerBar: 4)
        moment.practice[1].isSilent = false
        let picture = PracticeFace().picture(at: moment, size: Size(width: 240, height: 150), theme: .light)
        try ReferencePicture(name: "trainers-count-in").expect(picture)
    }

    @Test func `each trainer has its panel, and without any one is told what to type`() throws {
        #expect(
            try drawing(PracticePanel.all).partNames.filter { $0 != "lamp" } == [
                "tempo", "speed", "gap", "mute", "timer",
            ])
        #expect(
            try drawing([.gap(now: 0, of: (2, 2), "heard 1/2")]).partNames.filter { $0 != "lamp" } == ["tempo", "gap"])
        #expect(try drawing().strings(in: "hints") == PracticeFace.hints)
        #expect(try drawing(PracticePanel.all).strings(in: "hints").isEmpty)
    }

    @Test func `strokes lie above the line of the beat where they are early, and the last one is the largest`() throws {
        let strokes = [
            PracticePanel.Stroke(place: 0.1, lateMs: -20), .init(place: 0.5, lateMs: 0), .init(place: 0.9, lateMs: 500),
        ]
        let panel = PracticePanel("score", title: "3 ms late", "steady", .strokes(strokes, missed: [0.3]))
        let drawing = try drawing([panel])
        #expect(drawing.strings(in: "score") == ["3 ms late", "steady", "early", "late"])
        let places = drawing.elements(of: "score").compactMap { element -> Rect? in
            if case .fill(let path, _) = element { path.boundingRect } else { nil }
        }
        let (band, dots) = (try #require(places.first), places.suffix(3).map { $0 })
        #expect(dots[0].midY < band.minY && abs(dots[1].midY - band.midY) < 1e-9 && dots[2].midY > band.maxY)
        #expect(dots[0].midX < dots[1].midX && dots[1].midX < dots[2].midX)
        #expect(dots[2].width > dots[1].width && dots[0].width == dots[1].width)
    }

    @Test func `the number is the tempo, and a fraction of it stands below`() throws {
        #expect(try drawing(bpm: "137").strings(in: "tempo") == ["137"])
        let drawing = try drawing(bpm: "137.3")
        #expect(drawing.strings(in: "tempo") == ["137"] && drawing.strings.contains("137.3 bpm"))
    }

    @Test func `the way of the tempo says where it begins, ends and turns`() throws {
        #expect(try drawing([.climbing]).strings(in: "speed") == ["speed", "80 in 1 bar", "60", "120"])
        let tempi = (0..<13).map { 60 + 5 * Double($0) }
        let back = PracticePanel(
            "speed", "to 120", .way(tempi + tempi.reversed(), isStepped: true, part: 0, target: 120))
        #expect(try drawing([back]).strings(in: "speed").suffix(3) == ["60", "120", "60"])
    }

    @Test(arguments: [0, 0.1, 0.5, 0.99, 1]) func `the dot lies on the line, as far along as the way is over`(
        part: Double
    ) throws {
        let steps = (0..<52).map { 60 + 5 * Double($0 / 4) }
        for (tempi, isStepped) in [([60, 80, 100, 120], false), (steps, true)] {
            let speed = PracticePanel("speed", "", .way(tempi, isStepped: isStepped, part: part, target: 120))
            let elements = try drawing([speed]).elements(of: "speed")
            let lines = elements.compactMap { element -> Path? in
                if case .stroke(let path, _, _) = element { path } else { nil }
            }
            let dots = elements.compactMap { element -> Rect? in
                guard case .fill(let path, .color(Theme.light.accent)) = element else { return nil }
                return path.boundingRect
            }
            let (line, dot) = (try #require(lines.first).boundingRect, try #require(dots.first))
            #expect(abs(dot.midX - (line.minX + part * line.width)) < 1e-9)
            let way = isStepped ? Double(min(12, Int(part * 52) / 4)) / 12 : part
            #expect(abs(dot.midY - (line.maxY - way * line.height)) < 1e-9)
        }
    }

    @Test func `a gap has a box for each of its bars, the silent ones with an edge`() throws {
        for passed in [1, 3] {
            let drawing = try drawing([.gap(now: passed, of: (3, 2), "so far")])
            #expect(drawing.strings(in: "gap") == ["round 4", "so far"])
            let edges = drawing.elements(of: "gap").filter { if case .stroke = $0 { true } else { false } }
            #expect(edges.count == 2)
            #expect(drawing.strings.contains("silent") == (passed > 2))
        }
    }

    @Test func `what is counted in is what comes before bar 1`() throws {
        var moment = try moment()
        moment.grid = BarGrid(originBeat: 64, originBar: 1, beatsPerBar: 4)
        func words() -> [String] {
            PracticeFace().drawing(at: moment, size: size, theme: .dark).strings(in: "count-in")
        }
        #expect(words() == ["count-in", "3 left"])
        moment.position = BeatPosition(whole: 64)
        #expect(words().isEmpty)
    }

    @Test func `nothing is cut off, whatever runs and whatever the shape`() throws {
        let long = PracticePanel.all + [.gap(now: 950, of: (900, 100), "silent 51/100")]
        for practice in [[], [PracticePanel.timer], PracticePanel.all, long] {
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
        for practice in [[], PracticePanel.all, [PracticePanel.timer]] {
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
