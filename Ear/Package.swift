// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later

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

let strict: [SwiftSetting] = testing + [.strictMemorySafety()]

let package = Package(
    name: "metronomed-ear",
    products: [
        .executable(name: "metroear", targets: ["metroear"]),
        // For the tests, in which alsa-lib loads it.
        .library(name: "pcm_microphone", type: .dynamic, targets: ["VirtualMicrophone"]),
    ],
    dependencies: [
        // A clone's folder may have any name; the products are asked for by this one.
        .package(name: "metronomed", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // aubio, libsndfile and ALSA behind some functions of C. The part of aubio that is used is linked statically: its shared library
        // brings those of FFmpeg into the process, which weigh more than the 25 MB that listening may take.
        .target(
            name: "CEar",
            linkerSettings: [
                .linkedLibrary(":libaubio.a"), .linkedLibrary(":libfftw3f.so.3"),
                .linkedLibrary("m"), .linkedLibrary("sndfile"), .linkedLibrary("asound"),
            ]),
        // From samples to onsets. It computes much, so debug builds optimise it too.
        .target(
            name: "Hearing", dependencies: ["CEar"],
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .executableTarget(
            name: "metroear",
            dependencies: [
                "Hearing",
                .product(name: "Bridges", package: "metronomed"),
                .product(name: "MetronomeControl", package: "metronomed"),
                .product(name: "MetronomeLinux", package: "metronomed"),
                .product(name: "Programs", package: "metronomed"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        // A microphone without hardware.
        .target(
            name: "VirtualMicrophone", path: "Tests/VirtualMicrophone", linkerSettings: [.linkedLibrary("asound")]),
        .testTarget(
            name: "EarTests",
            dependencies: [
                "Hearing", "metroear", "VirtualMicrophone",
                .product(name: "pcm_virtual", package: "metronomed"),
            ], swiftSettings: testing),
    ]
)
