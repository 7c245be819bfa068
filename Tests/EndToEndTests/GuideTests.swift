// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// The programs and samples of the guides, in packages outside this one.
@Suite(
    .waitsFirst, .serialized,
    .enabled(
        if: ProcessInfo.processInfo.environment["METRONOMED_WITHOUT_GUIDES"] == nil, "they are left to another step"))
struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The blocks of a guide: the package, and what goes into its program one after the other.
    private func guide(_ name: String) throws -> (package: String, program: String) {
        let text = try String(contentsOfFile: "\(Self.root)/Docs/\(name).md", encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let package = try #require(blocks.first { $0.hasPrefix(" package\n") }).dropFirst(" package\n".count)
        return (String(package), blocks.filter { $0.hasPrefix("\n") }.joined())
    }

    /// Builds the program of a guide and more of our own behind it, and returns where it is.
    private func build(_ name: String, _ product: String, more: String = "") throws -> String {
        // SwiftPM takes up no file of another package's folder, so these may lie in ours. Where their paths stay the same,
        // what was built of the libraries is kept, and serves all guides.
        let folder = URL(filePath: "\(Self.root)/.build/guides")
        let (package, program) = try guide(name)
        let scratch = folder.appending(path: "build").path
        let (packageFolder, sources) = (folder.appending(path: product), "Sources/\(product)")
        try FileManager.default.createDirectory(
            at: packageFolder.appending(path: sources), withIntermediateDirectories: true)
        let link = folder.appending(path: "metronomed").path
        try? FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Self.root)
        for (text, path) in [(package, "Package.swift"), (program + more, "\(sources)/main.swift")] {
            try Data(text.utf8).write(to: packageFolder.appending(path: path))
        }
        if let pins = try? Data(contentsOf: URL(filePath: "\(Self.root)/Package.resolved")) {
            try pins.write(to: packageFolder.appending(path: "Package.resolved"))
        }
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFTPM_CUSTOM_BINDIR"] = nil
        let child = try ChildProcess(
            "/usr/bin/env",
            [
                "swift", "build", "--package-path", packageFolder.path, "--scratch-path", scratch, "--product", product,
                "--skip-update",
            ], environment: environment, in: TestFolder())
        let end = try child.end(within: .seconds(900))
        try #require(end == .exit(0), "\(child.stdout.suffix(4000))\(child.stderr.suffix(2000))")
        return "\(scratch)/debug/\(product)"
    }

    @Test func `every sample of the guide to motion compiles in a package outside of this one, and holds`() throws {
        let program = try build(
            "Motion", "nod",
            more: """

                precondition(entry?.id == 20 && next?.instant.beats == 7.25)
                precondition(abs(scale - (1 + 0.6 * 1.457842)) < 1e-6 && speed > 0)
                precondition(lamp.brightness == 0.5 && abs(lamp.warmth - 0.5) < 1e-9 && lamp.name == "lamp")
                precondition(caught.brightness > 0 && caught.brightness < 1)
                precondition(lit.brightness > 0 && abs(lit.brightness - again.brightness) < 1e-9 && once.brightness == 0)
                precondition(abs(angle - 22.250284) < 1e-6 && abs(rest.value(at: 0.5)) < 1e-9)
                precondition(turned.velocity(at: 0.25) == swing.velocity(at: 0.25))
                precondition((turn ?? 9) < 4 && left.count == 1)
                precondition(abs(height + 80) < 1e-9)
                precondition(shown == "back" && corner.x.isFinite)
                precondition(there == -30 && movements.count == 1)
                precondition(css.easing.hasPrefix("linear(") && css.maximumError == 0.001)
                """)
        let folder = try TestFolder()
        let child = try ChildProcess(program, [], environment: [:], in: folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(child.stdout.split(separator: "\n").count == 21)
    }

    @Test func `the first face draws its picture in a package outside of this one`() throws {
        let program = try build("Developers", "dot")
        let folder = try TestFolder()
        let child = try ChildProcess(program, [], environment: [:], in: folder)
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(try folder.bytes("dot.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func `the program of the guide to Control plays two bars with the daemon, each beat when it is heard`() throws
    {
        let program = try build("Control", "lamp")
        #expect(try guide("Control").program.split(separator: "\n").count <= 15)
        try withDaemon { daemon in
            var environment = daemon.home.environment
            environment["METRONOMED_SOCKET"] = daemon.home.socket
            let child = try ChildProcess(program, [], environment: environment, in: daemon.home.folder)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let lines = child.stdout.split(separator: "\n")
            #expect(lines.first == "run 1 from beat 0.0")
            #expect(
                lines.dropFirst().map { $0.split(separator: " ")[1] } == [
                    "1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "2.4", "3.1",
                ])
            #expect(try daemon.status().playing == false)
        }
        let home = try Home()
        let alone = try ChildProcess(program, [], environment: home.environment, in: home.folder)
        #expect(try alone.end() != .exit(0))
        #expect(alone.stderr.contains("no daemon at"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: GuideTests.root + "/.git"), "no clone"))
    func `a package that fetches a release gets nothing else, and may have targets of any names`() throws {
        let folder = try TestFolder()
        func run(_ words: String...) throws {
            let child = try ChildProcess(
                "/usr/bin/env", words, environment: ProcessInfo.processInfo.environment, in: folder)
            let end = try child.end(within: .seconds(900))
            try #require(end == .exit(0), "\(child.stdout.suffix(2000))\(child.stderr.suffix(2000))")
        }
        try run("git", "-c", "safe.directory=*", "clone", "-q", "--bare", Self.root, "metronomed.git")
        try run("git", "-C", "metronomed.git", "tag", "-f", "0.1.0", "HEAD")
        let names = ["Linux", "Session", "Sound", "Web"]
        for name in names { try folder.write("public let name = 0\n", to: "lamp/Sources/\(name)/Name.swift") }
        try folder.write("import MetronomeControl\n", to: "lamp/Sources/lamp/main.swift")
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "lamp",
                dependencies: [.package(url: "file://\(folder("metronomed.git"))", from: "0.1.0")],
                targets: [
                    .executableTarget(
                        name: "lamp", dependencies: [.product(name: "MetronomeControl", package: "metronomed")])
                ] + \(names).map { .target(name: $0) })

            """, to: "lamp/Package.swift")
        try run("swift", "build", "--package-path", "lamp", "--target", "Web")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder("lamp/.build/checkouts")) == ["metronomed"])
    }
}
