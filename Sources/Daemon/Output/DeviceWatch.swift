// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// Reports that sound devices have appeared or gone away, so that a missing one is tried before its pause is over.
///
/// Watches until `close`. Belongs to the event loop.
final class DeviceWatch {
    private var channel: (any Channel)?
    private var isClosed = false
    private let changed: () -> Void

    /// Watches a folder of devices, and its parent in case the folder appears later. `changed` is called on the loop.
    init(loop: any EventLoop, folder: String = "/dev/snd", parent: String = "/dev", changed: @escaping () -> Void) {
        self.changed = changed
        let descriptor = linux_watch_begin()
        guard descriptor >= 0 else { return }
        guard unsafe linux_watch_folder(descriptor, folder, parent) else {
            Glibc.close(descriptor)
            return
        }
        // A loop of a simulation has no descriptors.
        guard let bootstrap = NIOPipeBootstrap(validatingGroup: loop) else {
            Glibc.close(descriptor)
            return
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        ChangeHandler {
                            // The descriptor is the channel's, which is open while it is read.
                            _ = unsafe linux_watch_folder(descriptor, folder, parent)
                            bound.value.report()
                        })
                }
            }
            .takingOwnershipOfDescriptor(input: descriptor)
            .whenSuccess { bound.value.opened($0) }
    }

    /// Stops watching; `changed` is not called any more.
    func close() {
        isClosed = true
        channel?.close(promise: nil)
        channel = nil
    }

    private func opened(_ channel: any Channel) {
        if isClosed { channel.close(promise: nil) } else { self.channel = channel }
    }

    private func report() {
        if !isClosed { changed() }
    }
}

/// Calls a closure for each batch of changes; which they were is not read, as a device is tried by its name.
private final class ChangeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let changed: () -> Void

    init(_ changed: @escaping () -> Void) { self.changed = changed }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { changed() }
}
