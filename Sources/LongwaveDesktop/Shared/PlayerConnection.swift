import Longwave

/// A player that a program shows and controls: the shared player of the user, or the program's own if none runs.
///
///     let player = await PlayerConnection(radio, on: radio.manager)
///     _ = try await player.perform(.play(PlayRequest(.named("fip"))))
///     for await state in player.states { print(state) }
public final class PlayerConnection: Sendable {
    /// Whether the player is the shared player. If not, it is the player of the radio.
    public let isShared: Bool
    /// The player's states: the current one, then each new one. A slow reader gets only the newest state.
    ///
    /// The stream ends when the shared player ends or does not answer. Only one task may read it.
    public let states: AsyncStream<PlayerState>
    private let radio: Radio
    private let box: LoopBox<any PlayerLink>

    /// Connects to the shared player. If none runs, takes the radio's own player.
    /// - Parameters:
    ///   - radio: the radio whose player is taken if no shared player runs.
    ///   - socket: the path of the shared player's socket; nil for the paths where it usually listens.
    ///   - manager: the radio's player.
    public convenience init(_ radio: Radio, socket: String? = nil, on manager: isolated PlaybackManager) {
        self.init(radio, socket: socket, firstAnswer: .seconds(30), on: manager)
    }

    init(_ radio: Radio, socket: String?, firstAnswer: Duration, on manager: isolated PlaybackManager) {
        let shared = SharedLink.connect(socket.map { [$0] }, manager.loop, firstAnswer: firstAnswer)
        let link: any PlayerLink = shared ?? radio.playerLink(on: manager)
        let (states, continuation) = AsyncStream.makeStream(of: PlayerState.self, bufferingPolicy: .bufferingNewest(1))
        (isShared, self.states, self.radio) = (shared != nil, states, radio)
        box = LoopBox(link, manager.loop)
        link.onChange = { continuation.yield($1) }
        link.onEnd = { _ in continuation.finish() }
        // The shared player sends its first state itself.
        if shared == nil { continuation.yield(link.state(manager)) }
    }

    deinit { box.empty() }

    /// Carries out a command on the player, and returns its state afterwards.
    @discardableResult
    public func perform(_ command: PlayerCommand) async throws(PlayerCommandError) -> PlayerState {
        let result: Result<PlayerState, PlayerCommandError>
        do throws(RadioError) {
            result = try await radio.ask { manager, answer in
                guard let link = self.box.object else { return answer(.success(.failure(.gone))) }
                link.perform(command, manager) { result in
                    answer(.success(result.map { _ in link.state(manager) }))
                }
            }
        } catch { throw PlayerCommandError(error) }
        return try result.get()
    }
}
