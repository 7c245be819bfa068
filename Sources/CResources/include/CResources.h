// SPDX-License-Identifier: Apache-2.0

// The files that are part of the programs. Where a file changes, the compiler's list of what it has read has it compiled again.

#ifndef METRONOMED_CRESOURCES_H
#define METRONOMED_CRESOURCES_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// A file, as it is in the folder.
struct resource {
    /// Its name, without a folder.
    const char *name;
    const unsigned char *bytes;
    size_t count;
};

/// The files of the page for browsers, one for each index from 0; null after the last.
const struct resource *_Nullable resource_of_page(size_t index);

/// The outlines of letters: regular, bold; null after the last.
const struct resource *_Nullable resource_of_outlines(size_t index);

/// The sounds: beat, bell; null after the last.
const struct resource *_Nullable resource_of_sounds(size_t index);

#pragma clang assume_nonnull end

#endif
