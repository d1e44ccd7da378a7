import LongwaveTerminal
import TestSupport
import Testing

/// The screen while a station plays: the listener switches stations, stations fail and return, titles change, and keys
/// are pressed.
@Suite(.serialized) struct ScreenPlayingTests {
    private let home: ScreenHome

    init() throws { home = try ScreenHome() }

    /// The settings of a station with a burst of one minute, so that the listener can seek back.
    private static var burst: IcyServer.Settings {
        var settings = IcyServer.Settings()
        settings.burst = .seconds(60)
        return settings
    }

    // MARK: Stations

    /// The listener chooses another station, which takes over. A station that fails is marked with the reason, and the
    /// station before continues.
    @Test func zapping() async throws {
        let (first, second) = (
            try IcyServer([try .init(.mp3, title: "One")]), try IcyServer([try .init(.mp3, title: "Two")])
        )
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer {
            first.stop()
            second.stop()
            dead.stop()
        }
        try home.list(.init("First", first.url), .init("Second", second.url), .init("Dead", dead.url("/x")))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("First")
        try await terminal.see { $0[18] == "One" }
        try terminal.press("End", "Enter")
        let marked = try await terminal.see { $0[4].contains("not found") }
        #expect(marked[21].hasPrefix("playing") && marked[2].hasPrefix("▸") && marked[23].hasPrefix("Dead: "))
        #expect(first.connectionCount == 1, "what was heard was not left")
        try terminal.press("Up", "Enter")
        try await terminal.seePlaying("Second")
        try await terminal.see("Two")
        // The keys n and p play the next and the previous station of the list from which the current one was chosen.
        try terminal.press("p")
        try await terminal.seePlaying("First")
        try terminal.press("Space")
        try await terminal.see { $0[21].hasPrefix("paused") }
        try terminal.press("3")
        let heard = try await terminal.see { $0.contains { $0.contains("Two") && $0.hasSuffix("Second") } }
        #expect(heard.contains { $0.contains("One") && $0.hasSuffix("First") })
    }

    /// The listener chooses a station whose server is away. The program tries it until the server returns.
    @Test func aStationThatIsAway() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try station.leave()
        try home.list(.init("Away", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[2].contains("Away") && $0[21].contains("no answer") }
        station.comeBack()
        try await terminal.seePlaying("Away")
    }

    /// A dead station is chosen while nothing plays. The screen shows why it failed. The station stays marked until it
    /// is tried again.
    @Test func aDeadStationAlone() async throws {
        let station = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer { station.stop() }
        try home.list(.init("Dead", station.url("/x")))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see {
            $0[2].contains("not found") && $0[21].hasPrefix("failed: ") && $0[23].hasPrefix("Dead: ")
        }
        #expect(try await terminal.isStyled { $0.contains("31m") })
        try terminal.press("Enter")
        #expect(await eventually { station.requests.count > 1 })
    }

    /// The server of the current station dies. The screen shows the reason. When the server returns, the sound
    /// continues without a key.
    @Test func aServerThatDies() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Before")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try station.leave()
        try await terminal.see { $0[21].contains("reconnecting") && $0[21].contains("no answer") }
        // When the buffered sound has ended, the status line says that the program reconnects.
        try await terminal.see { $0[21].hasPrefix("reconnecting") }
        station.comeBack()
        try await terminal.see { $0[21].hasPrefix("playing") && !$0[21].contains("reconnecting") }
    }

    /// The server of the current station keeps the connection but sends nothing more. The screen shows a stall with its
    /// reason.
    @Test func aServerThatFreezes() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        station.freeze()
        try await terminal.see { $0[21].hasPrefix("stalled") && $0[21].contains("no data arrives") }
        station.thaw()
        try await terminal.see { $0[21].hasPrefix("playing") && !$0[21].contains("data") }
    }

    @Test func severalAddresses() async throws {
        let station = try IcyServer([try .init(.mp3, title: "By the second")])
        let dead = try LoopbackServer { $0.reply(status: "404 Not Found", text: "no") }
        defer {
            station.stop()
            dead.stop()
        }
        try home.list(.init("Two", dead.url("/x"), station.url), .init("Both", dead.url("/a"), dead.url("/b")))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Two")
        try await terminal.see("By the second")
        #expect(!dead.requests.isEmpty)
        try terminal.press("Down", "Enter")
        try await terminal.see { $0[3].contains("not found") && $0[21].hasPrefix("playing") }
        #expect(Set(dead.requests.map(\.path)) == ["/x", "/a", "/b"])
    }

    /// The listener chooses several stations before the first one answers. Only the last one plays.
    @Test func zappingFast() async throws {
        let silent = try LoopbackServer { $0.neverAnswer() }
        let (first, last) = (try IcyServer(.mp3), try IcyServer([try .init(.mp3, title: "Omega")]))
        defer {
            silent.stop()
            first.stop()
            last.stop()
        }
        try home.list(
            .init("First", first.url), .init("Mute", silent.url("/1")), .init("Dumb", silent.url("/2")),
            .init("Last", last.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("First")
        try terminal.press("Down", "Enter")
        try await terminal.see { $0[23] == "connecting to Mute" }
        try terminal.press("Down", "Enter", "Down", "Enter")
        try await terminal.seePlaying("Last")
        try await terminal.see("Omega")
        // The program has closed the connections to the two stations that never answered.
        #expect(await eventually { silent.connectionCount == 0 })
    }

    // MARK: Names and titles

    /// Escape sequences in a station's name and in a title have no effect on the terminal.
    @Test func hostileTexts() async throws {
        let station = try IcyServer([
            try .init(.mp3, title: "Band\u{1B}[2J\u{1B}[1;1H - \u{1B}]2;hacked\u{7}Song\u{9B}31m\u{90}")
        ])
        defer { station.stop() }
        try home.list(.init(#"Evil\u001b]2;hacked\u0007\u001b[2J\r\n\u001b[1;1Hname"#, station.url), .init("Nord"))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0.contains { $0.contains("Song") } && $0[21].hasPrefix("playing") }
        #expect(try await eventually { try terminal.session.value("#{pane_title}").hasPrefix("Evil") })
        let lines = try terminal.session.lines()
        #expect(
            lines[0].hasPrefix(" Stations  Search") && lines[2].hasPrefix("▸") && lines[3].contains("Nord"), "\(lines)")
        #expect(lines[18].contains("Song") && lines[19].hasPrefix("Band"), "\(lines)")
        // Ctrl-L draws the page from scratch, with the same result: nothing was hidden by an escape sequence.
        try terminal.press("C-l")
        try await terminal.see { Array($0[0..<20]) == Array(lines[0..<20]) }
    }

    /// Names and titles with wide characters, combining marks, emoji of several code points and right-to-left letters
    /// do not shift the columns.
    @Test func wideAndRightToLeft() async throws {
        let station = try IcyServer([try .init(.mp3, title: "日本の歌手 - שיר של שלום مرحبا")])
        defer { station.stop() }
        let names = [
            "שלום רדיו", "مرحبا راديو", "日本の声とラジオ", "👨‍👩‍👧 Family", "🇩🇪 Flag", "ＷＩＤＥ", "e\u{301}\u{302} marks",
            "می‌خواهم",
        ]
        try home.list(names.map { .init($0, station.url) })
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[18].contains("مرحبا") && $0[19].hasPrefix("日本の歌手") && $0[21].hasPrefix("playing") }
        let lines = try terminal.session.lines()
        #expect(lines[5].contains("👨 Family") && lines[6].contains("DE Flag"))
        for line in lines { #expect(DisplayWidth.of(line) <= 80, "\(line)") }
        // The column after the station's name starts at the same place in each line.
        for line in lines[2..<10] {
            let before = try #require(line.ranges(of: " DE").last).lowerBound
            #expect(DisplayWidth.of(String(line[..<before])) == 44, "\(line)")
        }
        try terminal.press("Down", "Up", "End", "Home", "C-l")
        try await terminal.see { Array($0[1..<20]) == Array(lines[1..<20]) }
    }

    @Test func aLongTitle() async throws {
        let title = "An Artist Whose Name Is Long - " + (1...30).map { "word\($0)" }.joined(separator: " ")
        let station = try IcyServer([try .init(.mp3, title: title)])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see {
            $0[18].hasPrefix("word1 word2") && $0[18].hasSuffix("…") && DisplayWidth.of($0[18]) <= 80
        }
        // In a terminal of 120 columns, the title is to the right of the page and wraps between words.
        try terminal.session.resize(columns: 120, rows: 40)
        let wide = try await terminal.see { $0.count == 40 && $0[1].contains("│ word1") && $0[2].contains("│ word") }
        #expect(wide[3].hasSuffix("…") && wide.allSatisfy { DisplayWidth.of($0) <= 120 })
    }

    // MARK: Keys of what plays

    @Test func volumeAndMute() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("-", "_")
        try await terminal.see { $0[22].contains("volume 90 %") }
        try terminal.press("m")
        try await terminal.see { $0[22].contains("muted") && !$0[22].contains("volume") }
        try terminal.press("m")
        try await terminal.see { $0[22].contains("volume 90 %") }
        try terminal.press("+", "=")
        try await terminal.see { !$0[22].contains("volume") && $0[22].contains("MP3 128 kbit/s") }
    }

    @Test func theVolumeIsRemembered() async throws {
        let terminal = try await home.screen()
        try terminal.press("-", "-", "-")
        try await terminal.see { $0[22].contains("volume 85 %") }
        try terminal.press("q")
        #expect(try await terminal.ending() == "0")
        #expect(try LongwaveBinary.read(home.path + "/state/longwave/state.json").contains("0.85"))
    }

    @Test func theSleepTimer() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        for (said, left) in [("15:00", "14:5"), ("30:00", "29:5"), ("1:00:00", "59:5"), ("1:30:00", "1:29:5")] {
            try terminal.press("z")
            try await terminal.see { $0[23] == "sleep timer: \(said)" }
            try await terminal.see { $0[22].contains("sleep in \(left)") }
        }
        try terminal.press("z")
        try await terminal.see { $0[23] == "sleep timer: off" && !$0[22].contains("sleep") }
    }

    @Test func theMeter() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("v")
        let bars = try await terminal.see { $0[22].contains("█") }
        #expect(bars[22].prefix { $0 != "·" }.filter { "█░▌!".contains($0) }.count == 16, "\(bars[22])")
        try terminal.press("v")
        try await terminal.see { !$0[22].contains("█") && !$0[22].contains("░") }
    }

    @Test func theRate() async throws {
        let station = try IcyServer(.mp3, settings: Self.burst)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("<", "<")
        try await terminal.see { $0[21].contains(" at 0.75x") }
        try terminal.press(">", ">", ">")
        try await terminal.see { $0[21].contains(" at 1.1x") }
        try terminal.press("L")
        try await terminal.see { $0[21].contains(" at 1.05x") }
        try terminal.press("l")
        try await terminal.see { !$0[22].contains("behind live") }
    }

    /// The keys Left and l seek ten seconds back and to the live edge. The screen shows how far behind the live edge
    /// the sound is.
    @Test func backAndLive() async throws {
        let station = try IcyServer(.mp3, settings: Self.burst)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        // At three times the speed, the program soon has played enough sound to seek back.
        for _ in 0..<7 { try terminal.press(">") }
        try await terminal.see { lines in
            lines[21].contains(" at 3.0x") && (14..<30).contains { lines[21].contains("0:\($0)") }
        }
        try terminal.press("Left", "Left", "Left")
        try await terminal.see { $0[22].contains(" behind live, ") && $0[22].contains(" kept") }
        try terminal.press("l")
        try await terminal.see { !$0[22].contains("behind live") && $0[21].hasPrefix("playing") }
        try terminal.press("Left")
        try await terminal.see { $0[23].hasSuffix("behind live") }
    }

    @Test func titlesBackAndForward() async throws {
        let pieces = try ["A - One", "B - Two", "C - Three"].map { try IcyServer.Piece(.mp3, title: $0) }
        let station = try IcyServer(pieces, settings: Self.burst)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "One" && $0[19] == "A" && $0[21].hasPrefix("playing") }
        try terminal.press("]")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("]")
        try await terminal.see { $0[18] == "Three" }
        try terminal.press("[")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("b")
        try await terminal.see { $0[18] == "Two" && $0[23].hasSuffix("behind live") }
    }

    /// The key that starts to rewind or to fast-forward also ends it.
    @Test func scanning() async throws {
        let pieces = try ["A - One", "B - Two", "C - Three"].map { try IcyServer.Piece(.mp3, title: $0) }
        let station = try IcyServer(pieces, settings: Self.burst)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "One" && $0[21].hasPrefix("playing") }
        try terminal.press(")")
        try await terminal.see { $0[18] == "Three" }
        try terminal.press("(")
        try await terminal.see { $0[18] == "Two" }
        try terminal.press("(")
        try await terminal.see { $0[21].hasPrefix("playing") && $0[18] == "Two" }
    }

    // MARK: Titles

    @Test func aTitleIsLikedAndNoLonger() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Sinnerman" && $0[19] == "Nina Simone" && $0[20].hasPrefix("Here · since ") }
        try terminal.press("*")
        try await terminal.see { $0[23] == "you like Nina Simone - Sinnerman" }
        try terminal.press("3")
        try await terminal.see { $0[2].contains("♥ Nina Simone - Sinnerman") && $0[2].hasSuffix("Here") }
        try terminal.press("*")
        try await terminal.see { $0[2].contains("  Nina Simone - Sinnerman") }
        #expect(try home.run("songs", "--liked").lines.filter { $0.contains("Sinnerman") }.isEmpty)
        // On the page of heard titles, the key e adds the selected title's station to the queue.
        try terminal.press("e", "4")
        try await terminal.see { $0[3].contains("2  Here") }
    }

    @Test func linksOfATitle() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        try terminal.press("o")
        try await terminal.see { $0[23] == "no song to link" }
        try terminal.press("Enter")
        try await terminal.see("Sinnerman")
        for page in ["1", "3"] {
            try terminal.press(page)
            try await terminal.see { $0[1].hasPrefix(page == "1" ? " All" : " Heard titles") && $0[2].count > 5 }
            try terminal.press("o")
            try await terminal.see { $0[1] == " Links for the title" && $0[2].contains("https://musicbrainz.org/") }
            try terminal.press("Escape")
        }
        try await terminal.see { $0[2].contains("Nina Simone - Sinnerman") }
    }

    // MARK: Recordings

    @Test func aTitleIsKept() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen(["--recordings", "'\(home.recordings)'"])
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "Song" && $0[21].hasPrefix("playing") }
        try terminal.press("k")
        try await terminal.see { $0[23].hasPrefix("writing ") && $0[21].contains("recording 0:0") }
        // The next title ends the recording of the current title.
        station.setTitle("Band - Another")
        try await terminal.see { $0[23].contains("written: ") && !$0[21].contains("recording") }
        try terminal.press("5")
        try await terminal.see { $0[2].contains("Song") && $0[2].contains(" kB") }
    }

    @Test func theLastMinutesAreKept() async throws {
        let station = try IcyServer(.mp3)
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen(["--recordings", "'\(home.recordings)'"])
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("5", "K")
        try await terminal.see { $0[23].contains("written: ") }
        // The page of recordings reads its folder each time when it is opened.
        try terminal.press("1", "5")
        try await terminal.see { $0[2].contains("Here") && $0[2].contains(" kB") }
    }

    /// The page shows the lengths of recordings. The tracks of a cue sheet are titles and chapters. A recording is deleted
    /// after a question, with the files about it.
    @Test func aRecordingWithACueSheet() async throws {
        let copies = [[UInt8]](repeating: try Samples.read(path: Sample.mp3.path), count: 8).flatMap(\.self)
        try home.directory.write("kept/night.mp3", copies)
        try home.directory.write("kept/other.json", "{}")
        try home.directory.write("kept/night.json", #"{"file":"night.mp3"}"#)
        let sheet = ["One", "Two"].enumerated().map {
            "TRACK 0\($0.offset + 1) AUDIO\nTITLE \"\($0.element)\"\nPERFORMER \"Band\"\nINDEX 01 00:\($0.offset)0:00"
        }
        try home.directory.write("kept/night.cue", "FILE \"night.mp3\" MP3\n" + sheet.joined(separator: "\n"))
        let terminal = try await home.screen(["--recordings", "'\(home.recordings)'"])
        try terminal.press("5")
        try await terminal.see { $0[2].contains("night.mp3") && $0[2].contains(" 1:0") }
        try terminal.press("Enter")
        try await terminal.see { $0[18] == "One" && $0[19].contains("Band") && $0[22].contains("chapter 1 of 2") }
        try terminal.press("]")
        try await terminal.see { $0[18] == "Two" && $0[21].contains("0:1") && $0[22].contains("chapter 2 of 2") }
        try terminal.press("]")
        try await terminal.see { $0[23].contains("no such title or chapter") }
        try terminal.press("[")
        try await terminal.see { $0[18] == "One" && $0[21].contains("0:0") }
        try terminal.press("x")
        try await terminal.see { $0[23].contains("delete night.mp3?") }
        try terminal.press("n")
        try await terminal.see { $0[23] == "nothing was deleted" }
        try terminal.press("x", "y")
        try await terminal.see { $0[23] == "deleted: night.mp3" && $0[2].contains("no recordings") }
        let names = try ChildProcess.run("ls", [home.recordings]).output
        #expect(names == "other.json\n")
    }

    @Test func whatIsRecordedPlays() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen(["--recordings", "'\(home.recordings)'"])
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        try terminal.press("R")
        try await terminal.see { $0[21].contains("recording 0:0") }
        try terminal.press("R")
        try await terminal.see { $0[23].contains("written: ") && !$0[21].contains("recording") }
        try terminal.press("5")
        try await terminal.see { $0[2].contains("Here") && $0[2].contains(" kB") }
        try terminal.press("Enter")
        try await terminal.see { $0[21].contains(" / 0:0") }
        #expect(await eventually { station.connectionCount == 0 })
    }

    // MARK: The window's title and devices

    @Test func theTitleOfTheWindow() async throws {
        let station = try IcyServer([try .init(.mp3, title: "Nina Simone - Sinnerman")])
        defer { station.stop() }
        try home.list(.init("Here", station.url))
        let terminal = try await home.screen()
        func title() throws -> String { try terminal.session.value("#{pane_title}") }
        #expect(try await eventually { try title() == "Longwave" })
        try terminal.press("Enter")
        #expect(try await eventually { try title() == "Here: Nina Simone - Sinnerman" })
        station.setTitle("Next")
        #expect(try await eventually { try title() == "Here: Next" })
    }

    @Test(.enabled(if: PulseServer.isInstalled)) func anotherDevice() async throws {
        let station = try IcyServer(.mp3)
        let sound = try PulseServer(sinks: [.init("n1"), .init("n2")])
        try sound.pactl("set-default-sink", "n1")
        defer {
            station.stop()
            sound.stop()
        }
        try home.list(.init("Here", station.url))
        let terminal = try home.open(["screen"], ["PULSE_SERVER": sound.address])
        try await terminal.see { $0.count > 3 && $0[2].contains("Here") }
        try terminal.press("Enter")
        try await terminal.seePlaying("Here")
        let before = try #require(sound.streams.first?.split(separator: "\t"))[1]
        try terminal.press("O")
        let devices = try await terminal.see { $0[1] == " Sound device" && $0[3].count > 3 }
        #expect(devices[2].hasPrefix("▸ ") && !devices[3].hasPrefix("▸ "))
        try terminal.press("End", "Enter")
        try await terminal.see { $0[23] == "device: n2" }
        #expect(await eventually { sound.streams.count == 1 && sound.streams[0].split(separator: "\t")[1] != before })
        try await terminal.see { $0[21].hasPrefix("playing") && $0[22].contains("n2") }
        try terminal.press("O", "Escape")
        try await terminal.see { $0[2].contains("Here") }
    }

    @Test func withoutDevices() async throws {
        let terminal = try await home.screen()
        try terminal.press("O")
        try await terminal.see { $0[23] == "there are no devices" }
    }
}
