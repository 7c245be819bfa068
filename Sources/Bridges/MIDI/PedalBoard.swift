// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import MetronomeLinux

/// Turns notes, controllers and programs into requests, as a map says.
///
/// A controller without a range acts when it is pressed: when its value rises to 64 or more, or comes once more after a while, from
/// a pedal that never says that it is let go. A note acts when it is struck.
package struct PedalBoard {
    /// A request and the words that stand for it.
    package struct Press: Sendable, Hashable {
        package var request: BridgeRequest
        package var words: String
    }

    private let file: MapFile?
    package private(set) var map: MIDIMap
    /// The controllers that are pressed: their value, and when it came.
    private var pressed: [MIDIMap.Trigger: (value: Int, atNs: Int64)] = [:]
    /// How long after the last one a value that comes again is another press.
    private static let pressesApartNs: Int64 = 150_000_000
    /// The movements of the knobs that were turned: their number, and when the last value came.
    private var turned: [MIDIMap.Trigger: (number: Int64, atNs: Int64)] = [:]
    private var movements: Int64 = 0
    /// A knob that rests for so long is turned anew.
    private static let restNs: Int64 = 1_000_000_000
    private var fault: String?

    /// With the map of a file, which is read by the first turn.
    package init(_ file: MapFile?) { (self.file, map) = (file, MIDIMap()) }

    /// With a map that stays.
    package init(map: MIDIMap) { (file, self.map) = (nil, map) }

    /// The path of the file; nil for none.
    package var path: String? { file?.path }

    /// For poll(2); -1 for nothing.
    package var descriptor: CInt { file?.descriptor ?? -1 }

    /// Reads the file again where it has changed. Returns lines for people. Where there are mistakes in it, the rest holds.
    package mutating func turn() -> [String] {
        guard let file else { return [] }
        do {
            guard let next = try file.read() else { return [] }
            (map, fault) = (next, nil)
            return next.mistakes.map(\.description)
        } catch {
            defer { fault = error.message }
            return fault == error.message ? [] : [error.message]
        }
    }

    /// Forgets which pedals are held: their port is lost, and what is let go meanwhile is not told.
    package mutating func lose() { pressed = [:] }

    /// What a message does that came at a time.
    package mutating func take(_ input: MIDIInput, atNs now: Int64) -> Press? {
        guard let (trigger, value) = MIDIMap.Trigger.pressed(input), let action = map.action(for: trigger) else {
            return nil
        }
        if trigger.kind == .controller, action.range == nil {
            guard value >= 64 else {
                pressed[trigger] = nil
                return nil
            }
            let last = pressed.updateValue((value, now), forKey: trigger)
            // A knob sends other values, and what repeats itself while it is held does so sooner.
            if let last, last.value != value || now - last.atNs < Self.pressesApartNs { return nil }
        }
        guard var request = try? action.request(for: value) else { return nil }
        if action.range != nil, CommandTable.command(named: request.method)?.takesGesture ?? false {
            request.params["gesture"] = .integer(movement(of: trigger, atNs: now))
        }
        // A tap counts by when it came.
        if request.method == "tap" { request.params["time_ns"] = .integer(now) }
        return Press(request: request, words: action.words(for: value).joined(separator: " "))
    }

    /// The number of the movement of a knob that a value is part of: the changes of one are undone together.
    private mutating func movement(of trigger: MIDIMap.Trigger, atNs now: Int64) -> Int64 {
        let last = turned[trigger].flatMap { now - $0.atNs < Self.restNs ? $0.number : nil }
        if last == nil { movements = movements < Int64(Int32.max) ? movements + 1 : 1 }
        let number = last ?? movements
        turned[trigger] = (number, now)
        return number
    }
}

extension MIDIMap.Trigger {
    /// What a message says was pressed, and the value of a controller; nil for other messages.
    package static func pressed(_ input: MIDIInput) -> (trigger: Self, value: Int)? {
        switch input {
        case .note(let channel, let number, let velocity): (Self(.note, number, channel: channel), velocity)
        case .controller(let channel, let number, let value): (Self(.controller, number, channel: channel), value)
        case .program(let channel, let number): (Self(.program, number, channel: channel), 127)
        case .sync, .exclusive: nil
        }
    }
}
