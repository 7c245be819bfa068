// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PropertiesVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("properties")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform(["properties"]) { (list: PropertyList) in
            ListTable.text(
                list.properties.map { property in
                    let least = property.min.text(decimals: 3)
                    let range =
                        property.max < 0x1p53 ? "\(least)...\(property.max.text(decimals: 3))" : "\(least) and more"
                    return (property.name, "\(property.summary): \(property.unit), \(range)")
                })
        }
    }
}
