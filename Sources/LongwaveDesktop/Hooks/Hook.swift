import RadioPlayer

/// A program to run on an event of the player (docs/OPERATOR.md).
package struct Hook: Hashable, Sendable {
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
}
