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
/// An asset connects to no server and opens no file before the first `load`. A loaded value never changes; to load it
/// again, make a new asset. An asset may be used from any thread, and any number of players may play it:
/// `PlaybackItem(asset)`.
public final class Asset: Sendable {
    /// The settings of an asset's loads.
    public struct Options: Hashable, Sendable {
        /// Whether a load of ``AssetProperty/duration`` reads the whole file to measure its duration exactly. Reading
        /// stops after 1 GiB or ten minutes.
        ///
        /// A file on a server is downloaded for this. If false, the duration comes from the file's headers or is
        /// estimated from the first 64 KiB of the file.
        public var prefersPreciseDuration: Bool
        var limits = AssetLimits()

        /// Makes settings.
        ///
        /// - Parameter prefersPreciseDuration: whether the whole file is read to measure its duration exactly.
        public init(prefersPreciseDuration: Bool = false) { self.prefersPreciseDuration = prefersPreciseDuration }
    }

    /// The state of one property of an asset, with its value if it is loaded.
    public enum Status<Value: Sendable>: Sendable {
        /// No load of the property was started.
        case unknown
        /// A caller waits for the property to be loaded.
        case loading
        /// The loaded value, which never changes.
        case loaded(Value)
        /// The last load failed with this error. Another load may be started.
        case failed(RadioError)
        /// The last load was cancelled. Another load may be started.
        case cancelled
    }

    /// The station to open. At most eight of its addresses are tried, one after another.
    public let station: Station
    /// The settings of every load of this asset.
    public let options: Options
    let radio: Radio
    private let state = Mutex(AssetState())
    nonisolated(unsafe) private var fetch: AssetLoad?  // Used only on the player's loop.
    private let fetchID = SequenceID()

    /// Makes an asset of the station or file at a URL or path.
    ///
    /// - Parameters:
    ///   - url: an `http:`, `https:` or `file:` URL, or a path.
    ///   - radio: the radio whose network connections, threads and settings the asset uses.
    ///   - options: the settings of every load.
    public convenience init(_ url: String, radio: Radio = .shared, options: Options = Options()) {
        self.init(Station(name: url, urls: [url]), radio: radio, options: options)
    }

    /// Makes an asset of a station.
    ///
    /// - Parameters:
    ///   - station: the station to open. At most eight of its addresses are tried, one after another, until one of them
    ///     delivers sound.
    ///   - radio: the radio whose network connections, threads and settings the asset uses.
    ///   - options: the settings of every load.
    public init(_ station: Station, radio: Radio = .shared, options: Options = Options()) {
        self.station = station
        self.radio = radio
        self.options = options
    }

    // MARK: Loading

    /// Loads properties of the asset. Simultaneous calls share the connections to its server.
    ///
    /// The call returns at once if all of the properties are already loaded.
    ///
    /// A load takes at most 15 seconds and 20 MiB for each address. If the duration is loaded,
    /// ``Options/prefersPreciseDuration`` raises these limits to ten minutes and 1 GiB. Cancelling the calling task
    /// closes the connections, unless another caller still waits for a property.
    ///
    /// - Returns: the values of the properties, as a tuple if there are several properties.
    /// - Throws: ``RadioError`` if a property cannot be loaded. `CancellationError` if the calling task or the load was
    ///   cancelled.
    public func load<each Value: Sendable>(
        _ property: repeat AssetProperty<each Value>
    ) async throws -> (repeat each Value) {
        var keys: Set<AssetKey> = []
        for property in repeat each property { keys.insert(property.key) }
        let facts = try await facts(with: keys)
        return (repeat (each property).value(facts)!)
    }

    /// Returns whether a property is loaded, with its value if it is.
    public func status<Value>(of property: AssetProperty<Value>) -> Status<Value> {
        state.withLock { state in
            if let value = property.value(state.facts) { return .loaded(value) }
            if state.wanted.contains(property.key) { return .loading }
            if let error = state.failures[property.key] { return .failed(error) }
            return state.cancelled.contains(property.key) ? .cancelled : .unknown
        }
    }

    /// Cancels all loads of the asset's properties that are running.
    ///
    /// Every `load` that has not returned yet throws a `CancellationError`.
    public func cancelLoading() { cancel(nil) }

    /// Adds the caller to those that wait for properties, starts the fetch, and waits until all of these properties are
    /// known or the fetch fails.
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

    /// Starts or continues the fetch on the player's loop while a caller waits for a property. Ends the fetch
    /// otherwise.
    private func updateFetch() {
        Task { await radio.manager.perform { self.updateFetch(on: $0) } }
    }

    /// Starts or continues the fetch while a caller waits for a property. Ends the fetch otherwise.
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

    /// Makes the fetch. The properties that it learns are added to `state`.
    ///
    /// When the radio is shut down, all waiting callers get ``RadioError/shutDown``.
    private func makeFetch(_ manager: isolated PlaybackManager) throws(TransferError) -> AssetLoad {
        radio.state.questions[fetchID] = { [weak self] in self?.fail(.shutDown) }
        let manager = Unchecked(manager)
        return AssetLoad(
            station, options, radio.configuration.playback, loop: manager.value.loop,
            pool: try manager.value.transferPool()
        ) { [weak self] facts in
            // `self` keeps the asset alive until this closure returns: a caller that is resumed on another thread may
            // release the last other reference to the asset.
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
    /// Makes an item that plays the station of an asset.
    ///
    /// Any number of players may play the same asset.
    public init(_ asset: Asset) { self.init(asset.station) }
}
