// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Motion
internal import NIOCore
internal import Playback
internal import Rhythm
internal import Session
internal import Songs
internal import Sound

/// Performs requests: compiles the settings into plans for the real-time thread, and sends clients when each change and
/// each beat is heard.
///
/// Belongs to one event loop, like all that it calls. Nothing here waits, and nothing is locked.
final class Conductor {
    /// What answers a request: an encodable result, or why it was refused.
    typealias Answer = Result<any Encodable & Sendable, ControlError>

    let loop: any EventLoop
    let engine: PlaybackEngine
    let output: AudioOutput
    let files: Worker
    let library: SoundLibrary
    let log: Logger
    let started = ClockTime.now

    var settings: Settings
    /// The changes of the music that clients have asked for.
    var history = History()
    var sounds: SoundSet
    var samples: SampleSet

    /// What is done without being asked.
    var wakes = WakeList<Wake>() {
        didSet { armTimer() }
    }
    /// The only timer: for the first of these.
    var timer: (time: ClockTime, scheduled: Scheduled<Void>)?

    /// Whether it plays, and who waits to hear of that.
    var transport = Transport()
    /// Events for the transport; the actions of the first are being performed.
    var events: [(Transport.Event, Adopted?)] = []
    /// What to do with the outcome of each request.
    var waiting: [Transport.Request: (Transport.Outcome) -> Void] = [:]
    var requests: Transport.Request = 0
    /// What the real-time thread has confirmed of the run that plays.
    var record: RunRecord?
    /// The run that ended last, from which everything comes to rest.
    var ended: RunRecord?
    /// What the run that plays was sent last, and what of it has taken hold.
    var music: PlannedMusic?
    var musicInForce: PlannedMusic?
    /// The plans that were sent and have not taken hold.
    var sent: [UInt64: SentPlan] = [:]
    /// How much farther ahead plans are aimed, for those that came too late.
    var aim = PlanAim()
    /// What was done by hand and no plan has taken in yet.
    var gestures: PlannedMusic.Gestures = []
    /// When the timer that counts time is over, in frames of a rate.
    var deadline: (timer: PracticeCourse.Begun<PracticeTimer>, frame: Int64, rate: Double)?
    /// The beat of that, by the tempi that are known.
    var timedEnd: Int64?
    /// Before this beat the tempo of the settings is not taken from the speed trainer any more.
    var followedBeat: Int64 = 0
    /// Whether a trainer keeps silent what is heard now.
    var isInSilence = false
    /// What was compiled last.
    var compiled: CompiledArrangement?
    /// The song that plays, or that the next start plays; nil for none.
    var song: LoadedSong?
    /// Why what is in its file now is not what plays; nil where it is.
    var songTrouble: String?
    /// Reports that its file may have been saved.
    var songWatch: SongWatch?
    /// The presets and set lists of the user.
    var pieces = PieceLibrary(environment: [:])
    /// The set list that is loaded, at the entry that plays; nil for none.
    var setList: SetList?
    /// Reports that its file may have been saved.
    var setListWatch: SongWatch?
    /// The same at the place that is on its way: its file is being read.
    var askedSetList: SetList?
    /// The section that was announced last.
    var toldSection: ToldSection?
    /// The changes that wait for their place.
    var pending = PendingChanges()
    /// The taps of the present series.
    var taps = TapTempo()
    /// Where the beats are to fall, until a plan leads there; nil where the phase is kept.
    var wantedPhase: PhaseBridge.Target?
    /// The outside clock that is followed, and who owns it.
    var source: SyncSource?
    /// Leads the beats along a clock; nil where none is followed.
    var follower: Follower?
    /// The beat that a plan was sent for last to follow a clock, and how many were.
    var stepped: (beat: Int64, plans: Int) = (0, 0)
    /// The change that waits for the owner of the clock to take its tempo.
    var proposed: Proposal?
    /// What was told of the clock last.
    var toldSync: SyncState?
    /// Whether the request that is performed came from the owner of the clock.
    var isOfOwner = false
    /// The boot of the machine; nil: nothing can be resumed.
    var boot: String?
    /// Whether a run is saved that plays.
    var runIsSaved = false
    /// The run that played when the daemon was asked to end.
    var endedRun: SavedRun?
    /// Whether a client has asked the daemon to end.
    var isShutDown = false
    /// The way to another phase that took hold last.
    var bridge: PhaseBridge?
    /// What is noted of the run that plays.
    var journalNotes: JournalNotes?
    /// Whether taps are compared with the beats.
    var isScoring = false
    /// The taps of the run that plays, or played last.
    var score = Score()
    /// The plans that the real-time thread holds.
    let plans = PlanStore()
    /// Whether the next turn of taking reports is scheduled.
    var isTakingReports = false

    /// The device whose offset is in force: the one in use, also while it is missing.
    var deviceInUse: String

    var subscribers: [ObjectIdentifier: any Subscriber] = [:]
    /// The clients that are bridges.
    var bridges: [ObjectIdentifier: BridgeList.Bridge] = [:]
    var sequence = 0
    var announcer = Announcer()
    var timelines = TimelineAnnouncer()
    var encodedLanes = EncodedLanes()
    /// The lanes that the status told last, and how.
    var toldLanes: (lanes: LaneRoster, value: JSONValue)?
    var feeds: [ObjectIdentifier: FrameFeed] = [:]
    var sentAudio: AudioState?

    /// Called when what is remembered of the settings has changed.
    var remember: (Settings, StateSaver.Cause) -> Void = { _, _ in }
    /// Called with each run that has ended.
    var addToJournal: (JournalEntry) -> Void = { _ in }
    /// Called when a client asks the daemon to end.
    var shutdown: () -> Void = {}
    private(set) var isEnding = false

    init(
        loop: any EventLoop, engine: PlaybackEngine, output: AudioOutput, files: Worker, library: SoundLibrary,
        settings: Settings, sounds: SoundSet, samples: SampleSet, log: Logger
    ) {
        self.loop = loop
        self.engine = engine
        self.output = output
        self.files = files
        self.library = library
        self.settings = settings
        self.sounds = sounds
        self.samples = samples
        self.log = log
        deviceInUse = output.name
        changeChannels()
        output.attached = { [weak self] in self?.attached($0, $1) }
        output.changed = { [weak self] in self?.sendAudio() }
        output.fits = { [weak self] in self?.samples.sampleRate == $0 }
        output.prepare = { [weak self] in
            guard let self else { return { _ in nil } }
            return { [sounds = self.sounds, rate = self.samples.sampleRate] in
                $0 == rate ? nil : try sounds.samples(at: $0)
            }
        }
    }

    /// Forgets a client that has gone.
    func leave(_ subscriber: any Subscriber) {
        feed(ObjectIdentifier(subscriber), nil)
        subscribers[ObjectIdentifier(subscriber)] = nil
        bridges[ObjectIdentifier(subscriber)] = nil
        announcer.leave(ObjectIdentifier(subscriber))
        if source?.owner == ObjectIdentifier(subscriber) { ownerLeft() }
        announce()
    }

    /// Fades out, then lets go of the device and calls `then`.
    func end(_ then: @escaping () -> Void) {
        // The fade follows what is written already, in device time: the device is to have played it.
        let written = device.time(ofFrame: Double(device.writtenFrame)).nanoseconds(since: .now)
        let fade = !transport.isStarted ? TimeAmount.zero : .nanoseconds(min(max(written, 0), 600_000_000) + 60_000_000)
        keepRun()
        isEnding = true
        stop { _ in }
        loop.assumeIsolated().scheduleTask(in: fade) { [output] in
            output.close(atOnce: true)
            then()
        }
    }

    /// After the real-time thread has ended: waits until the device is closed and all is saved, or for half a second,
    /// since a driver may hang.
    func finish(_ then: @escaping () -> Void) {
        takeReports()
        var then: (() -> Void)? = then
        let done = {
            then?()
            then = nil
        }
        output.whenIdle { [files] in files.run({}) { _ in done() } }
        loop.assumeIsolated().scheduleTask(in: .milliseconds(500)) { done() }
    }

    private func attached(_ device: String, _ fresh: SampleSet?) {
        if let fresh { samples = fresh }
        let offsetBefore = offsetMs
        deviceInUse = device
        if offsetMs != offsetBefore { anchorClock() }
        // A plan with samples at the device's rate follows it, if anything plays; else it is that of the next start.
        handle(.outputAttached)
        // The sounds may have been changed while the device was being opened.
        guard samples.names != sounds.names else { return }
        load(Edit()) { [weak self] _ in
            self?.handle(.outputAttached)
        }
    }
}
