import Glibc
import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations

/// Finds artwork of stations and tracks in a requested size. Pictures are fetched within ``Limits``, and kept in a
/// folder of the user's cache.
///
/// A cache belongs to one loop. The cache reads files on a background thread, and sets up the network when the first
/// picture must be fetched. Several caches and programs may use one folder. Once the cache is released, waiting
/// requests are no longer answered.
///
///     let cache = ArtworkCache.usual(environment: environment, loop: loop)
///     cache?.find([.track(url), .station(logo), .fallback], wanted: 256) { answer in … }
package final class ArtworkCache {
    /// Limits of sizes and times for fetching and keeping pictures.
    package struct Limits: Hashable, Sendable {
        /// Maximum size of a picture in bytes.
        package var bytes = 4 << 20
        /// Time limit for a download, from the request to the last byte.
        package var time = Duration.seconds(20)
        /// Maximum size in bytes of all files of the cache.
        package var folderBytes = 64 << 20
        /// How long a picture is used without asking its server whether it changed.
        package var freshFor = Duration.seconds(24 * 3600)
        /// How long a picture is not requested again after a failure of the network or the server.
        package var retryAfter = Duration.seconds(5 * 60)
        /// How long a picture is not requested again after a response that is unlikely to change, such as status 404 or
        /// data that is not a picture.
        package var retryRefusedAfter = Duration.seconds(6 * 3600)

        package init() {}
    }

    /// The file format in which a picture is requested.
    package enum Format: Hashable, Sendable {
        /// The original format, unless the picture must be made smaller. An icon is converted to PNG if a program for
        /// that is installed.
        case any
        /// PNG, whatever the original format.
        case png
    }

    /// Called with the failure of each candidate but the last, before the next candidate is tried. For bug reports.
    package var report: ((ArtworkError) -> Void)?

    /// Lengths that may be requested for a picture's longest side, in pixels.
    package static let sides = 16...2048

    let loop: EventLoop
    let limits: Limits
    let store: ArtworkStore
    let worker: BlockingWorker
    let clock: () -> Int64
    private let scaler: PictureScaler
    private var pool: TransferPool?
    /// Pictures that are being fetched, by URL.
    var jobs: [String: ArtworkJob] = [:]
    /// Callbacks that wait until a program has made a copy of a picture, by the copy's name.
    private var copies: [String: [(StoredPicture?) -> Void]] = [:]

    /// - Parameters:
    ///   - folder: path of the folder for pictures; created if missing.
    ///   - loop: the loop on which requests are made and answered.
    ///   - pool: fetches pictures; nil for a pool of the cache's own, created when first needed.
    ///   - limits: limits of sizes and times.
    ///   - searchPath: folders in which programs that make smaller copies are searched, in the form of `PATH`; empty
    ///     for none.
    ///   - clock: returns milliseconds since 1970-01-01T00:00:00Z.
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

    /// Returns the cache in `$XDG_CACHE_HOME/longwave/artwork`, with converters from `PATH`; nil if the folder is
    /// unknown.
    package static func usual(
        environment: [String: String], loop: EventLoop, pool: TransferPool? = nil, limits: Limits = Limits()
    ) -> ArtworkCache? {
        UserFolders(environment: environment).cache.map {
            ArtworkCache(
                folder: $0 + "/artwork", loop: loop, pool: pool, limits: limits, searchPath: environment["PATH"] ?? "")
        }
    }

    /// Finds the first of several pictures that is available.
    ///
    /// If a program that makes pictures smaller is installed, the picture is at most as large as wanted. Otherwise it
    /// has its original size.
    /// - Parameters:
    ///   - candidates: pictures to try, one after another.
    ///   - home: the address of the pictures' station. Pictures are fetched only from public addresses and from that
    ///     station's host. If nil, the address of a `station` candidate may lead anywhere, because a person gave it.
    ///   - station: the pictures' station, whose own headers are sent to the host of `home` and to the hosts that the
    ///     station names. If `home` is nil, the station's first address counts.
    ///   - wanted: the longest side in pixels, within ``sides``.
    ///   - format: the wanted file format.
    ///   - ignoresFailures: true to request a picture again even if it failed recently, because a person asks for it.
    ///   - completion: called once, from the loop's inbox. If no picture is available, receives the first candidate's
    ///     failure.
    @discardableResult
    package func find(
        _ candidates: [ArtworkCandidate], home: String? = nil, station: Station? = nil, wanted: Int,
        format: Format = .any,
        ignoresFailures: Bool = false, completion: @escaping (Result<Artwork, ArtworkError>) -> Void
    ) -> ArtworkRequest {
        let request = ArtworkRequest(completion)
        let side = min(max(wanted, Self.sides.lowerBound), Self.sides.upperBound)
        let search = Search(
            request: request, side: side, format: format, ignoresFailures: ignoresFailures, home: home,
            headers: station.map {
                StationHeaders($0.headers, home: home ?? $0.urls.first ?? "", hosts: $0.headerHosts)
            } ?? StationHeaders())
        loop.post { [weak self] in self?.tryNext(candidates[...], search, nil) }
        return request
    }

    /// The parameters of one call of ``find(_:home:wanted:format:ignoresFailures:completion:)``.
    private struct Search {
        var request: ArtworkRequest
        var side: Int
        var format: Format
        var ignoresFailures: Bool
        var home: String?
        var headers: StationHeaders

        /// Returns which hosts a candidate's address may lead to. Addresses in stations' titles and in lists from the
        /// network are not trusted.
        func reach(of candidate: ArtworkCandidate) -> TransferRequest.Reach {
            if home == nil, case .station = candidate { return .anywhere }
            return .publicAddresses(home: home ?? "")
        }
    }

    /// Tries the next candidate. After the last candidate, reports the first failure.
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

    /// Gets a candidate's picture: from bytes in the candidate, from a file, or from the network.
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
                    url, search.reach(of: candidate), search.headers, ignoresFailures: search.ignoresFailures,
                    completion)
            case .file(let path):
                guard case .station = candidate else { return completion(.failure(.unusableAddress(text))) }
                work(completion) { () throws(ArtworkError) in try store.local(path, now: now) }
            case .data(let bytes):
                work(completion) { () throws(ArtworkError) in try store.keep(bytes, of: "data:", now: now) }
            case nil: completion(.failure(.unusableAddress(text)))
            }
        }
    }

    /// Runs `body` on the background thread that reads and writes files.
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

    // MARK: Size

    /// Passes the picture to the completion, or a copy in the wanted size and format. Passes nil if the picture has
    /// another format and no program can convert it.
    private func fit(
        _ picture: StoredPicture, _ wanted: Int, _ format: Format, _ completion: @escaping (StoredPicture?) -> Void
    ) {
        let isRightFormat = format == .any || picture.header.kind == .png
        // Icons (ICO files) are converted to PNG: few programs show them, and some that do choose a smaller one of the
        // icon's pictures.
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

    /// Makes a copy with an installed program, and stores it.
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
            // All programs failed. If one of them left an output file, that file is deleted.
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
