// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
public import MetronomeRhythm

/// How the daemon runs, with nothing left open. The initial values are the defaults.
///
/// A field is read, written, printed and documented through its line in ``Key/all``.
public struct Settings: Sendable, Equatable {
    /// Beats per minute.
    public var tempo = Settings.defaultTempo
    /// Beats in a bar, and the note value of a beat.
    public var meter = Meter.common
    /// The length of a beat in quarter notes, where it is not the note below the line of the meter.
    public var beatNote: Ratio?
    /// When the bell rings.
    public var bell = BellSetting.bar
    /// How strongly each beat of a bar is played; empty: by the groups of the meter, and the bell.
    public var accents: [Accent] = []
    /// Into how many parts a beat is divided, 1...9.
    public var subdivision = 1
    /// How two parts of a beat share their time.
    public var swing = Swing.even
    /// The gain of the parts of a beat beside that of the beat, 0...1.
    public var subdivisionVolume = 0.5
    /// What one practises with.
    public var practice = Practice()
    /// The lanes that are played beside the beats.
    public var lanes = LaneRoster()
    /// Bars that are counted before the first, 0...16.
    public var countIn = 0
    /// What they are counted with: `auto`, as every beat; `voice`; or a sound.
    public var countInSound = "auto"
    /// A gain, 0...1.
    public var volume = 0.8
    /// The gain of the bell beside that of the beat, 0...1.
    public var bellVolume = 1.0
    /// Whether nothing is heard of what plays.
    public var isMuted = false
    /// The sound of a beat: a name, or the absolute path of a file.
    public var beatSound = "beat"
    /// The sound of the bell: a name, or the absolute path of a file.
    public var bellSound = "bell"
    /// The sound of an accent, likewise; nil for that of the beat.
    public var accentSound: String?
    /// The sound of a ghost, likewise; nil for that of the beat.
    public var ghostSound: String?
    /// The sound of the parts of a beat, likewise; nil for that of the beat.
    public var subdivisionSound: String?
    /// The folder to look for sounds in first; nil for none.
    public var soundsDirectory: String?
    /// The preset that was loaded or saved last, whatever was changed since; nil for none.
    public var preset: LibraryName?
    /// Whether the daemon plays as soon as it runs.
    public var play = false
    /// Whether a run goes on that a crash, the watchdog or an upgrade has ended.
    public var resumes = false
    /// Whose idea of a minute the tempo goes by.
    public var clock = ClockChoice.audio
    /// Where the sound goes.
    public var output = OutputChoice.auto
    /// The name of an ALSA PCM.
    public var device = "default"
    /// The ALSA PCM that plays while the device is missing; nil for none.
    public var fallbackDevice: String?
    /// Silence before the first beat, in milliseconds, 0...5000; nil: by the kind of device.
    public var prerollMs: Double?
    /// How far ahead of what is heard frames are written.
    public var latency = LatencyProfile.normal
    /// How far ahead of what is heard frames are written, in milliseconds, 5...500; nil: as the profile says.
    public var fixedFillMs: Double?
    /// By how many milliseconds each device is heard later than it reports, by its name.
    public var offsets: [String: Double] = [:]
    /// By how many milliseconds every device that is not in ``offsets`` is heard later than it reports.
    public var defaultOffsetMs = 0.0
    /// Whether each run is added to the journal.
    public var keepsJournal = true
    /// The path of the control socket; nil: by `XDG_RUNTIME_DIR`.
    public var socket: String?
    /// Clients that are served at a time.
    public var connections = 128
    /// The least severe message that is logged.
    public var logLevel = LogLevel.info

    /// The defaults.
    public init() {}

    /// How far ahead of what is heard frames are written while nobody changes anything, in milliseconds.
    public var fillMs: Int { fixedFillMs.map { Int(clamping: $0) } ?? latency.fillMs }

    /// How far ahead frames are written for a while after each change, in milliseconds.
    public var promptFillMs: Int { fixedFillMs.map { Int(clamping: $0) } ?? latency.promptFillMs }

    /// The gain of everything, 0...1: none while it is muted.
    public var audibleVolume: Double { isMuted ? 0 : volume }

    /// By how many milliseconds a device is heard later than it reports.
    public func offsetMs(of device: String) -> Double { offsets[device] ?? defaultOffsetMs }

    /// The length of a beat in quarter notes.
    public var beatLength: Ratio { beatNote ?? meter.beatLength }

    /// The meter as it is counted: the written meter, unless a beat is another note. Its groups are the groups of the written
    /// meter only where the beats are the same.
    public var countedMeter: Meter { beatNote.flatMap { try? meter.counted(in: $0) } ?? meter }

    /// The beats that ring the bell, with the length of the bar filled in; nil for none, and where no such group has one on
    /// the same beat each time. Accents that were set say it in place of the bell's own setting.
    public var bellPattern: BellPattern? {
        if !accents.isEmpty { return BeatAccents(bar: accents).bellGroup }
        return switch bell {
        case .off: nil
        case .bar: try? BellPattern(every: countedMeter.beats, on: 1)
        case .every(let pattern): pattern
        }
    }

    /// Moves the bell of accents that were set to where it was set to ring since; takes the accents back where they cannot say it.
    mutating func ringBellInAccents() {
        guard !accents.isEmpty else { return }
        var accents = accents.map { $0 == .bell ? .accent : $0 }
        switch bell {
        case .off: break
        case .bar: accents[0] = .bell
        case .every(let pattern) where pattern.every == accents.count: accents[pattern.on - 1] = .bell
        case .every: accents = []
        }
        self.accents = accents
    }

    /// A sign for each beat of the bar: as they were set, or by the meter, and the bell where it rings in each bar alike.
    var writtenAccents: [Accent] {
        let (bar, bell) = (beatAccents.bar, beatAccents.bell)
        let accents = BeatAccents(bar: bar, bell: bell.flatMap { bar.count.isMultiple(of: $0.every) ? $0 : nil })
        let grid = BarGrid(originBeat: 0, beatsPerBar: bar.count)
        return bar.indices.map { accents.accent(ofBeat: Int64($0), in: grid) }
    }

    /// How strongly the beats are played.
    package var beatAccents: BeatAccents {
        accents.isEmpty ? BeatAccents(of: countedMeter, bell: bellPattern) : BeatAccents(bar: accents)
    }

    private static var defaultTempo: Tempo {
        guard let tempo = try? Tempo(120) else { preconditionFailure("120 bpm is a tempo") }
        return tempo
    }
}
