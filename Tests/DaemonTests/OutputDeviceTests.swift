// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import NIOCore
import NIOPosix
import Playback
import Testing

@testable import Daemon

/// A device on alsa-lib's `null` PCM, or on a name that does not exist, without a real-time thread: the test plays that
/// one's part. On the event loop.
private final class DeviceRig {
    var device: OutputDevice?
    /// What was asked of the real-time thread.
    var log: [String] = []
    var states: [DeviceLifecycle.State] = []
    var attached: PCMDevice?
    var prerolls = 0
    /// The rate of the samples in use.
    var rate: SampleRate?
    /// How often samples were prepared.
    var ids: UInt64 = 0

    init(_ name: String, loop: any EventLoop) {
        device = OutputDevice(
            name: name, loop: loop, work: BlockingWork { [loop] in Worker(loop: loop) },
            around: OutputDevice.Surroundings(
                nextID: { [unowned self] in
                    ids += 1
                    return ids
                },
                attach: { [unowned self] device, _, _ in
                    log.append("attach \(device.handle.id)")
                    attached = device
                },
                detach: { [unowned self] in log.append("detach \($0.handle.id)") },
                prepare: { { _ in nil } }, fits: { [unowned self] in rate == nil || rate == $0 }, fillMs: { 30 },
                prerollMs: { [unowned self] in
                    prerolls += 1
                    return 0
                },
                channels: { 2 },
                changed: { [unowned self] device, _ in states.append(device.state) }))
    }

    /// Reports something of the device that is attached.
    func report(_ report: (UInt64) -> EngineReport) {
        guard let attached else { return }
        device?.take(report(attached.handle.id))
    }
}

@Suite(.timeLimit(.minutes(10))) struct OutputDeviceTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.next()

    private func rig(_ name: String) async throws -> NIOLoopBound<DeviceRig> {
        try await loop.submit { [loop] in NIOLoopBound(DeviceRig(name, loop: loop), eventLoop: loop) }.get()
    }

    /// Does something with the device, then waits until a condition holds.
    private func act(
        _ rig: NIOLoopBound<DeviceRig>, _ body: @escaping @Sendable (DeviceRig) -> Void,
        until isMet: @escaping @Sendable (DeviceRig) -> Bool
    ) async throws {
        try await loop.submit { body(rig.value) }.get()
        while try await !loop.submit({ isMet(rig.value) }).get() { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `a device is opened, attached, asked back and closed`() async throws {
        let rig = try await rig("null")
        try await act(rig, { $0.device?.open() }, until: { $0.attached != nil })
        try await act(rig, { $0.report { .running(device: $0) } }, until: { $0.device?.state == .running })
        try await act(rig, { $0.device?.close() }, until: { $0.log.count == 2 })
        try await loop.submit {
            #expect(rig.value.device?.device != nil && rig.value.device?.isPlaying == false)
        }.get()
        try await act(
            rig, { $0.report { .released(device: $0, reason: .detached, code: 0) } },
            // It is reported when it is asked back, and when it is closed.
            until: { $0.states.count == 5 })
        try await loop.submit {
            #expect(rig.value.log == ["attach 1", "detach 1"] && rig.value.device?.device == nil)
            #expect(rig.value.states == [.opening, .starting, .running, .closed, .closed])
        }.get()
    }

    @Test func `a device that stopped is made ready and attached again, and one that was lost is opened again`()
        async throws
    {
        let rig = try await rig("null")
        try await act(rig, { $0.device?.open() }, until: { $0.log.count == 1 })
        try await act(rig, { $0.report { .running(device: $0) } }, until: { $0.device?.state == .running })
        try await act(rig, { $0.report { .halted(device: $0, cause: .dry) } }, until: { $0.log.count == 2 })
        try await act(rig, { $0.report { .running(device: $0) } }, until: { $0.device?.state == .running })
        try await act(
            rig, { $0.report { .released(device: $0, reason: .stalled, code: -19) } }, until: { $0.log.count == 3 })
        try await loop.submit {
            let lost = PlaybackError(device: "null", reason: "it plays nothing", detail: "errno 19")
            #expect(rig.value.log == ["attach 1", "attach 1", "attach 2"])
            // Restarted without the silence that wakes a sink, and opened with it.
            #expect(rig.value.prerolls == 2)
            #expect(rig.value.states.contains(.recovering(.dry)) && rig.value.states.contains(.missing(lost)))
        }.get()
    }

    @Test func `reports about another device are ignored`() async throws {
        let rig = try await rig("null")
        try await act(rig, { $0.device?.open() }, until: { $0.attached != nil })
        try await loop.submit {
            for report in [
                EngineReport.running(device: 7), .halted(device: 7, cause: .dry),
                .released(device: 7, reason: .vanished, code: 0),
            ] {
                rig.value.device?.take(report)
            }
            #expect(rig.value.device?.state == .starting)
        }.get()
    }

    @Test func `a device that does not exist is missing, with the reason, and is tried again`() async throws {
        let rig = try await rig("no such device")
        try await act(rig, { $0.device?.open() }, until: { $0.ids >= 2 })
        let tries = try await loop.submit {
            guard case .missing(let error)? = rig.value.device?.state else {
                Issue.record("it is \(String(describing: rig.value.device?.state))")
                return rig.value.ids
            }
            #expect(error.device == "no such device" && error.isAbsence)
            rig.value.device?.close()
            #expect(rig.value.states.last == .closed)
            return rig.value.ids
        }.get()
        // The timer of the next try is cancelled.
        try await Task.sleep(for: .milliseconds(700))
        try await loop.submit { #expect(rig.value.ids == tries) }.get()
    }

    @Test func `a device whose samples are at another rate is closed and opened again`() async throws {
        let rig = try await rig("null")
        try await act(
            rig,
            {
                $0.rate = SampleRate(hertz: 11_025)
                $0.device?.open()
            }, until: { $0.ids >= 3 })
        try await act(rig, { $0.rate = nil }, until: { $0.attached != nil })
        try await loop.submit { #expect(rig.value.log.count == 1 && rig.value.device?.state == .starting) }.get()
    }
}
