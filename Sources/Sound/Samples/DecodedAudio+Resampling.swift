// SPDX-License-Identifier: Apache-2.0

internal import CSampleRate
internal import MetronomeBounds

extension DecodedAudio {
    /// The same audio at another rate, by libsamplerate's best sinc converter. Used once per sound, at load.
    ///
    /// Throws `SoundError.undecodable` when libsamplerate refuses (out of memory).
    public func resampled(to rate: Int) throws(SoundError) -> DecodedAudio {
        guard rate != sampleRate else { return self }
        let ratio = Double(rate) / Double(sampleRate)
        // Of a sound of some frames nothing would be left at a lower rate.
        let least = Int(clamping: (64 * max(1, 1 / ratio)).rounded(.up)) * channels
        var frames = frames
        if frames.count < least { frames += [Float](repeating: 0, count: least - frames.count) }
        let inputFrames = frames.count.quotient(by: channels)
        // The converter needs silence behind the last frame to bring out its tail.
        let capacity = Int(clamping: (Double(inputFrames) * ratio).rounded(.up)) + 64
        var output = [Float](repeating: 0, count: capacity * channels)
        var produced = 0
        let error = unsafe frames.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { room in
                var data = unsafe SRC_DATA()
                unsafe data.data_in = input.baseAddress
                unsafe data.data_out = room.baseAddress
                unsafe data.input_frames = inputFrames
                unsafe data.output_frames = capacity
                unsafe data.src_ratio = ratio
                let error = unsafe src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), Int32(channels))
                produced = unsafe data.output_frames_gen
                return error
            }
        }
        guard error == 0 else {
            throw .undecodable(path: "resampler", reason: unsafe String(cString: src_strerror(error)))
        }
        output.removeLast(max(0, output.count - produced * channels))
        return DecodedAudio(sampleRate: rate, channels: channels, frames: output)
    }
}
