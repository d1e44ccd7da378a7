import RadioJSON
import Testing

@testable import RadioService

@Suite struct ControlRequestTests {
    private static func request(_ text: String) -> ControlRequest { ControlRequest(line: Array(text.utf8)) }

    private static func command(_ method: String, _ params: String) throws -> ControlCommand {
        try request(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#).command.get()
    }

    @Test(arguments: [
        ("hello", "{}", ControlCommand.hello), ("status", "{}", .status), ("subscribe", "null", .subscribe),
        ("play", "{}", .play(.init())), ("play", #"{"what":"fip"}"#, .play(.init(what: "fip"))),
        (
            "play", #"{"query":"jazz","shuffle":true,"repeat":"all"}"#,
            .play(.init(query: "jazz", isShuffled: true, repeatMode: .all))
        ),
        ("volume", #"{"to":0.5}"#, .setVolume(0.5)), ("volume", #"{"by":-0.05}"#, .changeVolume(-0.05)),
        ("mute", "{}", .mute(nil)), ("mute", #"{"on":true}"#, .mute(true)),
        ("seek", #"{"by":-10}"#, .seek(.by(-10))), ("seek", #"{"title":-1}"#, .seek(.title(-1))),
        ("seek", #"{"live":true}"#, .seek(.live)), ("rate", #"{"to":1.5}"#, .setRate(1.5)),
        ("keep", #"{"last":300}"#, .keep(.seconds(300))), ("record", #"{"on":false}"#, .record(false)),
        ("queue.add", #"{"what":"fip","next":true}"#, .enqueue("fip", isNext: true)),
        ("queue.move", #"{"from":3,"to":0}"#, .move(from: 3, to: 0)), ("queue.clear", "{}", .clearQueue),
        ("repeat", #"{"mode":"one"}"#, .repeatQueue(.one)), ("interrupt", #"{"on":true}"#, .interrupt(true)),
        ("sleep", #"{"after":1800}"#, .sleep(.seconds(1800))), ("sleep", "{}", .sleep(nil)), ("claim", "{}", .claim),
        ("devices", "{}", .listDevices), ("device", #"{"name":"*usb*"}"#, .useDevice("*usb*")),
        ("scan", "{}", .scan(nil)), ("scan", #"{"direction":"backward"}"#, .scan(.backward)),
        ("levels", #"{"on":true}"#, .levels(true)),
    ])
    func commands(_ method: String, _ params: String, _ command: ControlCommand) throws {
        #expect(try Self.command(method, params) == command)
    }

    @Test(arguments: [
        ("volume", "{}"), ("volume", #"{"to":2}"#), ("volume", #"{"to":0.5,"by":0.1}"#), ("volume", #"{"to":"loud"}"#),
        ("seek", "{}"), ("seek", #"{"to":1,"live":true}"#), ("seek", #"{"live":false}"#), ("rate", #"{"to":9}"#),
        ("play", #"{"what":""}"#), ("play", #"{"what":"a","query":"b"}"#), ("play", #"{"wat":"a"}"#), ("play", "[1]"),
        ("queue.remove", "{}"), ("queue.remove", #"{"at":-1}"#), ("queue.add", "{}"), ("repeat", #"{"mode":"two"}"#),
        ("interrupt", "{}"), ("sleep", #"{"after":0}"#), ("pause", #"{"now":true}"#),
        ("device", "{}"), ("scan", #"{"direction":"up"}"#), ("levels", "{}"),
    ])
    func wrongParameters(_ method: String, _ params: String) throws {
        #expect { try Self.command(method, params) } throws: { ($0 as? ControlError)?.number == .wrongParameters }
    }

    @Test func whatIsNoRequest() {
        func number(_ text: String) -> ControlError.Number? {
            if case .failure(let error) = Self.request(text).command { error.number } else { nil }
        }
        for text in ["", "x", "{", "\u{FF}", "{\"a\":}"] { #expect(number(text) == .notJSON) }
        for text in [
            "1", "[]", "{}", "null", #"{"method":"play"}"#, #"{"jsonrpc":"1.0","method":"play"}"#,
            #"{"jsonrpc":"2.0","method":1}"#, #"[{"jsonrpc":"2.0","method":"play"}]"#,
        ] { #expect(number(text) == .notARequest) }
        #expect(number(#"{"jsonrpc":"2.0","method":"nosuch"}"#) == .unknownMethod)
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
            ControlLine.request("seek", [.init(name: "by", value: .number(-10))], id: 3)
                == #"{"jsonrpc":"2.0","id":3,"method":"seek","params":{"by":-10}}"# + "\n")
        let error = ControlError(.refused, kind: "noStation", "None.\nNot one.", exitCode: .notPlayable)
        #expect(
            ControlLine.answer(.failure(error), to: .int(1))
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"None.\nNot one.","data":"#
                + #"{"kind":"noStation","hints":[],"exitCode":65}}}"# + "\n")
        #expect(ControlError(try! JSONReader.read(Array(error.json.text().utf8))) == error)
    }
}
