import RadioFormats
import RadioHTTP
import RadioLoop
import RadioStreams

/// Checks one address of a station: opens the address as the player would, decodes the first packets of its sound,
/// waits for a title if titles are announced, and closes the connection.
final class AddressCheck: StreamListenerClient {
    private let settings: StationChecker.Settings
    private let url: String
    private let completion: (AddressHealth) -> Void
    private var listener: StreamListener?
    private var streamBytes = 0

    /// The number of packets that are decoded, if at least one of them yields sound. Otherwise packets are decoded
    /// until one does. One packet is not enough, because parametric stereo may begin some frames after the first.
    static let maximumDecoded = 32
    /// The maximum length of an ICY metadata block in bytes, including its length byte.
    private static let maximumBlock = 1 + 255 * 16

    /// - Parameter completion: called once, on the loop, unless the check is cancelled.
    init(
        loop: EventLoop, settings: StationChecker.Settings, station: Station, url: String,
        completion: @escaping (AddressHealth) -> Void
    ) {
        (self.settings, self.url, self.completion) = (settings, url, completion)
        var request = StreamRequest(
            url: url, headers: station.headers, userAgent: settings.userAgent,
            connectTimeout: settings.connectTimeout, headersTimeout: settings.headersTimeout)
        request.headerHosts = station.headerHosts
        request.remembersNames = true
        listener = StreamListener(
            loop: loop, request: request, charset: station.charset, stationName: station.name,
            maximumBytes: settings.maximumBytes, maximumDecoded: Self.maximumDecoded, client: self)
    }

    /// Starts the check.
    ///
    /// Must not be called from inside one of libcurl's callbacks.
    func start(pool: TransferPool, worker: BlockingWorker) {
        listener?.limit(after: settings.timeout)
        listener?.start(pool: pool, worker: worker)
    }

    func cancel() { listener?.end() }

    func take(_ event: StreamListener.Event) {
        switch event {
        case .received(let count): streamBytes += count
        case .firstSound: listener?.limit(after: settings.titlePatience)
        case _: break
        }
    }

    func look() {
        guard let heard = listener?.heard else { return }
        let isEnough =
            heard.soundDuration.duration >= settings.listening && (heard.decoded.isEmpty || isTitleSettled(heard))
        guard isEnough || heard.bodyByteCount >= settings.maximumBytes else { return }
        end(with: .notSound("\(url) has no sound in \(heard.bodyByteCount) bytes"))
    }

    func timeIsUp() { end(with: .timedOut("\(url): no sound within \(settings.timeout.inSeconds) s")) }

    func streamEnded(with error: StreamError?) { end(with: error ?? .notSound("\(url) contains no sound")) }

    /// `error` is reported only if no sound was decoded.
    private func end(with error: StreamError) {
        guard let listener else { return }
        listener.end(with: error)
        completion(AddressHealth(listener.heard))
    }

    /// Returns whether the check no longer waits for a title: a title was found, the server announces no ICY metadata,
    /// or the first ICY metadata block arrived without a title.
    private func isTitleSettled(_ heard: HeardSound) -> Bool {
        guard let metaint = heard.info?.metaint, heard.titles.isEmpty else { return true }
        return streamBytes >= metaint + Self.maximumBlock
    }
}
