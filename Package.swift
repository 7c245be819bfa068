// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// Tests hold no pointers of their own, so they are spared the `unsafe` marks.
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
    .enableExperimentalFeature("Lifetimes"),
]

/// What every Swift target is compiled with: Swift 6 mode, strict memory safety, and warnings as errors.
let strict: [SwiftSetting] = testing + [.strictMemorySafety()]

/// A package that fetches this one gets the libraries that a guide explains, and nothing that its own targets and dependencies could
/// meet. Programs and tests are built in a clone.
let isFetched =
    // Where the release is only looked at, it lies nowhere yet.
    Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

/// What computes most is optimised in debug builds, too, where that makes tests twice as fast. A package that is fetched may not
/// ask for that; the programs of the guides, which link to this package from its folder of builds, compute little.
let optimized: [SwiftSetting] =
    isFetched || Context.packageDirectory.contains("/.build/")
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The libraries for others, with all that is below them. Their names are in nobody's way.
let libraries: [Target] = [
    // Arithmetic that is defined for all numbers.
    .target(name: "MetronomeBounds", path: "Sources/Bounds", swiftSettings: strict + optimized),

    // Musical time and motion: pure values.
    .target(
        name: "MetronomeRhythm", dependencies: ["MetronomeBounds"], path: "Sources/Rhythm",
        swiftSettings: strict + optimized),
    .target(
        name: "MetronomeMotion", dependencies: ["MetronomeBounds"], path: "Sources/Motion",
        swiftSettings: strict + optimized),

    // What one performance is: pure values and state machines, no effects.
    .target(
        name: "MetronomeSession", dependencies: ["MetronomeBounds", "MetronomeRhythm", "MetronomeMotion"],
        path: "Sources/Session", swiftSettings: strict + optimized),

    // Linux, and the C that Swift cannot say.
    .target(name: "CMetronomeLinux", path: "Sources/CLinux"),
    .target(
        name: "MetronomeLinux", dependencies: ["MetronomeBounds", "CMetronomeLinux"], path: "Sources/Linux",
        swiftSettings: strict),

    // The wire, and its client.
    .target(
        name: "MetronomeControl",
        dependencies: ["MetronomeBounds", "MetronomeRhythm", "MetronomeMotion", "MetronomeSession", "MetronomeLinux"],
        path: "Sources/Control", swiftSettings: strict),
]

/// Programs, what only they use, and tests.
let programs: [Target] = [
    // Files that hold songs, and songs as such files.
    .target(name: "Songs", dependencies: ["MetronomeBounds", "MetronomeRhythm", "TOML"], swiftSettings: strict),

    // System libraries, and more of the C that Swift cannot say.
    .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSampleRate", pkgConfig: "samplerate", providers: [.apt(["libsamplerate0-dev"])]),
    .target(name: "CToml"),
    .target(name: "TOML", dependencies: ["CToml", "MetronomeSession"], swiftSettings: strict),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev"])]),
    .systemLibrary(name: "CGif", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),

    // Files that are part of the programs. C takes them in where Swift would compile them byte by byte.
    .target(name: "CResources", exclude: ["Outlines", "Sounds"]),
    .target(name: "Resources", dependencies: ["CResources"], swiftSettings: strict),

    // Sound and the only real-time thread.
    .target(
        name: "Sound",
        dependencies: ["MetronomeBounds", "MetronomeLinux", "MetronomeRhythm", "Resources", "CSndFile", "CSampleRate"],
        swiftSettings: strict + optimized),
    // The engine held to exact arithmetic: what --verify runs.
    .target(
        name: "Proofs", dependencies: ["MetronomeBounds", "MetronomeRhythm", "Sound"], swiftSettings: strict + optimized
    ),
    .target(
        name: "Playback", dependencies: ["MetronomeBounds", "MetronomeRhythm", "Sound", "CALSA", "CMetronomeLinux"],
        swiftSettings: strict + optimized),

    // What the eye sees.
    .target(
        name: "Faces",
        dependencies: [
            "MetronomeBounds", "MetronomeRhythm", "MetronomeMotion", "MetronomeSession", "Resources", "CCairo",
            "CChafa", "CGif",
        ],
        swiftSettings: strict + optimized),

    // The daemon, the programs.
    .target(
        name: "Daemon",
        dependencies: [
            "MetronomeBounds", "MetronomeRhythm", "MetronomeMotion", "MetronomeSession", "Songs", "Sound", "Proofs",
            "Playback", "MetronomeControl", "TOML",
            "CMetronomeLinux",
            "MetronomeLinux",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "Logging", package: "swift-log"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ],
        swiftSettings: strict),
    // How a program of the command line begins and ends.
    .target(
        name: "Programs",
        dependencies: [
            "MetronomeControl", "MetronomeLinux", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),
    // What joins the daemon to other software and machines, as its clients.
    .target(
        name: "Bridges",
        dependencies: [
            "MetronomeBounds", "CMetronomeLinux", "MetronomeControl", "MetronomeLinux", "MetronomeRhythm",
            "MetronomeSession", "Songs", "TOML",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "metrobridge",
        dependencies: [
            "MetronomeBounds", "Bridges", "MetronomeControl", "MetronomeLinux", "Programs",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),
    // The page for browsers, and the program that serves it.
    .target(
        name: "Web",
        dependencies: [
            "MetronomeControl", "CQREncode", "MetronomeLinux", "Resources", "Sound",
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "metroweb",
        dependencies: [
            "MetronomeControl", "MetronomeLinux", "Programs", "Web",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "metronomed",
        dependencies: [
            "MetronomeBounds", "MetronomeControl", "Daemon", "MetronomeLinux", "MetronomeRhythm", "MetronomeSession",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "metroctl",
        dependencies: [
            "MetronomeBounds", "MetronomeControl", "MetronomeLinux", "MetronomeRhythm", "MetronomeSession", "Programs",
            "Songs", "TOML", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "metroface",
        dependencies: [
            "MetronomeBounds", "MetronomeControl", "Faces", "MetronomeLinux", "MetronomeMotion", "Programs",
            "MetronomeRhythm", "MetronomeSession",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: strict),

    // What fuzzers do with their inputs, and the tests with the inputs that are kept.
    .target(
        name: "FuzzTargets",
        dependencies: [
            "Bridges", "Choices", "MetronomeControl", "ControlSamples", "Daemon", "Faces", "MetronomeLinux",
            "MetronomeMotion", "Playback",
            "MetronomeRhythm", "MetronomeSession", "Songs", "Sound", "TOML", "VirtualTime", "Web",
            .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        path: "Fuzz/Targets", swiftSettings: testing),

    // Requests and settings, made of choices.
    .target(
        name: "Choices", dependencies: ["MetronomeControl", "MetronomeRhythm", "MetronomeSession"],
        path: "Tests/Choices",
        swiftSettings: testing),

    // A daemon, its clients, its card and its disk in virtual time.
    .target(
        name: "Simulator",
        dependencies: [
            "ALSAConfiguration", "MetronomeBounds", "Choices", "MetronomeControl", "Daemon", "MetronomeMotion",
            "Playback", "MetronomeRhythm",
            "SeededRandom", "MetronomeSession", "Sound", "VirtualDevice", "VirtualTime",
            .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ],
        path: "Tests/Simulator", swiftSettings: testing),
    .executableTarget(
        name: "simulate", dependencies: ["Simulator"], path: "Tests/Simulate", swiftSettings: testing),
    .testTarget(
        name: "SimulatorTests",
        dependencies: ["Simulator", "MetronomeControl", "MetronomeRhythm", "SongSamples", "Songs"],
        swiftSettings: testing),

    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(name: "ThreadAllocations", path: "Tests/ThreadAllocations"),
    .target(name: "VirtualTime", path: "Tests/VirtualTime"),
    .executableTarget(name: "realtimekit-stub", path: "Tests/RealtimeKitStub"),
    .executableTarget(name: "avahi-stub", path: "Tests/AvahiStub"),
    .target(
        name: "VirtualDevice", path: "Tests/VirtualDevice", linkerSettings: [.linkedLibrary("asound")]),
    .target(name: "ALSAConfiguration", path: "Tests/ALSAConfiguration", swiftSettings: testing),
    .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: testing),
    .target(name: "Waveforms", path: "Tests/Waveforms", swiftSettings: testing + optimized),
    .target(
        name: "SongSamples", dependencies: ["MetronomeRhythm", "SeededRandom"], path: "Tests/SongSamples",
        swiftSettings: testing),
    .target(
        name: "ReferenceValues", path: "Tests/ReferenceValues", resources: [.copy("motion.json")],
        swiftSettings: testing),
    .testTarget(name: "BoundsTests", dependencies: ["MetronomeBounds", "SeededRandom"], swiftSettings: testing),
    .testTarget(
        name: "RhythmTests", dependencies: ["SongSamples", "MetronomeRhythm", "ReferenceValues", "SeededRandom"],
        swiftSettings: testing),
    .testTarget(
        name: "MotionTests", dependencies: ["MetronomeMotion", "ReferenceValues", "SeededRandom", "ThreadAllocations"],
        swiftSettings: testing),
    .testTarget(
        name: "SessionTests",
        dependencies: ["MetronomeSession", "MetronomeRhythm", "MetronomeMotion", "SeededRandom", "SongSamples"],
        swiftSettings: testing),
    .testTarget(
        name: "SoundTests",
        dependencies: [
            "Sound", "Proofs", "Songs", "SongSamples", "MetronomeRhythm", "CSndFile", "SeededRandom", "Waveforms",
        ],
        swiftSettings: testing),
    .testTarget(
        name: "PlaybackTests",
        dependencies: ["ALSAConfiguration", "Playback", "Sound", "MetronomeRhythm", "CMetronomeLinux", "SeededRandom"],
        swiftSettings: testing),
    .testTarget(name: "TOMLTests", dependencies: ["TOML"], swiftSettings: testing),
    .testTarget(
        name: "SongsTests", dependencies: ["Songs", "SongSamples", "MetronomeRhythm", "SeededRandom"],
        swiftSettings: testing
    ),
    .testTarget(name: "LinuxTests", dependencies: ["MetronomeLinux"], swiftSettings: testing),
    .target(
        name: "ControlSamples", dependencies: ["MetronomeControl", "MetronomeMotion"], path: "Tests/ControlSamples",
        swiftSettings: testing),
    .testTarget(
        name: "ControlTests",
        dependencies: [
            "MetronomeControl", "ControlSamples", "MetronomeLinux", "MetronomeRhythm", "MetronomeMotion",
            "MetronomeSession", "SeededRandom",
            "ThreadAllocations",
        ],
        swiftSettings: testing),
    .testTarget(
        name: "BridgesTests",
        dependencies: [
            "Bridges", "CMetronomeLinux", "MetronomeControl", "ControlSamples", "MetronomeLinux", "MetronomeRhythm",
            "SeededRandom", "MetronomeSession", "Songs",
            "SongSamples",
        ],
        swiftSettings: testing),
    .testTarget(
        name: "MetroctlTests",
        dependencies: [
            "metroctl", "MetronomeControl", "ControlSamples", "MetronomeLinux", "MetronomeRhythm", "MetronomeSession",
            "Programs",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: testing),
    .testTarget(
        name: "DaemonTests",
        dependencies: [
            "Choices", "Daemon", "MetronomeControl", "ControlSamples", "MetronomeLinux", "MetronomeMotion", "Playback",
            "MetronomeRhythm", "MetronomeSession",
            "Songs", "SongSamples", "Sound", "Proofs", "SeededRandom", "Waveforms",
            .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        ],
        swiftSettings: testing),
    .testTarget(
        name: "WebTests",
        dependencies: [
            "Web", "MetronomeControl", "ControlSamples", "MetronomeLinux", "Resources", "SeededRandom", "Sound",
            .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ],
        swiftSettings: testing),
    .testTarget(
        name: "FacesTests",
        dependencies: ["Faces", "MetronomeMotion", "MetronomeRhythm", "SeededRandom", "MetronomeSession", "CCairo"],
        exclude: ["Reference"], swiftSettings: testing),
    .testTarget(
        name: "MetrofaceTests",
        dependencies: [
            "ControlSamples",
            "metroface", "MetronomeControl", "Faces", "MetronomeMotion", "MetronomeRhythm", "MetronomeSession",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        swiftSettings: testing),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: testing),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            "Bridges", "MetronomeControl", "MetronomeLinux", "MetronomeMotion", "MetronomeRhythm", "SeededRandom",
            "MetronomeSession", "SongSamples",
            "metronomed",
            "metroctl", "metroface", "metroweb", "metrobridge", "VirtualDevice", "realtimekit-stub",
            "avahi-stub",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        exclude: ["Recorded"], swiftSettings: testing),
]

/// What is built in a clone, or by the packages in it.
let products: [Product] = [
    .executable(name: "metronomed", targets: ["metronomed"]),
    .executable(name: "metroctl", targets: ["metroctl"]),
    .executable(name: "metroface", targets: ["metroface"]),
    .executable(name: "metrobridge", targets: ["metrobridge"]),
    .executable(name: "metroweb", targets: ["metroweb"]),
    .library(name: "MetronomeSession", targets: ["MetronomeSession"]),
    .library(name: "MetronomeLinux", targets: ["MetronomeLinux"]),
    // For `metrolink`, in a package of its own.
    .library(name: "Bridges", targets: ["Bridges"]),
    .library(name: "Programs", targets: ["Programs"]),
    .library(name: "Faces", targets: ["Faces"]),
    // For the tests only, which preload it into the daemon.
    .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"]),
    // For tests and benchmarks, which link it.
    .library(name: "ThreadAllocations", targets: ["ThreadAllocations"]),
    // For the fuzzers, in a package of their own.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    // A sound card for tests and benchmarks, which alsa-lib loads.
    .library(name: "pcm_virtual", type: .dynamic, targets: ["VirtualDevice"]),
]

let package = Package(
    name: "metronomed",
    products: [
        .library(name: "MetronomeRhythm", targets: ["MetronomeRhythm"]),
        .library(name: "MetronomeMotion", targets: ["MetronomeMotion"]),
        .library(name: "MetronomeControl", targets: ["MetronomeControl"]),
    ] + (isFetched ? [] : products),
    traits: [.trait(name: "Fuzzing", description: "Everything is built so that fuzzers reach inside the daemon.")],
    dependencies: isFetched
        ? []
        : [
            .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
            .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
            .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
            .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        ],
    targets: libraries + (isFetched ? [] : programs),
    cxxLanguageStandard: .cxx20
)
