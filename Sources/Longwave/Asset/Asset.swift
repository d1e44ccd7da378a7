import RadioFormats
import RadioHTTP
import RadioPlayer
import Synchronization

/// What is known of something to play without playing it: how long it is, what sound it has, what it says of itself.
///
/// ```swift
/// let asset = Asset("https://radio.example/live.mp3")
/// let (tracks, metadata) = try await asset.load(.tracks, .metadata)
/// ```
/// Nothing is fetched before it is asked for. What was loaded stays as it was; a new asset asks anew. An asset may be used from any
/// thread, and played by several players: `PlaybackItem(asset)`.
public final class Asset: Sendable {
    /// How an asset is loaded.
    public struct Options: Hashable, Sendable {
        /// Reads all of a file, also of one on a server, to count its length, 1 GiB and ten minutes at most. Else the length is what
        /// headers say, or reckoned from the first 64 KiB.
        public var prefersPreciseDuration: Bool
        var limits = AssetLimits()

        /// - Parameter prefersPreciseDuration: reads all of a file to count its length.
        public init(prefersPreciseDuration: Bool = false) { self.prefersPreciseDuration = prefersPreciseDuration }
    }

    /// How far the loading of a property is.
    public enum Status<Value: Sendable>: Sendable {
        /// Nobody asked for it.
        case unknown
        /// Somebody waits for it.
        case loading
        /// The value, which stays.
        case loaded(Value)
        /// The last time that somebody asked; it may be asked for again.
        case failed(RadioError)
        /// Whoever asked for it did not wait; it may be asked for again.
        case cancelled
    }

    /// What is opened: its addresses are tried in turn.
    public let station: Station
    /// How it is loaded.
    public let options: Options
    let radio: Radio
    private let state = Mutex(AssetState())
    nonisolated(unsafe) private var fetch: AssetLoad?  // Touched on the manager's loop only.
    private let fetchID = SequenceID()

    /// - Parameters:
    ///   - url: `http:`, `https:` or `file:` URL, or a path.
    ///   - radio: whose network, disk worker and settings load it.
    ///   - options: how it is loaded.
    public convenience init(_ url: String, radio: Radio = .shared, options: Options = Options()) {
        self.init(Station(name: url, urls: [url]), radio: radio, options: options)
    }

    /// - Parameters:
    ///   - station: its addresses are tried in turn, as a player does, eight at most.
    ///   - radio: whose network, disk worker and settings load it.
    ///   - options: how it is loaded.
    public init(_ station: Station, radio: Radio = .shared, options: Options = Options()) {
        self.station = station
        self.radio = radio
        self.options = options
    }

    // MARK: Loading

    /// Loads properties, all in one fetch, which others who wait share. What is known already comes at once.
    ///
    /// A load takes fifteen seconds and 20 MiB an address at most; for a precise duration see
    /// ``Options/prefersPreciseDuration``. Cancelling the task ends the fetch, unless somebody else waits for it.
    ///
    /// - Returns: the values, as a tuple where there are several.
    /// - Throws: ``RadioError``; `CancellationError` after a cancellation.
    public func load<each Value: Sendable>(
        _ property: repeat AssetProperty<each Value>
    ) async throws -> (repeat each Value) {
        var keys: Set<AssetKey> = []
        for property in repeat each property { keys.insert(property.key) }
        let facts = try await facts(with: keys)
        return (repeat (each property).value(facts)!)
    }

    /// How far the loading of a property is, at this moment.
    public func status<Value>(of property: AssetProperty<Value>) -> Status<Value> {
        state.withLock { state in
            if let value = property.value(state.facts) { return .loaded(value) }
            if state.wanted.contains(property.key) { return .loading }
            if let error = state.failures[property.key] { return .failed(error) }
            return state.cancelled.contains(property.key) ? .cancelled : .unknown
        }
    }

    /// Ends all loading; whoever waits gets a `CancellationError`.
    public func cancelLoading() { cancel(nil) }

    private func facts(with keys: Set<AssetKey>) async throws -> AssetFacts {
        let id = SequenceID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.wait(id, for: keys, continuation)
                    // The handler was called before there was anything to cancel.
                    if Task.isCancelled { state.cancel(id) }
                }
                updateFetch()
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: SequenceID?) {
        state.withLock { $0.cancel(id) }
        updateFetch()
    }

    // MARK: On the loop

    /// Begins the fetch where something is wanted, and ends it where nothing is.
    private func updateFetch() {
        Task { await radio.manager.perform { self.updateFetch(on: $0) } }
    }

    private func updateFetch(on manager: isolated PlaybackManager) {
        let wanted = state.withLock { $0.wanted }
        guard !wanted.isEmpty else { return endFetch() }
        guard !radio.state.isShutDown else { return fail(.shutDown) }
        let isNew = fetch == nil
        if isNew {
            do throws(TransferError) {
                fetch = try makeFetch(manager)
            } catch { return fail(.system(error.words)) }
        }
        fetch?.isScanning = options.prefersPreciseDuration && wanted.contains(.duration)
        if isNew { fetch?.start() }
    }

    private func makeFetch(_ manager: isolated PlaybackManager) throws(TransferError) -> AssetLoad {
        radio.state.questions[fetchID] = { [weak self] in self?.fail(.shutDown) }
        let manager = Unchecked(manager)
        return AssetLoad(
            station, options, radio.configuration.playback, loop: manager.value.loop,
            pool: try manager.value.transferPool()
        ) { [weak self] facts in
            // Held until the fetch has ended: whoever waited may be the last one that held it, on another thread.
            guard let self else { return }
            state.withLock { $0.learn(facts) }
            manager.value.assumeIsolated { self.updateFetch(on: $0) }
        } onEnd: { [weak self] error in
            self?.fail(error)
        }
    }

    private func endFetch() {
        fetch?.cancel()
        fetch = nil
        radio.state.questions[fetchID] = nil
    }

    private func fail(_ error: RadioError) {
        endFetch()
        state.withLock { $0.fail(error) }
    }
}

extension Asset.Status: Equatable where Value: Equatable {}

extension PlaybackItem {
    /// An asset's addresses, to be played; any number of players may play one asset.
    public init(_ asset: Asset) { self.init(asset.station) }
}
