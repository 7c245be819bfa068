// SPDX-License-Identifier: Apache-2.0

internal import Playback

extension DeviceLifecycle {
    /// The state that is shown to people and that the choice of an output depends on.
    enum State: Equatable {
        /// Not wanted.
        case closed
        /// Wanted, and being opened.
        case opening
        /// Plays silence until its clock is known.
        case starting
        /// Plays.
        case running
        /// Stopped, and is restarted.
        case recovering(HaltCause)
        /// Cannot be opened, or was lost. It is tried after a pause, or sooner when a device appears.
        case missing(PlaybackError)
    }

    /// What happened.
    enum Event: Equatable {
        /// The device is wanted from now on; one that is missing is tried at once.
        case wanted
        /// The device is no longer wanted.
        case unwanted
        /// `open` succeeded; `fits`: the samples for its rate are there.
        case opened(fits: Bool)
        /// `restart` succeeded; `fits`: the samples for its rate are there.
        case restarted(fits: Bool)
        /// `open` or `restart` failed.
        case failed(PlaybackError)
        /// `close` is done.
        case closed
        /// The real-time thread reports that the device plays.
        case running
        /// The real-time thread reports that the device stopped; it uses it no longer.
        case halted(HaltCause)
        /// The real-time thread uses the device no longer: it was detached, or lost with an error.
        case released(PlaybackError?)
        /// A sound device appeared or went away.
        case devicesChanged
        /// The time of the last `arm` is up.
        case timer
    }

    /// What the owner does, in this order. `open`, `restart` and `close` block, so they are done off the event loop.
    enum Action: Equatable {
        /// Open the device, fill it with silence and start it.
        case open
        /// Make the open device ready and start it, with the silence that wakes a sleeping sink or without.
        case restart(preroll: Bool)
        /// Close the open device.
        case close
        /// Hand the device to the real-time thread.
        case attach
        /// Ask the real-time thread to release the device.
        case detach
        /// Send `timer` after `afterNs` nanoseconds, in place of a timer that is armed.
        case arm(afterNs: Int64)
        /// Send no `timer`.
        case disarm
        /// Report that the state has changed from this one, that it plays or plays no longer, that it is closed, or that
        /// a try has failed.
        /// Always last, since the report may lead to the next event.
        case report(from: State)
    }
}
