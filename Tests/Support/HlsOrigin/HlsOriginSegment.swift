import RadioFormats

/// A segment that an ``HlsOrigin`` serves.
package struct HlsOriginSegment: Sendable {
    /// A piece of a segment that is there before the whole is.
    package struct Part: Sendable {
        package var duration: MediaTime
        package var content: [UInt8]
        package var isIndependent: Bool

        package init(duration: MediaTime, content: [UInt8], isIndependent: Bool = true) {
            self.duration = duration
            self.content = content
            self.isIndependent = isIndependent
        }
    }

    package var duration: MediaTime
    /// Its bytes, made when they are asked for.
    package var content: @Sendable () -> [UInt8]
    /// Together they are the content.
    package var parts: [Part] = []
    /// EXTINF's.
    package var title = ""
    /// More lines before EXTINF: date ranges, or whatever should be there.
    package var tags: [String] = []
    package var isDiscontinuous = false
    /// EXT-X-GAP; its bytes are answered with 404.
    package var isGap = false
    package var key: HlsOriginKey?
    /// EXT-X-MAP: a name under `/init/`, and what is there.
    package var initSection: (name: String, bytes: [UInt8])?
    /// Of its file's name.
    package var suffix = "aac"

    package init(duration: MediaTime, content: @escaping @Sendable () -> [UInt8]) {
        self.duration = duration
        self.content = content
    }

    package init(duration: MediaTime, bytes: [UInt8]) { self.init(duration: duration) { bytes } }
}
