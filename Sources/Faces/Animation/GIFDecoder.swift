// SPDX-License-Identifier: Apache-2.0

internal import CGif

/// A GIF file that is being read from memory, record by record, and the screen on which its pictures are laid.
///
/// Unsafe inside because giflib's file is a pointer to a record; it is made here, used by one caller at a time, and
/// closed once. Every size and index of the file is checked before it is used.
@safe final class GIFDecoder {
    /// What giflib reads from.
    private final class Source {
        var rest: ArraySlice<UInt8>
        init(_ bytes: [UInt8]) { rest = bytes[...] }
    }

    /// How often the pictures are played; 0 for ever. A file that does not say so is a picture that moves, too.
    private(set) var loopCount = 0
    private let source: Source
    private let file: UnsafeMutablePointer<GifFileType>
    private let width: Int
    private let height: Int
    private var screen: [UInt8]
    private var control = GraphicsControlBlock(
        DisposalMode: DISPOSAL_UNSPECIFIED, UserInputFlag: false, DelayTime: 0, TransparentColor: NO_TRANSPARENT_COLOR)
    /// How many more pixels its pictures may have.
    private var pixelsLeft: Int
    /// What is to be done to the screen before the next picture.
    private var disposal: (mode: Int32, box: (x: Range<Int>, y: Range<Int>), before: [UInt8])?

    init(_ bytes: [UInt8], pixelLimit: Int = GIFAnimation.pixelLimit) throws(PictureError) {
        pixelsLeft = pixelLimit
        let source = Source(bytes)
        self.source = source
        var error: Int32 = 0
        let opened = unsafe DGifOpen(
            Unmanaged.passUnretained(source).toOpaque(),
            { file, room, count in
                guard let pointer = unsafe file?.pointee.UserData, let room = unsafe room else { return 0 }
                let source = unsafe Unmanaged<Source>.fromOpaque(pointer).takeUnretainedValue()
                let part = source.rest.prefix(Int(count))
                for (offset, byte) in part.enumerated() { unsafe room[offset] = byte }
                source.rest = source.rest.dropFirst(part.count)
                return Int32(part.count)
            }, &error)
        guard let opened = unsafe opened else {
            throw error == D_GIF_ERR_NOT_GIF_FILE
                ? PictureError("this is not a GIF file: it does not begin with GIF87a or GIF89a") : Self.damaged(error)
        }
        unsafe file = unsafe opened
        (width, height) = unsafe (Int(opened.pointee.SWidth), Int(opened.pointee.SHeight))
        let isTooLong = max(width, height) > GIFAnimation.longestSide
        let isTooLarge = isTooLong || width * height > GIFAnimation.pictureLimit
        guard width > 0, height > 0, !isTooLarge else {
            var error: Int32 = 0
            _ = unsafe DGifCloseFile(opened, &error)
            throw PictureError(
                isTooLarge
                    ? "the GIF file is too large: \(width)x\(height) pixels, where "
                        + (isTooLong ? "a side may have 32767" : "a picture may have 16 million")
                    : "the GIF file is damaged: a screen of \(width)x\(height) pixels is out of range")
        }
        screen = [UInt8](repeating: 0, count: 4 * width * height)
    }

    deinit {
        var error: Int32 = 0
        _ = unsafe DGifCloseFile(file, &error)
    }

    /// The next picture, and how long it is shown in hundredths of a second; nil after the last.
    func next() throws(PictureError) -> (bitmap: Bitmap, delay: Int)? {
        while true {
            var kind = UNDEFINED_RECORD_TYPE
            try check(unsafe DGifGetRecordType(file, &kind))
            switch kind {
            case IMAGE_DESC_RECORD_TYPE: return try picture()
            case EXTENSION_RECORD_TYPE: try readExtension()
            case TERMINATE_RECORD_TYPE: return nil
            default: continue
            }
        }
    }

    private func picture() throws(PictureError) -> (bitmap: Bitmap, delay: Int) {
        try check(unsafe DGifGetImageDesc(file))
        let image = unsafe file.pointee.Image
        let (left, top) = unsafe (Int(image.Left), Int(image.Top))
        let (imageWidth, imageHeight) = unsafe (Int(image.Width), Int(image.Height))
        guard let map = unsafe image.ColorMap ?? file.pointee.SColorMap, imageWidth > 0, imageHeight > 0,
            imageWidth * imageHeight <= GIFAnimation.pictureLimit
        else { throw PictureError("the GIF file is damaged: a picture has no size or no colours") }
        // A picture may be larger than the screen, and is unpacked whole, whatever of it is seen.
        pixelsLeft -= max(imageWidth * imageHeight, width * height)
        guard pixelsLeft >= 0 else {
            throw PictureError("the GIF file is too large: its pictures may have 64 million pixels in all")
        }
        let colors = unsafe (0..<Int(map.pointee.ColorCount)).map { unsafe map.pointee.Colors[$0] }
        let box = (
            x: min(left, width)..<min(left + imageWidth, width), y: min(top, height)..<min(top + imageHeight, height)
        )

        dispose()
        disposal = (control.DisposalMode, box, control.DisposalMode == DISPOSE_PREVIOUS ? screen : [])
        var row = [UInt8](repeating: 0, count: imageWidth)
        let isInterlaced = unsafe image.Interlace
        for y in isInterlaced ? Self.interlaced(imageHeight) : Array(0..<imageHeight) {
            try check(unsafe DGifGetLine(file, &row, Int32(row.count)))
            guard box.y.contains(top + y) else { continue }
            for x in box.x {
                let index = Int(row[x - left])
                guard index != Int(control.TransparentColor), index < colors.count else { continue }
                let at = 4 * ((top + y) * width + x)
                (screen[at], screen[at + 1], screen[at + 2], screen[at + 3]) = (
                    colors[index].Red, colors[index].Green, colors[index].Blue, 255
                )
            }
        }
        guard let bitmap = Bitmap(width: width, height: height, rgba: screen) else {
            throw PictureError("the GIF file is damaged: a picture has no pixels")
        }
        let delay = Int(control.DelayTime)
        control = GraphicsControlBlock(
            DisposalMode: DISPOSAL_UNSPECIFIED, UserInputFlag: false, DelayTime: 0,
            TransparentColor: NO_TRANSPARENT_COLOR)
        return (bitmap, delay)
    }

    /// Changes the screen as the last picture asks for: nothing, its box cleared, or the screen before it restored.
    private func dispose() {
        guard let (mode, box, before) = disposal else { return }
        if mode == DISPOSE_PREVIOUS, !before.isEmpty {
            screen = before
        } else if mode == DISPOSE_BACKGROUND {
            for y in box.y {
                for at in 4 * (y * width + box.x.lowerBound)..<4 * (y * width + box.x.upperBound) { screen[at] = 0 }
            }
        }
        disposal = nil
    }

    /// Takes delay, transparency and loop count from an extension, and skips any other.
    private func readExtension() throws(PictureError) {
        var code: Int32 = 0
        var block: UnsafeMutablePointer<UInt8>?
        try check(unsafe DGifGetExtension(file, &code, &block))
        var isLoop = false
        while let bytes = unsafe block {
            // The first byte counts those that follow.
            let data = unsafe Array(UnsafeBufferPointer(start: bytes + 1, count: Int(bytes[0])))
            if code == GRAPHICS_EXT_FUNC_CODE {
                _ = unsafe DGifExtensionToGCB(data.count, data, &control)
            } else if code == APPLICATION_EXT_FUNC_CODE {
                if isLoop, data.count == 3, data[0] == 1 { loopCount = Int(data[1]) | Int(data[2]) << 8 }
                isLoop = isLoop || ["NETSCAPE2.0", "ANIMEXTS1.0"].contains { Array($0.utf8) == data }
            }
            try check(unsafe DGifGetExtensionNext(file, &block))
        }
    }

    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }

    private func check(_ status: Int32) throws(PictureError) {
        if status == GIF_ERROR { throw unsafe Self.damaged(file.pointee.Error) }
    }

    private static func damaged(_ error: Int32) -> PictureError {
        let reason = unsafe GifErrorString(error).map { unsafe String(cString: $0) } ?? "error \(error)"
        return PictureError("the GIF file is damaged or cut off: \(reason)")
    }
}
