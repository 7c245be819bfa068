// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import VirtualDevice

/// The project's virtual sound card, for one recording in a folder of its own, which is removed with it.
@safe final class Card {
    /// Frames a second.
    static let rate = 48000

    /// The folder that holds its files.
    let folder: String
    /// A configuration of ALSA in which it is the only card, under the names `default` and `card`.
    let configuration: String
    /// What is shared with the card; see `pcm_virtual.h`.
    private let control: UnsafeMutablePointer<virtual_control>

    /// A new card in `parent`, which records a number of seconds, is fast by `ppm` and moves in steps of `quantum` frames.
    init(in parent: String, seconds: Int, ppm: Int = 0, quantum: Int = 1) throws {
        let folder = "\(parent)/\(UInt32.random(in: 0 ... .max))"
        self.folder = folder
        configuration = folder + "/asound.conf"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let device = """
            { type virtual capture "\(folder)/heard" control "\(folder)/card" rate \(Self.rate) seconds \(seconds) \
            ppm \(ppm) quantum \(quantum) }
            """
        try """
        pcm_type.virtual { lib "\(Self.plugin)" }
        pcm.card \(device)
        pcm.!default \(device)

        """.write(toFile: configuration, atomically: false, encoding: .utf8)

        let file = unsafe open(folder + "/card", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let size = MemoryLayout<virtual_control>.size
        guard file >= 0, ftruncate(file, size) == 0,
            let map = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            unsafe map != MAP_FAILED
        else { throw BenchError("the card's control cannot be mapped (errno \(errno))") }
        unsafe control = map.assumingMemoryBound(to: virtual_control.self)
    }

    deinit {
        unsafe munmap(control, MemoryLayout<virtual_control>.size)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// CLOCK_MONOTONIC of the first frame that was heard; 0 before.
    var originNs: Int64 { unsafe control.pointee.origin_ns }
    /// How often it ran dry.
    var xruns: Int { unsafe Int(control.pointee.xruns) }
    /// How often it was opened, with or without success.
    var opens: Int { unsafe Int(control.pointee.opens) }

    /// Has the card fail.
    func set(_ field: WritableKeyPath<virtual_control, Int64>, _ value: Int64) {
        unsafe control.pointee[keyPath: field] = value
    }

    /// Stops its clock for a time.
    func freeze(seconds: Double) { set(\.frozen_until, Clock.nowNs + Int64(seconds * 1e9)) }

    /// What was heard so far.
    var recording: Recording { Recording(path: folder + "/heard", originNs: originNs) }

    /// The plugin, which is built beside this program.
    private static let plugin =
        ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        .split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/libpcm_virtual.so"
}
