import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations

/// Artwork of stations and tracks by the size that is wanted: fetched with limits, and kept in a folder of the user's cache.
///
/// It belongs to one loop; disk files are read on a worker, the network is set up when the first picture has to be fetched. As many caches
/// of as many programs as like may use one folder. A request that waits is answered no more once the cache is released.
///
///     let cache = ArtworkCache.usual(environment: environment, loop: loop)
///     cache?.find([.track(url), .station(logo), .fallback], wanted: 256) { answer in … }
package final class ArtworkCache {
    /// What is fetched and kept, and for how long.
    package struct Limits: Hashable, Sendable {
        /// The largest picture.
        package var bytes = 4 << 20
        /// From the request to the last byte.
        package var time = Duration.seconds(20)
        /// All files of the cache together.
        package var folderBytes = 64 << 20
        /// How long a picture is not asked for again; then its server is asked whether it changed.
        package var freshFor = Duration.seconds(24 * 3600)
        /// How long nothing is asked for again after a failure of the network or the server.
        package var retryAfter = Duration.seconds(5 * 60)
        /// The same after an answer that will hardly change: there is none, or it is no picture.
        package var retryRefusedAfter = Duration.seconds(6 * 3600)

        package init() {}
    }

    /// What kind of picture is wanted.
    package enum Format: Hashable, Sendable {
        /// As it is, where it is not too large; an icon as PNG, where a program makes one of it.
        case any
        /// PNG, whatever it was.
        case png
    }

    /// What was tried and failed before something else was taken, for bug reports.
    package var report: ((ArtworkError) -> Void)?

    /// Sides that can be wanted.
    package static let sides = 16...2048

    let loop: EventLoop
    let limits: Limits
    let store: ArtworkStore
    let worker: BlockingWorker
    let clock: () -> Int64
    private let scaler: PictureScaler
    private var pool: TransferPool?
    var jobs: [String: ArtworkJob] = [:]
    private var copies: [String: [(StoredPicture?) -> Void]] = [:]

    /// - Parameters:
    ///   - folder: where pictures are kept; it is made where it is missing.
    ///   - loop: where requests are made and answered.
    ///   - pool: fetches; nil: one of its own, made when it is first needed.
    ///   - limits: what is fetched and kept.
    ///   - searchPath: where programs that make smaller copies are looked for, as `PATH` has it; empty: nowhere.
    ///   - clock: milliseconds since 1970-01-01T00:00:00Z.
    package init(
        folder: String, loop: EventLoop, pool: TransferPool? = nil, limits: Limits = Limits(),
        searchPath: String = "", clock: @escaping () -> Int64 = { WallClock.milliseconds }
    ) {
        self.loop = loop
        self.pool = pool
        self.limits = limits
        self.clock = clock
        store = ArtworkStore(
            folder: folder, maximumBytes: limits.folderBytes, maximumPicture: limits.bytes,
            mark: "\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))")
        worker = BlockingWorker(loop: loop)
        scaler = PictureScaler(loop: loop, searchPath: searchPath)
    }

    /// The one in `$XDG_CACHE_HOME/longwave/artwork`, which uses the programs of `PATH`; nil where the folder is not known.
    package static func usual(
        environment: [String: String], loop: EventLoop, pool: TransferPool? = nil, limits: Limits = Limits()
    ) -> ArtworkCache? {
        UserFolders(environment: environment).cache.map {
            ArtworkCache(
                folder: $0 + "/artwork", loop: loop, pool: pool, limits: limits, searchPath: environment["PATH"] ?? "")
        }
    }

    /// Finds the first of some pictures that is there.
    ///
    /// It is at most as large as wanted where a program is installed that makes it smaller; else it is as it came.
    /// - Parameters:
    ///   - candidates: tried one after another.
    ///   - home: the address of the station that they are of. Pictures are fetched from public addresses only, and from the station's
    ///     own host; nil for an address that a person named, which may lead anywhere.
    ///   - wanted: the longest side in pixels, within ``sides``.
    ///   - format: what kind of picture.
    ///   - ignoresFailures: asks a server again that failed a while ago, for a person who asks for just this.
    ///   - completion: called once, from the loop's inbox; why the first one failed where none is there.
    @discardableResult
    package func find(
        _ candidates: [ArtworkCandidate], home: String? = nil, wanted: Int, format: Format = .any,
        ignoresFailures: Bool = false, completion: @escaping (Result<Artwork, ArtworkError>) -> Void
    ) -> ArtworkRequest {
        let request = ArtworkRequest(completion)
        let side = min(max(wanted, Self.sides.lowerBound), Self.sides.upperBound)
        let search = Search(
            request: request, side: side, format: format, ignoresFailures: ignoresFailures, home: home)
        loop.post { [weak self] in self?.tryNext(candidates[...], search, nil) }
        return request
    }

    private struct Search {
        var request: ArtworkRequest
        var side: Int
        var format: Format
        var ignoresFailures: Bool
        var home: String?

        /// A station's titles are strangers' texts, and so are lists that were fetched.
        func reach(of candidate: ArtworkCandidate) -> TransferRequest.Reach {
            if home == nil, case .station = candidate { return .anywhere }
            return .publicAddresses(home: home ?? "")
        }
    }

    private func tryNext(_ candidates: ArraySlice<ArtworkCandidate>, _ search: Search, _ first: ArtworkError?) {
        guard !search.request.isOver else { return }
        guard let candidate = candidates.first else { return search.request.end(.failure(first ?? .none)) }
        let failed = { [weak self] (error: ArtworkError) in
            guard let self, !search.request.isOver else { return }
            if candidates.count > 1 { report?(error) }
            tryNext(candidates.dropFirst(), search, first ?? error)
        }
        picture(of: candidate, search) { [weak self] answer in
            guard let self, !search.request.isOver else { return }
            switch answer {
            case .failure(let error): failed(error)
            case .success(let picture):
                fit(picture, search.side, search.format) { fitting in
                    guard let fitting else { return failed(.noConverter(picture.path)) }
                    search.request.end(.success(Artwork(fitting, source: candidate.source)))
                }
            }
        }
    }

    // MARK: The picture

    private func picture(
        of candidate: ArtworkCandidate, _ search: Search, _ completion: @escaping (ArtworkJob.Answer) -> Void
    ) {
        let store = store
        let now = clock()
        switch candidate {
        case .embedded(let bytes):
            work(completion) { () throws(ArtworkError) in try store.keep(bytes, of: "the sound's own picture", now: now)
            }
        case .fallback:
            work(completion) { () throws(ArtworkError) in
                try store.keep(FallbackArtwork.bytes, of: "the program's own picture", now: now)
            }
        case .track(let text), .station(let text):
            switch ArtworkAddress(text) {
            case .remote(let url):
                search.request.cancelStep = fetch(
                    url, search.reach(of: candidate), ignoresFailures: search.ignoresFailures, completion)
            case .file(let path):
                guard case .station = candidate else { return completion(.failure(.unusableAddress(text))) }
                work(completion) { () throws(ArtworkError) in try store.local(path, now: now) }
            case .data(let bytes):
                work(completion) { () throws(ArtworkError) in try store.keep(bytes, of: "data:", now: now) }
            case nil: completion(.failure(.unusableAddress(text)))
            }
        }
    }

    /// Works on the disk.
    func work(
        _ completion: @escaping (ArtworkJob.Answer) -> Void,
        _ body: @escaping @Sendable () throws(ArtworkError) -> StoredPicture
    ) {
        let isTaken = worker.run {
            () -> ArtworkJob.Answer in
            do throws(ArtworkError) { return .success(try body()) } catch { return .failure(error) }
        } then: {
            completion($0)
        }
        if !isTaken {
            let folder = store.folder
            loop.post { completion(.failure(.unreadable(folder, reason: "too many files are waiting"))) }
        }
    }

    func readyPool() throws(TransferError) -> TransferPool {
        if let pool { return pool }
        let new = try TransferPool(loop: loop, maximumIdleConnections: 4)
        pool = new
        return new
    }

    // MARK: Its size

    /// The picture, or a copy of it in the size and format that are wanted; nil where it is of another format and no program can help.
    private func fit(
        _ picture: StoredPicture, _ wanted: Int, _ format: Format, _ completion: @escaping (StoredPicture?) -> Void
    ) {
        let isRightFormat = format == .any || picture.header.kind == .png
        // Few programs show icons, and some that do show another of their pictures than the largest.
        let isShownEverywhere = picture.header.kind != .ico
        guard picture.header.longestSide > wanted || !isRightFormat || !isShownEverywhere else {
            return completion(picture)
        }
        let side = min(wanted, picture.header.longestSide)
        let name = ArtworkStore.copyName(of: picture.digest, side: side)
        let answer = { (copy: StoredPicture?) in completion(copy ?? (isRightFormat ? picture : nil)) }
        if copies[name] != nil {
            copies[name]?.append(answer)
            return
        }
        copies[name] = [answer]
        let (store, now) = (store, clock())
        let isTaken = worker.run {
            let copy = store.copy(name, side: side, now: now)
            return (copy: copy, draft: copy == nil ? try? store.draftPath(name) : nil)
        } then: { [weak self] found in
            guard let self else { return }
            if let draft = found.draft {
                make(name, of: picture, side: side, draft: draft)
            } else {
                copied(name, found.copy)
            }
        }
        if !isTaken { loop.post { [weak self] in self?.copied(name, nil) } }
    }

    private func make(_ name: String, of picture: StoredPicture, side: Int, draft: String) {
        let (store, now) = (store, clock())
        let check = { [weak self] (found: @escaping (StoredPicture?) -> Void) in
            let isTaken = self?.worker.run {
                store.take(draft: draft, as: name, side: side, now: now)
            } then: {
                found($0)
            }
            if isTaken != true { found(nil) }
        }
        scaler.scale(picture, to: side, output: draft, check: check) { [weak self] copy in
            guard let self else { return }
            guard copy == nil else { return copied(name, copy) }
            // A program that failed may have left something.
            let isTaken = worker.run {
                store.drop(draft: draft)
            } then: { [weak self] in
                self?.copied(name, nil)
            }
            if !isTaken { copied(name, nil) }
        }
    }

    private func copied(_ name: String, _ copy: StoredPicture?) {
        for completion in copies.removeValue(forKey: name) ?? [] { completion(copy) }
    }
}
