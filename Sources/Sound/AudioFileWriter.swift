// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Rhythm

/// A stereo audio file being written by libsndfile; its ending says the format: wav, aiff and flac with 24 bits, ogg.
@safe final class AudioFileWriter {
    private let file: OpaquePointer
    private let path: String

    /// What a WAV or AIFF file has room for.
    private static let mostFrames: Int64 = ((1 << 32) - 4096) / 6

    /// Creates a file for so many frames, replacing one of that name. Throws `SoundError.unwritable`.
    init(path: String, sampleRate: SampleRate, frames: Int64) throws(SoundError) {
        var info = SF_INFO()
        info.samplerate = Int32(sampleRate.hertz)
        info.channels = 2
        let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        switch ending {
        case "wav": info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
        case "flac": info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
        case "aiff", "aif": info.format = Int32(SF_FORMAT_AIFF | SF_FORMAT_PCM_24)
        case "ogg", "oga": info.format = Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
        default:
            throw .unwritable(path: path, reason: "the name must end in .wav, .flac, .aiff or .ogg")
        }
        // Their sizes are 32 bits wide: beyond, a file would be written that no player reads to its end.
        let isLimited = info.format & Int32(SF_FORMAT_TYPEMASK) <= Int32(SF_FORMAT_AIFF)
        guard !isLimited || frames <= Self.mostFrames else {
            throw .unwritable(
                path: path, reason: "a .\(ending) file ends at 4 GB, before that many frames: write a .flac")
        }
        guard let file = unsafe sf_open(path, Int32(SFM_WRITE), &info) else {
            throw .unwritable(path: path, reason: unsafe String(cString: sf_strerror(nil)))
        }
        unsafe sf_command(file, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        unsafe self.file = file
        self.path = path
    }

    deinit { unsafe sf_close(file) }

    /// Appends stereo frames. Throws `SoundError.unwritable`, for instance when the disk is full.
    func write(_ frames: UnsafePointer<Float>, count: Int) throws(SoundError) {
        guard unsafe sf_writef_float(file, frames, sf_count_t(count)) == sf_count_t(count) else {
            throw .unwritable(path: path, reason: unsafe String(cString: sf_strerror(file)))
        }
    }
}
