// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc
internal import MetronomeBounds
internal import MetronomeLinux

/// Audio as a file holds it: interleaved Float32 at the file's own rate, mono or stereo, 8–192 kHz, at most 30 s.
public struct DecodedAudio: Sendable {
    /// Hertz.
    public let sampleRate: Int
    /// 1 or 2.
    public let channels: Int
    /// Interleaved, full scale is 1.
    public let frames: [Float]

    /// The longest sound taken, in seconds.
    public static let longestSeconds = 30
    /// The largest sound taken, decoded, in bytes.
    public static let largestBytes = 64 << 20

    /// Audio given as numbers, for tests and synthesised sounds.
    public init(sampleRate: Int, channels: Int, frames: [Float]) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.frames = frames
    }

    /// Decodes a file. Throws `SoundError` when it cannot be read, is no audio, or is outside the limits.
    public init(path: String) throws(SoundError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is not a file") }
        guard status.st_size > 0 else { throw .undecodable(path: path, reason: "the file is empty") }
        guard unsafe access(path, R_OK) == 0 else {
            throw .unreadable(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        var info = SF_INFO()
        let file = unsafe sf_open(path, Int32(SFM_READ), &info)
        guard Self.isEstimated(info) else {
            try unsafe self.init(file: file, info: info, name: path)
            return
        }
        unsafe sf_close(file)
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try FileContents.read(path, limit: Self.largestBytes) } catch {
            throw .unreadable(path: path, reason: error.message)
        }
        try self.init(bytes: bytes, name: path)
    }

    /// Decodes a file that is already in memory.
    public init(bytes: [UInt8], name: String) throws(SoundError) {
        // Where its end is unknown, an MP3 is decoded until there is no more of it.
        var audio = try Self.decoded(SoundFileBytes(bytes: bytes), name)
        if audio == nil { audio = try Self.decoded(SoundFileBytes(bytes: bytes, isEndKnown: false), name) }
        guard let audio else { throw .undecodable(path: name, reason: "it holds no audio") }
        self = audio
    }

    /// Decodes bytes; nil where their end must be unknown.
    private static func decoded(_ bytes: SoundFileBytes, _ name: String) throws(SoundError) -> DecodedAudio? {
        var memory = bytes
        var info = SF_INFO()
        let opened: Result<DecodedAudio?, SoundError> = unsafe withUnsafeMutablePointer(to: &memory) { pointer in
            var callbacks = SoundFileBytes.callbacks
            let file = unsafe sf_open_virtual(&callbacks, Int32(SFM_READ), &info, pointer)
            guard !bytes.isEndKnown || !isEstimated(info) else {
                unsafe sf_close(file)
                return .success(nil)
            }
            return Result { () throws(SoundError) in try unsafe DecodedAudio(file: file, info: info, name: name) }
        }
        return try opened.get()
    }

    /// Whether the length of a file may be an estimate by its size, at which libsndfile would stop: that of an MP3.
    private static func isEstimated(_ info: SF_INFO) -> Bool { Int(info.format) & typeMask == typeOfMPEG }

    /// Why libsndfile did not open a file, without its full stop.
    private static var lastReason: String {
        let text = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? ""
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private init(file: OpaquePointer?, info: SF_INFO, name: String) throws(SoundError) {
        guard let file = unsafe file else {
            throw .undecodable(path: name, reason: Self.lastReason)
        }
        defer { unsafe sf_close(file) }
        let rate = Int(info.samplerate)
        let channels = Int(info.channels)
        guard (8000...192_000).contains(rate) else {
            throw .unsuitable(path: name, reason: "its rate is \(rate) Hz; 8000...192000 Hz is allowed")
        }
        guard (1...2).contains(channels) else {
            throw .unsuitable(path: name, reason: "it has \(channels) channels; mono or stereo is allowed")
        }
        let most = min(
            rate * Self.longestSeconds, Self.largestBytes.quotient(by: channels * MemoryLayout<Float>.stride))
        var frames: [Float] = []
        // Reading stops one frame past the limit, whatever the header says, which may be anything from -2⁶³ to 2⁶³.
        // libsndfile answers the largest number for a FLAC file whose header leaves the length open.
        let promised = info.frames == .max ? 0 : min(max(0, Int(clamping: info.frames)), most)
        frames.reserveCapacity(promised * channels)
        var chunk = [Float](repeating: 0, count: 4096 * channels)
        while frames.count <= most * channels {
            let count = unsafe Int(sf_readf_float(file, &chunk, 4096))
            if count <= 0 { break }
            frames += chunk[..<(count * channels)]
        }
        guard frames.count <= most * channels else {
            throw .unsuitable(
                path: name,
                reason:
                    "it is longer than \(Self.longestSeconds) s or larger than \(Self.largestBytes >> 20) MiB decoded")
        }
        guard !frames.isEmpty else { throw .undecodable(path: name, reason: "it holds no audio") }
        let isPromise = info.seekable != 0 && !Self.isEstimated(info)
        guard unsafe !Self.isCutShort(file), !isPromise || frames.count >= promised * channels else {
            throw .undecodable(path: name, reason: "the file is cut short")
        }
        self.init(sampleRate: rate, channels: channels, frames: frames)
    }

    /// `SF_FORMAT_TYPEMASK` and `SF_FORMAT_MPEG`, the latter of which older headers do not name.
    private static let (typeMask, typeOfMPEG) = (0x0FFF_0000, 0x0023_0000)

    /// libsndfile corrects a header that gives more frames than the file holds, and reports it only in its log.
    private static func isCutShort(_ file: OpaquePointer) -> Bool {
        var log = [CChar](repeating: 0, count: 8192)
        let length = unsafe sf_command(file, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count - 1))
        let text = String(decoding: log.prefix(Int(max(0, length))).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "\n").contains { line in
            // The chunks that hold the frames of WAV and AIFF: "data : 9000 (should be 2000)".
            let words = line.split(separator: " ")
            guard words.count > 2, ["data", "SSND"].contains(words[0]), line.contains("(should be") else {
                return false
            }
            return Int(words[2]).map(sizesOfChunks.contains) ?? true
        }
    }

    /// The bytes that a chunk of frames may promise. Writers that cannot go back, as into a pipe, leave other numbers: 0
    /// and 2³² - 1 (ffmpeg), 0x7F000008 and 0x7FFFF000 (sox).
    private static let sizesOfChunks = 1..<0x7F00_0000
}
