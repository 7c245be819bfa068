// SPDX-License-Identifier: Apache-2.0

extension ValueType {
    /// Where the trainers are.
    static let practice: [ValueType] = [
        PracticeState.record.type,
        PracticeState.Speed.record.type,
        PracticeState.Gap.record.type,
        PracticeState.Mute.record.type,
        PracticeState.Timer.record.type,
    ]
}
