import Longwave
import LongwaveTerminal
import RadioJSON
import TestSupport
import Testing

@testable import LongwaveCLI
@testable import LongwaveDesktop

/// What plays before a command.
enum ParityScene: Hashable, Sendable {
    case nothing
    /// Three files; the one at this index plays.
    case queue(Int)
    /// One file.
    case file
    /// A station with titles of 18 s each. It has sent 40 s of sound; the second title is heard.
    case station
    /// The same station at its live edge.
    case liveEdge
}

/// A request that `longwave ctl` sends.
struct ParityRequest: Sendable {
    var method: String
    var params: [JSONNode.Member]

    init(_ method: String, _ params: KeyValuePairs<String, JSONNode> = [:]) {
        self.method = method
        self.params = params.map { .init(name: $0.key, value: $0.value) }
    }

    /// The parameters, with the test's folder in place of `FOLDER`.
    func members(in folder: String) -> [JSONNode.Member] {
        params.map { member in
            guard case .string(let text) = member.value else { return member }
            return .init(name: member.name, value: .string(text.replacing("FOLDER", with: folder)))
        }
    }
}

/// A command, the words and the changes that it must cause, and by which fronts it can be given.
struct ParityRow: Sendable, CustomTestStringConvertible {
    var name: String
    var scene: ParityScene
    /// Brings the player into the state before the command.
    var before: @Sendable (isolated PlaybackManager) -> Void = { _ in }
    /// The position, in seconds, at which the player is paused, so that it does not advance before the command.
    var place: Double?
    /// The keys that give the command, pressed one after another.
    var keys: [KeyAction] = []
    /// What the screen does instead of a key, such as a choice on a page.
    var choice: (@Sendable (ParityRig, isolated PlaybackManager) -> Void)?
    var ctl: ParityRequest?
    var desktop: MprisCommand?
    var words: [String] = []
    /// Whether the words report a success that `changes` do not show.
    var saysSuccess = false
    var changes: [String] = []

    var testDescription: String { name }

    /// The fronts by which the command can be given.
    var fronts: [ParityFront] {
        ParityFront.allCases.filter { front in
            switch front {
            case .local, .shared: !keys.isEmpty || choice != nil
            case .ctl: ctl != nil
            case .desktop: desktop != nil
            }
        }
    }

    /// What the command must do by a front. The desktop shows no words. `ctl` prints only why nothing was done.
    func expected(by front: ParityFront) -> ParityOutcome {
        let isSilent = front == .desktop || front == .ctl && (saysSuccess || !changes.isEmpty)
        return ParityOutcome(words: isSilent ? [] : words, changes: changes)
    }
}
