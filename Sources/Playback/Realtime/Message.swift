// SPDX-License-Identifier: Apache-2.0

/// What a ring carries. One type for both directions: the compiler proves a real-time caller only over a concrete one.
enum Message: BitwiseCopyable {
    case command(EngineCommand)
    case report(EngineReport)
}
