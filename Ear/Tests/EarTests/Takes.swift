// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Hearing

/// Why a test cannot go on.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A synthesised recording, and where its strokes begin, in seconds.
struct Take {
    let path: String
    let onsets: [Double]
    let clicks: [Double]

    private struct Told: Decodable { let onsets, clicks: [Double] }

    /// Has `make-onsets` make one.
    init(_ kind: String, seed: Int, hits: Int = 120, noise: Int, click: Int? = nil, intro: Int = 0) throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "ear-\(UUID().uuidString)")
        let maker = Process()
        maker.executableURL = URL(filePath: "/usr/bin/env")
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../make-onsets").path
        maker.arguments =
            [
                "python3", script, folder.path, kind, "--seed", "\(seed)", "--hits", "\(hits)", "--noise=\(noise)",
                "--intro=\(intro)",
            ]
            + (click.map { ["--click=\($0)"] } ?? [])
        try maker.run()
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw HarnessError("make-onsets made no \(kind)") }
        path = folder.appending(component: "\(kind).wav").path
        let told = try JSONDecoder().decode(
            Told.self, from: Data(contentsOf: folder.appending(component: "\(kind).json")))
        (onsets, clicks) = (told.onsets, told.clicks)
    }

    func remove() { try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent()) }

    /// The onsets that are heard in the take, in seconds; the detector takes it in pieces of a number of frames.
    func heard(for instrument: Instrument? = nil, pieces: Int = 1024) throws -> [Double] {
        let file = try SoundFile(path)
        guard let detector = OnsetDetector(rate: file.rate, for: instrument) else { throw HarnessError("no detector") }
        var (found, frames): ([Onset], [Float]) = ([], [])
        while case let more = file.read(), !more.isEmpty { frames += more }
        for first in stride(from: 0, to: frames.count, by: pieces) {
            found += detector.take(Array(frames[first..<min(frames.count, first + pieces)]))
        }
        return (found + detector.end()).map { $0.frame / Double(file.rate) }
    }

    /// How what was found lies to the strokes, or to those from a time on.
    func comparison(_ found: [Double], from begin: Double = 0) -> Comparison {
        var (errors, missed, left) = ([Double](), 0, found)
        for onset in onsets where onset >= begin {
            guard let nearest = left.min(by: { abs($0 - onset) < abs($1 - onset) }), abs(nearest - onset) < 0.06 else {
                missed += 1
                continue
            }
            errors.append((nearest - onset) * 1000)
            left.removeAll { $0 == nearest }
        }
        let mean = errors.reduce(0, +) / Double(max(1, errors.count))
        let squares = errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return Comparison(
            meanMs: mean, spreadMs: (squares / Double(max(1, errors.count))).squareRoot(), missed: missed, extra: left)
    }
}

struct Comparison {
    let meanMs: Double, spreadMs: Double
    let missed: Int
    let extra: [Double]
}

/// What is built beside the tests.
enum Built {
    static func path(_ name: String) throws -> String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        var folder = URL(filePath: bundle).standardizedFileURL
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let file = folder.appending(component: name).path
            if FileManager.default.fileExists(atPath: file) { return file }
        }
        throw HarnessError("no \(name) is built")
    }
}
