// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// Follows the daemon, and tells the places of one kind when they are heard.
struct PlaceFollower {
    /// What it subscribes to.
    static let subscription = Subscription.params([.state, .timeline])

    /// What has happened since the last turn.
    enum Report {
        /// It is connected; the state.
        case connected(Status)
        case heard(PlaceFeed.Heard)
        case lost(ConnectionLoss)
        case ended(ConnectionLoss)
    }

    private let place: MusicalPlace
    private let early: Duration
    private var connection: DaemonConnection
    /// What is known of the music; nil while there is no connection.
    private(set) var feed: PlaceFeed?

    init(_ place: MusicalPlace, early: Duration, options: Options, longestPause: Duration) throws(Failure) {
        self.place = place
        self.early = early
        connection = DaemonConnection(
            path: try options.socketPath(), subscription: Self.subscription, answerTimeout: options.timeout.duration,
            longestPause: longestPause)
        PreciseWait.prepare()
    }

    var descriptor: CInt { connection.descriptor }

    /// When there is something to do though nothing has come; nil for never.
    var wakeNs: Int64? { [connection.wakeNs, feed?.wakeNs].compactMap { $0 }.min() }

    /// Takes in what has come, and tells what is heard by now.
    mutating func turn() -> [Report] {
        var reports: [Report] = []
        for report in connection.turn(atNs: MonotonicClock.nowNs) {
            switch report {
            case .subscribed(let subscription):
                feed = PlaceFeed(place, early: early, subscription, atNs: MonotonicClock.nowNs)
                reports.append(.connected(subscription.state))
            case .event(let event, _): feed?.add(event)
            case .answered, .refused: break
            case .lost(let loss):
                feed = nil
                reports.append(.lost(loss))
            case .ended(let loss): reports.append(.ended(loss))
            }
        }
        return reports + (feed?.due(atNs: MonotonicClock.nowNs) ?? []).map(Report.heard)
    }
}
