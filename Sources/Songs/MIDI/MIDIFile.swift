// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// What a Standard MIDI File says of tempo, meter and form. Notes and all else are passed over.
struct MIDIFile: Equatable {
    /// An event that is of use here.
    struct Event: Equatable {
        enum Kind: Equatable {
            /// Microseconds for a quarter note, more than 0.
            case tempo(Int)
            /// Notes in a bar, and how often a whole note is halved to be one.
            case meter(Int, halvings: Int)
            case marker(String)
            case name(String)
        }

        /// Since the start, in parts of a quarter note.
        var tick: Int64
        var kind: Kind
    }

    /// Why a file was refused.
    struct Refusal: Error {
        let message: String
    }

    /// How many events of use a file may have: none of more would make a song.
    private static let mostEvents = 2 * SongTally.mostChanges

    /// Parts of a quarter note, 1...32767.
    private(set) var division: Int64 = 480
    /// The events of all tracks, in the order of time, and of the tracks at one time.
    private(set) var events: [Event] = []
    /// Where the longest track ends.
    private(set) var end: Int64 = 0

    /// Reads a file. Throws what is wrong, with the byte where it is.
    init(_ bytes: [UInt8]) throws(Refusal) {
        var reader = MIDIReader(bytes[...])
        guard try reader.word(4) == 0x4D54_6864 else {
            throw Refusal(message: "it is no MIDI file: such a file begins with MThd")
        }
        var header = MIDIReader(try reader.bytes(Int(reader.word(4))))
        let (format, tracks, division) = (try header.word(2), try header.word(2), try header.word(2))
        guard format < 2 else {
            throw Refusal(
                message: "it is of format \(format), with tracks that are not played together: save it as format 0 or 1"
            )
        }
        guard division & 0x8000 == 0, division > 0 else {
            throw Refusal(message: "it counts time in SMPTE frames and not in quarter notes, so it has no beats")
        }
        self.division = Int64(division)
        var found = 0
        while !reader.isAtEnd, found < tracks {
            let kind = try reader.word(4)
            var chunk = MIDIReader(try reader.bytes(Int(reader.word(4))))
            guard kind == 0x4D54_726B else { continue }
            try read(&chunk, isFirst: found == 0)
            found += 1
        }
        guard found > 0 else { throw Refusal(message: "it holds no track") }
        // Stable: what is at one time stays in the order of the tracks.
        events = events.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }.map(
            \.element)
    }

    private mutating func read(_ track: inout MIDIReader, isFirst: Bool) throws(Refusal) {
        var tick: Int64 = 0
        var status: UInt8 = 0
        while !track.isAtEnd {
            tick += Int64(try track.length())
            end = max(end, tick)
            let byte = track.peek ?? 0
            if byte >= 0x80 {
                _ = try track.word(1)
            } else if status < 0x80 {
                throw Refusal(message: "an event without a status stands at byte \(track.place)")
            }
            switch byte >= 0x80 ? byte : status {
            case 0xFF:
                let kind = try track.word(1)
                let data = try track.bytes(try track.length())
                if kind == 0x2F { return }
                if let event = try Self.event(kind, data, isFirst: isFirst) {
                    guard events.count < Self.mostEvents else {
                        throw Refusal(
                            message: "it has more than \(Self.mostEvents) tempi, meters and markers, which are too many"
                        )
                    }
                    events.append(Event(tick: tick, kind: event))
                }
            case 0xF0, 0xF7:
                _ = try track.bytes(try track.length())
            case let known where known < 0xF0:
                status = known
                _ = try track.bytes(known & 0xE0 == 0xC0 ? 1 : 2)
            case let other:
                throw Refusal(message: "\(other) at byte \(track.place) is no event of a MIDI file")
            }
        }
    }

    private static func event(_ kind: Int, _ data: ArraySlice<UInt8>, isFirst: Bool) throws(Refusal) -> Event.Kind? {
        let bytes = Array(data)
        switch kind {
        case 0x51 where bytes.count == 3:
            let microseconds = bytes.reduce(0) { $0 << 8 | Int($1) }
            guard microseconds > 0 else { throw Refusal(message: "a tempo at byte \(data.startIndex) is infinite") }
            return .tempo(microseconds)
        case 0x58 where bytes.count >= 2:
            guard bytes[0] > 0, bytes[1] <= 10 else {
                throw Refusal(
                    message: "the meter at byte \(data.startIndex) cannot be: \(bytes[0]) beats, of 2^-\(bytes[1]) note"
                )
            }
            return .meter(Int(bytes[0]), halvings: Int(bytes[1]))
        case 0x06: return .marker(String(decoding: data, as: UTF8.self))
        case 0x03 where isFirst: return .name(String(decoding: data, as: UTF8.self))
        default: return nil
        }
    }
}

/// The bytes of a MIDI file, read one after the other.
struct MIDIReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }
    /// The place of the next byte in the file, from 0.
    var place: Int { rest.startIndex }
    /// The next byte, which stays.
    var peek: UInt8? { rest.first }

    /// The next bytes.
    mutating func bytes(_ count: Int) throws(MIDIFile.Refusal) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw MIDIFile.Refusal(message: "it is cut off at byte \(rest.endIndex)") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A number of 1 to 4 bytes, the greatest first.
    mutating func word(_ count: Int) throws(MIDIFile.Refusal) -> Int {
        try bytes(count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number of 1 to 4 bytes of 7 bits; the last has no eighth bit.
    mutating func length() throws(MIDIFile.Refusal) -> Int {
        var value = 0
        for _ in 0..<4 {
            let byte = try word(1)
            value = value << 7 | byte & 0x7F
            if byte < 0x80 { return value }
        }
        throw MIDIFile.Refusal(message: "a number at byte \(place) is too long")
    }
}
