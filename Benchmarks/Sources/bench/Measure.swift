// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import FoundationEssentials

/// Measures everything once and prints Markdown.
struct Measure: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure everything once, and print tables in Markdown.")

    @OptionGroup var subject: Subject

    @Option(help: "How long each one plays, 5...600.")
    var seconds = 30

    @Option(help: "Measure only what has this in its name.")
    var only: String?

    @Option(help: "Put the tables into this file, between its bench markers, instead of printing them.")
    var into: String?

    private static let bpm = 120

    mutating func validate() throws {
        guard (5...600).contains(seconds) else { throw ValidationError("--seconds is 5...600") }
    }

    mutating func run() throws {
        let program = try subject.program()
        let report = try subject.withFolder(within: 1200 + 20 * seconds) { folder in
            let load = Machine.load
            var left: [String] = []
            let plays = try plays(program, folder, leftOut: &left)
            let faces = try faces(program, folder, leftOut: &left)
            let servers =
                isWanted("load, requests")
                ? try Load.servers(program, folder, seconds: seconds, leftOut: &left) : []
            let figures = try figures(program, folder, plays, servers) + LiveFaces.figures(faces)
            var text = """
                \(Machine.today); \(Machine.description); load \(load) before and \(Machine.load) after. \
                \(seconds) s each, on a virtual sound card at 48 kHz.


                """
            if !figures.isEmpty { text += Figure.table(figures) + "\n" }
            if !plays.isEmpty { text += Play.tables(plays, bpm: Self.bpm) }
            if !faces.isEmpty { text += (plays.isEmpty ? "" : "\n") + LiveFaces.table(faces) }
            if !servers.isEmpty {
                text += (plays.isEmpty && faces.isEmpty ? "" : "\n") + LineServer.table(servers)
            }
            return text + "\n" + left.map { "Left out: \($0).\n" }.joined()
        }
        guard let into else { return print(report, terminator: "") }
        try Report.put(report, into: into)
    }

    private func isWanted(_ name: String) -> Bool { only.map(name.contains) ?? true }

    private func plays(_ program: String, _ folder: String, leftOut: inout [String]) throws -> [Play] {
        var plays: [Play] = []
        for player in Players(program: program, bpm: Self.bpm).all where isWanted(player.name) {
            if let missing = player.missing {
                leftOut.append("\(player.name), as \(missing) is not installed")
                Bench.say("\(player.name): left out, as \(missing) is not installed")
                continue
            }
            Bench.say("\(player.name), \(seconds) s")
            let measured = try player.measure(in: folder, bpm: Self.bpm, seconds: seconds)
            if measured.isEmpty {
                leftOut.append("\(player.name), as it made no sound")
                Bench.say("\(player.name): left out, as it made no sound")
            }
            plays += measured
        }
        return plays
    }

    /// All faces in terminals, and the program that they are compared with.
    private func faces(_ program: String, _ folder: String, leftOut: inout [String]) throws -> [LiveFaces.Row] {
        guard isWanted("faces") else { return [] }
        if Player.path(of: LiveFaces.other) == nil { leftOut.append("\(LiveFaces.other), as it is not installed") }
        return try LiveFaces(program: try subject.program(beside: "metroface"), metronomed: program, folder: folder)
            .measure()
    }

    /// Every figure that is promised. A measurement that fails is reported, and the others are made.
    private func figures(
        _ program: String, _ folder: String, _ plays: [Play], _ servers: [LineServer.Row]
    ) throws -> [Figure] {
        var figures: [Figure] = []
        func add(_ name: String, _ measure: () throws -> [Figure]) {
            guard isWanted(name) else { return }
            Bench.say(name)
            do { figures += try measure() } catch {
                Bench.say("\(name): \(error)")
                figures.append(Figure(name: "\(name): \(error)", value: .nan, unit: "", limit: .atMost(0)))
            }
        }
        let alone = Alone(program: program, folder: folder)
        let responses = Responses(program: program, folder: folder)
        let absence = Absence(program: program, folder: folder)
        for condition in HeardTime.conditions {
            add("heard time, \(condition.name)") {
                try HeardTime.measure(condition, program: program, folder: folder, seconds: seconds)
            }
        }
        for fillMs in [Players.lowMs, Players.promptMs, Players.quietMs] {
            add("responses, \(fillMs) ms ahead") { try responses.volume(fillMs: fillMs) }
        }
        add("responses after a rest") { try responses.rest() }
        add("start") { try responses.start() }
        figures += Self.power(plays)
        add("stopped") { try alone.rest(seconds: min(seconds, 10)) }
        add("commands") { [try alone.commands()] }
        add("turns at all limits") { try Turns(program: program, folder: folder).measure() }
        figures += servers.first.map(LineServer.figures) ?? []
        add("load, subscribers") {
            try Audience(program: program, folder: folder).measure(seconds: min(seconds, 30))
        }
        add("load, bad clients") { try Hostility(program: program, folder: folder).measure(seconds: seconds) }
        add("card away") { try absence.unplugged(seconds: 5) }
        add("end") { [try absence.end()] }
        add("render") { try alone.render() }
        add("motion") { Evaluation.measure() }
        let sync = Sync(
            program: program, bridges: try subject.program(beside: "metrobridge"), folder: folder, seconds: seconds)
        add("sync, bridges") { try sync.load() }
        for idleness in Sync.Idleness.allCases {
            add("sync, MIDI clock, \(idleness.rawValue)") { try sync.midiClock(idleness) }
        }
        for music in Sync.JACKMusic.allCases { add("sync, JACK, \(music)") { try sync.jack(music) } }
        for ppm in [200, -200] { add("sync, following, \(ppm) ppm") { try sync.following(ppm: ppm) } }
        return figures
    }

    /// The figures of metronomed alone that the comparison has measured already.
    private static func power(_ plays: [Play]) -> [Figure] {
        let limits: [(fillMs: Int, wakeups: Figure.Limit, cpu: Figure.Limit)] = [
            (Players.usualMs, .atMost(20), .none), (Players.promptMs, .atMost(60), .none),
            (Players.lowMs, .none, .none),
            (Players.quietMs, .atMost(10), .atMost(0.2)),
        ]
        return limits.flatMap { fillMs, wakeups, cpu -> [Figure] in
            guard let play = plays.first(where: { $0.name == Players.name(fillMs: fillMs) }) else { return [] }
            var figures = [
                Figure(
                    name: "\(bpm) bpm, \(fillMs) ms ahead: wake-ups", value: play.usage.wakeups, unit: "/s",
                    limit: wakeups),
                Figure(name: "… CPU", value: play.usage.cpu, unit: "%", decimals: 2, limit: cpu),
            ]
            guard fillMs == Players.usualMs else { return figures }
            if let light = plays.first(where: { $0.name == Players.light }) {
                figures.append(
                    Figure(
                        name: "… CPU, times that of \(Players.light)", value: play.usage.cpu / light.usage.cpu,
                        unit: "",
                        decimals: 2, limit: .atMost(0.5)))
            }
            figures.append(
                Figure(name: "… PSS", value: play.usage.pss, unit: "MiB", limit: .atMost(10)))
            return figures
        }
    }
}
