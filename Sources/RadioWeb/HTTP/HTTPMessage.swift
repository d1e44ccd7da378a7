import RadioJSON

/// A request of a client of the server.
struct HTTPRequest: Sendable {
    var method: String
    /// The path, with `%` escapes decoded.
    var path: String
    /// The parameters after `?`, decoded. Of parameters with the same name, the last counts.
    var query: [String: String] = [:]
    /// The headers, with their names in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// The client's address without the port, and the address of this computer that the client has reached.
    var client = ""
    var server = ""

    /// Whether the client is a browser that shows the answer as a page.
    var wantsPage: Bool { headers["accept"]?.contains("text/html") == true }

    /// The fields of a form in the order of the body; nil if the body is no form.
    var form: [(name: String, value: String)]? {
        let isForm = headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true
        return isForm ? HTTPText.form(body[...]) : nil
    }
}

/// The server's answer to a request.
struct HTTPResponse {
    enum Body {
        case bytes([UInt8])
        /// A part of a file. The answer closes the descriptor.
        case file(Int32, offset: Int, count: Int)
        /// Bytes that come while the client reads.
        case source(any HTTPSource)
    }

    var status: UInt32
    var headers: [(name: String, value: String)]
    var body: Body

    init(_ status: UInt32, type: String, _ body: Body, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [("Content-Type", type)] + headers
        self.body = body
    }

    static func text(_ status: UInt32, _ text: String) -> HTTPResponse {
        HTTPResponse(status, type: "text/plain; charset=utf-8", .bytes(Array(text.utf8)))
    }

    static func json(_ value: JSONNode, status: UInt32 = 200) -> HTTPResponse {
        HTTPResponse(status, type: "application/json", .bytes(Array(value.text().utf8)))
    }

    static func page(_ status: UInt32, _ html: String) -> HTTPResponse {
        HTTPResponse(status, type: "text/html; charset=utf-8", .bytes(Array(html.utf8)))
    }

    /// Sends a browser to another address of the server, which it gets with `GET`.
    static func redirect(to place: String) -> HTTPResponse {
        var response = HTTPResponse.text(303, "")
        response.headers.append(("Location", place))
        return response
    }

    /// An error as JSON: a code that stays the same in later versions, and a sentence.
    static func error(_ status: UInt32, _ code: String, _ sentence: String, hints: [String] = []) -> HTTPResponse {
        .json(
            .members([
                "error": .members([
                    "code": .string(code), "message": .string(sentence),
                    "hints": .array(hints.map { .string($0) }),
                ])
            ]), status: status)
    }
}

/// Brings the bytes of an answer that has no known end. Used on the loop only.
protocol HTTPSource: AnyObject {
    /// The server sets this closure. The source calls it when ``read(into:)``, which returned 0, has bytes again.
    var onMore: () -> Void { get set }
    /// Whether the answer is sent as HTTP/1.0, without chunks, for players that know no others.
    var isPlain: Bool { get }
    /// Copies the next bytes. Returns their number: 0 if there are none now; nil if the answer ends.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int?
}
