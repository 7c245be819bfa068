// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int64_t linux_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int linux_eventfd(void) {
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int linux_memory_file(void) {
    int fd = memfd_create("metronomed", MFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

void linux_eventfd_signal(int fd) {
    uint64_t one = 1;
    ssize_t written = write(fd, &one, sizeof one);
    (void)written;
}

void linux_eventfd_drain(int fd) {
    uint64_t count;
    ssize_t taken = read(fd, &count, sizeof count);
    (void)taken;
}

int linux_pipe(int *read_end, int *write_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
    *read_end = ends[0];
    *write_end = ends[1];
    return 0;
}

void linux_pipe_signal(int write_end) {
    ssize_t written = write(write_end, "!", 1);
    (void)written;
}

int linux_poll(struct pollfd *descriptors, size_t count, int64_t timeout_ns) {
    struct timespec limit = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    int ready = ppoll(descriptors, count, timeout_ns < 0 ? NULL : &limit, NULL);
    if (ready >= 0) return ready;
    return errno == EINTR ? 0 : -errno;
}

void linux_set_timer_slack(unsigned long slack_ns) { prctl(PR_SET_TIMERSLACK, slack_ns); }

int linux_watch_begin(void) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool linux_watch_folder(int fd, const char *folder, const char *parent) {
    int inside = inotify_add_watch(fd, folder, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO);
    int above = inotify_add_watch(fd, parent, IN_CREATE | IN_MOVED_TO);
    return inside >= 0 || above >= 0;
}

bool linux_watch_saves(int fd, const char *folder, bool removals) {
    uint32_t removed = removals ? IN_DELETE | IN_MOVED_FROM : 0;
    return inotify_add_watch(fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR | removed) >= 0;
}

bool linux_ignores_signal(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

const size_t linux_signal_record_bytes = sizeof(struct signalfd_siginfo);

int linux_signal_descriptor(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    int fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// MARK: memory

// Pages of an object's segment: those that lie in it as a whole.
struct pages {
    uintptr_t start, end;
};

static struct pages pages_of(const struct dl_phdr_info *object, const ElfW(Phdr) *segment) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return (struct pages){
        .start = (object->dlpi_addr + segment->p_vaddr + page - 1) & ~(page - 1),
        .end = (object->dlpi_addr + segment->p_vaddr + segment->p_memsz) & ~(page - 1),
    };
}

// Objects that the program was started with: those that are loaded later, by alsa-lib, come after them.
static size_t objects_at_start;

static int count_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)object;
    (void)size;
    ++*(size_t *)context;
    return 0;
}

void linux_prepare_memory(void) {
    mallopt(M_ARENA_MAX, 1);
    dl_iterate_phdr(count_object, &objects_at_start);
}

static int load_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    const uintptr_t reach = 64 << 10, page = (uintptr_t)sysconf(_SC_PAGESIZE), address = (uintptr_t)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD) continue;
        struct pages pages = pages_of(object, segment);
        if (address < pages.start || address >= pages.end) continue;
        uintptr_t start = address - pages.start > reach ? address - reach : pages.start;
        uintptr_t end = pages.end - address > reach ? address + reach : pages.end;
        for (; start < end; start += page) (void)*(const volatile char *)start;
    }
    return 1;
}

void linux_load_code(const void *address) { dl_iterate_phdr(load_code, (void *)address); }

// The pages of an object's code are never written, so the kernel can read them from the file again.
static void release_segments(const struct dl_phdr_info *object, bool locks) {
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        struct pages pages = pages_of(object, segment);
        if (pages.end <= pages.start) continue;
        madvise((void *)pages.start, pages.end - pages.start, MADV_DONTNEED);
        // What is read again stays. Where the limit for locked memory is too low, it stays until memory is short.
        if (locks) mlock2((void *)pages.start, pages.end - pages.start, MLOCK_ONFAULT);
    }
}

static bool is_named(const struct dl_phdr_info *object, const char *name) {
    const char *file = strrchr(object->dlpi_name, '/');
    return strncmp(file ? file + 1 : object->dlpi_name, name, strlen(name)) == 0;
}

static int release_library(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    if (!is_named(object, context)) return 0;
    release_segments(object, false);
    return 1;
}

void linux_release_library(const char *name) { dl_iterate_phdr(release_library, (void *)name); }

static int release_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    size_t *number = context;
    bool is_program = *number == 0;
    // Of alsa-lib, of what it has loaded, and of the C library the real-time thread runs code that no rehearsal reaches.
    static const char *const played[] = {"libasound", "libc.so", "ld-linux", "linux-vdso"};
    if ((*number)++ > 0 && *number > objects_at_start) return 1;
    for (size_t i = 0; !is_program && i < sizeof played / sizeof *played; i++)
        if (is_named(object, played[i])) return 0;
    release_segments(object, is_program);
    return 0;
}

void linux_release_startup_code(void) {
    size_t number = 0;
    dl_iterate_phdr(release_code, &number);
    malloc_trim(0);
}

void linux_release_heap(void) { malloc_trim(0); }

void linux_release_stack(void) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
    // What is called next finds its pages still there.
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), here = (uintptr_t)__builtin_frame_address(0);
    uintptr_t end = (here - (32 << 10)) & ~(page - 1);
    if (end > (uintptr_t)start) madvise(start, end - (uintptr_t)start, MADV_DONTNEED);
}
