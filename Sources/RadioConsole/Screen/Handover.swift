import LongwaveDesktop
import LongwaveTerminal
import RadioJSON
import RadioLoop

/// Makes the shared player continue what the player of this process plays, when a person closes the screen but wants to
/// hear on.
///
/// For a moment both players are heard, because a gap in the sound would be worse.
final class Handover {
    private let options: ScreenOptions
    private let loop: EventLoop
    /// Called when the handover ends, with the reason why it failed; nil if the shared player has taken over.
    private let done: (String?) -> Void
    private var link: ControlLink?
    private var timer: LoopTimer?
    private var starter: ChildProgram?
    private var deadline: MonotonicInstant
    private var isDone = false
    /// The parameters of the request `takeOver`: the state from which the shared player continues.
    private var wish = JSONNode.null
    /// Whether the player of this process was playing when the handover began. If false, the player was paused.
    private var isPlaying = true

    /// The longest time for the handover, in which the shared player may have to start and to connect to the station.
    private static let patience = Duration.seconds(20)
    /// The time between two attempts to connect to a shared player that is starting.
    private static let pause = Duration.milliseconds(50)

    init(_ options: ScreenOptions, _ manager: isolated PlaybackManager, then done: @escaping (String?) -> Void) {
        self.options = options
        self.done = done
        loop = manager.loop
        deadline = manager.loop.now.advanced(by: Self.patience)
    }

    /// Begins the handover. Starts a shared player if none runs.
    /// - Parameter yield: called before the request to the shared player. It must allow the shared player to be heard
    ///   while this player still plays.
    func begin(_ radio: Radio, yield: () -> Void, _ manager: isolated PlaybackManager) {
        guard manager.snapshot.item != nil, manager.snapshot.intent != .stopped else {
            return end("nothing is playing")
        }
        let state = SharedPlayerState(radio, on: manager)
        isPlaying = state.isPlaying
        wish = .members(["state": state.json])
        // Without the call of `yield`, the shared player would stay silent while this player plays.
        yield()
        if !connect() {
            startService()
            let timer = loop.makeTimer { [weak self] in self?.lookAgain() }
            self.timer = timer
            timer.rearm(after: Self.pause)
        }
        loop.schedule(after: Self.patience) { [weak self] in self?.end("the shared player did not take over") }
    }

    private func lookAgain() {
        guard !isDone, !connect() else { return }
        timer?.rearm(after: Self.pause)
    }

    /// Connects to the shared player and sends the request to take over. Returns false if no shared player is running.
    private func connect() -> Bool {
        guard let link = ControlLink(places: options.sharedPlayers, loop: loop) else { return false }
        self.link = link
        link.onNotification = { [weak self] method, params in if method == "event" { self?.received(params) } }
        link.onEnd = { [weak self] in self?.end("the shared player has ended") }
        link.ask("subscribe")
        link.ask("takeOver", wish) { [weak self] answer in
            guard let self else { return }
            switch answer {
            case .failure(let error): end(error.sentence)
            // If this player was paused, the handover does not wait for the shared player's sound.
            case .success: if !isPlaying { end(nil) }
            }
        }
        return true
    }

    private func received(_ event: JSONValue) {
        switch event["status"]?.string {
        case "playing": end(nil)
        case "failed": end(event["reasonText"]?.string ?? "the shared player did not take over")
        case _: break
        }
    }

    private func end(_ problem: String?) {
        guard !isDone else { return }
        isDone = true
        timer?.cancel()
        // A closure of the connection `link` may have called this method, so the connection is released only at the end
        // of the turn.
        loop.post { [self] in
            link = nil
            done(problem)
        }
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
            ["serve"] + options.libraries.map { "--library=\($0)" } + options.devices.map { "--device=\($0)" }
        if let problem = DetachedProgram.start(path, arguments) {
            end("the shared player cannot start: \(problem)")
        }
    }
}
