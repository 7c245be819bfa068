// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
public import MetronomeRhythm
public import MetronomeSession

/// The musical moment as it is heard: all that a face draws from.
///
/// Beats are numbered from 0, bars and the beats of a bar from 1, as everywhere.
public struct Moment: Sendable, Hashable {
    /// Which beat, and how far into it.
    public var position: BeatPosition
    /// How fast beats follow each other.
    public var tempo: Tempo
    /// How many beats make a bar.
    public var meter: Meter
    /// Which beats make which bar.
    public var grid: BarGrid
    /// Which beats ring the bell; nil for none.
    public var bell: BellPattern?
    /// How strongly each beat of the bar is played; empty: as the groups of the meter have it.
    public var accents: [Accent] = []
    /// Where the parts of a beat are that lie between two beats, as parts of it.
    public var subdivisions: [Double] = []
    /// Where the trainers are.
    public var practice: [PracticePanel] = []
    /// Which section of a song is heard; nil without a song.
    public var section: ShownSection?
    /// What the lanes that have names play in the bar.
    public var lanes: [LaneSteps] = []
    /// Whether the music plays.
    public var isPlaying: Bool
    /// Values of motion properties that do not follow from the beat alone, by name: what the daemon says of a pendulum
    /// after a tempo change, or one that settles after a stop.
    public var values: [String: Double]

    /// A moment; bars are counted from beat 0, and the bell rings on the first beat of each, unless said otherwise.
    public init(
        position: BeatPosition, tempo: Tempo, meter: Meter = .common, grid: BarGrid? = nil, bell: BellPattern?? = nil,
        isPlaying: Bool = true, values: [String: Double] = [:]
    ) {
        self.position = position
        self.tempo = tempo
        self.meter = meter
        self.grid = grid ?? BarGrid(beatsPerBar: meter.beats)
        self.bell = bell ?? (try? BellPattern(every: meter.beats, on: 1))
        self.isPlaying = isPlaying
        self.values = values
    }

    /// A moment by its time in beats, rounded down to 2⁻⁵³ of a beat at most.
    public init(
        beats: Double, tempo: Tempo, meter: Meter = .common, grid: BarGrid? = nil, bell: BellPattern?? = nil,
        isPlaying: Bool = true, values: [String: Double] = [:]
    ) {
        self.init(
            position: BeatPosition(beats: beats), tempo: tempo, meter: meter, grid: grid, bell: bell,
            isPlaying: isPlaying, values: values)
    }

    /// The beat, from 0; even ones swing the pendulum from right to left.
    public var beat: Int64 { position.whole }
    /// How far into the beat, 0 up to but never 1.
    public var phase: Double { position.phase }
    /// The bar, from 1.
    public var bar: Int64 { grid.bar(ofBeat: beat) }
    /// The beat of the bar, 1...beatsPerBar.
    public var beatInBar: Int { grid.beatInBar(ofBeat: beat) }
    /// How many beats make a bar.
    public var beatsPerBar: Int { grid.beatsPerBar }
    /// How strongly a beat of the bar, 1...beatsPerBar, is played.
    public func accent(ofBeat beat: Int) -> Accent {
        if accents.count == beatsPerBar { return accents[beat - 1] }
        return beat > 1 && beginsGroup(beat) ? .accent : .normal
    }
    /// Whether a group of beats begins with a beat of the bar, 1...beatsPerBar.
    public func beginsGroup(_ beat: Int) -> Bool {
        beat == 1 || meter.beats == beatsPerBar && meter.beginsGroup(beat - 1)
    }
    /// How far into the bar, 0 up to but never 1.
    public var barPhase: Double { (Double(beatInBar - 1) + phase) / Double(beatsPerBar) }
    /// Beats per minute.
    public var bpm: Double { tempo.beatsPerMinute }
    /// The Italian name of the tempo; nil where it counts eighths or shorter notes, of which no name is said.
    private var name: String? { meter.unit > 4 && meter.beats == beatsPerBar ? nil : tempo.name }
    /// What the tempo is called; without a name, `100 bpm`.
    var tempoName: String { name ?? "\(tempo.shown) bpm" }
    /// The tempo and its name: `100 bpm · Andante`.
    var tempoLine: String { "\(tempo.shown) bpm" + (name.map { " · " + $0 } ?? "") }
    /// Whether the bell rings on the beat.
    public var ringsBell: Bool { bell?.rings(onBeat: beat, in: grid) ?? false }

    /// The value of a motion property by its name, such as "heart.scale": that in `values`, else where it rests while
    /// nothing plays, else the value that `Choreography` gives the beat; 0 for an unknown name.
    public func value(_ property: String) -> Double {
        if let value = values[property] { return value }
        guard let property = Choreography.property(named: property) else { return 0 }
        guard isPlaying || property.rest == nil else { return property.idle(bpm: bpm) }
        return property.value(in: choreographedBeat, phase: phase)
    }

    private var choreographedBeat: Beat {
        Beat(
            index: beat, bar: bar, beatInBar: beatInBar, beatsPerBar: beatsPerBar, bpm: bpm, bell: ringsBell,
            endsBar: grid.bar(ofBeat: beat + 1) != bar)
    }
}
