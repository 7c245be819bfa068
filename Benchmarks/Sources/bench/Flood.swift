// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Clients that send the same request without end, and take all answers, on a thread of their own.
@safe final class Flood {
    private final class Work {
        let wires: [Wire]
        let chunk: [UInt8]
        let isWanted = Atomic(true)

        init(_ wires: [Wire], _ chunk: [UInt8]) {
            self.wires = wires
            self.chunk = chunk
        }

        func run() {
            var unsent = wires.map { _ in chunk[...] }
            var requests = wires.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN | POLLOUT), revents: 0) }
            while isWanted.load(ordering: .relaxed) {
                guard unsafe poll(&requests, nfds_t(requests.count), 100) > 0 else { continue }
                for index in wires.indices {
                    let events = Int32(requests[index].revents)
                    if events & POLLIN != 0 { wires[index].receive() }
                    if events & POLLOUT != 0 {
                        unsent[index] = unsent[index].dropFirst(wires[index].send(unsent[index]))
                        if unsent[index].isEmpty { unsent[index] = chunk[...] }
                    }
                }
            }
        }
    }

    private let work: Unmanaged<Work>
    private var thread: pthread_t?

    /// Begins, over these connections.
    init(_ wires: [Wire], _ request: [UInt8]) {
        unsafe work = Unmanaged.passRetained(Work(wires, Array(repeatElement(request, count: 1000).joined())))
        var thread = pthread_t()
        if unsafe pthread_create(&thread, nil, Self.body, work.toOpaque()) == 0 { self.thread = thread }
    }

    deinit {
        end()
        unsafe work.release()
    }

    /// Ends it.
    func end() {
        unsafe work.takeUnretainedValue().isWanted.store(false, ordering: .relaxed)
        if let thread { pthread_join(thread, nil) }
        thread = nil
    }

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        if let argument = unsafe argument { unsafe Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().run() }
        return nil
    }
}
