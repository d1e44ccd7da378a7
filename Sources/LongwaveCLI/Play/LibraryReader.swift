import Glibc
import Longwave
import RadioHTTP

/// Loads the lists of stations that are meant: named by `--library` or the environment, or else the one found on the search path and
/// the listener's own.
struct LibraryReader: Sendable {
    /// `--library`.
    var named: [String]
    /// With what the listener has of the stations: for queries and lists; sound need not wait for it.
    var isPersonal = false

    typealias Answer = Result<StationLibrary, CommandFailure>

    /// Files, folders and addresses to load.
    var sources: [String] {
        if !named.isEmpty { return named }
        let folders = Environment.folders
        let first = StationLibrary.source(option: nil, environment: folders, executable: Environment.executable)
        if LibrarySearchPath.named(option: nil, environment: folders) != nil { return [first].compactMap(\.self) }
        let own = LibrarySearchPath.own(environment: folders).flatMap { access($0, R_OK) == 0 ? $0 : nil }
        return [own, first].compactMap(\.self)
    }

    /// The same with what the listener has of the stations.
    var personal: LibraryReader { LibraryReader(named: named, isPersonal: true) }

    /// Loads on a loop of its own, for commands that need nothing else.
    func loadNow() throws -> Answer {
        let loop = try EventLoop()
        var answer: Answer?
        load(on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return answer ?? .failure(CommandFailure(code: .unavailable, sentence: "The list could not be loaded."))
    }

    /// Files are read on the disk's thread, addresses are fetched on the loop.
    func load(on loop: EventLoop, _ completion: @escaping (Answer) -> Void) {
        let sources = sources
        guard !sources.isEmpty else {
            return completion(
                .failure(
                    CommandFailure(
                        code: .fileMissing, sentence: "There is no list of stations.",
                        hints: ["Name one with --library, or put a stations.json into ~/.config/longwave."])))
        }
        let disk = BlockingWorker(loop: loop)
        func finish(_ answers: [(source: String, answer: StationLibraryLoader.Answer)]) {
            let answer = join(answers)
            guard isPersonal, case .success(let library) = answer else { return completion(answer) }
            disk.run(orElse: library) {
                Self.personal(library)
            } then: { library in
                // The client lives until it has answered.
                withExtendedLifetime(disk) { completion(.success(library)) }
            }
        }
        guard sources.contains(where: StationLibrary.isRemote) else {
            let refused = StationLibraryError.unreadable(sources[0], reason: BlockingWorker.refusal)
            return disk.run(orElse: [(sources[0], .failure(refused))]) {
                sources.map { ($0, Self.read($0)) }
            } then: {
                finish($0)
            }
        }
        let pool: TransferPool
        do {
            pool = try TransferPool(loop: loop)
        } catch {
            return completion(.failure(CommandFailure(code: .unavailable, sentence: "\(error)")))
        }
        let loader = StationLibraryLoader(
            loop: loop, pool: pool, worker: disk,
            cache: ListCache.usual(environment: Environment.folders))
        var answers: [StationLibraryLoader.Answer?] = sources.map { _ in nil }
        for (place, source) in sources.enumerated() {
            loader.load(source) { answer in
                answers[place] = answer
                let all = answers.compactMap(\.self)
                // The loader lives until it has answered.
                withExtendedLifetime(loader) {
                    if all.count == sources.count { finish(zip(sources, all).map { ($0, $1) }) }
                }
            }
        }
    }

    private static func read(_ source: String) -> StationLibraryLoader.Answer {
        do throws(StationLibraryError) { return .success(try StationLibrary.load(source)) } catch {
            return .failure(error)
        }
    }

    /// Of several lists those that are there; what is wrong with the others is said with the problems.
    private func join(_ answers: [(source: String, answer: StationLibraryLoader.Answer)]) -> Answer {
        var lists: [StationLibrary] = []
        var failures: [(String, StationLibraryError)] = []
        for (source, answer) in answers {
            switch answer {
            case .success(let list): lists.append(list)
            case .failure(let error): failures.append((source, error))
            }
        }
        guard !lists.isEmpty, named.count < 2 || failures.isEmpty else {
            return .failure(CommandFailure(failures.first?.1 ?? .noStations("")))
        }
        return .success(StationLibrary(lists))
    }

    /// With what the listener has of the stations; without it where there is nothing yet, or, which is a problem, nothing that
    /// can be read.
    private static func personal(_ library: StationLibrary) -> StationLibrary {
        do throws(StorageError) {
            let records = try ListenerStore.existing(environment: Environment.folders)?.records()
            return library.attaching(records ?? [])
        } catch {
            var library = library
            library.listenerProblem = error
            return library
        }
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

    init(_ error: TransferError) {
        switch error {
        case .badURL: self = .notPlayable
        case .hostUnknown: self = .hostUnknown
        case .noNetwork, .cannotConnect, .timedOut, .connectionLost, .resources: self = .unavailable
        case .tls, .tooManyRedirects, .protocolViolation: self = .protocolViolation
        }
    }
}
