import RadioHls

/// The texts of playlists, as servers write them.
enum Playlists {
    /// A live playlist whose window moves with time. All segments have the same duration and are named by number,
    /// beginning with `seg0.ts`.
    struct Live {
        var segment = 6.0
        /// The target duration; nil for the segments' duration, rounded up.
        var target: Int?
        var count = 6
        /// The number of the newest segment at time zero.
        var newest: Int64 = 9
        var prefix = "seg"
        var extra = ""
        var between: (Int64) -> String = { _ in "" }
        var title: (Int64) -> String = { _ in "" }

        /// Returns the number of the newest segment at a time.
        func newest(at seconds: Double) -> Int64 { newest + Int64(seconds / segment) }

        /// Returns the live edge at a time, in seconds from the start of segment 0.
        func edge(at seconds: Double) -> Double { Double(newest + 1) * segment + seconds }

        func text(at seconds: Double) -> String {
            let last = newest(at: seconds)
            let first = max(last - Int64(count) + 1, 0)
            var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:\(target ?? Int(segment.rounded(.up)))\n"
            text += "#EXT-X-MEDIA-SEQUENCE:\(first)\n" + extra
            for number in first...last {
                text += "\(between(number))#EXTINF:\(segment),\(title(number))\n\(prefix)\(number).ts\n"
            }
            return text
        }
    }

    static func onDemand(_ count: Int, segment: Double = 6, prefix: String = "seg", extra: String = "") -> String {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:\(Int(segment.rounded(.up)))\n#EXT-X-PLAYLIST-TYPE:VOD\n" + extra
        for number in 0..<count { text += "#EXTINF:\(segment),\n\(prefix)\(number).ts\n" }
        return text + "#EXT-X-ENDLIST\n"
    }

    static func variants(_ rows: [(bandwidth: Int, uri: String)], codecs: String? = "mp4a.40.2") -> String {
        var text = "#EXTM3U\n"
        for row in rows {
            let named = codecs.map { ",CODECS=\"\($0)\"" } ?? ""
            text += "#EXT-X-STREAM-INF:BANDWIDTH=\(row.bandwidth)\(named)\n\(row.uri)\n"
        }
        return text
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
