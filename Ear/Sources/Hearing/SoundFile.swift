// SPDX-License-Identifier: GPL-3.0-or-later

internal import CEar

/// A file of sound that is read from its beginning, all channels as one.
@safe public final class SoundFile {
    /// In hertz.
    public let rate: UInt32
    private let file: OpaquePointer

    /// Why a file cannot be read.
    public struct Refusal: Error {
        /// In words of libsndfile.
        public let reason: String
    }

    /// Opens a file. Throws where libsndfile cannot read it.
    public init(_ path: String) throws(Refusal) {
        var (rate, reason) = (UInt32(0), [CChar](repeating: 0, count: 200))
        let size = reason.count
        guard let file = unsafe ear_file_open(path, &rate, &reason, size) else {
            throw Refusal(
                reason: String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        self.rate = rate
        unsafe self.file = file
    }

    deinit { unsafe ear_file_close(file) }

    /// The next frames; none at the end.
    public func read() -> [Float] {
        var frames = [Float](repeating: 0, count: 1024)
        let count = unsafe ear_file_read(file, &frames, 1024)
        return Array(frames.prefix(count))
    }
}
