import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStorage
import RadioTitles

extension Radio {
    /// Marks the heard title, with its station and time, as liked or as no longer liked.
    ///
    /// `heardTitles(_:)` returns liked titles for ``SongQuery/isLiked``, however old they are.
    ///
    /// - Throws: ``RadioError/noTitle``, or ``RadioError/listener(_:)`` if the journal has no file of titles, or the
    ///   file cannot be written.
    public func setLiked(_ isLiked: Bool = true) async throws(RadioError) {
        _ = try await ask { manager, answer in self.like(isLiked, on: manager, then: answer) } as Bool
    }

    /// Marks the heard title as liked or as no longer liked.
    ///
    /// - Parameters:
    ///   - isLiked: true to mark the title as liked, false to remove the mark. Nil toggles the mark.
    ///   - manager: the player.
    ///   - completion: called on the loop with the new mark.
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
            // `worker` must live until it has answered.
            withExtendedLifetime(worker) { completion(result.mapError { .listener($0) }) }
        }
    }
}
