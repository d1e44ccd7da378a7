import RadioFormats
import RadioLists
import TestSupport
import Testing

/// The programs in the folder Examples, which use only the public interface, play with the real player.
@Suite(.enabled(if: PulseServer.isInstalled))
struct ExampleTests {
    /// A listener with a list of three stations, a sound server and a home directory.
    private final class Listener {
        let directory: TemporaryDirectory
        let server: PulseServer
        let station: IcyServer
        let file: LoopbackServer

        init() throws {
            directory = try TemporaryDirectory()
            server = try PulseServer()
            station = try IcyServer(.mp3, title: "Nina Simone - Sinnerman")
            let sound = try Sample.mp3.read()
            file = try LoopbackServer { $0.reply(headers: ["Content-Type: audio/mpeg"], body: sound) }
            let list = [
                Station(name: "FIP", urls: [station.url], id: "fip", country: "FR", tags: ["jazz"]),
                Station(name: "Nord", urls: [station.url], id: "nord", country: "DE", tags: ["jazz"]),
                Station(name: "A file", urls: [file.url("/file.mp3")], id: "file"),
            ]
            _ = try directory.write(
                "stations.json", String(decoding: StationListWriter.write(list, as: .stations).bytes, as: UTF8.self))
        }

        deinit {
            station.stop()
            file.stop()
        }

        /// Runs an example and returns its output and exit code.
        func run(_ program: String, _ arguments: [String]) throws -> (output: String, code: Int32) {
            let settings = [
                "PATH=/usr/bin:/bin", "HOME=\(directory.path)", "LONGWAVE_LIBRARY=\(directory.path)/stations.json",
                "PULSE_SERVER=\(server.address)", "LONGWAVE_DIRECTORY=none", "LANG=C.UTF-8",
            ]
            let child = try ChildProcess(
                "env",
                ["-i", "-C", directory.path] + settings + ["timeout", "120", BuiltProgram.path(program)] + arguments,
                output: .pipedWithErrors)
            return (child.readAll(), child.wait())
        }
    }

    @Test func theListings() throws {
        let listener = try Listener()
        let (output, code) = try listener.run("ExampleListings", [])
        #expect(code == 0, "\(output)")
        let lines = output.split(separator: "\n").map(String.init)
        for line in [
            "both [\"FIP\"]", "collection DE Nord 1", "collection FR FIP 1", "paused paused",
            "item 3 file A file", "state playing",
        ] { #expect(lines.contains { $0.hasPrefix(line) }, "\(line) in\n\(output)") }
        #expect(lines.contains { $0.hasPrefix("device ") && $0.hasSuffix("true") }, "\(output)")
    }

    @Test func aModelOfTheMainActor() throws {
        let listener = try Listener()
        let (output, code) = try listener.run("ExampleModel", ["fip"])
        #expect(code == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("problem: No station matches \"no such station\"") == true, "\(output)")
        #expect(
            lines.contains("problem: none") && lines.contains("shown: playing FIP Nina Simone - Sinnerman"), "\(output)"
        )
        #expect(lines.last?.hasPrefix("shown: paused") == true && lines.last?.hasSuffix(" 0.5") == true, "\(output)")
    }

    /// Each code example of the documentation's articles runs and prints the expected text.
    @Test(arguments: [
        ("playing", ""), ("titles", "Nina Simone Sinnerman"), ("titlesOfMany", "Nina Simone - Sinnerman"),
        ("queries", "FR [\"FIP\"]"), ("queue", "A file"), ("interruptions", "true"),
        ("errors", "noStation"), ("errorsWhilePlaying", "fileMissing"), ("ownThread", "run returns after shutDown()"),
        ("notifications", "statusDidChange"),
    ])
    func theCodeOfAnArticle(_ task: String, _ printed: String) throws {
        let listener = try Listener()
        let (output, code) = try listener.run("ExampleTasks", [task, listener.station.url])
        #expect(code == 0, "\(output)")
        #expect(printed.isEmpty || output.contains(printed), "\(output)")
    }
}
