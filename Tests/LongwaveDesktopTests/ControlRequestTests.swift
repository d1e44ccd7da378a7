import Longwave
import RadioJSON
import Testing

@testable import LongwaveDesktop

@Suite struct ControlRequestTests {
    private static func request(_ text: String) -> ControlRequest { ControlRequest(line: Array(text.utf8)) }

    private static func command(_ method: String, _ params: String) throws -> ControlCommand {
        try request(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#).command.get()
    }

    @Test(arguments: [
        ("hello", "{}", ControlCommand.hello), ("quit", "{}", .quit), ("status", "{}", .status),
        ("subscribe", "null", .subscribe),
        ("claim", "{}", .claim), ("devices", "{}", .listDevices), ("levels", #"{"on":true}"#, .levels(true)),
    ])
    func requests(_ method: String, _ params: String, _ command: ControlCommand) throws {
        #expect(try Self.command(method, params) == command)
    }

    private static let jazz = {
        var request = PlayRequest(.query("jazz"))
        (request.isShuffled, request.repeatMode) = (true, .all)
        return request
    }()
    private static let stations = [
        Station(name: "A", urls: ["http://a/", "http://b/"], id: "a"), Station(name: "File", urls: ["/tmp/f.mp3"]),
        Station(name: "A", urls: ["http://a/"], id: "a"),
    ]

    /// A command becomes a request, from which the same command is read.
    @Test(arguments: [
        ("play", "{}", PlayerCommand.play(PlayRequest())),
        ("play", #"{"what":"fip"}"#, .play(PlayRequest(.named("fip")))),
        ("play", #"{"query":"jazz","shuffle":true,"repeat":"all"}"#, .play(jazz)),
        (
            "play",
            #"{"station":[{"name":"A","streamURL":"http://a/","urls":["http://b/"],"id":"a"},"#
                + #"{"name":"File","streamURL":"file:///tmp/f.mp3"},{"name":"A","streamURL":"http://a/","id":"a"}],"index":1}"#,
            .play(PlayRequest(.stations(stations, startingAt: 1)))
        ),
        (
            "queue.add", #"{"station":[{"name":"File","streamURL":"file:///tmp/f.mp3"}]}"#,
            .enqueue(.stations([stations[1]]), isNext: false)
        ),
        ("volume", #"{"to":0.5}"#, .setVolume(0.5)), ("volume", #"{"by":-0.05}"#, .changeVolume(-0.05)),
        ("mute", "{}", .mute(nil)), ("mute", #"{"on":true}"#, .mute(true)),
        ("seek", #"{"by":-10}"#, .seek(.by(-10))), ("seek", #"{"title":-1}"#, .seek(.title(-1))),
        ("seek", #"{"live":true}"#, .seek(.live)), ("rate", #"{"to":1.5}"#, .setRate(1.5)),
        ("keep", #"{"last":300}"#, .keep(.seconds(300))), ("record", #"{"on":false}"#, .record(false)),
        ("queue.add", #"{"what":"fip","next":true}"#, .enqueue(.named("fip"), isNext: true)),
        ("queue.move", #"{"from":3,"to":0}"#, .move(from: 3, to: 0)), ("queue.clear", "{}", .clearQueue),
        ("queue.move", #"{"from":3,"to":0,"count":0}"#, .move(from: 3, to: 0)),
        ("queue.move", #"{"entry":7,"by":-2}"#, .moveEntry(7, by: -2)),
        ("queue.remove", #"{"at":3}"#, .remove(.at(3))), ("queue.remove", #"{"entry":7}"#, .remove(.id(7))),
        ("queue.play", #"{"at":3}"#, .playEntry(.at(3))), ("queue.play", #"{"entry":7}"#, .playEntry(.id(7))),
        ("repeat", #"{"mode":"one"}"#, .repeatQueue(.one)), ("interrupt", #"{"on":true}"#, .interrupt(true)),
        ("announce", #"{"what":"/gong.wav"}"#, .announce("/gong.wav")),
        (
            "announce", #"{"what":"/gong.wav","duck":20,"at":"2026-11-21T02:30:00.000Z"}"#,
            .announce("/gong.wav", ducking: 20, at: MediaTime(value: 1_795_228_200, timescale: 1))
        ),
        ("equaliser", #"{"to":"bass=+3"}"#, .setEqualiser("bass=+3")),
        ("sleep", #"{"after":1800}"#, .sleep(.seconds(1800))), ("sleep", "{}", .sleep(nil)),
        ("device", #"{"name":"*usb*"}"#, .useDevice("*usb*")),
        ("scan", "{}", .scan(nil)), ("scan", #"{"direction":"backward"}"#, .scan(.backward)),
    ])
    func commands(_ method: String, _ params: String, _ command: PlayerCommand) throws {
        #expect(try Self.command(method, params) == .player(command))
        let (name, written) = command.request
        #expect(name == method)
        #expect(try Self.command(name, written.text()) == .player(command))
    }

    @Test(arguments: [
        ("volume", "{}"), ("volume", #"{"to":2}"#), ("volume", #"{"to":0.5,"by":0.1}"#), ("volume", #"{"to":"loud"}"#),
        ("seek", "{}"), ("seek", #"{"to":1,"live":true}"#), ("seek", #"{"live":false}"#), ("rate", #"{"to":9}"#),
        ("play", #"{"what":""}"#), ("play", #"{"what":"a","query":"b"}"#), ("play", #"{"wat":"a"}"#), ("play", "[1]"),
        ("play", #"{"what":"a","station":[{"name":"A","streamURL":"http://a/"}]}"#), ("play", #"{"station":[]}"#),
        ("play", #"{"station":[7]}"#), ("play", #"{"index":1}"#),
        ("queue.remove", "{}"), ("queue.remove", #"{"at":-1}"#), ("queue.add", "{}"), ("repeat", #"{"mode":"two"}"#),
        ("announce", "{}"), ("announce", #"{"what":"a","duck":-1}"#), ("announce", #"{"what":"a","at":"noon"}"#),
        ("interrupt", "{}"), ("sleep", #"{"after":0}"#), ("pause", #"{"now":true}"#),
        ("queue.list", #"{"from":-1}"#), ("queue.list", #"{"count":1e9}"#), ("shuffle", #"{"from":1}"#),
        ("queue.remove", #"{"at":1,"entry":7}"#), ("queue.play", #"{"entry":-1}"#), ("queue.play", #"{"entry":1e300}"#),
        ("queue.move", #"{"entry":7,"to":1}"#), ("queue.move", #"{"from":1,"by":1}"#),
        ("queue.play", #"{"at":0,"count":1}"#), ("status", #"{"count":1}"#),
        ("device", "{}"), ("scan", #"{"direction":"up"}"#), ("levels", "{}"),
    ])
    func wrongParameters(_ method: String, _ params: String) throws {
        #expect { try Self.command(method, params) } throws: {
            ($0 as? PlayerCommandError)?.code == "wrongParameters"
        }
    }

    @Test func whatIsNoRequest() {
        func code(_ text: String) -> String? {
            if case .failure(let error) = Self.request(text).command { error.code } else { nil }
        }
        for text in ["", "x", "{", "\u{FF}", "{\"a\":}"] { #expect(code(text) == "notJSON") }
        for text in [
            "1", "[]", "{}", "null", #"{"method":"play"}"#, #"{"jsonrpc":"1.0","method":"play"}"#,
            #"{"jsonrpc":"2.0","method":1}"#, #"[{"jsonrpc":"2.0","method":"play"}]"#,
        ] { #expect(code(text) == "notARequest") }
        #expect(code(#"{"jsonrpc":"2.0","method":"nosuch"}"#) == "unknownMethod")
    }

    /// A response repeats the id of its request. A request without an id gets no response.
    @Test func ids() {
        #expect(Self.request(#"{"jsonrpc":"2.0","id":7,"method":"status"}"#).id == .int(7))
        #expect(Self.request(#"{"jsonrpc":"2.0","id":"a","method":"status"}"#).id == .string("a"))
        #expect(Self.request(#"{"jsonrpc":"2.0","id":null,"method":"status"}"#).id == .null)
        #expect(Self.request(#"{"jsonrpc":"2.0","method":"status"}"#).id == nil)
        #expect(Self.request("nonsense").id == .null)
    }

    @Test func lines() {
        #expect(
            ControlLine.request("seek", .members(["by": .number(-10)]), id: 3)
                == #"{"jsonrpc":"2.0","id":3,"method":"seek","params":{"by":-10}}"# + "\n")
        let error = PlayerCommandError("noStation", "None.\nNot one.", exitCode: .notPlayable)
        #expect(
            ControlLine.answer(.failure(error), to: .int(1))
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"None.\nNot one.","data":"#
                + #"{"kind":"noStation","hints":[],"exitCode":65}}}"# + "\n")
        #expect(PlayerCommandError(try! JSONReader.read(Array(error.json.text().utf8))) == error)
    }
}
