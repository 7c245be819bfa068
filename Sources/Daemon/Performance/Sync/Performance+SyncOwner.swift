// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What the owner of the clock that is followed asks for, and what it is asked.
extension Performance {
    /// Takes a line of an outside clock.
    mutating func follow(_ request: FollowRequest, _ ask: Ask) throws(TurnEnd) {
        guard let client = ask.client else { throw .refused(notOwner) }
        let now = moment.now
        if let source = leader.source, !source.accepts(client, at: now) {
            let reason = "\(source.name) is followed already, and another client owns it: end that one first"
            throw .refused(ControlError(.clockFollowed, reason, param: "source"))
        }
        let line: OutsideLine
        do throws(OutsideLine.Fault) {
            line = try OutsideLine(
                beat: request.beat, at: ClockTime(nanoseconds: request.timeNs), bpm: request.bpm,
                quantum: request.quantum, cameAt: now)
        } catch { throw .refused(ControlError(error)) }
        let before = leader.source.map { (name: $0.name, isStale: $0.isStale(at: now), owner: $0.owner) }
        if leader.source == nil { leader.source = SyncSource(request.source, owner: client, line, cameAt: now) }
        leader.source?.take(line, named: request.source, from: client, cameAt: now)
        if before?.name != request.source || before?.owner != client {
            log(.info, "following \(request.source)")
        } else if before?.isStale == true {
            log(.info, "\(request.source) is there again")
        }
        wakes[.staleClock] = leader.source?.deadline
        followSync()
        answer(ask, SyncAnswer { $0.sync = syncState })
    }

    /// Goes on without the outside clock, at the last tempo.
    mutating func unfollow(_ ask: Ask) throws(TurnEnd) {
        guard leader.isOwner(ask) else { throw .refused(notOwner) }
        log(.info, "\(leader.source?.name ?? "") is followed no more")
        refuse("the clock is followed no more")
        leader.source = nil
        wakes[.staleClock] = nil
        followSync()
        answer(ask, SyncAnswer { $0.sync = syncState })
    }

    /// The client that owns the clock has gone: the beats go on as they do.
    mutating func ownerLeft() {
        log(
            .warning,
            "\(leader.source?.name ?? "the clock that is followed") has gone: the beats go on at the last tempo")
        refuse("\(leader.source?.name ?? "its owner") has gone")
        leader.source?.leave()
        if record == nil { leader.source = nil }
        wakes[.staleClock] = nil
        followSync()
    }

    var notOwner: ControlError {
        let reason =
            leader.source.map { "\($0.name) belongs to another client: only that one may do this" }
            ?? "no clock is followed"
        return ControlError(.clockFollowed, reason)
    }

    // MARK: the tempo

    /// Why the outside clock is not followed though it is there; nil where it is.
    var notFollowed: String? { notFollowed(in: settings, song != nil) }

    private func notFollowed(in settings: Settings, _ hasSong: Bool) -> String? {
        if hasSong { return "the song has its own tempo" }
        if let kind = settings.practice.leader?.kind { return "the \(kind.rawValue) trainer leads the tempo" }
        return nil
    }

    /// Whether an outside clock says where the beats are.
    var isFollowing: Bool { leader.source.map { !$0.isStale(at: now) } ?? false && notFollowed == nil }

    /// What is taken of a configuration that was read again: while a clock is followed, the tempo is the clock's.
    func taken(of configuration: Edit) -> Edit {
        var edit = configuration
        for key in edit.keys where isFollowing && key.form == .tempo { edit[key] = nil }
        return edit
    }

    /// Why something cannot be changed here.
    func elsewhere(_ what: String) -> ControlError {
        ControlError(.clockFollowed, "\(leader.source?.name ?? "another clock") says \(what): change it there")
    }

    /// The tempo that an edit asks for and that the owner of the clock has to take; nil where it holds already.
    func tempoToPropose(by edit: Edit) -> Tempo? {
        (try? edit.applied(to: settings)).flatMap { $0.tempo == settings.tempo ? nil : $0.tempo }
    }

    /// The tempo that holds was asked for: none that was proposed before is wanted any more.
    mutating func endProposal() {
        refuse(Self.isReplaced)
        pending.dropProposals()
    }

    /// A scene as it can be played: its tempo is proposed to the owner of the clock, if one leads then, when the scene holds.
    func proposingTempo(of scene: Scene) -> Scene {
        guard scene.song == nil, let source = leader.source, !source.isStale(at: now), scene.edit.setsTempo,
            let after = try? scene.edit.applied(to: settings), notFollowed(in: after, false) == nil
        else { return scene }
        var scene = scene
        scene.edit.removeTempo()
        scene.proposal = after.tempo
        return scene
    }

    /// Proposes the tempo of a scene that holds, and is a step of the history with it.
    mutating func propose(_ tempo: Tempo, gesture: Int) {
        guard tempo != settings.tempo else { return }
        let edit = Edit.tempo(.to(tempo))
        guard isFollowing else { return inbox.ask(.taken(edit, by: .gesture(gesture), more: [:])) }
        send(Proposal(edit: edit, tempo: tempo, source: .gesture(gesture), ask: nil))
    }

    /// Tells the owner of the clock what tempo was asked for, and waits for its next line.
    mutating func propose(_ proposal: Proposal, at cue: Cue, for ask: Ask) throws(TurnEnd) {
        guard !leader.isOwner(ask) else {
            throw .refused(ControlError(.clockFollowed, "send a line with that tempo: the clock is yours"))
        }
        guard cue == .now else {
            throw .refused(
                ControlError(.clockFollowed, elsewhere("the tempo").message + ", or ask for it without at", param: "at")
            )
        }
        pending.dropProposals()
        send(proposal)
    }

    private static let isReplaced = "another tempo was asked for meanwhile"

    private mutating func send(_ proposal: Proposal) {
        refuse(Self.isReplaced)
        wakes[.proposal] = now.advanced(bySeconds: SyncSource.silence)
        leader.proposed = proposal
        tellSync()
    }

    /// The owner does not take the tempo.
    mutating func refuseProposal(_ ask: Ask) throws(TurnEnd) {
        guard leader.isOwner(ask) else { throw .refused(notOwner) }
        refuse("\(leader.source?.name ?? "") refused it")
        answer(ask, SyncAnswer { $0.sync = syncState })
    }

    /// Answers what was proposed, if anything was.
    mutating func refuse(_ reason: String) {
        guard let proposal = leader.takeProposal() else { return }
        wakes[.proposal] = nil
        tellSync()
        guard let ask = proposal.ask else { return }
        answer(ask.id, .failure(ControlError(.clockFollowed, "the tempo stays at \(settings.tempo) bpm: \(reason)")))
    }

    /// Makes the tempo of the line that of the settings, also where another one has come into force; what was proposed is taken
    /// with it.
    mutating func takeTempo() {
        guard isFollowing, let source = leader.source else { return }
        if let proposed = leader.proposed, source.hasTaken(proposed.tempo), let proposal = leader.takeProposal() {
            wakes[.proposal] = nil
            let edit = proposal.taken(with: source.tempo(inPlaceOf: settings.tempo) ?? proposal.tempo)
            let wish = Ask.Wish.taken(edit, by: proposal.source, more: proposal.more)
            guard var ask = proposal.ask else { return inbox.ask(wish) }
            ask.wish = wish
            return inbox.again(ask)
        }
        let awaited = pending.list.last { !$0.isStep }?.edit.flatMap { try? $0.applied(to: settings).tempo }
        guard let tempo = source.tempo(inPlaceOf: awaited ?? settings.tempo) else { return }
        // Lanes that are too dense at that tempo leave it as it is.
        try? putReady(.tempo(.to(tempo)), by: .other, .command, PendingAnswer())
    }
}

extension ControlError {
    /// Why a line cannot be followed.
    fileprivate init(_ fault: OutsideLine.Fault) {
        switch fault {
        case .beat: self.init(.outOfRange, "beat must be a number from -1e9 to 1e9", param: "beat")
        case .bpm: self.init(.outOfRange, "bpm must lie between 1 and 1000", param: "bpm")
        case .quantum: self.init(.outOfRange, "quantum must lie between 1 and 64", param: "quantum")
        case .time(let seconds):
            let distance = "\((abs(seconds) * 10).rounded() / 10) s \(seconds < 0 ? "ago" : "ahead")"
            self.init(
                .invalid, "time_ns is \(distance): it must be CLOCK_MONOTONIC, not more than 2 s from now",
                param: "time_ns")
        }
    }
}
