import LongwaveTerminal
import RadioService

/// The player of this process, as the full-screen player shows and controls it.
final class LocalPlayer: ScreenPlayer {
    private let radio: Radio
    private let library: () -> StationLibrary?
    private let news: ScreenPlayerNews
    private let controls: PlayerControls
    private var observation: PlaybackObservation?
    /// The queue that was played before the listener chose another station; nil when the chosen station is heard. If
    /// the chosen station fails, this queue is played again.
    private var former: (items: [PlaybackItem], index: Int)?
    private var snapshot: PlaybackSnapshot
    private var isOfStations = true

    /// - Parameters:
    ///   - radio: the radio that plays.
    ///   - keeping: returns the settings of recordings.
    ///   - library: returns the listener's stations, or nil before they are read.
    init(
        _ radio: Radio, keeping: @escaping () -> KeepSettings, library: @escaping () -> StationLibrary?,
        _ news: ScreenPlayerNews, _ manager: isolated PlaybackManager
    ) {
        self.radio = radio
        self.library = library
        self.news = news
        snapshot = manager.snapshot
        controls = PlayerControls(
            radio, keeping: keeping, say: news.say, onLevels: news.levels, onSleep: { news.ended(.asleep) })
        observation = manager.observe { [weak self] in self?.received($0, manager) }
        radio.restoreVolume(on: manager)
    }

    var isSounding: Bool { snapshot.status == .playing }
    private(set) var hasSomething = false

    /// Passes what a notification of the player says to the screen.
    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        snapshot = notification.snapshot
        switch notification {
        case .nowPlayingDidChange: news.titleDidChange()
        case .itemDidChange:
            hasSomething = true
            news.queueDidChange()
        case .queueDidChange: news.queueDidChange()
        case .statusDidChange(let snapshot): if snapshot.status == .playing { former = nil }
        case .didFail(let error, let snapshot):
            news.queueDidChange()
            if let station = snapshot.item?.station { failed(station, error, manager) }
        case .recordingDidChange(let changed, _): controls.received(changed)
        case .timeshiftDidFail(let why, _):
            news.say("the sound cannot be kept on the disk (\(why)); 8 MB are kept in memory instead")
        case .didDropHeld(let duration, _):
            news.say("the pause was longer than the kept sound; \(SessionSummary.length(duration)) are skipped")
        default: break
        }
        news.playing(playing(manager))
    }

    private func playing(_ manager: isolated PlaybackManager) -> ScreenPlaying {
        let left = controls.sleepTimer.map { manager.loop.now.duration(to: $0.deadline) }
        return ScreenWords.playing(snapshot, sleep: left)
    }

    /// Reports a failed station to the screen. If it is a chosen station that was prepared successfully, plays the
    /// queue in ``former`` again.
    private func failed(_ station: Station, _ error: PlaybackError, _ manager: isolated PlaybackManager) {
        news.failed(station, error.sentence)
        guard let former = former.take() else { return }
        // The queue is played only at the end of the turn, because the player must first finish handling the failure.
        manager.loop.post { [weak self] in
            self?.begin(former.items, at: former.index, manager)
        }
    }

    func tick(_ manager: isolated PlaybackManager) {
        snapshot = manager.snapshot
        news.playing(playing(manager))
    }

    func press(_ action: KeyAction, _ manager: isolated PlaybackManager) {
        controls.press(action, manager)
        tick(manager)
    }

    func play(_ stations: [Station], at index: Int, _ manager: isolated PlaybackManager) {
        let items = stations.map(PlaybackItem.init)
        guard isSounding else {
            former = nil
            return begin(items, at: index, manager)
        }
        // The current station plays on while the chosen station is prepared.
        manager.prepare(items[index]) { [weak self] in self?.prepared(items, at: index, $0, manager) }
    }

    /// Called when the preparation of the station at `index` has ended. Plays the stations, beginning with this one. If
    /// the preparation failed, reports the error and lets the current station play on.
    private func prepared(
        _ items: [PlaybackItem], at index: Int, _ error: PlaybackError?, _ manager: isolated PlaybackManager
    ) {
        if let error { return news.failed(items[index].station, error.sentence) }
        news.ready()
        former = (manager.queue.items, manager.queue.index)
        begin(items, at: index, manager)
    }

    private func begin(_ items: [PlaybackItem], at index: Int, _ manager: isolated PlaybackManager) {
        var programme = Programme(items: items, index: index, isStation: true, library: library())
        programme.queue.repeatMode = manager.queue.repeatMode
        play(programme, manager)
    }

    func play(_ programme: Programme, _ manager: isolated PlaybackManager) {
        isOfStations = programme.isStation
        radio.begin(programme, on: manager)
    }

    func play(file path: String, _ manager: isolated PlaybackManager) {
        former = nil
        let name = path.split(separator: "/").last.map(String.init) ?? path
        play(Programme(items: [PlaybackItem(Station(name: name, urls: [path]))], isStation: false), manager)
    }

    func playEntry(at place: Int, _ manager: isolated PlaybackManager) { manager.playQueue(at: place) }
    func removeEntry(at place: Int, _ manager: isolated PlaybackManager) { manager.remove(at: place) }

    func moveEntry(from place: Int, to target: Int, _ manager: isolated PlaybackManager) {
        manager.move(from: place, to: target)
    }

    func enqueue(_ station: Station, isNext: Bool, _ manager: isolated PlaybackManager) {
        let items = [PlaybackItem(station)]
        guard hasSomething else { return begin(items, at: 0, manager) }
        let isTaken = isNext ? manager.insertNext(items) : manager.append(items)
        news.say(isTaken ? "added to the queue: \(station.name)" : "the queue is full")
    }

    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueueRow]) -> Void) {
        let queue = manager.queue
        then(
            queue.entries.enumerated().map { place, entry in
                QueueRow(
                    place: place, name: entry.item.station.name, isCurrent: place == queue.index,
                    problem: entry.failure?.sentence)
            })
    }

    /// Asks the sound server for its output devices, and passes them to `then`. If there are none, or the request
    /// fails, shows a message instead.
    func listDevices(_ manager: isolated PlaybackManager, then: @escaping ([ChoiceRow]) -> Void) {
        let news = news
        let current = snapshot.outputDevice
        manager.listOutputDevices { answer in
            switch answer {
            case .success(let devices) where devices.isEmpty: news.say("there are no devices")
            case .success(let devices):
                then(
                    devices.map {
                        ChoiceRow(
                            device: $0.name, description: $0.description, isDefault: $0.isDefault, current: current)
                    })
            case .failure(let error): news.say(PlaybackError.output(error).sentence)
            }
        }
    }

    func useDevice(_ name: String, _ manager: isolated PlaybackManager) {
        manager.setOutput(.pulse(devices: [name]))
        news.say("device: \(name)")
    }

    func links(_ manager: isolated PlaybackManager) -> [SongLink] { snapshot.nowPlaying?.track.links() ?? [] }

    /// Returns the state from which the shared player can continue what this player plays.
    func state(_ manager: isolated PlaybackManager) -> SharedPlayerState {
        SharedPlayerState(manager, isOfStations: isOfStations)
    }

    func finish(_ manager: isolated PlaybackManager) {
        observation = nil
        controls.finish()
    }
}
