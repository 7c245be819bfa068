// SPDX-License-Identifier: Apache-2.0

/// Where the plan in force is kept, and those that were replaced and not handed back yet. Real-time safe, but for its
/// initialiser, which allocates, and its deinitialiser.
@safe struct PlanSlots: ~Copyable {
    /// The slot of the plan in force, by which its voices are counted.
    private(set) var current = 0
    private var retiring = 0
    private let slots: UnsafeMutablePointer<UnsafePointer<Plan>?>

    init() {
        unsafe slots = .allocate(capacity: Mixer.slots)
        unsafe slots.initialize(repeating: nil, count: Mixer.slots)
    }

    deinit { unsafe slots.deallocate() }

    /// Takes a plan that comes into force in place of another, if there is one.
    @_noLocks mutating func replace(by plan: UnsafePointer<Plan>, isFirst: Bool) {
        if !isFirst { retiring += 1 }
        current = unsafe keep(plan)
    }

    /// Takes a plan that does not come into force, to be handed back.
    @_noLocks mutating func refuse(_ plan: UnsafePointer<Plan>) {
        unsafe keep(plan)
        retiring += 1
    }

    /// Puts a plan into a free slot.
    @_noLocks @discardableResult private mutating func keep(_ plan: UnsafePointer<Plan>) -> Int {
        for index in 0..<Mixer.slots where unsafe slots[index] == nil {
            unsafe slots[index] = plan
            return index
        }
        return 0
    }

    /// Takes out a replaced plan from which nothing sounds any more; `nil` if there is none.
    @_noLocks mutating func nextRetired(by mixer: borrowing Mixer) -> UnsafePointer<Plan>? {
        guard retiring > 0 else { return nil }
        for index in 0..<Mixer.slots where index != current && !mixer.sounds(slot: index) {
            guard let old = unsafe slots[index] else { continue }
            unsafe slots[index] = nil
            retiring -= 1
            return unsafe old
        }
        return nil
    }
}
