// The words that `print` shows.

extension Station: CustomStringConvertible {
    public var description: String { name.isEmpty ? urls.first ?? "station without a name" : name }
}

extension TrackInfo: CustomStringConvertible {
    public var description: String {
        let names = [artist, title].compactMap(\.self).joined(separator: " - ")
        let words = names.isEmpty ? text : names
        return switch kind {
        case .song, .unknown: words.isEmpty ? "no title" : words
        case .advertisement, .jingle, .speech: words.isEmpty ? kind.rawValue : "\(kind.rawValue): \(words)"
        case .none: "no title"
        }
    }
}

extension TrackInfo.Identifier: CustomStringConvertible {
    public var description: String { "\(name)=\(value)" }
}

extension MediaFormat: CustomStringConvertible {
    public var description: String {
        let rate = bitRate.map { ", \(($0 + 500) / 1000) kbit/s" } ?? ""
        return "\(codec.displayName), \(sampleRate) Hz, \(channelCount.counted("channel"))\(rate)"
    }
}

extension MediaTime {
    /// The time in seconds, for words.
    package var words: String { isNumeric ? "\(seconds) s" : description }
}

extension SongLink: CustomStringConvertible {
    public var description: String { "\(name): \(url)" }
}
