// swift-tools-version: 6.0
import Foundation
import PackageDescription

// The rooms and who may import whom: docs/ARCHITECTURE.md. `--explicit-target-dependency-import-check error`
// makes these lists walls.

var dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
]
// The documentation plugin costs every clean build half a minute, so it is asked for by name.
if ProcessInfo.processInfo.environment["LONGWAVE_DOCC"] != nil {
    dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"))
}

let package = Package(
    name: "Longwave",
    products: [
        .library(name: "Longwave", targets: ["Longwave"]),
        .executable(name: "longwave", targets: ["LongwaveCLI"]),
    ],
    dependencies: dependencies,
    targets: [
        // C libraries. One shim each; only the room that owns the library imports it.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMPG123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CFAAD", pkgConfig: "faad2", providers: [.apt(["libfaad-dev"])]),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),

        // The rooms, in the order of the sound.
        .target(name: "RadioLoop", dependencies: ["CLinux"]),
        .target(name: "RadioFormats"),
        .target(name: "RadioText", dependencies: ["RadioFormats"]),
        .target(name: "RadioLists", dependencies: ["RadioFormats", "RadioText"]),
        .target(name: "RadioHTTP", dependencies: ["CCurl", "RadioLoop"]),
        .target(name: "RadioStreams", dependencies: ["RadioLoop", "RadioFormats", "RadioLists", "RadioHTTP"]),
        .target(name: "RadioAudio", dependencies: ["CMPG123", "CFAAD", "CPulse", "RadioLoop", "RadioFormats"]),
        .target(
            name: "RadioPlayer",
            dependencies: [
                "RadioLoop", "RadioFormats", "RadioText", "RadioHTTP", "RadioStreams", "RadioAudio",
            ]),
        .target(name: "RadioStations", dependencies: ["RadioLoop", "RadioFormats", "RadioLists", "RadioHTTP"]),
        .target(
            name: "Longwave",
            dependencies: [
                "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP", "RadioAudio", "RadioPlayer",
                "RadioStations",
            ]),
        .executableTarget(
            name: "LongwaveCLI",
            dependencies: [
                "Longwave", "CLinux", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
