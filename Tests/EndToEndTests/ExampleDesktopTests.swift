import Glibc
import RadioFormats
import RadioLists
import RadioLoop
import TestSupport
import Testing

/// The example of a desktop player, with a session bus, a sound server and stations of its own.
@Suite(
    .enabled(
        if: PulseServer.isInstalled
            && ["dbus-daemon", "dbus-send", "playerctl", "stdbuf"].allSatisfy(ChildProcess.exists)))
struct ExampleDesktopTests {
    private let directory: TemporaryDirectory
    private let server: PulseServer
    private let environment: [String: String]

    init() throws {
        directory = try TemporaryDirectory()
        server = try PulseServer()
        let path = directory.path
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/bus", "HOME": path, "XDG_RUNTIME_DIR": path + "/run",
            "XDG_STATE_HOME": path + "/state", "XDG_CACHE_HOME": path + "/cache", "XDG_DATA_HOME": path + "/data",
            "LONGWAVE_LIBRARY": path + "/stations.json", "PULSE_SERVER": server.address, "LANG": "C.UTF-8",
        ]
    }

    /// Starts the example, which writes its output to a file.
    private func start(_ words: [String], to file: String) throws -> ChildProcess {
        let script = #"file=$1; shift; exec timeout 300 stdbuf -oL "$@" >"$file" 2>&1"#
        return try ChildProcess(
            "sh", ["-c", script, "sh", "\(directory.path)/\(file)", BuiltProgram.path("ExampleDesktop")] + words,
            environment: environment)
    }

    private func output(_ file: String) -> String {
        let bytes = try? LocalFile.read("\(directory.path)/\(file)", maximum: 1 << 20)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    private func playerctl(_ words: String...) throws -> String {
        try ChildProcess.run("playerctl", words, environment: environment).output
            .split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test func mediaKeysAPlaylistAndASecondProgram() async throws {
        let bus = try ChildProcess(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(directory.path)/bus"])
        let stations = [
            try IcyServer(.mp3, title: "Nina Simone - Sinnerman"), try IcyServer(.mp3, title: "Miles Davis - So What"),
        ]
        defer {
            bus.end()
            for station in stations { station.stop() }
        }
        let list = zip(["FIP", "Nord"], stations).map { Station(name: $0, urls: [$1.url]) }
        let bytes = StationListWriter.write(list, as: .stations).bytes
        _ = try directory.write("stations.json", String(decoding: bytes, as: UTF8.self))
        #expect(await eventually { UnixSocket.connected(to: directory.path + "/bus").map { close($0) } != nil })

        let player = try start(["Evening", "fip", "nord"], to: "player")
        defer { player.end() }
        #expect(try await eventually { try playerctl("status") == "Playing" }, "\(output("player"))")
        #expect(try playerctl("--list-all") == "desktopPlayer")
        #expect(try await eventually { try playerctl("metadata", "title") == "Sinnerman" }, "\(output("player"))")
        #expect(try playerctl("metadata", "artist") == "Nina Simone")
        _ = try playerctl("play-pause")
        #expect(try await eventually { try playerctl("status") == "Paused" })
        _ = try playerctl("play-pause")
        #expect(try await eventually { try playerctl("status") == "Playing" })
        _ = try playerctl("next")
        #expect(try await eventually { try playerctl("metadata", "title") == "So What" }, "\(output("player"))")

        // The second program shows the state of the first one, and ends with it.
        let client = try start([], to: "client")
        defer { client.end() }
        #expect(
            await eventually { output("client").contains("shared: playing, Miles Davis - So What\n") },
            "\(output("client"))")
        _ = try playerctl("pause")
        #expect(await eventually { output("client").contains("shared: paused") }, "\(output("client"))")
        #expect(output("player").contains("own: paused"))
        let name = "org.mpris.MediaPlayer2.desktopPlayer"
        _ = try ChildProcess.run(
            "dbus-send",
            ["--session", "--print-reply", "--dest=\(name)", "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Quit"],
            environment: environment)
        #expect(player.wait() == 0 && client.wait() == 0, "\(output("player")) \(output("client"))")
    }
}
