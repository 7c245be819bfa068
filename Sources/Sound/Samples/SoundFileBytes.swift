// SPDX-License-Identifier: Apache-2.0

internal import CSndFile
internal import Glibc

/// Bytes in memory that libsndfile reads as a file.
struct SoundFileBytes {
    let bytes: [UInt8]
    /// Whether libsndfile may ask where they end.
    var isEndKnown = true
    var position = 0

    static var callbacks: SF_VIRTUAL_IO {
        unsafe SF_VIRTUAL_IO(
            get_filelen: { unsafe sf_count_t(SoundFileBytes.at($0).pointee.bytes.count) },
            seek: { offset, whence, user in
                let file = unsafe SoundFileBytes.at(user)
                guard unsafe whence != SEEK_END || file.pointee.isEndKnown else { return -1 }
                let base =
                    switch whence {
                    case SEEK_CUR: unsafe file.pointee.position
                    case SEEK_END: unsafe file.pointee.bytes.count
                    default: 0
                    }
                // Offsets are the file's own words, and may be any.
                let (place, isBeyond) = base.addingReportingOverflow(Int(clamping: offset))
                let end = unsafe file.pointee.bytes.count
                unsafe file.pointee.position = isBeyond ? (offset < 0 ? 0 : end) : max(0, min(end, place))
                return unsafe sf_count_t(file.pointee.position)
            },
            read: { destination, count, user in
                let file = unsafe SoundFileBytes.at(user)
                let start = unsafe file.pointee.position
                let taken = unsafe max(0, min(Int(clamping: count), file.pointee.bytes.count - start))
                unsafe file.pointee.bytes.withUnsafeBytes { source in
                    if taken > 0, let destination = unsafe destination, let base = source.baseAddress {
                        unsafe destination.copyMemory(from: base + start, byteCount: taken)
                    }
                }
                unsafe file.pointee.position += taken
                return sf_count_t(taken)
            },
            write: { _, _, _ in 0 },
            tell: { unsafe sf_count_t(SoundFileBytes.at($0).pointee.position) })
    }

    private static func at(_ user: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SoundFileBytes> {
        // libsndfile hands back the pointer it was given, which is never null here.
        unsafe user.unsafelyUnwrapped.assumingMemoryBound(to: SoundFileBytes.self)
    }
}
