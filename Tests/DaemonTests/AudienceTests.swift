// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeMotion
import MetronomeSession
import Testing

@testable import Daemon

/// Who is told what.
@Suite struct AudienceTests {
    private final class Client {}
    private let clients = (0..<4).map { _ in Client() }
    private func id(_ index: Int) -> ObjectIdentifier { ObjectIdentifier(clients[index]) }

    @Test func `subscriptions add up, and a lead that is not named stays`() {
        var audience = Audience()
        _ = audience.subscribe(id(0), to: [.beat], leadMs: 400, properties: [])
        let listener = audience.subscribe(id(0), to: [.state], leadMs: nil, properties: [])
        #expect(listener.events == [.beat, .state] && listener.leadMs == 400)
        #expect(audience.clients(of: .beat) == [id(0)] && audience.clients(of: .audio).isEmpty)
    }

    @Test(arguments: [EventKind.beat, .motion])
    func `beats are announced while somebody wants them or what moves in them`(_ kind: EventKind) {
        var audience = Audience()
        _ = audience.subscribe(id(0), to: [.state, .timeline], leadMs: nil, properties: [])
        #expect(audience.announcer.isIdle)
        _ = audience.subscribe(id(0), to: [kind], leadMs: nil, properties: [])
        #expect(!audience.announcer.isIdle)
        let others = audience.unsubscribe(id(0), from: [kind])
        #expect(others == [.state, .timeline])
        #expect(audience.announcer.isIdle)
    }

    @Test func `who follows beats and movements, and then one of them only, is still announced to`() {
        for kind in [EventKind.beat, .motion] {
            var audience = Audience()
            _ = audience.subscribe(id(0), to: [.beat, .motion], leadMs: nil, properties: [])
            _ = audience.unsubscribe(id(0), from: [kind])
            #expect(!audience.announcer.isIdle, "without \(kind)")
        }
    }

    @Test func `whoever has gone is told nothing, and was never there`() {
        var audience = Audience()
        for index in 0..<4 { _ = audience.subscribe(id(index), to: [.beat, .state], leadMs: nil, properties: []) }
        for index in 0..<4 { audience.leave(id(index)) }
        #expect(audience == Audience())
        let others = audience.unsubscribe(id(0), from: [.beat])
        #expect(others.isEmpty)
    }

    @Test func `who follows the same properties is sent the same line`() throws {
        var audience = Audience()
        let named = PropertyList.choreography.properties.prefix(2).compactMap { Choreography.property(named: $0.name) }
        let (angle, bob) = (named[0], named[1])
        for (index, properties) in [[angle], [bob], [angle], [angle, bob]].enumerated() {
            _ = audience.subscribe(id(index), to: [.motion], leadMs: nil, properties: properties)
        }
        let groups = audience.byProperties((0..<4).map(id))
        #expect(groups.map(\.clients) == [[id(0), id(2)], [id(1)], [id(3)]])
        #expect(groups.map { $0.properties.map(\.name) } == [[angle.name], [bob.name], [angle.name, bob.name]])
    }

    @Test func `events are numbered without a gap`() {
        var audience = Audience()
        let numbers = (0..<3).map { _ in audience.nextSequence() }
        #expect(numbers == [1, 2, 3] && audience.sequence == 3)
    }
}

/// What was asked for and waits.
@Suite struct InboxTests {
    private func ask(_ id: Ask.ID, _ wish: Ask.Wish = .call(.ping)) -> Ask { Ask(id: id, wish: wish) }

    @Test func `what waits again for another file keeps its place`() throws {
        var inbox = Inbox()
        let list = SetList(try #require(LibraryName("l")), title: nil, entries: [])
        inbox.park(ask(1, .entry(of: list, at: .now)))
        inbox.park(ask(2, .entry(of: list.at(2), at: .now)))
        inbox.park(ask(1, .entry(of: list.at(1), at: .bar)))
        #expect(inbox.parked.map(\.id) == [1, 2] && inbox.setList == list.at(2))
        inbox.unpark(2)
        #expect(inbox.waiting(2) == nil && inbox.setList == list.at(1))
    }

    @Test func `what the daemon itself asks has numbers of its own, and is settled once`() throws {
        var inbox = Inbox()
        inbox.ask(.sounds)
        inbox.ask(.call(.start))
        let asks = [inbox.takeNext(), inbox.takeNext()]
        let (one, other) = (try #require(asks[0]), try #require(asks[1]))
        let next = inbox.takeNext()
        #expect(one.id < 0 && other.id < one.id && next == nil && inbox.awaitsAnswers)
        let settled = [one, one, other].map { inbox.settle($0.id) }
        #expect(settled == [.sounds, nil, .call(.start)] && !inbox.awaitsAnswers)
    }

    @Test func `an ask of a client that takes its turn again is not the daemon's own`() throws {
        var inbox = Inbox()
        inbox.again(ask(7))
        let next = inbox.takeNext()
        #expect(next?.id == 7 && !inbox.awaitsAnswers)
    }
}
