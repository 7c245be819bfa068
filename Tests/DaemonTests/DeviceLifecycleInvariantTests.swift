// SPDX-License-Identifier: Apache-2.0

import Playback
import SeededRandom
import Testing

@testable import Daemon

/// A device, its real-time thread, its timer and its worker as a model, driven by random events: whatever their order,
/// the laws of a device hold.
private struct ModelDevice {
    /// What a worker does.
    private enum Work { case opening, restarting, closing }

    var lifecycle = DeviceLifecycle()
    var nowMs: Int64 = 0
    private var isWanted = false
    private var isOpen = false
    /// The real-time thread has it, and has been asked to release it.
    private var isAttached = false
    private var isDetaching = false
    private var work: Work?
    private var dueMs: Int64?
    /// What the lifecycle did against the laws.
    private(set) var faults: [String] = []
    private(set) var opens = 0

    /// Sends one of the events that can happen now.
    mutating func step(_ random: inout SeededGenerator) {
        let error = PlaybackError(
            device: "card", reason: Bool.random(using: &random) ? "there is no such sound device" : "busy", detail: "")
        var events: [DeviceLifecycle.Event] = [.wanted, .unwanted, .devicesChanged]
        switch work {
        case .opening: events += [.opened(fits: true), .opened(fits: true), .opened(fits: false), .failed(error)]
        case .restarting: events += [.restarted(fits: true), .restarted(fits: false), .failed(error)]
        case .closing: events += [.closed, .closed]
        case nil: break
        }
        if isAttached { events += [.running, .running, .halted(.dry), .released(error)] }
        if isDetaching { events += [.released(nil), .released(nil)] }
        if dueMs != nil { events += [.timer, .timer] }
        guard let event = events.randomElement(using: &random) else { return }
        nowMs += Int64.random(in: 0...3000, using: &random)
        take(event)
    }

    /// Lets all that is under way come to its end.
    mutating func finish() {
        for _ in 0..<10 {
            switch work {
            case .opening: take(.opened(fits: true))
            case .restarting: take(.restarted(fits: true))
            case .closing: take(.closed)
            case nil: if isDetaching { take(.released(nil)) } else { return }
            }
        }
        faults.append("it comes to no end")
    }

    mutating func take(_ event: DeviceLifecycle.Event) {
        switch event {
        case .wanted: isWanted = true
        case .unwanted: isWanted = false
        case .opened:
            work = nil
            isOpen = true
        case .restarted, .failed, .closed: work = nil
        case .halted, .released: (isAttached, isDetaching) = (false, false)
        case .timer:
            nowMs = max(nowMs, dueMs ?? 0)
            dueMs = nil
        case .running, .devicesChanged: break
        }
        let before = lifecycle.state
        let actions = lifecycle.take(event, at: nowMs * 1_000_000)
        for (index, action) in actions.enumerated() {
            perform(action)
            if case .report(let old) = action, index != actions.count - 1 || old != before {
                faults.append("the report is not the last action, or not from \(before): \(actions)")
            }
        }
        judge(after: event)
    }

    private mutating func perform(_ action: DeviceLifecycle.Action) {
        switch action {
        case .open:
            opens += 1
            if work != nil || isOpen { faults.append("opened while \(work.map { "\($0)" } ?? "open")") }
            if dueMs != nil { faults.append("opened while the timer is armed") }
            work = .opening
        case .restart:
            if work != nil || !isOpen || isAttached { faults.append("restarted while not free") }
            work = .restarting
        case .close:
            if work != nil || !isOpen { faults.append("closed while \(work.map { "\($0)" } ?? "not open")") }
            if isAttached { faults.append("closed while the real-time thread has it") }
            isOpen = false
            work = .closing
        case .attach:
            if work != nil || !isOpen || isAttached { faults.append("attached while not free") }
            if !isWanted { faults.append("attached while not wanted") }
            isAttached = true
        case .detach:
            if !isAttached || isDetaching { faults.append("detached while not attached") }
            isDetaching = true
        case .arm(let ns):
            if !(250_000_000...8_000_000_000).contains(ns) { faults.append("retried after \(ns) ns") }
            dueMs = nowMs + ns / 1_000_000
        case .disarm: dueMs = nil
        case .report: break
        }
    }

    /// What holds after every event.
    private mutating func judge(after event: DeviceLifecycle.Event) {
        let state = lifecycle.state
        if isWanted == (state == .closed) { faults.append("\(state) after \(event), and wanted is \(isWanted)") }
        if lifecycle.isPlaying, !isAttached { faults.append("plays after \(event) and is not attached") }
        if isWanted, work == nil, !isAttached, dueMs == nil { faults.append("nothing is done after \(event)") }
        if !isWanted, dueMs != nil { faults.append("the timer is armed after \(event), and it is not wanted") }
        if !isWanted, isOpen, work == nil, !isDetaching { faults.append("left open after \(event)") }
        if case .missing = state {} else if dueMs != nil { faults.append("the timer is armed in \(state)") }
    }
}

@Suite struct DeviceLifecycleInvariantTests {
    @Test(arguments: 0..<200)
    func `whatever happens, work is done one at a time, and what is not wanted is closed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var device = ModelDevice()
        for _ in 0..<500 where device.faults.isEmpty { device.step(&random) }
        device.take(.unwanted)
        device.finish()
        #expect(device.lifecycle.state == .closed && device.opens > 0, "seed \(seed)")
        #expect(device.faults.isEmpty, "seed \(seed)")
    }
}
