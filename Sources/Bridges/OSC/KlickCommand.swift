// SPDX-License-Identifier: Apache-2.0

/// What a message to klick asks for.
enum KlickCommand: Sendable {
    case ping, check, register, unregister, quit
    /// Values are told, by their addresses; nil for all.
    case query([String]?)
    case ports
    /// Words for the daemon, in order, and the values that the clients are told then.
    case words([[String]], tells: [String])
    case tempo(Double)
    /// A number of the tempo that grows: `tempo_increment`, `tempo_start` or `tempo_limit`.
    case growth(String, Double)
    /// All beats are alike, each of that part of a whole note.
    case noMeter(note: Int)
    case type(String)
    case sounds(bell: String, beat: String)
    /// A time in seconds since 1970; nil for now.
    case tap(Double?)
    /// There is nothing like it here; why.
    case nothing(String)

    /// The command of a message; nil for one that klick does not know, by its address or by its arguments.
    init?(_ message: OSCMessage) {
        guard let entry = Self.table[message.address] else { return nil }
        for (tags, make) in entry where tags == "*" || Self.kinds(tags) == Self.kinds(message.tags) {
            guard let command = make(message.arguments) else { return nil }
            self = command
            return
        }
        return nil
    }

    /// Type tags by what liblo turns into one another: a number of any type is taken for any other.
    private static func kinds(_ tags: String) -> String { String(tags.map { "ihfd".contains($0) ? "n" : $0 }) }

    /// Whether the message ends in the address to which answers go.
    static func hasReturnAddress(_ message: OSCMessage) -> Bool {
        message.tags == "s" && (returning.contains(message.address) || message.address.hasSuffix("/query"))
    }

    private static let returning: Set<String> = [
        "/klick/ping", "/klick/check", "/klick/register_client", "/klick/unregister_client",
        "/klick/config/get_available_ports",
    ]

    private typealias Make = @Sendable ([OSCArgument]) -> KlickCommand?
    private typealias Entry = [(tags: String, make: Make)]

    /// klick's addresses, with the type tags of each.
    private static let table: [String: Entry] = [
        "/klick/ping": asked(.ping), "/klick/check": asked(.check),
        "/klick/register_client": asked(.register), "/klick/unregister_client": asked(.unregister),
        "/klick/query": asked(.query(nil)), "/klick/quit": [("", { _ in .quit })],

        "/klick/config/set_sound": [
            ("i", { sound($0) }),
            (
                "ss",
                { arguments in
                    guard let bell = arguments[0].string, let beat = arguments[1].string else { return nil }
                    return .sounds(bell: bell, beat: beat)
                }
            ),
        ],
        "/klick/config/set_sound_volume": [
            ("ff", { set($0, ["volume", "bell"], 0...1, tells: "/klick/config/sound_volume") })
        ],
        "/klick/config/set_sound_pitch": [("ff", { _ in .nothing("sounds have the pitch of their files") })],
        "/klick/config/set_volume": [("f", { set($0, ["volume"], 0...1, tells: "/klick/config/volume") })],
        "/klick/config/connect": [("*", { _ in .nothing(output) })],
        "/klick/config/autoconnect": [("", { _ in .nothing(output) })],
        "/klick/config/disconnect_all": [("", { _ in .nothing(output) })],
        "/klick/config/get_available_ports": asked(.ports),
        "/klick/config/query": asked(.query(KlickValues.config)),

        "/klick/metro/set_type": [("s", { $0[0].string.map { .type($0) } })],
        "/klick/metro/start": [("", { _ in .words([["start"]], tells: ["/klick/metro/active"]) })],
        "/klick/metro/stop": [("", { _ in .words([["stop"]], tells: ["/klick/metro/active"]) })],
        "/klick/metro/query": asked(.query(KlickValues.metro)),

        setTempo: [("f", { $0[0].number.map { $0 < 0 ? .nothing(below0) : .tempo($0) } })],
        "/klick/simple/set_tempo_increment": [("f", { growth($0, "tempo_increment") })],
        "/klick/simple/set_tempo_start": [("f", { growth($0, "tempo_start") })],
        "/klick/simple/set_tempo_limit": [("f", { growth($0, "tempo_limit") })],
        "/klick/simple/set_meter": [("ii", { meter($0) })],
        "/klick/simple/tap": [("", { _ in .tap(nil) }), ("d", { $0[0].number.map { .tap($0) } })],
        "/klick/simple/set_pattern": [
            (
                "s",
                { arguments in
                    arguments[0].string.map { pattern in
                        .words(
                            [["accents", pattern.isEmpty ? "auto" : pattern]], tells: ["/klick/simple/pattern"])
                    }
                }
            )
        ],
        "/klick/simple/query": asked(.query(KlickValues.simple)),

        loadFile: [
            ("s", { $0[0].string.map { .words([["song", "load", $0]], tells: ["/klick/map/filename"]) } })
        ],
        "/klick/map/set_preroll": [
            ("i", { set($0, ["count-in"], 0...16, tells: "/klick/map/preroll") })
        ],
        "/klick/map/set_tempo_multiplier": [
            ("f", { set($0, ["song", "scale"], tells: "/klick/map/tempo_multiplier") })
        ],
        "/klick/map/query": asked(.query(KlickValues.map)),
        "/klick/jack/query": [("", { _ in .nothing(jack) }), ("s", { _ in .nothing(jack) })],
    ]

    /// The message that sets the tempo.
    static let setTempo = "/klick/simple/set_tempo"
    /// The message that loads a song.
    static let loadFile = "/klick/map/load_file"
    static let jack = "metrobridge jack joins JACK's transport"
    private static let below0 = "a number below 0 is none"
    private static let output = "the output is chosen in the daemon's configuration, audio.device"

    private static func asked(_ command: KlickCommand) -> Entry {
        [("", { _ in command }), ("s", { _ in command })]
    }

    /// Whether it may set the trainer for the tempo that grows.
    var isOfTrainer: Bool {
        switch self {
        case .tempo, .growth: true
        default: false
        }
    }

    /// A number for words, limited to a range as klick limits it. One below 0 would be a change in words.
    private static func set(
        _ arguments: [OSCArgument], _ words: [String], _ range: ClosedRange<Double>? = nil, tells: String
    ) -> KlickCommand? {
        guard let number = arguments.first?.number else { return nil }
        guard range != nil || number >= 0 else { return .nothing(below0) }
        let limited = range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
        return .words([words + [OSCArgument.double(limited).word ?? ""]], tells: [tells])
    }

    private static func sound(_ arguments: [OSCArgument]) -> KlickCommand? {
        guard let number = arguments.first?.number else { return nil }
        guard let index = Int(exactly: number.rounded(.towardZero)), KlickValues.sounds.indices.contains(index) else {
            return .nothing("there are the sounds 0 to \(KlickValues.sounds.count - 1)")
        }
        let (beat, bell) = KlickValues.sounds[index]
        return .sounds(bell: bell, beat: beat)
    }

    private static func growth(_ arguments: [OSCArgument], _ name: String) -> KlickCommand? {
        arguments.first?.number.map { .growth(name, name == "tempo_increment" ? $0 : max(0, $0)) }
    }

    /// The values that a meter tells.
    static let meter = ["/klick/simple/meter", "/klick/simple/pattern"]

    /// klick plays all beats alike where a bar has none.
    private static func meter(_ arguments: [OSCArgument]) -> KlickCommand? {
        let numbers = arguments.compactMap { $0.number.flatMap { Int(exactly: $0.rounded(.towardZero)) } }
        guard let beats = numbers.first, let note = numbers.last else { return nil }
        return beats == 0
            ? .noMeter(note: note) : .words([["meter", "\(beats)/\(note)"], ["bell", "bar"]], tells: meter)
    }
}
