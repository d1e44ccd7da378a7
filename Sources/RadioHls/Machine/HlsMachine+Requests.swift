/// Every request leaves here, so that all of them together keep the ``RequestPace``.
extension HlsMachine {
    /// Asks now, or as soon as it may be.
    mutating func send(_ fetch: HlsFetch, at now: Duration, _ actions: inout [HlsAction]) {
        waiting.append(fetch)
        release(at: now, &actions)
    }

    /// Ends a request, or what waits to be one.
    mutating func cancel(_ id: Int, _ actions: inout [HlsAction]) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return actions.append(.cancel(id)) }
        waiting.remove(at: index)
    }

    /// What may be asked for by now. Until then its time does not run.
    mutating func release(at now: Duration, _ actions: inout [HlsAction]) {
        while let fetch = waiting.first, pace.earliest <= now {
            waiting.removeFirst()
            pace.count(at: now)
            if load?.id == fetch.id, let load {
                self.load?.deadline += now - load.began
                self.load?.began = now
            } else if let job, job.id == fetch.id {
                self.job?.ask(job.step, id: job.id, at: now)
            }
            actions.append(.fetch(fetch))
        }
    }

    /// Whether it waits to be asked for.
    func isWaiting(_ id: Int) -> Bool { waiting.contains { $0.id == id } }
}

extension HlsEvent {
    /// The fetch that it is about.
    var fetchID: Int? {
        switch self {
        case .playlistArrived(let id, _, _), .fetchBegan(let id, _), .fetchProgressed(let id, _),
            .fetchFinished(let id, _, _), .fetchFailed(let id, _), .unreadable(let id, _):
            id
        case .paused, .seek, .select, .mediaWanted, .tick: nil
        }
    }
}
