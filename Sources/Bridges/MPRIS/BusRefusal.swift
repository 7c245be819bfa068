// SPDX-License-Identifier: Apache-2.0

/// Why a call is refused.
package struct BusRefusal: Error, Sendable, Hashable {
    /// As D-Bus names errors.
    package var name: String
    /// For people.
    package var text: String

    private init(_ name: String, _ text: String) {
        (self.name, self.text) = ("org.freedesktop.DBus.Error." + name, text)
    }

    static func unknownObject(_ path: String) -> BusRefusal {
        BusRefusal("UnknownObject", "there is no object \(path)")
    }
    static func unknownInterface(_ name: String) -> BusRefusal {
        BusRefusal("UnknownInterface", "there is no interface \(name)")
    }
    static func unknownMethod(_ name: String) -> BusRefusal {
        BusRefusal("UnknownMethod", "there is no method \(name)")
    }
    static func unknownProperty(_ name: String) -> BusRefusal {
        BusRefusal("UnknownProperty", "there is no property \(name)")
    }
    static func readOnly(_ name: String) -> BusRefusal {
        BusRefusal("PropertyReadOnly", "\(name) cannot be set; Volume can, and Rate where a song is loaded")
    }
    static func invalid(_ what: String) -> BusRefusal { BusRefusal("InvalidArgs", what) }
    static func unsupported(_ what: String) -> BusRefusal { BusRefusal("NotSupported", what) }
    static func failed(_ what: String) -> BusRefusal { BusRefusal("Failed", what) }
}
