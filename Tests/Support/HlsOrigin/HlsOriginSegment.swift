import RadioFormats

/// A segment that an ``HlsOrigin`` serves.
public struct HlsOriginSegment: Sendable {
    /// A piece of a segment that is there before the whole is.
    public struct Part: Sendable {
        public var duration: MediaTime
        public var content: [UInt8]
        public var isIndependent: Bool

        public init(duration: MediaTime, content: [UInt8], isIndependent: Bool = true) {
            self.duration = duration
            self.content = content
            self.isIndependent = isIndependent
        }
    }

    public var duration: MediaTime
    /// Its bytes, made when they are asked for.
    public var content: @Sendable () -> [UInt8]
    /// Together they are the content.
    public var parts: [Part] = []
    /// EXTINF's.
    public var title = ""
    /// More lines before EXTINF: date ranges, or whatever should be there.
    public var tags: [String] = []
    public var isDiscontinuous = false
    /// EXT-X-GAP; its bytes are answered with 404.
    public var isGap = false
    public var key: HlsOriginKey?
    /// EXT-X-MAP: a name under `/init/`, and what is there.
    public var initSection: (name: String, bytes: [UInt8])?
    /// Of its file's name.
    public var suffix = "aac"

    public init(duration: MediaTime, content: @escaping @Sendable () -> [UInt8]) {
        self.duration = duration
        self.content = content
    }

    public init(duration: MediaTime, bytes: [UInt8]) { self.init(duration: duration) { bytes } }
}
