// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import VirtualDevice

/// A fault of a card that lasts for a time.
struct Fault {
    let name: String
    /// How long it lasts.
    var seconds = 0.0
    /// How the card is set at the beginning. What does not end by itself is reset at the end.
    let fields: [(WritableKeyPath<virtual_control, Int64>, Int64)]
    /// How long the card's clock stands still.
    var frozenSeconds = 0.0

    static var all: [Fault] {
        [
            Fault(name: "runs dry", fields: [(\.xrun, 1)]),
            Fault(name: "runs dry again and again", seconds: 1, fields: [(\.xrun, 2)]),
            Fault(name: "suspends, cannot resume", fields: [(\.suspend, 1)]),
            Fault(name: "suspends, resumes", fields: [(\.suspend, 2)]),
            Fault(name: "suspends, only says that it resumes", fields: [(\.suspend, 3)]),
            Fault(name: "unplugged", seconds: 2, fields: [(\.unplugged, Int64(ENODEV))]),
            Fault(
                name: "unplugged, then busy", seconds: 3,
                fields: [(\.unplugged, Int64(ENODEV)), (\.busy, Int64(EBUSY))]),
            Fault(name: "cannot be prepared", seconds: 1, fields: [(\.unprepared, Int64(EIO)), (\.xrun, 1)]),
            Fault(name: "takes nothing", seconds: 1, fields: [(\.deaf, 1)]),
            Fault(name: "wakes us all the time", seconds: 2, fields: [(\.noisy, 1)]),
            Fault(name: "stands still for 300 ms", seconds: 0.3, fields: [], frozenSeconds: 0.3),
            Fault(name: "stands still for 1.5 s", seconds: 1.5, fields: [], frozenSeconds: 1.5),
            Fault(name: "answers 400 ms late", seconds: 0.4, fields: [(\.hang_ms, 400)]),
        ]
    }

    func begin(on card: Card) {
        for (field, value) in fields { card.set(field, value) }
        if frozenSeconds > 0 { card.freeze(seconds: frozenSeconds) }
    }

    func end(on card: Card) {
        guard seconds > 0 else { return }
        for (field, _) in fields { card.set(field, 0) }
    }
}
