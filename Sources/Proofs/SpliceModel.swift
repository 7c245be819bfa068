// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeRhythm

/// What must be heard of arrangements that replace one another, by the definition and not by the engine's arithmetic: passes
/// and cycles are counted out one by one, and times are integrals in `Double`, with the logarithm of the C library.
struct SpliceModel {
    /// One onset of a lane, and its exact place in frames.
    struct Onset {
        var lane: Int
        var place: Double
        /// The frame that it falls on.
        var frame: Int64

        init(lane: Int, position: Double, place: Double) {
            self.lane = lane
            self.place = place
            // Half-way between two frames the engine takes the later one for a position that it has exactly, and the earlier
            // one for the others, which it rounds down.
            let isExact = (position * 4096).rounded() == position * 4096
            frame = Int64((place + 0.5 + (isExact ? 1e-9 : -1e-9)).rounded(.down))
        }
    }

    /// The timeline from a place on: at `tempo`, or along the curve of the pass that begins at `curveBegin`.
    private struct Interval {
        var place: Double
        var position: Double
        var curve: TempoCurve
        var curveBegin: Double
        var beat: Double

        /// Seconds from the beginning of the curve to a distance in quarter notes.
        private func seconds(to distance: Double) -> Double {
            let (first, last) = (curve.start.beatsPerMinute * beat / 60, curve.end.beatsPerMinute * beat / 60)
            let length = curve.length.value
            guard curve.shape != .constant, distance > 0 else { return distance / first }
            guard distance < length else { return seconds(to: length.nextDown) + (distance - length) / last }
            let rise = (last - first) / length
            if curve.shape == .linearInBeats { return log1p(rise * distance / first) / rise }
            let tempo = (first * first + (last * last - first * first) * distance / length).squareRoot()
            return 2 * distance / (first + tempo)
        }

        func place(of position: Double, rate: Double) -> Double {
            place + (seconds(to: position - curveBegin) - seconds(to: self.position - curveBegin)) * rate
        }

        /// By bisection.
        func position(at place: Double, rate: Double) -> Double {
            var (low, high) = (position - 4, position + 4)
            while self.place(of: high, rate: rate) < place { high += 100 }
            while self.place(of: low, rate: rate) > place { low -= 100 }
            for _ in 0..<80 {
                let middle = (low + high) / 2
                if self.place(of: middle, rate: rate) < place { low = middle } else { high = middle }
            }
            return high
        }
    }

    private struct Pass {
        var passage: Passage
        var begin: Double
        var end: Double
        /// From where tempo and lanes are counted.
        var origin: Double { begin - passage.lead.value }
    }

    /// What is in force.
    private(set) var arrangement: Arrangement
    private var rate: Double
    /// Frames from the beginning of each lane's sound to its onset.
    private var leads: [Int]
    private var pieces: [Interval]
    /// The position with which the run begins.
    private let beginning: Double
    /// The frame at which the arrangement was put in force.
    private var edited = Int64.min
    /// From where each lane plays the arrangement in force.
    private var cuts: [Double] = Array(repeating: -1, count: Lane.most)
    private var committed: [(position: Double, frame: Int64)?] = Array(repeating: nil, count: Lane.most)

    /// A run whose begin is on a frame.
    init(_ arrangement: Arrangement, begin frame: Int64, rate: Int, leads: [Int]) {
        self.arrangement = arrangement
        self.rate = Double(rate)
        self.leads = leads
        let first = arrangement.passages[0]
        beginning = arrangement.begin.units
        pieces = [
            Interval(
                place: Double(frame), position: arrangement.begin.units, curve: first.curve,
                curveBegin: arrangement.begin.units - first.lead.value, beat: first.beat.value)
        ]
    }

    private func passes(through position: Double) -> [Pass] {
        var passes: [Pass] = []
        var begin = arrangement.begin.units
        for passage in arrangement.passages {
            for pass in 0..<(passage.length == nil ? 1 : passage.times) {
                let end = passage.length.map { begin + $0.value * Double(pass + 1) } ?? .infinity
                passes.append(
                    Pass(
                        passage: passage, begin: passage.length.map { begin + $0.value * Double(pass) } ?? begin,
                        end: end))
                if end > position { return passes }
            }
            begin = passes[passes.count - 1].end
        }
        return passes
    }

    /// The pieces through a position: the established ones, and those that passes bring after them.
    private func timeline(through position: Double) -> [Interval] {
        var pieces = pieces
        for pass in passes(through: position) {
            guard let last = pieces.last, pass.begin > last.position else { continue }
            let isSame =
                pass.passage.curve.isConstant && last.curve == pass.passage.curve
                && last.beat == pass.passage.beat.value
            if isSame { continue }
            pieces.append(
                Interval(
                    place: last.place(of: pass.begin, rate: rate), position: pass.begin, curve: pass.passage.curve,
                    curveBegin: pass.origin, beat: pass.passage.beat.value))
        }
        return pieces
    }

    private func place(of position: Double, in pieces: [Interval]) -> Double {
        (pieces.last { $0.position <= position + 1e-12 } ?? pieces[0]).place(of: position, rate: rate)
    }

    /// Takes in what has begun before a frame. Returns its onsets.
    mutating func play(to frame: Int64) -> [Onset] {
        var heard: [Onset] = []
        // Far enough for every lead.
        let reach = position(at: Double(frame) + rate / 19)
        let pieces = timeline(through: reach)
        for pass in passes(through: reach) {
            let bar = pass.passage.bar.reduce(0) { $0 + $1.value }
            for lane in pass.passage.lanes where !lane.pattern.onsets.isEmpty {
                switch lane.anchor {
                case .run: collect(lane, origin: 0, from: pass.begin, to: pass.end, reach, pieces, frame, &heard)
                case .position(let place):
                    collect(lane, origin: place.value, from: pass.begin, to: pass.end, reach, pieces, frame, &heard)
                case .passage:
                    collect(lane, origin: pass.origin, from: pass.begin, to: pass.end, reach, pieces, frame, &heard)
                case .bar:
                    // Bars long over are passed over.
                    var begin = pass.origin + max(0, ((cuts[lane.id] - pass.origin) / bar).rounded(.down) - 1) * bar
                    while begin < min(pass.end - 1e-12, reach) {
                        let end = min(begin + bar, pass.end)
                        let from = max(begin, pass.begin)
                        collect(lane, origin: begin, from: from, to: end, reach, pieces, frame, &heard)
                        begin += bar
                    }
                }
            }
        }
        // What has begun is not looked at again.
        for lane in 0..<Lane.most {
            if let last = committed[lane] { cuts[lane] = max(cuts[lane], last.position + 1e-9) }
        }
        return heard
    }

    /// Adds the onsets of a lane in a stretch, counted from an origin, whose sounds begin before a frame.
    private mutating func collect(
        _ lane: Lane, origin: Double, from begin: Double, to end: Double, _ reach: Double, _ pieces: [Interval],
        _ frame: Int64, _ heard: inout [Onset]
    ) {
        let unit = 1 / Double(lane.pattern.denominator)
        let length = Double(lane.pattern.cycle) * unit
        var cycle = ((max(begin, cuts[lane.id]) - origin) / length).rounded(.down) - 1
        while true {
            for (index, onset) in lane.pattern.onsets.enumerated() {
                let number = Int64(cycle) * Int64(lane.pattern.onsets.count) + Int64(index)
                let position = origin + cycle * length + Double(onset.place) * unit
                if position >= end - 1e-12 || position > reach { return }
                guard position >= begin - 1e-12, position >= cuts[lane.id] - 1e-12,
                    lane.onsets?.contains(number) ?? true
                else { continue }
                let exact = place(of: position, in: pieces)
                let onset = Onset(lane: lane.id, position: position, place: exact)
                // A sound that should have begun earlier begins with the music that brings it.
                guard max(onset.frame - Int64(leads[lane.id]), edited) < frame else { return }
                heard.append(onset)
                if position > committed[lane.id]?.position ?? -.infinity {
                    committed[lane.id] = (position, onset.frame)
                }
            }
            cycle += 1
        }
    }

    /// Puts other music in force from a frame on, after `play(to:)` it.
    mutating func edit(_ new: Arrangement, at frame: Int64) {
        let free = committed.reduce(frame) { max($0, ($1?.frame ?? .min) + 1) }
        let begun = position(atFrame: frame)
        let pivot = position(atFrame: free)
        if pivot < beginning - 1e-9 {
            // The beginning stays where it is.
            pieces = [pieces[0]]
            arrangement = new
            turn(at: pieces[0].place(of: beginning, rate: rate), beginning)
        } else {
            pieces = timeline(through: pivot)
            arrangement = new
            turn(at: Double(free) - 0.5, pivot)
        }
        edited = frame
        for lane in 0..<Lane.most { cuts[lane] = max(begun, (committed[lane]?.position ?? -.infinity) + 1e-9) }
    }

    /// Goes on from a place, where a position is, as the pass there asks. From there on only passes that are to come bring pieces.
    private mutating func turn(at place: Double, _ pivot: Double) {
        guard let pass = passes(through: pivot + 1e-12).last, let last = pieces.last else { return }
        let isInForce =
            last.curve == pass.passage.curve && last.beat == pass.passage.beat.value
            && (last.curve.isConstant || abs(last.curveBegin - pass.origin) < 1e-12)
        pieces.append(
            Interval(
                place: place, position: pivot, curve: pass.passage.curve,
                curveBegin: isInForce ? last.curveBegin : pass.origin, beat: pass.passage.beat.value))
    }

    /// Goes on at another rate from a frame on, after `play(to:)` it: what has not been heard by then is played in new frames.
    mutating func change(rate: Int, leads: [Int], at frame: Int64) {
        let pivot = position(atFrame: frame)
        // A tempo that was to begin after an onset begins here, for that onset is played anew.
        let all = timeline(through: pivot)
        pieces = [all[0]] + all.dropFirst().filter { $0.position <= pivot }
        turn(at: Double(frame) - 0.5, pivot)
        pieces.removeFirst(pieces.count - 1)
        self.rate = Double(rate)
        self.leads = leads
        edited = frame
        for lane in 0..<Lane.most {
            let isHeard = committed[lane].map { $0.frame < frame } ?? false
            cuts[lane] = isHeard ? max(pivot, (committed[lane]?.position ?? 0) + 1e-9) : pivot
            if !isHeard { committed[lane] = nil }
        }
    }

    /// The position at the beginning of a frame.
    func position(atFrame frame: Int64) -> Double { position(at: Double(frame) - 0.5) }

    private func position(at place: Double) -> Double {
        let all = timeline(through: .infinity)
        return (all.last { $0.place <= place + 1e-9 } ?? all[0]).position(at: place, rate: rate)
    }
}
