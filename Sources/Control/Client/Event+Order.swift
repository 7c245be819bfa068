// SPDX-License-Identifier: Apache-2.0

extension Event {
    /// Its number; nil for an unknown event.
    var seq: Int? {
        switch self {
        case .beat(let event): event.seq
        case .state(let event): event.seq
        case .audio(let event): event.seq
        case .motion(let event): event.seq
        case .frame(let event): event.seq
        case .timeline(let event): event.seq
        case .section(let event): event.seq
        case .lagged(let event): event.seq
        case .other: nil
        }
    }

    /// Which start it belongs to; nil for an unknown event.
    var run: Int? {
        switch self {
        case .beat(let event): event.run
        case .state(let event): event.run
        case .audio(let event): event.run
        case .motion(let event): event.run
        case .frame(let event): event.run
        case .timeline(let event): event.run
        case .section(let event): event.run
        case .lagged(let event): event.run
        case .other: nil
        }
    }
}
