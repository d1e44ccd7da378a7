import TestSupport
import Testing

/// The page of the queue on the screen.
@Suite(.serialized) struct ScreenQueueTests {
    private let home: ScreenHome
    private let station: IcyServer

    init() throws {
        home = try ScreenHome()
        station = try IcyServer(.mp3)
        try home.list(.init("Here", station.url), .init("There", station.url + "?2"), .init("Far", station.url + "?3"))
    }

    /// Opens the screen and plays the first station of the list.
    private func playing() async throws -> ScreenTerminal {
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        return terminal
    }

    @Test func itIsTheListThatWasChosenFrom() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        try terminal.press("4")
        let queue = try await terminal.see { $0[4].contains("3  Far") }
        #expect(queue[2].hasPrefix("▸   1  Here") && queue[3].hasPrefix("    2  There"))
        try terminal.press("n")
        try await terminal.see { $0[3].hasPrefix("▸   2  There") && $0[21].hasPrefix("playing") }
        try terminal.press("p")
        try await terminal.see { $0[2].hasPrefix("▸   1  Here") && $0[21].hasPrefix("playing") }
    }

    @Test func addingAndPlayingNext() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        try terminal.press("e")
        try await terminal.see { $0[23] == "added to the queue: Here" }
        try terminal.press("End", "E", "4")
        try await terminal.see { $0[3].contains("2  Far") && $0[4].contains("3  There") && $0[6].contains("5  Here") }
        try terminal.press("n")
        try await terminal.see { $0[3].hasPrefix("▸   2  Far") }
    }

    /// The key e adds a station to the empty queue. The station plays.
    @Test func intoAnEmptyQueue() async throws {
        defer { station.stop() }
        let terminal = try await home.screen()
        try terminal.press("Down", "e")
        try await terminal.seePlaying("There")
        try terminal.press("4")
        let queue = try await terminal.see { $0[2].hasPrefix("▸   1  There") }
        #expect(queue[3].isEmpty)
        try terminal.press("n")
        try await terminal.see { $0[23] == "there is nothing else in the queue" }
    }

    @Test func movingAndRemoving() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        try terminal.press("4")
        try await terminal.see { $0[2].hasPrefix("▸   1  Here") }
        // The key } moves the current station down in the queue. The station continues to play.
        try terminal.press("}")
        try await terminal.see {
            $0[2].contains("1  There") && $0[3].hasPrefix("▸   2  Here") && $0[0].hasSuffix("2/3")
        }
        try terminal.press("}", "}")
        try await terminal.see { $0[4].hasPrefix("▸   3  Here") && $0[0].hasSuffix("3/3") }
        try terminal.press("{", "Home", "x")
        try await terminal.see { $0[2].hasPrefix("▸   1  Here") && $0[3].contains("2  Far") && $0[4].isEmpty }
        try terminal.press("End", "DC")
        try await terminal.see { $0[2].hasPrefix("▸   1  Here") && $0[3].isEmpty }
        #expect(station.requests.count == 1, "the sound was never left")
    }

    @Test func anEntryPlays() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        try terminal.press("4", "End", "Enter")
        try await terminal.see { $0[4].hasPrefix("▸   3  Far") && $0[21].hasPrefix("playing") }
        try terminal.press("1")
        try await terminal.see { $0[4].hasPrefix("▸") && $0[4].contains("Far") }
    }

    @Test func shuffled() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        try terminal.press("s")
        try await terminal.see { $0[23] == "shuffle: on" && $0[22].contains("shuffled") }
        try terminal.press("s")
        try await terminal.see { $0[23] == "shuffle: off" && !$0[22].contains("shuffled") }
        try terminal.press("4")
        try await terminal.see { $0[2].contains("Here") && $0[3].contains("There") && $0[4].contains("Far") }
    }

    @Test func repeated() async throws {
        defer { station.stop() }
        let terminal = try await playing()
        for mode in ["one", "all", "none"] {
            try terminal.press("r")
            try await terminal.see { lines in
                lines[23] == "repeat: \(mode)" && lines[22].contains("repeat \(mode)") == (mode != "none")
            }
        }
    }

    /// An entry of the queue fails. Its line shows the reason.
    @Test func aDeadEntry() async throws {
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer {
            station.stop()
            dead.stop()
        }
        try home.list(.init("Here", station.url), .init("Dead", dead.url("/x")))
        let terminal = try await playing()
        try terminal.press("4", "n")
        try await terminal.see { $0[3].contains("2  Dead") && $0[3].contains("not found") }
        try terminal.press("Home", "Enter")
        try await terminal.see { $0[2].hasPrefix("▸   1  Here") && $0[21].hasPrefix("playing") }
    }
}
