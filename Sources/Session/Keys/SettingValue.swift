// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// A checked value of a key. Those of tempo, gain and offset may be relative to what is in force.
public enum SettingValue: Sendable, Hashable {
    case number(Double)
    /// A change of a gain, or of how many beats make a bar, down where negative.
    case step(Double)
    case flag(Bool)
    /// A name, a path, or a word of a choice.
    case text(String)
    case tempo(TempoChange)
    case meter(Meter)
    /// The length of a beat, in quarter notes; nil: as the meter has it.
    case note(Ratio?)
    case bell(BellSetting)
    /// An accent for each beat of a bar; empty: by the meter and the bell.
    case accents([Accent])
    /// The accents of some beats of the bar, from 1.
    case accentsOf([Int: Accent])
    case swing(Swing)
    /// Nil: off.
    case trainer(Trainer?)
    /// Changes that are made one after the other.
    case lanes([LaneChange])
    /// Changes of offsets, by the name of the device.
    case offsets([String: OffsetChange])
}
