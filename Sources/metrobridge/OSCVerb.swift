// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Bridges
import MetronomeControl
import MetronomeLinux
import Programs

/// `metrobridge osc`: Open Sound Control.
struct OSCVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "osc", abstract: "Take commands and tell beats by Open Sound Control",
        discussion: """
            The words of every method are an address: /metronomed/tempo ,f 120 is tempo 120. The answer comes as \
            /metronomed/answer or /metronomed/error; /metronomed/subscribe has beats sent as they are heard. The messages \
            of klick are known too, so clients that were written for it work.

            It listens to this machine alone. --listen and --allow together open it to others; whoever may send can also \
            end the daemon. Songs by their paths are refused, unless --files is given.

            Examples:
              metrobridge osc --port 9000
              metrobridge osc --port 9000 --listen 0.0.0.0 --allow 192.168.1.20   a phone
            """)

    @Option(name: .long, help: ArgumentHelp("The UDP port, 1...65535; 0 for any that is free.", valueName: "number"))
    var port: UInt16
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The address of this machine to listen on; 0.0.0.0 for all. (default: 127.0.0.1)", valueName: "address"))
    var listen: String?
    @Option(
        name: .long,
        help: ArgumentHelp("Who may send, with commas between; others are ignored.", valueName: "addresses"))
    var allow: String?
    @Flag(name: .long, help: "Let whoever may send name files, which the daemon opens as its user.")
    var files = false
    @Flag(name: .long, help: "End with klick's message /klick/quit, as klick does.")
    var quits = false
    @OptionGroup var options: Options

    private var address: InternetAddress? { InternetAddress(listen ?? "127.0.0.1", port: port) }

    private var peers: [InternetAddress?] {
        (allow ?? "").split(separator: ",").map { InternetAddress($0.filter { $0 != " " }) }
    }

    func validate() throws {
        guard let address else {
            throw ValidationError("--listen takes an address of IPv4 such as 192.168.1.10, or 0.0.0.0 for all.")
        }
        if peers.contains(where: { $0 == nil }) {
            throw ValidationError("--allow takes addresses of IPv4 such as 192.168.1.20,192.168.1.21.")
        }
        if !address.isLoopback, peers.isEmpty {
            throw ValidationError(
                "--listen opens the metronome to the network, where anybody could send: say who may with --allow ADDRESS."
            )
        }
    }

    func run() throws {
        guard let address else { return }
        try options.run("osc") {
            do throws(Errno) {
                return try OSCBridge(
                    at: address, allowed: peers.compactMap { $0 }, namesFiles: files, quits: quits)
            } catch {
                throw ProgramFailure.failed("cannot listen on \(address): \(error)")
            }
        }
    }
}
