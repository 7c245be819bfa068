// SPDX-License-Identifier: Apache-2.0

#include "CLinux.h"

// Its section is filled after the link: were the commit an argument of the compiler, each commit would compile everything.
__attribute__((section(".metronomed.commit"), used)) static const volatile char commit[32] = "";

const char *linux_build_commit(void) { return (const char *)commit; }
