// SPDX-License-Identifier: Apache-2.0

internal import CGif

/// A GIF file that is being written into memory.
///
/// Unsafe inside because giflib's file is a pointer to a record; it is made here, used by one caller at a time, and
/// closed once.
@safe final class GIFEncoder {
    /// What giflib has written so far.
    private let sink = ByteSink()
    private var file: UnsafeMutablePointer<GifFileType>?

    /// Begins a file of this size that loops for ever.
    init(width: Int, height: Int, palette: GIFPalette) throws(PictureError) {
        var error: Int32 = 0
        unsafe file = EGifOpen(
            sink.pointer,
            { file, bytes, count in
                guard let pointer = unsafe file?.pointee.UserData else { return 0 }
                let sink = unsafe Unmanaged<ByteSink>.fromOpaque(pointer).takeUnretainedValue()
                unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
                return count
            }, &error)
        guard unsafe file != nil else { throw PictureError("giflib cannot begin a file") }
        unsafe EGifSetGifVersion(file, true)

        var colors = palette.colors.map { GifColorType(Red: $0.red, Green: $0.green, Blue: $0.blue) }
        colors += Array(repeating: GifColorType(), count: 256 - colors.count)
        let map = unsafe GifMakeMapObject(256, colors)
        defer { unsafe GifFreeMapObject(map) }
        try check(unsafe EGifPutScreenDesc(file, Int32(width), Int32(height), 8, 0, map))

        try check(unsafe EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE))
        try check(unsafe EGifPutExtensionBlock(file, 11, Array("NETSCAPE2.0".utf8)))
        try check(unsafe EGifPutExtensionBlock(file, 3, [1, 0, 0] as [UInt8]))
        try check(unsafe EGifPutExtensionTrailer(file))
    }

    deinit {
        var error: Int32 = 0
        if unsafe file != nil { _ = unsafe EGifCloseFile(file, &error) }
    }

    /// Adds a frame that is laid over the picture so far and stays, shown for `delay` hundredths of a second.
    func add(_ patch: GIFPatch, delay: Int) throws(PictureError) {
        var control = GraphicsControlBlock(
            DisposalMode: DISPOSE_DO_NOT, UserInputFlag: false, DelayTime: Int32(delay),
            TransparentColor: Int32(GIFPalette.unchanged))
        var block = [UInt8](repeating: 0, count: 4)
        _ = unsafe EGifGCBToExtension(&control, &block)
        try check(unsafe EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, block))
        try check(
            unsafe EGifPutImageDesc(
                file, Int32(patch.left), Int32(patch.top), Int32(patch.width), Int32(patch.height), false, nil))
        for y in 0..<patch.height {
            var row = Array(patch.indices[y * patch.width..<(y + 1) * patch.width])
            try check(unsafe EGifPutLine(file, &row, Int32(row.count)))
        }
    }

    /// Ends the file.
    func finish() throws(PictureError) -> [UInt8] {
        var error: Int32 = 0
        let status = unsafe EGifCloseFile(file, &error)
        unsafe file = nil
        try check(status)
        return sink.bytes
    }

    private func check(_ status: Int32) throws(PictureError) {
        if status == GIF_ERROR { throw PictureError("giflib cannot write the file") }
    }
}
