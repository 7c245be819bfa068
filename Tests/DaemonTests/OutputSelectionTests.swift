// SPDX-License-Identifier: Apache-2.0

import MetronomeSession
import Playback
import Testing

@testable import Daemon

/// Each law is a table: what happened, and what is done about it.
@Suite struct OutputSelectionTests {
    private typealias Line = (event: OutputSelection.Event, actions: [OutputSelection.Action])

    private let busy = PlaybackError(device: "card", reason: "another program holds the device", detail: "")
    private let absent = PlaybackError(device: "second", reason: "there is no such sound device", detail: "")
    private let limit = OutputSelection.Action.arm(afterNs: 700_000_000)
    private let delay = OutputSelection.Action.arm(afterNs: 2_000_000_000)
    private static let closeBoth = [OutputSelection.Action.close(.chosen), .close(.fallback)]

    private func check(
        _ selection: inout OutputSelection, _ table: [Line], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (number, line) in table.enumerated() {
            let actions = selection.take(line.event)
            #expect(actions == line.actions, "line \(number + 1): \(line.event)", sourceLocation: sourceLocation)
        }
    }

    /// A closed output.
    private func closed(_ mode: OutputChoice, hasFallback: Bool = false) -> OutputSelection {
        var selection = OutputSelection()
        check(&selection, [(.configured(mode, hasFallback: hasFallback), [])])
        return selection
    }

    /// One whose chosen device plays.
    private func playing(_ mode: OutputChoice, hasFallback: Bool = false) -> OutputSelection {
        var selection = closed(mode, hasFallback: hasFallback)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.device(.chosen, .playing), [.disarm, .answer(.ready)]),
            ])
        return selection
    }

    /// One whose chosen device is missing, and whose fallback plays.
    private func fallenBack(_ mode: OutputChoice) -> OutputSelection {
        var selection = playing(mode, hasFallback: true)
        check(
            &selection,
            [
                (.device(.chosen, .missing(busy)), [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.fallback, .playing), [.disarm]),
            ])
        return selection
    }

    // MARK: a start

    @Test(arguments: [OutputChoice.auto, .alsa], [true, false])
    func `a start is answered when the chosen device plays`(mode: OutputChoice, hasFallback: Bool) {
        _ = playing(mode, hasFallback: hasFallback)
    }

    @Test func `a start by the clock is answered at once`() {
        var selection = closed(.clock)
        check(&selection, [(.open, [.answer(.ready)]), (.close(atOnce: false), Self.closeBoth)])
    }

    @Test func `without a fallback, auto goes to the clock when the device is missing, and alsa refuses`() {
        for (mode, answer) in [(OutputChoice.auto, OutputSelection.Answer.ready), (.alsa, .refused(busy))] {
            var selection = closed(mode)
            check(
                &selection,
                [
                    (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                    (.device(.chosen, .missing(busy)), [.disarm, .answer(answer)]),
                ])
        }
    }

    @Test func `without a fallback, a device is waited for 700 ms, then auto goes to the clock and alsa refuses`() {
        for (mode, answer) in [(OutputChoice.auto, OutputSelection.Answer.ready), (.alsa, .late)] {
            var selection = closed(mode)
            check(
                &selection,
                [
                    (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []), (.timer, [.answer(answer)]),
                    (.device(.chosen, .playing), []),
                ])
        }
    }

    @Test(arguments: [OutputChoice.auto, .alsa])
    func `the fallback is tried when the chosen device is missing, and answers the start`(mode: OutputChoice) {
        var selection = closed(mode, hasFallback: true)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.device(.chosen, .missing(busy)), [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.fallback, .playing), [.disarm, .answer(.ready)]),
            ])
    }

    @Test(arguments: [OutputChoice.auto, .alsa])
    func `the fallback is tried when the chosen device is late, and answers the start`(mode: OutputChoice) {
        var selection = closed(mode, hasFallback: true)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.timer, [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.fallback, .playing), [.disarm, .answer(.ready)]),
                (.device(.chosen, .playing), [.close(.fallback)]), (.device(.fallback, .closed), []),
            ])
    }

    @Test func `when both are missing, auto goes to the clock and alsa refuses with the chosen one's error`() {
        for (mode, answer) in [(OutputChoice.auto, OutputSelection.Answer.ready), (.alsa, .refused(busy))] {
            var selection = closed(mode, hasFallback: true)
            check(
                &selection,
                [
                    (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                    (.device(.chosen, .missing(busy)), [limit, .open(.fallback)]),
                    (.device(.fallback, .missing(absent)), [.disarm, .answer(answer)]),
                    // Both are tried in their own time from now on.
                    (.device(.chosen, .missing(busy)), []), (.device(.fallback, .missing(absent)), []),
                ])
        }
    }

    @Test func `the fallback is waited for 700 ms more`() {
        for (mode, answer) in [(OutputChoice.auto, OutputSelection.Answer.ready), (.alsa, .late)] {
            var selection = closed(mode, hasFallback: true)
            check(
                &selection,
                [
                    (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                    (.timer, [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                    (.timer, [.answer(answer)]),
                    (.device(.fallback, .playing), []),
                ])
        }
    }

    @Test func `a late device that turns out to be missing refuses with its error`() {
        var selection = closed(.alsa, hasFallback: true)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.timer, [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.chosen, .missing(busy)), []), (.timer, [.answer(.refused(busy))]),
            ])
    }

    @Test func `a late device that plays before its fallback does answers the start`() {
        var selection = closed(.auto, hasFallback: true)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.timer, [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.chosen, .playing), [.disarm, .close(.fallback), .answer(.ready)]),
            ])
    }

    // MARK: a run

    @Test func `a device that stops is waited for 700 ms before the fallback plays`() {
        var selection = playing(.auto, hasFallback: true)
        check(
            &selection,
            [
                (.device(.chosen, .pending), [limit]), (.device(.chosen, .pending), []),
                (.timer, [limit, .open(.fallback)]), (.device(.fallback, .pending), []),
                (.device(.fallback, .playing), [.disarm]),
                (.device(.chosen, .playing), [.close(.fallback)]),
            ])
    }

    @Test func `a device that stops and plays again in that time needs no fallback`() {
        var selection = playing(.auto, hasFallback: true)
        for _ in 0..<3 {
            check(&selection, [(.device(.chosen, .pending), [limit]), (.device(.chosen, .playing), [.disarm])])
        }
    }

    @Test func `a device that is lost gives way to the fallback at once, and takes its place again`() {
        var selection = fallenBack(.auto)
        check(
            &selection,
            [
                (.device(.chosen, .missing(busy)), []), (.device(.chosen, .playing), [.close(.fallback)]),
                (.device(.fallback, .closed), []),
                (.device(.chosen, .missing(busy)), [limit, .open(.fallback)]),
            ])
    }

    @Test func `a fallback that is lost too, or stops, is left to come back by itself`() {
        for readiness in [OutputSelection.Readiness.missing(absent), .pending] {
            var selection = fallenBack(.auto)
            check(
                &selection,
                [
                    (.device(.fallback, readiness), []), (.device(.chosen, .missing(busy)), []),
                    (.device(.fallback, .playing), []), (.device(.chosen, .playing), [.close(.fallback)]),
                ])
        }
    }

    @Test func `a run that loses its device is answered nothing`() {
        var selection = playing(.alsa)
        check(&selection, [(.device(.chosen, .missing(busy)), []), (.device(.chosen, .playing), [])])
    }

    // MARK: a stop

    @Test(arguments: [OutputChoice.auto, .alsa])
    func `a device is closed 2 s after a stop`(mode: OutputChoice) {
        var selection = playing(mode)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.close(atOnce: false), []), (.timer, Self.closeBoth),
                (.device(.chosen, .closed), []), (.close(atOnce: false), []),
            ])
    }

    @Test func `a fallback that plays is closed 2 s after a stop too`() {
        var selection = fallenBack(.auto)
        check(&selection, [(.close(atOnce: false), [delay]), (.timer, Self.closeBoth)])
    }

    @Test func `at the end it is closed at once`() {
        var selection = playing(.auto)
        check(&selection, [(.close(atOnce: true), Self.closeBoth)])
        selection = playing(.auto)
        check(&selection, [(.close(atOnce: false), [delay]), (.close(atOnce: true), [.disarm] + Self.closeBoth)])
    }

    @Test func `what does not play is closed at once, and nobody is answered any more`() {
        var selection = closed(.auto, hasFallback: true)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.close(atOnce: false), [.disarm] + Self.closeBoth), (.device(.chosen, .closed), []),
                (.device(.chosen, .playing), []), (.timer, []),
            ])
    }

    @Test func `a start within 2 s of a stop is answered at once by the device that is open`() {
        for hasFallback in [true, false] {
            var selection = playing(.auto, hasFallback: hasFallback)
            check(
                &selection,
                [
                    (.close(atOnce: false), [delay]), (.open, [.disarm, .open(.chosen), .answer(.ready)]),
                    (.device(.chosen, .pending), [limit]),
                ])
        }
        var selection = fallenBack(.alsa)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.open, [.disarm, .open(.chosen), .answer(.ready)]),
                (.device(.chosen, .playing), [.close(.fallback)]),
            ])
    }

    @Test func `another choice for the same devices opens and closes nothing, and holds from then on`() {
        for (mode, answer) in [(OutputChoice.alsa, OutputSelection.Answer.refused(busy)), (.auto, .ready)] {
            var selection = playing(mode == .alsa ? .auto : .alsa)
            check(
                &selection,
                [
                    (.chose(mode), []), (.close(atOnce: true), Self.closeBoth), (.open, [limit, .open(.chosen)]),
                    (.device(.chosen, .missing(busy)), [.disarm, .answer(answer)]),
                ])
        }
    }

    @Test func `a start while the device is given back waits for it`() {
        var selection = playing(.auto)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.timer, Self.closeBoth), (.device(.chosen, .closed), []),
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.device(.chosen, .playing), [.disarm, .answer(.ready)]),
            ])
    }

    @Test func `a device that is lost after a stop is tried at once by the next start`() {
        var selection = playing(.auto, hasFallback: true)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.device(.chosen, .missing(busy)), []),
                (.open, [limit, .open(.fallback), .open(.chosen), .answer(.ready)]),
                (.device(.fallback, .playing), [.disarm]),
            ])
        selection = playing(.alsa)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.device(.chosen, .missing(busy)), []),
                (.open, [limit, .open(.chosen)]),
                (.device(.chosen, .missing(busy)), [.disarm, .answer(.refused(busy))]),
            ])
    }

    @Test func `a device that stopped after a stop is waited for by the next start`() {
        var selection = playing(.alsa)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.device(.chosen, .pending), []), (.open, [limit, .open(.chosen)]),
                (.device(.chosen, .playing), [.disarm, .answer(.ready)]),
            ])
    }

    // MARK: other devices

    @Test func `another device is opened where one played, and nobody is answered`() {
        var selection = playing(.auto)
        check(
            &selection,
            [
                (.configured(.alsa, hasFallback: true), [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.device(.chosen, .missing(busy)), [limit, .open(.fallback)]),
                (.device(.fallback, .playing), [.disarm]),
            ])
    }

    @Test func `a start that waits when the devices are changed is answered by the new ones`() {
        var selection = closed(.alsa)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.configured(.alsa, hasFallback: false), [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.device(.chosen, .playing), [.disarm, .answer(.ready)]),
            ])
        selection = closed(.alsa)
        check(
            &selection,
            [
                (.open, [limit, .open(.chosen)]), (.device(.chosen, .pending), []),
                (.configured(.clock, hasFallback: false), [.disarm, .answer(.ready)]),
            ])
    }

    @Test func `other devices stay closed while stopped`() {
        var selection = closed(.auto)
        check(&selection, [(.configured(.alsa, hasFallback: true), [])])
        selection = playing(.auto)
        check(
            &selection,
            [
                (.close(atOnce: false), [delay]), (.configured(.alsa, hasFallback: true), [.disarm]),
                (.open, [limit, .open(.chosen)]),
            ])
    }

    @Test func `a device where the clock played is opened, and a clock where a device played needs none`() {
        var selection = closed(.clock)
        check(
            &selection,
            [(.open, [.answer(.ready)]), (.configured(.auto, hasFallback: false), [limit, .open(.chosen)])])
        selection = playing(.auto)
        check(&selection, [(.configured(.clock, hasFallback: false), []), (.close(atOnce: false), Self.closeBoth)])
    }
}
