import RadioFormats
import RadioHTTP
import RadioLists
import RadioLoop

/// Loads station lists without blocking the loop: addresses over HTTP, files on a background thread.
package final class StationLibraryLoader {
    package typealias Answer = Result<StationLibrary, StationLibraryError>

    /// Time limit for a server to send a whole list.
    package static let timeout = Duration.seconds(30)

    private let loop: EventLoop
    private let makePool: () throws(TransferError) -> TransferPool
    private var pool: TransferPool?
    private let worker: BlockingWorker
    private let timeout: Duration
    private let cache: ListCache?
    private var downloads: [ObjectIdentifier: LibraryDownload] = [:]

    /// - Parameters:
    ///   - loop: the loop on whose thread completions are called.
    ///   - pool: fetches lists; evaluated at the first list of the network.
    ///   - worker: reads and writes files, and parses lists.
    ///   - timeout: time limit for one list.
    ///   - cache: keeps network lists; nil for none.
    package init(
        loop: EventLoop, pool: @escaping @autoclosure () throws(TransferError) -> TransferPool, worker: BlockingWorker,
        timeout: Duration = StationLibraryLoader.timeout, cache: ListCache? = nil
    ) {
        self.loop = loop
        makePool = pool
        self.worker = worker
        self.timeout = timeout
        self.cache = cache
    }

    /// Loads a list from an `http:`, `https:` or `file:` URL or a path, and calls `completion` once, from the loop's
    /// inbox.
    ///
    /// The completion is not called after the loader is released.
    package func load(_ source: String, completion: @escaping (Answer) -> Void) {
        guard StationLibrary.isRemote(source) else {
            return read(source, completion) { () throws(StationLibraryError) in try StationLibrary.load(source) }
        }
        guard let cache else { return fetch(source, copy: nil, completion) }
        let isTaken = worker.run {
            cache.copy(of: source)
        } then: { [weak self] copy in
            self?.fetch(source, copy: copy, completion)
        }
        if !isTaken { fetch(source, copy: nil, completion) }
    }

    private func fetch(_ source: String, copy: ListCache.Copy?, _ completion: @escaping (Answer) -> Void) {
        let pool: TransferPool
        do throws(TransferError) { pool = try readyPool() } catch {
            return completion(.failure(.transfer(source, error)))
        }
        let download = LibraryDownload(source: source, loop: loop)
        let id = ObjectIdentifier(download)
        downloads[id] = download
        download.start(pool: pool, timeout: timeout, copy: copy) { [weak self] answer in
            guard let self, self.downloads.removeValue(forKey: id) != nil else { return }
            self.fetched(source, answer, copy, completion)
        }
    }

    private func readyPool() throws(TransferError) -> TransferPool {
        if let pool { return pool }
        let new = try makePool()
        pool = new
        return new
    }

    /// Turns a download's result into a library: the new list, or the cached copy if the list is unchanged or the
    /// server fails.
    private func fetched(
        _ source: String, _ answer: LibraryDownload.Answer, _ copy: ListCache.Copy?,
        _ completion: @escaping (Answer) -> Void
    ) {
        let cache = cache
        switch (answer, copy) {
        case (.list(let bytes, let head), _):
            let new = ListCache.Copy(
                bytes: bytes, base: head.url, etag: head["ETag"], lastModified: head["Last-Modified"],
                fetched: WallClock.milliseconds)
            read(source, completion) { () throws(StationLibraryError) in
                let library = try StationLibrary.read(bytes, source: source, base: new.base)
                // Only a valid list replaces the cached copy.
                cache?.keep(new, of: source)
                return library
            }
        case (.unchanged, let copy?):
            read(source, completion) { () throws(StationLibraryError) in
                try StationLibrary.read(copy.bytes, source: source, base: copy.base)
            }
        case (.unchanged, nil): completion(.failure(.refused(source, status: 304)))
        case (.failure(let error), let copy?) where error.mayPass:
            read(source, completion) { () throws(StationLibraryError) in
                var library = try StationLibrary.read(copy.bytes, source: source, base: copy.base)
                let date = WallClock.local(milliseconds: copy.fetched).replacing("T", with: " ")
                library.problems.append(
                    EntryProblem(
                        number: 0, name: nil, text: "\(error); using the copy from \(date)", isLeftOut: false,
                        source: ""))
                return library
            }
        case (.failure(let error), _): completion(.failure(error))
        }
    }

    /// Parses a list on the worker, because a large list takes a while.
    private func read(
        _ source: String, _ completion: @escaping (Answer) -> Void,
        _ work: @escaping @Sendable () throws(StationLibraryError) -> StationLibrary
    ) {
        let isTaken = worker.run {
            () -> Answer in
            do throws(StationLibraryError) { return .success(try work()) } catch { return .failure(error) }
        } then: { [weak self] answer in
            if self != nil { completion(answer) }
        }
        if !isTaken {
            loop.post { completion(.failure(.unreadable(source, reason: "too many files are waiting"))) }
        }
    }
}

extension StationLibraryError {
    /// True for a temporary failure of the server or the network, after which the cached copy of the list is used.
    var mayPass: Bool {
        switch self {
        case .refused(_, let status): status >= 500 || status == 429
        case .transfer, .timedOut: true
        case .noSuchFile, .unreadable, .unwritable, .broken, .notAList, .noStations, .tooLarge: false
        }
    }
}
