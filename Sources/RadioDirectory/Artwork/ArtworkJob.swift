import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStations

/// The download of one picture, with the callbacks of all requests that wait for it.
final class ArtworkJob {
    typealias Answer = Result<StoredPicture, ArtworkError>

    /// Which hosts the download may connect to.
    let reach: TransferRequest.Reach
    /// The headers of the picture's station.
    let headers: StationHeaders
    var download: LibraryDownload?
    private var waiting: [Int: (Answer) -> Void] = [:]
    private var last = 0

    init(_ reach: TransferRequest.Reach, _ headers: StationHeaders) { (self.reach, self.headers) = (reach, headers) }

    var isWanted: Bool { !waiting.isEmpty }

    func add(_ completion: @escaping (Answer) -> Void) -> Int {
        last += 1
        waiting[last] = completion
        return last
    }

    func remove(_ number: Int) { waiting[number] = nil }

    func end(_ answer: Answer) {
        let all = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        download = nil
        for (_, completion) in all { completion(answer) }
    }
}
