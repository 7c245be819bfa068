// SPDX-License-Identifier: Apache-2.0

/* Synchronization.Mutex under contention, as ThreadSanitizer can see it.
 *
 * Where a mutex is free, its lock is compiled into the program and is seen. Where it is not, the standard library lets the
 * kernel hand it over (FUTEX_LOCK_PI), of which ThreadSanitizer learns nothing: it takes what follows for a race. This
 * takes that function's place in the programs of Scripts/tsan. Nobody then waits in the kernel, so the counterpart that
 * wakes who waits there is never called.
 */

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(_: UInt32)
__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) _Atomic uint32_t *owner)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) _Atomic uint32_t *owner) {
    for (uint32_t nobody = 0; !atomic_compare_exchange_weak(owner, &nobody, thread); nobody = 0) sched_yield();
}
