import RadioFormats
import RadioLoop
import RadioStreams

/// A station that is received before the listener wants it.
///
/// The newest sound is kept in memory in encoded form, with its titles, and is not decoded. A player that plays the
/// station takes over the connection and this sound (``StreamIntake/handOver(to:)``).
final class WarmStation {
    /// The maximum duration of sound that is kept in memory.
    static let span = MediaTime(value: 30, timescale: 1)
    /// How far behind the newest sound a player that takes over begins. This is about the length of a server's burst.
    ///
    /// For a station in segments, the playlist gives that distance instead.
    static let lead = MediaTime(value: 4, timescale: 1)

    /// The address that is received.
    let url: String
    private let loop: EventLoop
    /// The playback machine, paused from the beginning, so that it plays nothing and does not reconnect after a
    /// failure.
    private(set) var machine: PlaybackMachine
    private var intake: StreamIntake!
    /// Called once, as soon as a player can take over.
    var onReady: () -> Void = {}
    /// Called once on the loop, when the item cannot be received or is not a station.
    var onEnd: (End) -> Void = { _ in }
    /// Called after new sound has arrived.
    var onService: () -> Void = {}
    private var isReadyReported = false
    private var isOver = false
    /// Why the connection ended; nil unless it ended with an error.
    private var failure: StreamError?
    private var lastBytes: MonotonicInstant?
    private var isServicePosted = false
    private var deadlineTimer: LoopTimer!

    /// The reason why the item is not received any more.
    enum End {
        /// The item is a file. A file starts from its beginning when it is played, so it is not received in advance.
        case file
        case failed(PlaybackError)
    }

    /// - Parameters:
    ///   - url: one of the item's addresses.
    ///   - maximumBytes: the largest number of received bytes in memory, instead of the policy's.
    init(_ item: PlaybackItem, url: String, tools: StreamIntake.Tools, policy: PlaybackPolicy, maximumBytes: Int) {
        self.url = url
        loop = tools.loop
        machine = PlaybackMachine(policy: policy)
        machine.policy.timelineBytes = maximumBytes
        machine.policy.segmentBytes = maximumBytes
        intake = StreamIntake(tools: tools, item: item, client: self)
        deadlineTimer = loop.makeTimer { [weak self] in self?.step(.tick) }
    }

    /// Connects to the address.
    func start() {
        step(.play(addressCount: 1, first: 0, mayHaveMoved: false, hasAlternative: false))
        step(.pause)
    }

    deinit { deadlineTimer.cancel() }

    /// Returns the intake for a player; nil if the intake has too little sound to start or no longer receives.
    ///
    /// If the intake is returned, the warm station must not be used any more.
    func take() -> StreamIntake? {
        guard isReady else { return nil }
        deadlineTimer.disarm()
        return intake
    }

    var timeline: Timeline { intake.timeline }

    /// Whether a player can take over: enough sound to start has arrived, and the station still delivers.
    var isReady: Bool {
        guard machine.facts.download == .receiving, let lastBytes, intake.isOpen, !intake.isFinite else { return false }
        return MediaTime(flicks: intake.timeline.unwritten).duration >= machine.policy.startBuffer
            && (intake.isSegmented || lastBytes.duration(to: loop.now) < machine.policy.freezeTimeout)
    }

    /// Handles new bytes, drops old sound, and reports when a player can take over.
    private func service() {
        isServicePosted = false
        if intake.takeNewBytes() {
            lastBytes = loop.now
            step(.bytesReceived)
        }
        _ = intake.takeMetadata()
        keepNewest()
        step(.held(MediaTime(flicks: intake.timeline.unwritten).duration))
        // The kernel may gather bytes before it wakes the loop, because no listener waits for them.
        intake.regulate(inHand: intake.isSegmented ? nil : Self.lead.duration)
        if !isReadyReported, isReady {
            isReadyReported = true
            onReady()
        }
        onService()
    }

    private func end(_ end: End) {
        guard !isOver else { return }
        isOver = true
        loop.post { [weak self] in self?.onEnd(end) }
    }

    /// Moves the moment at which a player would begin towards the newest sound, and drops the oldest sound and its
    /// titles.
    private func keepNewest() {
        let timeline = intake.timeline
        let end = timeline.range.end
        timeline.written = timeline.packetNumber(at: min(edge ?? end - Self.lead.flicks, end))
        timeline.wanted = timeline.written
        timeline.release(heard: timeline.packetNumber(at: min(edge ?? end, end - Self.span.flicks)))
        _ = timeline.takeMetadata(upTo: timeline.start)
    }

    /// The moment at which a new listener of a station in segments would begin, in flicks on the timeline; nil for
    /// other stations.
    private var edge: Int64? {
        guard let presentation = intake.info?.presentation else { return nil }
        let end = intake.timeline.range.end
        return end - max(intake.position(at: end) - presentation.edge, .zero).flicks
    }
}

extension WarmStation: StreamIntakeClient {
    /// Passes an event to the machine and carries out the actions that concern the stream. Ends if the station is no
    /// longer received.
    func step(_ event: PlaybackEvent) {
        if case .streamEnded(let error?) = event { failure = error }
        for action in machine.handle(event, at: loop.now) {
            switch action {
            case .openStream: intake.open(url, rendition: nil)
            case .closeStream: intake.close()
            // A warm station has no output and no observers, so other actions do nothing.
            case _: break
            }
        }
        if let deadline = machine.nextDeadline { deadlineTimer.rearm(at: deadline) } else { deadlineTimer.disarm() }
        switch machine.facts.download {
        case .connecting, .receiving, .frozen: break
        case .retrying(_, _, let error): end(.failed(.stream(error)))
        case .failed(let error): end(.failed(error))
        case .idle, .ended: end(.failed(.stream(failure ?? .connectionLost(url))))
        }
    }

    func needsService() {
        guard !isServicePosted else { return }
        isServicePosted = true
        loop.post { [weak self] in self?.service() }
    }

    /// The duration of sound after ``edge``; zero for a station that does not come in segments.
    ///
    /// With this duration, segments are fetched at the times when such a listener would need them.
    var soundAhead: Duration { edge.map { MediaTime(flicks: intake.timeline.range.end - $0).duration } ?? .zero }

    func intakeDidOpen(_ info: StreamInfo) {
        step(.streamOpened(info))
        if info.isFinite { end(.file) }
    }

    func intakeDidUpdate(_ info: StreamInfo) {}
}
