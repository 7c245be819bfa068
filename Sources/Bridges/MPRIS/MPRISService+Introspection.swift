// SPDX-License-Identifier: Apache-2.0

extension MPRISService {
    /// What an object offers, in the XML of D-Bus.
    static func introspection(of path: String) throws(BusRefusal) -> String {
        let body: String
        if path == Self.path {
            body = interfaces
        } else if let child = child(of: path) {
            body = "<node name=\"\(child)\"/>\n"
        } else {
            throw .unknownObject(path)
        }
        return """
            <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
            <node>
            \(body)</node>

            """
    }

    /// The next name on the way to the player's object; nil beside it.
    private static func child(of path: String) -> Substring? {
        let way = Self.path.split(separator: "/")
        let names = path.split(separator: "/")
        return names.count < way.count && way.starts(with: names) ? way[names.count] : nil
    }

    private static let methods: [(interface: String, name: String, arguments: [(String, String)])] = [
        (root, "Raise", []), (root, "Quit", []), (player, "Next", []), (player, "Previous", []),
        (player, "Pause", []), (player, "PlayPause", []), (player, "Stop", []), (player, "Play", []),
        (player, "Seek", [("Offset", "x")]), (player, "SetPosition", [("TrackId", "o"), ("Position", "x")]),
        (player, "OpenUri", [("Uri", "s")]),
    ]

    private static let properties: [(interface: String, name: String, type: String)] =
        ["CanQuit", "CanRaise", "HasTrackList"].map { (root, $0, "b") } + [(root, "Identity", "s")]
        + ["SupportedUriSchemes", "SupportedMimeTypes"].map { (root, $0, "as") }
        + [(player, "PlaybackStatus", "s"), (player, "Metadata", "a{sv}"), (player, "Position", "x")]
        + ["Rate", "Volume", "MinimumRate", "MaximumRate"].map { (player, $0, "d") }
        + ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"].map { (player, $0, "b") }

    private static let interfaces: String = [root, player].map { interface in
        let methods = methods.filter { $0.interface == interface }.map { method in
            let arguments = method.arguments.map { "<arg name=\"\($0)\" type=\"\($1)\" direction=\"in\"/>" }
            return "<method name=\"\(method.name)\">\(arguments.joined())</method>\n"
        }
        let properties = properties.filter { $0.interface == interface }.map { property in
            let access = ["Rate", "Volume"].contains(property.name) ? "readwrite" : "read"
            let isQuiet = property.name == "Position"
            let note = "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"false\"/>"
            return "<property name=\"\(property.name)\" type=\"\(property.type)\" access=\"\(access)\">"
                + "\(isQuiet ? note : "")</property>\n"
        }
        let signal =
            interface == player ? "<signal name=\"Seeked\"><arg name=\"Position\" type=\"x\"/></signal>\n" : ""
        return "<interface name=\"\(interface)\">\n\((methods + properties).joined())\(signal)</interface>\n"
    }.joined()
}
