// SPDX-License-Identifier: Apache-2.0

internal import CALSA

/// How a device takes samples, in the order of preference.
public enum SampleFormat: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case float32
    case int32
    /// 24 bits in the low three bytes of four.
    case int24
    /// 24 bits in three bytes.
    case packed24
    case int16

    /// Bytes of one sample.
    public var bytes: Int {
        @_noLocks get {
            switch self {
            case .float32, .int32, .int24: 4
            case .packed24: 3
            case .int16: 2
            }
        }
    }

    var alsa: snd_pcm_format_t {
        switch self {
        case .float32: SND_PCM_FORMAT_FLOAT_LE
        case .int32: SND_PCM_FORMAT_S32_LE
        case .int24: SND_PCM_FORMAT_S24_LE
        case .packed24: SND_PCM_FORMAT_S24_3LE
        case .int16: SND_PCM_FORMAT_S16_LE
        }
    }

    /// Converts interleaved Float32 of `rendered` channels, at least two, into this format over `channels`: one gets the mean
    /// of the first two, and what was not rendered gets silence. Values are rounded and clipped to full scale. Real-time safe.
    @_noLocks func convert(
        _ source: UnsafePointer<Float>, frames: Int, rendered: Int = 2, channels: Int,
        into destination: UnsafeMutableRawPointer
    ) {
        let frameBytes = bytes * channels
        for frame in 0..<frames {
            let left = unsafe source[rendered * frame]
            let right = unsafe source[rendered * frame + 1]
            let target = unsafe destination + frame * frameBytes
            if channels == 1 {
                unsafe store((left + right) * 0.5, at: target)
                continue
            }
            unsafe store(left, at: target)
            unsafe store(right, at: target + bytes)
            var channel = 2
            while channel < channels {
                let value = channel < rendered ? unsafe source[rendered * frame + channel] : 0
                unsafe store(value, at: target + channel * bytes)
                channel += 1
            }
        }
    }

    @_noLocks private func store(_ value: Float, at target: UnsafeMutableRawPointer) {
        switch self {
        case .float32:
            unsafe target.storeBytes(of: value, as: Float.self)
        case .int32:
            unsafe target.storeBytes(of: Self.scale(value, by: 2_147_483_648), as: Int32.self)
        case .int24:
            unsafe target.storeBytes(of: Self.scale(value, by: 8_388_608), as: Int32.self)
        case .packed24:
            let whole = Self.scale(value, by: 8_388_608)
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: whole), as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: whole >> 8), toByteOffset: 1, as: UInt8.self)
            unsafe target.storeBytes(of: UInt8(truncatingIfNeeded: whole >> 16), toByteOffset: 2, as: UInt8.self)
        case .int16:
            unsafe target.storeBytes(of: Int16(truncatingIfNeeded: Self.scale(value, by: 32768)), as: Int16.self)
        }
    }

    /// Rounds half away from zero and clips to −full…full − 1. NaN becomes silence.
    @_noLocks private static func scale(_ value: Float, by full: Double) -> Int32 {
        let scaled = Double(value) * full
        let rounded = scaled < 0 ? scaled - 0.5 : scaled + 0.5
        if rounded >= full - 1 { return Int32(full - 1) }
        if rounded > -full { return Int32(rounded) }
        return rounded <= -full ? Int32(-full) : 0
    }
}
