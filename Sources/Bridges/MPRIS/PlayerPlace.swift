// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl

/// Where a song is, in seconds of it as it is written, straight through and without its count-in.
///
/// Exact where sections begin; within one the time goes evenly.
struct PlayerPlace: Sendable {
    private struct Section: Sendable {
        var bar: Int
        var bars: Int
        var times: Int
        /// Seconds, and quarter notes.
        var (from, begin): (Double, Double)
        var (seconds, quarters): (Double, Double)

        /// The seconds of one time that it is played.
        var pass: Double { seconds / Double(max(1, times)) }
    }

    /// How long it is.
    let seconds: Double
    private let sections: [Section]

    /// The numbers of bars, and how many of them, that are calculated with.
    private static let counts = 1...1 << 40

    /// Nil for what no song has.
    init?(_ page: SongPage) {
        let (seconds, length) = (page.lengthS, page.length.value)
        guard seconds > 0, seconds.isFinite else { return nil }
        var sections: [Section] = []
        for section in page.sections.reversed() {
            let (from, begin) = (section.fromS, section.begin.value)
            guard Self.counts.contains(section.bar), Self.counts.contains(section.bars),
                from >= 0, from <= sections.last?.from ?? seconds, begin <= sections.last?.begin ?? length
            else { return nil }
            let next = sections.last
            sections.append(
                Section(
                    bar: section.bar, bars: section.bars, times: section.times, from: from, begin: begin,
                    seconds: (next?.from ?? seconds) - from, quarters: (next?.begin ?? length) - begin))
        }
        guard !sections.isEmpty else { return nil }
        self.seconds = seconds
        self.sections = sections.reversed()
    }

    /// The section that holds a bar, by its number from 0.
    func section(ofBar bar: Int) -> Int { sections.lastIndex { $0.bar <= bar } ?? 0 }

    /// The first bar of the section after one, by its number from 0; nil where there is none.
    func bar(ofSectionAfter index: Int) -> Int? {
        sections.indices.dropLast().contains(index) ? sections[index + 1].bar : nil
    }

    /// The first bar of the section before one.
    func bar(ofSectionBefore index: Int) -> Int? {
        sections.indices.dropFirst().contains(index) ? sections[index - 1].bar : nil
    }

    /// When a bar begins.
    func seconds(ofBar bar: Int) -> Double {
        let section = sections[section(ofBar: bar)]
        let part = (Double(bar) - Double(section.bar)) / Double(section.bars)
        return section.from + section.pass * min(max(part, 0), 1)
    }

    /// The bar that is played then.
    func bar(atSeconds time: Double) -> Int {
        // Whoever asks knows it to the microsecond.
        let time = time + 2e-6
        let section = sections.last { $0.from <= time } ?? sections[0]
        let passes = section.pass > 0 ? max(0, time - section.from) / section.pass : 0
        let part = min(passes, Double(max(1, section.times)).nextDown)
        let bars = (part - part.rounded(.down)) * Double(section.bars)
        return section.bar + min(Int(clamping: bars), section.bars - 1)
    }

    /// The time at which `quarters` quarter notes are over, in seconds.
    func seconds(ofQuarters quarters: Double) -> Double {
        let section = sections.last { $0.begin <= quarters } ?? sections[0]
        guard section.quarters > 0 else { return section.from }
        let part = (quarters - section.begin) / section.quarters
        return section.from + section.seconds * min(max(part, 0), 1)
    }
}
