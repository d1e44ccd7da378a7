import RadioFormats
import RadioHTTP
import RadioPlayer
import Synchronization

/// The duration, tracks and metadata of a station or file, loaded without playing it.
///
/// ```swift
/// let asset = Asset("https://radio.example/live.mp3")
/// let (tracks, metadata) = try await asset.load(.tracks, .metadata)
/// ```
/// An asset fetches nothing before the first `load`. A loaded value never changes; to load it again, make a new asset.
/// An asset may be used from any thread and played by several players: `PlaybackItem(asset)`.
public final class Asset: Sendable {
    /// The settings of a load.
    public struct Options: Hashable, Sendable {
        /// Whether the whole file is read to count its length, up to 1 GiB and ten minutes.
        ///
        /// This includes files on a server. If false, the length comes from headers or is estimated from the first 64
        /// KiB.
        public var prefersPreciseDuration: Bool
        var limits = AssetLimits()

        /// - Parameter prefersPreciseDuration: whether the whole file is read to count its length.
        public init(prefersPreciseDuration: Bool = false) { self.prefersPreciseDuration = prefersPreciseDuration }
    }

    /// Whether one property is loaded, and its value if it is.
    public enum Status<Value: Sendable>: Sendable {
        /// Nobody has asked for the property.
        case unknown
        /// A load of the property is running.
        case loading
        /// The loaded value, which never changes.
        case loaded(Value)
        /// The last load failed with this error. Another load may be started.
        case failed(RadioError)
        /// The last load was cancelled. Another load may be started.
        case cancelled
    }

    /// The station to open. Its addresses are tried in turn.
    public let station: Station
    /// The settings of every load of this asset.
    public let options: Options
    let radio: Radio
    private let state = Mutex(AssetState())
    nonisolated(unsafe) private var fetch: AssetLoad?  // Touched only on the manager's loop.
    private let fetchID = SequenceID()

    /// - Parameters:
    ///   - url: an `http:`, `https:` or `file:` URL, or a path.
    ///   - radio: the radio that lends its network, disk worker and settings.
    ///   - options: the settings of every load.
    public convenience init(_ url: String, radio: Radio = .shared, options: Options = Options()) {
        self.init(Station(name: url, urls: [url]), radio: radio, options: options)
    }

    /// - Parameters:
    ///   - station: the station to open. At most eight of its addresses are tried, in turn.
    ///   - radio: the radio that lends its network, disk worker and settings.
    ///   - options: the settings of every load.
    public init(_ station: Station, radio: Radio = .shared, options: Options = Options()) {
        self.station = station
        self.radio = radio
        self.options = options
    }

    // MARK: Loading

    /// Loads properties in one fetch, which concurrent callers share.
    ///
    /// Properties that are already loaded return at once.
    ///
    /// A load takes at most 15 seconds and 20 MiB for each address. ``Options/prefersPreciseDuration`` raises these
    /// limits. Cancelling the task ends the fetch, unless another caller waits for it.
    ///
    /// - Returns: the values, as a tuple if there are several.
    /// - Throws: ``RadioError``, or `CancellationError` after a cancellation.
    public func load<each Value: Sendable>(
        _ property: repeat AssetProperty<each Value>
    ) async throws -> (repeat each Value) {
        var keys: Set<AssetKey> = []
        for property in repeat each property { keys.insert(property.key) }
        let facts = try await facts(with: keys)
        return (repeat (each property).value(facts)!)
    }

    /// Returns the current state of a property's load.
    public func status<Value>(of property: AssetProperty<Value>) -> Status<Value> {
        state.withLock { state in
            if let value = property.value(state.facts) { return .loaded(value) }
            if state.wanted.contains(property.key) { return .loading }
            if let error = state.failures[property.key] { return .failed(error) }
            return state.cancelled.contains(property.key) ? .cancelled : .unknown
        }
    }

    /// Ends all loading.
    ///
    /// Every waiting caller gets a `CancellationError`.
    public func cancelLoading() { cancel(nil) }

    /// Registers the caller as a waiter for properties, starts the fetch, and waits for the facts or an error.
    private func facts(with keys: Set<AssetKey>) async throws -> AssetFacts {
        let id = SequenceID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    state.wait(id, for: keys, continuation)
                    // If the task was cancelled before this point, `onCancel` found no waiter to cancel.
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

    /// Starts the fetch if a caller waits for a property, and ends the fetch if no caller does.
    private func updateFetch() {
        Task { await radio.manager.perform { self.updateFetch(on: $0) } }
    }

    /// Starts, continues or ends the fetch, according to the properties that callers wait for.
    ///
    /// If the radio was shut down, all waiting callers get an error.
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

    /// Makes the fetch, which adds its facts to the state.
    ///
    /// The fetch fails when the radio is shut down.
    private func makeFetch(_ manager: isolated PlaybackManager) throws(TransferError) -> AssetLoad {
        radio.state.questions[fetchID] = { [weak self] in self?.fail(.shutDown) }
        let manager = Unchecked(manager)
        return AssetLoad(
            station, options, radio.configuration.playback, loop: manager.value.loop,
            pool: try manager.value.transferPool()
        ) { [weak self] facts in
            // `self` stays alive until the fetch has ended: a resumed caller on another thread may release the last
            // other reference.
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
    /// Makes an item that plays an asset's addresses.
    ///
    /// Any number of players may play one asset.
    public init(_ asset: Asset) { self.init(asset.station) }
}
