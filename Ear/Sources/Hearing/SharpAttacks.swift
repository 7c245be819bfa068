// SPDX-License-Identifier: GPL-3.0-or-later

internal import CEar

/// Finds sharp attacks, some milliseconds beside where they begin: by the weight of high frequencies in a window of 512 frames.
@safe final class SharpAttacks {
    static let hop = 64
    private let detector: OpaquePointer

    /// Nil where memory is missing.
    init?(rate: UInt32, apart: Double) {
        guard let detector = unsafe ear_sharp_create(rate, 512, UInt32(Self.hop), Float(apart)) else { return nil }
        unsafe self.detector = detector
    }

    deinit { unsafe ear_sharp_destroy(detector) }

    /// Takes a hop of frames, and returns the frame of an attack that was found by them.
    func take(_ frames: ArraySlice<Float>) -> Double? {
        let found = unsafe frames.withUnsafeBufferPointer { unsafe ear_sharp_take(detector, $0.baseAddress) }
        return found < 0 ? nil : Double(found)
    }
}
