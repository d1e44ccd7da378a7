import Longwave
import LongwaveDesktop
import LongwaveTerminal
import RadioJSON

/// Fuzzes the numbers in JSON texts of strangers. Input: a JSON number. The number is put into each field of the shared
/// player's status and into the parameters of requests.
enum JSONNumberTarget: FuzzTarget {
    static let name = "JSONNumber"

    static func run(_ input: UnsafeRawBufferPointer) {
        guard let value = try? JSONReader.read(Array(input)), let number = value.number else { return }
        require(number.isFinite, "\(number)")
        if let integer = value.integer {
            require(Double(integer) == number && integer.magnitude <= JSONValue.largestInteger, "\(integer)")
        }
        require(abs(Double(Int(nearest: number)) - number) <= 0.5 || abs(number) > 0x1p52, "\(Int(nearest: number))")
        require(value.seconds.map { abs($0 / .seconds(1)) <= 1e12 } == true, "\(String(describing: value.seconds))")
        if number.magnitude < 9e12 {
            let again = try? JSONReader.read(Array(value.node.text().utf8)).number
            require(again.map { abs($0 - number) <= 1e-6 } == true, value.node.text())
        }
        let text = String(decoding: input, as: UTF8.self)
        show(text)
        ask(text)
    }

    /// Shows a status with the number in every field, as `ctl` does.
    private static func show(_ number: String) {
        let fields = ["heard", "volume", "sleep", "liveOffset", "currentTime"].map { "\"\($0)\":\(number)" }
        for stream in ["", "\"stream\":{\"url\":\"a\",\"duration\":\(number),\"bitRate\":\(number)},"] {
            let status = """
                {"status":"playing",\(stream)\(fields.joined(separator: ",")),"queue":{"index":\(number),"count":\(number)},
                "seekableTimeRanges":[[\(number),1],[-1e300,\(number)]],"loadedTimeRanges":[[-1e300,\(number)],[0,1e300]],
                "rate":\(number),"recordings":[{"seconds":\(number)}]}
                """
            guard let status = try? JSONReader.read(Array(status.utf8)) else {
                return require(false, "the status is not JSON")
            }
            guard let state = PlayerStateReader(clock: .now(), now: .now).state(status) else {
                return require(false, "the status is no state")
            }
            let words = PlayerWords(state.advanced(by: .seconds(3)))
            for name in PlayerWords.names { require(words[name].utf8.count < 400, words[name]) }
            _ = StatusLine(charset: .utf8).text(words, width: 80)
        }
    }

    /// Reads requests with the number, as `serve` does.
    private static func ask(_ number: String) {
        let requests = [
            ("volume", "to"), ("volume", "by"), ("seek", "to"), ("seek", "by"), ("seek", "title"), ("rate", "to"),
            ("keep", "last"), ("sleep", "after"), ("queue.play", "at"), ("queue.remove", "at"), ("queue.move", "from"),
        ]
        for (method, name) in requests {
            let line =
                "{\"jsonrpc\":\"2.0\",\"id\":\(number),\"method\":\"\(method)\",\"params\":{\"\(name)\":\(number)}}"
            require(ControlRequest(line: Array(line.utf8)).id != nil, "a request without an id")
        }
    }
}
