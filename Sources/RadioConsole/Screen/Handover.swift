import Glibc
import LongwaveTerminal
import RadioJSON
import RadioService

/// Lets the shared player go on with what plays here. Both are heard for a moment: rather that than silence.
final class Handover {
    private let options: ScreenOptions
    private let loop: EventLoop
    /// Told why it did not come to pass; nil: the shared player is heard.
    private let done: (String?) -> Void
    private var link: ControlLink?
    private var timer: LoopTimer?
    private var starter: ChildProgram?
    private var deadline: MonotonicInstant
    private var isDone = false
    private var wish: [JSONNode.Member] = []
    private var volume = 1.0

    /// A service may have to be started, and a station to be connected.
    private static let patience = Duration.seconds(20)
    private static let pause = Duration.milliseconds(50)

    init(_ options: ScreenOptions, _ manager: isolated PlaybackManager, then done: @escaping (String?) -> Void) {
        self.options = options
        self.done = done
        loop = manager.loop
        deadline = manager.loop.now.advanced(by: Self.patience)
    }

    func begin(_ local: LocalPlayer, _ manager: isolated PlaybackManager) {
        let snapshot = manager.snapshot
        guard let station = snapshot.item?.station, snapshot.intent != .stopped else { return end("nothing plays") }
        wish = [.init(name: "what", value: .string(SharedClient.name(station)))]
        volume = snapshot.volume
        // One that comes would else be told to be silent for this one.
        local.yield()
        if !connect() {
            startService()
            let timer = loop.makeTimer { [weak self] in self?.lookAgain() }
            self.timer = timer
            timer.rearm(after: Self.pause)
        }
        loop.schedule(after: Self.patience) { [weak self] in self?.end("the shared player does not play it") }
    }

    private func lookAgain() {
        guard !isDone, !connect() else { return }
        timer?.rearm(after: Self.pause)
    }

    private func connect() -> Bool {
        guard let link = ControlLink(places: options.sharedPlayers, loop: loop) else { return false }
        self.link = link
        link.onEvent = { [weak self] in self?.received($0) }
        link.onEnd = { [weak self] in self?.end("the shared player has ended") }
        link.ask("subscribe")
        link.ask("volume", [.init(name: "to", value: .number(volume))])
        link.ask("play", wish) { [weak self] answer in
            if case .failure(let error) = answer { self?.end(error.message) }
        }
        return true
    }

    private func received(_ event: JSONValue) {
        switch event["status"]?.string {
        case "playing": end(nil)
        case "failed": end(event["reasonText"]?.string ?? "the shared player does not play it")
        case _: break
        }
    }

    private func end(_ problem: String?) {
        guard !isDone else { return }
        isDone = true
        timer?.cancel()
        // Its connections are being used.
        loop.post { [self] in
            link = nil
            done(problem)
        }
    }

    // MARK: The service

    /// By the user's service manager where it has the unit, else as a program of its own.
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

    /// In a session of its own: the terminal's end is not its end.
    private func startProgram() {
        guard let path = Environment.executable else { return end("the program does not find itself") }
        let arguments =
            [path, "serve"] + options.libraries.flatMap { ["--library", $0] }
            + options.devices.flatMap { ["--device", $0] }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.setSession)
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, words, environ)
        if code != 0 { end("the shared player could not be started: \(String(cString: strerror(code)))") }
    }

    /// POSIX_SPAWN_SETSID of <spawn.h>, which shows it to _GNU_SOURCE only.
    private static let setSession: Int16 = 0x80
}
