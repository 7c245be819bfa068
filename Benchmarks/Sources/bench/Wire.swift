// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl

/// A connection to a server that answers with lines: bytes out and bytes in, as cheap as can be. It never waits but where it
/// says so.
final class Wire {
    /// For poll(2).
    let descriptor: Int32
    /// Lines that have come in.
    private(set) var lines = 0
    /// Bytes that have come in.
    private(set) var bytes = 0
    /// Whether the server has closed the connection.
    private(set) var isClosed = false
    private let client: ControlClient
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(to path: String) throws {
        client = try ControlClient.connect(path: path, timeout: .seconds(5))
        descriptor = client.descriptor
    }

    /// Sends as much as fits. Returns how many bytes did.
    func send(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno != EAGAIN, errno != EINTR { isClosed = true }
        return max(0, count)
    }

    /// Ends our side of the connection.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Takes in what has come, at most 64 KiB. Returns it, until the next call; empty where nothing had.
    @discardableResult
    func receive() -> ArraySlice<UInt8> {
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else {
            if count == 0 || errno != EAGAIN && errno != EINTR { isClosed = true }
            return []
        }
        bytes += count
        for byte in buffer[..<count] where byte == UInt8(ascii: "\n") { lines += 1 }
        return buffer[..<count]
    }

    /// Waits until something has come, or can be sent.
    func wait(for events: Int32, milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return unsafe poll(&request, 1, milliseconds) > 0
    }

    /// Sends a request and waits for a number of further lines. Returns the time in ns.
    func ask(_ request: [UInt8], lines count: Int = 1, within seconds: Double = 10) throws -> Int64 {
        let start = Clock.nowNs
        let goal = lines + count
        var unsent = request[...]
        while lines < goal {
            if !unsent.isEmpty { unsent = unsent.dropFirst(send(unsent)) }
            guard !isClosed, Clock.nowNs - start < Int64(seconds * 1e9) else {
                throw BenchError("a server does not answer \(String(decoding: request.prefix(60), as: UTF8.self))")
            }
            _ = wait(for: POLLIN | (unsent.isEmpty ? 0 : POLLOUT), milliseconds: 1000)
            receive()
        }
        return Clock.nowNs - start
    }

    /// Sends a request `count` times, as fast as the answers are taken, and waits for all answers. Returns the time in seconds.
    func pipeline(_ request: [UInt8], count: Int) throws -> Double {
        let chunk = Array(repeatElement(request, count: 1000).joined())
        let goal = lines + count
        var (left, unsent) = (count * request.count, chunk[...])
        let start = Clock.nowNs
        while lines < goal {
            while left > 0 {
                let sent = send(unsent.prefix(left))
                left -= sent
                unsent = unsent.dropFirst(sent)
                if unsent.isEmpty { unsent = chunk[...] }
                if sent == 0 { break }
            }
            guard !isClosed, wait(for: POLLIN | (left > 0 ? POLLOUT : 0), milliseconds: 10_000) else {
                throw BenchError("a server has stopped answering, \(goal - lines) of \(count) before the end")
            }
            while !receive().isEmpty {}
        }
        return Double(Clock.nowNs - start) / 1e9
    }
}
