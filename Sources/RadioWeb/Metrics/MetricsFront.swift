import RadioLoop

/// A web server with only `/metrics` and `/health`, for programs that do not play. Used on the loop only.
package final class MetricsFront {
    private let guarded: GuardedServer

    /// - Parameters:
    ///   - isHealthy: returns whether the program does what it should.
    ///   - add: adds the program's figures.
    package init(
        _ loop: EventLoop, _ options: HTTPOptions, isHealthy: @escaping () -> Bool,
        add: @escaping (inout MetricsText) -> Void
    ) throws(ListenAddress.Failure) {
        weak var server: HTTPServer?
        guarded = try GuardedServer(loop, options, page: "") {
            isHealthy() ? "ok" : "failing"
        } _: { request, answer in
            guard request.path == Route.metrics.rawValue, ["GET", "HEAD"].contains(request.method) else {
                return answer(.error(404, "notFound", "There is nothing at this address."))
            }
            var text = MetricsText()
            add(&text)
            text.addProcess(program: options.program)
            if let server { text.addServer(server) }
            answer(text.response)
        }
        server = guarded.server
    }

    /// The address of the figures.
    package var link: String { guarded.link + "metrics" }

    /// Closes all connections.
    package func close() { guarded.server.stop() }
}

extension MetricsText {
    var response: HTTPResponse { HTTPResponse(200, type: Self.type, .bytes(Array(text.utf8))) }

    mutating func addServer(_ server: HTTPServer) {
        gauge("http_connections", "Open connections.", Double(server.connectionCount))
        series(
            "http_responses_total", "counter", "Answers by the hundreds of their status.", by: "code",
            [2, 3, 4, 5].map { ("\($0)xx", Double(server.answerCounts[$0] ?? 0)) })
    }
}
