// swift-tools-version: 6.0
import Foundation
import PackageDescription

// The rooms and who may import whom: CONTRIBUTING.md. `--explicit-target-dependency-import-check error`
// makes these lists walls.

let environment = ProcessInfo.processInfo.environment

/// One test target a room; its files mirror the room's.
func tests(_ room: String, _ more: [Target.Dependency] = []) -> Target {
    .testTarget(name: room + "Tests", dependencies: [.init(stringLiteral: room), "TestSupport"] + more)
}

let package = Package(
    name: "Longwave",
    products: [
        .library(name: "Longwave", targets: ["Longwave"]),
        .library(name: "LongwaveTerminal", targets: ["LongwaveTerminal"]),
        .library(name: "LongwaveNotificationCenter", targets: ["LongwaveNotificationCenter"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")],
    targets: [
        // C libraries. One shim each; only the room that owns the library imports it.
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CNetlink"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CMPG123", pkgConfig: "libmpg123", providers: [.apt(["libmpg123-dev"])]),
        .systemLibrary(name: "CFAAD", pkgConfig: "faad2", providers: [.apt(["libfaad-dev"])]),
        .systemLibrary(name: "COgg", pkgConfig: "ogg", providers: [.apt(["libogg-dev"])]),
        .systemLibrary(name: "CVorbis", pkgConfig: "vorbis", providers: [.apt(["libvorbis-dev"])]),
        .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
        .systemLibrary(name: "CFLAC", pkgConfig: "flac", providers: [.apt(["libflac-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
        .systemLibrary(name: "CSndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSpeexDSP", providers: [.apt(["libspeexdsp-dev"])]),
        .systemLibrary(name: "CSonic", providers: [.apt(["libsonic-dev"])]),
        .systemLibrary(name: "CUnistring", providers: [.apt(["libunistring-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Opened when first needed, hence without pkg-config.
        .systemLibrary(name: "CLibXML2"),
        .systemLibrary(name: "CCurses"),
        .systemLibrary(name: "CRubberband"),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),

        // toml++, which is headers only, behind a header of C.
        .target(name: "CToml"),

        // The rooms, in the order of the sound.
        .target(name: "RadioLoop", dependencies: ["CLinux", "CNetlink"]),
        .target(name: "RadioFormats", dependencies: ["COgg", "CVorbis"]),
        .target(name: "RadioHls", dependencies: ["RadioFormats"]),
        .target(name: "RadioInspect", dependencies: ["RadioFormats", "RadioHls"]),
        .target(name: "RadioJSON"),
        .target(name: "RadioText", dependencies: ["CPCRE2", "CUchardet", "CUnistring", "RadioJSON", "RadioFormats"]),
        .target(name: "RadioLists", dependencies: ["CLibXML2", "RadioJSON", "RadioFormats", "RadioText"]),
        .target(name: "RadioHTTP", dependencies: ["CCrypto", "CCurl", "RadioLoop"]),
        .target(
            name: "RadioStreams",
            dependencies: [
                "CLinux", "CCrypto", "CZlib", "RadioLoop", "RadioFormats", "RadioHls", "RadioLists", "RadioHTTP",
            ]),
        .target(
            name: "RadioAudio",
            dependencies: [
                "CMPG123", "CFAAD", "CVorbis", "COpus", "CFLAC", "CPulse", "CRubberband", "CSonic", "RadioLoop",
                "RadioFormats",
            ]),
        .target(
            name: "RadioTape",
            dependencies: ["COgg", "RadioLoop", "RadioFormats", "RadioJSON", "RadioStreams"]),
        .target(
            name: "RadioPlayer",
            dependencies: [
                "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioHTTP", "RadioStreams", "RadioAudio",
                "RadioTape",
            ]),
        .target(
            name: "RadioExport",
            dependencies: [
                "CLinux", "CSndfile", "CSpeexDSP", "CZlib", "RadioJSON", "RadioLoop", "RadioFormats", "RadioHTTP",
                "RadioStreams", "RadioAudio", "RadioTape", "RadioPlayer",
            ]),
        .target(
            name: "RadioProbe",
            dependencies: [
                "RadioLoop", "RadioFormats", "RadioHls", "RadioInspect", "RadioText", "RadioLists", "RadioHTTP",
                "RadioStreams", "RadioAudio", "RadioPlayer", "RadioStations", "RadioDirectory", "RadioJSON", "Longwave",
            ]),
        .target(
            name: "RadioStations",
            dependencies: [
                "CLinux", "RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioLists",
                "RadioHTTP",
            ]),
        .target(
            name: "RadioDirectory",
            dependencies: [
                "RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP", "RadioStations",
            ]),
        .target(
            name: "RadioTerminal",
            dependencies: [
                "CCurses", "CLinux", "RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioStations",
                "RadioDirectory",
            ]),
        .target(name: "RadioStorage", dependencies: ["CSQLite"]),
        .target(
            name: "RadioTitles",
            dependencies: [
                "RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioHTTP", "RadioStreams",
            ]),
        // The station inside the program, for `longwave demo`.
        .target(name: "RadioDemo", dependencies: ["CDemoSound", "CLinux", "RadioLoop"]),
        .target(name: "CDemoSound", exclude: ["demo.mp3"]),
        .target(
            name: "Longwave",
            dependencies: [
                "RadioJSON", "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioHTTP",
                "RadioStreams", "RadioAudio", "RadioTape", "RadioPlayer", "RadioExport", "RadioStorage",
                "RadioStations", "RadioDirectory", "RadioTitles",
            ]),
        .target(
            name: "LongwaveTerminal",
            dependencies: ["Longwave", "RadioTerminal", "RadioLoop", "RadioPlayer", "RadioStations", "RadioDirectory"]),
        .target(name: "LongwaveNotificationCenter", dependencies: ["Longwave", "RadioPlayer"]),
        .target(
            name: "RadioService",
            dependencies: ["CLinux", "CSystemd", "Longwave", "RadioJSON", "RadioLoop", "RadioPlayer"]),
        // What the program does, without its command line. In no product.
        .target(
            name: "RadioConsole",
            dependencies: [
                "Longwave", "LongwaveTerminal", "RadioInspect", "RadioProbe", "RadioService", "RadioDemo", "RadioJSON",
                "RadioTape", "CLinux", "CToml",
            ]),
        // The program's command line. It sees what any program sees that embeds the library, and is in no product: who
        // embeds the library does not fetch what only this needs.
        .executableTarget(
            name: "longwave",
            dependencies: [
                "RadioConsole", "Longwave", "LongwaveTerminal", "RadioProbe",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/LongwaveCLI", packageAccess: false),

        // Programs that use the library as others do: they see its public face, and are run by the tests.
        .executableTarget(
            name: "ExampleListings", dependencies: ["LongwaveNotificationCenter", "LongwaveTerminal"],
            path: "Examples/Listings", packageAccess: false),
        .executableTarget(
            name: "ExampleModel", dependencies: ["Longwave"], path: "Examples/Model", packageAccess: false),
        .executableTarget(
            name: "ExampleTasks", dependencies: ["Longwave", "LongwaveNotificationCenter", "LongwaveTerminal"],
            path: "Examples/Tasks", packageAccess: false),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["CLinux", "CCrypto", "RadioJSON", "RadioLoop", "RadioFormats", "RadioAudio"],
            path: "Tests/Support"),
        tests("RadioLoop", ["CLinux", "CNetlink"]),
        tests("RadioFormats", ["CMalloc"]),
        tests("RadioHls", ["CMalloc", "RadioFormats"]),
        tests("RadioInspect", ["RadioFormats", "RadioHls"]),
        tests("RadioJSON"),
        tests("RadioText", ["RadioJSON", "RadioFormats", "RadioHls"]),
        tests("RadioLists", ["RadioFormats", "RadioText"]),
        tests("RadioHTTP", ["CCurl", "RadioLoop"]),
        tests("RadioStreams", ["RadioLoop", "RadioFormats", "RadioHls", "RadioHTTP"]),
        tests("RadioAudio", ["RadioLoop", "RadioFormats", "CPulse"]),
        tests("RadioTape", ["RadioLoop", "RadioFormats", "RadioStreams"]),
        tests(
            "RadioExport",
            ["RadioLoop", "RadioFormats", "RadioHTTP", "RadioStreams", "RadioAudio", "RadioPlayer"]),
        tests(
            "RadioPlayer",
            [
                "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioHTTP", "RadioStreams", "RadioAudio",
                "RadioTape",
            ]),
        tests(
            "RadioProbe",
            [
                "RadioLoop", "RadioFormats", "RadioHls", "RadioInspect", "RadioText", "RadioLists", "RadioHTTP",
                "RadioStreams", "RadioAudio", "RadioPlayer",
            ]),
        tests(
            "RadioStations",
            ["RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP"]),
        tests(
            "RadioDirectory",
            ["RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP", "RadioStations"]),
        tests(
            "RadioTerminal",
            ["CCurses", "RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioStations", "RadioDirectory"]),
        tests("RadioStorage"),
        tests(
            "RadioTitles",
            ["RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP"]),
        tests("RadioDemo", ["RadioLoop"]),
        tests("RadioService", ["CSystemd", "Longwave", "RadioJSON", "RadioLoop", "RadioPlayer"]),
        // What can go wrong, in rows: a part of it for the end-to-end tests, all of it for `bin/faults`.
        .target(
            name: "FaultRows", dependencies: ["TestSupport", "RadioStorage", "RadioLoop", "CLinux"],
            path: "Tests/Faults"),
        tests("FaultRows", ["RadioLoop"]),
        // Thousands of stations for the title logger, and the check of its log: a few for tests, all for `bin/load`.
        .target(
            name: "LoadServer", dependencies: ["TestSupport", "RadioJSON", "RadioLoop", "RadioLists"],
            path: "Tests/LoadServer"),
        tests("LoadServer", ["RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioLists"]),
        // The program as a whole, against real servers.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "TestSupport", "FaultRows", "LoadServer", "RadioLoop", "RadioFormats", "RadioText", "RadioHls",
                "RadioStreams", "RadioAudio", "RadioPlayer", "Longwave", "LongwaveNotificationCenter",
            ]),
        tests(
            "Longwave",
            [
                "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioStreams", "RadioAudio", "RadioPlayer",
                "RadioStorage", "RadioStations", "RadioTitles",
            ]),
        tests(
            "RadioConsole",
            [
                "Longwave", "LongwaveTerminal", "RadioJSON", "RadioLoop", "RadioPlayer", "RadioService", "RadioTitles",
                "CLinux",
            ]),
        .testTarget(
            name: "LongwaveCLITests",
            dependencies: [
                "longwave", "RadioConsole", "TestSupport",
                "Longwave", "LongwaveTerminal", "RadioJSON", "RadioLoop", "RadioFormats", "RadioLists",
                "RadioStorage", "RadioProbe", "RadioTitles", "CLinux",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Built on demand: `bin/bench-micro`, `bin/faults`, `bin/load` and `bin/fuzz`.
if environment["LONGWAVE_BENCHMARKS"] != nil {
    package.targets += [
        // A malloc of its own that counts.
        .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter"),
        .executableTarget(
            name: "longwave-benchmark",
            dependencies: [
                "CAllocationCounter", "RadioFormats", "RadioText", "RadioLists", "RadioAudio", "RadioLoop",
                "RadioStreams", "RadioStations",
            ],
            path: "Benchmarks/Micro"),
    ]
}
if environment["LONGWAVE_FAULTS"] != nil {
    package.targets += [
        .executableTarget(
            name: "longwave-faults",
            dependencies: [
                "FaultRows", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/FaultsProgram"),
        // Loaded into the player under test.
        .target(name: "FaultPreload", path: "Tests/FaultPreload", linkerSettings: [.linkedLibrary("dl")]),
    ]
    package.products.append(.library(name: "FaultPreload", type: .dynamic, targets: ["FaultPreload"]))
}
if environment["LONGWAVE_LOAD"] != nil {
    package.targets.append(
        .executableTarget(
            name: "longwave-load",
            dependencies: [
                "LoadServer", "RadioLoop", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Tests/LoadServerProgram"))
}
if environment["LONGWAVE_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "longwave-fuzz",
            dependencies: [
                "CMalloc", "COgg", "RadioFormats", "RadioHls", "RadioInspect", "RadioText", "RadioLists", "RadioTape",
                "RadioConsole",
            ],
            path: "Fuzz/Targets"))
}

// `bin/simulate` runs in release, and builds nothing but the player's room and the simulated days.
if environment["LONGWAVE_SIMULATION"] != nil {
    let rooms: Set = [
        "RadioJSON", "RadioLoop", "RadioFormats", "RadioHls", "RadioInspect", "RadioText", "RadioLists", "RadioHTTP",
        "RadioStreams", "RadioAudio", "RadioTape", "RadioPlayer",
    ]
    package.targets.removeAll { $0.type != .system && !rooms.contains($0.name) }
    package.targets += [
        .target(name: "TestSupport", path: "Tests/Support", sources: ["SeededGenerator.swift"]),
        .testTarget(
            name: "RadioPlayerTests",
            dependencies: ["RadioPlayer", "TestSupport", "RadioLoop", "RadioStreams", "RadioAudio"],
            sources: ["MachineScript.swift", "SimulatedDay.swift", "SimulatedDayTests.swift"]),
    ]
    (package.products, package.dependencies) = ([], [])
}

// `.ci/run`: a warning in one of our own targets is an error. (`-Xswiftc` would reach the dependencies too.)
if environment["LONGWAVE_STRICT"] != nil {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
