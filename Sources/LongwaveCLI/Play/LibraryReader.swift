import Longwave
import RadioHTTP

/// Loads the list of stations that is meant: named by `--library` or the environment, or found on the search path.
struct LibraryReader: Sendable {
    /// `--library`.
    var named: String?

    typealias Answer = Result<StationLibrary, CommandFailure>

    /// The file or address to load.
    var source: String? {
        StationLibrary.source(option: named, environment: Environment.folders, executable: Environment.executable)
    }

    /// Files are read at once, before any sound plays; addresses are fetched on the loop.
    func load(on loop: EventLoop, _ completion: @escaping (Answer) -> Void) {
        guard let source else {
            return completion(
                .failure(
                    CommandFailure(
                        code: .fileMissing, sentence: "There is no list of stations.",
                        hints: ["Name one with --library, or put a stations.json into ~/.config/longwave."])))
        }
        guard StationLibrary.isRemote(source) else { return completion(Self.read(source)) }
        let pool: TransferPool
        do {
            pool = try TransferPool(loop: loop)
        } catch {
            return completion(.failure(CommandFailure(code: .unavailable, sentence: "\(error)")))
        }
        let loader = StationLibraryLoader(loop: loop, pool: pool, worker: BlockingWorker(loop: loop))
        loader.load(source) { answer in
            // The loader lives until it has answered.
            withExtendedLifetime(loader) { completion(answer.mapError(CommandFailure.init)) }
        }
    }

    private static func read(_ source: String) -> Answer {
        do throws(StationLibraryError) {
            return .success(try StationLibrary.load(file: source))
        } catch { return .failure(CommandFailure(error)) }
    }
}

extension CommandFailure {
    init(_ error: StationLibraryError) {
        let text: String
        switch error {
        case .transfer(let source, let error): text = "\(source) could not be fetched: \(error.words)"
        case .noSuchFile, .unreadable, .broken, .notAList, .noStations, .tooLarge, .refused, .timedOut:
            text = error.description
        }
        self.init(code: ExitCode(error), sentence: text + ".")
    }
}

extension ExitCode {
    init(_ error: StationLibraryError) {
        switch error {
        case .noSuchFile, .unreadable: self = .fileMissing
        case .broken, .notAList, .noStations, .tooLarge: self = .notPlayable
        case .refused(_, 401), .refused(_, 403): self = .accessDenied
        case .refused(_, 404), .refused(_, 410): self = .notPlayable
        case .refused, .timedOut: self = .unavailable
        case .transfer(_, let error): self.init(error)
        }
    }

    private init(_ error: TransferError) {
        switch error {
        case .badURL: self = .notPlayable
        case .hostUnknown: self = .hostUnknown
        case .cannotConnect, .timedOut, .connectionLost, .resources: self = .unavailable
        case .tls, .tooManyRedirects, .protocolViolation: self = .protocolViolation
        }
    }
}
