// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import Testing

@testable import Faces

@Suite struct JournalPictureTests {
    private func picture(_ minutes: [Double]) -> JournalPicture {
        let days = minutes.enumerated().map { index, minutes in
            JournalPicture.Day(
                label: "\(index + 1)", month: index == 0 ? "Nov" : nil, minutes: minutes,
                tempi: minutes > 0 ? 60...(60 + minutes) : nil)
        }
        return JournalPicture(days: days, total: "1 h on 3 days")
    }

    @Test func `a bar is as high as its day is long, and a day without play has none`() throws {
        let drawing = picture([60, 0, 30, 15]).drawing(size: JournalPicture.defaultSize, theme: .light)
        func height(_ day: Int) -> Double? { drawing.frame(of: "day.\(day)")?.height }
        // The letters below are no shape.
        let full = try #require(height(0))
        #expect(abs((height(2) ?? 0) - full / 2) < 0.01 && abs((height(3) ?? 0) - full / 4) < 0.01)
        #expect(height(1) == nil)
        #expect(drawing.strings.contains("Nov") && drawing.strings(in: "total") == ["1 h on 3 days"])
    }

    @Test(arguments: [
        (30, [0: "Oct", 1: "Nov"], ["Nov"]), (7, [0: "Oct", 1: "Nov"], ["Oct", "Nov"]),
        (30, [0: "Oct", 5: "Nov"], ["Oct", "Nov"]), (366, [0: "Jan", 17: "Feb", 45: "Mar"], ["Feb", "Mar"]),
    ]) func `a month is named where it has room up to the next`(count: Int, months: [Int: String], named: [String]) {
        let days = (0..<count).map {
            JournalPicture.Day(label: "\($0)", month: months[$0], minutes: 1, tempi: nil)
        }
        let drawing = JournalPicture(days: days, total: "").drawing(size: JournalPicture.defaultSize, theme: .light)
        #expect(drawing.strings(in: "days").filter { Int($0) == nil } == named)
    }

    @Test func `all of it lies within the picture, for any number of days and size`() {
        for count in [1, 2, 7, 30, 366] {
            for size in [Size(width: 960, height: 540), Size(width: 64, height: 400), Size(width: 2000, height: 64)] {
                let minutes = (0..<count).map { Double(($0 * 7919) % 700) }
                let drawing = picture(minutes).drawing(size: size, theme: .dark)
                for part in ["days", "tempi"] {
                    guard let frame = drawing.frame(of: part) else { continue }
                    #expect(frame.minX >= 0 && frame.maxX <= size.width + 0.01)
                    #expect(frame.minY >= 0 && frame.maxY <= size.height + 0.01)
                }
            }
        }
    }

    @Test func `what was practised has its tempi, and a bar that tells how far it has come`() throws {
        var picture = picture([60, 0, 30])
        let plain = picture.drawing(size: JournalPicture.defaultSize, theme: .light)
        #expect(plain.frame(of: "practised") == nil)
        for (count, theme) in [(1, Theme.light), (2, .dark), (9, .plain)] {
            picture.practised = (1...count).map { number in
                JournalPicture.Passage(name: "Etude \(number), bars 9 to 10", bpm: 96.5, goalBpm: 120)
            }
            let drawing = picture.drawing(size: JournalPicture.defaultSize, theme: theme)
            let frame = try #require(drawing.frame(of: "practised"))
            let days = try #require(drawing.frame(of: "days"))
            #expect(frame.maxY <= 540 && frame.minY > days.maxY && days.height > 50)
            // The last ones, where not all have room.
            let names = drawing.strings(in: "practised").filter { $0.hasPrefix("Etude") }
            #expect(names == picture.practised.suffix(4).map(\.name))
            #expect(drawing.strings.contains("96.5 of 120 bpm"))
        }
    }

    @Test func `without days it is an empty chart`() {
        let drawing = picture([]).drawing(size: JournalPicture.defaultSize, theme: .plain)
        #expect(drawing.frame(of: "tempi") == nil && drawing.strings.contains("0"))
    }
}
