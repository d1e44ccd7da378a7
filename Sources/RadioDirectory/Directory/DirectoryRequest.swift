import RadioHTTP
import RadioLists
import RadioLoop
import RadioStations

/// One request to the directory. Servers are asked one after another until a server sends a readable response.
final class DirectoryRequest<Reading> {
    typealias Answer = (reading: Reading, bytes: [UInt8], server: String)

    private let target: String
    private let maximumBytes: Int
    private let settings: StationDirectory.Settings
    private let read: ([UInt8]) throws(StationListError) -> Reading
    private let report: (String) -> Void
    private let silent: (String) -> Void
    private var servers: ArraySlice<String>
    private var download: LibraryDownload?
    private let completion: (Result<Answer, StationLibraryError>) -> Void

    /// - Parameters:
    ///   - target: path and query.
    ///   - servers: the servers to ask, in order.
    ///   - maximumBytes: maximum size of a response.
    ///   - settings: time limit and number of tries.
    ///   - read: parses a response, or throws to refuse it.
    ///   - report: receives a sentence about each server that failed.
    ///   - silent: receives each server that did not respond in time.
    ///   - completion: called once.
    init(
        _ target: String, servers: [String], maximumBytes: Int, settings: StationDirectory.Settings,
        read: @escaping ([UInt8]) throws(StationListError) -> Reading, report: @escaping (String) -> Void,
        silent: @escaping (String) -> Void, completion: @escaping (Result<Answer, StationLibraryError>) -> Void
    ) {
        self.target = target
        self.servers = servers.prefix(settings.maximumTries)
        self.maximumBytes = maximumBytes
        self.settings = settings
        self.read = read
        self.report = report
        self.silent = silent
        self.completion = completion
    }

    func start(pool: TransferPool, loop: EventLoop) {
        guard let server = servers.popFirst() else {
            return loop.post { [completion] in completion(.failure(.noStations("the directory"))) }
        }
        let (host, address) = DirectoryServers.parts(of: server)
        let source = host + target
        let download = LibraryDownload(source: source, loop: loop, maximumBytes: maximumBytes)
        self.download = download
        download.start(
            pool: pool, timeout: settings.timeout, headTimeout: servers.isEmpty ? nil : settings.silence,
            address: address, copy: nil
        ) { [weak self] answer in
            self?.answered(answer, server, source, pool, loop)
        }
    }

    /// Handles a server's response: passes a readable one to the completion, otherwise asks the next server.
    private func answered(
        _ answer: LibraryDownload.Answer, _ server: String, _ source: String, _ pool: TransferPool, _ loop: EventLoop
    ) {
        download = nil
        let failure: StationLibraryError
        switch answer {
        case .list(let bytes, _):
            do throws(StationListError) {
                return completion(.success((try read(bytes), bytes, server)))
            } catch { failure = StationLibraryError(error, source) }
        // The request contained no validators, so a response with status 304 is an error.
        case .unchanged: failure = .refused(source, status: 304)
        case .failure(let error):
            failure = error
            if case .timedOut = error { silent(server) }
        }
        guard !servers.isEmpty else { return completion(.failure(failure)) }
        report("\(failure); trying another server")
        start(pool: pool, loop: loop)
    }
}
