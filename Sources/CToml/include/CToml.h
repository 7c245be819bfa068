// SPDX-License-Identifier: Apache-2.0

// TOML text in, JSON text out: one function in front of toml++.

#ifndef METRONOMED_CTOML_H
#define METRONOMED_CTOML_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Reads TOML 1.0 text, UTF-8 and not necessarily NUL-terminated, and gives it back as JSON text: every value, a table or a
/// list too, with the line and column of its key, or of itself in a list, both from 1.
///
///     {"line": 1, "column": 1, "value": {"audio": {"line": 1, "column": 2, "value": {
///         "device": {"line": 2, "column": 1, "value": "hw:0"}}}}}
///
/// Numbers keep their exact value; a float always has a `.` or an exponent. Dates, times, `inf` and `nan` have no
/// JSON and are errors, and so is what nests more than 240 levels deep, the parts of its keys counted, and what has more than
/// `most_values` values.
///
/// Returns 0 and sets `*json`, or returns -1 and sets `*message`, `*line` and `*column`; where memory ran out
/// `*message` is null. Whoever calls frees `*json` and `*message` with free(3). Never throws.
int ctoml_to_json(const char *text, size_t length, size_t most_values, char *_Nullable *_Nonnull json,
                  char *_Nullable *_Nonnull message, unsigned *line, unsigned *column);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
