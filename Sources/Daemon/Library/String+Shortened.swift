// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text; where it is longer than `count` letters, its beginning and an ellipsis.
    func shortened(to count: Int) -> String { self.count <= count ? self : prefix(count) + "…" }
}
