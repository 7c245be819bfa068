// SPDX-License-Identifier: Apache-2.0

// Calls RealtimeKit by sd-bus.

#define _GNU_SOURCE
#include "CLinux.h"
#include "SDBus.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char service[] = "org.freedesktop.RealtimeKit1";
static const char object[] = "/org/freedesktop/RealtimeKit1";

struct linux_rtkit {
    sd_bus *bus;
    int64_t deadline_ns;
    char reason[200];
    const struct sdbus *sd;
};

static int fail(struct linux_rtkit *rtkit, int error, const char *why) {
    snprintf(rtkit->reason, sizeof rtkit->reason, "%s", why);
    return error;
}

// The outcome of a call: `result`, or why it failed.
static int judge(struct linux_rtkit *rtkit, int result, sd_bus_error *error) {
    if (result < 0) fail(rtkit, result, error->message ? error->message : strerror(-result));
    rtkit->sd->error_free(error);
    return result;
}

static uint64_t left_us(const struct linux_rtkit *rtkit) {
    int64_t left = (rtkit->deadline_ns - linux_monotonic_ns()) / 1000;
    return left > 0 ? (uint64_t)left : 0;
}

struct linux_rtkit *linux_rtkit_begin(int64_t limit_ns) {
    struct linux_rtkit *rtkit = calloc(1, sizeof *rtkit);
    if (rtkit) rtkit->deadline_ns = linux_monotonic_ns() + limit_ns;
    return rtkit;
}

// Connects once.
static int connect_bus(struct linux_rtkit *rtkit) {
    rtkit->reason[0] = '\0';
    if (!rtkit->bus) {
        if (!rtkit->sd && !(rtkit->sd = linux_sdbus())) return fail(rtkit, -ENOSYS, "no libsystemd to ask with");
        int error = rtkit->sd->open_system(&rtkit->bus);
        if (error < 0) {
            rtkit->bus = NULL;
            return fail(rtkit, error, "there is no system bus");
        }
    }
    int error = linux_sdbus_connect(rtkit->sd, rtkit->bus, rtkit->deadline_ns);
    if (error < 0)
        return fail(rtkit, error, error == -ETIMEDOUT ? "the system bus does not answer" : "there is no system bus");
    return 0;
}

// For sd-bus, 0 means its default of 25 seconds.
static int prepare_call(struct linux_rtkit *rtkit) {
    uint64_t left = left_us(rtkit);
    if (left == 0) return fail(rtkit, -ETIMEDOUT, "it does not answer");
    return rtkit->sd->set_timeout(rtkit->bus, left);
}

static int get(struct linux_rtkit *rtkit, const char *name, char type, void *value) {
    int result = prepare_call(rtkit);
    if (result < 0) return result;
    sd_bus_error error = {0};
    result = rtkit->sd->get_property(rtkit->bus, service, object, service, name, &error, type, value);
    return judge(rtkit, result, &error);
}

int linux_rtkit_highest(struct linux_rtkit *rtkit) {
    int32_t highest = 0;
    int result = connect_bus(rtkit);
    if (result >= 0) result = get(rtkit, "MaxRealtimePriority", 'i', &highest);
    return result < 0 ? result : highest;
}

int linux_rtkit_realtime(struct linux_rtkit *rtkit, pid_t tid, int priority) {
    int32_t highest = 0;
    int64_t longest_us = 0;
    int result = connect_bus(rtkit);
    if (result >= 0) result = get(rtkit, "MaxRealtimePriority", 'i', &highest);
    if (result >= 0) result = get(rtkit, "RTTimeUSecMax", 'x', &longest_us);
    if (result < 0) return result;
    if (highest < 1 || longest_us < 1) return fail(rtkit, -EPERM, "it grants no priority");
    if (priority > highest) priority = highest;

    result = linux_limit_realtime(longest_us);
    if (result < 0) return fail(rtkit, result, "RLIMIT_RTTIME cannot be set");
    result = prepare_call(rtkit);
    if (result < 0) return result;
    sd_bus_error error = {0};
    result = rtkit->sd->call(rtkit->bus, service, object, service, "MakeThreadRealtime", &error, NULL, "tu",
                             (uint64_t)tid, (uint32_t)priority);
    result = judge(rtkit, result, &error);
    return result < 0 ? result : priority;
}

int linux_rtkit_nice(struct linux_rtkit *rtkit, pid_t tid, int nice) {
    int32_t lowest = 0;
    int result = connect_bus(rtkit);
    if (result >= 0) result = get(rtkit, "MinNiceLevel", 'i', &lowest);
    if (result >= 0) result = prepare_call(rtkit);
    if (result < 0) return -result;
    if (nice < lowest) nice = lowest;
    if (nice >= 0) return -fail(rtkit, -EPERM, "it grants no nice level");

    sd_bus_error error = {0};
    result = rtkit->sd->call(rtkit->bus, service, object, service, "MakeThreadHighPriority", &error, NULL, "ti",
                             (uint64_t)tid, (int32_t)nice);
    result = judge(rtkit, result, &error);
    return result < 0 ? -result : nice;
}

const char *linux_rtkit_reason(const struct linux_rtkit *rtkit) { return rtkit->reason; }

void linux_rtkit_end(struct linux_rtkit *rtkit) {
    if (rtkit->bus) rtkit->sd->close(rtkit->bus);
    free(rtkit);
}
