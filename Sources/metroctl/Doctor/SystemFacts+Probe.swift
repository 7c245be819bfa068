// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// How the facts are found out. Nothing is changed, and nothing is waited for longer than a few seconds.
extension SystemFacts {
    /// The facts of this system and its user.
    static func probed(_ options: Options) -> SystemFacts {
        let environment = ProcessInfo.processInfo.environment
        let (socket, daemon, process) = daemon(options)
        let programs = programs(of: process)
        let runtime = BaseFolders(environment: environment).runtime
        let player = programs.first { $0.name == "metronomed" }
        return SystemFacts(
            socket: socket, daemon: daemon, units: units(runtime, environment),
            limits: limits(ofProcess: player.map { String($0.pid) } ?? "self"), isRoot: getuid() == 0,
            realtimeKit: RealtimePriority.offered(), soundServers: soundServers(runtime),
            soundPlugins: soundPlugins(in: alsaPlaces(environment)), devices: devices(),
            addresses: NetworkAddresses.current(),
            programs: programs)
    }

    /// Where the daemon listens, what it answers, and its process; nil for one that is not known.
    private static func daemon(_ options: Options) -> (socket: String?, Daemon, process: Int?) {
        let socket: String
        do throws(ProgramFailure) { socket = try options.socketPath() } catch {
            return (nil, .silent(error.message), nil)
        }
        let client: ControlClient
        do throws(ClientError) {
            client = try ControlClient.connect(path: socket, timeout: options.timeout.duration)
        } catch {
            guard case .notRunning(_, let reason) = error else {
                let failure = ProgramFailure(error)
                return (socket, .refuses(failure.message, reason: failure.reason), nil)
            }
            return (socket, .silent("nobody listens at \(socket) (\(reason))"), nil)
        }
        let process = PeerCredentials(ofPeer: client.descriptor).map { Int($0.pid) }
        do throws(ProgramFailure) {
            let version = try options.ask(client, "version", as: Version.self)
            return (socket, .answers(version, try options.status(of: client)), process)
        } catch {
            return (socket, .refuses(error.message, reason: error.reason), process)
        }
    }

    /// The text of a file; nil where it cannot be read.
    private static func text(_ path: String) -> String? {
        (try? FileContents.read(path, limit: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    // MARK: systemd

    private static func units(_ runtime: String?, _ environment: [String: String]) -> Units? {
        guard let runtime, takesConnections(runtime + "/systemd/private") else { return nil }
        func holds(_ words: String...) -> Bool { succeeds(["systemctl", "--user"] + words, environment) }
        return Units(
            isInstalled: holds("cat", "metronomed.socket"), isActive: holds("is-active", "metronomed.socket"),
            isEnabled: holds("is-enabled", "metronomed.socket"),
            hasFailed: holds("is-failed", "metronomed.socket", "metronomed.service"))
    }

    /// Whether a program ends well within two seconds, in silence.
    private static func succeeds(_ words: [String], _ environment: [String: String]) -> Bool {
        let quiet = ["/bin/sh", "-c", "exec \"$@\" 2> /dev/null", "sh"] + words
        guard let command = try? ChildCommand(quiet, searchPath: environment["PATH"]),
            let running = try? command.start(environment: environment, isQuiet: true)
        else { return false }
        for _ in 0..<200 {
            if let status = running.end() { return status == 0 }
            usleep(10_000)
        }
        running.send(SIGKILL)
        while running.end() == nil { usleep(1000) }
        return false
    }

    // MARK: processes

    /// Our programs that this user runs. Of several daemons only the one of a process, where that is one: systemd may have opened the
    /// socket.
    private static func programs(of daemon: Int?) -> [Program] {
        let all = programs()
        guard let daemon, all.contains(where: { $0.name == "metronomed" && $0.pid == daemon }) else { return all }
        return all.filter { $0.name != "metronomed" || $0.pid == daemon }
    }

    private static func programs() -> [Program] {
        let known = ["metronomed", "metroweb", "metrobridge", "metroface", "metrolink"]
        return names(in: "/proc").compactMap { Int($0) }.sorted().compactMap { pid in
            guard let name = text("/proc/\(pid)/comm")?.split(separator: "\n").first.map(String.init),
                known.contains(name), user(ofProcess: pid) == getuid()
            else { return nil }
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
            return Program(name: name, pid: pid, isReplaced: file?.hasSuffix(" (deleted)") ?? false)
        }
    }

    private static func user(ofProcess pid: Int) -> uid_t? {
        text("/proc/\(pid)/status").flatMap { words("Uid:", in: $0).first }.flatMap { uid_t($0) }
    }

    /// The words behind one at the beginning of a line.
    private static func words(_ name: String, in text: String) -> [Substring] {
        text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
            .split(whereSeparator: { $0 == " " || $0 == "\t" }) ?? []
    }

    private static func limits(ofProcess process: String) -> Limits {
        let text = text("/proc/\(process)/limits") ?? ""
        func soft(_ name: String) -> UInt64 {
            guard let word = words(name, in: text).first else { return 0 }
            return word == "unlimited" ? .max : UInt64(word) ?? 0
        }
        return Limits(priority: soft("Max realtime priority"), lockedBytes: soft("Max locked memory"))
    }

    // MARK: sound

    private static func takesConnections(_ path: String) -> Bool {
        guard let address = UnixAddress(path: path), let descriptor = try? UnixAddress.socket(SOCK_STREAM) else {
            return false
        }
        defer { close(descriptor) }
        return (try? address.connect(descriptor)) != nil
    }

    private static func soundServers(_ runtime: String?) -> [String] {
        let sockets = runtime.map { [("PipeWire", $0 + "/pipewire-0"), ("PulseAudio", $0 + "/pulse/native")] } ?? []
        let jack = names(in: "/dev/shm").filter { $0.hasPrefix("jack_") && $0.contains("_\(getuid())_") }
            .contains { takesConnections("/dev/shm/" + $0) }
        return sockets.filter { takesConnections($0.1) }.map(\.0) + (jack ? ["JACK"] : [])
    }

    /// The folders and files that ALSA's own alsa.conf reads for more.
    private static func alsaPlaces(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? ""
        let folder = environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.config"
        return [
            "/var/lib/alsa/conf.d", "/usr/etc/alsa/conf.d", "/etc/alsa/conf.d", "/etc/asound.conf", home + "/.asoundrc",
            folder + "/alsa/asoundrc",
        ]
    }

    /// The plug-ins for sound servers that ALSA's default is led to, by the text of files and of the `*.conf` files of folders.
    static func soundPlugins(in places: [String]) -> Set<String> {
        let files = places.flatMap { place in
            [place] + names(in: place).filter { $0.hasSuffix(".conf") }.map { place + "/" + $0 }
        }
        let leading = files.compactMap(text).map { text in
            text.split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined(separator: "\n")
        }.filter { text in
            // PulseAudio's file is read only while its server runs.
            ["pcm.!default", "pcm.default", "pulse-alsa.conf"].contains { text.contains($0) }
        }
        return Set(["pipewire", "pulse"].filter { name in leading.contains { $0.contains(name) } })
    }

    private static func devices() -> Devices {
        let players = names(in: "/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }.map { "/dev/snd/" + $0 }
        if players.isEmpty { return .missing }
        if players.contains(where: FileManager.default.isWritableFile) { return .open }
        let group = text("/etc/group")?.split(separator: "\n").first { $0.hasPrefix("audio:") }
        let number = group?.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first
        return .closed(
            isInGroup: number.map { words("Groups:", in: text("/proc/self/status") ?? "").contains($0) } ?? false)
    }
}
