import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStorage
import RadioTitles

extension Radio {
    /// Marks the title that is heard as liked, with its station and time, or no longer. `heardTitles(_:)` gives what is liked
    /// with ``SongQuery/isLiked``, however old it is.
    ///
    /// - Throws: ``RadioError/noTitle``, or ``RadioError/listener(_:)`` where the journal has no file of titles or it cannot be written.
    public func setLiked(_ isLiked: Bool = true) async throws(RadioError) {
        _ = try await ask { manager, answer in self.like(isLiked, on: manager, then: answer) } as Bool
    }

    /// Marks the title that is heard.
    /// - Parameters:
    ///   - isLiked: nil: the other.
    ///   - manager: the player.
    ///   - completion: whether it is liked now. On the loop.
    package func like(
        _ isLiked: Bool?, on manager: isolated PlaybackManager,
        then completion: @escaping (Result<Bool, RadioError>) -> Void
    ) {
        let snapshot = manager.snapshot
        guard let now = snapshot.nowPlaying, now.track.kind != .none, let station = snapshot.item?.station else {
            return completion(.failure(.noTitle))
        }
        guard let path = configuration.journal.titles else {
            return completion(.failure(.listener(.inaccessible("there is no title database"))))
        }
        let worker = BlockingWorker(loop: manager.loop)
        LikedSongs(database: path, worker: worker).set(
            isLiked, now.track, of: station, heardAt: now.heard, manager.loop
        ) { result in
            // The client lives until it has answered.
            withExtendedLifetime(worker) { completion(result.mapError { .listener($0) }) }
        }
    }
}
