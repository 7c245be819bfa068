// SPDX-License-Identifier: Apache-2.0

extension Passage {
    /// How long one pass of it lasts, in seconds; nil for one without end.
    var seconds: Double? {
        guard let length, let end = lead.adding(length) else { return nil }
        return seconds(upTo: end) - seconds(upTo: lead)
    }

    /// From the beginning of its tempo curve to a distance from there, in quarter notes.
    private func seconds(upTo distance: Ratio) -> Double {
        func seconds(_ quarters: Double, _ tempo: Tempo) -> Double {
            quarters / beat.value * 60 / tempo.beatsPerMinute
        }
        guard !curve.isConstant else { return seconds(distance.value, curve.start) }
        let ramp = TempoRamp(curve)
        let within = min(distance, curve.length)
        let ticks = Position.ticks(within.numerator, over: within.denominator)
        let part = ramp.time(upTo: min(ramp.length, UInt128(truncatingIfNeeded: max(0, ticks)))).fixedToDouble()
        let beyond = distance > curve.length ? distance.value - curve.length.value : 0
        return part * seconds(curve.length.value, curve.start) + seconds(beyond, curve.end)
    }
}
