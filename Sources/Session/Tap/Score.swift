// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// How a player plays along: taps compared with the beats as they are heard.
package struct Score: Sendable, Hashable {
    /// A tap, and the beat that it belongs to.
    package struct Hit: Sendable, Hashable {
        /// The nearest beat, since the start.
        package var beat: Int64
        /// The bar of it.
        package var bar: Int64
        /// How much later than the beat it came; below 0 for earlier.
        package var asynchronyNs: Int64
        /// The time from that beat to the next.
        package var periodNs: Int64
        /// Whether the beat was not to be heard.
        package var isSilent: Bool

        /// All of its parts.
        package init(beat: Int64, bar: Int64, asynchronyNs: Int64, periodNs: Int64, isSilent: Bool = false) {
            self.beat = beat
            self.bar = bar
            self.asynchronyNs = asynchronyNs
            self.periodNs = periodNs
            self.isSilent = isSilent
        }

        /// The beat of a run that is nearest to a tap. `isSilent` says which beats are not to be heard.
        package init(_ time: ClockTime, in run: HeardRun, isSilent: (Int64) -> Bool = { _ in false }) {
            let before = max(0, run.beat(at: time))
            let (one, other) = (run.time(ofBeat: before), run.time(ofBeat: before + 1))
            let isNext = time.nanoseconds(since: one) > other.nanoseconds(since: time)
            let beat = isNext ? before + 1 : before
            self.init(
                beat: beat, bar: run.beat(beat).bar, asynchronyNs: time.nanoseconds(since: isNext ? other : one),
                periodNs: other.nanoseconds(since: one), isSilent: isSilent(beat))
        }

        /// Whether it is too far from the beat to be meant for it.
        var isStray: Bool {
            asynchronyNs == .min || Double(abs(asynchronyNs)) > Score.reach * Double(periodNs)
        }
    }

    /// Where the taps lie on average.
    package enum Tendency: String, Sendable, Hashable, CaseIterable {
        /// Ahead of the beats.
        case rushing
        /// On the beats, as far as anyone hears.
        case steady
        /// Behind the beats.
        case dragging
    }

    /// Figures of some taps.
    package struct Figures: Sendable, Hashable {
        /// How many.
        package private(set) var count = 0
        private var meanNs = 0.0
        private var squares = 0.0
        private var periodNs = 0.0

        /// The figures of no taps.
        package init() {}

        /// The mean asynchrony in milliseconds, + for late; nil without taps.
        package var meanMs: Double? { count > 0 ? meanNs / 1e6 : nil }

        /// The standard deviation of the asynchrony in milliseconds; nil for fewer than two taps.
        package var scatterMs: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() / 1e6 : nil }

        /// Rushing or dragging: where the mean is off by more than one hears, and by more than two of its standard errors.
        package var tendency: Tendency? {
            guard let scatterMs else { return nil }
            // Of two tones of an even series 2.5 % are just noticed, and 6 ms of a fast one.
            let heard = max(6e6, 0.025 * periodNs)
            let certain = 2e6 * scatterMs / Double(count).squareRoot()
            guard abs(meanNs) > max(heard, certain) else { return .steady }
            return meanNs < 0 ? .rushing : .dragging
        }

        /// Takes a tap in.
        package mutating func add(_ hit: Hit) {
            count += 1
            let distance = Double(hit.asynchronyNs) - meanNs
            meanNs += distance / Double(count)
            squares += distance * (Double(hit.asynchronyNs) - meanNs)
            periodNs += (Double(hit.periodNs) - periodNs) / Double(count)
        }
    }

    /// The figures of a bar.
    package struct Bar: Sendable, Hashable {
        /// Its number.
        package var bar: Int64
        /// The figures of its taps.
        package var figures = Figures()
        /// How many of its taps were for beats that were not to be heard.
        package var silent = 0
    }

    /// How far a tap may be from its beat, in beats; one that is farther off is a stray.
    package static let reach = 0.35
    /// How many bars are kept. The figures of older bars stay in the total.
    package static let mostBars = 64

    /// The figures of all taps.
    package private(set) var total = Figures()
    /// The last bars that were tapped in, in their order.
    package private(set) var bars: [Bar] = []
    /// Taps that were too far from a beat, or for a beat that had one.
    package private(set) var strays = 0
    /// Beats between the first and the last tapped one that had no tap.
    package var missed: Int { lastBeat.map { Int($0 - firstBeat) + 1 - total.count } ?? 0 }
    /// The last tap that counts, or was a stray.
    package private(set) var last: Hit?

    private var firstBeat: Int64 = 0
    private var lastBeat: Int64?

    /// The sums of a line through the taps of a stretch, about their means.
    private struct Slope: Sendable, Hashable {
        var count = 0.0
        var (beat, ns) = (0.0, 0.0)
        var (beats, products) = (0.0, 0.0)

        mutating func add(_ newBeat: Double, _ newNs: Double) {
            count += 1
            let distance = newBeat - beat
            beat += distance / count
            ns += (newNs - ns) / count
            beats += distance * (newBeat - beat)
            products += distance * (newNs - ns)
        }
    }

    /// The sums of the silent stretches that are over, and the slope of the present one.
    private var (overBeats, overProducts) = (0.0, 0.0)
    private var stretch = Slope()

    /// No taps.
    package init() {}

    /// By how many milliseconds a player falls behind with every beat that is not heard; below 0 for one who runs ahead. The
    /// slope is common to all silent stretches. Nil where none has two taps.
    package var driftMsPerBeat: Double? {
        let beats = overBeats + stretch.beats
        return beats > 0 ? (overProducts + stretch.products) / beats / 1e6 : nil
    }

    /// Takes a tap in. Taps come in the order of their beats; one for a beat that is over is a stray.
    package mutating func add(_ hit: Hit) {
        last = hit
        guard !hit.isStray, hit.beat > lastBeat ?? .min else {
            strays += 1
            return
        }
        if lastBeat == nil { firstBeat = hit.beat }
        lastBeat = hit.beat
        total.add(hit)
        if bars.last?.bar != hit.bar { bars.append(Bar(bar: hit.bar)) }
        if bars.count > Self.mostBars { bars.removeFirst() }
        bars[bars.count - 1].figures.add(hit)
        guard hit.isSilent else {
            endStretch()
            return
        }
        bars[bars.count - 1].silent += 1
        stretch.add(Double(hit.beat - firstBeat), Double(hit.asynchronyNs))
    }

    private mutating func endStretch() {
        overBeats += stretch.beats
        overProducts += stretch.products
        stretch = Slope()
    }
}
