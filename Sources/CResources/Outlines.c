// SPDX-License-Identifier: Apache-2.0

#include "CResources.h"

#define FOLDER Outlines

static const struct resource files[] = {
#define FILE regular.outlines
#include "File.h"
#define FILE bold.outlines
#include "File.h"
};

const struct resource *resource_of_outlines(size_t index) { return index < sizeof files / sizeof *files ? &files[index] : NULL; }
