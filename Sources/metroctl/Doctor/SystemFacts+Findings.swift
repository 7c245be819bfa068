// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension SystemFacts {
    /// What is to be said, in the order in which one mends it.
    var findings: [Finding] {
        [
            socketFinding, unitFinding, versionFinding, deviceFinding, serverFinding, permissionFinding,
            priorityFinding, limitFinding, realtimeKitFinding, memoryFinding, networkFinding,
        ]
    }

    private var status: Status? { if case .answers(_, let status) = daemon { status } else { nil } }
    private static let enabling = "systemctl --user enable --now metronomed.socket"

    // MARK: the daemon

    private var socketFinding: Finding {
        switch daemon {
        case .answers: .good("socket", "a daemon answers at \(socket ?? "")")
        case .silent(let why) where socket == nil:
            .bad("socket", why, do: "log in by a session that sets XDG_RUNTIME_DIR, or set METRONOMED_SOCKET")
        case .silent(let why):
            // The file of a socket that systemd listens on is gone.
            .bad(
                "socket", why,
                do: (units?.isActive == true ? "systemctl --user restart metronomed.socket" : Self.enabling)
                    + ", or start metronomed in a terminal")
        case .refuses(let why, let reason): .bad("socket", why, do: Self.advice(on: ErrorReason(rawValue: reason)))
        }
    }

    /// What to do where a daemon is there and does not answer metroctl.
    private static func advice(on reason: ErrorReason?) -> String {
        switch reason {
        case .cannotStart: "mend what that names; metronomed --check-config tells whether the daemon starts then"
        case .tooManyClients:
            "end a client, such as metroctl watch or a bridge, or raise connections in the configuration"
        default: "systemctl --user restart metronomed, or end the process metronomed and start it again"
        }
    }

    private var unitFinding: Finding {
        let isByHand = status == nil ? "" : "; the daemon was started without it"
        guard let units else { return .good("unit", "no user manager of systemd runs" + isByHand) }
        if units.hasFailed {
            return .bad(
                "unit", "metronomed has failed",
                do: "journalctl --user -u metronomed tells why; when that is mended, systemctl --user reset-failed "
                    + "'metronomed*' and \(Self.enabling)")
        }
        if !units.isActive, status != nil {
            return .good(
                "unit", "metronomed.socket \(units.isInstalled ? "is inactive" : "is not installed")" + isByHand)
        }
        if !units.isInstalled {
            return .bad(
                "unit", "metronomed.socket is not installed", do: "sudo make install, or start metronomed by hand")
        }
        if !units.isActive { return .bad("unit", "metronomed.socket is inactive", do: Self.enabling) }
        if !units.isEnabled {
            return .bad(
                "unit", "metronomed.socket is active, but not after the next login",
                do: "systemctl --user enable metronomed.socket")
        }
        return .good("unit", "metronomed.socket is active and enabled")
    }

    private var versionFinding: Finding {
        let own = ProtocolVersion.current
        let replaced = programs.filter(\.isReplaced)
        guard case .answers(let version, _) = daemon else { return .unknown("versions") }
        let seen = "metroctl \(Product.version), daemon \(version.daemon)"
        let restart = "restart the daemon: metroctl shutdown, or systemctl --user restart metronomed"
        if version.protocol != own {
            let (theirs, ours) = (version.protocol, own)
            let isOlder = (theirs.major, theirs.minor) < (ours.major, ours.minor)
            return .bad(
                "versions",
                seen + ", which speaks protocol \(theirs.major).\(theirs.minor) and not \(ours.major).\(ours.minor)",
                do: isOlder ? restart : "update this metroctl, or call the newer one by its path")
        }
        if version.daemon != Product.version { return .bad("versions", seen, do: restart) }
        guard replaced.isEmpty else {
            return .bad(
                "versions",
                seen + "; "
                    + replaced.map { "\($0.name) (process \($0.pid)) runs from a file that was replaced" }
                    .joined(separator: ", "),
                do: replaced.contains { $0.name == "metronomed" } ? restart : "start it again, to have its new version")
        }
        let others = programs.map(\.name).filter { $0 != "metronomed" }
        return .good("versions", ([seen] + Set(others).sorted()).joined(separator: ", "))
    }

    // MARK: sound

    private var deviceFinding: Finding {
        guard let audio = status?.audio else { return .unknown("device") }
        guard let device = audio.device else {
            return .bad(
                "device", "none: the beat goes by the system clock, and is not heard",
                do: "set output = \"auto\" below [audio] in ~/.config/metronomed/config.toml, without "
                    + "METRONOMED_OUTPUT and --output, and restart the daemon")
        }
        let name = "'\(device)'"
        switch audio.state {
        case "missing", "recovering":
            return .bad(
                "device",
                [name + " does not play", audio.reason, audio.trying].compactMap { $0 }.joined(separator: ": "),
                do:
                    "connect it, end the program that holds it, or choose another: aplay -L lists them, and device = \"NAME\" "
                    + "below [audio] chooses one")
        case "closed": return .good("device", name + ", closed while nothing plays")
        default:
            let rate = audio.rate.map { ", \($0) Hz" } ?? ""
            let xruns = audio.xruns == 0 ? "" : ", \(audio.xruns) xruns since its start"
            return .good("device", name + ", \(audio.state)" + rate + xruns)
        }
    }

    private var serverFinding: Finding {
        let seen = soundServers.joined(separator: ", ")
        switch devices {
        case _ where soundServers.contains("PipeWire") && soundPlugins.isDisjoint(with: ["pipewire", "pulse"]):
            return .bad(
                "sound server", seen + ", but ALSA's default is not led to it",
                do: "sudo apt install pipewire-alsa (elsewhere the package of PipeWire's plug-in for ALSA)")
        case _ where soundServers == ["PulseAudio"] && soundPlugins.isDisjoint(with: ["pipewire", "pulse"]):
            return .bad(
                "sound server", seen + ", but ALSA's default is not led to it",
                do: "sudo apt install libasound2-plugins (elsewhere the package of PulseAudio's plug-in for ALSA)")
        case _ where !soundServers.isEmpty: return .good("sound server", seen)
        case .open:
            return .good(
                "sound server", "none: the daemon opens the card itself, and other programs may have to wait for it")
        case .closed, .missing:
            return .bad(
                "sound server", "none takes connections",
                do: "start one: systemctl --user enable --now pipewire wireplumber, or install it")
        }
    }

    private var permissionFinding: Finding {
        switch devices {
        case .open: .good("permissions", "the devices in /dev/snd may be opened")
        case _ where !soundServers.isEmpty: .good("permissions", "a sound server opens the devices")
        case .missing:
            .bad(
                "permissions", "there is no sound card: /dev/snd has no device to play on",
                do: "connect one; in a container or a virtual machine, give it the sound card")
        case .closed(isInGroup: false):
            .bad(
                "permissions", "the devices in /dev/snd belong to the group audio, and you do not",
                do: "sudo usermod -aG audio \"$USER\", and log in again")
        case .closed(isInGroup: true):
            .bad(
                "permissions", "the devices in /dev/snd may not be opened, although you are in the group audio",
                do:
                    "ls -l /dev/snd shows whose they are: log in again, or where another user sits at this machine, end that session"
            )
        }
    }

    // MARK: real time

    /// The priority that the daemon asks for, and what it locks in memory at the most.
    private static let priority: UInt64 = 40
    private static let lockedBytes: UInt64 = 8 << 20
    private static let limiting =
        "put '@audio - rtprio 40' and '@audio - memlock 65536' into /etc/security/limits.d/audio.conf, "
        + "sudo usermod -aG audio \"$USER\", and log in again"

    private var hasPriority: Bool { isRoot || limits.priority >= Self.priority }

    private var priorityFinding: Finding {
        guard let audio = status?.audio else { return .unknown("priority") }
        switch audio.realtime {
        case "fifo": return .good("priority", "the thread that plays has SCHED_FIFO")
        case "rtkit": return .good("priority", "the thread that plays has SCHED_RR, by RealtimeKit")
        default:
            let has = audio.realtime == "nice" ? "only goes before others (nice)" : "is an ordinary one"
            return .bad(
                "priority", "the thread that plays \(has): on a busy machine the beat may stumble",
                do: hasPriority || realtimeKit.highest > 0
                    ? "restart the daemon, which asks for more again" : Self.limiting)
        }
    }

    private var limitFinding: Finding {
        let number = limits.priority == .max ? "unlimited" : String(limits.priority)
        if isRoot { return .good("limits", "root needs none") }
        if hasPriority { return .good("limits", "RLIMIT_RTPRIO is \(number)") }
        let seen = "RLIMIT_RTPRIO is \(number), and the daemon asks for \(Self.priority)"
        if realtimeKit.highest > 0 { return .good("limits", seen + ": RealtimeKit grants it \(realtimeKit.highest)") }
        return .bad("limits", seen, do: Self.limiting)
    }

    private var realtimeKitFinding: Finding {
        if realtimeKit.highest > 0 { return .good("RealtimeKit", "grants priorities up to \(realtimeKit.highest)") }
        let seen = realtimeKit.reason.isEmpty ? "grants nothing" : realtimeKit.reason
        if hasPriority { return .good("RealtimeKit", "not needed (\(seen))") }
        return .bad("RealtimeKit", seen, do: "sudo apt install rtkit, or mend the limits")
    }

    private var memoryFinding: Finding {
        if isRoot || limits.lockedBytes == .max { return .good("locked memory", "unlimited") }
        let seen = "RLIMIT_MEMLOCK is \(limits.lockedBytes >> 10) KiB"
        if limits.lockedBytes >= Self.lockedBytes { return .good("locked memory", seen) }
        return .bad(
            "locked memory", seen + ": what is played may have to be read from the disk again", do: Self.limiting)
    }

    // MARK: the page

    private var networkFinding: Finding {
        let isServed = programs.contains { $0.name == "metroweb" }
        let page = isServed ? "the page is served" : "no page is served"
        if addresses.isEmpty, isServed {
            return .bad(
                "network", page + ", but this machine is in no network",
                do: "connect it to that of the phones; here the page is http://localhost")
        }
        if addresses.isEmpty { return .good("network", "none; " + page) }
        return .good("network", addresses.joined(separator: ", ") + "; " + page)
    }
}
