import RadioStations
import TestSupport
import Testing

@Suite struct LibrarySearchPathTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var environment: [String: String]
        var executable: String?
        var paths: [String]
        var testDescription: String { "\(environment) \(executable ?? "")" }
    }

    static let rows = [
        Row(
            environment: [:], executable: nil,
            paths: ["/usr/local/share/longwave/stations.json", "/usr/share/longwave/stations.json"]),
        Row(
            environment: ["HOME": "/home/a"], executable: "/opt/lw/bin/longwave",
            paths: [
                "/home/a/.config/longwave/stations.json", "/home/a/.local/share/longwave/stations.json",
                "/usr/local/share/longwave/stations.json", "/usr/share/longwave/stations.json",
                "/opt/lw/bin/stations.json", "/opt/lw/share/longwave/stations.json",
            ]),
        Row(
            environment: [
                "HOME": "/home/a", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/e:/f//::g",
            ], executable: nil,
            paths: [
                "/c/longwave/stations.json", "/d/longwave/stations.json", "/e/longwave/stations.json",
                "/f/longwave/stations.json",
            ]),
        // Relative paths are ignored (XDG Base Directory Specification).
        Row(
            environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "", "XDG_DATA_DIRS": "x"],
            executable: nil,
            paths: [
                "/h/.config/longwave/stations.json", "/h/.local/share/longwave/stations.json",
                "/usr/local/share/longwave/stations.json", "/usr/share/longwave/stations.json",
            ]),
        // The program is installed under /usr/local. Its data folder is already in the list of folders, so it is
        // searched once.
        Row(
            environment: [:], executable: "/usr/local/bin/longwave",
            paths: [
                "/usr/local/share/longwave/stations.json", "/usr/share/longwave/stations.json",
                "/usr/local/bin/stations.json",
            ]),
        Row(
            environment: ["XDG_DATA_DIRS": "/e"],
            executable: "/src/lw/.build/x86_64-unknown-linux-gnu/release/longwave",
            paths: [
                "/e/longwave/stations.json", "/src/lw/.build/x86_64-unknown-linux-gnu/release/stations.json",
                "/src/lw/.build/x86_64-unknown-linux-gnu/share/longwave/stations.json", "/src/lw/stations.json",
            ]),
        Row(
            environment: ["XDG_DATA_DIRS": "/e"], executable: "/src/lw/.build-test/release/longwave",
            paths: [
                "/e/longwave/stations.json", "/src/lw/.build-test/release/stations.json",
                "/src/lw/.build-test/share/longwave/stations.json", "/src/lw/stations.json",
            ]),
    ]

    @Test(arguments: rows) func listsCandidates(_ row: Row) {
        #expect(LibrarySearchPath.candidates(environment: row.environment, executable: row.executable) == row.paths)
    }

    @Test func theOptionComesBeforeTheEnvironment() {
        let environment = ["LONGWAVE_LIBRARY": "/env.json"]
        #expect(LibrarySearchPath.named(option: "o.m3u", environment: environment) == "o.m3u")
        #expect(LibrarySearchPath.named(option: nil, environment: environment) == "/env.json")
        #expect(LibrarySearchPath.named(option: nil, environment: ["LONGWAVE_LIBRARY": ""]) == nil)
    }

    @Test func theFirstThatExistsIsTaken() throws {
        let folder = try TemporaryDirectory()
        let environment = ["XDG_CONFIG_HOME": folder.path + "/c", "XDG_DATA_HOME": folder.path + "/d"]
        func source(option: String? = nil) -> String? {
            StationLibrary.source(option: option, environment: environment, executable: nil)
        }
        try folder.write("d/longwave/stations.json", "{}")
        #expect(source() == folder.path + "/d/longwave/stations.json")
        try folder.write("c/longwave/stations.json", "{}")
        #expect(source() == folder.path + "/c/longwave/stations.json")
        #expect(source(option: "/not/there") == "/not/there")
    }
}
