import Longwave
import LongwaveTerminal
import RadioJSON
import TestSupport

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// The ways by which a command reaches a player.
enum ParityFront: String, Hashable, Sendable, CaseIterable {
    /// A key of `play`, or a key or choice on the screen, for a player of the same process.
    case local
    /// The same on a screen that controls the shared player over its socket.
    case shared
    /// `longwave ctl`.
    case ctl
    /// The desktop (MPRIS), for a player of any process.
    case desktop
}

/// What a command did: the words that the listener was shown, and what has changed in the player.
struct ParityOutcome: Hashable, Sendable, CustomStringConvertible {
    var words: [String]
    /// The changed facts, each as `name: before → after`.
    var changes: [String]

    var description: String { "says \(words), changes \(changes)" }
}

/// A real player without sound, with one front. Used on the player's loop only.
final class ParityRig {
    private let radio: Radio
    let folder: TemporaryDirectory
    private var service: SharedPlayer?
    private(set) var link: ControlLink?
    private(set) var screen: ScreenPlayer!
    private var observation: PlaybackObservation?
    /// What the front has shown, with `#` in place of each number.
    private var words: [String] = []
    /// The pages that the screen has read again.
    private var readAgain: [String] = []
    private var shown = ScreenPlaying()
    private var hasMeter = false
    private var jumps: [String] = []
    /// Whether a request of `ctl` is not answered yet.
    private(set) var isAsking = false
    private let front: ParityFront
    var socket: String { folder.path + "/control.sock" }

    static let links = [SongLinkTemplate(name: "Shop", url: "https://shop.example/?q={artist}+{title}")]

    init(_ front: ParityFront, _ radio: Radio, _ folder: TemporaryDirectory, _ manager: isolated PlaybackManager) throws
    {
        self.front = front
        self.radio = radio
        self.folder = folder
        let keeping = KeepSettings(.init(recordings: folder.path + "/recordings"))
        radio.use(settings(keeping), on: manager)
        switch front {
        case .local, .desktop:
            screen = ScreenPlayer(LocalLink(radio, manager), keeping: { keeping }, news(manager), manager)
        case .shared, .ctl:
            var options = SharedPlayer.Options()
            (options.socket, options.state) = (socket, folder.path + "/player.json")
            service = try SharedPlayer(radio, options, on: manager)
            guard let first = ControlLink(places: [socket], loop: manager.loop),
                let second = ControlLink(places: [socket], loop: manager.loop)
            else { throw PlayerCommandError.gone }
            screen = ScreenPlayer(SharedLink(first, manager.loop), keeping: { keeping }, news(manager), manager)
            // `ctl` has a connection of its own. The screen only watches.
            link = front == .ctl ? second : first
        }
        observation = manager.observe { [unowned self] notification in
            // Fast forward and rewind consist of jumps.
            guard case .didJump(let from, let to, let reason, let snapshot) = notification, snapshot.scan == nil,
                abs((to - from).seconds) > 1
            else { return }
            // The distance to the live edge grows while the row waits.
            let distance = reason == .liveEdge ? "" : " \(Int(((to - from).seconds / 5).rounded()) * 5) s"
            jumps.append(reason.rawValue + distance)
        }
    }

    private func settings(_ keeping: KeepSettings) -> CommandSettings {
        var settings = CommandSettings()
        settings.libraries = [folder.path + "/stations.json"]
        settings.programmes = [Programme(name: "shop", sources: ["alpha", "gamma"])]
        (settings.recordings, settings.keptSpan, settings.links) = (keeping.folder, keeping.span, Self.links)
        return settings
    }

    private func news(_ manager: isolated PlaybackManager) -> ScreenPlayerNews {
        ScreenPlayerNews(
            playing: { [unowned self] in shown = $0 }, levels: { [unowned self] in hasMeter = $0 != nil },
            say: { [unowned self] in tell($0, .local, .shared) },
            titleDidChange: { [unowned self] in readAgain.append("titles") },
            queueDidChange: { [unowned self] in readAgain.append("queue") }, ready: {},
            failed: { [unowned self] in tell("\($0.name): \($1)", .local, .shared) },
            ended: { [unowned self] in tell("ended: \($0)", .local, .shared) })
    }

    /// Stores words for the listener, if the tested front is one of `fronts`.
    private func tell(_ text: String, _ fronts: ParityFront...) {
        guard fronts.contains(front) else { return }
        words.append(text.replacing(folder.path, with: "").replacing(#/[0-9]+/#, with: "#"))
    }

    /// Stores words that a row reads from the screen's player.
    func tell(_ text: String) { tell(text, .local, .shared) }

    func forget() { (words, readAgain, jumps) = ([], [], []) }

    var wordCount: Int { words.count }

    /// The words and the pages that were read again.
    var everything: [String] { words + readAgain }

    /// Waits until everything that was asked for before is answered.
    func settle(_ manager: isolated PlaybackManager) async {
        for _ in 0..<2 {
            var isAnswered = false
            if let link {
                link.ask("status") { _ in isAnswered = true }
            } else {
                manager.loop.post { isAnswered = true }
            }
            await manager.wait { isAnswered }
        }
    }

    /// Sends a request as `longwave ctl` does. Stores the error's sentence, which `ctl` prints.
    func ask(_ request: ParityRequest) {
        isAsking = true
        link?.ask(request.method, .object(request.members(in: folder.path))) { [unowned self] answer in
            isAsking = false
            if case .failure(let error) = answer { tell(error.sentence, .ctl) }
        }
    }

    /// Carries out a request of the desktop.
    func perform(_ command: MprisCommand, _ manager: isolated PlaybackManager) {
        if let command = command.command(manager.snapshot, manager.queue) { radio.perform(command, on: manager) }
    }

    /// Plays the items of a scene.
    func play(_ items: [PlaybackItem], at index: Int, _ manager: isolated PlaybackManager) {
        radio.begin(Selection(items: items, index: index, isStation: true), on: manager)
    }

    // MARK: The player's state

    func outcome(since before: [String: String], _ manager: isolated PlaybackManager) -> ParityOutcome {
        let after = facts(manager)
        let changes = after.keys.sorted().compactMap { name in
            let (old, new) = (before[name] ?? "", after[name] ?? "")
            return old == new ? nil : "\(name): \(old) → \(new)"
        }
        return ParityOutcome(words: words, changes: changes)
    }

    func facts(_ manager: isolated PlaybackManager) -> [String: String] {
        screen.tick(manager)
        let (snapshot, queue) = (manager.snapshot, manager.queue)
        let names = queue.entries.enumerated().map { ($0 == queue.index ? "*" : "") + Self.name($1.item) }
        return [
            "status": Self.word(snapshot.status), "item": snapshot.item.map(Self.name) ?? "none",
            "programme": snapshot.programme?.name ?? "none",
            "volume": "\(Int((snapshot.volume * 100).rounded())) %", "muted": "\(snapshot.isMuted)",
            "equaliser": snapshot.equaliser.text, "rate": "\(snapshot.rate)", "scan": snapshot.scan?.rawValue ?? "none",
            "queue": queue.isShuffled ? "in random order" : names.joined(separator: " "),
            "repeat": queue.repeatMode.rawValue, "recordings": "\(snapshot.recordings.count)",
            "sleep": Self.minutes(shown.notes), "meter": "\(hasMeter)", "jumps": jumps.joined(separator: ", "),
        ]
    }

    private static func name(_ item: PlaybackItem) -> String {
        item.station.name.hasPrefix("http:") ? "an address" : item.station.name
    }

    private static func word(_ status: PlaybackStatus) -> String {
        switch status {
        case .waitingToPlay, .playing: "playing"
        case .paused(let why): "paused (\(why))"
        case .stopped: "stopped"
        case .ended: "ended"
        case .failed: "failed"
        }
    }

    /// The sleep timer's time in whole minutes, as the screen shows it.
    private static func minutes(_ notes: [String]) -> String {
        guard let note = notes.first(where: { $0.hasPrefix("sleep in ") }) else { return "off" }
        let parts = note.dropFirst("sleep in ".count).split(separator: ":").compactMap { Double($0) }
        return "\(Int((parts.reduce(0) { $0 * 60 + $1 } / 60).rounded())) min"
    }

    func finish(_ manager: isolated PlaybackManager) async {
        observation = nil
        radio.perform(.sleep(nil), on: manager)
        (link, screen) = (nil, nil)
        guard let service else { return }
        var isOver = false
        service.close(on: manager) { isOver = true }
        await manager.wait { isOver }
    }
}

extension PlaybackManager {
    /// Lets the loop run until a condition holds. Returns false if it does not within `bound`.
    @discardableResult
    func wait(within bound: Duration = .seconds(60), for condition: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + bound
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            // A task that sleeps would go on only after the tests that block Swift's threads.
            await withCheckedContinuation { going in loop.schedule(after: .milliseconds(5)) { going.resume() } }
        }
        return true
    }
}
