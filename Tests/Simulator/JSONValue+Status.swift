// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl

extension JSONValue {
    /// A status as the laws look at it: each setting by its name, but tempo, meter and bell as a song that is loaded has them. Any
    /// other value as it is.
    package var flatStatus: JSONValue {
        guard var members = object, let heard = members["heard"], let settings = members.removeValue(forKey: "settings")
        else { return self }
        members.merge(settings.object ?? [:]) { member, _ in member }
        if members["song"] != .null {
            for name in ["bpm", "meter", "bell"] { members[name] = heard[name] }
        }
        return .object(members)
    }
}
