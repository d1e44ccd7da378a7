import Longwave
import RadioDirectory
import RadioFormats
import RadioLoop

/// The pictures of stations and of what is heard, which clients fetch in parts.
final class MPDPictures {
    private let makeCache: () -> ArtworkCache?
    private lazy var cache = makeCache()
    private let worker: BlockingWorker
    /// The picture that a client fetches, so that its parts are not read one by one.
    private var kept: (candidates: [ArtworkCandidate], picture: Picture)?

    struct Picture: Sendable {
        var bytes: [UInt8]
        var type: String
    }

    /// The wanted length of the longer side in pixels.
    private static let side = 512

    init(_ makeCache: @escaping () -> ArtworkCache?, _ worker: BlockingWorker) {
        (self.makeCache, self.worker) = (makeCache, worker)
    }

    func release() { kept = nil }

    /// Finds a picture, and passes nil if there is none.
    /// - Parameter home: the address whose host may send pictures besides public ones; nil for any host.
    func find(
        _ candidates: [ArtworkCandidate], home: String?, of station: Station, then: @escaping (Picture?) -> Void
    ) {
        if let kept, kept.candidates == candidates { return then(kept.picture) }
        guard let cache, !candidates.isEmpty else { return then(nil) }
        cache.find(candidates, home: home, station: station, wanted: Self.side) { [weak self] in
            guard let self, let artwork = try? $0.get() else { return then(nil) }
            worker.run(orElse: nil) {
                (try? artwork.data()).map { Picture(bytes: $0, type: artwork.kind.mediaType) }
            } then: { [weak self] picture in
                self?.kept = picture.map { (candidates, $0) }
                then(picture)
            }
        }
    }
}
