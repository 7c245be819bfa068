// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// A connection to the daemon for one request after the other: sends it, waits for its answer, and keeps the events that
/// come in between, in order.
///
/// Not to be shared between threads. Every wait ends after its timeout, on CLOCK_MONOTONIC; the answer to a request whose
/// time was over is left out when it comes.
public final class ControlClient {
    /// The longest line that is read from a daemon, in bytes, and the longest that ours sends: a timeline with 64 lanes at
    /// every limit has 9 MiB.
    public static let maximumLineLength = 16 << 20

    /// How many lines may come before an answer although its time is over.
    private static let mostOthers = 100

    /// The socket, for poll(2). The client closes it.
    public let descriptor: Int32
    private var received: [UInt8] = []
    private var scanned = 0
    private var events = EventBacklog()
    private var lastID: Int64 = 0
    /// The requests that have not been answered, the oldest first: their ids, and nil for one in plain words.
    private var unanswered: [Int64?] = []
    /// The end of a line that was sent in part.
    private var unsent: ArraySlice<UInt8> = []

    /// A client on a connected stream socket, which it makes non-blocking and closes when it is released.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        close(descriptor)
    }

    /// Connects to the daemon's socket.
    ///
    /// - Throws: `notRunning` where no program listens, `forbidden` where the socket is another user's, `timeout` where its queue of
    ///   connections stays full.
    public static func connect(path: String, timeout: Duration?) throws(ClientError) -> ControlClient {
        let deadline = Deadline(in: timeout)
        guard let address = UnixAddress(path: path) else {
            throw .notRunning(path: path, reason: "a socket path has 1 to \(UnixAddress.longestPath) bytes")
        }
        let client: ControlClient
        do { client = ControlClient(descriptor: try UnixAddress.socket(SOCK_STREAM)) } catch {
            throw .io("socket: \(error)")
        }
        while true {
            do throws(Errno) {
                try address.connect(client.descriptor)
                return client
            } catch {
                switch error.code {
                case EINTR: continue
                case EAGAIN:
                    // The queue of connections is full; a Unix socket does not report when there is room again.
                    guard deadline.milliseconds != 0 else { throw .timeout }
                    usleep(10_000)
                case EACCES, EPERM: throw .forbidden(path: path, reason: "\(error)")
                default: throw .notRunning(path: path, reason: "\(error)")
                }
            }
        }
    }

    /// Sends a line, which must end with `\n`.
    ///
    /// - Throws: `timeout`. A line of which a part was sent by then is ended before the next one is sent; any other is not
    ///   sent at all.
    public func send(_ line: [UInt8], timeout: Duration?) throws(ClientError) {
        let deadline = Deadline(in: timeout)
        try flush(until: deadline)
        unsent = line[...]
        do { try flush(until: deadline) } catch {
            if unsent.count == line.count { unsent = [] }
            throw error
        }
    }

    private func flush(until deadline: Deadline) throws(ClientError) {
        while !unsent.isEmpty {
            let count = unsafe unsent.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                unsent = unsent.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: guard try wait(for: POLLOUT, until: deadline) else { throw .timeout }
            // What the daemon sent before it closed is still to be read, and gives the reason.
            case EPIPE, ECONNRESET: unsent = []
            default: throw .io("send: \(Errno.last)")
            }
        }
    }

    /// Asks by method and parameters, and waits for the answer, which is decoded as that type.
    ///
    /// - Throws: `timeout`, `closed`, or `protocolMismatch` for an answer that is not understood.
    public func call<Value: Decodable>(
        _ method: String, params: [String: JSONValue] = [:], as type: Value.Type, timeout: Duration?
    ) throws(ClientError) -> Result<Value, ControlError> {
        do throws(ControlError) { try Request.check(method, params) } catch { return .failure(error) }
        lastID += 1
        return try ask(Request.line(method, params: params, id: .integer(lastID)), id: lastID, timeout)
    }

    /// Asks by method and parameters, and waits for the answer, whatever its type.
    public func call(
        _ method: String, params: [String: JSONValue] = [:], timeout: Duration?
    ) throws(ClientError) -> Result<JSONValue, ControlError> {
        try call(method, params: params, as: JSONValue.self, timeout: timeout)
    }

    /// Asks in plain words, and waits for the answer.
    public func call(words: String, timeout: Duration?) throws(ClientError) -> Result<JSONValue, ControlError> {
        do throws(ControlError) { try Request.check(words: words) } catch { return .failure(error) }
        return try ask(Array((words + "\n").utf8), id: nil, timeout)
    }

    private func ask<Value: Decodable>(
        _ request: [UInt8], id: Int64?, _ timeout: Duration?
    ) throws(ClientError) -> Result<Value, ControlError> {
        let deadline = Deadline(in: timeout)
        do { try send(request, timeout: timeout) } catch {
            // Its end is sent later, so it will be answered.
            if !unsent.isEmpty, unsent.count < request.count { unanswered.append(id) }
            throw error
        }
        unanswered.append(id)
        var others = 0
        while true {
            let line = try readLine(until: deadline)
            others += 1
            // A daemon that sends something else without end has no more time than one that is silent.
            if others > Self.mostOthers, deadline.isOver { throw .timeout }
            if isLate(line) { continue }
            switch try Answer<Value>(line: line, to: id.map(JSONValue.integer) ?? .null) {
            case .result(let value):
                unanswered = []
                return .success(value)
            case .refusal(let error):
                unanswered = []
                return .failure(error)
            case .event:
                guard events.add(line) else {
                    throw .protocolMismatch(
                        "the daemon sent more than \(EventBacklog.mostLines) events in place of an answer")
                }
            case .other: continue
            }
        }
    }

    /// Whether a line answers a request before the last one. Answers come in the order of the requests.
    private func isLate(_ line: [UInt8]) -> Bool {
        guard unanswered.count > 1, let head = try? JSONLine.decode(ReplyHead.self, from: line), !head.isEvent else {
            return false
        }
        if let id = head.id {
            unanswered.removeSubrange(..<((unanswered.firstIndex(of: id) ?? -1) + 1))
        } else {
            // In words; else the daemon refuses the whole connection.
            guard unanswered[0] == nil else { return false }
            unanswered.removeFirst()
        }
        return !unanswered.isEmpty
    }

    /// The line of the next event; nil where none comes in time. A `timeout` of zero does not wait.
    ///
    /// - Throws: `closed` once there are no more.
    public func nextEvent(timeout: Duration?) throws(ClientError) -> [UInt8]? {
        let deadline = Deadline(in: timeout)
        do throws(ClientError) {
            if let event = events.take() { return event }
            return try readLine(until: deadline)
        } catch {
            guard error == .timeout else { throw error }
            return nil
        }
    }

    private func readLine(until deadline: Deadline) throws(ClientError) -> [UInt8] {
        while true {
            if let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[..<end])
                received.removeFirst(end + 1)
                scanned = 0
                return line
            }
            scanned = received.count
            guard received.count <= Self.maximumLineLength else {
                throw .protocolMismatch("the daemon sent a line of more than \(Self.maximumLineLength) bytes")
            }
            try receive(until: deadline)
        }
    }

    private func receive(until deadline: Deadline) throws(ClientError) {
        while true {
            var chunk = [UInt8](repeating: 0, count: 16384)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                received += chunk[..<count]
                return
            }
            guard count < 0 else { throw .closed }
            switch errno {
            case EINTR: continue
            case EAGAIN: guard try wait(for: POLLIN, until: deadline) else { throw .timeout }
            case ECONNRESET: throw .closed
            default: throw .io("recv: \(Errno.last)")
            }
        }
    }

    /// Whether the socket became ready before the deadline.
    private func wait(for events: Int32, until deadline: Deadline) throws(ClientError) -> Bool {
        while true {
            var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = unsafe poll(&request, 1, deadline.milliseconds)
            if count >= 0 { return count > 0 }
            guard errno == EINTR else { throw .io("poll: \(Errno.last)") }
        }
    }
}
