import RadioFormats
import RadioLoop
import RadioStorage

/// Marks songs that the listener likes, in the file of titles.
///
/// It belongs to the loop's thread. The file is opened anew for each change, on the worker's thread.
package struct LikedSongs {
    private let path: String
    private let worker: BlockingWorker

    /// - Parameter database: path of the file of titles; created if missing.
    package init(database: String, worker: BlockingWorker) {
        path = database
        self.worker = worker
    }

    /// Marks a song as liked or no longer liked, with its station and the time it was heard.
    /// - Parameters:
    ///   - isLiked: the new state; nil toggles it.
    ///   - track: the song.
    ///   - station: the station that played it.
    ///   - instant: when it was heard.
    ///   - loop: the loop on whose thread `completion` is called.
    ///   - completion: receives whether the song is liked now.
    package func set(
        _ isLiked: Bool?, _ track: TrackInfo, of station: Station, heardAt instant: MonotonicInstant, _ loop: EventLoop,
        then completion: @escaping (Result<Bool, StorageError>) -> Void
    ) {
        let moment = loop.moment.earlier(at: instant)
        let followed = TitleStation(station)
        let played = PlayedTrack(
            track: track, station: followed.id, stationName: station.name, start: moment.time, end: nil, unseen: .zero,
            offset: WallClock.localOffset(milliseconds: moment.wall), source: .heard)
        set(isLiked, played, then: completion)
    }

    /// Sets whether the listener likes a title that was heard earlier. If `isLiked` is nil, toggles the state.
    package func set(
        _ isLiked: Bool?, _ played: PlayedTrack, then completion: @escaping (Result<Bool, StorageError>) -> Void
    ) {
        let path = path
        worker.run(orElse: .failure(.busy(BlockingWorker.refusal))) { () -> Result<Bool, StorageError> in
            do throws(StorageError) {
                let database = try TitleDatabase(path: path, use: .hearing)
                try database.waitsBriefly()
                return .success(try database.like(isLiked, played))
            } catch { return .failure(error) }
        } then: {
            completion($0)
        }
    }
}
