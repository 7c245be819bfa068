// SPDX-License-Identifier: Apache-2.0

import Testing

/// All that plays in virtual time, which is that of the whole process: one test after the other.
@Suite(.serialized, .timeLimit(.minutes(10))) enum Simulations {}
