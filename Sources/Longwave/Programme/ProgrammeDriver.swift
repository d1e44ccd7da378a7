import RadioLoop
import RadioPlayer

/// Plays a programme on a radio's player: passes the player's notifications and the health of watched sources to a
/// ``ProgrammeMachine``, and carries out its actions.
///
/// The driver belongs to a radio, on whose loop it is used. It ends when something else plays or the player stops.
final class ProgrammeDriver {
    let programme: Programme
    private weak var radio: Radio?
    private let manager: PlaybackManager
    private var machine: ProgrammeMachine
    private var place: ProgrammePlace
    private var watched: [Int: WatchedSource] = [:]
    /// The addresses of the items of the source that plays.
    private var playing: Set<[String]> = []
    /// For each source that has played, the index of its item that played last.
    private var positions: [Int: Int] = [:]
    private var observation: PlaybackObservation?
    private var timer: LoopTimer!
    private var isOver = false

    /// Plays the programme's first source.
    /// - Parameter onBegin: called once the first source was found, or was not.
    init(
        _ programme: Programme, _ radio: Radio, on manager: isolated PlaybackManager, onBegin: @escaping () -> Void
    ) {
        (self.programme, self.radio, self.manager) = (programme, radio, manager)
        machine = ProgrammeMachine(programme, at: manager.loop.now)
        place = ProgrammePlace(name: programme.name, sources: programme.sources)
        timer = manager.loop.makeTimer { [weak self] in self?.look(manager) }
        observation = manager.observe { [weak self] in self?.received($0, manager) }
        publish(on: manager)
        find(0, manager) { [weak self] result in
            defer { onBegin() }
            // If the first source is found late, another one may play by now.
            guard let self, !isOver, place.switchCount == 0 else { return }
            switch result {
            case .success(let selection): start(selection, manager)
            case .failure: handle(.condition(.gone), manager)
            }
        }
        timer.rearm(at: manager.loop.now)
    }

    deinit { timer.cancel() }

    /// Ends the programme. What plays goes on.
    func end(on manager: isolated PlaybackManager) {
        guard !isOver else { return }
        isOver = true
        timer.disarm()
        (observation, watched) = (nil, [:])
        manager.setProgramme(nil)
    }

    // MARK: The player

    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        let snapshot = notification.snapshot
        switch notification {
        case .itemDidChange where !playing.isEmpty && !playing.contains(snapshot.item?.station.urls ?? []),
            .statusDidChange where snapshot.status == .stopped:
            radio?.endProgramme(self, on: manager)
        case .didStall where !snapshot.facts.isServerFrozen: later(.stalled, manager)
        case .nowPlayingDidChange: later(.goodMoment, manager)
        case .queueDidEnd: later(.condition(Self.condition(snapshot, isOver: true)), manager)
        case .statusDidChange, .willRetry, .downloadDidRecover:
            later(.condition(Self.condition(snapshot, isOver: false)), manager)
        default: break
        }
    }

    /// Returns what the playing source does, as far as the player shows it. A missing device, a pause or a frozen sound
    /// server says nothing about the source.
    /// - Parameter isOver: whether no item of the source is left to play.
    static func condition(_ snapshot: PlaybackSnapshot, isOver: Bool) -> ProgrammeMachine.Condition {
        switch snapshot.status {
        case .stopped, .paused, .failed(.output), .waitingToPlay(.noOutputDevice): return .suspended
        case .waitingToPlay: return snapshot.facts.isServerFrozen ? .suspended : .silent
        case .ended, .failed: return isOver ? .gone : .silent
        case .playing: break
        }
        return switch snapshot.download {
        case .frozen, .retrying: .faltering
        case .idle, .connecting, .receiving, .ended, .failed: .sounding
        }
    }

    /// Handles an event at the end of the turn, unless another source plays by then.
    private func later(_ event: ProgrammeMachine.Event, _ manager: isolated PlaybackManager) {
        let count = place.switchCount
        manager.loop.post { [weak self] in
            if let self, place.switchCount == count { handle(event, manager) }
        }
    }

    private func airChanged(_ change: PlaybackManager.AirChange, _ manager: isolated PlaybackManager) {
        switch change {
        case .air(let air): later(.air(air), manager)
        case .quietMoment: later(.goodMoment, manager)
        }
    }

    // MARK: The machine

    /// How often the player's state is looked at. Most changes are published, but not that a connection brings nothing
    /// while older sound still plays.
    private static let interval = Duration.seconds(5)

    private func look(_ manager: isolated PlaybackManager) {
        // Before the first source was found, the player shows what played before.
        let isKnown = !playing.isEmpty && !machine.isGone
        handle(!isKnown ? .tick : .condition(Self.condition(manager.snapshot, isOver: false)), manager)
    }

    private func handle(_ event: ProgrammeMachine.Event, _ manager: isolated PlaybackManager) {
        guard !isOver else { return }
        let actions = machine.handle(event, at: manager.loop.now)
        for action in actions { perform(action, manager) }
        guard !isOver else { return }
        let next = manager.loop.now.advanced(by: Self.interval)
        timer.rearm(at: machine.nextDeadline.map { min($0, next) } ?? next)
    }

    private func perform(_ action: ProgrammeMachine.Action, _ manager: isolated PlaybackManager) {
        switch action {
        case .watch(let source): watch(source, manager)
        case .release(let source): watched[source] = nil
        case .play(let source, let reason): go(to: source, reason, manager)
        }
    }

    private func watch(_ source: Int, _ manager: isolated PlaybackManager) {
        watched[source] = WatchedSource(
            limits: programme.limits, startingAt: positions[source].map { $0 + 1 } ?? 0, on: manager
        ) { [weak self] found in
            self?.find(source, manager, found)
        } onChange: { [weak self] health in
            self?.handle(.health(source, health), manager)
        }
    }

    /// Plays a healthy source. The source before is heard until then.
    private func go(to source: Int, _ reason: ProgrammePlace.Reason, _ manager: isolated PlaybackManager) {
        guard let watch = watched.removeValue(forKey: source), let selection = watch.selection else { return }
        if manager.queue.entries.count > 1 { positions[place.index] = manager.queue.index }
        let isOther = source != place.index
        if isOther {
            place.switchCount += 1
            place.index = source
            place.lastSwitch = .init(reason, at: manager.loop.now)
        }
        manager.offer(watch.watch)
        start(selection, manager)
        manager.offer(nil)
        if isOther { manager.sourceDidChange() }
    }

    private func start(_ selection: Selection, _ manager: isolated PlaybackManager) {
        playing = Set(selection.items.map(\.station.urls))
        publish(on: manager)
        radio?.start(selection, on: manager)
    }

    private func publish(on manager: isolated PlaybackManager) {
        manager.setProgramme(place, limits: programme.limits) { [weak self] in self?.airChanged($0, manager) }
    }

    // MARK: Finding

    typealias Found = (Result<Selection, PlayerCommandError>) -> Void

    /// Finds the items of a source. Of a station's list, only the station is taken. The items are repeated.
    private func find(_ source: Int, _ manager: isolated PlaybackManager, _ found: @escaping Found) {
        let name = programme.sources[source]
        let prefix = "playlist:"
        let isPlaylist = name.hasPrefix(prefix)
        let request = PlayRequest(isPlaylist ? .playlist(String(name.dropFirst(prefix.count))) : .named(name))
        radio?.selection(request, manager) { result in
            found(
                result.map { selection in
                    var selection = selection
                    if selection.isStation, !isPlaylist { (selection.items, selection.index) = ([selection.item], 0) }
                    selection.skipsFailedItems = selection.items.count > 1
                    selection.queue = QueueSettings(repeatMode: .all)
                    return selection
                })
        }
    }
}

/// A source of a programme that is found and then watched. If it cannot be found, for example because a disk or the
/// network is missing, the search is repeated.
private final class WatchedSource {
    /// The source's items, beginning with the one to play first; nil until they were found.
    var selection: Selection? {
        guard var selection = found else { return nil }
        selection.index = watch?.index ?? selection.index
        return selection
    }
    private(set) var watch: SourceWatch?
    private var found: Selection?
    private let limits: DeadAirDetector.Limits
    private let start: Int
    private let find: (@escaping ProgrammeDriver.Found) -> Void
    private let onChange: (SourceWatch.Health) -> Void
    private var failures = 0
    private var wait = Duration.zero
    private var timer: LoopTimer!

    /// - Parameters:
    ///   - start: the index of the item to try first, in the order of the items.
    ///   - find: finds the source's items.
    init(
        limits: DeadAirDetector.Limits, startingAt start: Int, on manager: isolated PlaybackManager,
        find: @escaping (@escaping ProgrammeDriver.Found) -> Void,
        onChange: @escaping (SourceWatch.Health) -> Void
    ) {
        (self.limits, self.start, self.find, self.onChange) = (limits, start, find, onChange)
        timer = manager.loop.makeTimer { [weak self] in self?.search(manager) }
        timer.rearm(at: manager.loop.now)
    }

    deinit { timer.cancel() }

    private func search(_ manager: isolated PlaybackManager) {
        find { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let selection): begin(selection, manager)
            case .failure:
                failures += 1
                wait = RetryPolicy.kiosk.delay(attempt: failures, elapsed: .seconds(600), previous: wait)
                timer.rearm(after: wait)
                onChange(.failed)
            }
        }
    }

    private func begin(_ selection: Selection, _ manager: isolated PlaybackManager) {
        found = selection
        let first = selection.isStation ? selection.index : start % selection.items.count
        watch = manager.watch(selection.items, startingAt: first, limits: limits, onChange: onChange)
    }
}
