// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

@testable import Daemon

extension Edit {
    /// What the flags state. Throws the first mistake.
    init(flags: [String: String], environment: [String: String]) throws(ConfigurationError) {
        var mistakes: [ConfigurationError] = []
        self.init(flags: flags, environment: environment, mistakes: &mistakes)
        if let mistake = mistakes.first { throw mistake }
    }

    /// What the environment states. Throws the first mistake.
    init(environment: [String: String]) throws(ConfigurationError) {
        var mistakes: [ConfigurationError] = []
        self.init(environment: environment, mistakes: &mistakes)
        if let mistake = mistakes.first { throw mistake }
    }
}

extension ConfigurationFile {
    /// What it states. Throws its first mistake.
    var stated: Edit {
        get throws(ConfigurationError) {
            if let mistake = mistakes.first { throw mistake }
            return edit
        }
    }
}
