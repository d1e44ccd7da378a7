import RadioHTTP
import RadioLoop
import Testing

@testable import RadioExport

extension Exporter {
    /// Exports with a loop of its own, and returns the result.
    /// - Parameter prepare: called before the start.
    static func run(
        _ request: ExportRequest, prepare: (Exporter) -> Void = { _ in }
    ) throws -> Swift.Result<Exporter.Result, ExportError> {
        let loop = try EventLoop()
        let pool = try TransferPool(loop: loop)
        var ended: Swift.Result<Exporter.Result, ExportError>?
        let exporter = Exporter(loop: loop, pool: pool, request) { result in
            ended = result
            pool.shutDown()
            loop.stop()
        }
        prepare(exporter)
        exporter.start()
        loop.run()
        return try #require(ended)
    }
}
