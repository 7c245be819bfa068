// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Every onset of a song as comma-separated values, the count-in included.
///
/// A row says when it is heard in seconds and on which frame, then its section and which time that is played, the number of its
/// bar as it is written, the beat in it, and the lane (0 is that of the beats, others have names) and accent. Bars of a
/// count-in are 0 and below. What is never heard is left out: muted onsets and lanes, onsets that chance does not play,
/// and passages without volume.
struct OnsetTable {
    private(set) var text = "seconds,frame,section,pass,bar,beat,lane,accent\n"

    init(_ song: Song, at rate: SampleRate) throws(RhythmError) {
        guard !song.sections.isEmpty else { return }
        let map = try SongMap(song)
        let music = try song.arrangement()
        var rows = RowTally()
        for passage in music.passages {
            try rows.add(onsetsOf: passage.lanes, in: passage.length ?? .one, times: passage.times)
        }
        let countIn = song.countIn?.bars ?? 0
        for pass in music.passes(at: rate) {
            let passage = music.passages[pass.passage]
            guard passage.volume > 0 else { continue }
            for onset in try music.onsets(in: pass) where onset.accent != .mute && onset.isPlayed {
                if passage.mixes[onset.lane]?.isUnheard ?? false { continue }
                let ticks = onset.place.ticks < 0 ? 0 : onset.place.ticks
                let nanoseconds = (((ticks >> 24) * 1_000_000_000).quotient(by: Int128(rate.hertz)) + 1 << 39) >> 40
                let place =
                    countIn > 0 && pass.passage == 0
                    ? Self.place(inCountIn: onset, pass, passage, countIn)
                    : Self.place(of: onset, in: map, after: countIn > 0 ? music.passages[0] : nil)
                text +=
                    "\(Self.seconds(nanoseconds)),\(onset.place.frame),\(place),\(map.lanes.name(ofLane: onset.lane) ?? "\(onset.lane)"),\(onset.accent)\n"
            }
        }
    }

    /// `,,bar,beat` in a count-in.
    private static func place(inCountIn onset: PlayedOnset, _ pass: PlayedPass, _ passage: Passage, _ bars: Int)
        -> String
    {
        let inside = Double(onset.position.ticks - pass.begin.ticks) * 0x1p-64
        let length = passage.bar.reduce(0) { $0 + $1.value }
        // Positions are rounded down.
        let bar = Int(clamping: (inside / length + 1e-9).rounded(.down))
        return ",,\(bar + 1 - bars),\(beat(max(0, inside - length * Double(bar)), passage.bar))"
    }

    /// `section,pass,bar,beat` in the song, which begins after its count-in.
    private static func place(of onset: PlayedOnset, in map: SongMap, after countIn: Passage?) -> String {
        let before = countIn?.length ?? .zero
        // Positions are rounded down: what is a little further on is in the right bar.
        let parts = (onset.position.ticks - Position(units: before).ticks) >> 32 + 1
        guard let distance = Ratio(Int64(clamping: parts), over: 1 << 32), let place = map.place(at: distance) else {
            return ",,,"
        }
        let stretch = map.stretches[place.stretch]
        let inside = distance.value - stretch.begin.value
        let bar = stretch.part.bar.reduce(0) { $0 + $1.value }
        let inBar = max(0, inside - bar * Double(place.bar - stretch.firstBar))
        return "\(quote(stretch.label ?? "")),\(stretch.pass),\(place.bar),\(beat(inBar, stretch.part.bar))"
    }

    /// The beat at a distance from the beginning of a bar, from 1: `2`, `2.5`.
    private static func beat(_ distance: Double, _ bar: [Ratio]) -> String {
        var (left, beat) = (distance, 1)
        for length in bar.dropLast() {
            guard left > length.value - 1e-6 else { break }
            left -= length.value
            beat += 1
        }
        let part = Int(clamping: (left / bar[beat - 1].value * 1000).rounded())
        let digits = "\(1000 + max(0, min(999, part)))".dropFirst()
        let decimals = digits.reversed().drop { $0 == "0" }.reversed()
        return decimals.isEmpty ? "\(beat)" : "\(beat).\(String(decimals))"
    }

    private static func seconds(_ nanoseconds: Int128) -> String {
        let (whole, part) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return "\(whole).\("\(1_000_000_000 + part)".dropFirst())"
    }

    /// A text as a field: in quotes where it holds a comma, a quote or an end of line.
    private static func quote(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
