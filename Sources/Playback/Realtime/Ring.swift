// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import Synchronization

/// A queue between two threads: one pushes, one pops, neither ever waits. Real-time safe on both ends.
@safe struct Ring: ~Copyable, @unchecked Sendable {
    // Unchecked: each slot is written before `tail` is released and read after it is acquired, by one thread each.
    private let head = Atomic<Int>(0)
    // A cache line apart, so that the two threads do not slow one another down.
    private let padding: InlineArray<8, UInt64> = InlineArray(repeating: 0)
    private let tail = Atomic<Int>(0)
    private let slots: UnsafeMutablePointer<Message>
    private let mask: Int

    /// A ring of 2^`sizeLog2` messages.
    init(sizeLog2: Int) {
        unsafe slots = .allocate(capacity: 1.doubled(times: sizeLog2))
        mask = 1.doubled(times: sizeLog2) - 1
    }

    deinit { unsafe slots.deallocate() }

    /// Messages in the ring. The other thread may change it meanwhile, so the thread that pushes gets too many, and the one
    /// that pops too few.
    @_noLocks borrowing func count() -> Int { tail.load(ordering: .acquiring) &- head.load(ordering: .acquiring) }

    /// How many more messages the ring takes, at least, if the thread that pushes asks.
    @_noLocks borrowing func room() -> Int { mask + 1 - count() }

    /// Adds a message; `false` when the ring is full.
    @_noLocks borrowing func push(_ message: Message) -> Bool {
        let end = tail.load(ordering: .relaxed)
        guard end &- head.load(ordering: .acquiring) <= mask else { return false }
        unsafe (slots + (end & mask)).initialize(to: message)
        tail.store(end &+ 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest message; `nil` when the ring is empty.
    @_noLocks borrowing func pop() -> Message? {
        let start = head.load(ordering: .relaxed)
        guard start != tail.load(ordering: .acquiring) else { return nil }
        let message = unsafe slots[start & mask]
        head.store(start &+ 1, ordering: .releasing)
        return message
    }
}
