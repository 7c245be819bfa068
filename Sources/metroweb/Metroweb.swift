// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import Glibc
import MetronomeControl
import MetronomeLinux
import Programs
import Web

/// `metroweb`: serves the page that shows the beat in a browser.
@main
struct Metroweb: Program {
    static let configuration = CommandConfiguration(
        commandName: "metroweb",
        abstract: "Show and play the metronome in a browser",
        discussion: """
            Serves a page to browsers, on this machine alone unless --listen opens it to others. A browser is let in by a \
            link that holds a secret: there is one link to control and one to watch. They are printed in a terminal, with \
            a QR code where other machines are meant.

            It waits for the daemon, and runs until it is interrupted.

            Examples:
              metroweb --open                in the browser of this desktop
              metroweb                       for a browser here
              metroweb --listen 0.0.0.0      for phones in the same network, too
              metroweb --listen 0.0.0.0 --link watch    the link for those who watch
              metroweb --renew               nobody is let in by a former link any more

            Exit status: 0 interrupted, 1 it could not do its work, 2 wrong usage, 3 no daemon, 4 a daemon of \
            another protocol.
            """,
        version: Product.version(of: "metroweb"))

    @Option(
        help: ArgumentHelp(
            "The address of this machine to listen on; 0.0.0.0 for all, :: with IPv6. (default: 127.0.0.1)",
            valueName: "address"))
    var listen: String?
    @Option(help: ArgumentHelp("The TCP port, 1...65535; 0 for any that is free. (default: 8120)", valueName: "number"))
    var port: UInt16?
    @Flag(help: "Let nobody change anything, whatever the link.")
    var readOnly = false
    @Option(
        help: ArgumentHelp(
            "What pages call it, and lists of what the network offers. (default: the name of the machine)",
            valueName: "text"))
    var name: String?
    @Flag(help: "Do not announce it by mDNS; a page for this machine alone never is.")
    var noAnnounce = false
    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "A name by which a proxy or name server has browsers call it; may be repeated.", valueName: "name"))
    var host: [String] = []
    @Option(help: ArgumentHelp("Print the link of that role, control or watch, and end.", valueName: "role"))
    var link: Role?
    @Flag(help: "Start the browser of this desktop with the link, also that of a server that runs already.")
    var open = false
    @Flag(help: "Make new links, and end; a server that runs takes them over.")
    var renew = false
    @Option(name: .long, help: ArgumentHelp("The daemon's socket.", valueName: "path"))
    var socket: String?
    @Flag(name: .shortAndLong, help: "Print nothing but errors that end it.")
    var quiet = false

    private var address: String { listen ?? "127.0.0.1" }
    private var givenPort: Int { Int(port ?? 8120) }

    func validate() throws {
        guard MachineAddresses.isAddress(address) else {
            throw ValidationError("--listen takes an address such as 192.168.1.10, or 0.0.0.0 for all.")
        }
        if let name, !(1...64).contains(name.utf8.count) || name.printable != name {
            throw ValidationError("--name takes 1 to 64 bytes of text.")
        }
        if let wrong = host.first(where: { !HostNames.isName($0) }) {
            throw ValidationError("--host takes a name such as music.example.org, not '\(wrong.printable)'.")
        }
        if renew, link != nil { throw ValidationError("--renew and --link go one after the other.") }
        if open, renew || link != nil {
            throw ValidationError("--open serves the page: leave --\(renew ? "renew" : "link") out.")
        }
        if readOnly, link == .control {
            throw ValidationError("With --read-only nobody controls: --link watch prints the link there is.")
        }
        if link != nil, port == 0 { throw ValidationError("--link needs the --port of the server.") }
    }

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let file = try failing { () throws(SystemError) in try TokenFile(environment: environment) }
        if renew {
            try failing { () throws(SystemError) in _ = try file.renew() }
            return say("there are new links: --link prints them, or the next start")
        }
        let tokens = try failing { () throws(SystemError) in try file.load() }
        if let link {
            return try Self.write(Invitation(listening: address, port: givenPort, tokens: tokens).text(for: link))
        }
        try serve(file, environment)
    }

    private func serve(_ file: TokenFile, _ environment: [String: String]) throws {
        let path = try ControlSocket.path(explicit: socket)
        let signals = try failing { () throws(SystemError) in try Signals([SIGINT, SIGTERM, SIGHUP]) }
        let options = WebProgram.Options(
            address: address, port: givenPort, isReadOnly: readOnly, name: name ?? MachineAddresses.name, hosts: host,
            socket: path, isAnnounced: !noAnnounce, folders: OwnFolders.all(environment))
        let isQuiet = quiet
        let program = WebProgram(options, tokens: file, signals: signals) { if !isQuiet { Self.report($0) } }
        do {
            try program.run { port in
                announce(Int(port), file)
                if open { startBrowser(Int(port), file, environment) }
            }
        } catch let loss as ConnectionLoss {
            throw ProgramFailure(loss)
        } catch let error as SystemError where open && error.code == EADDRINUSE {
            // The link is a secret: it is shown to nobody else's program.
            guard try failing({ () throws(SystemError) in try TCPListeners.areOwn(onPort: givenPort) }) else {
                throw ProgramFailure.failed("port \(givenPort) is another user's: choose one with --port")
            }
            say("port \(givenPort) is served already")
            startBrowser(givenPort, file, environment)
        } catch let error as SystemError {
            throw ProgramFailure.failed(error.message)
        }
    }

    /// Says where it listens. Links are shown in a terminal alone: what is written elsewhere may be a log.
    private func announce(_ port: Int, _ file: TokenFile) {
        guard !quiet, let tokens = try? file.load() else { return }
        let invitation = Invitation(listening: address, port: port, tokens: tokens)
        for address in invitation.addresses { say("listening on \(address)") }
        guard isatty(STDOUT_FILENO) != 0 else {
            let place = (listen.map { " --listen \($0)" } ?? "") + (self.port == nil ? "" : " --port \(port)")
            return say(
                "metroweb\(place) --link \(readOnly ? "watch" : "control") prints the link that lets a browser in")
        }
        try? Self.write(invitation.text(for: readOnly ? .watch : .control))
        if !readOnly { try? Self.write(invitation.line(for: .watch)) }
    }

    /// Opens the link in a browser, from this machine by its loopback address, where browsers grant more.
    private func startBrowser(_ port: Int, _ file: TokenFile, _ environment: [String: String]) {
        guard let tokens = try? file.load() else { return }
        let isAny = ["0.0.0.0", "::"].contains(address)
        let invitation = Invitation(listening: isAny ? "127.0.0.1" : address, port: port, tokens: tokens)
        do throws(SystemError) {
            let words = ["xdg-open", invitation.link(for: readOnly ? .watch : .control)]
            _ = try ChildCommand(words, searchPath: environment["PATH"]).start(environment: environment)
        } catch { say("\(error.message): install xdg-utils, or open the link yourself") }
    }

    private func say(_ line: String) { if !quiet { Self.say(line) } }

    private func failing<Value>(_ body: () throws(SystemError) -> Value) throws(ProgramFailure) -> Value {
        do throws(SystemError) { return try body() } catch {
            throw ProgramFailure.failed(error.message)
        }
    }
}

extension Role: ExpressibleByArgument {}
