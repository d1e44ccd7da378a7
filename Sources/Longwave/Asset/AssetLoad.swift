import RadioFormats
import RadioHTTP
import RadioLoop
import RadioPlayer
import RadioStreams

/// One fetch of an ``Asset``: opens the station's addresses one after another until one delivers sound, and reports the
/// properties that it learns from the sound and its headers.
///
/// The fetch ends when its owner cancels it, when the stream ends, or when it reaches its limits of time and size. An
/// instance is used on the loop's thread only.
final class AssetLoad {
    /// The maximum number of a station's addresses that are tried. Further addresses are ignored.
    static let maximumAddresses = 8

    /// Whether the whole file is read to measure its duration exactly. The limits of time and size are then higher: ten
    /// minutes and 1 GiB instead of 15 seconds and 68 MiB.
    var isScanning = false {
        didSet { if isScanning != oldValue { armTimer() } }
    }

    private let station: Station
    private let options: Asset.Options
    private let settings: PlaybackConfiguration
    private let loop: EventLoop
    private let pool: TransferPool
    private let worker: BlockingWorker
    private let onFacts: (AssetFacts) -> Void
    private let onEnd: (RadioError) -> Void

    private var addresses: ArraySlice<String>
    private var listener: StreamListener?
    private var reading: AssetReading

    /// Makes a fetch, which `start()` begins.
    ///
    /// - Parameters:
    ///   - onFacts: called with all properties known so far, each time that bytes or a part of the stream were read.
    ///   - onEnd: called once, with the reason why the fetch can learn no further property. Not called after
    ///     `cancel()`.
    init(
        _ station: Station, _ options: Asset.Options, _ settings: PlaybackConfiguration, loop: EventLoop,
        pool: TransferPool, onFacts: @escaping (AssetFacts) -> Void, onEnd: @escaping (RadioError) -> Void
    ) {
        self.station = station
        self.options = options
        self.settings = settings
        self.loop = loop
        self.pool = pool
        self.onFacts = onFacts
        self.onEnd = onEnd
        worker = BlockingWorker(loop: loop)
        addresses = station.urls.prefix(Self.maximumAddresses)
        reading = AssetReading(station, wantsPrecision: false)
    }

    func start() {
        guard let first = addresses.popFirst() else {
            return onEnd(.playback(.stream(.badAddress("\(station.name) has no address"))))
        }
        open(first)
    }

    /// Ends the fetch.
    ///
    /// Neither `onFacts` nor `onEnd` is called afterwards.
    func cancel() {
        listener?.end()
        listener = nil
    }

    private var limits: AssetLimits { options.limits }

    /// Opens an address and discards the properties learnt from the previous address.
    private func open(_ url: String) {
        reading = AssetReading(station, wantsPrecision: options.prefersPreciseDuration)
        var request = StreamRequest(
            url: url, headers: station.headers, userAgent: settings.userAgent,
            connectTimeout: settings.policy.connectTimeout, headersTimeout: settings.policy.headersTimeout)
        request.headerHosts = station.headerHosts
        request.hls = settings.policy.hls
        // One packet that can be decoded is enough.
        let listener = StreamListener(
            loop: loop, request: request, charset: station.charset, stationName: station.name, maximumDecoded: 0,
            client: self)
        self.listener = listener
        armTimer()
        listener.start(pool: pool, worker: worker)
    }

    /// Looks again in the loop's next turn. A stream reports its chapters in the turn after the first packet.
    private func askForChapters() {
        loop.post { [weak self, weak listener] in
            guard let self, let listener, listener === self.listener, !reading.hasChapters else { return }
            reading.hasChapters = true
            onFacts(reading.facts(listener.heard))
        }
    }

    private func armTimer() { listener?.limit(after: isScanning ? limits.scanTime : limits.time) }
}

extension AssetLoad: StreamListenerClient {
    func take(_ event: StreamListener.Event) {
        switch event {
        case .opened(let info): reading.open(info)
        case .element(let element): reading.take(element)
        case .length(let length): reading.take(length)
        case .received(let count): reading.take(bytes: count)
        case .request, .headerLine, .response, .body, .firstSound: break
        }
    }

    func look() {
        guard let heard = listener?.heard else { return }
        onFacts(reading.facts(heard))
        if heard.packetCount > 0, !reading.hasChapters { askForChapters() }
        let count = reading.byteCount
        guard count > (isScanning ? limits.scanBytes : limits.bytes) else { return }
        streamEnded(with: .notSound("the first \(count) bytes of \(heard.url) do not have the requested properties"))
    }

    func timeIsUp() {
        streamEnded(with: .timedOut("\(listener?.heard.url ?? "") did not send the requested properties in time"))
    }

    /// Opens the next address if the current one failed before it delivered a packet and another address is left.
    ///
    /// In all other cases, reports the properties known at the end, then ends the fetch.
    func streamEnded(with error: StreamError?) {
        guard let listener else { return }
        listener.end(with: error)
        let heard = listener.heard
        if error != nil, heard.packetCount == 0, let next = addresses.popFirst() { return open(next) }
        reading.end(isComplete: error == nil)
        var facts = reading.facts(heard)
        if heard.packetCount == 0 { facts.isPlayable = error?.isOfAnotherKind == true ? false : nil }
        onFacts(facts)
        guard self.listener != nil else { return }
        self.listener = nil
        if let error { return onEnd(.playback(.stream(error))) }
        onEnd(.playback(heard.error ?? .undecodable(heard.url)))
    }
}

extension StreamError {
    /// Whether the address exists, but delivers something that Longwave cannot play.
    fileprivate var isOfAnotherKind: Bool {
        switch self {
        case .notSound, .unsupported: true
        default: false
        }
    }
}
