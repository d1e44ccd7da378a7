import Glibc
import TestSupport
import Testing

/// A command names a station, and the name matches several stations. The screen asks which station is meant, and the
/// command continues with the chosen one.
@Suite(.serialized) struct ScreenChoosingTests {
    private let home: ScreenHome
    private let station: IcyServer

    init() throws {
        home = try ScreenHome()
        station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        try home.list(
            .init("Radio Eins", station.url), .init("Radio Zwei", station.url + "?2"), .init("Nord"))
    }

    /// Starts a command whose station's name matches two stations, and waits until the screen asks which one is meant.
    private func ask(_ arguments: [String], _ more: [String: String] = [:]) async throws -> ScreenTerminal {
        let terminal = try home.open(arguments, more)
        let lines = try await terminal.see { $0[0].hasPrefix("Which station> radio") && $0[1].hasPrefix("> ") }
        #expect(lines[0].hasSuffix("2 of 3") && lines[1].contains("Radio Eins") && lines[2].contains("Radio Zwei"))
        return terminal
    }

    @Test func playing() async throws {
        defer { station.stop() }
        let terminal = try await ask(["play", "radio", "--output", "null"])
        try terminal.press("Down", "Enter")
        try await terminal.see { $0.contains { $0.hasPrefix("playing · Radio Zwei · Band - Song") } }
        try terminal.press("q")
        #expect(try await eventually { try terminal.code() == "0" })
        #expect(station.requests.allSatisfy { $0.target.hasSuffix("?2") })
    }

    @Test func recording() async throws {
        defer { station.stop() }
        let terminal = try await ask(["record", "radio", "--for", "1", "--output", "'\(home.path)/show'"])
        try terminal.press("Down", "Enter")
        #expect(try await eventually { try terminal.code() == "0" })
        #expect(access(home.path + "/show.mp3", F_OK) == 0)
        #expect(station.requests.allSatisfy { $0.target.hasSuffix("?2") })
    }

    @Test func probing() async throws {
        defer { station.stop() }
        let terminal = try await ask(["probe", "radio"])
        // More words reduce the list of matching stations to one.
        try terminal.press(" zwei")
        try await terminal.see { $0[0].hasSuffix("1 of 3") && $0[1].contains("Radio Zwei") }
        try terminal.press("Enter")
        #expect(try await eventually { try terminal.code() == "0" })
        #expect(!station.requests.isEmpty && station.requests.allSatisfy { $0.target.hasSuffix("?2") })
    }

    @Test func aPicture() async throws {
        defer { station.stop() }
        let terminal = try await ask(["artwork", "radio", "--fallback"])
        try terminal.press("Enter")
        #expect(try await eventually { try terminal.code() == "0" })
        try await terminal.see { $0.contains { $0.contains(".png") } }
    }

    @Test func theSharedPlayer() async throws {
        defer { station.stop() }
        let service = try ServeTests.Service(["--output", "null"], ["LONGWAVE_LIBRARY": home.library])
        let terminal = try await ask(["ctl", "play", "radio"], service.environment)
        try terminal.press("Down", "Enter")
        #expect(try await eventually { try terminal.code() == "0" })
        #expect(service.says(#""status":"playing""#, #""name":"Radio Zwei""#))
    }

    static let commands = [
        ["play", "radio", "--output", "null"], ["record", "radio", "--for", "1"], ["probe", "radio"],
        ["artwork", "radio"],
    ]

    /// Escape leaves the question. The command ends with exit code 130 and does nothing.
    @Test(arguments: commands) func leaving(_ arguments: [String]) async throws {
        defer { station.stop() }
        let terminal = try await ask(arguments)
        try terminal.press("Escape")
        #expect(try await eventually { try terminal.code() == "130" })
        #expect(station.requests.isEmpty)
    }

    @Test func leavingTheSharedPlayersQuestion() async throws {
        defer { station.stop() }
        let service = try ServeTests.Service(["--output", "null"], ["LONGWAVE_LIBRARY": home.library])
        let terminal = try await ask(["ctl", "play", "radio"], service.environment)
        try terminal.press("C-c")
        #expect(try await eventually { try terminal.code() == "130" })
        #expect(try service.ctl("status", "--json").output.contains(#""status":"stopped""#))
    }

    /// Without a terminal, the program cannot ask. It lists the matching stations as an error.
    @Test func withoutATerminal() throws {
        defer { station.stop() }
        let run = try home.run("play", "radio", "--output", "null")
        #expect(run.code == 65 && run.errors.contains("Radio Eins") && run.errors.contains("Radio Zwei"), "\(run)")
    }
}
