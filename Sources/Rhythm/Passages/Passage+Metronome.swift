// SPDX-License-Identifier: Apache-2.0

extension Passage {
    /// The simple metronome: one passage without end, with a click on every beat of a quarter note.
    ///
    /// `beat` is the place of its first beat in the bell's group, from 0.
    public init(tempo: Tempo, beatsPerBar: Int, bell: BellPattern?, fromBeat beat: Int64 = 0) {
        self.init(
            curve: TempoCurve(tempo), bar: Array(repeating: .one, count: beatsPerBar),
            lanes: [Lane(id: 0, pattern: Pattern(bell: bell, fromBeat: beat))])
    }
}

extension Arrangement {
    /// The simple metronome, from the start on.
    public init(tempo: Tempo, beatsPerBar: Int = 4, bell: BellPattern? = nil) {
        self.init(passages: [Passage(tempo: tempo, beatsPerBar: beatsPerBar, bell: bell)])
    }

    /// The same music at one tempo throughout.
    public func at(_ tempo: Tempo) -> Arrangement {
        var changed = self
        for index in changed.passages.indices { changed.passages[index].curve = TempoCurve(tempo) }
        return changed
    }
}
