import RadioPlayer

/// A program that is run when something happens (docs/OPERATOR.md).
package struct Hook: Hashable, Sendable {
    package var event: PlaybackNotification.Kind
    /// The program's name or path, and its arguments; never empty. No shell reads them.
    package var command: [String]
    /// The program is ended after so long.
    package var timeout: Duration

    package static let usualTimeout = Duration.seconds(10)
    package static let maximumCount = 32
    /// What hooks may wait for: all but what comes once a second.
    package static let events = PlaybackNotification.Kind.allCases.filter { $0 != .bufferDidChange }

    package init(event: PlaybackNotification.Kind, command: [String], timeout: Duration = usualTimeout) {
        self.event = event
        self.command = command
        self.timeout = timeout
    }
}
