// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import Hearing
import Testing

/// A `metroear listen` that hears a take by a microphone without hardware.
private final class Listener {
    private let folder = FileManager.default.temporaryDirectory.appending(component: "ear-\(UUID().uuidString)")
    private let program = Process()
    private let output: URL, errors: URL

    init(_ frames: [Float], _ fields: String = "") throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        (output, errors) = (folder.appending(component: "output"), folder.appending(component: "errors"))
        let library = try Built.path("libpcm_microphone.so")
        try frames.withUnsafeBytes { try Data($0).write(to: folder.appending(component: "sound")) }
        let configuration = """
            pcm_type.microphone { lib "\(library)" }
            pcm.room { type microphone sound "\(folder.path)/sound" origin "\(folder.path)/origin" gone "\(folder.path)/gone" \(fields) }
            """
        try Data(configuration.utf8).write(to: folder.appending(component: "asound.conf"))
        for file in [output, errors] { try Data().write(to: file) }
        // The process of the tests blocks signals, and its children would.
        let unblocked =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
        program.executableURL = URL(filePath: "/usr/bin/env")
        program.arguments = [
            "python3", "-c", unblocked, try Built.path("metroear"), "listen", "--device", "room", "--for", "drums",
            "--json",
        ]
        program.environment = ProcessInfo.processInfo.environment.merging(
            ["ALSA_CONFIG_PATH": "\(folder.path)/asound.conf"]) { $1 }
        program.standardOutput = try FileHandle(forWritingTo: output)
        program.standardError = try FileHandle(forWritingTo: errors)
        try program.run()
    }

    deinit {
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    var said: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    private struct Line: Decodable {
        let time_ns: Int64
        let strength: Double
    }

    /// What was heard so far, in seconds since the first frame of the sound.
    func heard() throws -> [Double] {
        guard FileManager.default.fileExists(atPath: folder.appending(component: "origin").path) else { return [] }
        let origin = try Int64(String(contentsOf: folder.appending(component: "origin"), encoding: .utf8)) ?? 0
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map {
            Double(try JSONDecoder().decode(Line.self, from: Data($0.utf8)).time_ns - origin) / 1e9
        }
    }

    func setGone(_ isGone: Bool) throws {
        let mark = folder.appending(component: "gone")
        if isGone { try Data().write(to: mark) } else { try FileManager.default.removeItem(at: mark) }
    }

    func interrupt() -> Int32 {
        program.interrupt()
        program.waitUntilExit()
        return program.terminationStatus
    }

    /// Stops the program as a debugger does, for so long.
    func freeze(seconds: Double) {
        kill(program.processIdentifier, SIGSTOP)
        usleep(UInt32(seconds * 1e6))
        kill(program.processIdentifier, SIGCONT)
    }
}

@Suite(.serialized) struct ListenTests {
    /// The frames of a take, without those of a header.
    private func frames(_ take: Take) throws -> [Float] {
        let file = try SoundFile(take.path)
        var frames: [Float] = []
        while case let more = file.read(), !more.isEmpty { frames += more }
        return frames
    }

    @Test(arguments: ["", "ppm 150", "ppm -100 quantum 240"])
    func `each stroke has the time at which it was at the microphone`(_ card: String) throws {
        let take = try Take("stick", seed: 2, hits: 12, noise: -45)
        defer { take.remove() }
        let listener = try Listener(try frames(take), card)
        try wait(for: "strokes") { try take.onsets.count <= listener.heard().count || listener.heard().last ?? 0 > 12 }
        let fast = card.contains("150") ? 150e-6 : card.contains("-100") ? -100e-6 : 0
        let heard = try listener.heard().map { $0 * (1 + fast) }
        let result = take.comparison(heard)
        #expect(result.missed == 0)
        #expect(result.extra == [])
        // On a machine that is busy the device's position is read late.
        #expect(abs(result.meanMs) < 1)
        #expect(result.spreadMs < 0.5)
        #expect(listener.interrupt() == 0)
    }

    @Test func `a microphone that is unplugged is heard again when it is back`() throws {
        let take = try Take("stick", seed: 2, hits: 20, noise: -45)
        defer { take.remove() }
        let listener = try Listener(try frames(take))
        try wait(for: "stroke") { try listener.heard().count >= 2 }
        try listener.setGone(true)
        try wait(for: "loss") { listener.said.contains("metroear: room is gone; waiting for it\n") }
        try listener.setGone(false)
        try wait(for: "return") {
            listener.said.split(separator: "\n").count { $0.contains("hears room at 48000 Hz") } == 2
        }
        #expect(listener.interrupt() == 0)
    }

    @Test func `times are right again after frames were lost`() throws {
        let take = try Take("stick", seed: 2, hits: 16, noise: -45)
        defer { take.remove() }
        let listener = try Listener(try frames(take))
        try wait(for: "stroke") { try listener.heard().count >= 2 }
        listener.freeze(seconds: 1)
        try wait(for: "loss") { listener.said.contains("frames were lost") }
        let before = try listener.heard().count
        try wait(for: "strokes") { try listener.heard().count >= before + 3 }
        for onset in try listener.heard() { #expect(take.onsets.contains { abs($0 - onset) < 0.002 }) }
        #expect(listener.interrupt() == 0)
    }

    @Test func `a device that is not there is waited for, and said once`() throws {
        let listener = try Listener([])
        try listener.setGone(true)
        try wait(for: "complaint") {
            listener.said.contains("waiting for it") || listener.said.contains("trying again")
        }
        usleep(1_500_000)
        #expect(listener.said.split(separator: "\n").count <= 3)
        #expect(listener.interrupt() == 0)
    }
}
