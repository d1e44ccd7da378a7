import CLinux
import Longwave
import RadioLoop

/// Runs the programs of hooks.
///
/// Hooks never delay the sound: each program is a process of its own, which is started from a closure posted to the
/// loop.
///
/// When the player ends, programs that still run get a moment to end, and are then stopped with all processes of their
/// sessions.
package final class HookRunner {
    /// The largest number of bytes of a program's output that are stored, to be reported if the program fails.
    private static let maximumOutput = 4096
    /// The time between SIGTERM and SIGKILL when a hook's program has exceeded its time limit, or the player has ended.
    private static let grace = Duration.seconds(2)
    /// How long programs may still run when the player ends, so that a hook of the last event can do its work.
    private static let endPatience = Duration.seconds(2)
    /// The environment variables that the service manager sets for the player only. A hook's program does not get them.
    private static let privateNames = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS"]

    /// An event in the two forms that a hook's program receives: environment variables and JSON.
    private struct Occasion {
        var variables: [String: String]
        /// The event as one line of JSON.
        var line: [UInt8]
    }

    private let loop: EventLoop
    private let report: (String) -> Void
    private var json: JSONLine
    private var hooks: [Hook] = []
    private var queue = HookQueue<Occasion>()
    private var observation: PlaybackObservation?
    /// The programs that run, by hook.
    private var programs: [Hook: ChildProgram] = [:]
    /// Called when the last program has ended, after ``finish(then:)``.
    private var onFinish: (() -> Void)?
    private var endTimer: LoopTimer?
    /// The hooks whose programs have failed, which was reported, and have not succeeded since.
    private var failing: Set<Hook> = []

    /// Creates a runner without hooks.
    /// - Parameter report: called with a message when a hook's program fails. Further failures are reported only after
    ///   the program has succeeded.
    package init(_ manager: isolated PlaybackManager, report: @escaping (String) -> Void) {
        loop = manager.loop
        self.report = report
        json = JSONLine(clock: .now())
    }

    /// Sets the hooks that run from now on, in place of the earlier hooks.
    /// - Parameter links: templates for the addresses of web pages that search for a song. The JSON of an event
    ///   contains these addresses.
    package func use(_ hooks: [Hook], links: [SongLinkTemplate], on manager: isolated PlaybackManager) {
        (self.hooks, json.links) = (hooks, links)
        queue.keep(only: hooks)
        failing.formIntersection(hooks)
        // Without hooks, the runner does not observe the player.
        if hooks.isEmpty {
            observation = nil
        } else if observation == nil {
            observation = manager.observe { [weak self] in self?.received($0) }
        }
    }

    /// Ends the hooks. Calls `completion` when no program runs any more: after at most ``endPatience`` and ``grace``.
    package func finish(then completion: @escaping () -> Void) {
        hooks = []
        observation = nil
        guard !queue.running.isEmpty else { return completion() }
        onFinish = completion
        endTimer = loop.schedule(after: Self.endPatience) { [weak self] in
            guard let self else { return }
            queue.keep(only: [])
            for program in programs.values { program.end() }
        }
    }

    private func received(_ notification: PlaybackNotification) {
        let wanted = hooks.filter { $0.event == notification.kind }
        guard !wanted.isEmpty else { return }
        let occasion = Occasion(
            variables: HookFacts.variables(notification), line: Array((json.value(notification).text() + "\n").utf8))
        for hook in wanted { if let run = queue.add(.init(hook: hook, occasion: occasion)) { post(run) } }
    }

    private func post(_ run: HookQueue<Occasion>.Run) { loop.post { [self] in start(run) } }

    /// Starts the program of a hook, with the event in its environment and on its standard input.
    private func start(_ run: HookQueue<Occasion>.Run) {
        let hook = run.hook
        let variables = Self.environment.merging(run.occasion.variables) { $1 }
        let name = hook.command[0]
        let path = name.contains("/") ? name : ChildProgram.find(name, path: variables["PATH"] ?? "/usr/bin:/bin")
        guard let path else { return ended(hook, .notStarted(reason: "the program is not in PATH")) }
        var limits = ChildProgram.Limits(
            time: hook.timeout, work: nil, outputBytes: Self.maximumOutput, memoryBytes: nil, fileBytes: nil)
        limits.grace = Self.grace
        limits.cutsOutput = true
        programs[hook] = ChildProgram(
            path, Array(hook.command.dropFirst()), environment: variables, input: run.occasion.line, keepsErrors: true,
            limits: limits, loop: loop
        ) { [weak self] in self?.ended(hook, $0) }
    }

    private func ended(_ hook: Hook, _ ending: ChildProgram.Ending) {
        programs[hook] = nil
        defer { if queue.running.isEmpty, let done = onFinish.take() { done() } }
        if onFinish == nil, let problem = Self.problem(hook, ending) {
            if failing.insert(hook).inserted {
                report("the hook \(hook.command[0]) (\(hook.event.rawValue)) \(problem)")
            }
        } else {
            failing.remove(hook)
        }
        if let run = queue.ended(hook) { post(run) }
    }

    /// Returns what went wrong with a hook's program, in words that follow the hook's name in a sentence; nil if the
    /// program succeeded.
    private static func problem(_ hook: Hook, _ ending: ChildProgram.Ending) -> String? {
        switch ending {
        case .exited(code: 0, _): return nil
        case .exited(let code, let output):
            let said = PlainText.clean(String(String(decoding: output, as: UTF8.self).prefix(200)))
            return "failed with exit code \(code)" + (said.isEmpty ? "" : ": \(said)")
        case .killed(let signal): return "ended by signal \(signal)"
        case .timedOut: return "took longer than \(hook.timeout) and was stopped"
        case .tooMuchOutput: return "printed too much"
        case .notStarted(let reason): return "cannot start: \(reason)"
        }
    }

    /// The player's environment without the variables that are for the player only.
    private static var environment: [String: String] {
        var variables: [String: String] = [:]
        var next = longwave_environment()
        while let entry = next?.pointee {
            let text = String(cString: entry)
            if let sign = text.firstIndex(of: "="), sign != text.startIndex {
                variables[String(text[..<sign])] = String(text[text.index(after: sign)...])
            }
            next = next?.advanced(by: 1)
        }
        for name in privateNames { variables[name] = nil }
        return variables
    }
}
