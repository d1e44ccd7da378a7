import LongwaveTerminal

/// The player that the full-screen player shows and controls, over a link.
///
/// The player is used only on the loop.
final class ScreenPlayer {
    let link: any PlayerLink
    private let news: ScreenPlayerNews
    private let keys: PlayerKeys
    private var state: PlayerState

    /// - Parameter keeping: returns the settings of recordings.
    init(
        _ link: any PlayerLink, keeping: @escaping () -> KeepSettings, _ news: ScreenPlayerNews,
        _ manager: isolated PlaybackManager
    ) {
        self.link = link
        self.news = news
        state = link.state(manager)
        keys = PlayerKeys(link, keeping: keeping, say: news.say, onLevels: news.levels)
        link.onChange = { [weak self] in self?.received($0, $1) }
        link.onEnd = news.ended
    }

    /// Whether sound is heard now. While it is, a chosen station is prepared before it replaces the current station.
    var isSounding: Bool { state.snapshot.status == .playing }
    /// Whether the queue has an item, which may play, be paused or be stopped.
    var hasSomething: Bool { state.snapshot.queue.count > 0 }

    private func received(_ notification: PlaybackNotification?, _ state: PlayerState) {
        self.state = state
        switch notification {
        case .nowPlayingDidChange: news.titleDidChange()
        case .itemDidChange, .queueDidChange: news.queueDidChange()
        case .didFail(let error, let snapshot):
            news.queueDidChange()
            if let station = snapshot.item?.station { news.failed(station, error.sentence) }
        case .recordingDidChange(let changed, _): keys.received(changed)
        case .timeshiftDidFail(let why, _): news.say(PlayerKeys.tapeLost(why))
        case .didDropHeld(let duration, _): news.say(PlayerKeys.skipped(duration))
        default: break
        }
        news.playing(ScreenPlaying(PlayerWords(state), player: link.name))
    }

    /// Passes the current state to the screen. Called once a second, because shown times advance.
    func tick(_ manager: isolated PlaybackManager) {
        state = link.state(manager)
        news.playing(ScreenPlaying(PlayerWords(state), player: link.name))
    }

    func press(_ action: KeyAction, _ manager: isolated PlaybackManager) {
        keys.press(action, manager)
        tick(manager)
    }

    /// Makes the stations the queue, and plays the one at an index. The station that is heard now plays on until the new
    /// station can be heard.
    func play(_ stations: [Station], at index: Int, _ manager: isolated PlaybackManager) {
        let station = stations[index]
        if state.snapshot.item?.station.persistentID == station.persistentID, goesOn(manager) { return }
        var request = PlayRequest(.stations(stations, startingAt: index))
        request.isSeamless = true
        link.perform(.play(request), manager) { [news] result in
            switch result {
            case .success: news.ready()
            // The listener has chosen something else meanwhile.
            case .failure(let error) where error.code == "superseded": break
            case .failure(let error): news.failed(station, error.sentence)
            }
        }
    }

    func play(file path: String, _ manager: isolated PlaybackManager) {
        keys.perform(.play(PlayRequest(.named(path))), manager)
    }

    /// If the current item plays, waits to play or is paused, lets it go on. Starting it again would lose the sound that
    /// is kept. Returns false if the item does not play.
    private func goesOn(_ manager: isolated PlaybackManager) -> Bool {
        switch state.snapshot.status {
        case .playing, .waitingToPlay: news.say("\(state.snapshot.item?.station.name ?? "it") plays already")
        case .paused: keys.perform(.play(PlayRequest()), manager)
        case .stopped, .ended, .failed: return false
        }
        return true
    }

    /// Plays the queue's entry with an id.
    func playEntry(_ id: UInt64, _ manager: isolated PlaybackManager) {
        if id == state.snapshot.queue.entryID, goesOn(manager) { return }
        keys.perform(.playEntry(.id(id)), manager)
    }

    func removeEntry(_ id: UInt64, _ manager: isolated PlaybackManager) { keys.perform(.remove(.id(id)), manager) }

    /// Moves the queue's entry with an id by a number of places, at most to an end of the queue.
    func moveEntry(_ id: UInt64, by step: Int, _ manager: isolated PlaybackManager) {
        keys.perform(.moveEntry(id, by: step), manager)
    }

    /// Adds a station to the queue, or plays it if the queue is empty.
    func enqueue(_ station: Station, isNext: Bool, _ manager: isolated PlaybackManager) {
        guard hasSomething else { return play([station], at: 0, manager) }
        keys.perform(.enqueue(.stations([station]), isNext: isNext), manager) { _ in
            "added to the queue: \(station.name)"
        }
    }

    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueuedItem]) -> Void) {
        link.readQueue(manager, then: then)
    }

    /// Asks for the output devices, and passes them to `then`. If there are none, or the request fails, shows a message
    /// instead.
    func listDevices(_ manager: isolated PlaybackManager, then: @escaping ([ChoiceRow]) -> Void) {
        let current = state.snapshot.outputDevice
        link.listDevices(manager) { [news] result in
            switch result {
            case .success(let devices) where devices.isEmpty: news.say("there are no devices")
            case .success(let devices):
                then(
                    devices.map {
                        ChoiceRow(
                            device: $0.name, description: $0.description, isDefault: $0.isDefault, current: current)
                    })
            case .failure(let error): news.say(error.sentence)
            }
        }
    }

    func useDevice(_ name: String, _ manager: isolated PlaybackManager) {
        keys.perform(.useDevice(name), manager) { _ in "device: \(name)" }
    }

    /// The addresses of web pages that search for the song that is heard.
    var links: [SongLink] { state.links }
}

/// The closures by which a ``ScreenPlayer`` reports to the screen.
struct ScreenPlayerNews {
    /// Called with the player's state when it may have changed, and at each ``ScreenPlayer/tick(_:)``.
    var playing: (ScreenPlaying) -> Void
    /// Called with the levels of the sound while the meter is shown, and with nil when the meter is hidden.
    var levels: (AudioLevels?) -> Void
    /// Shows a line to the person.
    var say: (String) -> Void
    /// Called when another title is heard.
    var titleDidChange: () -> Void
    /// Called when the queue or its current entry has changed.
    var queueDidChange: () -> Void
    /// Called when a station that the listener chose is connected and replaces the former station.
    var ready: () -> Void
    /// Called with a station that failed, and the reason in words.
    var failed: (Station, String) -> Void
    /// Called when the player cannot be reached any more.
    var ended: (PlayerLinkEnd) -> Void
}
