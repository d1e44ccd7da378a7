import Glibc
import RadioHTTP
import RadioLists
import RadioLoop
import RadioPlayer
import RadioStations
import RadioStorage

/// Loads the lists of stations and merges them into one library.
///
/// The option `--library` or the environment names the lists. If neither does, the reader takes the listener's own list
/// and the first list on the search path.
package struct LibraryReader: Sendable {
    /// The files, folders and addresses of the lists. If empty, the lists at the usual places are loaded.
    package var named: [String]
    /// Whether the command itself names the lists. Numbers then refer to these lists instead of the last `find`.
    package let isNamed: Bool
    /// Whether the listener's properties (favourites, stars, gains, play counts) are added to the stations. Queries and
    /// lists need them; playing does not wait for them.
    package var isPersonal = false
    /// The environment variables that determine the usual places of lists.
    var folders = Environment.folders
    /// The player whose transfer pool fetches the lists, on the player's loop. Nil makes a pool for each load.
    var manager: PlaybackManager?

    /// The path of the file of the listener's properties, or nil if there is none.
    var listener: String?

    /// - Parameter isNamed: whether the command itself names the lists. Nil means yes if `named` is not empty.
    package init(named: [String], isNamed: Bool? = nil) {
        self.init(
            named: named, isNamed: isNamed, listener: ListenerStore.usualPath(environment: Environment.folders))
    }

    init(named: [String], isNamed: Bool? = nil, listener: String?) {
        self.named = named
        self.isNamed = isNamed ?? !named.isEmpty
        self.listener = listener
    }

    package typealias Answer = Result<StationLibrary, RadioError>

    /// The files, folders and addresses of the lists to load.
    package var sources: [String] {
        if !named.isEmpty { return named }
        let first = StationLibrary.source(option: nil, environment: folders, executable: Environment.executable)
        if LibrarySearchPath.named(option: nil, environment: folders) != nil { return [first].compactMap(\.self) }
        let own = LibrarySearchPath.own(environment: folders).flatMap { access($0, R_OK) == 0 ? $0 : nil }
        return [own, first].compactMap(\.self)
    }

    /// A copy of this reader that also adds the listener's properties to the stations.
    package var personal: LibraryReader {
        var personal = self
        personal.isPersonal = true
        return personal
    }

    /// Loads the lists on a loop of its own and blocks until they are loaded, for commands that do nothing else.
    package func loadNow() throws -> Answer {
        let loop = try EventLoop()
        var answer: Answer?
        load(on: loop) {
            answer = $0
            loop.stop()
        }
        if answer == nil { loop.run() }
        return answer ?? .failure(.system("the list could not be loaded"))
    }

    /// Loads the lists.
    ///
    /// Files are read on the disk's thread, and addresses are fetched on the loop.
    package func load(on loop: EventLoop, _ completion: @escaping (Answer) -> Void) {
        let sources = sources
        guard !sources.isEmpty else {
            return completion(.failure(.noList))
        }
        let disk = BlockingWorker(loop: loop)
        func finish(_ answers: [(source: String, answer: StationLibraryLoader.Answer)]) {
            let answer = join(answers)
            guard isPersonal, case .success(let library) = answer else { return completion(answer) }
            disk.run(orElse: library) { [listener] in
                Self.personal(library, listener)
            } then: { library in
                // `disk` must stay alive until it has answered.
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
            pool = try manager?.transferPool() ?? TransferPool(loop: loop)
        } catch {
            return completion(.failure(.system("\(error)")))
        }
        let loader = StationLibraryLoader(
            loop: loop, pool: pool, worker: disk,
            cache: ListCache.usual(environment: folders))
        var answers: [StationLibraryLoader.Answer?] = sources.map { _ in nil }
        for (place, source) in sources.enumerated() {
            loader.load(source) { answer in
                answers[place] = answer
                let all = answers.compactMap(\.self)
                // `loader` must stay alive until it has answered.
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

    /// Merges the lists that were loaded.
    ///
    /// Fails if no list was loaded, or if one of several named lists could not be loaded.
    ///
    /// If a list at the usual places fails and another one was loaded, the failure becomes a problem of the library.
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
            return .failure(.list(failures.first?.1 ?? .noStations("")))
        }
        var library = StationLibrary(lists)
        library.problems += failures.map { EntryProblem(number: 0, name: nil, text: "\($0.1)", isLeftOut: true) }
        return .success(library)
    }

    /// Adds the listener's properties (favourites, stars, gains, play counts) to the stations, if the file of the
    /// properties exists.
    ///
    /// An unreadable file becomes the library's `listenerProblem`.
    private static func personal(_ library: StationLibrary, _ listener: String?) -> StationLibrary {
        do throws(StorageError) {
            guard let listener, access(listener, F_OK) == 0 else { return library }
            return library.attaching(try ListenerStore(path: listener).records())
        } catch {
            var library = library
            library.listenerProblem = error
            return library
        }
    }
}
