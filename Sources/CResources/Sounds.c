// SPDX-License-Identifier: Apache-2.0

#include "CResources.h"

#define FOLDER Sounds

static const struct resource files[] = {
#define FILE beat.flac
#include "File.h"
#define FILE bell.flac
#include "File.h"
};

const struct resource *resource_of_sounds(size_t index) { return index < sizeof files / sizeof *files ? &files[index] : NULL; }
