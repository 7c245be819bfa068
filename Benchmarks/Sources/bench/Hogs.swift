// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Threads of this program that keep the processors busy.
final class Hogs {
    private let threads: [pthread_t]
    private static let areWanted = Atomic(false)

    /// Runs a number of threads for as long as the object lives.
    init(_ count: Int) {
        Self.areWanted.store(true, ordering: .relaxed)
        threads = (0..<count).compactMap { _ in
            var thread = pthread_t()
            return unsafe pthread_create(&thread, nil, Self.body, nil) == 0 ? thread : nil
        }
    }

    deinit {
        Self.areWanted.store(false, ordering: .relaxed)
        for thread in threads { pthread_join(thread, nil) }
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
        while areWanted.load(ordering: .relaxed) {}
        return nil
    }
}
