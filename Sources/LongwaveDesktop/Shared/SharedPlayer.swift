import Longwave

/// Makes a radio's player the player that all programs of the user share.
///
/// `longwave ctl`, `longwave` itself and each ``PlayerConnection`` control the player over a Unix socket, which also
/// other programs can use (docs/JSON.md). Only the user and root may connect.
///
///     let shared = try await SharedPlayer(radio, on: radio.manager)
///
/// The player is shared until the object is released. Call ``close()`` first if ``Options/state`` is set.
public final class SharedPlayer: Sendable {
    /// Where the player listens, and what it restores.
    public struct Options: Sendable {
        /// The name and version of the program, for clients that ask.
        public var program = "longwave"
        /// The path of the Unix socket; nil for the path where all clients of this user look for the shared player.
        public var socket: String?
        /// The path of the file in which the player stores its queue and position, to continue with them at its next
        /// start; nil to store nothing.
        public var state: String?
        /// The path of the file with the schedule that the player carries out (`schedule.json`); nil for none.
        public var schedule: String?
        /// The volume at the start, 0…1; nil for the volume of the last run.
        public var volume: Double?

        /// The programme to play at the start; nil for what played at the end of the last run.
        public var programme: String?

        public init() {}
    }

    private let manager: PlaybackManager
    private let box: LoopBox<SharedPlayerService>

    /// Listens at the socket, and begins to restore the queue of the last run.
    /// - Parameters:
    ///   - radio: the radio to share.
    ///   - options: where the player listens, and what it restores.
    ///   - manager: the radio's player.
    ///   - quit: called on the player's loop when a client asks the program to end.
    ///   - report: called on the player's loop with messages for the user, such as why the state cannot be stored.
    /// - Throws: ``SharedPlayerError`` if the socket cannot be used.
    public init(
        _ radio: Radio, _ options: Options = Options(), on manager: isolated PlaybackManager,
        quit: @escaping () -> Void = {}, report: @escaping (String) -> Void = { _ in }
    ) throws(SharedPlayerError) {
        self.manager = manager
        box = LoopBox(try SharedPlayerService(radio, options, manager, quit: quit, report: report), manager.loop)
    }

    deinit { box.empty() }

    /// Closes the socket and cancels the sleep timer. Returns once the state is stored.
    public func close() async {
        await manager.answer { manager, answer in self.close(on: manager) { answer(()) } }
    }

    package func close(on manager: isolated PlaybackManager, then completion: @escaping () -> Void) {
        guard let service = box.object else { return completion() }
        box.empty()
        service.finish(on: manager) { withExtendedLifetime(service, completion) }
    }
}

/// Why the shared player cannot listen at a socket.
public enum SharedPlayerError: ExplainedError, Hashable {
    /// A shared player already listens at this path.
    case inUse(String)
    /// The socket at the path (first value) cannot be used, for a reason (second value).
    case unusable(String, String)
    /// No path for the socket is known.
    case noFolder

    public var code: String {
        switch self {
        case .inUse: "socketInUse"
        case .unusable: "socketUnusable"
        case .noFolder: "noSocketFolder"
        }
    }

    public var sentence: String {
        switch self {
        case .inUse(let path): "The shared player is already running at \(path)."
        case .unusable(let path, let reason): "The socket \(path) cannot be used: \(reason)."
        case .noFolder: "No folder for the socket of the shared player."
        }
    }

    public var remedy: String? {
        self == .noFolder
            ? "Log in, which sets XDG_RUNTIME_DIR, or set LONGWAVE_SOCKET to the socket's path." : nil
    }
}
