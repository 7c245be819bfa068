// SPDX-License-Identifier: GPL-3.0-or-later

internal import CEar
internal import Glibc

/// Finds attacks that may be soft, some milliseconds beside where they begin: by how much louder than 16 ms before the sound is in 24
/// bands, each measured against the noise in it.
@safe final class SoftAttacks {
    static let hop = 256
    private static let window = 1024, count = 24
    /// In hops: over how many a rise is measured, how many before and after it must rise less, and how many show the usual rise.
    private static let lag = 3, before = 12, after = 6, usual = 20
    /// The mean rise of all bands that makes an attack, above the usual one, in nepers.
    private static let least = 0.18

    private let bands: OpaquePointer
    private let apart: Double
    /// The noise in a band rises by at most 6 dB a second: what is louder for a while is sound.
    private let noiseRise: Float
    private let loudestFall: Float
    private var hops = 0
    private var energies = [Float](repeating: 0, count: count)
    /// Of each band: its energies of some hops, smoothed, and its noise.
    private var past: [[Float]] = []
    private var smooth = [Float](repeating: 0, count: count)
    private var noise = [Float](repeating: 0, count: count)
    private var loudest: Float = 0
    private var rises: [Double] = []
    private var last = -Double.infinity

    /// Nil where memory is missing.
    init?(rate: UInt32, apart: Double) {
        let high = min(8000, Float(rate) / 2)
        guard let bands = unsafe ear_bands_create(rate, UInt32(Self.window), 256, UInt32(Self.count), 80, high) else {
            return nil
        }
        unsafe self.bands = bands
        let seconds = 256 / Float(rate)
        self.apart = apart * Double(rate)
        noiseRise = exp(0.6 * 2.302585 * seconds)
        loudestFall = exp(-seconds / 3)
    }

    deinit { unsafe ear_bands_destroy(bands) }

    /// Takes a hop of frames, and returns the frame of an attack that was found by them.
    func take(_ frames: ArraySlice<Float>) -> Double? {
        unsafe frames.withUnsafeBufferPointer { frames in
            unsafe energies.withUnsafeMutableBufferPointer {
                unsafe ear_bands_take(bands, frames.baseAddress, $0.baseAddress)
            }
        }
        hops += 1
        rises.append(rise())
        if rises.count > Self.usual + Self.after + 1 { rises.removeFirst() }
        return peak()
    }

    private func rise() -> Double {
        let beginning = 20
        for band in 0..<Self.count {
            smooth[band] += hops == 1 ? energies[band] : 0.2 * (energies[band] - smooth[band])
            noise[band] =
                hops <= beginning
                ? noise[band] + (energies[band] - noise[band]) / Float(hops)
                : min(max(noise[band], 1e-12) * noiseRise, smooth[band])
        }
        loudest = max(energies.max() ?? 0, loudest * loudestFall)
        past.append(energies)
        if past.count > Self.lag + 1 { past.removeFirst() }
        guard past.count > Self.lag, hops > beginning else { return 0 }
        // What is 45 dB below the loudest sound of the last seconds does not count.
        var sum = 0.0
        for band in 0..<Self.count {
            let reference = 4 * noise[band] + 3e-5 * loudest + 1e-12
            // Its neighbours count as well, for a pitch that wavers is no attack.
            let earlier = max(past[0][max(0, band - 1)], past[0][band], past[0][min(Self.count - 1, band + 1)])
            if energies[band] > earlier { sum += Double(log((reference + energies[band]) / (reference + earlier))) }
        }
        return sum / Double(Self.count)
    }

    /// The frame in the middle of a window that has risen most, once it is known that it has.
    private func peak() -> Double? {
        let index = rises.count - 1 - Self.after
        guard index >= Self.before, rises[index] >= Self.least else { return nil }
        let around = rises[(index - Self.before)...]
        guard rises[index] == around.max(), rises[index] >= Self.least + rises.sorted()[rises.count / 2] else {
            return nil
        }
        let frame = Double((hops - Self.after) * Self.hop - Self.window / 2)
        guard frame - last >= apart else { return nil }
        last = frame
        return frame
    }
}
