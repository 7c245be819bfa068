// SPDX-License-Identifier: Apache-2.0

extension GIFAnimation {
    /// A dancer in four beats: arms up, to the left, arms up, to the right, and down on every half beat.
    static let dancer: GIFAnimation = {
        let right = left.map { String($0.reversed()) }
        let poses = [up, down, left, down, up, down, right, down].compactMap(bitmap)
        return GIFAnimation(frames: poses, delays: Array(repeating: 25, count: poses.count), loopCount: 0)
    }()

    /// A square of this many pixels for every letter of a pose: they stay sharp in large pictures.
    private static let magnification = 16

    private static func bitmap(_ pose: [String]) -> Bitmap? {
        var rgba: [UInt8] = []
        for row in pose {
            let line = row.flatMap { letter in
                Array(repeating: color(letter), count: magnification).flatMap { $0 }
            }
            for _ in 0..<magnification { rgba += line }
        }
        let width = (pose.first?.count ?? 0) * magnification
        return Bitmap(width: width, height: pose.count * magnification, rgba: rgba)
    }

    private static func color(_ letter: Character) -> [UInt8] {
        switch letter {
        case "h": [0xA6, 0x62, 0x2E, 0xFF]
        case "o": [0xF2, 0xA8, 0x72, 0xFF]
        case "#": [0xFF, 0x3B, 0x30, 0xFF]
        case "b": [0x00, 0x75, 0xBA, 0xFF]
        case "s": [0x7A, 0x84, 0x94, 0xFF]
        default: [0, 0, 0, 0]
        }
    }

    private static let up = [
        "..o...hhhh...o..",
        "..o...oooo...o..",
        "..oo..oooo..oo..",
        "...oo.oooo.oo...",
        "....o..oo..o....",
        "....########....",
        ".....######.....",
        "......####......",
        "......####......",
        "......####......",
        "......bbbb......",
        ".....bbbbbb.....",
        "....bbb..bbb....",
        "....bb....bb....",
        "....bb....bb....",
        "...sss....sss...",
    ]

    private static let down = [
        "................",
        "......hhhh......",
        "......oooo......",
        "......oooo......",
        "......oooo......",
        ".......oo.......",
        "....########....",
        "...o.######.o...",
        "..oo..####..oo..",
        "...oo.####.oo...",
        "....oo####oo....",
        ".....bbbbbb.....",
        "....bbb..bbb....",
        "...bbb....bbb...",
        "....bb....bb....",
        "...sss....sss...",
    ]

    private static let left = [
        "................",
        ".oo...hhhh......",
        "..oo..oooo......",
        "...o..oooo......",
        "...oo.oooo......",
        "....o..oo.......",
        "....########....",
        ".....######.o...",
        "......####...o..",
        "......####..oo..",
        "......####.oo...",
        "......bbbb......",
        "....bbbbbbb.....",
        "..bbbb...bb.....",
        ".sbb.....bb.....",
        ".ss......sss....",
    ]
}
