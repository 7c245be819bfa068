// SPDX-License-Identifier: Apache-2.0

internal import Sound

/// The plans that the real-time thread holds, with all that they point at, until it hands them back.
@safe final class PlanStore {
    private struct Kept {
        let music: CompiledArrangement
        let kits: KitSet
        let samples: SampleSet
    }

    private var plans: [UnsafePointer<Plan>: Kept] = unsafe [:]

    /// A plan in memory that stays until `take` is called with it. The kits are of these samples.
    func place(
        _ plan: Plan, music: CompiledArrangement, kits: KitSet, samples: SampleSet
    ) -> UnsafePointer<Plan> {
        let memory = UnsafeMutablePointer<Plan>.allocate(capacity: 1)
        unsafe memory.initialize(to: plan)
        unsafe plans[UnsafePointer(memory)] = Kept(music: music, kits: kits, samples: samples)
        return unsafe UnsafePointer(memory)
    }

    /// Frees a plan that was handed back.
    func take(_ plan: UnsafePointer<Plan>) {
        guard unsafe plans.removeValue(forKey: plan) != nil else { return }
        unsafe plan.deallocate()
    }

    /// How many plans are out.
    var count: Int { unsafe plans.count }
}
