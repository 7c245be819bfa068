// SPDX-License-Identifier: Apache-2.0

internal import ALSAConfiguration
internal import Glibc
internal import VirtualDevice

/// One virtual card: its faults, and what was heard of it.
final class VirtualCard {
    /// A sound of one frame that was heard.
    struct Onset {
        var atNs: Int64
        var level: ChannelLevels

        /// On the first channel.
        var value: Double { level.x }
    }

    /// Its name for ALSA.
    let name: String
    private let control: UnsafeMutablePointer<virtual_control>
    private let onsets: UnsafeMutablePointer<virtual_onsets>
    private var heard: Int64 = 0

    init(_ conditions: Conditions) throws {
        let folder = try Self.folder.get()
        name = Self.name(of: conditions.card, rate: conditions.rate)
        control = try Self.map("\(folder)/\(name)-control")
        onsets = try Self.map("\(folder)/\(name)-onsets")
        control.pointee = virtual_control()
        control.pointee.exclusive = 1
        heard = onsets.pointee.count
    }

    deinit {
        munmap(control, MemoryLayout<virtual_control>.size)
        munmap(onsets, MemoryLayout<virtual_onsets>.size)
    }

    /// What was heard since it was asked last.
    func listen() -> [Onset] {
        let count = onsets.pointee.count
        guard count > heard else { return [] }
        defer { heard = count }
        return (heard..<count).map { number in
            let onset = virtual_onset(onsets, number)
            return Onset(atNs: onset.ns, level: ChannelLevels(onset.value, onset.second))
        }
    }

    /// How often it was refused to the daemon because the daemon had it open.
    var collisions: Int64 { control.pointee.collisions }

    /// Whoever had it open is gone.
    func forget() { control.pointee.held = 0 }

    /// Has something become of it.
    func take(_ fault: Script.CardFault) {
        switch fault {
        case .unplug: control.pointee.unplugged = Int64(ENODEV)
        case .plug: control.pointee.unplugged = 0
        case .busy: control.pointee.busy = Int64(EBUSY)
        case .free: control.pointee.busy = 0
        case .xrun: control.pointee.xrun = 1
        case .suspend: control.pointee.suspend = 1
        }
    }

    // MARK: the configuration

    /// The folder of what is shared with the cards, which are those of all simulations of the process.
    private static let folder = Result {
        let folder = try TemporaryFolder.make()
        let library = try pluginPath()
        let cards = Conditions.Card.allCases.flatMap { card in
            Set(Conditions.rates).map { rate in
                let name = name(of: card, rate: rate)
                return """
                    pcm.\(name) { type virtual control "\(folder)/\(name)-control" \
                    onsets "\(folder)/\(name)-onsets" \(card.fields(rate: rate)) }
                    """
            }
        }
        // Other tests of the process open the device that plays nothing.
        let types = "pcm.null { type null }\npcm_type.virtual { lib \"\(library)\" }\n"
        let text = types + cards.joined(separator: "\n") + "\n"
        try TemporaryFolder.write(Array(text.utf8), to: folder + "/asound.conf")
        ALSAConfiguration.add(folder + "/asound.conf")
        return folder
    }

    private static func name(of card: Conditions.Card, rate: Int) -> String { "\(card.rawValue)\(rate)" }

    /// The plugin is built beside the program.
    private static func pluginPath() throws -> String {
        var path = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let program = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let library = program[..<(program.lastIndex(of: "/") ?? program.startIndex)] + "/libpcm_virtual.so"
        guard access(String(library), R_OK) == 0 else { throw SimulatorError("there is no \(library)") }
        return String(library)
    }

    private static func map<Value>(_ path: String) throws -> UnsafeMutablePointer<Value> {
        let size = MemoryLayout<Value>.size
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard file >= 0, ftruncate(file, size) == 0,
            let place = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), place != MAP_FAILED
        else { throw SimulatorError("cannot map \(path)") }
        return place.bindMemory(to: Value.self, capacity: 1)
    }
}
