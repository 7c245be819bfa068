// SPDX-License-Identifier: Apache-2.0

public import Sound

/// What the real-time thread sends up.
@safe public enum EngineReport: BitwiseCopyable {
    /// A plan was adopted.
    case adopted(Adoption)
    /// Nothing reads this plan any more.
    case retired(UnsafePointer<Plan>)
    /// The device plays, and its clock is locked. Reported once for each time that it is attached.
    case running(device: UInt64)
    /// The device does not play and is no longer used. It is to be made ready, started and attached again; the timeline
    /// runs on by CLOCK_MONOTONIC meanwhile.
    case halted(device: UInt64, cause: HaltCause)
    /// The device is no longer used and is to be closed; `code` is ALSA's errno, or 0.
    case released(device: UInt64, reason: LossReason, code: Int32)
    /// The device, which ran dry, plays again; `missedFrames` frames were not heard.
    case xrun(missedFrames: Int64)
}
