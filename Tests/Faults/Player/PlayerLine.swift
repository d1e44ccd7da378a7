import FoundationEssentials
import RadioLoop

/// The parts of a line of `play --json` (docs/JSON.md) that the rows use, and the time at which the line was read.
package struct PlayerLine: Sendable {
    package struct Content: Decodable, Sendable {
        package struct Failure: Decodable, Sendable {
            package var kind: String
            package var message: String
            package var exitCode: Int?
        }

        package struct Track: Decodable, Sendable { package var text: String }

        package var event: String
        package var status: String?
        package var reason: String?
        package var download: String?
        package var sound: String?
        package var suppressions: [String]?
        package var device: String?
        package var error: Failure?
        package var heard: Double?
        package var stalls: Int?
        package var reconnects: Int?
        package var shouldResume: Bool?
        package var routeReason: String?
        package var liveOffset: Double?
        package var drift: Double?
        package var nowPlaying: Track?

        /// The title that the listener hears from this line on. Nil unless the event is `nowPlayingDidChange`.
        package var heardTitle: String? { event == "nowPlayingDidChange" ? nowPlaying?.text : nil }
    }

    package var at: MonotonicInstant
    package var content: Content

    init?(_ text: [UInt8], at: MonotonicInstant) {
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(text)) else { return nil }
        self.content = content
        self.at = at
    }

    /// The status with its reason, such as `paused(user)`.
    package var state: String? {
        content.status.map { status in content.reason.map { "\(status)(\($0))" } ?? status }
    }
}
