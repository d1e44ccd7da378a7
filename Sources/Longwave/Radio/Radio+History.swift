import RadioFormats
import RadioLoop
import RadioStorage
import RadioTitles

extension Radio {
    /// The maximum number of titles that a call returns, also if the query has no limit.
    private static let maximumAnswers = 10_000

    /// Returns the titles that the listener heard, the newest first.
    ///
    /// - Parameter query: which titles to return. By default, only songs. At most 10,000 are returned.
    /// - Throws: ``RadioError/listener(_:)`` if the journal has no file of titles, or the file cannot be read.
    public func heardTitles(_ query: SongQuery = SongQuery()) async throws(RadioError) -> [PlayedTrack] {
        try await history { history throws(StorageError) in
            var found: [PlayedTrack] = []
            try history.tracks(Self.bounded(query)) {
                found.append($0)
                return true
            }
            return found
        }
    }

    /// Returns the titles that the listener heard most often, with the number of times, the most frequent first.
    ///
    /// - Parameter query: which titles to count. By default, only songs. At most 10,000 are returned.
    /// - Throws: ``RadioError/listener(_:)`` if the journal has no file of titles, or the file cannot be read.
    public func mostHeard(_ query: SongQuery = SongQuery()) async throws(RadioError) -> [SongCount] {
        try await history { history throws(StorageError) in
            try history.most(Self.bounded(query))
        }
    }

    /// Returns the query with a limit of at most ``maximumAnswers``.
    static func bounded(_ query: SongQuery) -> SongQuery {
        var bounded = query
        bounded.limit = min(query.limit ?? maximumAnswers, maximumAnswers)
        return bounded
    }

    private func history<Answer: Sendable>(
        _ read: @escaping @Sendable (TitleHistory) throws(StorageError) -> Answer
    ) async throws(RadioError) -> Answer {
        guard let path = configuration.journal.titles else {
            throw .listener(.inaccessible("there is no title database"))
        }
        return try await onDisk { () throws(StorageError) in try read(TitleHistory(path: path)) }
    }

    /// Runs `work`, which reads or writes one of the listener's database files, on the disk's thread, and returns its
    /// result.
    func onDisk<Answer: Sendable>(
        _ work: @escaping @Sendable () throws(StorageError) -> Answer
    ) async throws(RadioError) -> Answer {
        try await onDisk(RadioError.listener, refused: .busy(BlockingWorker.refusal), work)
    }

    /// Runs `work` on the disk's thread, and returns its result or its error as a `RadioError`. If the disk does not
    /// answer, the error is `refused`.
    func onDisk<Answer: Sendable, Failure: Error>(
        _ error: @escaping @Sendable (Failure) -> RadioError, refused: Failure,
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async throws(RadioError) -> Answer {
        try await ask { manager, answer in
            let worker = BlockingWorker(loop: manager.loop)
            worker.run(orElse: Result<Answer, Failure>.failure(refused)) {
                do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
            } then: { result in
                // Without this reference, `worker` would be released before it returns the result.
                withExtendedLifetime(worker) { answer(result.mapError(error)) }
            }
        }
    }
}
