import FoundationEssentials
import RadioLoop

/// A line of `play --json` (docs/JSON.md), as far as the rows look at it, and when it came.
public struct PlayerLine: Sendable {
    public struct Content: Decodable, Sendable {
        public struct Failure: Decodable, Sendable {
            public var kind: String
            public var message: String
            public var exitCode: Int?
        }

        public var event: String
        public var status: String?
        public var reason: String?
        public var download: String?
        public var sound: String?
        public var suppressions: [String]?
        public var device: String?
        public var error: Failure?
        public var heard: Double?
        public var stalls: Int?
        public var reconnects: Int?
        public var shouldResume: Bool?
        public var routeReason: String?
    }

    public var at: MonotonicInstant
    public var content: Content

    init?(_ text: [UInt8], at: MonotonicInstant) {
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(text)) else { return nil }
        self.content = content
        self.at = at
    }

    /// As in `paused(user)`.
    public var state: String? {
        content.status.map { status in content.reason.map { "\(status)(\($0))" } ?? status }
    }
}
