// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc
internal import MetronomeBounds
internal import MetronomeRhythm

/// An audio file being written by libsndfile; its ending sets the format: wav, aiff and flac with 24 bits, ogg.
///
/// `finish` is to be called after the last frame, then `publish`. Of a file that was not published nothing is left: no
/// part of a render has the name of the whole.
@safe package final class AudioFileWriter {
    private let sound: OpaquePointer
    private let file: UnsafeMutablePointer<OutputFile>
    /// Where it will be.
    package let path: String
    private var isFinished = false
    private var isPublished = false

    /// What a WAV or AIFF file has room for.
    private static func mostFrames(channels: Int) -> Int64 { Int64((1 << 32) - 4096).quotient(by: Int64(3 * channels)) }

    /// The limit of FLAC that a rate or a number of channels exceeds (RFC 9639, sections 9.1.2 and 9.1.3); nil for none.
    private static func flacLimit(_ sampleRate: SampleRate, _ channels: Int) -> String? {
        if channels > 8 { return "at most 8 channels" }
        let isSaid = sampleRate.hertz <= 65_535 || sampleRate.hertz.isMultiple(of: 10)
        return isSaid ? nil : "a rate of at most 65535 Hz, or a multiple of 10"
    }

    /// Creates a file for `frames` frames; one of the same name stays until that is published. Throws `SoundError.unwritable`.
    init(path: String, sampleRate: SampleRate, frames: Int64, channels: Int = 2) throws(SoundError) {
        var info = SF_INFO()
        info.samplerate = Int32(sampleRate.hertz)
        info.channels = Int32(channels)
        let ending = FileEnding.of(path)
        switch ending {
        case "wav": info.format = Int32(SF_FORMAT_WAV | SF_FORMAT_PCM_24)
        case "flac": info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_24)
        case "aiff", "aif": info.format = Int32(SF_FORMAT_AIFF | SF_FORMAT_PCM_24)
        case "ogg", "oga": info.format = Int32(SF_FORMAT_OGG | SF_FORMAT_VORBIS)
        default:
            throw .unwritable(path: path, reason: "the name must end in \(FileEnding.toldSounds)")
        }
        // Without a frame, libsndfile writes a FLAC file of no bytes, and players refuse the others.
        guard frames > 0 else { throw .unwritable(path: path, reason: "there is nothing to be rendered") }
        // Their sizes are 32 bits wide: beyond, a file would be written that no player reads to its end.
        let isLimited = info.format & Int32(SF_FORMAT_TYPEMASK) <= Int32(SF_FORMAT_AIFF)
        guard !isLimited || frames <= Self.mostFrames(channels: channels) else {
            throw .unwritable(
                path: path, reason: "a .\(ending) file ends at 4 GB, before that many frames: write a .flac")
        }
        if ending == "flac", let limit = Self.flacLimit(sampleRate, channels) {
            throw .unwritable(path: path, reason: "a .flac file has \(limit): write a .wav")
        }
        let created = OutputFile(path: path)
        guard created.failure == 0 else { throw .unwritable(path: path, reason: created.reason) }
        unsafe file = .allocate(capacity: 1)
        unsafe file.initialize(to: created)
        var callbacks = OutputFile.callbacks
        guard let sound = unsafe sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, file) else {
            var failed = unsafe file.move()
            unsafe file.deallocate()
            let reason = failed.failure == 0 ? unsafe String(cString: sf_strerror(nil)) : failed.reason
            failed.close()
            failed.remove()
            throw .unwritable(path: path, reason: reason)
        }
        unsafe sf_command(sound, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        unsafe self.sound = sound
        self.path = path
    }

    deinit {
        if !isFinished { unsafe sf_close(sound) }
        if !isPublished {
            unsafe file.pointee.close()
            unsafe file.pointee.remove()
        }
        unsafe file.deinitialize(count: 1)
        unsafe file.deallocate()
    }

    /// Appends stereo frames. Throws `SoundError.unwritable`, for instance when the disk is full.
    func write(_ frames: UnsafePointer<Float>, count: Int) throws(SoundError) {
        let wrote = unsafe sf_writef_float(sound, frames, sf_count_t(count))
        guard unsafe file.pointee.failure == 0 else { throw failure }
        guard wrote == sf_count_t(count) else {
            throw .unwritable(path: path, reason: unsafe String(cString: sf_strerror(sound)))
        }
    }

    /// Writes what is left; to be called once. Throws `SoundError.unwritable` when any of it could not be written.
    func finish() throws(SoundError) {
        isFinished = true
        unsafe sf_close(sound)
        guard unsafe file.pointee.failure == 0 else { throw failure }
    }

    /// Has it take its place; to be called once, when it is finished. Throws `SoundError.unwritable` where it cannot.
    package func publish() throws(SoundError) {
        isPublished = true
        unsafe file.pointee.publish()
        unsafe file.pointee.close()
        guard unsafe file.pointee.failure == 0 else {
            unsafe file.pointee.remove()
            throw failure
        }
    }

    private var failure: SoundError { .unwritable(path: path, reason: unsafe file.pointee.reason) }
}
