import RadioFormats
import RadioLoop
import RadioTape

/// Plays the items of a queue, one after another.
///
/// The driver starts items on the player, moves on when an item ends, fails or was heard for long enough, and receives
/// in advance what may play next. It belongs to a ``PlaybackManager``, on whose loop it is used.
final class QueueDriver {
    /// The queue, and how far it was played.
    private struct State {
        /// The items to play, in order.
        var queue = PlaybackQueue()
        /// The id of the queue's entry that was started last.
        ///
        /// The queue's current entry may be a different one, because the playing item continues when the queue changes.
        var startedID: PlaybackQueue.Entry.ID?
        /// The number of requests that changed the playing item, such as `play` and `stop`.
        ///
        /// When an item ends, the queue's next item starts at the end of the turn, unless this number has changed by
        /// then.
        var wishCount = 0
        /// Whether the notification of the status `ended` is withheld, because the queue's next item should start in
        /// the same turn.
        var isEndUntold = false

        var isPresentStarted: Bool { queue.currentEntry.map { $0.id == startedID } ?? false }

        /// Whether the queue's current entry was played, so that it moves to another one.
        var mayMove: Bool { startedID == nil || isPresentStarted }

        /// Whether another item follows the playing item.
        var isFollowed: Bool {
            var queue = queue
            return (mayMove ? queue.advance() : queue.current) != nil
        }
    }

    private weak var manager: PlaybackManager?
    private let loop: EventLoop
    /// The player of the items; nil until the first one.
    private(set) var player: Player?
    private var state = State()
    /// How long each item is heard before the next one plays; nil for no limit.
    private var itemLimit: Duration?
    private var limitTimer: LoopTimer?
    /// The warm neighbours of the current station; nil unless the configuration asks for them.
    private var neighbours: WarmNeighbours?
    /// The item that ``prepare(_:completion:)`` receives before it is played; nil if there is none.
    private var preparation: SourceWatch?
    /// The watch whose item plays next, so that its sound is taken over; nil if there is none.
    var offered: SourceWatch?
    /// The station that ``prepare(_:with:then:)`` makes ready; nil if there is none.
    private var carried: CarriedStation?
    /// For each station with several addresses, the address whose sound was heard last since the program started. The
    /// key is the list of the station's addresses.
    private var workingURLs: [[String]: String] = [:]

    init(_ manager: PlaybackManager) {
        self.manager = manager
        loop = manager.loop
    }

    deinit { limitTimer?.cancel() }

    /// Plays the items on another player from now on.
    ///
    /// - Parameter warmNeighbours: the number of stations on each side of the current one to receive in advance.
    func use(_ new: Player?, warmNeighbours: Int = 0) {
        player = new
        neighbours = nil
        guard let new else { return }
        new.onNotification = { [weak self] in self?.received($0) }
        new.places.queue = QueuePlace(queue)
        if warmNeighbours > 0 { neighbours = WarmNeighbours(warmNeighbours, tools: new.tools) }
    }

    // MARK: The manager

    private var snapshot: PlaybackSnapshot { manager?.assumeIsolated { $0.snapshot } ?? PlaybackSnapshot() }
    private var policy: PlaybackPolicy? { manager?.assumeIsolated { $0.policy } }
    private func notify(_ notification: PlaybackNotification) { manager?.assumeIsolated { $0.notify(notification) } }

    /// Returns the player, made at the first call; nil if it cannot be made.
    private func readyPlayer() -> Player? {
        if player == nil { manager?.assumeIsolated { $0.makePlayer() } }
        return player
    }

    // MARK: The queue

    var queue: PlaybackQueue { state.queue }
    /// Whether the queue's current item is the one that was started last.
    var isPresentStarted: Bool { state.isPresentStarted }

    /// Changes the queue with `change`, and publishes that it changed. The playing item continues.
    @discardableResult
    func change<Result>(_ change: (inout PlaybackQueue) -> Result) -> Result {
        let before = queue
        let result = move(change)
        if queue != before { notify(.queueDidChange(snapshot)) }
        return result
    }

    /// Changes the queue with `step`.
    private func move<Result>(_ step: (inout PlaybackQueue) -> Result) -> Result {
        let result = step(&state.queue)
        player?.places.queue = QueuePlace(queue)
        followNeighbours()
        return result
    }

    /// Returns the item to play after the playing one. Usually `step` moves the queue to that item. If the queue was
    /// changed and its current item was not started yet, returns the current item without moving the queue.
    private func following(_ step: (inout PlaybackQueue) -> PlaybackItem?) -> PlaybackItem? {
        state.mayMove ? move(step) : queue.current
    }

    /// Removes an item. If it is playing, the next item plays instead; if none follows, the player stops.
    func remove(at place: Int) {
        guard queue.entries.indices.contains(place) else { return }
        let wasStarted = queue.entries[place].id == state.startedID
        let isFollowed = place + 1 < queue.entries.count || queue.repeatMode == .all && queue.entries.count > 1
        change { $0.remove(at: place) }
        guard wasStarted, !isAtRest else { return }
        if isFollowed { startAgain() } else { stop() }
    }

    // MARK: Requests of people

    private var status: PlaybackStatus { player?.machine.facts.status ?? .stopped }

    /// Whether no item plays, is paused or waits to play.
    var isAtRest: Bool {
        switch status {
        case .stopped, .ended, .failed: true
        case .playing, .paused, .waitingToPlay: false
        }
    }

    /// Counts a request that changes the playing item. Returns the player; nil if there is none.
    func wish() -> Player? {
        state.wishCount += 1
        return player
    }

    func play(_ items: [PlaybackItem], startingAt index: Int) {
        move { $0 = $0.renewed(items, startingAt: index) }
        if let item = queue.current { start(item) }
        notify(.queueDidChange(snapshot))
    }

    /// Continues the item that plays or is paused; without one, starts the queue's current item.
    func resume(atLiveEdge: Bool) {
        guard let player, player.item != nil, isPresentStarted || !isAtRest else {
            if let item = queue.current { start(item) }
            return
        }
        wish()?.resume(atLiveEdge: atLiveEdge)
    }

    func stop() {
        preparation = nil
        wish()?.stop()
    }

    func next() { go(following { $0.next() }) }

    /// Plays the previous item, or the current one if that is not playing. Returns false if neither is possible.
    func previous() -> Bool {
        guard let item = move({ $0.previous() }) ?? (isPresentStarted && !isAtRest ? nil : queue.current) else {
            return false
        }
        go(item)
        return true
    }

    func play(at place: Int) { go(change { $0.select(place) }) }

    /// Plays an item that has ended again, from a position. Returns false if no item has ended.
    func playAgain(from time: MediaTime, _ tolerance: Duration = .zero) throws(SeekError) -> Bool {
        guard let player, status == .ended, isPresentStarted, let item = queue.current else { return false }
        let range = MediaTimeRange(start: .zero, end: player.intake.duration ?? snapshot.currentTime)
        guard range.start <= time, time <= range.end else { throw .outOfRange(range) }
        start(item)
        player.navigator.fetch(.position(time), tolerance: tolerance)
        return true
    }

    /// Plays `item`, which has become the queue's current item, and publishes the queue's change. Does nothing if it is
    /// nil.
    private func go(_ item: PlaybackItem?, isWished: Bool = true) {
        guard let item else { return }
        start(item, isWished: isWished)
        notify(.queueDidChange(snapshot))
    }

    /// Starts the queue's current item instead of the item that plays or is paused. A paused player stays paused.
    func startAgain() {
        let isPaused = player?.machine.facts.intent == .paused
        go(queue.current)
        if isPaused { player?.pause() }
    }

    /// Starts the queue's current item.
    /// - Parameter isWished: whether a person or the app has asked for it. Otherwise, the item before has ended, and the
    ///   item that is being prepared still replaces this one later.
    private func start(_ item: PlaybackItem, isWished: Bool = true) {
        guard let player = readyPlayer() else { return }
        state.wishCount += 1
        state.startedID = queue.currentEntry?.id
        var item = item
        let working = workingURLs[item.station.urls]
        // An address that worked before and is not one of the item's own was found by an earlier search in the
        // directory. Adding the address to the item avoids another search.
        if let working, !item.urls.contains(working) { item.foundURLs = [working] }
        let station = carried.take().flatMap { $0.item.station.urls == item.station.urls ? $0 : nil }
        let neighbour = station == nil ? neighbours?.take(queue.currentEntry) : nil
        let prepared = station == nil ? preparation?.take(for: item) : nil
        let watched = station == nil ? offered.take()?.take(for: item) : nil
        let warm = watched ?? neighbour ?? prepared
        if isWished || prepared != nil { preparation = nil }
        player.play(
            item, policy: policy, working: warm?.url ?? working, hasAlternative: queue.hasAlternative,
            warm: warm?.intake, carried: station)
    }

    // MARK: Time limit

    func setItemLimit(_ limit: Duration?) {
        itemLimit = limit
        limitTimer?.disarm()
        if status == .playing { watchLimit() }
    }

    private func watchLimit() {
        guard let itemLimit, let player else { return }
        if limitTimer == nil { limitTimer = loop.makeTimer { [weak self] in self?.checkLimit() } }
        // Check again after the remaining time, but at least 20 ms later: the clocks of the sound device and of the
        // computer differ a little, so the remaining time may be almost zero several times.
        limitTimer?.rearm(after: max(itemLimit - player.speaker.heardDuration, .milliseconds(20)))
    }

    private func checkLimit() {
        guard let itemLimit, let player, status == .playing else { return }
        guard player.speaker.heardDuration >= itemLimit else { return watchLimit() }
        if let item = following({ $0.goOn() }) { return go(item, isWished: false) }
        wish()?.stop()
        let wishes = state.wishCount
        loop.post { [weak self] in if self?.state.wishCount == wishes { self?.endQueue() } }
    }

    // MARK: Notifications of the player

    /// Publishes a notification of the player, and decides how the queue continues.
    private func received(_ notification: PlaybackNotification) {
        switch notification {
        case .statusDidChange(let snapshot):
            rememberAddress(snapshot)
            if snapshot.status == .playing {
                if isPresentStarted { move { $0.succeed() } }
                watchLimit()
            } else if isAtRest {
                neighbours?.leave()
            }
        // The timer of the time limit counts for the previous item, so it is stopped.
        case .itemDidChange: limitTimer?.disarm()
        default: break
        }
        let wishes = state.wishCount
        if case .statusDidChange(let snapshot) = notification {
            state.isEndUntold = snapshot.status == .ended && state.isFollowed
            if state.isEndUntold { return }
        }
        notify(notification)
        // If an observer of this notification has requested an item, that item plays instead of the queue's next item.
        if case .didPlayToEnd = notification { goOnLater(unlessWishedSince: wishes) { $0.advance() } }
        if case .didFail(let error, _) = notification { goOnLater(unlessWishedSince: wishes) { $0.fail(error) } }
    }

    /// Plays the next item of the queue at the end of the turn, unless another item was requested by then.
    private func goOnLater(unlessWishedSince wishes: Int, _ step: @escaping (inout PlaybackQueue) -> PlaybackItem?) {
        loop.post { [weak self] in
            guard let self else { return }
            if state.wishCount == wishes, let item = following(step) { return go(item, isWished: false) }
            if state.isEndUntold, status == .ended { notify(.statusDidChange(snapshot)) }
            state.isEndUntold = false
            if state.wishCount == wishes { endQueue() }
        }
    }

    private func endQueue() { notify(.queueDidEnd(snapshot)) }

    /// The maximum number of stations in ``workingURLs``. When this number is reached, all entries are removed before
    /// another one is added.
    private static let maximumWorkingURLs = 256

    private func rememberAddress(_ snapshot: PlaybackSnapshot) {
        guard let item = snapshot.item, item.urls.count > 1, let url = snapshot.workingURL else { return }
        let urls = item.station.urls
        if workingURLs.count >= Self.maximumWorkingURLs { workingURLs = [:] }
        workingURLs[urls] = url
    }

    // MARK: Receiving in advance

    /// Receives an item while another item is heard, instead of the item of an earlier call.
    func prepare(_ item: PlaybackItem, completion: @escaping (PlaybackError?) -> Void) {
        guard let player = readyPlayer(), let policy else { return }
        preparation = SourceWatch(
            [item], startingAt: 0, working: workingURLs[item.station.urls], limits: nil, tools: player.tools,
            policy: policy, onChange: prepared(completion))
    }

    /// Returns a handler of the preparation's health that calls `completion` once, when the item can be played or none
    /// of its addresses can be received.
    private func prepared(_ completion: @escaping (PlaybackError?) -> Void) -> (SourceWatch.Health) -> Void {
        var completion: ((PlaybackError?) -> Void)? = completion
        return { [weak self] health in
            guard health != .waiting, let answer = completion.take() else { return }
            let failed = health == .failed ? self?.preparation.take() : nil
            answer(failed?.error)
        }
    }

    /// Returns a watch of the items of a programme's source; nil if no player can be made.
    func watch(
        _ items: [PlaybackItem], startingAt index: Int, limits: DeadAirDetector.Limits,
        onChange: @escaping (SourceWatch.Health) -> Void
    ) -> SourceWatch? {
        guard let player = readyPlayer(), let policy else { return nil }
        return SourceWatch(
            items, startingAt: index, limits: limits, tools: player.tools, policy: policy, onChange: onChange)
    }

    func cancelPreparation() { (preparation, carried) = (nil, nil) }

    /// Makes an item ready to be played next, with the tape of another process. Calls `then` with false if the tape
    /// cannot be read.
    func prepare(_ item: PlaybackItem, with tape: CarriedTape, then: @escaping (Bool) -> Void) {
        guard let player = readyPlayer(), let policy else { return then(false) }
        let length = MediaTime(flicks: tape.times.upperBound - tape.times.lowerBound).duration
        carried = CarriedStation(tape, item, for: player, loop: loop, duration: max(policy.timeshift, length)) {
            [weak self] isRead in
            if !isRead { self?.carried = nil }
            then(isRead)
        }
    }

    /// Disconnects from the warm neighbours, because their connections are stale after the computer's sleep.
    func systemDidWake() { neighbours?.leave() }

    /// Connects to the warm neighbours of the current station, if the player plays it.
    private func followNeighbours() {
        guard let neighbours, isPresentStarted, status == .playing, let policy else { return }
        neighbours.follow(queue, policy) { workingURLs[$0.station.urls] }
    }
}
