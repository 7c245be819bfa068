// SPDX-License-Identifier: Apache-2.0

import Foundation
import MetronomeControl
import Testing

/// Runs what is written in Python.
enum Python {
    static let module = Node.root + "/Python"
    private static let tests = Node.root + "/Tests/Python"

    /// The interpreter that can build wheels; nil without one.
    static let builder = interpreter(of: "setuptools.build_meta, wheel")
    /// The interpreter that can speak MQTT; nil without one.
    static let mqtt = interpreter(of: "paho.mqtt.client")

    /// The first interpreter in the path, or that of the system, that has some modules.
    private static func interpreter(of modules: String) -> String? {
        ["python3", "/usr/bin/python3"].first { name in
            let python = Process()
            python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            python.arguments = [name, "-c", "import \(modules)"]
            python.standardError = FileHandle.nullDevice
            guard (try? python.run()) != nil else { return false }
            python.waitUntilExit()
            return python.terminationStatus == 0
        }
    }

    /// A script that is started, with the module where it is looked for.
    static func start(
        _ arguments: [String], _ variables: [String: String] = [:], in folder: TestFolder,
        program: String = "python3"
    ) throws -> ChildProcess {
        let own = ["PYTHONPATH": module, "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"]
        return try ChildProcess(
            "/usr/bin/env", [program] + arguments, environment: own.merging(variables) { $1 }, in: folder)
    }

    /// What a script prints, which must end well.
    static func run(
        _ arguments: [String], _ variables: [String: String] = [:], in folder: TestFolder, program: String = "python3"
    ) throws -> String {
        let child = try start(arguments, variables, in: folder, program: program)
        defer { child.kill() }
        let end = try child.end(within: patience * 4)
        #expect(end == .exit(0), "\(String((child.stdout + child.stderr).suffix(4000)))")
        return child.stdout
    }

    /// A script of `Tests/Python` that talks to a daemon.
    static func start(_ script: String, _ arguments: [String] = [], at home: Home) throws -> ChildProcess {
        try start(["\(tests)/\(script)"] + arguments, home.environment, in: home.folder)
    }

    /// The tests of the module that need no daemon.
    static func unitTests(in folder: TestFolder) throws -> String {
        try run(["-m", "unittest", "discover", "-s", tests], in: folder)
    }
}

/// The module for Python.
@Suite(.waits) struct PythonTests {
    @Test func `what the module decides holds without a daemon`() throws {
        _ = try Python.unitTests(in: TestFolder())
    }

    @Test func `its types and methods are those that the daemon describes`() throws {
        let folder = try TestFolder()
        try folder.write(CommandTable.description.text, to: "describe.json")
        let isUpdate = ProcessInfo.processInfo.environment["METRONOMED_UPDATE_REFERENCES"] == "1"
        let target = isUpdate ? Python.module + "/metronomed" : folder.path
        _ = try Python.run([Python.module + "/generate.py", folder("describe.json"), target], in: folder)
        for name in ["types.py", "methods.py"] {
            let written = try String(contentsOfFile: "\(target)/\(name)", encoding: .utf8)
            let kept = try String(contentsOfFile: "\(Python.module)/metronomed/\(name)", encoding: .utf8)
            #expect(written == kept, "\(name): run the tests once with METRONOMED_UPDATE_REFERENCES=1")
        }
    }

    @Test func `beats, strokes and answers of a daemon are those that it tells`() throws {
        try withDaemon("--bpm", "600", "--meter", "3/4") { daemon in
            let child = try Python.start("with_daemon.py", at: daemon.home)
            #expect(try child.end() == .exit(0), "\(child.stdout)\(child.stderr)")
            #expect(child.stdout.hasSuffix("all is well\n"))
        }
    }

    @Test func `a program waits for the daemon, and follows the next one`() throws {
        let home = try Home()
        let child = try Python.start("follow.py", at: home)
        for bpm in ["600", "500"] {
            try home.withDaemon(["--bpm", bpm]) { _ in
                _ = try poll(for: "beats at \(bpm)") { child.stdout.contains("\(bpm).0\n") ? true : nil }
            }
        }
        #expect(try child.end() == .exit(0), "\(child.stderr)")
        #expect(child.stdout.contains("disconnected") && child.stdout.contains("connected"))
    }

    @Test(.enabled(if: Python.builder != nil, "no setuptools and wheel are installed"))
    func `the wheel has the module, and two builds of it are equal`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let folder = daemon.home.folder
            var wheels: [[UInt8]] = []
            for name in ["one", "two"] {
                let build = try ChildProcess(
                    Node.root + "/Scripts/wheel", [folder(name)], environment: ["HOME": folder("home")], in: folder)
                #expect(try build.end(within: patience * 4) == .exit(0), "\(build.stderr)")
                let wheel = try #require(folder.names.first { $0.hasPrefix("\(name)/") && $0.hasSuffix(".whl") })
                wheels.append(try folder.bytes(wheel))
            }
            #expect(wheels[0] == wheels[1])
            // A wheel of pure Python is a path to import from.
            let wheel = try #require(folder.names.first { $0.hasPrefix("one/") && $0.hasSuffix(".whl") })
            let says = "import metronomed; print(metronomed.__file__, metronomed.connect().status()['heard']['bpm'])"
            let said = try Python.run(
                ["-c", says], daemon.home.environment.merging(["PYTHONPATH": folder(wheel)]) { $1 }, in: folder)
            #expect(said.hasPrefix(folder(wheel)) && said.hasSuffix(" 600\n"), "\(said)")
            let members = try Python.run(["-m", "zipfile", "-l", folder(wheel)], in: folder)
            #expect(members.contains("metronomed/py.typed") && members.contains("dist-info/METADATA"))
        }
    }

    @Test func `its version is that of the daemon`() throws {
        let project = try String(contentsOfFile: Python.module + "/pyproject.toml", encoding: .utf8)
        // As Python writes it, and without the commit of a build.
        let version = Product.version.prefix { $0 != "+" }.replacing("-dev", with: ".dev0")
        #expect(project.contains("version = \"\(version)\"\n"))
    }
}
