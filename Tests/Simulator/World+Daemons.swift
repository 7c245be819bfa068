// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
internal import MetronomeControl
internal import MetronomeSession
internal import NIOEmbedded
@testable import Daemon

/// How daemons end and begin, and how a daemon reads its configuration.
extension World {
    /// The daemon ends, and another begins with what was saved.
    func restart() throws {
        try pass(ms: 1500)
        for client in clients.values { client.leave() }
        clients = [:]
        let former = formerRun
        try end()
        // A change that was on its way when the daemon was asked to end is in force, too.
        let before = daemon.remembered()
        if saved.isSaved, !disk.isFull {
            try compare(try savedSettings(), with: before, "what holds at the end is saved")
        }
        try begin(after: former)
    }

    /// The daemon is gone, and another begins with what the disk has.
    func kill() throws {
        try settle()
        let former = formerRun
        if isCalm, saved.isKnown {
            try compare(try savedSettings(), with: daemon.remembered(), "what is set is saved within a second")
        }
        work.kill()
        for client in clients.values { client.leave() }
        clients = [:]
        listener.leave()
        daemon.kill()
        card.forget()
        loop.run()
        try begin(after: former)
    }

    /// Another daemon begins.
    private func begin(after former: TimelineState?) throws {
        let disk = try savedSettings()
        let configured = daemon.configuration.accepted
        daemon = try SimulatedDaemon(
            loop: loop, card: card.name, rate: conditions.rate, folder: folder, configured: configured, work: work,
            disk: self.disk)
        listener = try SimulatedClient(of: daemon, on: loop)
        laws.restart()
        saved.restart(isSaved: configured == nil && daemon.resumption == nil)
        listen()
        daemon.begin()
        if let run = daemon.resumption, !isBent { resumption = ResumptionLaw(of: run, former, atNs: nowNs) }
        isBent = false
        try settle()
        guard configured == nil, daemon.resumption == nil else { return }
        try compare(daemon.remembered(), with: disk, "what was saved is read back as it was")
    }

    private func compare(_ present: Edit, with wanted: Edit, _ sentence: String) throws(BrokenLaw) {
        let others = Key.all.filter { present[$0] != wanted[$0] }.map { key in
            let values = [present[key], wanted[key]].map { $0.map { "\($0)" } ?? "nothing" }
            return "\(key.name) is \(values[0]), not \(values[1])"
        }
        try law(others.isEmpty, "\(sentence): \(others.joined(separator: ", "))")
    }

    /// Ends the daemon.
    func end() throws {
        // Nobody is told that it ends.
        laws.restart()
        listener.leave()
        try wait(for: daemon.end)
        try wait(for: daemon.stop)
    }

    private func wait(for end: (@escaping () -> Void) -> Void) throws {
        var isOver = false
        end { isOver = true }
        let limit = nowNs + 5_000_000_000
        while !isOver, nowNs < limit { try pass(ms: 10) }
        try law(isOver, "the daemon ends")
    }

    /// All that is remembered, as the disk has it.
    private func savedSettings() throws -> Edit {
        Edit(remembering: try daemon.store.load().state.applied(to: Settings()))
    }

    /// Whether nothing was done, and nothing has changed, for as long as it may take to save it.
    private var isCalm: Bool {
        let performance = daemon.conductor.performance
        return max(doneNs, laws.statusNs) < nowNs - 1_200_000_000 && work.dueNs == nil && performance.isPlain
            && performance.inbox.parked.isEmpty
    }

    /// What was told of the run that plays, where that was saved as it is; nil where that is not known.
    private var formerRun: TimelineState? { isCalm && saved.isKnown ? laws.timeline : nil }

    // MARK: the configuration

    /// The configuration file is another, and the daemon is told.
    func reload(_ text: String) throws {
        try settle()
        try TemporaryFolder.write(Array(text.utf8), to: folder + "/config.toml")
        wasLed = true
        laws.reload(atNs: nowNs)
        var begun: (sent: Int, isPlain: Bool) = (0, false)
        daemon.configuration.begins = { [unowned self] in begun = (sent, isAlone) }
        daemon.configuration.ended = { [unowned self] outcome in
            laws.reload(atNs: nowNs)
            guard begun.isPlain, isAlone, begun.sent == sent else { return }
            do throws(BrokenLaw) { try look(outcome) } catch { trouble = trouble ?? error }
        }
        daemon.configuration.reload(daemon.conductor)
        try settle()
    }

    /// Whether nobody waits for an answer, and nothing but a request changes what is set.
    private var isAlone: Bool {
        let performance = daemon.conductor.performance
        return clients.values.allSatisfy { $0.waiting.isEmpty } && performance.isPlain
    }

    /// A reading has set what the file says and nothing else, or nothing where it was refused.
    private func look(_ outcome: SimulatedConfiguration.Outcome) throws(BrokenLaw) {
        let present = daemon.conductor.performance.settings
        func changed(from wanted: Settings) -> String {
            Key.changed(from: wanted, to: present)
                .map { "\($0.name) is \($0.text(in: present) ?? "-"), not \($0.text(in: wanted) ?? "-")" }
                .joined(separator: ", ")
        }
        switch outcome {
        case .refused(let reason, let before):
            let others = changed(from: before)
            try law(others.isEmpty, "a configuration that is refused changes nothing: \(others), by \(reason)")
        case .taken(let edit, let before):
            guard var wanted = try? edit.applied(to: before) else { return }
            // The owner of a clock says the tempo.
            if daemon.conductor.performance.isFollowing { wanted.tempo = before.tempo }
            let others = changed(from: wanted)
            try law(others.isEmpty, "a configuration that is read holds, and changes nothing else: \(others)")
        }
    }
}

extension Performance {
    /// Whether what is set changes by requests alone: nothing waits, and neither a song, a trainer nor a clock leads.
    fileprivate var isPlain: Bool {
        pending.list.isEmpty && song == nil && setList == nil && leader.follower == nil
            && settings.practice.isEmpty
    }
}
#endif
