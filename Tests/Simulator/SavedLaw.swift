// SPDX-License-Identifier: Apache-2.0

/// Whether what is set is what the disk has, a second after the last change.
struct SavedLaw {
    /// Not where a daemon has begun with what its configuration or a run says, and nothing was changed since.
    private(set) var isSaved = true
    /// Whether the disk was full, and nothing was changed since.
    private var isLate = false
    private var isFull = false

    var isKnown: Bool { isSaved && !isLate }

    /// The disk is full, or free.
    mutating func fill(_ isFull: Bool) {
        self.isFull = isFull
        if isFull { isLate = true }
    }

    /// Something that is saved has changed.
    mutating func change() { (isSaved, isLate) = (true, isFull) }

    /// Another daemon begins, with nothing but what the disk has or with more.
    mutating func restart(isSaved: Bool) { (self.isSaved, isLate) = (isSaved, isFull) }
}
