import Longwave
import TestSupport
import Testing

/// `play`, `record`, `probe`, `artwork` and `ctl play` accept the same ways of naming a station, an address or a file.
@Suite struct WordsTests {
    private static let tag = FrameMaker.id3([
        ("APIC", [3] + Array("image/png".utf8) + [0, 3, 0] + Pictures.grey(30, 20))
    ])

    @Test(arguments: ["play", "record", "probe", "artwork", "ctl play"])
    func aCommandTakesWhatPlayTakes(_ command: String) throws {
        let server = try IcyServer([try .init(.mp3, title: "Band - Song")])
        defer { server.stop() }
        let picture = try LoopbackServer { $0.reply(headers: [], body: Pictures.grey(30, 20)) }
        defer { picture.stop() }
        let service = try ServeTests.Service()
        let folder = service.folder.path
        let north = Station(
            name: "Radio Nord", urls: [server.url], id: "nord/fm", artworkURL: picture.url("/logo"))
        let list = StationListWriter.write(
            [Station(name: "Other", urls: ["http://127.0.0.1:1/"]), north], as: .stations)
        try service.folder.write("config/longwave/stations.json", list.bytes)
        LastFound(environment: service.environment).keep([north])
        let music = try service.folder.write("music/tone.mp3", Self.tag + Sample.mp3.read())

        func run(_ words: [String]) throws -> LongwaveBinary.Run {
            let options =
                switch command {
                case "play": ["--output", "null", "--for", "1s", "--no-history"]
                case "record": ["--folder", folder + "/recordings", "--for", "1"]
                case "probe": ["--for", "0.1", "--json"]
                case "artwork": ["--json"]
                default: [String]()
                }
            return try LongwaveBinary.run(
                command.split(separator: " ").map(String.init) + options + words,
                environment: service.environment, in: folder + "/music")
        }
        /// Returns the output that names the station or file. For `ctl play`, this is the shared player's status.
        func answer(_ run: LongwaveBinary.Run) throws -> String {
            guard command == "ctl play" else { return run.output + run.errors }
            return try service.ctl("status", "--json").output
        }

        let stations = [
            ["nord/fm"], ["Radio Nord"], ["radio", "nord"], ["Radio", "Nort"], ["2"], ["1"], [server.url],
        ]
        for words in stations {
            let run = try run(words)
            let text = try answer(run)
            #expect(run.code == 0 && (text.contains("Radio Nord") || text.contains(server.url)), "\(words): \(run)")
        }
        for words in [["./tone.mp3"], ["tone.mp3"], [music], ["file:tone.mp3"], ["file://" + music]] {
            let run = try run(words)
            let text = try answer(run)
            let sign = command == "artwork" ? #""source":"embedded""# : "tone.mp3"
            #expect(run.code == 0 && text.contains(sign) && !text.contains("Radio Nord"), "\(words): \(run)")
        }
        let missing = try run(["./missing.mp3"])
        #expect(missing.code == 66 && missing.errors.contains("missing.mp3"), "\(missing)")
        let unknown = try run(["nobody", "at", "all"])
        #expect(unknown.code == 65 && unknown.errors.contains("No station matches \"nobody at all\""), "\(unknown)")
    }
}
