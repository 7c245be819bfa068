// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm
public import MetronomeSession

/// What a request asks of the daemon, with its parameters checked.
public enum Call: Sendable, Hashable {
    case start
    case stop(at: Cue = .now)
    case toggle
    /// Beat 0 is heard at a place of the clock that is followed, or at a time.
    case startAt(StartPlace)
    /// A line of an outside clock, which is followed.
    case follow(FollowRequest)
    /// The tempo that was proposed to the owner of that clock is refused.
    case refuseProposal
    /// It is followed no more.
    case unfollow
    /// New values of settings, all or nothing. Those of one gesture of a client are one step of the history.
    case change(Edit, at: Cue = .now, gesture: Int? = nil)
    /// The same change of several keys of the music, by `Key.settingName`.
    case set(Edit, at: Cue = .now)
    /// The last change of the music is undone, or redone.
    case restore(History.Direction, at: Cue = .now)
    /// One change that waits is taken back, or all of them.
    case cancel(id: Int?)
    /// A tap of a player, stamped by the client; nil: now.
    case tap(atNs: Int64?, start: Int? = nil, at: Cue = .now)
    /// A stroke of a player that was heard.
    case onset(atNs: Int64)
    /// The beats are heard later by a number of milliseconds.
    case nudge(milliseconds: Double)
    /// A bar begins with the next beat.
    case newBar
    /// Scoring is turned on or off, or begins anew; nil only tells.
    case score(ScoreRequest?)
    case groove(GrooveCall)
    case soundList
    case offsetSet(OffsetChange)
    case offsetGet
    /// With the segments of these properties.
    case status(properties: [String] = [])
    case timing
    /// The properties that can be asked for.
    case properties
    /// Another song, of a file that is to be read.
    ///
    /// By its absolute path, or its name among the songs of the user.
    case songLoad(path: String, format: String?, from: String?, at: Cue = .now)
    /// The names of the songs of the user.
    case songList
    /// The sections of the song.
    case songShow
    /// What was played on a number of days, of which today is the last.
    case journal(days: Int)
    /// Another place of the song: a label or the number of a bar.
    case seek(String, at: Cue = .now)
    /// What lies between two such places is repeated.
    case loop(from: String, to: String, at: Cue = .now)
    /// What lies between two such places is practised.
    case practise(PractiseCall, at: Cue = .now)
    /// The song is played as many times as fast as it would be at the place.
    case scaleSong(by: Ratio, at: Cue = .now)
    /// Another change of the song.
    case song(SongChange, at: Cue = .now)
    case preset(PresetCall)
    case setList(SetListCall)
    /// Nil leaves the lead as it is. Properties and interval are for `motion` and `frame`.
    case subscribe(Set<EventKind>, leadMs: Int?, properties: [String] = [], minimumIntervalMs: Int? = nil)
    case unsubscribe(Set<EventKind>)
    /// This client is a bridge, and says whether it works.
    case bridgeReport(BridgeList.Bridge)
    case bridgeList
    case version
    case describe
    case ping
    case shutdown
}
