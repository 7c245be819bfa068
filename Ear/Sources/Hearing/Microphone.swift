// SPDX-License-Identifier: GPL-3.0-or-later

internal import CEar

/// A sound that comes from an ALSA device. It is kept for about two seconds, in memory alone.
@safe public final class Microphone {
    /// In hertz.
    public let rate: UInt32
    private let capture: OpaquePointer
    /// Whether all that was there was read: of a piece that is read in part, PulseAudio takes the whole for unread.
    private var isEmptied = true
    private var frames = [Float](repeating: 0, count: Int(EAR_CAPTURE_AT_ONCE))

    /// Why a device cannot be heard.
    public struct Refusal: Error {
        /// In words of ALSA.
        public let reason: String
    }

    /// What has come of waiting.
    public enum Turn {
        /// Some frames, none where none came, and where the device was before they were read.
        case frames([Float], Position?)
        /// Frames were lost, and it goes on behind them.
        case xrun
        /// The device is gone.
        case lost
    }

    /// How many frames a device has heard beyond those that were read, and when, CLOCK_MONOTONIC in nanoseconds.
    public typealias Position = (frames: Int, ns: Int64)

    /// Opens and starts a device, near a rate.
    public init(_ device: String, rate wanted: UInt32 = 48_000) throws(Refusal) {
        var (rate, reason) = (wanted, [CChar](repeating: 0, count: 200))
        let size = reason.count
        guard let capture = unsafe ear_capture_open(device, &rate, &reason, size) else {
            let text = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Refusal(reason: String(decoding: text, as: UTF8.self))
        }
        self.rate = rate
        unsafe self.capture = capture
    }

    deinit { unsafe ear_capture_close(capture) }

    /// Waits for frames for so long at most, and reads them.
    public func turn(waitingMs ms: CInt) -> Turn {
        let waited = unsafe ear_capture_wait(capture, ms)
        guard waited != 0 else { return .frames([], nil) }
        // The monitor of a sound server has frames before they are heard, and ALSA knows no number below 0: the frames that are still to
        // be read keep it above.
        let position = waited > 0 && isEmptied ? position : nil
        let count = waited > 0 ? unsafe ear_capture_read(capture, &frames) : Int(waited)
        isEmptied = count < frames.count
        if count >= 0 { return .frames(Array(frames.prefix(count)), position) }
        return unsafe ear_capture_restart(capture) ? .xrun : .lost
    }

    /// Nil where it does not say.
    private var position: Position? {
        var (ns, frames): (Int64, CLong) = (0, 0)
        return unsafe ear_capture_behind(capture, &ns, &frames) ? (frames, ns) : nil
    }
}
