// SPDX-License-Identifier: Apache-2.0

internal import CCairo

/// What cairo or giflib writes, collected.
///
/// Unsafe because they pass their writer an untyped pointer; the maker of a sink keeps it until they are done.
final class ByteSink {
    var bytes: [UInt8] = []

    /// What `write` gets as its closure.
    var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// Appends; for cairo.
    static let write: cairo_write_func_t = { pointer, bytes, count in
        guard let pointer = unsafe pointer else { return CAIRO_STATUS_WRITE_ERROR }
        let sink = unsafe Unmanaged<ByteSink>.fromOpaque(pointer).takeUnretainedValue()
        unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
    }
}
