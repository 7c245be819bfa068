// SPDX-License-Identifier: Apache-2.0

/// Whether the beat plays, which start it belongs to, and which requests wait for an answer: a value that takes events and
/// returns actions.
///
/// The caller performs the actions of one event, in their order, before it hands in the next. Plans are adopted in the order in which they are sent, and the
/// real-time thread reports each of them once.
public struct Transport: Sendable, Hashable {
    /// Tells requests apart.
    public typealias Request = Int

    /// Where a plan was adopted.
    public struct Adoption: Sendable, Hashable {
        /// The first frame that is rendered by it.
        public var frame: Int64
        /// The first frame of its tempo: later than `frame` where a sound had begun whose onset was still to come.
        public var tempoFrame: Int64
        /// The first beat that sounds under it.
        public var nextBeat: Int64

        /// All of its parts.
        public init(frame: Int64, tempoFrame: Int64, nextBeat: Int64) {
            self.frame = frame
            self.tempoFrame = tempoFrame
            self.nextBeat = nextBeat
        }
    }

    /// How a run begins. It goes with the request that asks for it, and with no other.
    public struct Start: Sendable, Hashable {
        /// Where its beat 0 is heard.
        public var place: StartPlace
        /// The run of another process that it plays on; nil for none.
        public var resumption: SavedRun?
        /// Where its beats are led to from there on; nil where they stay in their phase.
        package var phase: PhaseBridge.Target?

        /// At a place, or playing on from another run.
        public init(at place: StartPlace = .bar, resuming resumption: SavedRun? = nil) {
            self.place = place
            self.resumption = resumption
        }
    }

    /// What happened.
    public enum Event: Sendable, Hashable {
        /// A client asks to play.
        case start(Request, Start = Start())
        /// A client asks to stop.
        case stop(Request)
        /// Settings have changed that the plan carries.
        case edit(Request)
        /// The output that a run was started on is ready, or is the clock's.
        case outputOpened(run: UInt64)
        /// There is no output for a run.
        case outputRefused(run: UInt64, reason: String)
        /// A device was attached: the plan must follow with samples at its rate.
        case outputAttached
        /// A plan was adopted.
        case adopted(revision: UInt64, run: UInt64?, Adoption)
        /// A plan came after the beat that it was aimed at, and was not adopted.
        case late(revision: UInt64, run: UInt64?)
        /// A plan could not be made, and why; it was not sent.
        case unplayable(revision: UInt64, reason: String)
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Make an output ready, then report `outputOpened` or `outputRefused`.
        case openOutput(run: UInt64)
        /// Let go of the output after a short while.
        case closeOutput
        /// Send the settings as a plan, of a run or of silence.
        case send(revision: UInt64, run: UInt64?)
        /// Have the real-time thread take the silence though it waits for a device.
        case stopWaiting
        /// The plan that was adopted begins a run.
        case beginRun
        /// The plan that was adopted continues the run.
        case continueRun
        /// The plan that was adopted ends the run.
        case endRun
        /// Tell subscribers that it began or ended to play.
        case tellPlaying
        /// Answer a request.
        case answer(Request, Outcome)
    }

    /// What became of a request.
    public enum Outcome: Sendable, Hashable {
        /// It plays from beat 0.
        case started
        /// It played already.
        case alreadyPlaying
        /// It stopped at a frame.
        case stopped(frame: Int64)
        /// It did not play, so there was nothing to stop, or nothing that an edit changed yet.
        case notPlaying
        /// The settings hold from where their plan was adopted.
        case changed(Adoption)
        /// Another request stopped it before it could start.
        case stoppedBeforeStart
        /// There is no output for it, and why.
        case outputRefused(String)
        /// What was asked for cannot be played, and why.
        case unplayable(String)
    }

    private enum Wanted: Hashable {
        case stopped
        /// The output of a run is being made ready; who asked for the start.
        case opening(run: UInt64, [Request], Start)
        /// The plan of a run was sent; who asked for the start and was not answered yet.
        case sent(run: UInt64, [Request], Start)
    }

    private enum Purpose: Hashable {
        case start
        case stop(Request)
        case edit(Request)
        case follow
    }

    private struct Sent: Hashable {
        let revision: UInt64
        let purpose: Purpose
    }

    private var wanted = Wanted.stopped
    /// Whether there is an output for the run that is wanted.
    private var isOutputReady = false
    /// Plans that were sent and are not adopted, oldest first.
    private var pending: [Sent] = []
    private var runs: UInt64 = 0
    private var revisions: UInt64 = 0

    /// The run that plays, as the real-time thread has adopted it; nil for silence.
    public private(set) var playingRun: UInt64?

    /// Stopped, and no plan sent.
    public init() {}

    /// Whether it plays or is about to.
    public var isStarted: Bool { wanted != .stopped }

    /// Whether the run that is wanted plays: no other one that fades out.
    public var isPlaying: Bool { if case .sent(let run, _, _) = wanted { playingRun == run } else { false } }

    /// Whether the real-time thread plays, or has a plan to take.
    public var isCommitted: Bool { playingRun != nil || !pending.isEmpty }

    /// How a run begins that is being started; nil once it is not wanted any more.
    public func start(ofRun run: UInt64) -> Start? {
        switch wanted {
        case .opening(run, _, let start), .sent(run, _, let start): start
        case .stopped, .opening, .sent: nil
        }
    }

    /// Takes an event and says what to do.
    public mutating func take(_ event: Event) -> [Action] { react(to: event) + sendStart() }

    private mutating func react(to event: Event) -> [Action] {
        switch event {
        case .start(let request, let how): start(request, how)
        case .stop(let request): stop(request)
        case .edit(let request): edit(request)
        case .outputOpened(let run): outputOpened(run)
        case .outputRefused(let run, let reason): outputRefused(run, reason)
        case .outputAttached: isCommitted ? [send(.follow)] : []
        case .adopted(let revision, let run, let place): adopted(revision, run, place)
        case .late(let revision, let run): late(revision, run)
        case .unplayable(let revision, let reason): unplayable(revision, reason)
        }
    }

    private mutating func start(_ request: Request, _ start: Start) -> [Action] {
        switch wanted {
        case .stopped:
            runs += 1
            isOutputReady = false
            wanted = .opening(run: runs, [request], start)
            return [.openOutput(run: runs)]
        case .opening(let run, let requests, let start):
            wanted = .opening(run: run, requests + [request], start)
            return []
        case .sent(let run, let requests, let start):
            if playingRun == run { return [.answer(request, .alreadyPlaying)] }
            wanted = .sent(run: run, requests + [request], start)
            return []
        }
    }

    private mutating func stop(_ request: Request) -> [Action] {
        let waiting: [Request]
        switch wanted {
        case .stopped: return [.answer(request, .notPlaying)]
        case .opening(_, let requests, _), .sent(_, let requests, _): waiting = requests
        }
        wanted = .stopped
        let answers = waiting.map { Action.answer($0, .stoppedBeforeStart) }
        guard isCommitted else { return [.closeOutput] + answers + [.answer(request, .notPlaying)] }
        return [.stopWaiting, send(.stop(request))] + answers
    }

    /// A plan of a run is sent only once its output is ready, and carries the settings of then.
    private mutating func edit(_ request: Request) -> [Action] {
        guard case .sent = wanted else { return [.answer(request, .notPlaying)] }
        return [send(.edit(request))]
    }

    private mutating func outputOpened(_ opened: UInt64) -> [Action] {
        if case .opening(run: opened, _, _) = wanted { isOutputReady = true }
        return []
    }

    /// A run begins once the run before it has ended: what waits in that one is none of its own.
    private mutating func sendStart() -> [Action] {
        guard isOutputReady, !isCommitted, case .opening(let run, let requests, let start) = wanted else { return [] }
        wanted = .sent(run: run, requests, start)
        return [send(.start)]
    }

    private mutating func outputRefused(_ refused: UInt64, _ reason: String) -> [Action] {
        guard case .opening(let run, let requests, _) = wanted, run == refused else { return [] }
        wanted = .stopped
        return [.closeOutput] + requests.map { .answer($0, .outputRefused(reason)) }
    }

    private mutating func adopted(_ revision: UInt64, _ run: UInt64?, _ place: Adoption) -> [Action] {
        guard let index = pending.firstIndex(where: { $0.revision == revision }) else { return [] }
        let purpose = pending.remove(at: index).purpose
        var actions: [Action] = []
        if let run {
            actions.append(run == playingRun ? .continueRun : .beginRun)
        } else if playingRun != nil {
            actions.append(.endRun)
        }
        playingRun = run
        switch purpose {
        case .follow: break
        case .edit(let request): actions.append(.answer(request, .changed(place)))
        case .start:
            actions.append(.tellPlaying)
            guard case .sent(let sent, let requests, let start) = wanted, sent == run else { break }
            wanted = .sent(run: sent, [], start)
            actions += requests.map { .answer($0, .started) }
        case .stop(let request):
            if wanted == .stopped { actions.append(.closeOutput) }
            actions += [.tellPlaying, .answer(request, .stopped(frame: place.frame))]
        }
        return actions
    }

    /// What came too late is sent again while its run is wanted; it is aimed anew then.
    private mutating func late(_ revision: UInt64, _ run: UInt64?) -> [Action] {
        guard let index = pending.firstIndex(where: { $0.revision == revision }) else { return [] }
        if case .sent(let wantedRun, _, _) = wanted, wantedRun == run { return [.send(revision: revision, run: run)] }
        guard case .edit(let request) = pending.remove(at: index).purpose else { return [] }
        return [.answer(request, .notPlaying)]
    }

    /// A start that cannot be played is none; what plays goes on by the plan that it has.
    private mutating func unplayable(_ revision: UInt64, _ reason: String) -> [Action] {
        guard let index = pending.firstIndex(where: { $0.revision == revision }) else { return [] }
        switch pending.remove(at: index).purpose {
        case .follow: return []
        case .edit(let request), .stop(let request): return [.answer(request, .unplayable(reason))]
        case .start:
            guard case .sent(_, let requests, _) = wanted else { return [] }
            wanted = .stopped
            return (isCommitted ? [] : [.closeOutput]) + requests.map { .answer($0, .unplayable(reason)) }
        }
    }

    private mutating func send(_ purpose: Purpose) -> Action {
        revisions += 1
        pending.append(Sent(revision: revisions, purpose: purpose))
        let run: UInt64? = if case .sent(let run, _, _) = wanted { run } else { nil }
        return .send(revision: revisions, run: run)
    }
}
