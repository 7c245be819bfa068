// SPDX-License-Identifier: Apache-2.0

public import Sound

/// What the control side sends down. Everything pointed at stays alive until it is handed back by a `EngineReport`.
@safe public enum EngineCommand: BitwiseCopyable {
    /// Play by this plan from the next frame on.
    case adopt(UnsafePointer<Plan>)
    /// Play on this device from now on, which was started with so much silence. A plan with samples at its rate must
    /// follow at once.
    case attach(PCMDevice.Handle, PCMDevice.Start)
    /// Give the device back; the timeline runs on by CLOCK_MONOTONIC.
    case detach
}

/// What the real-time thread sends up.
@safe public enum EngineReport: BitwiseCopyable {
    /// A plan took hold.
    case adopted(Adoption)
    /// Nothing reads this plan any more.
    case retired(UnsafePointer<Plan>)
    /// The device plays, and its clock is known.
    case running(device: UInt64)
    /// The device does not play and is no longer used. It is to be made ready, started and attached again; the timeline
    /// runs on by CLOCK_MONOTONIC meanwhile.
    case halted(device: UInt64, cause: HaltCause)
    /// The device is no longer used and is to be closed; `code` is ALSA's errno, or 0.
    case released(device: UInt64, reason: LossReason, code: Int32)
    /// The device, which ran dry, plays again; so many frames were heard by nobody.
    case xrun(missedFrames: Int64)
}

/// What a ring carries. One type for both directions: the compiler proves a real-time caller only over a concrete one.
enum Message: BitwiseCopyable {
    case command(EngineCommand)
    case report(EngineReport)
}
