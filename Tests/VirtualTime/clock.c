// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "VirtualTime.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static __thread int64_t present;
static __thread bool has_wall;
// The second since 1970 in which virtual CLOCK_MONOTONIC began.
static const int64_t epoch = 1767225600;
static int (*machine)(clockid_t, struct timespec *);

__attribute__((constructor)) static void find_machine(void) {
    machine = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

void virtual_time_set(int64_t ns) { present = ns; }

void virtual_time_rules_wall_clock(bool rules) { has_wall = rules; }

// In place of that of the C library, for everything that is linked with this.
int clock_gettime(clockid_t clock, struct timespec *now) {
    bool is_wall = has_wall && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE);
    if (present > 0 && (clock == CLOCK_MONOTONIC || is_wall)) {
        now->tv_sec = present / 1000000000 + (is_wall ? epoch : 0);
        now->tv_nsec = present % 1000000000;
        return 0;
    }
    return machine ? machine(clock, now) : (int)syscall(SYS_clock_gettime, clock, now);
}

time_t time(time_t *now) {
    struct timespec present_time;
    clock_gettime(CLOCK_REALTIME, &present_time);
    if (now) *now = present_time.tv_sec;
    return present_time.tv_sec;
}
