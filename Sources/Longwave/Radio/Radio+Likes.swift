import RadioFormats
import RadioLoop
import RadioPlayer
import RadioStorage
import RadioTitles

extension Radio {
    /// Marks the title that is heard now as liked or as no longer liked.
    ///
    /// - Parameters:
    ///   - isLiked: true to mark the title as liked, false to remove the mark. Nil toggles the mark.
    ///   - manager: the player that plays the title.
    ///   - completion: called on the loop with true if the title is liked now, false if not, or the error.
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
            // Without this reference, `worker` would be released before it has written the mark.
            withExtendedLifetime(worker) { completion(result.mapError { .listener($0) }) }
        }
    }
}
