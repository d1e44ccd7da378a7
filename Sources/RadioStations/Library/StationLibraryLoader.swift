import RadioHTTP
import RadioLoop

/// Loads lists of stations without blocking the loop: addresses over HTTP, files on the worker.
public final class StationLibraryLoader {
    public typealias Answer = Result<StationLibrary, StationLibraryError>

    /// How long a server may take for the whole list.
    public static let timeout = Duration.seconds(30)

    private let loop: EventLoop
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let timeout: Duration
    private var downloads: [ObjectIdentifier: LibraryDownload] = [:]

    public init(
        loop: EventLoop, pool: TransferPool, worker: BlockingWorker, timeout: Duration = StationLibraryLoader.timeout
    ) {
        self.loop = loop
        self.pool = pool
        self.worker = worker
        self.timeout = timeout
    }

    /// Loads from an `http:`, `https:` or `file:` URL or a path, and calls `completion` once, from the loop's inbox.
    /// Nothing is called after the loader is released.
    public func load(_ source: String, completion: @escaping (Answer) -> Void) {
        guard StationLibrary.isRemote(source) else {
            let isTaken = worker.run {
                () -> Answer in
                do throws(StationLibraryError) {
                    return .success(try StationLibrary.load(file: source))
                } catch { return .failure(error) }
            } then: { [weak self] answer in
                if self != nil { completion(answer) }
            }
            if !isTaken {
                loop.post { completion(.failure(.unreadable(source, reason: "too many files are waited for"))) }
            }
            return
        }
        let download = LibraryDownload(source: source, loop: loop)
        let id = ObjectIdentifier(download)
        downloads[id] = download
        download.start(pool: pool, timeout: timeout) { [weak self] answer in
            if self?.downloads.removeValue(forKey: id) != nil { completion(answer) }
        }
    }
}
