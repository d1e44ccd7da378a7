import Longwave
import RadioJSON
import RadioLoop
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// What the shared player answers to its clients, byte for byte.
@Suite struct GoldenControlTests {
    static let state: SharedPlayerState = {
        var state = SharedPlayerState()
        let stations = (0..<3).map {
            Station(name: "Station \($0) \"é\"", urls: ["http://127.0.0.1:1/\($0)"], id: "s\($0)")
        }
        state.items = (stations + [Station(name: "a b.mp3", urls: ["/music/a b?%#.mp3"])]).map(PlaybackItem.init)
        (state.index, state.order, state.repeatMode) = (2, [3, 0, 1, 2], .all)
        (state.skipsFailedItems, state.isPlaying, state.position, state.volume) = (true, true, 61, 0.35)
        return state
    }()

    /// Requests that change nothing outside of the player, which has nothing to play.
    private static var requests: [String] {
        let paused = GoldenControlTests.state.json.text().replacing(#""playing":true"#, with: #""playing":false"#)
        return [
            (#"hello"#, #"{}"#), ("status", "{}"), ("volume", #"{"to":0.5}"#), ("queue.list", "{}"), ("like", "{}"),
            ("seek", #"{"by":-10}"#), ("keep", "{}"), ("record", "{}"), ("devices", "{}"), ("device", #"{"name":"x"}"#),
            ("play", #"{"what":"alfa"}"#), ("play", #"{"what":"no station"}"#), ("queue.play", #"{"at":3}"#),
            ("claim", "{}"), ("levels", #"{"on":true}"#), ("levels", #"{"on":false}"#), ("sleep", "{}"),
            ("nonsense", "{}"), ("volume", #"{"to":7}"#), ("rate", "{}"), ("mute", #"{"off":true}"#),
            ("takeOver", #"{"state":\#(paused)}"#), ("takeOver", #"{"state":{"version":2}}"#),
            ("queue.list", #"{"from":1,"count":2}"#),
            ("repeat", #"{"mode":"none","count":0}"#), ("shuffle", #"{"on":false,"count":0}"#),
            ("queue.move", #"{"from":0,"to":1}"#),
            ("queue.remove", #"{"at":0}"#), ("queue.clear", "{}"),
        ].map { #"{"jsonrpc":"2.0","id":7,"method":"\#($0)","params":\#($1)}"# } + ["nonsense", "{}"]
    }

    @Test func answers() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "stations.json",
            StationListWriter.write([Station(name: "Alpha", urls: ["http://127.0.0.1:1/"])], as: .stations).bytes)
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        let radio = try Radio(configuration)
        let lines = try await radio.manager.answers(to: Self.requests, radio, folder)
        await radio.shutDown()
        let text = zip(Self.requests, lines).map { "\($0)\n\($1)\n" }.joined().replacing(folder.path, with: "FOLDER")
            .replacing(#/"time":"[^"]*"/#, with: #""time":"TIME""#)
        #expect(try GoldenFile.difference("control.txt", text) == nil)
    }

    @Test func lines() throws {
        let levels = AudioLevels(channels: [.init(average: -27.5, peak: -24.5), .init(average: -90, peak: -90)])
        let error = PlayerCommandError(
            RadioError.ambiguous(
                "fip", stations: ["FIP", "FIP Rock"].map { Station(name: $0, urls: []) }, numbers: [1, 2]))
        let text = [
            ControlLine.request("queue.add", .members(["what": .string("é")]), id: 3),
            ControlLine.answer(.success(.null), to: .string("a")), ControlLine.answer(.failure(error), to: .null),
            ControlLine.event(.members(["version": .int(1)])), ControlLine.levels(levels), ControlLine.silence,
        ].joined()
        #expect(try GoldenFile.difference("control-lines.jsonl", text) == nil)
    }

    /// The file in which the shared player keeps its queue, which is also the parameter of `takeOver`.
    @Test func stored() throws {
        #expect(try GoldenFile.difference("player.json", Self.state.json.text() + "\n") == nil)
        #expect(try SharedPlayerState(Array(GoldenFile.read("player.json").utf8)) == Self.state)
    }

    /// A file that the desktop opens is stored as a file. A station would be remembered as heard last.
    @Test func whatTheDesktopOpens() async throws {
        let folder = try TemporaryDirectory()
        var configuration = Radio.Configuration()
        configuration.playback = PlaybackConfiguration(output: .null)
        configuration.journal = JournalPlaces()
        let radio = try Radio(configuration)
        try await radio.manager.open(ParityStations.path("Alpha"), radio, folder)
        await radio.shutDown()
        let state = try SharedPlayerState(Samples.read(path: folder.path + "/player.json"))
        #expect(!state.isOfStations && state.items.map(\.station.name) == ["Alpha"])
    }

    /// The file as release 0.1.0 wrote it. No later release loses the queue. This file is never written again.
    @Test func storedByTheFirstRelease() throws {
        #expect(try SharedPlayerState(Array(GoldenFile.read("player-0.1.0.json").utf8)) == Self.state)
    }
}

extension PlaybackManager {
    /// Plays a file as the desktop asks the shared player to, and stores the shared player's state.
    fileprivate func open(_ path: String, _ radio: Radio, _ folder: TemporaryDirectory) async throws {
        let rig = try ParityRig(.ctl, radio, folder, self)
        let item = PlaybackItem(Station(name: "Alpha", urls: [path]))
        radio.begin(Selection(items: [item], isStation: false), on: self)
        await rig.finish(self)
    }

    /// Returns the shared player's answers to requests, each sent after the answer to the one before.
    fileprivate func answers(
        to requests: [String], _ radio: Radio, _ folder: TemporaryDirectory
    ) async throws -> [String] {
        let rig = try ParityRig(.ctl, radio, folder, self)
        let descriptor = try ControlSocket.connect(to: rig.socket).get()
        let limits = LineConnection.Limits(line: 1 << 20, unread: 1 << 20)
        guard let lines = LineConnection(descriptor, limits, loop: loop) else { throw PlayerCommandError.gone }
        var answers: [String] = []
        lines.onLine = { answers.append(String(decoding: $0, as: UTF8.self)) }
        for (place, request) in requests.enumerated() {
            lines.send(request + "\n")
            await wait { answers.count > place }
        }
        lines.close()
        await rig.finish(self)
        return answers
    }
}
