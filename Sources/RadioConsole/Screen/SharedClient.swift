import LongwaveTerminal
import RadioJSON
import RadioService

/// The shared player, as the full-screen player shows and controls it by requests.
final class SharedClient: ScreenPlayer {
    private let link: ControlLink
    private let keeping: () -> KeepSettings
    private let news: ScreenPlayerNews
    private let loop: EventLoop
    /// The last snapshot of the shared player.
    private var status = JSONValue.null
    /// The time when the last snapshot of the shared player arrived.
    private var statusTime: MonotonicInstant
    private var hasMeter = false

    /// Subscribes to the shared player's notifications.
    init(_ link: ControlLink, keeping: @escaping () -> KeepSettings, _ news: ScreenPlayerNews, _ loop: EventLoop) {
        self.link = link
        self.keeping = keeping
        self.news = news
        self.loop = loop
        statusTime = loop.now
        link.onNotification = { [weak self] in self?.received($0, $1) }
        link.onEnd = { news.ended(.gone) }
        link.ask("subscribe") { [weak self] answer in
            if case .success(let status) = answer { self?.received(status) }
        }
    }

    var isSounding: Bool { status["status"]?.string == "playing" }
    var hasSomething: Bool { (status["queue"]?["count"]?.number ?? 0) > 0 }

    private func received(_ method: String, _ params: JSONValue) {
        switch method {
        case "event": received(params)
        case "levels" where hasMeter: news.levels(Self.levels(params))
        case _: break
        }
    }

    private static func levels(_ params: JSONValue) -> AudioLevels? {
        guard case .array(let channels)? = params["channels"] else { return nil }
        return AudioLevels(
            channels: channels.map {
                .init(
                    average: $0["average"]?.number ?? AudioLevels.floor, peak: $0["peak"]?.number ?? AudioLevels.floor)
            })
    }

    /// Handles an event of the shared player, which contains a snapshot. Passes the event and the new state to the
    /// screen.
    private func received(_ event: JSONValue) {
        status = event
        statusTime = loop.now
        switch event["event"]?.string {
        case "nowPlayingDidChange": news.titleDidChange()
        case "queueDidChange", "itemDidChange": news.queueDidChange()
        case "didFail":
            news.queueDidChange()
            if let station = item { news.failed(station, event["error"]?["message"]?.string ?? "it does not play") }
        case "recordingDidChange": tellRecording(event["recording"] ?? .null)
        case _: break
        }
        tell()
    }

    /// The station in the last snapshot of the shared player; nil if the snapshot has no item.
    private var item: Station? {
        guard let name = status["item"]?["name"]?.string, case .array(let urls)? = status["item"]?["urls"] else {
            return nil
        }
        return Station(name: name, urls: urls.compactMap(\.string), id: status["item"]?["id"]?.string)
    }

    private func tellRecording(_ recording: JSONValue) {
        let path = recording["path"]?.string ?? "the recording"
        switch recording["state"]?.string {
        case "recording": news.say("writing \(path)")
        case "ended": news.say("written: \(path)")
        case _: news.say("the recording failed. \(recording["reason"]?.string ?? "")")
        }
    }

    /// Passes the shared player's state to the screen.
    private func tell() {
        // While sound is heard, the position has advanced since the snapshot arrived, so the snapshot's age is added.
        news.playing(ScreenWords.playing(status, age: isSounding ? age : .zero, sleep: sleep))
    }

    /// The time since the last snapshot arrived.
    private var age: Duration { statusTime.duration(to: loop.now) }

    /// The time until the shared player's sleep timer ends the sound; nil if the timer is off.
    private var sleep: Duration? {
        status["sleep"]?.number.map { .seconds($0) - age }.flatMap { $0 > .zero ? $0 : nil }
    }

    func tick(_ manager: isolated PlaybackManager) { if isSounding || sleep != nil { tell() } }

    // MARK: Asking

    /// Sends a request to the shared player, and passes the result to `done`. If the response is an error, shows its
    /// message.
    private func ask(
        _ method: String, _ params: [(String, JSONNode)] = [], then done: @escaping (JSONValue) -> Void = { _ in }
    ) {
        link.ask(method, params.map { JSONNode.Member(name: $0.0, value: $0.1) }) { [news] answer in
            switch answer {
            case .success(let value): done(value)
            case .failure(let error): news.say(error.message)
            }
        }
    }

    /// Sends the shared player the request for a key's action. Ignores actions that do not concern a player.
    func press(_ action: KeyAction, _ manager: isolated PlaybackManager) {
        switch action {
        case .toggle: ask("toggle")
        case .louder, .quieter:
            let now = status["volume"]?.number ?? 1
            ask("volume", [("to", .number(VolumeStep.volume(now, by: action == .louder ? 1 : -1)))])
        case .mute: ask("mute")
        case .next: ask("next")
        case .previous: ask("previous")
        case .back: ask("seek", [("by", .number(-10))])
        case .forward: ask("seek", [("by", .number(10))])
        case .titleBefore: ask("seek", [("title", .int(-1))])
        case .titleBegin: ask("seek", [("title", .int(0))])
        case .titleAfter: ask("seek", [("title", .int(1))])
        case .liveEdge: ask("seek", [("live", .bool(true))])
        case .catchUp: ask("rate", [("to", .number(PlayerControls.catchUpRate))])
        case .slower, .faster: changeRate(isFaster: action == .faster)
        case .like:
            let text = PlayerLine(status)["text"]
            ask("like") { [news] in
                news.say("you \($0["liked"] == .bool(true) ? "like" : "no longer like") \(text)")
            }
        case .keepTitle: ask("keep")
        case .keepLast: ask("keep", [("last", .number(keeping().span.inSeconds))])
        case .record: ask("record")
        case .shuffle:
            ask("shuffle") { [news] in
                news.say($0["shuffled"] == .bool(true) ? "shuffle: on" : "shuffle: off")
            }
        case .repetition: repeatOtherwise()
        case .sleep: nextSleep()
        case .rewind: scan(.backward)
        case .fastForward: scan(.forward)
        case .meter:
            hasMeter.toggle()
            ask("levels", [("on", .bool(hasMeter))])
            if !hasMeter { news.levels(nil) }
        case _: break
        }
    }

    /// Begins to rewind or fast-forward. If the shared player already does so in this direction, it plays normally
    /// again.
    private func scan(_ direction: ScanDirection) {
        let isSame = status["scan"]?.string == direction.rawValue
        ask("scan", isSame ? [] : [("direction", .string(direction.rawValue))])
    }

    private func changeRate(isFaster: Bool) {
        let now = status["rate"]?.number ?? 1
        let rates = PlayerControls.rates
        let next = isFaster ? rates.first { $0 > now } : rates.last { $0 < now }
        if let next { ask("rate", [("to", .number(next))]) }
    }

    private func repeatOtherwise() {
        let modes = PlaybackQueue.RepeatMode.allCases.map(\.rawValue)
        let now = status["queue"]?["repeat"]?.string ?? "none"
        let next = modes[((modes.firstIndex(of: now) ?? 0) + 1) % modes.count]
        ask("repeat", [("mode", .string(next))]) { [news] _ in news.say("repeat: \(next)") }
    }

    private func nextSleep() {
        let next = PlayerControls.nextSleep(left: sleep)
        ask("sleep", next.map { [("after", .number($0.inSeconds))] } ?? []) { [news] _ in
            news.say(
                next.map { "sleep timer: \(StatusLine.clock($0))" } ?? "sleep timer: off")
        }
    }

    // MARK: What plays

    /// Asks the shared player to play the station at `index` without a gap. Reports to the screen that the station
    /// plays, or why not.
    func play(_ stations: [Station], at index: Int, _ manager: isolated PlaybackManager) {
        let station = stations[index]
        let wish = [
            JSONNode.Member(name: "what", value: .string(Self.name(station))),
            .init(name: "seamless", value: .bool(true)),
        ]
        link.ask("play", wish) { [news] answer in
            switch answer {
            case .success: news.ready()
            case .failure(let error): news.failed(station, error.message)
            }
        }
    }

    /// Returns the text by which the shared player finds a station. The station's number is not used, because the
    /// shared player's lists may differ from the screen's.
    static func name(_ station: Station) -> String { station.id ?? station.urls.first ?? station.name }

    func play(file path: String, _ manager: isolated PlaybackManager) { ask("play", [("what", .string(path))]) }

    func playEntry(at place: Int, _ manager: isolated PlaybackManager) {
        ask("queue.play", [("at", .int(Int64(place)))])
    }

    func removeEntry(at place: Int, _ manager: isolated PlaybackManager) {
        ask("queue.remove", [("at", .int(Int64(place)))])
    }

    func moveEntry(from place: Int, to target: Int, _ manager: isolated PlaybackManager) {
        ask("queue.move", [("from", .int(Int64(place))), ("to", .int(Int64(target)))])
    }

    func enqueue(_ station: Station, isNext: Bool, _ manager: isolated PlaybackManager) {
        ask("queue.add", [("what", .string(Self.name(station))), ("next", .bool(isNext))]) { [news] _ in
            news.say("added to the queue: \(station.name)")
        }
    }

    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueueRow]) -> Void) {
        ask("queue.list") { queue in
            guard case .array(let entries)? = queue["entries"] else { return then([]) }
            let present = queue["index"]?.number.map { Int($0) }
            then(
                entries.enumerated().map { place, entry in
                    QueueRow(
                        place: place, name: entry["name"]?.string ?? "", isCurrent: place == present,
                        problem: entry["error"]?.string)
                })
        }
    }

    /// Asks the shared player for the output devices, and passes them to `then`. If there are none, or the request
    /// fails, shows a message instead.
    func listDevices(_ manager: isolated PlaybackManager, then: @escaping ([ChoiceRow]) -> Void) {
        let current = status["device"]?.string
        ask("devices") { [news] answer in
            guard case .array(let devices)? = answer["devices"], !devices.isEmpty else {
                return news.say("there are no devices")
            }
            then(
                devices.map {
                    ChoiceRow(
                        device: $0["name"]?.string ?? "", description: $0["description"]?.string ?? "",
                        isDefault: $0["default"] == .bool(true), current: current)
                })
        }
    }

    func useDevice(_ name: String, _ manager: isolated PlaybackManager) {
        ask("device", [("name", .string(name))]) { [news] _ in news.say("device: \(name)") }
    }

    func links(_ manager: isolated PlaybackManager) -> [SongLink] {
        guard case .array(let links)? = status["nowPlaying"]?["links"] else { return [] }
        return links.compactMap { link in
            guard let name = link["name"]?.string, let url = link["url"]?.string else { return nil }
            return SongLink(name: name, url: url)
        }
    }

    func finish(_ manager: isolated PlaybackManager) {}
}
