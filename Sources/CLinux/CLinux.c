// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
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

int linux_watch_begin(void) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

bool linux_watch_folder(int fd, const char *folder, const char *parent) {
    int inside = inotify_add_watch(fd, folder, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO);
    int above = inotify_add_watch(fd, parent, IN_CREATE | IN_MOVED_TO);
    return inside >= 0 || above >= 0;
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

static int release_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || header->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + header->p_vaddr + page - 1) & ~(page - 1);
        uintptr_t end = (object->dlpi_addr + header->p_vaddr + header->p_memsz) & ~(page - 1);
        if (end <= start) continue;
        // These pages are never written, so the kernel can read them from the file again.
        madvise((void *)start, end - start, MADV_DONTNEED);
        // What is read again stays. Where the limit for locked memory is too low, it stays until memory is short.
        mlock2((void *)start, end - start, MLOCK_ONFAULT);
    }
    return 1;  // only the first object, which is the program itself
}

void linux_release_startup_code(void) { dl_iterate_phdr(release_code, NULL); }
