// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeSession
import Testing

@testable import Bridges

@Suite struct ClockSenderTests {
    @Test func `a port that stays full is tried less and less often, and takes the stop once it has room`() throws {
        let path = FileManager.default.temporaryDirectory.appending(component: "port-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
        let pipe = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer {
            close(pipe)
            unlink(path)
        }
        var bytes = [UInt8](repeating: 0xFE, count: 4096)
        for size in [4096, 1] { while write(pipe, bytes, size) > 0 {} }

        var sender = try ClockSender(to: path, offsetNs: 0, mark: nil)
        var status = Status.allegro
        let timeline = TimelineState.sample([.sample(atNs: MonotonicClock.nowNs - 1_000_000_000)])
        (status.timeline, status.run) = (.some(timeline), timeline.run)
        sender.connect(Subscription(seq: 10, events: [.timeline, .state], state: status))
        while sender.trouble == nil, let wakeNs = sender.wakeNs {
            sleep(until: wakeNs)
            sender.turn()
        }
        // The daemon is gone: nothing else wakes the sender.
        sender.disconnect()
        for ms: Int64 in [200, 400, 800] {
            if let wakeNs = sender.wakeNs { sleep(until: wakeNs) }
            let now = MonotonicClock.nowNs
            sender.turn()
            let wakeNs = sender.wakeNs
            #expect(wakeNs.map { $0 >= now + ms * 1_000_000 } == true)
        }
        while read(pipe, &bytes, bytes.count) > 0 {}
        if let wakeNs = sender.wakeNs { sleep(until: wakeNs) }
        sender.turn()
        let (wakeNs, trouble) = (sender.wakeNs, sender.trouble)
        #expect(wakeNs == nil && trouble == nil)
        #expect(read(pipe, &bytes, bytes.count) == 1 && bytes[0] == 0xFC)
    }

    private func sleep(until ns: Int64) { usleep(UInt32(clamping: max(0, ns - MonotonicClock.nowNs) / 1000 + 1)) }
}
