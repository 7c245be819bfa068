// SPDX-License-Identifier: Apache-2.0

/// Which request a line answers, and whether it was refused.
struct ReplyHead: Decodable {
    let id: Int64?
    let error: ControlError?
    private let method: String?

    /// Whether the line is an event, and answers nothing.
    var isEvent: Bool { method != nil }
}
