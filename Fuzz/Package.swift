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
    // libFuzzer has a `main` of its own.
    .unsafeFlags(["-parse-as-library"]),
]

let package = Package(
    name: "metronomed-fuzz",
    dependencies: [
        // A clone's folder may have any name; the products are asked for by this one.
        .package(name: "metronomed", path: "..", traits: ["Fuzzing"])
    ],
    targets: [
        .target(name: "CFuzz"),
        .executableTarget(
            name: "fuzz",
            dependencies: ["CFuzz", .product(name: "FuzzTargets", package: "metronomed")],
            swiftSettings: strict,
            // gold cannot tell what it misses in instrumented code.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
    ]
)
