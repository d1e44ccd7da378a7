import LongwaveDesktop
import LongwaveTerminal
import RadioJSON
import RadioLoop
import RadioTape

/// Makes the shared player continue what the player of this process plays, when a person closes the screen but wants to
/// hear on.
///
/// For a moment both players are heard, because a gap in the sound would be worse. If something cannot go along, a
/// question says so before anything is done.
final class Handover {
    /// The closures by which a handover reports to the screen.
    struct Events {
        /// Asks a question about what cannot go along. The answer goes to ``answer(_:_:)``.
        var question: (String) -> Void
        /// Called before the request to the shared player. It must allow the shared player to be heard while this
        /// player still plays.
        var yield: () -> Void
        /// Called when the handover ends, with the reason why it failed; nil if the shared player has taken over.
        var done: (String?) -> Void
    }

    private let options: ScreenOptions
    private let radio: Radio
    private let loop: EventLoop
    private let events: Events
    private var link: ControlLink?
    private var timer: LoopTimer?
    private var patience: LoopTimer?
    private var starter: ChildProgram?
    private var isDone = false
    /// Whether the tape can go along, if the person agrees to the losses.
    private var carries = false
    /// Whether the shared player has answered the request, and whether it is heard.
    private var (isAnswered, isHeard) = (false, false)
    /// Whether this handover has started the shared player.
    private var hasStarted = false
    /// The tape that goes along. Its file stays open until the end.
    private var tape: CarriedTape?
    /// Whether the other process may have the tape; nil unless this player's tape and recordings wait.
    private var isTaken: Bool?
    /// Ends the wait of the tape and the recordings.
    private var resume: (_ isTaken: Bool) -> Void = { _ in }
    /// Whether the player of this process was playing when the handover began. If false, the player was paused.
    private var isPlaying = true

    /// The longest time for the handover, in which the shared player may have to start and to connect to the station.
    private static let limit = Duration.seconds(20)
    /// The time between two attempts to connect to a shared player that is starting.
    private static let pause = Duration.milliseconds(50)
    /// A shorter duration of kept sound is lost without a question: 30 s, about as much as a server sends at once.
    private static let leastKept = Duration.seconds(30)

    init(_ options: ScreenOptions, _ radio: Radio, _ manager: isolated PlaybackManager, _ events: Events) {
        self.options = options
        self.radio = radio
        self.events = events
        loop = manager.loop
    }

    /// Begins the handover. Starts a shared player if none runs.
    func begin(_ manager: isolated PlaybackManager) {
        guard manager.snapshot.item != nil, manager.snapshot.intent != .stopped else {
            return end("nothing is playing")
        }
        beginPatience()
        guard !connect(manager) else { return }
        hasStarted = true
        startService()
        let timer = loop.makeTimer { [weak self] in self?.lookAgain(manager) }
        self.timer = timer
        timer.rearm(after: Self.pause)
    }

    private func beginPatience() {
        patience = loop.schedule(after: Self.limit) { [weak self] in self?.end("the shared player did not take over") }
    }

    private func lookAgain(_ manager: isolated PlaybackManager) {
        guard !isDone, !connect(manager) else { return }
        timer?.rearm(after: Self.pause)
    }

    /// Connects to the shared player and asks what it can take over. Returns false if no shared player is running.
    private func connect(_ manager: isolated PlaybackManager) -> Bool {
        guard let link = ControlLink(places: options.sharedPlayers, loop: loop) else { return false }
        self.link = link
        link.onNotification = { [weak self] method, params in if method == "event" { self?.received(params) } }
        link.onEnd = { [weak self] in self?.end("the shared player has ended") }
        link.ask("hello") { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let error): end(error.sentence)
            case .success(let hello): meet(hello, manager)
            }
        }
        return true
    }

    // MARK: What goes along

    /// Hands over, or first asks whether to do so if something is lost.
    private func meet(_ hello: JSONValue, _ manager: isolated PlaybackManager) {
        let problem: String? =
            switch hello["takesTape"] {
            case .bool(true)?: manager.snapshot.programme == nil ? manager.tapeProblem : "a programme plays"
            case .bool(false)?: "no time shift there"
            case _: "an older player"
            }
        guard let losses = losses(problem, manager) else { return handOver(with: problem == nil, manager) }
        patience?.cancel()
        carries = problem == nil
        events.question(losses)
    }

    /// Returns the question about what cannot go along, in at most 56 columns; nil if everything can.
    /// - Parameter problem: why the tape and the recordings cannot go along; nil if they can.
    private func losses(_ problem: String?, _ manager: isolated PlaybackManager) -> String? {
        let snapshot = manager.snapshot
        guard let problem else {
            return manager.hasEndlessRecording ? "the recording goes on in a second file?" : nil
        }
        let kept = snapshot.loadedTimeRanges.nearest(to: snapshot.currentTime)?.duration ?? .zero
        let isLive = snapshot.stream?.duration == nil
        switch (isLive && kept >= Self.leastKept, !snapshot.recordings.isEmpty) {
        case (true, true): return "kept sound and recording end here (\(problem))?"
        case (true, false): return "\(PlayerWords.clock(kept)) of kept sound ends here (\(problem))?"
        case (false, true): return "the recording ends here (\(problem))?"
        case (false, false): return nil
        }
    }

    /// Goes on after the question.
    func answer(_ isWanted: Bool, _ manager: isolated PlaybackManager) {
        guard !isDone else { return }
        guard isWanted else {
            if hasStarted { link?.ask("quit") }
            return end("this screen plays on")
        }
        beginPatience()
        handOver(with: carries, manager)
    }

    private func handOver(with hasTape: Bool, _ manager: isolated PlaybackManager) {
        // Without the call of `yield`, the shared player would stay silent while this player plays.
        events.yield()
        guard hasTape else { return ask(manager) }
        isTaken = false
        resume = { manager.goOn(isTaken: $0) }
        manager.suspend { [weak self] tape in
            guard let self, !isDone else { return manager.goOn(isTaken: false) }
            guard let tape else { return end("the kept sound cannot be read; this screen plays on") }
            self.tape = tape
            ask(manager)
        }
    }

    /// Asks the shared player to take over.
    private func ask(_ manager: isolated PlaybackManager) {
        let state = SharedPlayerState(radio, on: manager)
        isPlaying = state.isPlaying
        var wish: [JSONNode.Member] = [.init(name: "state", value: state.json)]
        if let tape { wish.append(.init(name: "tape", value: tape.json)) }
        patience?.cancel()
        beginPatience()
        link?.ask("subscribe")
        // Without an answer, the other process may write to the tape's file.
        if isTaken != nil { isTaken = true }
        link?.ask("takeOver", .object(wish), with: tape?.file.descriptor) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let error):
                if isTaken != nil { isTaken = false }
                end(error.sentence)
            case .success:
                isAnswered = true
                // If this player was paused, the handover does not wait for the shared player's sound.
                if !isPlaying || isHeard { end(nil) }
            }
        }
    }

    private func received(_ event: JSONValue) {
        switch event["status"]?.string {
        case "playing":
            isHeard = true
            if isAnswered { end(nil) }
        case "failed" where isAnswered: end(event["reasonText"]?.string ?? "the shared player did not take over")
        case _: isHeard = false
        }
    }

    private func end(_ problem: String?) {
        guard !isDone else { return }
        isDone = true
        timer?.cancel()
        patience?.cancel()
        // A closure of the connection `link` may have called this method, so the connection is released only at the end
        // of the turn.
        loop.post { [self] in
            link = nil
            if problem != nil, let isTaken { resume(isTaken) }
            events.done(problem)
        }
    }

    /// Gives up, because the screen ends.
    func cancel() {
        guard !isDone else { return }
        isDone = true
        timer?.cancel()
        patience?.cancel()
        if let isTaken { resume(isTaken) }
    }

    // MARK: The service

    /// Starts the shared player: by the user's systemd if its unit is installed, otherwise as a program that is
    /// independent of this terminal.
    private func startService() {
        let unit = UnitInstaller(environment: Environment.folders).map { $0.folder + "/" + ServiceUnit.name } ?? ""
        guard LocalFile.exists(unit),
            let program = ChildProgram.find("systemctl", path: Environment.value("PATH") ?? "/usr/bin:/bin")
        else { return startProgram() }
        let names = ["PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "DBUS_SESSION_BUS_ADDRESS"]
        let environment = names.reduce(into: [:]) { $0[$1] = Environment.value($1) }
        starter = ChildProgram(
            program, ["--user", "start", ServiceUnit.name], environment: environment,
            limits: .init(outputBytes: 1 << 16), loop: loop
        ) { [weak self] ending in
            guard case .exited(code: 0, _) = ending else { return self?.startProgram() ?? () }
        }
    }

    private func startProgram() {
        guard let path = Environment.executable else { return end("the program's path is unknown") }
        let arguments =
            ["serve"] + options.serviceArguments + options.libraries.map { "--library=\($0)" }
            + options.devices.map { "--device=\($0)" }
        if let problem = DetachedProgram.start(path, arguments) {
            end("the shared player cannot start: \(problem)")
        }
    }
}
