import CLinux
import Glibc
import Longwave
import RadioDirectory
import RadioFormats
import RadioJSON
import RadioLoop

/// Serves clients of MPD's protocol (https://mpd.readthedocs.io/en/stable/protocol.html, version 0.23), for which
/// stations are songs.
///
/// Used on the player's loop only. Waiting clients cost nothing: without a client, the player is not observed.
package final class MPDServer {
    /// Where the server listens, and the password that clients must know.
    package struct Options: Hashable, Sendable {
        package var address: ListenAddress
        /// Nil for no password, which is possible on loopback only.
        package var password: String?

        package init(_ address: ListenAddress = ListenAddress(port: usualPort), password: String? = nil) {
            (self.address, self.password) = (address, password)
        }

        /// The port of MPD.
        package static let usualPort: UInt16 = 6600
    }

    /// The largest number of clients. One more takes the place of the one that was silent longest; one without the
    /// password goes first.
    static let maximumClients = 100

    /// The port at which the server listens.
    package let port: UInt16
    private let descriptor: Int32
    private let password: AccessToken?
    private let player: MPDPlayer
    private let manager: PlaybackManager
    private var watch: DescriptorWatch?
    private var observation: PlaybackObservation?
    private var clients: [Int: MPDClient] = [:]
    private var count = 0
    private var told = Told()
    private var isTellingPosted = false
    private var releasing: LoopTimer?
    /// The number of wrong passwords of the last minute, which make the check of the next one later.
    private var wrong: (count: Int, at: MonotonicInstant)

    /// What clients know of the player.
    private struct Told: Hashable {
        var state = ""
        var volume = 0
        var isMuted = false
        var mode = ""
        var song: UInt64?
        var track: TrackInfo?
        var version = 0
    }

    /// Begins to listen.
    /// - Parameters:
    ///   - library: the stations that clients see.
    ///   - artwork: makes the cache of the pictures that clients fetch, when one first does.
    package init(
        _ radio: Radio, _ options: Options, _ library: RemoteLibrary, artwork: @escaping () -> ArtworkCache?,
        _ manager: isolated PlaybackManager
    ) throws(ListenAddress.Failure) {
        guard options.address.isLoopback || options.password?.isEmpty == false else {
            throw ListenAddress.Failure(
                sentence: "MPD's protocol beyond this computer needs a password ([mpd] password).")
        }
        (descriptor, port) = try options.address.listen()
        password = options.password.map { AccessToken($0) }
        player = MPDPlayer(radio, library, artwork, manager)
        self.manager = manager
        wrong = (0, manager.loop.now)
        do throws(LoopError) {
            watch = try manager.loop.watch(descriptor, for: .readable) { [weak self] _ in self?.accept(manager) }
        } catch {
            Glibc.close(descriptor)
            throw ListenAddress.Failure(sentence: "\(options.address.text) cannot be watched: \(error).")
        }
        player.library.onChange = { [weak self] in self?.tell($0, manager) }
    }

    deinit { close() }

    /// Closes the port and all connections.
    package func close() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        releasing?.cancel()
        Glibc.close(descriptor)
        for client in clients.values { client.lines.close() }
        (clients, observation) = ([:], nil)
    }

    // MARK: Clients

    private func accept(_ manager: isolated PlaybackManager) {
        while case let socket = longwave_accept(descriptor), socket >= 0 {
            if clients.count >= Self.maximumClients,
                let longest = clients.min(by: { $0.value.rank < $1.value.rank })
            {
                longest.value.lines.close()
                clients[longest.key] = nil
            }
            // Answers are short, and a client waits for each.
            var isOn: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
            setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &isOn, 4)
            guard let client = MPDClient(socket, isAdmitted: password == nil, manager.loop) else { continue }
            count += 1
            add(client, count, manager)
        }
    }

    private func add(_ client: MPDClient, _ number: Int, _ manager: isolated PlaybackManager) {
        if observation == nil { observe(manager) }
        clients[number] = client
        client.lines.onLine = { [weak self, weak client] in
            guard let client else { return }
            client.session.receive($0)
            client.heard = manager.loop.now
            self?.turn(client, number, manager)
        }
        client.lines.onSent = { [weak self, weak client] in
            if let client { self?.turn(client, number, manager) }
        }
        client.lines.onEnd = { [weak self] in self?.remove(number) }
        turn(client, number, manager)
    }

    private func remove(_ number: Int) {
        clients.removeValue(forKey: number)?.lines.close()
        guard clients.isEmpty else { return }
        observation = nil
        // Some clients connect anew for each question.
        releasing?.cancel()
        releasing = manager.loop.schedule(after: .seconds(60)) { [weak self] in
            if self?.clients.isEmpty == true { self?.player.release() }
        }
    }

    /// Carries out a client's next steps, but only some in one turn of the loop. While the client does not read, and
    /// while a command waits for its answer, nothing more is done for it.
    private func turn(_ client: MPDClient, _ number: Int, _ manager: isolated PlaybackManager) {
        for _ in 0..<MPDClient.steps {
            guard client.lines.isOpen, client.lines.hasSentAll, let step = client.session.next() else { return }
            switch step {
            case .send(let text): client.lines.send(text)
            case .close: return remove(number)
            case .run(let command, let arguments): run(command, arguments, client, number, manager)
            }
        }
        guard !client.isTurnPosted else { return }
        client.isTurnPosted = true
        manager.loop.post { [weak self, weak client] in
            client?.isTurnPosted = false
            if let client { self?.turn(client, number, manager) }
        }
    }

    private func run(
        _ command: MPDCommand, _ arguments: [String], _ client: MPDClient, _ number: Int,
        _ manager: isolated PlaybackManager
    ) {
        var isAtOnce = true
        let reply: MPDPlayer.Reply = { [weak self, weak client] result in
            guard let client, client.lines.isOpen else { return }
            client.send(result)
            if !isAtOnce { self?.turn(client, number, manager) }
        }
        if command == .password {
            check(arguments[0], client, manager, reply)
        } else {
            let context = MPDPlayer.Context(
                command: command, arguments: MPDArguments(arguments), tags: client.session.tags)
            player.perform(context, manager, reply)
        }
        isAtOnce = false
    }

    /// Checks a password. After wrong ones, the check comes later, so that nobody tries many.
    private func check(
        _ given: String, _ client: MPDClient, _ manager: isolated PlaybackManager, _ reply: @escaping MPDPlayer.Reply
    ) {
        if wrong.at.duration(to: manager.loop.now) > .seconds(60) { wrong.count = 0 }
        let delay = Duration.milliseconds(100 * min(wrong.count, 20))
        let judge = { [weak self, weak client] in
            guard let self else { return }
            if password?.matches(given) ?? true {
                client?.session.isAdmitted = true
                return reply(.success(.empty))
            }
            wrong = (wrong.count + 1, manager.loop.now)
            reply(.failure(MPDError(.password, "incorrect password")))
        }
        if delay == .zero { judge() } else { manager.loop.schedule(after: delay, judge) }
    }

    // MARK: Changes

    private func observe(_ manager: isolated PlaybackManager) {
        player.queueMayHaveChanged()
        compare(manager)
        observation = manager.observe { [weak self] in self?.received($0, manager) }
    }

    private func received(_ notification: PlaybackNotification, _ manager: isolated PlaybackManager) {
        switch notification {
        case .didJump: tell([.player], manager)
        case .queueDidChange, .itemDidChange: player.queueMayHaveChanged()
        default: break
        }
        compareLater(manager)
    }

    private func state(_ manager: isolated PlaybackManager) -> Told {
        let (snapshot, queue) = (manager.snapshot, manager.snapshot.queue)
        return Told(
            state: MPDStatus(snapshot: snapshot, queue: PlaybackQueue()).state,
            volume: Int(nearest: snapshot.volume * 100), isMuted: snapshot.isMuted,
            mode: "\(queue.repeatMode) \(queue.isShuffled)", song: queue.entryID, track: snapshot.nowPlaying?.track,
            version: player.version)
    }

    /// Looks at the end of the turn for what has changed, so that many events in one turn are one change.
    private func compareLater(_ manager: isolated PlaybackManager) {
        guard !isTellingPosted else { return }
        isTellingPosted = true
        manager.loop.post { [weak self] in self?.compare(manager) }
    }

    private func compare(_ manager: isolated PlaybackManager) {
        isTellingPosted = false
        let (old, new) = (told, state(manager))
        told = new
        var changes: Set<MPDSubsystem> = []
        if (old.state, old.song) != (new.state, new.song) { changes.insert(.player) }
        if old.volume != new.volume { changes.insert(.mixer) }
        if old.isMuted != new.isMuted { changes.formUnion([.mixer, .output]) }
        if old.mode != new.mode { changes.insert(.options) }
        if old.track != new.track { changes.insert(.player) }
        player.follow(manager, isSongChanged: old.track != new.track || old.state != new.state)
        if old.version != player.version { changes.insert(.playlist) }
        told.version = player.version
        tell(changes, manager)
    }

    private func tell(_ changes: Set<MPDSubsystem>, _ manager: isolated PlaybackManager) {
        guard !changes.isEmpty else { return }
        for (number, client) in clients {
            client.session.note(changes)
            turn(client, number, manager)
        }
    }
}

/// One connection to a client.
final class MPDClient {
    /// The largest line, and the largest number of bytes that wait for a client, in bytes.
    private static let limits = LineConnection.Limits(line: 16 << 10, unread: 4 << 20)
    /// The largest number of steps in one turn of the loop.
    static let steps = 64

    let lines: LineConnection
    var session: MPDSession
    /// When the client last said something.
    var heard: MonotonicInstant
    var isTurnPosted = false

    init?(_ descriptor: Int32, isAdmitted: Bool, _ loop: EventLoop) {
        guard let lines = LineConnection(descriptor, Self.limits, loop: loop) else { return nil }
        self.lines = lines
        session = MPDSession(isAdmitted: isAdmitted)
        heard = loop.now
    }

    /// The client with the lowest rank goes if there are too many.
    var rank: (Int, MonotonicInstant) { (session.isAdmitted ? 1 : 0, heard) }

    /// Sends the result of a command.
    func send(_ result: Result<MPDAnswer, MPDError>) {
        switch result {
        case .failure(let error): lines.send(session.finish(error))
        case .success(let answer):
            answer.send(
                limit: session.binaryLimit, text: { lines.send($0) }, bytes: { lines.send($0) },
                pieces: { lines.send(pieces: $0) })
            lines.send(session.finish(nil))
        }
    }
}
