// SPDX-License-Identifier: Apache-2.0

/// Under which name the page is announced, and what people are told of the announcement.
///
/// A pure value: `PageAnnouncer` performs.
struct Announcement: Sendable {
    /// What has become known.
    enum Report: Sendable, Hashable {
        /// There is no system bus, for that reason.
        case noBus(String)
        /// avahi-daemon does not run.
        case absent
        /// avahi-daemon takes services.
        case ready
        /// avahi-daemon looks for a name of the machine, and announces nothing until it is ready.
        case unready
        /// The name is another's.
        case taken
        /// The network knows the page.
        case established
        /// It is not announced, for that reason.
        case refused(String)
    }

    /// What is to be done.
    enum Action: Sendable, Hashable {
        case publish(String)
        case withdraw
        /// A line for people.
        case say(String)
    }

    /// The longest name that DNS has room for, in bytes.
    static let longestName = 63
    /// How many names are tried.
    static let mostNames = 100

    private let base: String
    private var number = 1
    private var said: String?

    /// - Parameter name: of the server; what is too long for DNS is cut off.
    init(name: String) { base = name }

    /// The name that is announced or tried.
    var name: String { number == 1 ? Self.cut(base, to: Self.longestName) : Self.numbered(base, number) }

    /// What is done about what has become known.
    mutating func handle(_ report: Report) -> [Action] {
        switch report {
        case .noBus(let reason): return refuse(reason)
        case .absent: return refuse("avahi-daemon does not run")
        case .ready: return [.publish(name)]
        case .unready: return [.withdraw]
        case .taken:
            guard number < Self.mostNames else {
                return refuse("\"\(base)\" and \(Self.mostNames - 1) names like it are taken: choose another --name")
            }
            number += 1
            return [.publish(name)]
        case .established: return say("announced by mDNS as \"\(name)\"")
        case .refused(let reason): return refuse(reason)
        }
    }

    private mutating func refuse(_ reason: String) -> [Action] { say("not announced by mDNS: \(reason)") }

    /// Nothing is said twice in a row.
    private mutating func say(_ line: String) -> [Action] {
        guard line != said else { return [] }
        said = line
        return [.say(line)]
    }

    /// The name as avahi changes names that are taken: `Stage #2`.
    private static func numbered(_ name: String, _ number: Int) -> String {
        let end = " #\(number)"
        return cut(name, to: longestName - end.utf8.count) + end
    }

    /// As many whole letters as the bytes have room for.
    private static func cut(_ text: String, to bytes: Int) -> String {
        var text = text
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
