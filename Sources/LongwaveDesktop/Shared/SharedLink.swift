import Longwave
import RadioJSON
import RadioLoop

extension Radio {
    /// Returns a link to the shared player of the user; nil if none runs.
    /// - Parameters:
    ///   - sockets: the paths of sockets to try; nil for the paths where the shared player usually listens.
    ///   - manager: the player on whose loop the link is used.
    public func sharedLink(
        at sockets: [String]? = nil, on manager: isolated PlaybackManager
    ) -> (any PlayerLink)? { SharedLink.connect(sockets, manager.loop) }
}

/// The shared player, which this process shows and controls by requests.
package final class SharedLink: PlayerLink {
    package var onChange: ((PlaybackNotification?, PlayerState) -> Void)?
    package var onLevels: (AudioLevels) -> Void = { _ in }
    package var onEnd: (PlayerLinkEnd) -> Void = { _ in }
    package let name: String? = "shared player"

    private let link: ControlLink
    private let loop: EventLoop
    private let clock = WallClock.now()
    /// The last state that arrived, and when.
    private var last: (state: PlayerState, at: MonotonicInstant)
    /// The number of the last reading of the queue. A later reading replaces an earlier one that is not finished.
    private var reading = 0
    /// Ends the connection if the shared player does not answer the first request.
    private var patience: LoopTimer?

    static func connect(
        _ sockets: [String]?, _ loop: EventLoop, firstAnswer: Duration = .seconds(30)
    ) -> SharedLink? {
        ControlLink(places: sockets ?? ControlSocket.places(environment: Environment.value), loop: loop).map {
            SharedLink($0, loop, firstAnswer: firstAnswer)
        }
    }

    /// Subscribes to the shared player's notifications.
    /// - Parameter firstAnswer: how long the client waits for the response to its first request.
    package init(_ link: ControlLink, _ loop: EventLoop, firstAnswer: Duration = .seconds(30)) {
        self.link = link
        self.loop = loop
        last = (PlayerState(PlaybackSnapshot()), loop.now)
        link.onNotification = { [weak self] method, params in
            switch method {
            case "event": self?.received(params)
            case "levels": self?.onLevels(Self.levels(params))
            case _: break
            }
        }
        link.onEnd = { [weak self] in self?.onEnd(.gone) }
        link.ask("subscribe") { [weak self] answer in
            self?.patience?.cancel()
            if case .success(let status) = answer { self?.received(status) }
        }
        patience = loop.schedule(after: firstAnswer) { [weak self] in
            link.onEnd = {}
            link.close()
            self?.onEnd(.silent)
        }
    }

    deinit { patience?.cancel() }

    private var reader: PlayerStateReader { PlayerStateReader(clock: clock, now: loop.now) }

    private static func levels(_ params: JSONValue) -> AudioLevels {
        guard case .array(let channels)? = params["channels"] else { return AudioLevels(channels: []) }
        return AudioLevels(
            channels: channels.map {
                .init(
                    average: $0["average"]?.number ?? AudioLevels.floor, peak: $0["peak"]?.number ?? AudioLevels.floor)
            })
    }

    private func received(_ event: JSONValue) {
        guard let state = reader.state(event) else { return }
        last = (state, loop.now)
        onChange?(reader.notification(event, state.snapshot), state)
    }

    /// The last state, with the time since then added to the times that advance.
    package func state(_ manager: isolated PlaybackManager) -> PlayerState {
        last.state.advanced(by: last.at.duration(to: loop.now))
    }

    package func perform(
        _ command: PlayerCommand, _ manager: isolated PlaybackManager, then answer: @escaping Radio.Answer
    ) {
        ask(command) { [weak self] result in
            // A shared player of an earlier release knows no stations but those of its lists, and addresses.
            if case .failure(let error) = result, error.code == "wrongParameters", let self, let named = command.named {
                ask(named, answer)
            } else {
                answer(result)
            }
        }
    }

    private func ask(_ command: PlayerCommand, _ answer: @escaping Radio.Answer) {
        var (method, params) = command.request
        // Only `readQueue` needs the entries of the queue.
        if command.changesQueue, case .object(let members) = params {
            params = .object(members + [.init(name: "count", value: .int(0))])
        }
        link.ask(method, params) { [weak self] result in
            guard let self else { return }
            answer(
                result.map { value in
                    if case .bool(let isLiked)? = value["liked"] { return .liked(isLiked) }
                    if command.changesQueue {
                        last.state.snapshot.queue = PlayerStateReader.queue(value)
                    } else if let state = reader.state(value) {
                        last = (state, loop.now)
                    }
                    return .state(last.state)
                })
        }
    }

    package func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueuedItem]) -> Void) {
        reading += 1
        read([], reading, then)
    }

    /// Reads the queue's next entries, and continues until the queue's end.
    private func read(_ items: [QueuedItem], _ reading: Int, _ then: @escaping ([QueuedItem]) -> Void) {
        let size = ControlCommand.QueueWindow.size
        let window: JSONNode = .members(["from": .int(Int64(items.count)), "count": .int(Int64(size))])
        link.ask("queue.list", window) { [weak self] answer in
            guard let self, reading == self.reading, case .success(let queue) = answer,
                case .array(let entries)? = queue["entries"]
            else { return }
            let current = queue["index"]?.integer
            let all =
                items
                + zip(items.count..., entries).map { place, entry in
                    QueuedItem(
                        id: UInt64(clamping: entry["entry"]?.integer ?? place), place: place,
                        name: entry["name"]?.string ?? "", isCurrent: place == current,
                        problem: entry["error"]?.string)
                }
            guard entries.count == size, all.count < PlaybackQueue.maximumCount else { return then(all) }
            read(all, reading, then)
        }
    }

    package func listDevices(
        _ manager: isolated PlaybackManager, then: @escaping (Result<[OutputDevice], PlayerCommandError>) -> Void
    ) {
        link.ask("devices") { answer in
            then(
                answer.map { value in
                    guard case .array(let devices)? = value["devices"] else { return [] }
                    return devices.map {
                        OutputDevice(
                            name: $0["name"]?.string ?? "", description: $0["description"]?.string ?? "",
                            isDefault: $0["default"] == .bool(true))
                    }
                })
        }
    }

    package func wantLevels(_ areWanted: Bool, _ manager: isolated PlaybackManager) {
        link.ask("levels", .members(["on": .bool(areWanted)]))
    }
}

extension PlayerCommand {
    /// The command with the name of one station in place of stations; nil for other commands.
    fileprivate var named: PlayerCommand? {
        func name(_ stations: [Station], _ index: Int) -> PlayRequest.Source? {
            guard stations.indices.contains(index) else { return nil }
            let station = stations[index]
            return .named(station.id ?? station.urls.first ?? station.name)
        }
        switch self {
        case .play(var request):
            guard case .stations(let stations, let index)? = request.source else { return nil }
            request.source = name(stations, index)
            return .play(request)
        case .enqueue(.stations(let stations, let index), let isNext):
            return name(stations, index).map { .enqueue($0, isNext: isNext) }
        default: return nil
        }
    }
}
