// swift-tools-version: 6.0
import Foundation
import PackageDescription

// CONTRIBUTING.md describes the rooms. With `--explicit-target-dependency-import-check error`, a target can import only
// the targets in its list of dependencies.

let environment = ProcessInfo.processInfo.environment

/// Returns the test target of a room.
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
        // C libraries, each behind one shim header.
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
        // The next three libraries are opened at run time when they are first needed, so they need no pkg-config.
        .systemLibrary(name: "CLibXML2"),
        .systemLibrary(name: "CCurses"),
        .systemLibrary(name: "CRubberband"),
        .systemLibrary(name: "CPulse", pkgConfig: "libpulse", providers: [.apt(["libpulse-dev"])]),

        // toml++, a C++ library of headers only, behind a C interface.
        .target(name: "CToml"),

        // The rooms, roughly in the order in which sound passes through them.
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
        // The station of `longwave demo`, which is part of the program.
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
        // The program `longwave` without its command line. It is not part of any product.
        .target(
            name: "RadioConsole",
            dependencies: [
                "Longwave", "LongwaveTerminal", "RadioInspect", "RadioProbe", "RadioService", "RadioDemo", "RadioJSON",
                "RadioTape", "CLinux", "CToml",
            ]),
        // The program's command line. It sees only public declarations, like any program that uses the library. It is
        // not part of any product, so that such programs do not fetch swift-argument-parser.
        .executableTarget(
            name: "longwave",
            dependencies: [
                "RadioConsole", "Longwave", "LongwaveTerminal", "RadioProbe",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/LongwaveCLI", packageAccess: false),

        // Example programs, which see only the library's public declarations. The tests run them.
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
        // The fault rows. The end-to-end tests run some of them, `bin/faults` runs all.
        .target(
            name: "FaultRows", dependencies: ["TestSupport", "RadioStorage", "RadioLoop", "CLinux"],
            path: "Tests/Faults"),
        tests("FaultRows", ["RadioLoop"]),
        // A server of many stations for the title logger, and the check of the log. Tests use a few stations,
        // `bin/load` thousands.
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

// Targets that only `bin/bench-micro`, `bin/faults`, `bin/load` and `bin/fuzz` build.
if environment["LONGWAVE_BENCHMARKS"] != nil {
    package.targets += [
        // A malloc that counts allocations.
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

// `bin/simulate` makes a release build of only the player's room, its dependencies, and the simulated days.
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

// For `.ci/run`, a warning in one of our own targets is an error. (`-Xswiftc` would also affect the dependencies.)
if environment["LONGWAVE_STRICT"] != nil {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
