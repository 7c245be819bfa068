// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

/// `Scripts/install` with a stage of a few files.
@Suite(.waits) struct InstallTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/install")
        try folder.write(Array(Data(contentsOf: script)), to: "Scripts/install")
        try folder.write("program\n", to: ".build/stage/bin/metronomed")
        try folder.write("a sound\n", to: ".build/stage/share/metronomed/sounds/beat.wav")
        try folder.write("a page\n", to: ".build/stage/share/man/man1/metronomed.1")
        try folder.write("ExecStart=\"@BINDIR@/metronomed\"\n", to: ".build/stage/systemd/metronomed.service")
    }

    private func install(_ arguments: String..., prefix: String, destination: String = "") throws -> Outcome {
        let child = try ChildProcess(
            "/bin/bash", ["Scripts/install"] + arguments,
            environment: ["PREFIX": prefix, "DESTDIR": destination, "HOME": folder("home")], in: folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// All that is below a folder.
    private func names(below name: String) -> [String] { folder.names.filter { $0.hasPrefix(name + "/") } }

    @Test func `what is installed is removed, and nothing is left`() throws {
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(folder.has("usr/share/metronomed/sounds/beat.wav") && folder.has("usr/bin/metronomed"))
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(try install("--remove", prefix: folder("usr")).end == .exit(0))
        #expect(!folder.has("usr"))
    }

    @Test func `an example that can be run can be run where it is installed`() throws {
        for name in ["script", "page.html"] {
            try folder.write("an example\n", to: ".build/stage/share/doc/metronomed/examples/\(name)")
        }
        chmod(folder(".build/stage/share/doc/metronomed/examples/script"), 0o755)
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(access(folder("usr/share/doc/metronomed/examples/script"), X_OK) == 0)
        #expect(access(folder("usr/share/doc/metronomed/examples/page.html"), X_OK) != 0)
    }

    @Test func `a document tells the folder that it is installed to`() throws {
        let text = "See `/usr/local/share/metronomed`, & more.\n"
        try folder.write(text, to: ".build/stage/share/doc/metronomed/Page.md")
        try folder.write(text, to: ".build/stage/share/doc/metronomed/examples/script")
        #expect(try install(prefix: folder("a&b")).end == .exit(0))
        func installed(_ name: String) throws -> String {
            String(decoding: try folder.bytes("a&b/share/doc/metronomed/" + name), as: UTF8.self)
        }
        #expect(try installed("Page.md") == "See `\(folder("a&b"))/share/metronomed`, & more.\n")
        #expect(try installed("examples/script") == text)
    }

    @Test func `the runtime of the programs goes with them`() throws {
        try folder.write("a library\n", to: ".build/stage/lib/metronomed/libswiftCore.so")
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(folder.has("usr/lib/metronomed/libswiftCore.so"))
        #expect(try install("--remove", prefix: folder("usr")).end == .exit(0))
        #expect(!folder.has("usr"))
    }

    @Test func `a relative destination is a folder of the working directory`() throws {
        #expect(try install(prefix: "/usr", destination: "pkg").end == .exit(0))
        #expect(folder.has("pkg/usr/bin/metronomed"))
        #expect(try install("--remove", prefix: "/usr", destination: "pkg").end == .exit(0))
        #expect(names(below: "pkg").isEmpty)
    }

    @Test func `what cannot be removed stays on the list`() throws {
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        // A folder in the place of a file stops root too.
        unlink(folder("usr/bin/metronomed"))
        try folder.write("mine", to: "usr/bin/metronomed/note")
        let refused = try install("--remove", prefix: folder("usr"))
        #expect(refused.end == .exit(1))
        #expect(refused.stderr.contains("usr/bin/metronomed"))
        #expect(!folder.has("usr/share/man"))
        try FileManager.default.removeItem(atPath: folder("usr/bin/metronomed"))
        #expect(try install("--remove", prefix: folder("usr")).end == .exit(0))
        #expect(!folder.has("usr"))
    }

    @Test func `what the version before had, and this one has not, is gone after an install`() throws {
        try folder.write("former\n", to: ".build/stage/share/doc/metronomed/former/Page.md")
        try folder.write("former\n", to: ".build/stage/share/doc/metronomed/Notes")
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(folder.has("usr/share/doc/metronomed/former/Page.md"))
        try folder.write("mine", to: "usr/share/doc/metronomed/former/mine")
        try FileManager.default.removeItem(atPath: folder(".build/stage/share/doc"))
        // What was a file is a folder now.
        try folder.write("new\n", to: ".build/stage/share/doc/metronomed/Notes/1.md")
        #expect(try install(prefix: folder("usr")).end == .exit(0))
        #expect(!folder.has("usr/share/doc/metronomed/former/Page.md"))
        #expect(folder.has("usr/share/doc/metronomed/Notes/1.md"))
        // What is not of an install stays, and its folder is removed when it can be.
        #expect(folder.has("usr/share/doc/metronomed/former/mine"))
        let list = String(decoding: try folder.bytes("usr/share/metronomed/installed-files"), as: UTF8.self)
        #expect(!list.contains("Page.md"))
        unlink(folder("usr/share/doc/metronomed/former/mine"))
        #expect(try install("--remove", prefix: folder("usr")).end == .exit(0))
        #expect(!folder.has("usr"))
    }

    @Test func `the build knows of every file that is staged or is part of a program`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").path
        let makefile = String(decoding: try Data(contentsOf: URL(filePath: root + "/Makefile")), as: UTF8.self)
        let rule = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("$(STAGED):") })
        let words = Set(rule.split { " ()".contains($0) }.map(String.init))
        #expect(
            words.isSuperset(of: [
                "Package.swift", "LICENSE", "Sources", "Web", "Docs", "sounds", "systemd", "Scripts/third-party",
            ]))
        for package in ["Link", "Ear"] {
            let rule = try #require(
                makefile.split(separator: "\n").first { $0.hasPrefix("$(STAGED_\(package.uppercased())):") })
            let words = Set(rule.split { " ()".contains($0) }.map(String.init))
            #expect(
                words.isSuperset(of: [
                    package, "Package.swift", "Sources", "systemd", "Scripts/third-party", "$", "HEAD",
                ]),
                "\(rule)")
        }
    }

    @Test func `where systemd does not look for units, the advice is to link them first`() throws {
        try folder.write("", to: ".build/stage/systemd/metronomed.socket")
        for (prefix, units) in [
            (folder("opt"), folder("opt/lib/systemd/user")),
            (folder("home/apps"), folder("home/apps/share/systemd/user")),
        ] {
            let told = try install(prefix: prefix).stdout.split(separator: "\n").map { $0.drop { $0 == " " } }
            #expect(
                told.dropFirst() == [
                    "systemctl --user link \(units)/metronomed.service \(units)/metronomed.socket",
                    "systemctl --user daemon-reload", "systemctl --user enable --now metronomed.socket",
                ])
        }
        let usual = try install(prefix: folder("home/.local"))
        #expect(usual.end == .exit(0) && !usual.stdout.contains("link"))
    }

    @Test(.enabled(if: access("/usr/bin/xz", X_OK) == 0, "xz is not installed"))
    func `the archive has files alone, so that the folders where it is unpacked stay as they are`() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Scripts/tarball")
        try folder.write(Array(Data(contentsOf: script)), to: "Scripts/tarball")
        chmod(folder("Scripts/install"), 0o755)
        try folder.write("#!/bin/sh\necho metronomed 1.2.3\n", to: ".build/stage/bin/metronomed")
        chmod(folder(".build/stage/bin/metronomed"), 0o755)
        let packed = try ChildProcess("/bin/bash", ["Scripts/tarball"], environment: [:], in: folder)
        #expect(try packed.end() == .exit(0), "\(packed.stderr)")
        let archive = try #require(folder.names.first { $0.hasSuffix(".tar.xz") })
        let listed = try ChildProcess("/bin/tar", ["-tvf", archive], environment: [:], in: folder)
        #expect(try listed.end() == .exit(0), "\(listed.stderr)")
        let lines = listed.stdout.split(separator: "\n")
        #expect(lines.contains { $0.hasSuffix(" usr/local/share/metronomed/sounds/beat.wav") })
        #expect(lines.allSatisfy { $0.hasPrefix("-") && $0.contains(" 0/0 ") }, "\(listed.stdout)")
    }

    @Test func `an install that is broken off can be removed`() throws {
        try folder.write("mine", to: "usr/lib/systemd/user")
        #expect(try install(prefix: folder("usr")).end == .exit(1))
        #expect(folder.has("usr/bin/metronomed"))
        #expect(try install("--remove", prefix: folder("usr")).end == .exit(0))
        #expect(names(below: "usr") == ["usr/lib", "usr/lib/systemd", "usr/lib/systemd/user"])
    }

    @Test func `a prefix may have spaces and signs that systemd reads`() throws {
        #expect(try install(prefix: folder("my 100% \"own\"")).end == .exit(0))
        let unit = String(
            decoding: try folder.bytes("my 100% \"own\"/lib/systemd/user/metronomed.service"), as: UTF8.self)
        #expect(unit == "ExecStart=\"\(folder("my 100%% \\\"own\\\""))/bin/metronomed\"\n")
    }
}
