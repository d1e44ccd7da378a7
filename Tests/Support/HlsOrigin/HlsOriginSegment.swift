import RadioFormats

/// A segment that an ``HlsOrigin`` serves.
package struct HlsOriginSegment: Sendable {
    /// A part of a segment, which exists before the segment is complete.
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
    /// Makes the segment's bytes. The origin calls it for each request.
    package var content: @Sendable () -> [UInt8]
    /// The parts, whose bytes together are the segment's content. Empty for a segment without parts.
    package var parts: [Part] = []
    /// The title in EXTINF.
    package var title = ""
    /// Further lines before EXTINF, such as EXT-X-DATERANGE.
    package var tags: [String] = []
    package var isDiscontinuous = false
    /// Whether EXT-X-GAP precedes the segment. Requests for the segment then get a 404.
    package var isGap = false
    package var key: HlsOriginKey?
    /// The init section (EXT-X-MAP): its name under `/init/`, and its bytes.
    package var initSection: (name: String, bytes: [UInt8])?
    /// The suffix of the file name.
    package var suffix = "aac"

    package init(duration: MediaTime, content: @escaping @Sendable () -> [UInt8]) {
        self.duration = duration
        self.content = content
    }

    package init(duration: MediaTime, bytes: [UInt8]) { self.init(duration: duration) { bytes } }
}
