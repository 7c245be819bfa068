// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

/// What `metroctl doctor` has seen of the system; what it says of that follows from this value alone.
struct SystemFacts {
    /// What came of the way to the daemon.
    enum Daemon {
        /// It answers.
        case answers(Version, Status)
        /// Nobody listens, and why.
        case silent(String)
        /// A process listens and does not answer metroctl: why, and a stable word for the reason.
        case refuses(String, reason: String)
    }

    /// The units of the user manager.
    struct Units {
        /// Whether systemd knows `metronomed.socket`.
        var isInstalled = true
        /// Whether it listens.
        var isActive = true
        /// Whether it will after the next login.
        var isEnabled = true
        /// Whether the service, or the socket, has failed.
        var hasFailed = false
    }

    /// What a process is allowed.
    struct Limits {
        /// The highest priority of SCHED_FIFO; `.max` for any.
        var priority: UInt64 = 40
        /// Bytes that it may lock in memory; `.max` for any.
        var lockedBytes: UInt64 = 64 << 20
    }

    /// The devices of sound in `/dev/snd`.
    enum Devices {
        /// There are none.
        case missing
        /// They may be opened.
        case open
        /// They may not; whether the user is in the group `audio`.
        case closed(isInGroup: Bool)
    }

    /// One of our programs that runs.
    struct Program {
        /// Its name.
        var name: String
        /// Its process.
        var pid: Int
        /// Whether its file has been replaced since it was started.
        var isReplaced = false
    }

    /// The path of the socket; nil where there is no place for it.
    var socket: String?
    var daemon: Daemon
    /// Nil without a user manager.
    var units: Units? = Units()
    /// The limits of the daemon, or without one of this program.
    var limits = Limits()
    /// Whether the daemon's user is root, for whom limits do not count.
    var isRoot = false
    /// The highest priority that RealtimeKit grants, and why it grants none.
    var realtimeKit: (highest: Int32, reason: String) = (20, "")
    /// The sound servers that take connections: `PipeWire`, `PulseAudio`, `JACK`.
    var soundServers = ["PipeWire", "PulseAudio"]
    /// The sound servers that ALSA's `default` is led to, in small letters.
    var soundPlugins: Set<String> = ["pipewire", "pulse"]
    var devices = Devices.open
    /// The addresses of this machine.
    var addresses = ["192.168.1.10 (eth0)"]
    var programs: [Program] = []
}

/// One line of what `metroctl doctor` says.
struct Finding: Equatable {
    /// What was looked at.
    var name: String
    /// Whether it is as it should be; nil where that cannot be known.
    var isGood: Bool?
    /// What was seen.
    var seen: String
    /// What to do; nil for nothing.
    var todo: String?

    static func good(_ name: String, _ seen: String) -> Finding { Finding(name: name, isGood: true, seen: seen) }

    static func bad(_ name: String, _ seen: String, do todo: String) -> Finding {
        Finding(name: name, isGood: false, seen: seen, todo: todo)
    }

    /// What is only known of a daemon that answers.
    static func unknown(_ name: String) -> Finding { Finding(name: name, seen: "not known without a daemon") }
}
