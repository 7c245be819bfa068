// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import MetronomeLinux

/// A connection to the session bus that takes calls, answers them and sends signals.
///
/// Nothing here waits but ``own(_:)``: the program waits until ``descriptor`` is readable or ``wakeNs`` has come, then calls
/// ``next()`` until there is nothing more. Not to be shared between threads.
@safe struct SessionBus: ~Copyable {
    /// Who has a name.
    enum Ownership {
        case ours, taken
    }

    private let bus: OpaquePointer
    private var calls: [Int64: OpaquePointer] = unsafe [:]
    private var lastID: Int64 = 0

    /// The most calls that wait for an answer; of more the oldest is left without one.
    private static let mostCalls = 256

    /// Begins to connect. Throws where there is no bus to connect to, ENOSYS where there is no library to do it.
    init() throws(Errno) {
        var opened: OpaquePointer?
        let result = unsafe linux_bus_open(&opened)
        guard result == 0, let opened = unsafe opened else { throw Errno(-result) }
        unsafe bus = opened
    }

    deinit {
        unsafe calls.values.forEach { unsafe linux_bus_release(bus, $0) }
        unsafe linux_bus_close(bus)
    }

    var descriptor: CInt { unsafe linux_bus_descriptor(bus) }
    var wakeNs: Int64 { unsafe linux_bus_wake_ns(bus) }

    /// Whether it is connected yet. Throws where it will not be.
    var isReady: Bool {
        get throws(Errno) {
            let result = unsafe linux_bus_is_ready(bus)
            guard result >= 0 else { throw Errno(-result) }
            return result > 0
        }
    }

    /// Sends and takes what there is; nil where nothing is left. Throws where the bus is gone.
    mutating func next() throws(Errno) -> BusCall? {
        while true {
            var message: OpaquePointer?
            let result = unsafe linux_bus_process(bus, &message)
            guard result >= 0 else { throw Errno(-result) }
            guard result > 0 else { return nil }
            if let message = unsafe message { return unsafe take(message) }
        }
    }

    private mutating func take(_ message: OpaquePointer) -> BusCall {
        lastID += 1
        unsafe calls[lastID] = message
        if let oldest = unsafe calls[lastID - Int64(Self.mostCalls)] {
            unsafe linux_bus_release(bus, oldest)
            unsafe calls[lastID - Int64(Self.mostCalls)] = nil
        }
        return unsafe BusCall(
            id: lastID, path: String(cString: linux_bus_path(bus, message)),
            interface: String(cString: linux_bus_interface(bus, message)),
            member: String(cString: linux_bus_member(bus, message)), arguments: arguments(of: message))
    }

    private func arguments(of message: OpaquePointer) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            let type = unsafe Self.type(linux_bus_peek(bus, message))
            if type == "v" {
                let inner = unsafe Self.type(linux_bus_enter(bus, message))
                guard let value = unsafe read(inner, of: message) else { return values }
                values.append(value)
                guard unsafe linux_bus_leave(bus, message) >= 0 else { return values }
            } else if let value = unsafe read(type, of: message) {
                values.append(value)
            } else {
                return values
            }
        }
    }

    /// The letter of a type.
    private static func type(_ letter: CChar) -> Character { Character(Unicode.Scalar(UInt8(bitPattern: letter))) }

    private static func letter(_ type: Character) -> CChar { CChar(bitPattern: type.asciiValue ?? 0) }

    /// A value of a basic type; nil for any other.
    private func read(_ type: Character, of message: OpaquePointer) -> BusValue? {
        func take<Number: BitwiseCopyable>(_ number: Number, _ make: (Number) -> BusValue?) -> BusValue? {
            var number = number
            return unsafe linux_bus_read(bus, message, Self.letter(type), &number) > 0 ? make(number) : nil
        }
        switch type {
        case "b": return take(Int32(0)) { .bool($0 != 0) }
        case "y": return take(UInt8(0)) { .long(Int64($0)) }
        case "n": return take(Int16(0)) { .long(Int64($0)) }
        case "q": return take(UInt16(0)) { .long(Int64($0)) }
        case "i": return take(Int32(0)) { .long(Int64($0)) }
        case "u": return take(UInt32(0)) { .long(Int64($0)) }
        case "x": return take(Int64(0)) { .long($0) }
        case "t": return take(UInt64(0)) { .long(Int64(clamping: $0)) }
        case "d": return take(0.0) { .double($0) }
        case "s", "o", "g":
            let isPath = type == "o"
            return unsafe take(UnsafePointer<CChar>?.none) { text in
                unsafe text.map { unsafe isPath ? .path(String(cString: $0)) : .string(String(cString: $0)) }
            }
        default: return nil
        }
    }

    // MARK: names and messages

    /// Takes a name. Throws where the bus refuses it, or does not answer within 2 s.
    func own(_ name: String) throws(Errno) -> Ownership {
        let result = unsafe linux_bus_own(bus, name)
        guard result == 0 || result == -EEXIST else { throw Errno(-result) }
        return result == 0 ? .ours : .taken
    }

    /// Gives a name back.
    func disown(_ name: String) { _ = unsafe linux_bus_disown(bus, name) }

    /// Answers a call; does nothing where it was answered.
    mutating func answer(_ id: Int64, _ values: [BusValue]) {
        guard let call = unsafe calls.removeValue(forKey: id) else { return }
        unsafe send(linux_bus_answer(bus, call), values)
        unsafe linux_bus_release(bus, call)
    }

    /// Answers a call with an error.
    mutating func refuse(_ id: Int64, _ refusal: BusRefusal) {
        guard let call = unsafe calls.removeValue(forKey: id) else { return }
        unsafe send(linux_bus_refusal(bus, call, refusal.name, refusal.text), [])
        unsafe linux_bus_release(bus, call)
    }

    func signal(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
        unsafe send(linux_bus_signal(bus, path, interface, member), values)
    }

    private func send(_ message: OpaquePointer?, _ values: [BusValue]) {
        guard let message = unsafe message else { return }
        for value in values { unsafe add(value, to: message) }
        // A bus that is gone is told by next().
        _ = unsafe linux_bus_send(bus, message)
    }

    private func add(_ value: BusValue, to message: OpaquePointer) {
        func append<Number: BitwiseCopyable>(_ number: Number) {
            var number = number
            _ = unsafe linux_bus_append(bus, message, Self.letter(Character(value.signature)), &number)
        }
        func within(_ type: Character, _ contents: String, _ body: () -> Void) {
            _ = unsafe linux_bus_begin(bus, message, Self.letter(type), contents)
            body()
            _ = unsafe linux_bus_end(bus, message)
        }
        switch value {
        case .bool(let flag): append(Int32(flag ? 1 : 0))
        case .int(let number): append(number)
        case .long(let number): append(number)
        case .double(let number): append(number)
        case .string(let text), .path(let text):
            // A text on the bus has no NUL.
            let text = text.contains("\0") ? String(text.prefix { $0 != "\0" }) : text
            _ = unsafe text.withCString {
                unsafe linux_bus_append(bus, message, Self.letter(Character(value.signature)), $0)
            }
        case .strings(let texts): within("a", "s") { for text in texts { unsafe add(.string(text), to: message) } }
        case .dictionary(let members):
            within("a", "{sv}") {
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    within("e", "sv") {
                        unsafe add(.string(name), to: message)
                        unsafe add(.variant(member), to: message)
                    }
                }
            }
        case .variant(let inner): within("v", inner.signature) { unsafe add(inner, to: message) }
        }
    }
}
