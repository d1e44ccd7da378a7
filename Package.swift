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

/// Returns the module of a C library behind one shim header.
/// - Parameters:
///   - pkgConfig: The library's name for pkg-config. Nil if the library needs no options, or is opened at run time.
///   - package: The Debian package of the headers. Nil for the C library's own.
func cModule(_ name: String, pkgConfig: String? = nil, _ package: String? = nil) -> Target {
    .systemLibrary(
        name: name, path: "Sources/CModules/\(name)", pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
}

let package = Package(
    name: "Longwave",
    products: [
        .library(name: "Longwave", targets: ["Longwave"]),
        .library(name: "LongwaveTerminal", targets: ["LongwaveTerminal"]),
        .library(name: "LongwaveDesktop", targets: ["LongwaveDesktop"]),
        .library(name: "LongwaveNotificationCenter", targets: ["LongwaveNotificationCenter"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")],
    targets: [
        cModule("CLinux"),
        cModule("CNetlink"),
        cModule("CMalloc"),
        cModule("CCurl", pkgConfig: "libcurl", "libcurl4-openssl-dev"),
        cModule("CCrypto", pkgConfig: "libcrypto", "libssl-dev"),
        cModule("CZlib", pkgConfig: "zlib", "zlib1g-dev"),
        cModule("CMPG123", pkgConfig: "libmpg123", "libmpg123-dev"),
        cModule("CFAAD", pkgConfig: "faad2", "libfaad-dev"),
        cModule("COgg", pkgConfig: "ogg", "libogg-dev"),
        cModule("CVorbis", pkgConfig: "vorbis", "libvorbis-dev"),
        cModule("COpus", pkgConfig: "opus", "libopus-dev"),
        cModule("CFLAC", pkgConfig: "flac", "libflac-dev"),
        cModule("CSystemd", pkgConfig: "libsystemd", "libsystemd-dev"),
        cModule("CPCRE2", pkgConfig: "libpcre2-8", "libpcre2-dev"),
        cModule("CUchardet", pkgConfig: "uchardet", "libuchardet-dev"),
        cModule("CSndfile", "libsndfile1-dev"),
        cModule("CSpeexDSP", "libspeexdsp-dev"),
        cModule("CSonic", "libsonic-dev"),
        cModule("CEbur128", pkgConfig: "libebur128", "libebur128-dev"),
        cModule("CUnistring", "libunistring-dev"),
        cModule("CSQLite", pkgConfig: "sqlite3", "libsqlite3-dev"),
        // The next six libraries are opened at run time when they are first needed, so they need no pkg-config.
        cModule("CLibXML2"),
        cModule("CCurses"),
        cModule("CRubberband"),
        cModule("CMicrohttpd"),
        cModule("CMosquitto"),
        cModule("CQrencode"),
        cModule("CPulse", pkgConfig: "libpulse", "libpulse-dev"),

        // toml++, a C++ library of headers only, behind a C interface.
        .target(name: "CToml", path: "Sources/CModules/CToml"),

        // The rooms, roughly in the order in which sound passes through them.
        .target(name: "RadioLoop", dependencies: ["CLinux", "CNetlink"]),
        .target(name: "RadioFormats", dependencies: ["COgg"]),
        .target(name: "RadioHls", dependencies: ["RadioFormats"]),
        .target(name: "RadioJSON"),
        .target(name: "RadioText", dependencies: ["CPCRE2", "CUchardet", "CUnistring", "RadioJSON", "RadioFormats"]),
        .target(name: "RadioLists", dependencies: ["CLibXML2", "RadioJSON", "RadioFormats", "RadioText"]),
        .target(name: "RadioHTTP", dependencies: ["CCrypto", "CCurl", "RadioLoop", "RadioFormats"]),
        .target(
            name: "RadioStreams",
            dependencies: [
                "CLinux", "CCrypto", "CZlib", "RadioLoop", "RadioFormats", "RadioHls", "RadioLists", "RadioHTTP",
            ]),
        .target(
            name: "RadioAudio",
            dependencies: [
                "CMPG123", "CFAAD", "CVorbis", "COpus", "CFLAC", "CPulse", "CRubberband", "CSonic", "CEbur128",
                "RadioLoop", "RadioFormats",
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
                "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioHTTP", "RadioStreams",
                "RadioAudio", "RadioPlayer", "RadioStations", "RadioDirectory", "RadioJSON", "Longwave",
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
        .target(name: "RadioStorage", dependencies: ["CSQLite", "RadioLoop", "RadioFormats"]),
        .target(
            name: "RadioTitles",
            dependencies: [
                "RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioHTTP", "RadioStreams",
            ]),
        // The station of `longwave demo`, which is part of the program.
        .target(name: "RadioDemo", dependencies: ["CDemoSound", "CLinux", "RadioLoop"]),
        .target(name: "CDemoSound", path: "Sources/CModules/CDemoSound", exclude: ["demo.mp3"]),
        .target(
            name: "Longwave",
            dependencies: [
                "CLinux", "RadioJSON", "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioHTTP",
                "RadioStreams", "RadioAudio", "RadioTape", "RadioPlayer", "RadioExport", "RadioStorage",
                "RadioStations", "RadioDirectory", "RadioTitles",
            ]),
        .target(
            name: "LongwaveTerminal",
            dependencies: [
                "CCurses", "CLinux", "Longwave", "RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioPlayer",
                "RadioStations", "RadioDirectory",
            ]),
        .target(name: "LongwaveNotificationCenter", dependencies: ["Longwave", "RadioPlayer"]),
        .target(
            name: "LongwaveDesktop",
            dependencies: [
                "CLinux", "CSystemd", "Longwave", "RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioHTTP",
                "RadioPlayer", "RadioTape",
            ]),
        .target(name: "CWebPage", path: "Sources/CModules/CWebPage", exclude: ["page.html"]),
        // The fronts for other devices and programs: HTTP, MPD's protocol, MQTT.
        .target(
            name: "RadioWeb",
            dependencies: [
                "CLinux", "CCrypto", "CMicrohttpd", "CMosquitto", "CQrencode", "CWebPage", "Longwave", "RadioJSON",
                "CLinux", "CCrypto", "CMicrohttpd", "CMosquitto", "CQrencode", "CWebPage", "Longwave", "RadioJSON",
                "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioStreams", "RadioHTTP", "RadioPlayer",
                "RadioStorage", "RadioStations", "RadioDirectory", "RadioTitles", "RadioTape",
            ]),
        // The program's commands. They are not part of any product, so that programs that embed the library do not fetch
        // swift-argument-parser.
        .target(
            name: "LongwaveCLI",
            dependencies: [
                "Longwave", "LongwaveTerminal", "RadioProbe", "LongwaveDesktop", "RadioWeb", "RadioDemo", "RadioJSON",
                "RadioLoop", "RadioHls", "RadioHTTP", "RadioStreams", "RadioTape", "CLinux", "CToml",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(name: "longwave", dependencies: ["LongwaveCLI"]),

        // Example programs, which see only the library's public declarations. The tests run them.
        .executableTarget(
            name: "ExampleDesktop", dependencies: ["LongwaveDesktop"], path: "Examples/Desktop", packageAccess: false),
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
            dependencies: [
                "CLinux", "CCrypto", "RadioJSON", "RadioLoop", "RadioFormats", "RadioAudio", "RadioStorage",
            ],
            path: "Tests/Support"),
        tests("RadioLoop", ["CLinux", "CNetlink"]),
        tests("RadioFormats", ["CMalloc"]),
        tests("RadioHls", ["CMalloc", "RadioFormats"]),
        tests("RadioJSON"),
        tests("RadioText", ["RadioJSON", "RadioFormats", "RadioHls"]),
        tests("RadioLists", ["RadioFormats", "RadioText"]),
        tests("RadioHTTP", ["CCurl", "RadioLoop", "RadioFormats"]),
        tests("RadioStreams", ["RadioLoop", "RadioFormats", "RadioHls", "RadioHTTP"]),
        tests("RadioAudio", ["RadioLoop", "RadioFormats", "CPulse", "CEbur128"]),
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
                "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioHTTP", "RadioStreams",
                "RadioAudio", "RadioPlayer", "Longwave",
            ]),
        tests(
            "RadioStations",
            ["RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP"]),
        tests(
            "RadioDirectory",
            ["RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP", "RadioStations"]),
        tests(
            "LongwaveTerminal",
            ["CCurses", "RadioJSON", "RadioLoop", "RadioFormats", "RadioText", "RadioStations", "RadioDirectory"]),
        tests("RadioStorage", ["RadioLoop", "RadioFormats"]),
        tests(
            "RadioTitles",
            ["RadioJSON", "RadioStorage", "RadioLoop", "RadioFormats", "RadioText", "RadioLists", "RadioHTTP"]),
        tests("RadioDemo", ["RadioLoop"]),
        tests(
            "LongwaveDesktop",
            ["CSystemd", "Longwave", "RadioJSON", "RadioLoop", "RadioHTTP", "RadioPlayer", "RadioStorage"]),
        tests(
            "RadioWeb",
            [
                "Longwave", "RadioJSON", "RadioLoop", "RadioFormats", "RadioPlayer", "RadioStations", "RadioStreams",
                "RadioDirectory",
            ]),
        // The fault rows. The end-to-end tests run some of them, `bin/faults` runs all.
        .target(
            name: "FaultRows", dependencies: ["TestSupport", "RadioStorage", "RadioAudio", "RadioLoop", "CLinux"],
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
                "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioStreams", "RadioAudio",
                "RadioPlayer", "RadioStorage", "RadioStations", "RadioTitles",
            ]),
        tests(
            "LongwaveCLI",
            [
                "Longwave", "LongwaveTerminal", "RadioJSON", "RadioLoop", "RadioPlayer", "RadioProbe",
                "LongwaveDesktop", "RadioTitles", "RadioDirectory", "RadioExport", "RadioStations", "RadioTape",
                "RadioHls", "RadioHTTP", "CLinux",
            ]),
        // The commands, as programs and in the process.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "longwave", "LongwaveCLI", "TestSupport",
                "Longwave", "LongwaveTerminal", "RadioJSON", "RadioLoop", "RadioFormats", "RadioLists",
                "RadioHls", "RadioStorage", "RadioProbe", "RadioTitles", "CLinux", "CEbur128",
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
                "CMalloc", "COgg", "RadioFormats", "RadioHls", "RadioJSON", "RadioLoop", "RadioText", "RadioLists",
                "RadioAudio", "RadioTape", "RadioStorage", "RadioStations", "RadioTitles", "RadioProbe",
                "LongwaveDesktop", "LongwaveCLI", "Longwave", "LongwaveTerminal", "RadioWeb",
            ],
            path: "Fuzz/Targets"))
}

// `bin/simulate` makes a release build of only the player's room, its dependencies, and the simulated days.
if environment["LONGWAVE_SIMULATION"] != nil {
    let rooms: Set = [
        "RadioJSON", "RadioLoop", "RadioFormats", "RadioHls", "RadioText", "RadioLists", "RadioHTTP", "RadioStreams",
        "RadioAudio", "RadioTape", "RadioPlayer",
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

// LONGWAVE_TESTS=RadioHlsTests,RadioHTTPTests builds only these test targets, which makes `bin/test` fast for one room.
if let names = environment["LONGWAVE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// For `.ci/run`, a warning in one of our own targets is an error. (`-Xswiftc` would also affect the dependencies.)
if environment["LONGWAVE_STRICT"] != nil {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
