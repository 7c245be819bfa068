// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// What is kept of a run, for the next process of the daemon to play on from it: one beat, the bar that it is in and when it
/// is heard, how long beats are, and the settings.
///
/// From it every later beat follows, for as long as nothing changes. A change is another value.
public struct SavedRun: Sendable, Hashable {
    /// The song that is played.
    public struct Song: Sendable, Hashable {
        /// The absolute path of its file.
        public var path: String
        /// What the file is, where its name does not say so.
        public var format: String?
        /// How many times as fast as it is written.
        public var scale: Ratio
        /// The place of the beat in quarter notes from the beginning of the song; nil in its count-in.
        public var quarters: Double?
        /// The beats that are repeated; nil for none.
        public var loop: Range<Int64>?
        /// How these are practised; nil where they are only repeated.
        public var practice: LoopPractice?

        /// All of its parts.
        public init(
            path: String, format: String? = nil, scale: Ratio = .one, quarters: Double?, loop: Range<Int64>? = nil,
            practice: LoopPractice? = nil
        ) {
            (self.path, self.format, self.scale) = (path, format, scale)
            (self.quarters, self.loop, self.practice) = (quarters, loop, practice)
        }
    }

    /// A beat that can still be played in step.
    public struct Entry: Sendable, Hashable {
        /// When it is heard.
        public var time: ClockTime
        /// Its bar.
        public var bar: Int64
        /// Its place in the bar, from 1.
        public var beat: Int
    }

    /// How many seconds after an orderly end the next process may come for that end to be an upgrade.
    public static let upgradeSeconds = 60.0
    /// A run that is predicted as near as this is as it was saved, in seconds.
    private static let nearness = 0.000_5
    /// No bar has a higher number.
    private static let mostBars: Int64 = 1 << 40
    /// Nanoseconds of a beat at 1000 and at 1 bpm, and as much more as a clock that is followed may ask for.
    private static let beatLengths = 1e7...1e12

    /// The boot of the machine that times belong to: CLOCK_MONOTONIC begins anew with each.
    public var boot: String
    /// When the beat is heard.
    public var time: ClockTime
    /// Its bar.
    public var bar: Int64
    /// The bar from whose begin bars, and groups of the bell, are counted.
    public var originBar: Int64
    /// Its place in the bar, from 1.
    public var beat: Int
    /// Beats in a bar.
    public var beatsPerBar: Int
    /// The time from beat to beat, in nanoseconds of CLOCK_MONOTONIC.
    public var beatNs: Double
    /// The song; nil for the metronome.
    public var song: Song?
    /// The settings of the music that are in force, without trainers.
    public var edit: Edit
    /// When the process was asked to end in an orderly way; nil while it was not.
    public var ended: ClockTime?

    /// A beat of a run that plays.
    public init(
        boot: String, time: ClockTime, bar: Int64, originBar: Int64 = 1, beat: Int, beatsPerBar: Int, beatNs: Double,
        song: Song? = nil, edit: Edit, ended: ClockTime? = nil
    ) {
        (self.boot, self.time, self.bar, self.originBar, self.beat) = (boot, time, bar, originBar, beat)
        (self.beatsPerBar, self.beatNs, self.song) = (beatsPerBar, beatNs, song)
        (self.edit, self.ended) = (edit, ended)
    }

    /// The settings of the music that a run goes on with.
    public static func edit(of settings: Settings) -> Edit {
        var edit = Edit()
        for key in keys { edit[key] = key.value(in: settings) }
        return edit
    }

    /// What a run goes on with; a trainer would begin anew.
    private static let keys = Key.all.filter { !$0.isTrainer && $0.effect.isAudible && $0.form != .bellBeat }

    // MARK: questions

    /// Whether the next process is to play on: it is the same boot, and the end was that of a crash, or of an upgrade.
    public func isToResume(boot: String, at now: ClockTime) -> Bool {
        guard boot == self.boot, !boot.isEmpty else { return false }
        return ended.map { (0...Self.upgradeSeconds).contains(now.seconds(since: $0)) } ?? true
    }

    /// Whether its bars are those of the settings, or of its song.
    public func isCounted(in settings: Settings) -> Bool {
        song != nil || settings.countedMeter.beats == beatsPerBar
    }

    /// The first beat that is not heard before a time.
    public func entry(notBefore earliest: ClockTime) -> Entry {
        let beats = max(0, (Double(earliest.nanoseconds(since: time)) / beatNs).rounded(.up))
        // Time has 2⁶³ ns, and a beat at least 10⁷ of them.
        let count = Int64(exactly: beats) ?? 0
        let grid = BarGrid(originBeat: Int64(1 - beat), originBar: bar, beatsPerBar: beatsPerBar)
        return Entry(
            time: time.advanced(bySeconds: Double(count) * beatNs / 1e9), bar: grid.bar(ofBeat: count),
            beat: grid.beatInBar(ofBeat: count))
    }

    /// The bars of a run that begins with a beat of it.
    public func grid(from entry: Entry) -> BarGrid {
        let beats = (entry.bar - originBar) * Int64(beatsPerBar) + Int64(entry.beat - 1)
        return BarGrid(originBeat: -beats, originBar: originBar, beatsPerBar: beatsPerBar)
    }

    /// Whether it says of a later look at the same run what that says itself.
    public func predicts(_ later: SavedRun) -> Bool {
        let entry = entry(notBefore: later.time.advanced(bySeconds: -beatNs / 2e9))
        return abs(entry.time.seconds(since: later.time)) <= Self.nearness
            && (entry.bar, entry.beat) == (later.bar, later.beat)
            && (originBar, beatsPerBar) == (later.originBar, later.beatsPerBar)
            // Half a millisecond in ten seconds.
            && abs(beatNs / later.beatNs - 1) <= 5e-5 && (edit, ended, boot) == (later.edit, later.ended, later.boot)
            && song?.path == later.song?.path && song?.scale == later.song?.scale && song?.loop == later.song?.loop
            && song?.practice == later.song?.practice
            && (song?.quarters == nil) == (later.song?.quarters == nil)
    }
}

// MARK: the saved state

extension SavedRun {
    /// It as a member of the saved state.
    public var plain: PlainValue {
        var settings: [String: PlainValue] = [:]
        for key in edit.keys { settings[key.name] = edit[key]?.plain }
        var members: [String: PlainValue] = [
            "boot": .string(boot), "time_ns": .integer(time.nanoseconds), "bar": .integer(bar),
            "origin_bar": .integer(originBar), "beat": .integer(Int64(beat)), "beats": .integer(Int64(beatsPerBar)),
            "beat_ns": .number(beatNs),
            "settings": .table(settings),
        ]
        if let ended { members["ended_ns"] = .integer(ended.nanoseconds) }
        if let song {
            var parts: [String: PlainValue] = [
                "path": .string(song.path), "scale": .string(song.scale.saved),
            ]
            parts["format"] = song.format.map(PlainValue.string)
            parts["quarters"] = song.quarters.map(PlainValue.number)
            parts["loop"] = song.loop.map { .list([.integer($0.lowerBound), .integer($0.upperBound)]) }
            parts["practice"] = song.practice?.plain
            members["song"] = .table(parts)
        }
        return .table(members)
    }

    /// Reads a member of the saved state; nil for one that no run has.
    public init?(_ plain: PlainValue) {
        guard case .table(let members) = plain, let boot = members["boot"]?.text,
            let time = members["time_ns"]?.whole, time >= 0,
            let bar = members["bar"]?.whole, (-Self.mostBars...Self.mostBars).contains(bar),
            let originBar = members["origin_bar"]?.whole, (-Self.mostBars...Self.mostBars).contains(originBar),
            let beatsPerBar = members["beats"]?.int, Meter.range.contains(beatsPerBar),
            let beat = members["beat"]?.int, (1...beatsPerBar).contains(beat),
            let beatNs = members["beat_ns"]?.double, Self.beatLengths.contains(beatNs),
            case .table(let settings) = members["settings"]
        else { return nil }
        var edit = Edit()
        for key in Self.keys {
            guard let value = settings[key.name] else { continue }
            let source = SettingForm.Source(folder: "/", home: nil)
            do throws(SettingError) { try key.read(value, from: source, into: &edit) } catch { return nil }
        }
        self.init(
            boot: boot, time: ClockTime(nanoseconds: time), bar: bar, originBar: originBar, beat: beat,
            beatsPerBar: beatsPerBar, beatNs: beatNs, edit: edit,
            ended: members["ended_ns"]?.whole.map(ClockTime.init(nanoseconds:)))
        guard let parts = members["song"] else { return }
        guard let song = Song(parts) else { return nil }
        self.song = song
    }
}

extension SavedRun.Song {
    /// Reads a song of the saved state; nil for what is none.
    fileprivate init?(_ plain: PlainValue) {
        guard case .table(let parts) = plain, let path = parts["path"]?.text, path.hasPrefix("/"),
            let scale = Ratio(saved: parts["scale"]), LoadedSong.scales.contains(scale.value)
        else { return nil }
        self.init(path: path, format: parts["format"]?.text, scale: scale, quarters: parts["quarters"]?.double)
        if let quarters, !(0...1e9).contains(quarters) { return nil }
        guard case .list(let ends) = parts["loop"] else { return }
        guard ends.count == 2, let begin = ends[0].whole, let end = ends[1].whole, 0 <= begin, begin < end else {
            return nil
        }
        loop = begin..<end
        guard let practised = parts["practice"] else { return }
        guard let practice = LoopPractice(practised) else { return nil }
        self.practice = practice
    }
}

extension LoopPractice {
    /// It as a member of the saved state.
    fileprivate var plain: PlainValue {
        var members: [String: PlainValue] = [
            "step": .string(step.saved), "goal": .string(goal.saved), "former": .string(former.saved),
            "stops": .bool(stops),
        ]
        members["count_in"] = countIn.map { .integer(Int64($0)) }
        return .table(members)
    }

    /// Reads a member of the saved state; nil for what is none.
    fileprivate init?(_ plain: PlainValue) {
        guard case .table(let members) = plain, let step = Ratio(saved: members["step"]),
            step == .zero || Self.steps.contains(step.value), let goal = Ratio(saved: members["goal"]),
            let former = Ratio(saved: members["former"]), case .bool(let stops) = members["stops"],
            [goal, former].allSatisfy({ LoadedSong.scales.contains($0.value) })
        else { return nil }
        self = LoopPractice(step: step, goal: goal, stops: stops).after(former)
        guard let bars = members["count_in"] else { return }
        guard let count = bars.int, 0...Song.CountIn.bars.upperBound ~= count else { return nil }
        countIn = count
    }
}

extension Ratio {
    /// It as the saved state has it: `9/10`.
    fileprivate var saved: String { "\(numerator)/\(denominator)" }

    fileprivate init?(saved: PlainValue?) {
        guard let numbers = saved?.text?.split(separator: "/").map({ Int64($0) }), numbers.count == 2,
            let numerator = numbers[0], let denominator = numbers[1], denominator > 0,
            let ratio = Ratio(numerator, over: denominator)
        else { return nil }
        self = ratio
    }
}

extension PlainValue {
    /// The whole number, if this is one that was written as such.
    fileprivate var whole: Int64? { if case .integer(let whole) = self { whole } else { nil } }
}
