// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// All that the daemon decides: a value that takes events and returns actions.
///
/// It knows no clock, event loop, file, socket or thread: times, what files hold and what the real-time thread reports come in
/// with events. `Conductor` performs the actions of one event, in their order, before it hands in the next.
struct Performance: Equatable {
    /// What a client is told of its request: an encodable result, or why it was refused.
    typealias Answer = Result<any Encodable & Sendable, ControlError>
    /// Tells the clients apart that are connected.
    typealias Client = Audience.Client

    /// When the daemon was started.
    let started: ClockTime
    /// The boot of the machine; nil: nothing can be resumed.
    let boot: String?
    /// What is known in the present turn.
    var moment: Moment
    /// What the present turn has led to so far.
    var actions = Actions()

    /// What was asked for and waits for files.
    var inbox = Inbox()

    // MARK: what is set

    var settings: Settings
    /// The changes of the music that clients have asked for.
    var history = History()
    var sounds: SoundSet
    var samples: SampleSet
    /// How the output was ordered last.
    var order: OutputOrder
    /// The device whose offset is in force: the device in use, also while it is missing.
    var deviceInUse: String
    /// How far ahead the real-time thread was told last to write, in milliseconds.
    var fillMs: Int?

    // MARK: what waits, and what plays

    /// The changes that wait for their place.
    var pending = PendingChanges()
    /// What is done without being asked, and when: the next of it needs the only timer.
    var wakes = WakeList<Wake>()
    /// What was due again at once after it was done, which must not be; nil for nothing.
    var repeatedWake: Wake?
    /// Whether the beat plays, and which requests wait for an answer.
    var transport = Transport()
    /// Events for the transport; the actions that follow from the first are being done.
    var events: [TransportEvent] = []
    /// How each request to the transport is answered.
    var waiting: [Transport.Request: PendingAnswer] = [:]
    var requests: Transport.Request = 0
    /// What the real-time thread has adopted of the run that plays.
    var record: RunRecord?
    /// The run that ended last, from which everything comes to rest.
    var ended: RunRecord?
    /// How much of it was played; nil where no beat was.
    var played: PlayedLength?
    /// What the run that plays was sent last, and what of it is in force.
    var music: PlannedMusic?
    var musicInForce: PlannedMusic?
    /// The plans that were sent and are not adopted.
    var sent: [UInt64: SentPlan] = [:]
    /// How much farther ahead plans begin, for those that came too late.
    var planLead = PlanLead()
    /// What was done by hand and no plan has taken in yet.
    var gestures: Set<PlannedMusic.Gesture> = []
    /// What was compiled last.
    var compiled = Compiled()
    /// How the beats get to another phase.
    var phaseChange = PhaseChange()
    /// What is noted of the run that plays.
    var journalNotes: JournalNotes?
    /// Whether a run is saved that plays.
    var runIsSaved = false
    /// The run that played when the daemon was asked to end.
    var endedRun: SavedRun?
    /// Whether a client has asked the daemon to end.
    var isShutDown = false
    /// Whether the daemon ends.
    var isEnding = false

    // MARK: trainers

    /// How far the trainers and the timer of the run have come.
    var practice = PracticeProgress()

    // MARK: grooves

    /// The grooves that were asked for last.
    var grooves: [PlayedGroove] = []

    // MARK: songs and set lists

    /// The song that plays, or that the next start plays; nil for none.
    var song: LoadedSong?
    /// Why what is in its file now is not what plays; nil where it is.
    var songTrouble: String?
    /// The file of a song that is watched.
    var watchedSong: String?
    /// The set list that is loaded, at the entry that plays; nil for none.
    var setList: SetList?
    /// The entry that plays, as it began.
    var playedEntry = PlayedEntry()

    // MARK: who leads

    /// Who leads the beats; nobody but the audio clock where none is followed.
    var leader = Leader()

    // MARK: taps

    /// The taps of the present series.
    var taps = TapTempo()
    /// Whether taps are compared with the beats.
    var isScoring = false
    /// The taps of the run that plays, or played last.
    var score = Score()

    // MARK: who is told what

    var audience = Audience()
    var encodedLanes = EncodedLanes()
    /// The lanes that the status tells, and how.
    var toldLanes = ToldLanes()
    /// The lanes that were heard when the status was told last, and how.
    var heardLanes = HeardLanes()

    /// Begins stopped, with settings whose sounds are ready; what the output is to be changed to is said with the first turn.
    init(
        settings: Settings, sounds: SoundSet, samples: SampleSet, channels: Int, boot: String?, at moment: Moment
    ) {
        started = moment.now
        self.boot = boot
        self.moment = moment
        self.settings = settings
        self.sounds = sounds
        self.samples = samples
        order = OutputOrder(settings, channels: channels)
        deviceInUse = order.name
        changeChannels()
    }

    /// The time of the turn.
    var now: ClockTime { moment.now }
}

extension Performance {
    /// The first beat of the run that plays whose sound cannot have begun; 0 while none does, or only fades out.
    var nextBeat: Int64 { transport.isPlaying ? undecidedBeat : 0 }

    /// The first beat that is not both heard and written: with a negative offset a beat may be heard before it is written.
    func unsettledBeat(in run: HeardRun) -> Int64 { min(run.beat(at: now) + 1, nextBeat) }

    /// When a beat is both heard and written.
    func settledTime(ofBeat beat: Int64, in run: HeardRun) -> ClockTime {
        let lateness = now - heard.time(ofFrame: Double(heard.writtenFrame))
        return run.time(ofBeat: beat) + (lateness > .zero ? lateness + .milliseconds(1) : .zero)
    }

    /// The first beat whose sound cannot have begun, also of a run that fades out; 0 where nothing is heard.
    var undecidedBeat: Int64 {
        guard let record else { return 0 }
        let decided = heard.writtenFrame + Int64(samples.longestLead) + planLead.frames(at: record.rate)
        return max(record.openBeat, record.timeline.beat(atFrame: decided) + 1)
    }
}
