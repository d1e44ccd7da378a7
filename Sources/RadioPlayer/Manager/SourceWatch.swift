import RadioAudio
import RadioFormats
import RadioLoop
import RadioStreams

/// Receives a source that does not sound, to know whether it could, and to play it at once.
///
/// A source is a list of items, such as a station or the files of a folder. The watch tries the addresses of the items
/// in order, and for a programme decodes the sound that arrives. If none can be received, it waits and tries all of
/// them again.
package final class SourceWatch {
    package enum Health: Hashable, Sendable {
        /// No sound has arrived yet, or only silence.
        case waiting
        /// An item can be played and brings sound. A file counts as healthy once it is open.
        case healthy
        case failed
    }

    /// The number of addresses in a round after which no further item is tried.
    private static let maximumAddresses = 32
    private static let maximumBytes = 1 << 20

    package private(set) var health = Health.waiting
    /// Why the last address that failed could not be received.
    private(set) var error: PlaybackError
    /// The index of the item that is received, or was received last.
    package private(set) var index: Int
    private let items: [PlaybackItem]
    private let tools: StreamIntake.Tools
    private let policy: PlaybackPolicy
    private let limits: DeadAirDetector.Limits?
    private let onChange: (Health) -> Void
    /// The items' indices and addresses, in the order in which they are tried.
    private let addresses: [(item: Int, url: String)]
    private var next = 0
    private var round = 0
    private var wait = Duration.zero
    /// When the first of the rounds in a row ended in which no address could be received.
    private var failingSince: MonotonicInstant?
    private var station: WarmStation?
    /// Nil if the sound is not decoded.
    private var tap: AirTap?
    /// Fires when the current address has delivered no sound in time, or when the next round begins.
    private var timer: LoopTimer!

    /// - Parameters:
    ///   - index: the item to try first.
    ///   - working: that item's address whose sound was heard earlier, which is tried first; nil if none is known.
    ///   - limits: how dead air is found; nil if an item is healthy as soon as enough of it has arrived.
    ///   - onChange: called on the loop when ``health`` has changed.
    init(
        _ items: [PlaybackItem], startingAt index: Int, working: String? = nil, limits: DeadAirDetector.Limits?,
        tools: StreamIntake.Tools, policy: PlaybackPolicy, onChange: @escaping (Health) -> Void
    ) {
        (self.items, self.index, self.limits, self.tools, self.policy) = (items, index, limits, tools, policy)
        self.onChange = onChange
        error = .stream(.badAddress("\(items[index].station.name) has no address"))
        var addresses: [(item: Int, url: String)] = []
        for offset in items.indices where addresses.count < Self.maximumAddresses {
            let place = (index + offset) % items.count
            let (urls, preferred) = (items[place].urls, items[place].preferredURL)
            let first = (offset == 0 ? working : nil) ?? urls.first { $0 == preferred }
            addresses += ([first].compactMap(\.self) + urls.filter { $0 != first }).map { (place, $0) }
        }
        self.addresses = addresses
        timer = tools.loop.makeTimer { [weak self] in self?.timeIsUp() }
        tools.loop.post { [weak self] in self?.tryNext() }
    }

    deinit { timer.cancel() }

    /// Returns the intake and its address for the player that plays the item from now on; nil for a file, or if the
    /// item is not ready to start. The watch must not be used any more.
    func take(for item: PlaybackItem) -> (intake: StreamIntake, url: String)? {
        guard let station, items[index].station.urls == item.station.urls, let intake = station.take() else {
            return nil
        }
        timer.disarm()
        return (intake, station.url)
    }

    private func timeIsUp() {
        if station != nil {
            error = .stream(.timedOut("no sound within \(Int(policy.firstSoundTimeout.inSeconds)) s"))
        }
        tryNext()
    }

    private func tryNext() {
        guard next < addresses.count else { return endRound() }
        let (item, url) = addresses[next]
        next += 1
        index = item
        tap = limits.map { AirTap($0) }
        let new = WarmStation(
            items[item], url: url, tools: tools, policy: policy, maximumBytes: Self.maximumBytes)
        new.onService = { [weak self] in self?.service() }
        new.onEnd = { [weak self] in self?.ended($0) }
        station = new
        timer.rearm(after: policy.firstSoundTimeout)
        new.start()
    }

    private func endRound() {
        let now = tools.loop.now
        let since = failingSince ?? now
        failingSince = since
        round += 1
        wait = policy.retry.delay(
            attempt: round, elapsed: since.duration(to: now), previous: wait, chance: .random(in: 0...1))
        rest(for: max(wait, policy.retry.steadyDelay))
        set(.failed)
    }

    /// Begins again with the first address after some time.
    private func rest(for time: Duration) {
        station = nil
        next = 0
        timer.rearm(after: time)
    }

    private func ended(_ end: WarmStation.End) {
        switch end {
        case .file:
            station = nil
            becomeHealthy()
        case .failed(let error):
            self.error = error
            guard health == .healthy else { return tryNext() }
            rest(for: policy.retry.steadyDelay)
            set(.waiting)
        }
    }

    /// Measures the sound that has arrived.
    private func service() {
        guard let station else { return }
        if tap?.read(station.timeline) == false { station.needsService() }
        switch tap?.air {
        case .unknown: break
        case nil, .sounding, .suspicious: if station.isReady { becomeHealthy() }
        // A station that sends silence may send sound later, so the watch stays connected.
        case .dead:
            timer.disarm()
            set(.waiting)
        }
    }

    private func becomeHealthy() {
        timer.disarm()
        (next, round, wait, failingSince) = (0, 0, .zero, nil)
        set(.healthy)
    }

    private func set(_ new: Health) {
        guard new != health else { return }
        health = new
        onChange(new)
    }
}

/// Decodes the packets of a timeline, with a cursor of its own, to find dead air.
private struct AirTap {
    /// The maximum number of packets that are decoded at once, so that the loop is soon free for the sound that plays.
    private static let maximumPackets = 100

    private var tap: TimelineTap?
    private var decoder: (any AudioDecoder)?
    private var format: MediaFormat?
    private var detector: DeadAirDetector

    init(_ limits: DeadAirDetector.Limits) { detector = DeadAirDetector(limits) }

    var air: DeadAirDetector.Air { detector.state.air }

    /// Decodes what arrived since the last call. Returns false if packets are left.
    mutating func read(_ timeline: Timeline) -> Bool {
        var tap = tap ?? TimelineTap(timeline)
        var count = 0
        tap.read(timeline) { packet in
            measure(packet)
            count += 1
            return count < Self.maximumPackets
        }
        self.tap = tap
        return count < Self.maximumPackets
    }

    private mutating func measure(_ packet: Timeline.HeldPacket) {
        if format?.decodesLike(packet.format) != true {
            decoder = try? AudioDecoders.make(for: packet.format)
            format = packet.format
        } else if packet.isDiscontinuous || packet.startsAnew {
            decoder?.reset()
        }
        guard let sound = try? decoder?.decode(packet.packet), sound.isPlausible else { return }
        detector.measure(sound.samples, format: sound.format)
    }
}
