// SPDX-License-Identifier: Apache-2.0

extension Dictionary {
    /// Gives back the room of the many that have been in it: a dictionary keeps that of its largest number.
    package mutating func giveBackRoom() {
        guard capacity > 8 * Swift.max(count, 8) else { return }
        self = reduce(into: [:]) { $0[$1.key] = $1.value }
    }
}
