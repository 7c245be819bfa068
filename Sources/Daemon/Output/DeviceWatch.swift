// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import NIOCore

/// Reports that sound devices have appeared or gone away, so that a missing one is tried before its pause is over. Which they are is
/// not read, as a device is tried by its name.
///
/// Watches until `close`. Belongs to the event loop.
final class DeviceWatch {
    private let watch: DescriptorWatch?

    /// Watches a folder of devices, and its parent in case the folder appears later. `changed` is called on the loop.
    init(loop: any EventLoop, folder: String = "/dev/snd", parent: String = "/dev", changed: @escaping () -> Void) {
        let descriptor = linux_watch_begin()
        guard descriptor >= 0, unsafe linux_watch_folder(descriptor, folder, parent) else {
            if descriptor >= 0 { Glibc.close(descriptor) }
            watch = nil
            return
        }
        watch = DescriptorWatch(loop: loop, descriptor: descriptor) {
            _ = unsafe linux_watch_folder(descriptor, folder, parent)
            changed()
        }
    }

    /// Stops watching; `changed` is not called any more.
    func close() { watch?.close() }
}
