// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Where both threads find the real-time thread's record of its own timing. An engine frees it once its thread has ended: one
/// that hangs is left behind, with it.
@safe struct TimingCell: @unchecked Sendable, BitwiseCopyable {
    // Unchecked: a record is made of atomics.
    let record: UnsafePointer<TimingRecord>

    init(start: ClockTime) {
        let place = UnsafeMutablePointer<TimingRecord>.allocate(capacity: 1)
        unsafe place.initialize(to: TimingRecord(start: start))
        unsafe record = UnsafePointer(place)
    }

    /// Frees it, where no thread can read it any more.
    func free() {
        let place = unsafe UnsafeMutablePointer(mutating: record)
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }
}
