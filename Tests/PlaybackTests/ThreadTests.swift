// SPDX-License-Identifier: Apache-2.0

import CMetronomeLinux
import Glibc
import Synchronization
import Testing

@Suite struct ThreadTests {
    @Test func `a nice level is that of one thread, which is known by its number from the start`() throws {
        let isDone = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: 1)
        isDone.initialize(to: Atomic(false))
        defer { isDone.deallocate() }
        var thread = linux_thread()
        try #require(
            linux_thread_start(
                &thread, "nice", 64 << 10, 0,
                { context in
                    let isDone = context.assumingMemoryBound(to: Atomic<Bool>.self)
                    while !isDone.pointee.load(ordering: .acquiring) { usleep(1000) }
                }, isDone) == 0)
        let process = Int32(PRIO_PROCESS.rawValue)
        let before = getpriority(process, 0)
        #expect(thread.tid > 0 && thread.tid != getpid())
        #expect(linux_set_nice(thread.tid, 7) == 0)
        #expect(getpriority(process, id_t(thread.tid)) == 7)
        #expect(getpriority(process, 0) == before)
        isDone.pointee.store(true, ordering: .releasing)
        #expect(linux_thread_join(&thread, 60_000) == 0)
    }
}
