import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop
import RadioStations

/// Searches radio-browser's directory, or a server with the same API.
///
/// If a server fails, or its response cannot be read, another server is asked. Answers are cached, and used when no
/// server responds. No completion is called after the directory is released. The directory belongs to the loop's thread
/// and never blocks it.
package final class StationDirectory {
    /// Limits for requests to the directory.
    package struct Settings: Hashable, Sendable {
        /// Time limit for one response.
        package var timeout = Duration.seconds(10)
        /// Time limit for the beginning of a response, if another server is left to ask.
        package var silence = Duration.milliseconds(2500)
        /// Maximum number of servers to ask, one after another, for one response.
        package var maximumTries = 4
        /// Maximum number of stations in the response to one request.
        package var pageSize = 500

        /// Creates settings that suit radio-browser's servers.
        package init() {}
    }

    /// Maximum size in bytes of a response with ``Settings/pageSize`` stations. Real responses have about half a MiB.
    static let maximumPageBytes = 8 << 20
    /// Maximum size in bytes of a response about one station.
    static let maximumStationBytes = 256 << 10

    /// The directory that is used.
    package let address: DirectoryAddress
    private let loop: EventLoop
    private let pool: TransferPool
    /// Reads and writes cached answers.
    private let worker: BlockingWorker
    private let cache: ListCache?
    private let settings: Settings
    private let report: (String) -> Void
    /// Looks up the servers' names. Blocks until name servers respond. Tests replace it.
    var lookUp: @Sendable () -> [String] = { DirectoryServers.names(of: DirectoryServers.all) }
    /// The servers in the order in which they are asked; nil before they were looked up.
    var servers: [String]?
    /// Closures to call once the servers are looked up.
    private var waiting: [([String]) -> Void] = []
    private var requests: [ObjectIdentifier: AnyObject] = [:]

    /// - Parameters:
    ///   - address: the directory to use.
    ///   - loop: the loop on whose thread completions are called.
    ///   - pool: sends requests; nil for a pool of the directory's own.
    ///   - cache: keeps answers; nil for none.
    ///   - settings: time limits and sizes.
    ///   - report: receives sentences about servers that failed, for `-v`.
    /// - Throws: `TransferError.resources`.
    package init(
        _ address: DirectoryAddress, loop: EventLoop, pool: TransferPool? = nil, cache: ListCache? = nil,
        settings: Settings = Settings(), report: @escaping (String) -> Void = { _ in }
    ) throws(TransferError) {
        self.address = address
        self.loop = loop
        self.pool = if let pool { pool } else { try TransferPool(loop: loop, maximumIdleConnections: 1) }
        worker = BlockingWorker(loop: loop)
        self.cache = cache
        self.settings = settings
        self.report = report
        if case .server(let url) = address { servers = [url] }
    }

    /// Returns the cache in `$XDG_CACHE_HOME/longwave/directory`; nil if that folder is unknown.
    package static func usualCache(environment: [String: String]) -> ListCache? {
        UserFolders(environment: environment).cache.map { ListCache(folder: $0 + "/directory") }
    }

    // MARK: Questions

    /// Searches for stations. If no server responds, `completion` gets the cached answer to the same query, if there is
    /// one.
    package func search(
        _ query: DirectoryQuery, completion: @escaping (Result<DirectoryAnswer, StationLibraryError>) -> Void
    ) {
        let search = DirectorySearch(query, pageSize: settings.pageSize)
        ask(for: search, completion)
    }

    /// Gets the current data of the station with an id (`stationuuid`). `completion` gets nil if the directory has no
    /// such station. The cache is not used.
    package func station(
        id: String, completion: @escaping (Result<DirectoryStation?, StationLibraryError>) -> Void
    ) {
        guard Self.isID(id) else { return loop.post { completion(.success(nil)) } }
        ask("/json/stations/byuuid/" + id.lowercased(), Self.maximumStationBytes) {
            (bytes) throws(StationListError) in
            try DirectoryStation.read(bytes)
        } completion: { answer in
            completion(
                answer.map { found in
                    found.reading.stations.first { $0.station.directoryID?.lowercased() == id.lowercased() }
                })
        }
    }

    /// Reports to the directory that a station is played ("Station click counter"). Users of the directory can sort
    /// stations by these clicks.
    ///
    /// A failure is ignored.
    package func reportClick(id: String) {
        guard Self.isID(id) else { return }
        ask("/json/url/" + id.lowercased(), Self.maximumStationBytes) { (bytes) throws(StationListError) in
            guard bytes.first == UInt8(ascii: "{") else { throw .notAList }
        } completion: { _ in
        }
    }

    /// Returns whether a text has the form of the directory's ids (RFC 9562 §4).
    package static func isID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy {
                $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || (0x61...0x66) ~= $0 | 0x20 }
            }
    }

    // MARK: Pages

    /// Requests the parts of an answer one after another.
    private func ask(
        for search: DirectorySearch, _ completion: @escaping (Result<DirectoryAnswer, StationLibraryError>) -> Void
    ) {
        guard let target = search.nextTarget else {
            return keep(search) { completion(.success(search.answer)) }
        }
        ask(target, Self.maximumPageBytes) { (bytes) throws(StationListError) in
            try DirectoryStation.read(bytes)
        } completion: { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .success(let page):
                var search = search
                search.take(page.reading, bytes: page.bytes, from: page.server)
                ask(for: search, completion)
            case .failure(let error): recall(search, after: error, completion)
            }
        }
    }

    /// Writes a search's answer to the cache, then calls `completion`. The program may end once it has the answer, so
    /// the answer must be cached first.
    private func keep(_ search: DirectorySearch, then completion: @escaping () -> Void) {
        guard let cache else { return completion() }
        let (name, pages) = (address.name, search.pages)
        let now = WallClock.milliseconds
        let isTaken = worker.run {
            for page in pages {
                cache.keep(
                    ListCache.Copy(bytes: page.bytes, base: page.server, etag: nil, lastModified: nil, fetched: now),
                    of: name + " " + page.target)
            }
        } then: { [weak self] in
            if self != nil { completion() }
        }
        if !isTaken { completion() }
    }

    /// Passes the cached answer to the completion if all of its parts are in the cache. Otherwise passes the parts that
    /// were received, or the error if there are none.
    private func recall(
        _ search: DirectorySearch, after error: StationLibraryError,
        _ completion: @escaping (Result<DirectoryAnswer, StationLibraryError>) -> Void
    ) {
        func settle(_ kept: DirectoryAnswer?) {
            if let kept { return completion(.success(kept)) }
            guard !search.pages.isEmpty else { return completion(.failure(error)) }
            var part = search.answer
            part.shortfall = error
            completion(.success(part))
        }
        guard let cache else { return settle(nil) }
        let (name, start) = (address.name, DirectorySearch(search.query, pageSize: settings.pageSize))
        let isTaken = worker.run {
            () -> DirectoryAnswer? in
            var old = start
            var fetched = Int64.max
            while let target = old.nextTarget {
                guard let copy = cache.copy(of: name + " " + target),
                    let page = try? DirectoryStation.read(copy.bytes)
                else { return nil }
                fetched = min(fetched, copy.fetched)
                old.take(page, bytes: [], from: copy.base)
            }
            var answer = old.answer
            answer.kept = MediaTime(milliseconds: fetched)
            answer.shortfall = error
            return answer
        } then: { [weak self] kept in
            if self != nil { settle(kept) }
        }
        if !isTaken { settle(nil) }
    }

    // MARK: Servers

    /// Sends a request to the servers, after looking up the servers if necessary.
    private func ask<Reading>(
        _ target: String, _ maximumBytes: Int, read: @escaping ([UInt8]) throws(StationListError) -> Reading,
        completion: @escaping (Result<DirectoryRequest<Reading>.Answer, StationLibraryError>) -> Void
    ) {
        withServers { [weak self] servers in
            guard let self else { return }
            var id: ObjectIdentifier?
            let request = DirectoryRequest<Reading>(
                target, servers: servers, maximumBytes: maximumBytes, settings: settings, read: read, report: report,
                silent: { [weak self] in self?.avoid($0) }
            ) { [weak self] answer in
                guard let self, let id, requests.removeValue(forKey: id) != nil else { return }
                if case .success(let found) = answer { prefer(found.server) }
                completion(answer)
            }
            id = ObjectIdentifier(request)
            requests[ObjectIdentifier(request)] = request
            request.start(pool: pool, loop: loop)
        }
    }

    /// Moves the server that responded to the front of the order.
    private func prefer(_ server: String) {
        guard let servers, servers.first != server else { return }
        self.servers = [server] + servers.filter { $0 != server }
    }

    /// Moves a server that did not respond in time to the end of the order, also for other processes for an hour.
    func avoid(_ server: String) {
        guard var servers, servers.count > 1 else { return }
        servers.removeAll { $0 == server }
        self.servers = servers + [server]
        guard address == .radioBrowser, let cache else { return }
        let now = WallClock.milliseconds
        worker.run {
            cache.keep(
                ListCache.Copy(bytes: [], base: server, etag: nil, lastModified: nil, fetched: now),
                of: Self.silenceName(server))
        } then: {
        }
    }

    /// The name in the cache that remembers when a server did not respond.
    static func silenceName(_ server: String) -> String { "no answer from " + server }

    /// Returns the servers with those at the end that did not respond in the last hour. Blocks.
    static func ordered(_ servers: [String], by cache: ListCache?) -> [String] {
        let now = WallClock.milliseconds
        let silent = servers.filter { server in
            cache?.copy(of: silenceName(server)).map { (0..<3_600_000).contains(now - $0.fetched) } ?? false
        }
        return servers.filter { !silent.contains($0) } + silent
    }

    /// Calls `body` with the servers. If necessary, first looks them up on a separate thread.
    func withServers(_ body: @escaping ([String]) -> Void) {
        if let servers { return body(servers) }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        // The look-up has its own thread, because it may take seconds and must not delay the reading and writing of
        // files. The weak reference crosses threads, but its object is used on the loop's thread only.
        nonisolated(unsafe) weak let owner = self
        let isStarted = LoopThread.startIfPossible { [loop, lookUp, cache] in
            let servers = Self.ordered(DirectoryServers.urls(lookUp()), by: cache)
            loop.postFromAnyThread { owner?.found(servers) }
        }
        if !isStarted { found(DirectoryServers.urls([])) }
    }

    private func found(_ servers: [String]) {
        report("directory servers: \(servers.joined(separator: ", "))")
        self.servers = servers
        let waiting = waiting
        self.waiting = []
        for body in waiting { body(servers) }
    }
}
