// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
package import MetronomeLinux
internal import NIOCore
internal import NIOPosix
internal import Resources
internal import Synchronization

/// Serves the page until a signal comes.
package struct WebProgram {
    /// Where and how it serves.
    package struct Options: Sendable {
        /// An address of this machine.
        package var address: String
        /// 0 for any that is free.
        package var port: Int
        package var isReadOnly: Bool
        /// What pages call it.
        package var name: String
        /// Names by which browsers may call it, besides its own.
        package var hosts: [String]
        /// The daemon's socket.
        package var socket: String
        /// Whether other machines are told of the page, where it is open to them.
        package var isAnnounced: Bool
        /// The folders of the user, whose names pages are not told.
        package var folders: [String]

        package init(
            address: String, port: Int, isReadOnly: Bool, name: String, hosts: [String], socket: String,
            isAnnounced: Bool, folders: [String]
        ) {
            self.address = address
            self.port = port
            self.isReadOnly = isReadOnly
            self.name = name
            self.hosts = hosts
            self.socket = socket
            self.isAnnounced = isAnnounced
            self.folders = folders
        }
    }

    private let options: Options
    private let tokens: TokenFile
    private let signals: Signals
    private let say: @Sendable (String) -> Void

    /// - Parameter say: takes a line for people.
    package init(_ options: Options, tokens: TokenFile, signals: Signals, say: @escaping @Sendable (String) -> Void) {
        self.options = options
        self.tokens = tokens
        self.signals = signals
        self.say = say
    }

    /// Runs until a signal comes.
    ///
    /// - Parameter listening: is called with the port, once it listens.
    /// - Throws: `ConnectionLoss` where the daemon refuses for good, `SystemError` where it cannot listen.
    package func run(listening: (Int) -> Void) throws {
        let connections = try connections()
        let wake: WakeSignal
        do { wake = try WakeSignal() } catch { throw SystemError(error, "cannot make a descriptor") }
        let ending = Mutex<ConnectionLoss?>(nil)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pool = NIOThreadPool(numberOfThreads: 1)
        pool.start()
        let loop = group.next()
        let address: SocketAddress
        do { address = try SocketAddress(ipAddress: options.address, port: options.port) } catch {
            throw SystemError("\(options.address) is no address")
        }
        let port = try listen(at: address, connections, loop, pool) { loss in
            ending.withLock { $0 = loss }
            wake.send()
        }
        listening(port.port)
        var announcer = announcer(port: port.port)
        while true {
            announcer?.turn()
            let ready = PreciseWait.forInput(
                of: signals.descriptor, wake.descriptor, announcer?.descriptor ?? -1, untilNs: announcer?.wakeNs)
            if ready[1], let loss = ending.withLock({ $0 }) { throw loss }
            if ready[0], !signals.taken().isEmpty { break }
        }
        try loop.submit { port.server.value.close() }.wait()
    }

    private func announcer(port: Int) -> PageAnnouncer? {
        guard options.isAnnounced, let port = UInt16(exactly: port),
            let service = AvahiConnection.Service(page: options.address, port: port)
        else { return nil }
        return PageAnnouncer(service, name: options.name, say: say)
    }

    private func listen(
        at address: SocketAddress, _ connections: Int, _ loop: any EventLoop, _ pool: NIOThreadPool,
        end: @escaping @Sendable (ConnectionLoss) -> Void
    ) throws -> (server: NIOLoopBound<PageServer>, port: Int) {
        do {
            let started = loop.submit { [options, tokens, say] in
                let service = WebService(
                    files: Resource.page.map { ($0.name, $0.served) },
                    hosts: HostNames(machine: MachineAddresses.name, others: options.hosts), name: options.name,
                    port: options.port, isReadOnly: options.isReadOnly)
                let server = PageServer(
                    loop: loop, service: service, tokens: tokens, name: options.name, folders: options.folders,
                    connections: connections, pool: pool, say: say, end: end)
                return NIOLoopBound(server, eventLoop: loop)
            }
            let server = try started.wait()
            let bound = try loop.flatSubmit { [socket = options.socket] in
                server.value.start(at: address, socket: socket)
            }.wait()
            return (server, bound?.port ?? options.port)
        } catch let error as IOError {
            throw SystemError(
                error.errnoCode, "cannot listen on \(options.address), port \(options.port)",
                advice: error.errnoCode == EADDRINUSE ? "choose another port by --port" : nil)
        }
    }

    /// Files that are open besides connections.
    private static let otherFiles = 64

    /// How many connections there may be, with as many open files as the system allows; says so where they are fewer than usual.
    private func connections() throws(SystemError) -> Int {
        let allowed = OpenFiles.allow(Occupancy.mostConnections + Self.otherFiles)
        let advice = "raise the limit (`ulimit -Hn`, LimitNOFILE= of the service)"
        guard allowed > Self.otherFiles else {
            throw SystemError(
                "metroweb needs more than \(Self.otherFiles) open files, and \(allowed) are allowed here: \(advice)")
        }
        let connections = min(allowed - Self.otherFiles, Occupancy.mostConnections)
        if connections < Occupancy.mostConnections {
            say("\(connections) connections at a time, for \(allowed) open files are allowed here: \(advice)")
        }
        return connections
    }
}
