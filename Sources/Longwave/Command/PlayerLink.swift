import RadioAudio
import RadioPlayer

/// A player that a front shows and controls: a player of this process (``Radio/playerLink(on:)``), or the shared player.
///
/// Fronts are keys, the screen, media keys and the like. The link is used on the manager's loop only. Only one front
/// may use a link.
public protocol PlayerLink: AnyObject {
    /// Called with each state of the player, and with the notification that led to it if the player sent one. While it
    /// is nil, no states are made.
    var onChange: ((PlaybackNotification?, PlayerState) -> Void)? { get set }
    /// Called with the levels of the sound while they are wanted.
    var onLevels: (AudioLevels) -> Void { get set }
    /// Called when the player cannot be reached any more.
    var onEnd: (PlayerLinkEnd) -> Void { get set }

    /// What the player is called among the words about its state; nil for a player of this process.
    var name: String? { get }

    /// Returns the player's state now.
    func state(_ manager: isolated PlaybackManager) -> PlayerState
    /// Carries out a command. Calls `answer` with the result, at once or later.
    func perform(
        _ command: PlayerCommand, _ manager: isolated PlaybackManager, then answer: @escaping Radio.Answer)
    /// Reads the whole queue. If a later reading begins before the end, `then` is not called.
    func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueuedItem]) -> Void)
    /// Asks for the output devices of the player's sound server.
    func listDevices(
        _ manager: isolated PlaybackManager, then: @escaping (Result<[OutputDevice], PlayerCommandError>) -> Void)
    /// Begins or ends the calls of ``onLevels``.
    func wantLevels(_ areWanted: Bool, _ manager: isolated PlaybackManager)
}

/// Why a player cannot be reached any more.
public enum PlayerLinkEnd: Sendable {
    /// The player or the connection to it has ended.
    case gone
    /// The player does not answer.
    case silent
}

/// An entry of a player's queue.
public struct QueuedItem: Hashable, Sendable {
    /// The entry's id. It stays the same while the queue changes, and no other entry has it.
    public var id: UInt64
    /// The entry's index in the queue, counted from 0.
    public var place: Int
    public var name: String
    public var isCurrent: Bool
    /// Why the entry did not play; nil if it did not fail.
    public var problem: String?

    package init(id: UInt64, place: Int, name: String, isCurrent: Bool, problem: String? = nil) {
        self.id = id
        self.place = place
        self.name = name
        self.isCurrent = isCurrent
        self.problem = problem
    }
}

extension Radio {
    /// Returns a link to the radio's own player.
    public func playerLink(on manager: isolated PlaybackManager) -> any PlayerLink { LocalLink(self, manager) }
}

/// The player of this process.
package final class LocalLink: PlayerLink {
    package var onChange: ((PlaybackNotification?, PlayerState) -> Void)?
    package var onLevels: (AudioLevels) -> Void = { _ in }
    package var onEnd: (PlayerLinkEnd) -> Void = { _ in }
    package let name: String? = nil

    private let radio: Radio
    private var observation: PlaybackObservation?
    private var timers: PlaybackObservation?
    private var meter: PlaybackObservation?

    package init(_ radio: Radio, _ manager: isolated PlaybackManager) {
        self.radio = radio
        observation = manager.observe { [weak self] in self?.onChange?($0, radio.playerState($0.snapshot, on: manager))
        }
        timers = radio.observeTimers(on: manager) { [weak self] in
            self?.onChange?(nil, radio.playerState(on: manager))
        }
    }

    package func state(_ manager: isolated PlaybackManager) -> PlayerState { radio.playerState(on: manager) }

    package func perform(
        _ command: PlayerCommand, _ manager: isolated PlaybackManager, then answer: @escaping Radio.Answer
    ) { radio.perform(command, on: manager, then: answer) }

    package func readQueue(_ manager: isolated PlaybackManager, then: @escaping ([QueuedItem]) -> Void) {
        let queue = manager.queue
        then(
            queue.entries.enumerated().map { place, entry in
                QueuedItem(
                    id: entry.id, place: place, name: entry.item.station.name, isCurrent: place == queue.index,
                    problem: entry.failure?.sentence)
            })
    }

    package func listDevices(
        _ manager: isolated PlaybackManager, then: @escaping (Result<[OutputDevice], PlayerCommandError>) -> Void
    ) { manager.listOutputDevices { then($0.mapError(PlayerCommandError.init)) } }

    package func wantLevels(_ areWanted: Bool, _ manager: isolated PlaybackManager) {
        meter = areWanted ? manager.observeLevels { [weak self] in self?.onLevels($0) } : nil
    }
}
