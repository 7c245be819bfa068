// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Tells when sound devices come or go, so that a missing one is tried at once instead of when its pause is over.
///
/// Watches only while it lives. Belongs to the event loop.
final class DeviceWatch {
    private var channel: (any Channel)?
    private var isClosed = false
    private let changed: () -> Void

    /// Watches a folder of devices, and its parent for the day when the folder appears. `changed` is called on the loop.
    init(loop: any EventLoop, folder: String = "/dev/snd", parent: String = "/dev", changed: @escaping () -> Void) {
        self.changed = changed
        let descriptor = linux_watch_begin()
        guard descriptor >= 0 else { return }
        guard unsafe linux_watch_folder(descriptor, folder, parent) else {
            Glibc.close(descriptor)
            return
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        NIOPipeBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ChangeHandler {
                            // The descriptor is the channel's, which is open while it is read.
                            _ = unsafe linux_watch_folder(descriptor, folder, parent)
                            bound.value.tell()
                        })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .whenSuccess { bound.value.opened($0) }
    }

    /// Watches no longer.
    func close() {
        isClosed = true
        channel?.close(promise: nil)
        channel = nil
    }

    private func opened(_ channel: any Channel) {
        if isClosed { channel.close(promise: nil) } else { self.channel = channel }
    }

    private func tell() {
        if !isClosed { changed() }
    }
}

/// What changed is not read: whoever is told looks for itself.
private final class ChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changed: () -> Void

    init(_ changed: @escaping () -> Void) { self.changed = changed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { changed() }
}
