// SPDX-License-Identifier: GPL-2.0-or-later

import Bridges
import CLink
import MetronomeLinux

/// A participant of Ableton Link, by its own library.
@safe final class LinkPeer: LinkSession {
    private let peer: OpaquePointer

    /// Joins the session of the networks of this machine. Throws where the system refuses threads or sockets.
    init() throws(SystemError) {
        guard let peer = unsafe link_create(120) else {
            throw SystemError("cannot start Ableton Link: the system refuses a thread or a socket")
        }
        unsafe self.peer = peer
        guard unsafe link_join(peer) else {
            throw SystemError("cannot join Ableton Link: the system refuses a thread or a socket")
        }
    }

    deinit { unsafe link_destroy(peer) }

    var descriptor: CInt { unsafe link_descriptor(peer) }

    func clear() { unsafe link_clear(peer) }

    func moment(atNs ns: Int64, quantum: Double) -> LinkMoment {
        let moment = unsafe link_at(peer, ns, quantum)
        return LinkMoment(
            peers: Int(moment.peers), bpm: moment.bpm, beat: moment.beat, isPlaying: moment.playing,
            playingNs: moment.playing_ns)
    }

    func setTempo(_ bpm: Double, atNs ns: Int64) { unsafe link_set_tempo(peer, bpm, ns) }

    func force(beat: Double, atNs ns: Int64, quantum: Double) { unsafe link_force_beat(peer, beat, ns, quantum) }

    func setPlaying(_ playing: Bool, atNs ns: Int64) { unsafe link_set_playing(peer, playing, ns) }
}
