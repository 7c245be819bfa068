// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing
import VirtualDevice

/// The project's own sound card: it plays in real time, records what would be heard, and fails on command.
final class VirtualCard {
    /// What is shared with the card; see `pcm_virtual.h`.
    let control: UnsafeMutablePointer<virtual_control>
    private let folder: TestFolder
    private let name: String

    /// Puts a home on a virtual card, on which every click stands alone; `second` is another one. `fields` are more of
    /// what `pcm_virtual.c` understands, for either unless there are others for the `second`. What is heard is kept if
    /// it `captures`.
    init(
        in home: inout Home, name: String = "!default", fields: String = "", second: String? = nil,
        captures: Bool = true
    ) throws {
        self.folder = home.folder
        self.name = name
        let library = URL(filePath: Built.metronomed).deletingLastPathComponent().appending(
            component: "libpcm_virtual.so"
        ).path
        guard FileManager.default.fileExists(atPath: library) else { throw HarnessError("there is no \(library)") }
        let folder = home.folder
        func capture(_ name: String) -> String { captures ? "capture \"\(folder("heard\(name)"))\"" : "" }
        try folder.write(
            """
            pcm_type.virtual { lib "\(library)" }
            pcm.!default { type virtual \(capture("!default")) control "\(folder("card!default"))" \(fields) }
            pcm.second { type virtual \(capture("second")) control "\(folder("cardsecond"))" \(second ?? fields) }
            """, to: "asound.conf")
        home.environment["METRONOMED_OUTPUT"] = "auto"

        let size = MemoryLayout<virtual_control>.size
        try folder.write([UInt8](repeating: 0, count: size), to: "card\(name)")
        let file = open(folder("card\(name)"), O_RDWR | O_CLOEXEC)
        defer { close(file) }
        guard let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), map != MAP_FAILED else {
            throw HarnessError("mmap: errno \(errno)")
        }
        control = map.assumingMemoryBound(to: virtual_control.self)
    }

    deinit { munmap(control, MemoryLayout<virtual_control>.size) }

    /// Waits until the card has played for a number of further seconds.
    func waitUntilPlayed(_ seconds: Double, within limit: Duration = patience) throws {
        let end = control.pointee.consumed + Int64(seconds * Double(Capture.rate))
        try poll(for: "sound from the card", within: limit) { control.pointee.consumed >= end ? true : nil }
    }

    /// What it has played; complete once the daemon has ended.
    func heard() throws -> Capture {
        let bytes = try folder.bytes("heard\(name)")
        return Capture(samples: bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
    }

    /// When a frame of the capture was heard, on CLOCK_MONOTONIC.
    func nanoseconds(ofFrame frame: Int) -> Int64 {
        control.pointee.origin_ns + Int64((Double(frame) / Double(Capture.rate) * 1e9).rounded())
    }
}

/// Tries something on a virtual card until it says true. The card is tested, not the machine: where that has no time for the
/// daemon, the trial says nothing of beats that are not told or not heard, and is made again.
func untilSettled(_ isSettled: () throws -> Bool) throws {
    for _ in 1...5 where try isSettled() { return }
    try Test.cancel("the machine had no time for the daemon")
}
