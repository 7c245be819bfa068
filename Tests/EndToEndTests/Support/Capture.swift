// SPDX-License-Identifier: Apache-2.0

/// What a sound device was given: interleaved stereo floats at 48 kHz, in which every click stands alone.
struct Capture {
    static let rate = 48000
    /// The first sample of a click, of full scale.
    static let beatLevel: Float = 0.25
    static let bellLevel: Float = 0.5

    /// A click: its first frame and the level there.
    struct Onset: Equatable {
        let frame: Int
        let level: Float
    }

    /// The left channel.
    let samples: [Float]

    init(raw: [UInt8]) {
        samples = stride(from: 0, to: raw.count - 7, by: 8).map { index in
            Float(bitPattern: raw[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    init(samples: [Float]) {
        self.samples = samples
    }

    /// The first frame of every click: one that is not silent after 10 ms of silence.
    var onsets: [Onset] {
        var onsets: [Onset] = []
        var lastSound = -Self.rate
        for (frame, sample) in samples.enumerated() where abs(sample) > 1e-4 {
            if frame - lastSound > Self.rate / 100 { onsets.append(Onset(frame: frame, level: abs(sample))) }
            lastSound = frame
        }
        return onsets
    }
}

/// Beats of constant tempo on exact frames: beat n falls on frame0 + n · frames of a beat, rounded.
struct Grid {
    let frame0: Int
    /// Beats per minute, in tenths.
    let tenthsOfBPM: Int

    /// The distance of a frame from the exact position of a beat, in frames.
    func deviation(of frame: Int, fromBeat beat: Int) -> Double {
        let ticks = (frame - frame0) * tenthsOfBPM - beat * 600 * Capture.rate
        return Double(ticks) / Double(tenthsOfBPM)
    }

    /// The largest deviation of onsets that should be beats 0, 1, 2…
    func largestDeviation(of onsets: [Capture.Onset]) -> Double {
        onsets.enumerated().map { abs(deviation(of: $1.frame, fromBeat: $0)) }.max() ?? .infinity
    }
}
