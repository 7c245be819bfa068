// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import Glibc
internal import MetronomeLinux

/// A place that bytes of MIDI are written to or read from: a raw MIDI port of ALSA, or any other device, FIFO, pseudoterminal
/// or file.
///
/// Nothing here waits: where there is no room the bytes are lost, which the caller is told.
package struct MIDIPort: ~Copyable {
    /// Why a port cannot be used: one line without a full stop.
    package struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    /// Which way bytes go.
    package enum Direction: Sendable { case out, into }

    /// What has come.
    package enum Input: Sendable, Hashable {
        /// Bytes; none where none are there yet.
        case bytes([UInt8])
        /// A file is at its end.
        case end
        /// The device is gone.
        case failed(String)
    }

    /// What became of bytes.
    package enum Outcome: Sendable, Hashable {
        case written
        /// There was no room for them.
        case full
        /// The device is gone, or refuses them.
        case failed(String)
    }

    /// The path behind its name.
    package let path: String
    /// For poll(2).
    package let descriptor: CInt
    private let isFile: Bool

    /// Opens a port: `hw:1,0,0` or `hw:NAME`, or a path.
    package init(_ name: String, _ direction: Direction = .out) throws(Refusal) {
        let (path, subdevice) = try Self.place(of: name)
        // A device with several ports gives the one that this process prefers while its control is open.
        let control = subdevice.map { Self.prefer($0.number, of: $0.control) } ?? -1
        defer { if control >= 0 { close(control) } }
        let descriptor = try Self.open(path, direction)
        var about = stat()
        isFile = unsafe fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
        Self.makeRaw(descriptor)
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    /// Writes bytes, all or none of a message.
    package func write(_ bytes: [UInt8]) -> Outcome {
        while true {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count == bytes.count { return .written }
            // A part of a message would be taken for another one together with the next.
            if count >= 0 || errno == EAGAIN { return .full }
            if errno != EINTR { return .failed("\(Errno.last)") }
        }
    }

    /// Reads what has come.
    package func read() -> Input {
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { return .bytes(Array(bytes.prefix(count))) }
            if count == 0 { return isFile ? .end : .failed("it was closed") }
            if errno == EAGAIN { return .bytes([]) }
            if errno != EINTR { return .failed("\(Errno.last)") }
        }
    }

    /// The device file of a name of ALSA's, and which of its ports is named; any other name is a path.
    private static func place(
        of name: String
    ) throws(Refusal) -> (path: String, subdevice: (number: Int32, control: String)?) {
        guard name.hasPrefix("hw:") else { return (name, nil) }
        let parts = name.dropFirst(3).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().map { Int($0) }
        guard parts.count <= 3, let card = parts.first, !card.isEmpty, !card.contains("/"),
            !numbers.contains(where: { $0 == nil || $0.map { $0 < 0 } == true })
        else {
            throw Refusal(
                description: "\(name) is no port: write hw:1,0,0, hw:NAME,0 or the path of a file")
        }
        guard let number = Int(card) ?? cardNumber(named: card) else {
            throw Refusal(description: "there is no sound card \(card); " + known)
        }
        let subdevice = numbers.dropFirst().first.flatMap { $0 }.flatMap(Int32.init(exactly:))
        return (
            "/dev/snd/midiC\(number)D\((numbers.first ?? 0) ?? 0)",
            subdevice.map { ($0, "/dev/snd/controlC\(number)") }
        )
    }

    /// Makes a subdevice the one that this process opens next on a card, as alsa-lib does. Returns a descriptor that is to be
    /// closed once the port is open; negative where the card is gone.
    private static func prefer(_ subdevice: Int32, of control: String) -> CInt {
        let descriptor = unsafe Glibc.open(control, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return descriptor }
        var subdevice = subdevice
        // SNDRV_CTL_IOCTL_RAWMIDI_PREFER_SUBDEVICE of <sound/asound.h>.
        _ = unsafe ioctl(descriptor, 0x4004_5542, &subdevice)
        return descriptor
    }

    /// The number of a card: /proc/asound has a link `card1` for each name.
    private static func cardNumber(named name: String) -> Int? {
        guard let link = SymbolicLink.target(of: "/proc/asound/\(name)"), link.hasPrefix("card") else { return nil }
        return Int(link.dropFirst(4))
    }

    private static func open(_ path: String, _ direction: Direction) throws(Refusal) -> CInt {
        var about = stat()
        let exists = unsafe stat(path, &about) == 0
        let kind = about.st_mode & S_IFMT
        // A FIFO that is open both ways needs nobody at its other end, and outlives whoever is there.
        let access = exists && kind == S_IFIFO ? O_RDWR : direction == .out ? O_WRONLY : O_RDONLY
        let isFile = direction == .out && !path.hasPrefix("/dev/") && (!exists || kind == S_IFREG)
        let flags = access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (isFile ? O_CREAT | O_APPEND : 0)
        let descriptor = unsafe Glibc.open(path, flags, 0o644)
        guard descriptor < 0 else { return descriptor }
        let error = Errno.last
        let advice: String? =
            switch error.code {
            case ENOENT where path.hasPrefix("/dev/snd/"): known
            case EACCES where path.hasPrefix("/dev/snd/"): "join the group audio and log in again"
            case EBUSY, EAGAIN: "another program has it open"
            default: nil
            }
        throw Refusal(
            description: "cannot \(direction == .out ? "write to" : "read from") \(path): \(error)"
                + (advice.map { "; \($0)" } ?? ""))
    }

    /// A terminal passes bytes on as they are.
    private static func makeRaw(_ descriptor: CInt) {
        var modes = termios()
        guard unsafe tcgetattr(descriptor, &modes) == 0 else { return }
        unsafe cfmakeraw(&modes)
        _ = unsafe tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// The raw MIDI ports that there are, in words.
    private static var known: String {
        let ports = ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []).filter {
            $0.hasPrefix("midiC")
        }.sorted()
        guard !ports.isEmpty else { return "there is no raw MIDI port here" }
        return "there are " + ports.map { "/dev/snd/\($0)" }.joined(separator: ", ")
    }
}
