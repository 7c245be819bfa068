// SPDX-License-Identifier: Apache-2.0

// Reaches inside the daemon, which only builds for testing allow.
#if DEBUG || Fuzzing
internal import MetronomeControl
internal import Glibc
internal import Logging
internal import NIOCore
internal import NIOEmbedded
internal import SeededRandom
internal import MetronomeSession
internal import VirtualTime
@testable import Daemon

/// A daemon with its clients, its card and its disk, alone on this thread, in virtual time: it goes on when a step says so. The same
/// script under the same conditions is the same simulation.
final class World {
    let loop = EmbeddedEventLoop()
    let conditions: Conditions
    let card: VirtualCard
    let folder: String
    private(set) var nowNs: Int64 = 1_000_000_000_000
    private var random: SeededGenerator
    /// Whether an outside clock, a trainer or the configuration has led the tempo.
    var wasLed = false
    /// Whether beats may have been led to another phase, or by a trainer, since the daemon began: such a beat has a tempo of its own.
    var isBent = false
    var daemon: SimulatedDaemon
    var clients: [Int: SimulatedClient] = [:] { didSet { everybody = inOrder } }
    /// Hears all that the daemon says of its music.
    var listener: SimulatedClient { didSet { everybody = inOrder } }
    /// The listener, and the clients in the order of their numbers.
    private var everybody: [SimulatedClient] = []
    private var inOrder: [SimulatedClient] { [listener] + clients.sorted { $0.key < $1.key }.map(\.value) }
    /// How many lines clients have sent, and when something was done to the daemon last.
    private(set) var sent = 0
    private(set) var doneNs: Int64 = 0
    /// What is saved, as far as that is known.
    var saved = SavedLaw()
    /// What a reading of the configuration has broken.
    var trouble: BrokenLaw?
    /// The run that another daemon plays on; nil where it was looked at.
    var resumption: ResumptionLaw?
    let work: Work
    let disk = Disk()
    var laws: Laws
    /// How often the daemon, its real-time thread or a worker has done something.
    private(set) var turns = 0
    /// How often each method was asked for.
    var asks: [String: Int] { laws.asks }
    /// How often each method was refused for which reason.
    var refusals: [String: Int] { laws.refusals }
    /// Told each line of the clients, and what is heard.
    var trace: ((String) -> Void)? {
        // Its name is another each time.
        didSet { trace = trace.map { [folder] tell in { tell($0.replacing(folder, with: "~")) } } }
    }

    /// Told each answer to a client, each line with the client's number, and each sound of the beats.
    var answered: ((JSONValue) -> Void)?
    var told: ((Int, JSONValue) -> Void)?
    var heard: ((VirtualCard.Onset) -> Void)?

    init(_ conditions: Conditions) throws {
        self.conditions = conditions
        random = SeededGenerator(seed: conditions.seed)
        card = try VirtualCard(conditions)
        folder = try TemporaryFolder.make()
        virtual_time_set(nowNs)
        virtual_time_rules_wall_clock(true)
        loop.advanceTime(to: .uptimeNanoseconds(UInt64(nowNs)))
        laws = Laws(conditions)
        work = Work(conditions, atNs: nowNs)
        daemon = try SimulatedDaemon(
            loop: loop, card: card.name, rate: conditions.rate, folder: folder, configured: nil, work: work, disk: disk)
        listener = try SimulatedClient(of: daemon, on: loop)
        everybody = [listener]
        listen()
    }

    deinit {
        virtual_time_set(0)
        virtual_time_rules_wall_clock(false)
    }

    // MARK: steps

    /// Does one step. Throws the law that it breaks.
    func take(_ step: Script.Step) throws {
        let isPause = if case .pass = step { true } else { false }
        if !isPause { resumption = nil }
        defer { if !isPause { doneNs = nowNs } }
        switch step {
        case .ask(let number, let line): try ask(number, line)
        case .pass(let ms): try pass(ms: ms)
        case .undoAndRedo: try undoAndRedo()
        case .leave(let number):
            guard let client = clients.removeValue(forKey: number) else { return }
            laws.leave(client, atNs: nowNs)
            client.leave()
            try settle()
        case .card(let fault):
            card.take(fault)
            laws.take(fault, atNs: nowNs)
        case .restart: try restart()
        case .kill: try kill()
        case .reload(let text): try reload(text)
        case .disk(let isFull):
            disk.isFull = isFull
            saved.fill(isFull)
        case .write(let name, let text):
            try TemporaryFolder.write(Array(text.utf8), to: folder + "/" + name)
            laws.write(name, text)
            daemon.fileWasSaved()
            try settle()
        }
    }

    private func ask(_ number: Int, _ line: String) throws {
        let line =
            line.utf8.contains(UInt8(ascii: "~"))
            ? line.replacing("~/", with: folder + "/").replacing("~now", with: "\(nowNs)") : line
        if clients[number] == nil { clients[number] = try SimulatedClient(of: daemon, on: loop) }
        guard let client = clients[number] else { return }
        try settle()
        let former = daemon.conductor.performance
        isBent = isBent || ["follow", "tap", "nudge", "speed"].contains(where: line.contains)
        wasLed = wasLed || line.hasPrefix("follow ") || line.contains("speed")
        // What others have asked for, or one who has left, may hold meanwhile.
        let isNext =
            clients.values.allSatisfy { $0.waiting.isEmpty }
            && former.transport.isStarted == (former.record != nil)
        laws.ask(line, of: client, atNs: nowNs)
        sent += 1
        trace?("\(nowNs) \(number) > \(line)")
        let remembered = saved.isKnown ? nil : daemon.remembered()
        client.send(line)
        try settle()
        if let remembered, remembered != daemon.remembered() { saved.change() }
        guard isNext, client.waiting.isEmpty, client.wasRefused, !daemon.tellsTheSame(as: former) else { return }
        let (before, after) = (SimulatedDaemon.told(by: former), daemon.told())
        // What has waited for a place that was reached is set with the next request, whatever that is.
        guard before["pending"] == after["pending"] else { return }
        for (name, value) in after where before[name] != value {
            // Beats that are counted aloud have another sound each, and a song goes on to its next section.
            if name == "heard", text(value).contains("voice-") || after["song"] != .null { continue }
            let former = before[name].map { "\($0)" } ?? "nothing"
            throw BrokenLaw("what is refused changes nothing: \(line) changed \(name) from \(former) to \(value)")
        }
    }

    /// Undo and redo are inverse, where nothing waits that would hold meanwhile, no trainer goes on, and no clock is followed whose
    /// owner would have to take a tempo.
    private func undoAndRedo() throws {
        try settle()
        let before = daemon.told()
        // One who has left may have asked for what is still being read.
        let isCalm =
            clients.values.allSatisfy { $0.waiting.isEmpty } && before["pending"] == .array([])
            && daemon.conductor.performance.inbox.parked.isEmpty
        let (hasSong, trainer) = (before["song"] != .null, before["speed_trainer"]?.string)
        // Whoever has led the tempo has put it where no step of the history does.
        guard isCalm, !hasSong, trainer == "off", !wasLed, before["history"]?["undo"]?.integer ?? 0 > 0 else {
            return
        }
        for line in ["undo", "redo"] {
            try ask(Self.undoer, line)
            guard let client = clients[Self.undoer] else { return }
            // What cannot be heard at once waits for the next beat.
            func waits() -> Bool { !client.waiting.isEmpty || !daemon.conductor.performance.pending.list.isEmpty }
            for _ in 0..<100 where waits() { try pass(ms: 50) }
            guard !waits(), !client.wasRefused, client.answer["result"]?["left_out"] == nil else {
                return try take(.leave(client: Self.undoer))
            }
        }
        try take(.leave(client: Self.undoer))
        // What is heard follows later.
        let others: Set<String> = ["run", "playing", "heard"]
        for (name, value) in daemon.told() where before[name] != value && !others.contains(name) {
            let former = before[name].map { "\($0)" } ?? "nothing"
            throw BrokenLaw("redo is what undo was not: \(name) was \(former) and is \(value)")
        }
    }

    /// The number of the client that takes back and does again.
    private static let undoer = -1

    /// Lets time go by.
    func pass(ms: Int) throws {
        let end = nowNs + Int64(ms) * 1_000_000
        while nowNs < end {
            var next = end
            let lateness = Int64.random(in: 1...Int64(conditions.lateMs) * 1_000_000, using: &random)
            if let wake = daemon.wakeNs { next = min(next, max(nowNs + 1, wake + lateness)) }
            next = min(next, nowNs + (daemon.isQuiet ? 250_000_000 : Int64(conditions.lateMs) * 4_000_000))
            if let due = work.dueNs { next = min(next, max(due, nowNs + 1)) }
            move(to: next)
            try settle()
        }
    }

    private func move(to ns: Int64) {
        nowNs = ns
        virtual_time_set(ns)
        loop.advanceTime(to: .uptimeNanoseconds(UInt64(ns)))
    }

    /// Does all that is due now, and looks at what came of it.
    func settle() throws {
        var (rounds, isBusy) = (0, false)
        repeat {
            rounds += 1
            guard rounds < 10_000 else { throw BrokenLaw("what is to be done at a time ends: not at \(nowNs) ns") }
            let hasWorked = work.take(atNs: nowNs)
            loop.run()
            try law(daemon.conductor.performance.repeatedWake == nil, "what is done at a time is next done later")
            let passes = daemon.passes
            let hasFollowed = daemon.follow(atNs: nowNs)
            if hasWorked || hasFollowed || daemon.passes > passes { turns += 1 }
            isBusy = hasFollowed || work.dueNs.map { $0 <= nowNs } ?? false
        } while isBusy
        for client in everybody {
            let lines = client.receive()
            guard !lines.isEmpty else { continue }
            if let trace { for line in lines { trace("\(nowNs) < \(String(decoding: line, as: UTF8.self))") } }
            let answers = try laws.take(lines, of: client, isListener: client === listener, atNs: nowNs)
            if let answered { answers.forEach(answered) }
            if let told, let number = clients.first(where: { $0.value === client })?.key {
                for line in lines { if let value = try? JSONLine.parse(line) { told(number, value) } }
            }
        }
        let onsets = card.listen()
        if let trace { for onset in onsets { trace("\(nowNs) heard \(onset.value) at \(onset.atNs)") } }
        if let heard { onsets.forEach(heard) }
        try laws.look(onsets, atNs: nowNs)
        // A card that takes longer to be closed is not waited for, nor is a slow one that begins just then.
        try law(
            card.collisions == 0 || conditions.workMs.upperBound > 100 || conditions.card == .slow,
            "the daemon opens no card that it has open already")
        if let trouble { throw trouble }
        if let resumption, nowNs >= resumption.dueNs {
            self.resumption = nil
            try resumption.look(at: laws.timeline, atNs: nowNs)
        }
    }

    // MARK: the end

    /// Everybody is quiet, and no fault stays: all that was asked is answered in time.
    func rest() throws {
        for fault in [.plug, .free] as [Script.CardFault] { try take(.card(fault)) }
        try take(.disk(isFull: false))
        try pass(ms: 3000)
        // What was asked for all at once is read piece by piece.
        for _ in 0..<60 where work.dueNs != nil { try pass(ms: 1000) }
        // A tempo that is proposed waits for two seconds, and what its client asks for then waits for that.
        let most = clients.values.map(\.waiting.count).max() ?? 0
        for _ in 0..<2 * most where clients.values.contains(where: { !$0.waiting.isEmpty }) { try pass(ms: 1100) }
        try laws.rest(clients.values.map { $0 })
        try law(!daemon.configuration.isReading, "a reading of the configuration ends")
    }

    func listen() {
        listener.send(#"{"id":0,"method":"subscribe","params":{"events":["timeline","state"]}}"#)
    }

    /// Lets go of everything, also where a law was broken.
    func close() {
        trace = nil
        answered = nil
        told = nil
        heard = nil
        daemon.abandon()
        // A connection that stays open would keep the daemon.
        for client in everybody { client.leave() }
        loop.run()
        TemporaryFolder.remove(folder)
    }
}
#endif
