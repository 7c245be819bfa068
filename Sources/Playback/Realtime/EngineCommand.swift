// SPDX-License-Identifier: Apache-2.0

public import Sound

/// What the control side sends down. Everything pointed at stays alive until an
/// `EngineReport` hands it back.
@safe public enum EngineCommand: BitwiseCopyable {
    /// Play by this plan from the next frame on.
    case adopt(UnsafePointer<Plan>)
    /// Play on this device from now on; it was started with silence, as `Start` says. A plan with samples at its rate must follow
    /// at once.
    case attach(PCMDevice.Handle, PCMDevice.Start)
    /// Stop using the device, and report it as released; the timeline runs on by CLOCK_MONOTONIC.
    case detach
}
