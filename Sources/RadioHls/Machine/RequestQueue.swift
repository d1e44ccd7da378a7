/// The requests of an ``HlsMachine`` that are not over: at most one for a playlist and one for media. Each waits until
/// the ``RequestPace`` allows it.
struct RequestQueue {
    enum Kind {
        case playlist, media
    }

    /// A request that may be made now.
    struct Release {
        var kind: Kind
        var id: Int
        var fetch: HlsFetch
    }

    /// The pace of all requests, including those of earlier connections.
    var pace = RequestPace()
    private var lastID = 0
    // The numbers of the requests that are not over.
    private var playlist: Int?
    private var media: Int?
    /// The requests that ``pace`` does not allow yet, the oldest first.
    private var waiting: [Release] = []

    /// Returns whether a request is for a playlist or for media; nil if it is over, was cancelled, or never existed.
    func kind(of id: Int) -> Kind? { id == playlist ? .playlist : id == media ? .media : nil }

    func isWaiting(_ id: Int) -> Bool { waiting.contains { $0.id == id } }

    /// When the oldest waiting request may be made; nil if none waits.
    var earliest: Duration? { waiting.isEmpty ? nil : pace.earliest }

    /// Adds a request. The previous request of the same kind must be over.
    mutating func add(_ fetch: HlsFetch, _ kind: Kind) {
        lastID += 1
        set(lastID, kind)
        waiting.append(Release(kind: kind, id: lastID, fetch: fetch))
    }

    /// Removes the oldest waiting request and counts it as made; nil if none waits or ``pace`` allows none yet.
    mutating func release(at now: Duration) -> Release? {
        guard !waiting.isEmpty, pace.earliest <= now else { return nil }
        pace.count(at: now)
        return waiting.removeFirst()
    }

    /// Notes that the request is over: it was answered or has failed.
    mutating func ended(_ kind: Kind) { set(nil, kind) }

    /// Cancels a request.
    ///
    /// - Returns: the request's number; nil if the request was not made yet.
    mutating func cancel(_ kind: Kind) -> Int? {
        let id = kind == .playlist ? playlist : media
        set(nil, kind)
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return id }
        waiting.remove(at: index)
        return nil
    }

    private mutating func set(_ id: Int?, _ kind: Kind) {
        switch kind {
        case .playlist: playlist = id
        case .media: media = id
        }
    }
}
