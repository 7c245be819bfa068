// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct TransportTests {
    private typealias Event = Transport.Event
    private typealias Action = Transport.Action

    /// What each event of a sequence leads to.
    private func run(_ steps: [(Event, [Action])], sourceLocation: SourceLocation = #_sourceLocation) -> Transport {
        var transport = Transport()
        for (event, expected) in steps {
            #expect(transport.take(event) == expected, "\(event)", sourceLocation: sourceLocation)
        }
        return transport
    }

    private func adopted(_ revision: UInt64, run: UInt64?, frame: Int64 = 0, nextBeat: Int64 = 0) -> Event {
        .adopted(revision: revision, run: run, adoption(frame, nextBeat))
    }

    private func adoption(_ frame: Int64, _ nextBeat: Int64) -> Transport.Adoption {
        Transport.Adoption(frame: frame, tempoFrame: frame + 1, nextBeat: nextBeat)
    }

    /// A first run that plays, asked for by request 1; its plan had revision 1.
    private var started: [(Event, [Action])] {
        [
            (.start(1), [.openOutput(run: 1)]),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (adopted(1, run: 1), [.beginRun, .tellPlaying, .answer(1, .started)]),
        ]
    }

    @Test func `a start opens an output, sends a plan, and is answered where that is adopted`() {
        let transport = run(started)
        #expect(transport.isStarted && transport.isCommitted)
        #expect(transport.playingRun == 1)
    }

    @Test func `a stop sends silence, and is answered where that is adopted`() {
        let transport = run(
            started + [
                (.stop(2), [.stopWaiting, .send(revision: 2, run: nil)]),
                (
                    adopted(2, run: nil, frame: 77),
                    [.endRun, .closeOutput, .tellPlaying, .answer(2, .stopped(frame: 77))]
                ),
            ])
        #expect(!transport.isStarted && !transport.isCommitted)
        #expect(transport.playingRun == nil)
    }

    @Test func `while it plays a start changes nothing, and while it is stopped a stop`() {
        _ = run(started + [(.start(2), [.answer(2, .alreadyPlaying)])])
        _ = run([(.stop(1), [.answer(1, .notPlaying)])])
    }

    @Test func `all who ask for a start that is under way are answered together`() {
        _ = run([
            (.start(1), [.openOutput(run: 1)]),
            (.start(2), []),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (.start(3), []),
            (
                adopted(1, run: 1),
                [.beginRun, .tellPlaying, .answer(1, .started), .answer(2, .started), .answer(3, .started)]
            ),
        ])
    }

    @Test func `without an output all who asked for the start are refused, and it is stopped`() {
        let transport = run([
            (.start(1), [.openOutput(run: 1)]),
            (.start(2), []),
            (
                .outputRefused(run: 1, reason: "gone"),
                [.closeOutput, .answer(1, .outputRefused("gone")), .answer(2, .outputRefused("gone"))]
            ),
            (.start(3), [.openOutput(run: 2)]),
        ])
        #expect(transport.isStarted)
    }

    @Test func `how a run begins goes with the request that has asked for it first`() throws {
        let start = Transport.Start(at: .time(ns: 7))
        var transport = run([(.start(1, start), [.openOutput(run: 1)]), (.start(2, Transport.Start(at: .now)), [])])
        #expect(transport.start(ofRun: 1) == start && transport.start(ofRun: 2) == nil)
        _ = transport.take(.outputOpened(run: 1))
        #expect(transport.start(ofRun: 1) == start)
        _ = transport.take(.stop(3))
        #expect(transport.start(ofRun: 1) == nil)
        _ = transport.take(.start(4))
        #expect(transport.start(ofRun: 1) == nil && transport.start(ofRun: 2) == Transport.Start())
        _ = transport.take(.outputRefused(run: 2, reason: "gone"))
        #expect(transport.start(ofRun: 2) == nil)
    }

    @Test func `a plan that cannot be made refuses what it was asked for, and leaves the rest as it is`() {
        let stopped = run([
            (.start(1), [.openOutput(run: 1)]), (.start(2), []),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (
                .unplayable(revision: 1, reason: "long"),
                [.closeOutput, .answer(1, .unplayable("long")), .answer(2, .unplayable("long"))]
            ),
            (.start(3), [.openOutput(run: 2)]),
        ])
        #expect(stopped.isStarted && !stopped.isCommitted)
        let playing = run(
            started + [
                (.edit(2), [.send(revision: 2, run: 1)]),
                (.unplayable(revision: 2, reason: "long"), [.answer(2, .unplayable("long"))]),
                (.outputAttached, [.send(revision: 3, run: 1)]),
                (.unplayable(revision: 3, reason: "long"), []), (.unplayable(revision: 9, reason: ""), []),
            ])
        #expect(playing.isStarted && playing.playingRun == 1)
    }

    @Test func `a stop before the output is ready takes the start back`() {
        _ = run([
            (.start(1), [.openOutput(run: 1)]),
            (.stop(2), [.closeOutput, .answer(1, .stoppedBeforeStart), .answer(2, .notPlaying)]),
            (.outputOpened(run: 1), []),
            (.outputRefused(run: 1, reason: "late"), []),
        ])
    }

    @Test func `a stop before the plan was adopted ends the run after it has begun`() {
        _ = run([
            (.start(1), [.openOutput(run: 1)]),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (.stop(2), [.stopWaiting, .send(revision: 2, run: nil), .answer(1, .stoppedBeforeStart)]),
            (adopted(1, run: 1), [.beginRun, .tellPlaying]),
            (adopted(2, run: nil, frame: 5), [.endRun, .closeOutput, .tellPlaying, .answer(2, .stopped(frame: 5))]),
        ])
    }

    @Test func `a start right after a stop plays a new run once the old one has ended, and keeps the output`() {
        let transport = run(
            started + [
                (.stop(2), [.stopWaiting, .send(revision: 2, run: nil)]),
                (.start(3), [.openOutput(run: 2)]),
                (.outputOpened(run: 2), []),
                (
                    adopted(2, run: nil, frame: 9),
                    [.endRun, .tellPlaying, .answer(2, .stopped(frame: 9)), .send(revision: 3, run: 2)]
                ),
                (adopted(3, run: 2), [.beginRun, .tellPlaying, .answer(3, .started)]),
            ])
        #expect(transport.playingRun == 2)
    }

    @Test func `a start is answered by the plan of its own run, not by that of one that was stopped`() {
        _ = run([
            (.start(1), [.openOutput(run: 1)]),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (.stop(2), [.stopWaiting, .send(revision: 2, run: nil), .answer(1, .stoppedBeforeStart)]),
            (.start(3), [.openOutput(run: 2)]),
            (.outputOpened(run: 2), []),
            (adopted(1, run: 1), [.beginRun, .tellPlaying]),
            (
                adopted(2, run: nil, frame: 4),
                [.endRun, .tellPlaying, .answer(2, .stopped(frame: 4)), .send(revision: 3, run: 2)]
            ),
            (adopted(3, run: 2), [.beginRun, .tellPlaying, .answer(3, .started)]),
        ])
    }

    @Test func `an edit while it plays holds from where its plan does`() {
        _ = run(
            started + [
                (.edit(2), [.send(revision: 2, run: 1)]),
                (.edit(3), [.send(revision: 3, run: 1)]),
                (
                    adopted(2, run: 1, frame: 10, nextBeat: 4),
                    [.continueRun, .answer(2, .changed(adoption(10, 4)))]
                ),
                (
                    adopted(3, run: 1, frame: 12, nextBeat: 4),
                    [.continueRun, .answer(3, .changed(adoption(12, 4)))]
                ),
            ])
    }

    @Test func `an edit while it is stopped, stops, or has no output yet sends nothing`() {
        _ = run([(.edit(1), [.answer(1, .notPlaying)])])
        _ = run([(.start(1), [.openOutput(run: 1)]), (.edit(2), [.answer(2, .notPlaying)])])
        _ = run(
            started + [
                (.stop(2), [.stopWaiting, .send(revision: 2, run: nil)]),
                (.edit(3), [.answer(3, .notPlaying)]),
                // The next run has no output yet: a plan of it would begin it too soon.
                (.start(4), [.openOutput(run: 2)]),
                (.edit(5), [.answer(5, .notPlaying)]),
            ])
    }

    @Test func `an edit between the plan of a start and its adoption is answered with its own plan`() {
        _ = run([
            (.start(1), [.openOutput(run: 1)]),
            (.outputOpened(run: 1), [.send(revision: 1, run: 1)]),
            (.edit(2), [.send(revision: 2, run: 1)]),
            (adopted(1, run: 1), [.beginRun, .tellPlaying, .answer(1, .started)]),
            (adopted(2, run: 1, frame: 3), [.continueRun, .answer(2, .changed(adoption(3, 0)))]),
        ])
    }

    @Test func `a device that is attached gets the plan of what plays`() {
        _ = run([(.outputAttached, [])])
        _ = run([(.start(1), [.openOutput(run: 1)]), (.outputAttached, [])])
        _ = run(
            started + [
                (.outputAttached, [.send(revision: 2, run: 1)]),
                (adopted(2, run: 1), [.continueRun]),
                // On its way to silence, it is silence.
                (.stop(2), [.stopWaiting, .send(revision: 3, run: nil)]),
                (.outputAttached, [.send(revision: 4, run: nil)]),
                (
                    adopted(3, run: nil, frame: 1),
                    [.endRun, .closeOutput, .tellPlaying, .answer(2, .stopped(frame: 1))]
                ),
                (adopted(4, run: nil), []),
            ])
    }

    @Test func `a plan that came too late is sent again while its run is wanted, and answered where it is adopted`() {
        _ = run(
            started + [
                (.edit(2), [.send(revision: 2, run: 1)]),
                (.late(revision: 2, run: 1), [.send(revision: 2, run: 1)]),
                (adopted(2, run: 1, frame: 9), [.continueRun, .answer(2, .changed(adoption(9, 0)))]),
            ])
        _ = run(
            started + [
                (.edit(2), [.send(revision: 2, run: 1)]),
                (.stop(3), [.stopWaiting, .send(revision: 3, run: nil)]),
                (.late(revision: 2, run: 1), [.answer(2, .notPlaying)]),
                (.late(revision: 2, run: 1), []),
            ])
    }

    @Test func `a plan that is not known changes nothing`() {
        _ = run(started + [(adopted(9, run: 4), []), (adopted(1, run: 1), [])])
    }

    /// Whatever comes in whatever order: every request is answered once, a plan of a run is sent only with its output
    /// open, and in the end what plays is what was asked for last.
    @Test(arguments: 0..<200)
    func `every order of events leads to what was asked for last`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var transport = Transport()
        var answered: [Int: Int] = [:]
        var sent: [(revision: UInt64, run: UInt64?)] = []
        var opening: [UInt64] = []
        var opened: Set<UInt64> = []
        var (request, isWanted, isRefused) = (0, false, false)
        func perform(_ actions: [Action]) {
            var unplayable: [UInt64] = []
            for action in actions {
                switch action {
                case .openOutput(let run): opening.append(run)
                case .send(let revision, let run):
                    if let run { #expect(opened.contains(run)) }
                    // Silence can always be played.
                    if run != nil, Int.random(in: 0..<6, using: &random) == 0 {
                        unplayable.append(revision)
                    } else {
                        sent.append((revision, run))
                    }
                case .answer(let request, _): answered[request, default: 0] += 1
                case .closeOutput: #expect(!transport.isStarted)
                case .stopWaiting, .beginRun, .continueRun, .endRun, .tellPlaying: break
                }
            }
            for revision in unplayable {
                let wasStarted = transport.isStarted
                perform(transport.take(.unplayable(revision: revision, reason: "")))
                if wasStarted, !transport.isStarted { isWanted = false }
            }
        }
        func report() {
            guard !sent.isEmpty else { return }
            let plan = sent.removeFirst()
            // Within a run a plan may come after the beat that it was aimed at.
            if plan.run != nil, plan.run == transport.playingRun, Int.random(in: 0..<4, using: &random) == 0 {
                return perform(transport.take(.late(revision: plan.revision, run: plan.run)))
            }
            perform(transport.take(.adopted(revision: plan.revision, run: plan.run, adoption(0, 0))))
        }
        func open() {
            guard !opening.isEmpty else { return }
            let run = opening.removeFirst()
            opened.insert(run)
            perform(transport.take(.outputOpened(run: run)))
        }
        for _ in 0..<60 {
            request += 1
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                isWanted = true
                perform(transport.take(.start(request)))
            case 1:
                isWanted = false
                perform(transport.take(.stop(request)))
            case 2: perform(transport.take(.edit(request)))
            case 3: open()
            case 4:
                guard !opening.isEmpty else { continue }
                let run = opening.removeFirst()
                isRefused = transport.isStarted
                perform(transport.take(.outputRefused(run: run, reason: "")))
                if isRefused, !transport.isStarted { isWanted = false }
            case 5: perform(transport.take(.outputAttached))
            default: report()
            }
        }
        while !opening.isEmpty || !sent.isEmpty {
            open()
            report()
        }
        #expect(transport.isStarted == isWanted)
        #expect((transport.playingRun != nil) == isWanted)
        #expect(answered.values.allSatisfy { $0 == 1 })
    }
}
