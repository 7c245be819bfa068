// SPDX-License-Identifier: Apache-2.0

/// Which methods of the socket pages may call.
///
/// What names files, writes them, ends the daemon, or belongs to a connection of one's own is not offered.
package enum Offer {
    /// For those who watch: what changes nothing.
    package static let watching: Set<String> = [
        "bridge.list", "describe", "groove.list", "offset.get", "ping", "preset.list", "preset.show", "properties",
        "score.get",
        "setlist.list", "setlist.show", "song.show", "sound.list", "status", "timing", "version",
    ]

    /// For those who control, besides.
    package static let controlling: Set<String> = [
        "accents.set", "beat.set", "bell.set", "bell_volume.set", "cancel", "count_in.set", "count_in_sound.set",
        "gap_trainer.set", "groove.set", "lane.remove", "lane.set", "lanes.set", "latency.set", "loop.off", "loop.set",
        "meter.set", "mute", "nudge", "nudge.bar", "offset.set", "preset.load", "random_mute.set", "redo", "score.set",
        "seek", "setlist.close", "setlist.go", "setlist.load", "setlist.next", "setlist.previous", "settings.set",
        "song.scale", "song.unload", "sound.set", "speed_trainer.set", "start", "stop", "subdivision.set",
        "subdivision_volume.set", "swing.set", "tap", "tempo.set", "timer.set", "toggle", "trainers.off", "undo",
        "unmute", "volume.set",
    ]

    /// For nobody.
    package static let withheld: Set<String> = [
        "bridge.report", "follow", "follow.end", "follow.refuse", "preset.remove", "preset.save",
        "setlist.add", "setlist.remove", "shutdown", "song.load", "subscribe", "unsubscribe",
    ]

    /// Whether a page may call a method.
    package static func allows(_ method: String, for role: Role) -> Bool {
        watching.contains(method) || (role == .control && controlling.contains(method))
    }
}
