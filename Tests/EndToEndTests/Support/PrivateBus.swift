// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A D-Bus of its own, which ends with this value.
final class PrivateBus {
    private let bus: ChildProcess

    static let isInstalled = has("dbus-daemon")
    static let hasPlayerctl = has("playerctl")

    private static func has(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Starts it, with the socket `bus` in the home's folder.
    init(in home: Home) throws {
        let configuration = try home.folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(home.folder("bus"))</listen>
              <policy context="default">
                <allow user="*"/> <allow own="*"/> <allow send_destination="*"/> <allow receive_sender="*"/>
              </policy>
            </busconfig>
            """, to: "bus.conf")
        let bus = try ChildProcess(
            "/usr/bin/env", ["dbus-daemon", "--nofork", "--print-address", "--config-file", configuration],
            environment: home.environment, in: home.folder)
        // Its socket is there before it listens; it tells its address after that.
        try poll(for: "bus; it says: \(bus.stderr)") { bus.stdout.isEmpty ? nil : true }
        self.bus = bus
    }

    /// Ends it.
    func end(_ home: Home) throws {
        bus.kill()
        _ = try bus.end()
        unlink(home.folder("bus"))
    }
}
