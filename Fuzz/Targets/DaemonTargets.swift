// SPDX-License-Identifier: Apache-2.0

internal import Bridges
internal import Choices
internal import ControlSamples
internal import MetronomeControl

extension FuzzTarget {
    /// Lines of a hostile daemon, to a client that has just asked for a subscription.
    static let answers = FuzzTarget(
        "answers", longest: 8192,
        words: {
            [Event.stateMethod, Event.timelineMethod] + EventKind.allCases.map { "event.\($0.rawValue)" }
                + ErrorReason.allCases.map(\.rawValue) + [
                    "\"id\":1", "\"result\":{", "\"error\":{", "\"code\":-32000", "\"data\":{\"reason\":", "\"seq\":",
                    "\"run\":", "\"protocol\":{\"major\":1,\"minor\":0}", "9223372036854775807",
                    "-9223372036854775808", "1e308", "1e-300", "9007199254740993", "null", "\"segments\":[",
                    "\"bars\":[",
                ]
        },
        seeds: {
            var choices = Choices([])
            let subscription = choices.subscription()
            func answer(_ value: some Encodable) -> [UInt8] {
                Array("{\"id\":1,\"result\":".utf8) + JSONLine.encode(value).dropLast() + Array("}\n".utf8)
            }
            func event(_ method: String, _ params: some Encodable) -> [UInt8] {
                Array("{\"method\":\"\(method)\",\"params\":".utf8) + JSONLine.encode(params).dropLast()
                    + Array("}\n".utf8)
            }
            let timeline = TimelineEvent { ($0.seq, $0.run, $0.timeline) = (2, 3, choices.timeline()) }
            return [
                answer(subscription) + event(TimelineEvent.method, timeline)
                    + event(BeatEvent.method, BeatEvent.sample(index: 412)),
                answer(subscription)
                    + event(
                        StateEvent.method,
                        StateEvent {
                            $0.seq = 3; $0.run = 3; $0.changed = ["playing"]; $0.state = .stopped
                        }),
                Array(
                    "{\"error\":{\"code\":-32000,\"data\":{\"reason\":\"forbidden\"},\"message\":\"no\"},\"id\":null}\n"
                        .utf8),
            ]
        }
    ) { input in
        var state = ConnectionState(
            subscription: ["events": ["beat", "state", "timeline"]], answerTimeoutNs: 5_000_000_000,
            pausesNs: 100_000_000...1_000_000_000)
        var now = Status.allegro.nowNs
        _ = state.handle(.time, atNs: now)
        _ = state.handle(.connected, atNs: now)
        var clients: FollowingClients?
        for line in input.split(separator: UInt8(ascii: "\n")) {
            now += 10_000_000
            for case .report(let report) in state.handle(.line(Array(line)), atNs: now) {
                switch report {
                case .subscribed(let subscription): clients = FollowingClients(subscription, atNs: now)
                case .event(let event, _): clients?.add(event, atNs: now)
                case .answered(let answer): _ = try? answer.result(as: Status.self)
                case .refused(_, let error): _ = error.description
                case .lost(let loss), .ended(let loss): _ = loss.description
                }
            }
            clients?.look(atNs: now)
        }
        _ = state.handle(.failed(.closed), atNs: now)
    }

    /// Statuses and timelines of a hostile daemon, made of choices, and all that clients compute from them.
    static let timelines = FuzzTarget(
        "timelines", longest: 1024, seeds: { [Array(repeating: 0, count: 64), Array(0...255)] }
    ) { input in
        var choices = Choices(input)
        let subscription = choices.subscription()
        guard let read = try? JSONLine.decode(Subscription.self, from: JSONLine.encode(subscription)) else { return }
        try law(read == subscription, "a subscription is not read back equal: \(subscription)")
        var clients = FollowingClients(subscription, atNs: choices.localNs())
        while !choices.isOver {
            let now = choices.localNs()
            let event = choices.event()
            clients.add(event, atNs: now)
            clients.look(atNs: now)
            clients.look(atNs: choices.localNs())
        }
    }
}

extension Event {
    fileprivate static var stateMethod: String { StateEvent.method }
    fileprivate static var timelineMethod: String { TimelineEvent.method }
}
