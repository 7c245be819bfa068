// SPDX-License-Identifier: Apache-2.0

/// Why a request was refused, as a stable word for scripts: `error.data.reason` on the wire.
public enum ErrorReason: String, Sendable, CaseIterable {
    case parseError = "parse_error"
    case invalidRequest = "invalid_request"
    case unknownMethod = "unknown_method"
    case unknownParam = "unknown_param"
    case missingParam = "missing_param"
    case wrongType = "wrong_type"
    case outOfRange = "out_of_range"
    case invalid
    case nothingToRestore = "nothing_to_restore"
    case notFound = "not_found"
    case unusableSound = "unusable_sound"
    case audioUnavailable = "audio_unavailable"
    case stopped
    case unusableSong = "unusable_song"
    case noSong = "no_song"
    case songPlays = "song_plays"
    case unusableFile = "unusable_file"
    case noSetList = "no_setlist"
    case clockFollowed = "clock_followed"
    case busy
    case shuttingDown = "shutting_down"
    case tooManyClients = "too_many_clients"
    case lineTooLong = "line_too_long"
    case lineTimeout = "line_timeout"
    case tooManyErrors = "too_many_errors"
    case forbidden
    case cannotStart = "cannot_start"
    case `internal`

    /// The JSON-RPC error code that goes with it.
    public var code: Int {
        switch self {
        case .parseError: -32700
        case .invalidRequest: -32600
        case .unknownMethod: -32601
        case .unknownParam, .missingParam, .wrongType, .outOfRange, .invalid: -32602
        case .internal: -32603
        case .notFound: -32000
        case .unusableSound: -32001
        case .audioUnavailable: -32002
        case .busy: -32003
        case .shuttingDown: -32004
        case .tooManyClients: -32005
        case .lineTooLong: -32006
        case .lineTimeout: -32007
        case .tooManyErrors: -32008
        case .forbidden: -32009
        case .nothingToRestore: -32010
        case .cannotStart: -32011
        case .stopped: -32012
        case .unusableSong: -32013
        case .noSong: -32014
        case .songPlays: -32015
        case .unusableFile: -32016
        case .noSetList: -32017
        case .clockFollowed: -32018
        }
    }

    /// What it means, in one sentence.
    public var summary: String {
        switch self {
        case .parseError: "The line is not JSON, not UTF-8, or has a key twice."
        case .invalidRequest: "The line is JSON, but not a request."
        case .unknownMethod: "There is no such method or verb; `allowed` lists them."
        case .unknownParam: "The method has no such parameter; `allowed` lists them."
        case .missingParam: "A required parameter is missing."
        case .wrongType: "A parameter is of another JSON type than it must be."
        case .outOfRange: "A number is outside `min` and `max`."
        case .invalid: "A parameter has the right type, but no meaning here."
        case .nothingToRestore: "There is no change to undo or to redo."
        case .notFound:
            "There is nothing of that name, such as a sound or a preset, or no change that waits by that number."
        case .unusableSound: "The sound is there, but cannot be played."
        case .audioUnavailable: "The sound device cannot be used now."
        case .stopped: "Nothing plays that could be changed."
        case .unusableSong: "The song file cannot be read, or has a mistake."
        case .noSong: "No song is loaded."
        case .songPlays: "A song is loaded, which says this itself."
        case .unusableFile: "The file of a preset or set list cannot be read or written, or has a mistake."
        case .noSetList: "No set list is loaded."
        case .clockFollowed:
            "An outside clock leads, and another client owns it, or its owner does not take the change."
        case .busy: "The daemon cannot take the request at this moment; try again."
        case .shuttingDown: "The daemon is about to end."
        case .tooManyClients: "All connections are taken; this one is closed."
        case .lineTooLong: "The line is longer than allowed; the connection is closed."
        case .lineTimeout: "A line was begun and not ended in time; the connection is closed."
        case .tooManyErrors: "Too many bad lines in a row; the connection is closed."
        case .forbidden: "Only the user who runs the daemon may control it; the connection is closed."
        case .cannotStart:
            "The daemon cannot start, as with a mistake in its configuration; the connection is closed."
        case .internal: "The daemon made a mistake; its log says more."
        }
    }

    /// The reasons for which any request may be refused.
    package static let ofAnyRequest: [ErrorReason] = [
        .parseError, .invalidRequest, .unknownMethod, .busy, .shuttingDown, .internal,
    ]

    /// Whether the same request may succeed later.
    package var mayPass: Bool {
        switch self {
        case .busy, .shuttingDown, .tooManyClients, .cannotStart: true
        default: false
        }
    }

    /// Whether a daemon of another version gives this reason for a request that is in the table of this version.
    package var mayMeanAnotherVersion: Bool { self == .unknownMethod || self == .unknownParam }
}
