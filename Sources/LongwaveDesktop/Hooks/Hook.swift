import RadioPlayer

/// A program to run on an event of the player. The program gets the event in its environment and, as JSON, on its
/// standard input (docs/OPERATOR.md).
public struct Hook: Hashable, Sendable {
    package var event: PlaybackNotification.Kind
    /// The program's name or path, followed by its arguments. Never empty. The program is started directly, without a
    /// shell.
    package var command: [String]
    /// The longest time that the program may run. After this time, the program is stopped.
    package var timeout: Duration

    package static let usualTimeout = Duration.seconds(10)
    package static let maximumCount = 32
    /// The events that a hook may name: all except the buffer's changes, which come once a second.
    package static let events = PlaybackNotification.Kind.allCases.filter { $0 != .bufferDidChange }

    package init(event: PlaybackNotification.Kind, command: [String], timeout: Duration = usualTimeout) {
        self.event = event
        self.command = command
        self.timeout = timeout
    }

    /// Creates a hook.
    /// - Parameters:
    ///   - name: the name of the event, as `PlaybackNotification.name` returns it.
    ///   - command: the program's name or path, followed by its arguments. No shell is involved.
    ///   - timeout: after this time, the program is stopped.
    /// - Returns: nil if no event that a hook may name has this name, or the command is empty.
    public init?(event name: String, command: [String], timeout: Duration = .seconds(10)) {
        guard let event = Self.events.first(where: { $0.rawValue == name }), !command.isEmpty else { return nil }
        self.init(event: event, command: command, timeout: timeout)
    }
}
