// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// As in the main package.
let strict: [SwiftSetting] = [
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
    .strictMemorySafety(),
]

let package = Package(
    name: "metronomed-benchmarks",
    dependencies: [
        // A clone's folder may have any name; the products are asked for by this one.
        .package(name: "metronomed", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "CKeyboard"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CKeyboard",
                .product(name: "MetronomeControl", package: "metronomed"),
                .product(name: "MetronomeLinux", package: "metronomed"),
                .product(name: "MetronomeMotion", package: "metronomed"),
                .product(name: "pcm_virtual", package: "metronomed"),
                .product(name: "MetronomeRhythm", package: "metronomed"),
                .product(name: "MetronomeSession", package: "metronomed"),
                .product(name: "ThreadAllocations", package: "metronomed"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)
