import RadioFormats
import RadioLoop
import RadioStorage

/// What a listener likes, in the file of titles. It belongs to the loop's thread; the file is opened for each like, on the disk's.
package struct LikedSongs {
    private let path: String
    private let worker: BlockingWorker

    /// - Parameter database: the file of titles; it is made where it is missing.
    package init(database: String, worker: BlockingWorker) {
        path = database
        self.worker = worker
    }

    /// Keeps a song as liked, with its station and when it was heard, or no longer.
    /// - Parameters:
    ///   - isLiked: nil: the other.
    ///   - track: the song.
    ///   - station: that played it.
    ///   - instant: when it was heard.
    ///   - loop: whose thread is called back.
    ///   - completion: whether it is liked now.
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

    /// The same with a title that was heard before.
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
