// SPDX-License-Identifier: Apache-2.0

/// A face that shows what is in a file of the user's.
public protocol FileFace: Face {
    /// The same face with what is in a file; throws if it is not what the face can show.
    func showing(file bytes: [UInt8]) throws(PictureError) -> Self
}
