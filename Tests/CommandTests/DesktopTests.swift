import Glibc
import TestSupport
import Testing

/// A player on a desktop, controlled over a real D-Bus with `playerctl` and `busctl`.
@Suite(.enabled(if: ["dbus-daemon", "playerctl", "busctl"].allSatisfy(ChildProcess.exists)))
struct DesktopTests {
    /// A D-Bus session of the test's own, with one player.
    private final class Desktop {
        private let directory: TemporaryDirectory
        private var daemon: ChildProcess
        private(set) var player: ChildProcess!
        private let words: [String]
        let environment: [String: String]
        var address: String { "unix:path=\(directory.path)/bus" }

        /// - Parameter waits: True if the player starts only when the test calls ``start()``, not at once.
        init(_ words: [String], waits: Bool = false) throws {
            self.words = words
            directory = try TemporaryDirectory()
            let path = directory.path + "/bus"
            let address = "unix:path=\(path)"
            daemon = try Self.startBus(address)
            environment = [
                "DBUS_SESSION_BUS_ADDRESS": address, "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path + "/run",
                "XDG_STATE_HOME": directory.path + "/state", "XDG_CACHE_HOME": directory.path + "/cache",
                "XDG_DATA_HOME": directory.path + "/data",
            ]
            #expect(ServeTests.waits { UnixSocket.connected(to: path).map { close($0) } != nil })
            if !waits { try start() }
        }

        private static func startBus(_ address: String) throws -> ChildProcess {
            try ChildProcess("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)"])
        }

        /// Ends the bus and starts another one at the same address.
        func restartBus() throws {
            daemon.end()
            unlink(directory.path + "/bus")
            daemon = try Self.startBus(address)
        }

        /// Starts the player.
        func start(output: ChildProcess.Output = .discarded) throws {
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            player = try ChildProcess("env", ["-i"] + settings + [LongwaveBinary.path] + words, output: output)
        }

        deinit {
            player?.end()
            daemon.end()
        }

        func run(_ program: String, _ words: [String]) throws -> String {
            let settings = LongwaveBinary.environment(environment).map { "\($0.key)=\($0.value)" }
            return try ChildProcess.run("env", ["-i"] + settings + [program] + words).output
        }

        func playerctl(_ words: String...) throws -> String {
            try run("playerctl", words).trimmingSpace
        }

        /// Waits until `playerctl` prints `text` for the command `words`. Returns false if it does not.
        func answers(_ text: String, to words: String...) -> Bool {
            ServeTests.waits { (try? run("playerctl", words).trimmingSpace) == text }
        }

        /// Returns what `busctl` prints for these arguments.
        func bus(_ words: String...) throws -> String {
            try run("busctl", ["--address=\(address)"] + words).trimmingSpace
        }
    }

    /// U+FFFF, which Swift does not allow in a literal.
    private static let noncharacter = String(decoding: [0xEF, 0xBF, 0xBF] as [UInt8], as: UTF8.self)

    @Test func aStationOnTheDesktop() throws {
        let station = try IcyServer([
            try .init(.mp3, title: "Band - <b>Song</b> & \u{1B}[31mmore\u{202E}" + Self.noncharacter)
        ])
        defer { station.stop() }
        let desktop = try Desktop(["play", "--quiet", "--output", "null", station.url])
        #expect(desktop.answers("Playing", to: "status"))
        #expect(desktop.answers("Band", to: "metadata", "artist"))
        // Control characters are removed from the title. Markup stays as text. D-Bus refuses noncharacters.
        let title = try desktop.playerctl("metadata", "title")
        #expect(title.hasPrefix("<b>Song</b> & ") && !title.contains("\u{1B}") && !title.contains("\u{202E}"))
        #expect(title.hasSuffix("\u{FFFD}"))
        let name = try desktop.playerctl("--list-all")
        #expect(name.hasPrefix("longwave.instance"))
        _ = try desktop.playerctl("pause")
        #expect(desktop.answers("Paused", to: "status"))
        _ = try desktop.playerctl("play-pause")
        #expect(desktop.answers("Playing", to: "status"))
        _ = try desktop.playerctl("volume", "0.5")
        #expect(desktop.answers("0.500000", to: "volume"))
        _ = try desktop.playerctl("loop", "Playlist")
        #expect(desktop.answers("Playlist", to: "loop"))
        // A live station has no length, but the listener can seek back in it.
        #expect(
            try desktop.playerctl("metadata", "mpris:length").contains("No player could handle")
                || desktop.playerctl("metadata", "mpris:length").isEmpty)
        let service = "org.mpris.MediaPlayer2." + name
        let path = "/org/mpris/MediaPlayer2"
        #expect(try desktop.bus("get-property", service, path, "org.mpris.MediaPlayer2.Player", "CanSeek") == "b true")
        #expect(
            try desktop.bus("get-property", service, path, "org.mpris.MediaPlayer2", "DesktopEntry") == #"s "longwave""#
        )
        // The desktop asks for a new position, but names a track that is not current. The player ignores the request.
        _ = try desktop.bus(
            "call", service, path, "org.mpris.MediaPlayer2.Player", "SetPosition", "ox", "/org/longwave/entry/999", "0")
        #expect(try desktop.playerctl("status") == "Playing")
        #expect(
            try desktop.bus("call", service, path, "org.mpris.MediaPlayer2.Player", "Seek", "s", "x").contains(
                "Unknown method"))
        _ = try desktop.bus("call", service, path, "org.mpris.MediaPlayer2", "Quit")
        #expect(desktop.player.wait() == 0)
    }

    /// The player's D-Bus object has each member of the MPRIS specification, with the right type.
    @Test func introspection() throws {
        let desktop = try Desktop(["serve", "--quiet", "--output", "null"])
        let service = "org.mpris.MediaPlayer2.longwave"
        #expect(ServeTests.waits { (try? desktop.playerctl("--list-all")) == "longwave" })
        let lines = try desktop.bus("introspect", service, "/org/mpris/MediaPlayer2").split(separator: "\n")
            .map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
        func has(_ name: String, _ kind: String, _ type: String) -> Bool {
            lines.contains { $0.count > 2 && $0[0] == name && $0[1] == kind && $0[2] == type }
        }
        for (name, type) in [
            (".CanQuit", "b"), (".Identity", "s"), (".SupportedMimeTypes", "as"), (".PlaybackStatus", "s"),
            (".LoopStatus", "s"), (".Rate", "d"), (".Shuffle", "b"), (".Metadata", "a{sv}"), (".Volume", "d"),
            (".Position", "x"), (".MinimumRate", "d"), (".MaximumRate", "d"), (".CanGoNext", "b"), (".CanSeek", "b"),
            (".CanControl", "b"), (".Tracks", "ao"), (".CanEditTracks", "b"), (".PlaylistCount", "u"),
            (".Orderings", "as"), (".ActivePlaylist", "(b(oss))"),
        ] { #expect(has(name, "property", type), "\(name)") }
        for (name, type) in [
            (".Raise", "-"), (".Quit", "-"), (".Next", "-"), (".Previous", "-"), (".Pause", "-"), (".PlayPause", "-"),
            (".Stop", "-"), (".Play", "-"), (".Seek", "x"), (".SetPosition", "ox"), (".OpenUri", "s"), (".GoTo", "o"),
            (".GetTracksMetadata", "ao"), (".ActivatePlaylist", "o"), (".GetPlaylists", "uusb"),
        ] { #expect(has(name, "method", type), "\(name)") }
        let lists = try desktop.bus(
            "call", service, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Playlists", "GetPlaylists", "uusb", "0",
            "1", "UserDefined", "false")
        #expect(lists.hasPrefix("a(oss) 1 ") && lists.contains(#""favourites""#), "\(lists)")
        #expect(has(".Seeked", "signal", "x") && has(".TrackListReplaced", "signal", "aoo"))
    }

    /// The player shows one desktop notification and replaces its text at each new title.
    @Test func notifications() throws {
        let titles = ["One - First <1>", "Two - Second" + Self.noncharacter]
        let station = try IcyServer(try titles.map { try .init(.mp3, title: $0) })
        defer { station.stop() }
        let desktop = try Desktop(["play", "--notify", "--quiet", "--output", "null", station.url], waits: true)
        let settings = LongwaveBinary.environment(desktop.environment).map { "\($0.key)=\($0.value)" }
        let words = ["/usr/bin/python3", "-u", "-m", "dbusmock", "--session", "--template", "notification_daemon"]
        let daemon = try ChildProcess("env", ["-i"] + settings + words, output: .pipedWithErrors)
        defer { daemon.end() }
        let lines = LineReader(daemon)
        #expect(
            ServeTests.waits {
                (try? desktop.bus("list"))?.contains("org.freedesktop.Notifications") == true
            })
        try desktop.start()
        // The first call asks for a new notification (id 0), and all later ones replace it (id 1). A notification's
        // summary has no markup, so the `<` of a title is not escaped.
        let first = lines.first { $0.contains(" Notify ") }
        #expect(first?.contains(#" Notify "Longwave" 0 "longwave" "#) == true, "\(first ?? "nothing")")
        for summary in [#""First <1>""#, "\"Second\u{FFFD}\""] {
            let next = lines.first { $0.contains(" Notify ") && $0.contains(summary) }
            #expect(next?.contains(#" Notify "Longwave" 1 "longwave" "# + summary) == true, "\(next ?? "nothing")")
        }
    }

    /// The session bus is restarted. The player comes back by itself.
    @Test func theBusIsRestarted() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { station.stop() }
        let desktop = try Desktop(["play", "--quiet", "--output", "null", station.url])
        #expect(desktop.answers("Song", to: "metadata", "title"))
        for _ in 0..<2 {
            try desktop.restartBus()
            #expect(desktop.answers("Song", to: "metadata", "title"))
        }
        _ = try desktop.playerctl("pause")
        #expect(desktop.answers("Paused", to: "status"))
    }

    /// The desktop asks for an address that is no sound. The player says why, and what plays goes on.
    @Test func anAddressThatIsNoSound() throws {
        let station = try IcyServer([try .init(.mp3, title: "Band - Song")])
        let page = try LoopbackServer {
            $0.reply(headers: ["Content-Type: text/html"], text: "<html><body>x</body></html>")
        }
        defer {
            station.stop()
            page.stop()
        }
        let desktop = try Desktop(["play", "--output", "null", station.url], waits: true)
        try desktop.start(output: .pipedWithErrors)
        let lines = LineReader(desktop.player)
        #expect(desktop.answers("Song", to: "metadata", "title"))
        let name = "org.mpris.MediaPlayer2." + (try desktop.playerctl("--list-all"))
        _ = try desktop.bus(
            "call", name, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "OpenUri", "s", page.url("/page"))
        #expect(lines.first { $0.contains("/page") && $0.contains("web page") } != nil)
        #expect(desktop.answers("Playing", to: "status"))
        #expect(try desktop.playerctl("metadata", "title") == "Song")
        #expect(desktop.player.isRunning && page.requests.count == 1)
    }

    /// A file has a length and a position on the desktop. A seek sends the D-Bus signal `Seeked`.
    @Test func aFileOnTheDesktop() throws {
        let desktop = try Desktop(["serve", "--quiet", "--output", "null"])
        let path = "/org/mpris/MediaPlayer2"
        let service = "org.mpris.MediaPlayer2.longwave"
        #expect(ServeTests.waits { (try? desktop.playerctl("--list-all")) == "longwave" })
        let settings = LongwaveBinary.environment(desktop.environment).map { "\($0.key)=\($0.value)" }
        let monitor = try ChildProcess(
            "env",
            ["-i"] + settings + [
                "dbus-monitor", "--session", "type='signal',interface='org.mpris.MediaPlayer2.Player'",
            ],
            output: .piped)
        defer { monitor.end() }
        let signals = LineReader(monitor)
        #expect(signals.first { $0.contains("NameAcquired") || $0.contains("signal") } != nil)
        _ = try desktop.bus(
            "call", service, path, "org.mpris.MediaPlayer2.Player", "OpenUri", "s", "file://" + Sample.mp3.path)
        #expect(desktop.answers("Playing", to: "status"))
        #expect(
            ServeTests.waits { Int((try? desktop.playerctl("metadata", "mpris:length")) ?? "").map { $0 > 0 } == true })
        _ = try desktop.playerctl("position", "1")
        #expect(signals.first { $0.contains("member=Seeked") } != nil)
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var trimmingSpace: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
