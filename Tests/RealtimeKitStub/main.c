// SPDX-License-Identifier: Apache-2.0

// A RealtimeKit for tests: realtimekit-stub LOG WISH
//
// It answers on the bus that DBUS_SYSTEM_BUS_ADDRESS names and writes a line to LOG for every request: the method, what
// was asked for, and what the rules ask of the caller: whether the thread is one of the caller's, its RLIMIT_RTTIME
// (soft and hard), whether SCHED_RESET_ON_FORK is set on the thread. WISH is how requests are answered: `grant`
// carries them out (where it may), `refuse` answers with an error, `nice` grants nice levels only, `silent` not at all.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message message;

static int (*open_system)(sd_bus **);
static int (*add_object)(sd_bus *, void *slot, const char *path, int (*)(message *, void *, void *), void *context);
static int (*request_name)(sd_bus *, const char *name, uint64_t flags);
static int (*process)(sd_bus *, void *);
static int (*wait_bus)(sd_bus *, uint64_t timeout_us);
static int (*is_call)(message *, const char *interface, const char *member);
static int (*read_message)(message *, const char *types, ...);
static int (*reply)(message *, const char *types, ...);
static int (*reply_error)(message *, int error, void *details);
static const char *(*sender)(message *);
static int (*call)(sd_bus *, const char *service, const char *object, const char *interface, const char *member,
                   void *error, message **reply, const char *types, ...);

static const struct {
    void *function;
    const char *name;
} functions[] = {
    {&open_system, "sd_bus_open_system"},
    {&add_object, "sd_bus_add_object"},
    {&request_name, "sd_bus_request_name"},
    {&process, "sd_bus_process"},
    {&wait_bus, "sd_bus_wait"},
    {&is_call, "sd_bus_message_is_method_call"},
    {&read_message, "sd_bus_message_read"},
    {&reply, "sd_bus_reply_method_return"},
    {&reply_error, "sd_bus_reply_method_errno"},
    {&sender, "sd_bus_message_get_sender"},
    {&call, "sd_bus_call_method"},
};

static const char name[] = "org.freedesktop.RealtimeKit1";
static const char driver[] = "org.freedesktop.DBus";
enum { highest_priority = 15, lowest_nice = -9, longest_us = 150000 };

static sd_bus *bus;
static FILE *record;
static const char *wish;

static pid_t process_of(const char *client) {
    message *answer = NULL;
    uint32_t pid = 0;
    if (call(bus, driver, "/org/freedesktop/DBus", driver, "GetConnectionUnixProcessID", NULL, &answer, "s", client) < 0)
        return 0;
    read_message(answer, "u", &pid);
    return (pid_t)pid;
}

static void note(const char *method, message *request, pid_t tid, int level) {
    pid_t pid = process_of(sender(request));
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d", pid, tid);
    struct rlimit limit = {0};
    prlimit(pid, RLIMIT_RTTIME, NULL, &limit);
    fprintf(record, "method=%s pid=%d tid=%d level=%d own=%d soft=%lld hard=%lld reset=%d\n", method, pid, tid, level,
            access(path, F_OK) == 0, (long long)limit.rlim_cur, (long long)limit.rlim_max,
            (sched_getscheduler(tid) & SCHED_RESET_ON_FORK) != 0);
    fflush(record);
}

static int property(message *request) {
    const char *interface, *member;
    if (read_message(request, "ss", &interface, &member) < 0) return -EINVAL;
    if (strcmp(member, "MaxRealtimePriority") == 0) return reply(request, "v", "i", highest_priority);
    if (strcmp(member, "MinNiceLevel") == 0) return reply(request, "v", "i", lowest_nice);
    if (strcmp(member, "RTTimeUSecMax") == 0) return reply(request, "v", "x", (int64_t)longest_us);
    return reply_error(request, ENOENT, NULL);
}

static int answer(message *request, void *context, void *error) {
    (void)context;
    (void)error;
    if (strcmp(wish, "silent") == 0) return 1;
    if (is_call(request, "org.freedesktop.DBus.Properties", "Get")) return property(request);
    uint64_t tid = 0;
    int32_t level = 0;
    if (is_call(request, name, "MakeThreadRealtime")) {
        read_message(request, "tu", &tid, &level);
        note("realtime", request, (pid_t)tid, level);
        if (strcmp(wish, "grant") != 0) return reply_error(request, EACCES, NULL);
        struct sched_param parameter = {.sched_priority = level};
        // Without privilege the kernel refuses this to the stub too; the tests read only the request.
        sched_setscheduler((pid_t)tid, SCHED_RR | SCHED_RESET_ON_FORK, &parameter);
        return reply(request, "");
    }
    if (is_call(request, name, "MakeThreadHighPriority")) {
        read_message(request, "ti", &tid, &level);
        note("nice", request, (pid_t)tid, level);
        if (strcmp(wish, "refuse") == 0) return reply_error(request, EACCES, NULL);
        setpriority(PRIO_PROCESS, (id_t)tid, level);
        return reply(request, "");
    }
    return 0;
}

int main(int count, char **words) {
    if (count != 3 || !(record = fopen(words[1], "w"))) return 2;
    wish = words[2];
    void *library = dlopen("libsystemd.so.0", RTLD_NOW);
    if (!library) library = dlopen("libelogind.so.0", RTLD_NOW);
    if (!library) return 3;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void *found = dlsym(library, functions[i].name);
        if (!found) return 3;
        memcpy(functions[i].function, &found, sizeof found);
    }
    if (open_system(&bus) < 0 || add_object(bus, NULL, "/org/freedesktop/RealtimeKit1", answer, NULL) < 0
        || request_name(bus, name, 0) < 0)
        return 4;
    fputs("ready\n", record);
    fflush(record);
    for (;;) {
        int done = process(bus, NULL);
        if (done < 0) return 5;
        if (done == 0) wait_bus(bus, UINT64_MAX);
    }
}
