// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-2.0-or-later

import PackageDescription

/// As in the main package.
let testing: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .defaultIsolation(nil),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let linux: [CXXSetting] = [.define("LINK_PLATFORM_LINUX", to: "1")]

let package = Package(
    name: "metronomed-link",
    products: [.executable(name: "metrolink", targets: ["metrolink"])],
    dependencies: [
        // A clone's folder may have any name; the products are asked for by this one.
        .package(name: "metronomed", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Ableton Link, C++ behind some functions of C.
        .target(name: "CLink", cxxSettings: linux),
        .executableTarget(
            name: "metrolink",
            dependencies: [
                "CLink",
                .product(name: "Bridges", package: "metronomed"),
                .product(name: "MetronomeControl", package: "metronomed"),
                .product(name: "MetronomeLinux", package: "metronomed"),
                .product(name: "Programs", package: "metronomed"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: testing + [.strictMemorySafety()]),

        // A participant that knows nothing of metronomed.
        .executableTarget(
            name: "linkpeer", path: "Tests/Peer", cxxSettings: linux,
            linkerSettings: [.linkedLibrary("m")]),
        .testTarget(
            name: "LinkTests",
            dependencies: [
                "linkpeer", "metrolink",
                .product(name: "MetronomeControl", package: "metronomed"),
                .product(name: "MetronomeLinux", package: "metronomed"),
                .product(name: "pcm_virtual", package: "metronomed"),
            ],
            swiftSettings: testing),
    ],
    cxxLanguageStandard: .cxx20
)
