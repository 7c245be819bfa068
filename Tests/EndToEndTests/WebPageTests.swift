// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import MetronomeMotion
import Testing

/// The example page in a headless browser, where one is installed.
@Suite(.waits) struct WebPageTests {
    private static var page: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/examples/pendulum.html")
    }

    /// The lines of a daemon at 60 bpm whose tempo becomes 120 a quarter into beat 2.
    private func recording() -> (lines: String, track: [MotionSegment]) {
        let (start, second): (Int64, Double) = (81_234_000_000_000, 1e9)
        var track: [MotionSegment] = []
        var lines = [
            JSONLine.encode(["id": JSONValue.null, "result": ["now_ns": JSONValue.integer(start - 1_000_000)]])
        ]
        func tell(_ beat: Int, _ revision: Int, _ segment: Segment) {
            let told = MotionSegment {
                $0.from = segment.from; $0.to = segment.to
                $0.beginNs = start + Int64(segment.begin * second)
                $0.durationNs = Int64(segment.duration * second); $0.curve = segment.curve
            }
            track.removeAll { $0.beginNs >= told.beginNs }
            track.append(told)
            let event = MotionEvent {
                $0.seq = lines.count; $0.beatIndex = beat; $0.revision = revision
                $0.atNs = start + Int64(beat) * 1_000_000_000
                $0.segments = ["pendulum.angle": [told]]
            }
            lines.append(EventLine.encode(method: MotionEvent.method, params: event))
        }
        let rod = Pendulum()
        for beat in 0..<4 { tell(beat, 0, rod.swing(beat: Int64(beat), begin: Double(beat), duration: 1)) }
        tell(2, 1, rod.retargeted(rod.swing(beat: 2, begin: 2, duration: 1), at: 2.25, arrivingAt: 2.625))
        tell(3, 1, rod.swing(beat: 3, begin: 2.625, duration: 0.5))
        return (lines.map { String(decoding: $0, as: UTF8.self) }.joined(), track)
    }

    @Test(.enabled(if: Installed.browser != nil, "no Chromium is installed"))
    func `the page shows the rod where the segments say, to a ten-thousandth of a degree`() throws {
        let browser = try #require(Installed.browser)
        let folder = try TestFolder()
        let (lines, track) = recording()
        let start = try #require(track.first).beginNs
        let times = [0, 0.125, 0.25, 0.375, 0.5, 0.9, 1, 1.25, 2, 2.2, 2.25, 2.34375, 2.4375, 2.53125, 2.62, 2.7, 3, 4]
        // The unchanged page, and a script that stops all animations at given times and records the rod's angle.
        let probe = """
            <pre id="angles"></pre><script>
            const sampleAngles = (tries) => {
              // The segments are read as from a server, when that may be.
              if (!playing.length && tries) return setTimeout(sampleAngles, 50, tries - 1);
              const begin = playing.length ? zero + \(start) / 1e6 : 0;
              const starts = playing.map(a => a.startTime);
              const angles = \(times).map(time => {
                playing.forEach((a, i) => { a.pause(); a.currentTime = begin + time * 1000 - starts[i]; });
                return getComputedStyle(rod).rotate;
              });
              document.getElementById("angles").textContent = JSON.stringify(angles);
            };
            window.addEventListener("load", () => setTimeout(sampleAngles, 300, 100));
            </script>
            """
        try folder.write(String(contentsOf: Self.page, encoding: .utf8) + probe, to: "page.html")
        let data = Data(lines.utf8).base64EncodedString().replacing("+", with: "%2B").replacing("=", with: "%3D")
        let child = try ChildProcess(
            browser,
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=10000",
                "--user-data-dir=\(folder("profile"))", "--dump-dom",
                "file://\(folder("page.html"))?source=data:text/plain;base64,\(data)",
            ], environment: ["HOME": folder("home"), "PATH": "/usr/bin:/bin"], in: folder)
        defer { child.kill() }
        // A browser's first start takes long on a busy machine.
        _ = try child.end(within: patience * 4)
        let dom = child.stdout
        let begin = try #require(
            dom.range(of: "<pre id=\"angles\">"), "no angles in \(dom.suffix(300)) \(child.stderr)")
        let end = try #require(dom.range(of: "</pre>", range: begin.upperBound..<dom.endIndex))
        let angles = try JSONDecoder().decode([String].self, from: Data(dom[begin.upperBound..<end.lowerBound].utf8))
        try #require(angles.count == times.count)
        for (time, text) in zip(times, angles) {
            let angle = try #require(Double(text.replacing("deg", with: "")), "the rod is at \(text) at \(time)")
            let atNs = start + Int64((time * 1e9).rounded())
            let segment = try #require(track.last { $0.beginNs <= atNs })
            #expect(abs(angle - segment.value(atNs: atNs)) < 1e-4, "at \(time)")
        }
        // The reference values: a swing at 60 bpm, and the bend into 120 at a quarter of it.
        for (time, angle) in [
            (0.125, 28.133157), (0.25, 22.250284), (0.375, 12.433752), (2.34375, 10.734607), (2.4375, -6.854032),
            (2.53125, -22.953083),
        ] {
            let place = try #require(times.firstIndex(of: time))
            #expect(abs((Double(angles[place].replacing("deg", with: "")) ?? .nan) - angle) < 1e-4, "at \(time)")
        }
    }
}
