// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// How a player plays along: taps compared with the beats as they are heard.
package struct Score: Sendable, Hashable {
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

    /// What was played at a place of the bar.
    package struct Place: Sendable, Hashable {
        /// The beat of the bar, from 1.
        package var beat: Int
        /// The part of the beat at which it lies.
        package var part: Double
        /// The figures of what was played there.
        package var figures = Figures()
        /// How often a stroke was expected there, and none came.
        package var missed = 0
    }

    /// What was played with a lane.
    package struct Lane: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// The figures of the strokes at its onsets.
        package var figures = Figures()
        /// How many of its onsets had no stroke.
        package var missed = 0
    }

    /// How far a tap may be from its beat, in beats; one that is farther off is a stray. Of strokes, how far from its place towards the
    /// next.
    package static let reach = 0.35
    /// How many places of the bar, and how many lanes are told apart; what is beyond is in the total.
    package static let (mostPlaces, mostLanes) = (64, 64)
    /// How many bars are kept. The figures of older bars stay in the total.
    package static let mostBars = 64

    /// The figures of all taps.
    package private(set) var total = Figures()
    /// The last bars that were tapped in, in their order.
    package private(set) var bars: [Bar] = []
    /// The places of the bar that were played, in their order.
    package private(set) var places: [Place] = []
    /// The named lanes that were played with, by their names.
    package private(set) var lanes: [Lane] = []
    /// Taps that were too far from a beat, or for a beat that had one, and such strokes.
    package private(set) var strays = 0
    /// Beats between the first and the last tapped one that had no tap, and places that had no stroke.
    package private(set) var missed = 0
    /// The last tap that counts, or was a stray.
    package private(set) var last: Hit?
    /// Whether that one was left out.
    package private(set) var isLastStray = false
    /// The last place that had a tap or a stroke.
    package private(set) var lastPlace: BeatPosition?

    private var firstBeat: Int64 = 0
    private var swing = SwingFigures()

    /// The sums of the silent stretches that are over, and the slope of the present one.
    private var (overBeats, overProducts) = (0.0, 0.0)
    private var stretch = StraightLine()

    /// No taps.
    package init() {}

    /// By how many milliseconds a player falls behind with every beat that is not heard; below 0 for one who runs ahead. The
    /// slope is common to all silent stretches. Nil where none has two taps.
    package var driftMsPerBeat: Double? {
        let beats = overBeats + stretch.spread
        return beats > 0 ? (overProducts + stretch.products) / beats / 1e6 : nil
    }

    /// How long the first half of a beat is played, as a multiple of the second; nil where beats are not played in two.
    package var swingRatio: Double? { swing.ratio }

    /// Nothing is compared for a while: what has no tap until the next one is not missed.
    package mutating func pause() {
        endStretch()
        lastPlace = nil
    }

    /// Takes a tap in, or a stroke with the places before it that had none; nil for a tap, where all beats are such places. They come in
    /// the order of their places; one for a place that is over is a stray.
    package mutating func add(_ hit: Hit, missed passed: [Missed]? = nil) {
        last = hit
        isLastStray = hit.isStray || lastPlace.map { $0 >= hit.place } ?? false
        guard !isLastStray else {
            strays += 1
            return
        }
        if lastPlace == nil { firstBeat = hit.beat }
        missed += passed?.count ?? lastPlace.map { Int(clamping: max(0, hit.beat - $0.whole - 1)) } ?? 0
        for place in passed ?? [] {
            changePlace(place.beatInBar, place.part) { $0.missed += 1 }
            for lane in place.lanes { changeLane(lane) { $0.missed += 1 } }
        }
        lastPlace = hit.place
        total.add(hit)
        swing.add(hit)
        changePlace(hit.beatInBar, hit.place.phase) { $0.figures.add(hit) }
        for lane in hit.lanes { changeLane(lane) { $0.figures.add(hit) } }
        if bars.last?.bar != hit.bar { bars.append(Bar(bar: hit.bar)) }
        if bars.count > Self.mostBars { bars.removeFirst() }
        bars[bars.count - 1].figures.add(hit)
        guard hit.isSilent else {
            endStretch()
            return
        }
        bars[bars.count - 1].silent += 1
        stretch.add((Double(hit.beat - firstBeat) + hit.place.phase, Double(hit.asynchronyNs)))
    }

    private mutating func changePlace(_ beat: Int, _ exact: Double, _ change: (inout Place) -> Void) {
        // All parts of 1 to 9, and what is rounded of them, are told apart.
        let part = (exact * 20_160).rounded() / 20_160
        let index = places.firstIndex { ($0.beat, $0.part) >= (beat, part) } ?? places.count
        if index == places.count || (places[index].beat, places[index].part) != (beat, part) {
            guard places.count < Self.mostPlaces else { return }
            places.insert(Place(beat: beat, part: part), at: index)
        }
        change(&places[index])
    }

    private mutating func changeLane(_ name: String, _ change: (inout Lane) -> Void) {
        let index = lanes.firstIndex { $0.name >= name } ?? lanes.count
        if index == lanes.count || lanes[index].name != name {
            guard lanes.count < Self.mostLanes else { return }
            lanes.insert(Lane(name: name), at: index)
        }
        change(&lanes[index])
    }

    private mutating func endStretch() {
        overBeats += stretch.spread
        overProducts += stretch.products
        stretch = StraightLine()
    }
}
