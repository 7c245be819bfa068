// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl

extension MPRISService {
    /// Takes a call.
    package mutating func take(_ call: BusCall, atNs now: Int64) -> [MPRISAction] {
        do throws(BusRefusal) {
            switch call.interface {
            case "org.freedesktop.DBus.Introspectable" where call.member == "Introspect":
                return [.answer(call.id, [.string(try Self.introspection(of: call.path))])]
            case _ where call.path != Self.path: throw .unknownObject(call.path)
            case Self.root:
                // It has no window, and belongs to others too.
                guard ["Raise", "Quit"].contains(call.member) else { throw .unknownMethod(call.member) }
                return [.answer(call.id, [])]
            case Self.player: return try play(call, atNs: now)
            case Self.propertiesInterface: return try takeProperty(call, atNs: now)
            default: throw .unknownInterface(call.interface)
            }
        } catch {
            return [.refuse(call.id, error)]
        }
    }

    // MARK: methods of the player

    private mutating func play(_ call: BusCall, atNs now: Int64) throws(BusRefusal) -> [MPRISAction] {
        guard let status, let state else { throw .failed("there is no daemon: start one with metronomed") }
        let nothing = [MPRISAction.answer(call.id, [])]
        switch call.member {
        case "Play": return [.request("start", [:], .call(call.id))]
        case "PlayPause": return status.playing ? pause(call, atNs: now) : [.request("start", [:], .call(call.id))]
        case "Pause": return status.playing ? pause(call, atNs: now) : nothing
        case "Stop":
            guard status.playing || state.isPaused else { return nothing }
            return state.isInside ? rest(withBar: state.firstBar, call) : [.request("stop", [:], .call(call.id))]
        case "Next": return state.next.map { ask($0, call) } ?? nothing
        case "Previous": return state.previous.map { ask($0, call) } ?? nothing
        case "Seek":
            guard let offset = call.arguments.first?.number else { throw .invalid("Seek takes microseconds") }
            guard let place, let seconds = seconds(atNs: now) else { return nothing }
            let target = seconds + offset / 1e6
            if target >= place.seconds { return state.next.map { ask($0, call) } ?? nothing }
            return ask(.bar(place.bar(atSeconds: max(0, target))), call)
        case "SetPosition":
            guard call.arguments.count == 2, let position = call.arguments[1].number else {
                throw .invalid("SetPosition takes a track and microseconds")
            }
            // What is outside, or meant for another track, has no effect.
            guard let place, call.arguments[0] == .path(state.track), 0...place.seconds ~= position / 1e6 else {
                return nothing
            }
            return ask(.bar(place.bar(atSeconds: position / 1e6)), call)
        case "OpenUri": throw .unsupported("load a song with metroctl song load")
        default: throw .unknownMethod(call.member)
        }
    }

    private mutating func ask(_ request: PlayerState.Request, _ call: BusCall) -> [MPRISAction] {
        // What is played from a place that was chosen here begins anew once it has ended, as after a pause.
        if request.method == "seek", let bar = request.params["place"]?.integer {
            pausedBar = bar > state?.firstBar ?? 1 ? bar : nil
        }
        return [.request(request.method, request.params, .call(call.id))]
    }

    /// Stops; a song goes on with the bar that was heard last, or that was counted in.
    private mutating func pause(_ call: BusCall, atNs now: Int64) -> [MPRISAction] {
        guard let bar = bar(atNs: now) ?? status?.song?.startBar else { return [.request("stop", [:], .call(call.id))] }
        return rest(withBar: bar, call)
    }

    /// Stops; the next start begins with a bar.
    private mutating func rest(withBar bar: Int, _ call: BusCall) -> [MPRISAction] {
        isStopping = true
        return [.request("stop", [:], .rest(bar: bar, call: call.id))]
    }

    // MARK: properties

    /// The properties of `org.mpris.MediaPlayer2`.
    var rootProperties: [String: BusValue] {
        [
            "CanQuit": .bool(false), "CanRaise": .bool(false), "HasTrackList": .bool(false),
            "Identity": .string(identity), "SupportedUriSchemes": .strings([]), "SupportedMimeTypes": .strings([]),
        ]
    }

    private func properties(of interface: String, atNs now: Int64) throws(BusRefusal) -> [String: BusValue] {
        switch interface {
        case Self.root: return rootProperties
        case Self.player:
            var properties = state?.properties ?? [:]
            properties["Position"] = .microseconds(seconds(atNs: now) ?? 0)
            return properties
        default: throw .unknownInterface(interface)
        }
    }

    private mutating func takeProperty(_ call: BusCall, atNs now: Int64) throws(BusRefusal) -> [MPRISAction] {
        guard let interface = call.arguments.first?.string else { throw .invalid("the first argument is an interface") }
        let properties = try properties(of: interface, atNs: now)
        if call.member == "GetAll" { return [.answer(call.id, [.dictionary(properties)])] }
        guard call.arguments.count > 1, let name = call.arguments[1].string else {
            throw .invalid("the second argument is a property")
        }
        guard let value = properties[name] else { throw .unknownProperty(name) }
        switch call.member {
        case "Get": return [.answer(call.id, [.variant(value)])]
        case "Set":
            guard let number = call.arguments.dropFirst(2).first?.number, number.isFinite else {
                guard ["Volume", "Rate"].contains(name) else { throw .readOnly(name) }
                throw .invalid("\(name) is a number")
            }
            if name == "Volume" {
                return ask(.init(method: "volume.set", params: ["volume": JSONValue(min(max(number, 0), 1))]), call)
            }
            guard name == "Rate" else { throw .readOnly(name) }
            // MPRIS has no rate of 0: a player acts as though it were paused.
            if number == 0 { return status?.playing == true ? pause(call, atNs: now) : [.answer(call.id, [])] }
            guard status?.song != nil else {
                guard number == 1 else { throw .invalid("the rate is 1 unless a song is loaded") }
                return [.answer(call.id, [])]
            }
            return ask(.init(method: "song.scale", params: ["scale": JSONValue(number)]), call)
        default: throw .unknownMethod(call.member)
        }
    }
}
