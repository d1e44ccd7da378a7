/// A station's description in the headers of a SHOUTcast or Icecast response.
///
/// A station chooses these values freely, so the decoders do not rely on them. An empty value counts as missing.
package struct IcyHeaders: Hashable, Sendable {
    /// Maximum length of a value in UTF-8 bytes. Longer values are truncated.
    package static let maximumValueLength = 4096

    /// `icy-name`: the station's name.
    package var name: String?
    /// `icy-genre`: the station's genre.
    package var genre: String?
    /// `icy-url`: the station's web page.
    package var url: String?
    /// `icy-description`: a text about the station.
    package var description: String?
    /// `icy-logo`: the address of the station's logo.
    package var logoURL: String?
    /// `server`: the name of the server's software.
    package var server: String?
    /// `content-type`: the stream's media type without parameters, in lower case.
    package var contentType: String?
    /// `icy-metaint`: bytes of sound between two metadata blocks; nil if absent or invalid.
    package var metaint: Int?
    /// The stream's bits per second, from `icy-br` (kbit/s, sometimes repeated: `128,128`) or from
    /// `ice-audio-info: bitrate=128;…`.
    package var bitRate: Int?
    /// Samples per second from `ice-audio-info` or `icy-sr`.
    package var sampleRate: Int?
    /// Number of channels from `ice-audio-info`.
    package var channelCount: Int?
    /// `icy-pub`: whether the station wants to be listed in directories; nil if absent or invalid.
    package var isPublic: Bool?

    /// Reads the headers of a response.
    /// - Parameter headers: all headers in order, with names in upper or lower case. If several headers have the same
    ///   name, the first readable value is used. For `icy-br`, the last readable value is used; it overrides
    ///   `ice-audio-info`.
    package init(_ headers: [(name: String, value: String)]) {
        for (name, rawValue) in headers {
            let value = Self.trimmed(rawValue)
            guard !value.isEmpty else { continue }
            switch name.lowercased() {
            case "icy-name": self.name = self.name ?? value
            case "icy-genre": genre = genre ?? value
            case "icy-url": url = url ?? value
            case "icy-description": description = description ?? value
            case "icy-logo": logoURL = logoURL ?? value
            case "server": server = server ?? value
            case "content-type": contentType = contentType ?? Self.mediaType(value)
            case "icy-metaint": metaint = metaint ?? IcySplitter.metaint(fromHeader: value)
            case "icy-br": bitRate = Self.bitRate(value) ?? bitRate
            case "icy-sr": sampleRate = sampleRate ?? Self.number(value, in: 1...768_000)
            case "icy-pub": isPublic = isPublic ?? (value == "1" ? true : value == "0" ? false : nil)
            case "ice-audio-info": readAudioInfo(value)
            default: break
            }
        }
    }

    /// Reads the value of an `ice-audio-info` header, such as `ice-bitrate=128;ice-samplerate=44100;ice-channels=2`.
    /// The prefix `ice-` may be missing.
    private mutating func readAudioInfo(_ value: String) {
        for pair in value.split(whereSeparator: { $0 == ";" || $0 == "&" }).prefix(16) {
            let halves = pair.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { continue }
            var key = Self.trimmed(String(halves[0])).lowercased()
            if key.hasPrefix("ice-") { key.removeFirst(4) }
            let text = Self.trimmed(String(halves[1]))
            switch key {
            case "bitrate": bitRate = bitRate ?? Self.bitRate(text)
            case "samplerate": sampleRate = sampleRate ?? Self.number(text, in: 1...768_000)
            case "channels": channelCount = channelCount ?? Self.number(text, in: 1...255)
            default: break
            }
        }
    }

    /// Returns a media type without parameters, in lower case: `audio/mpeg;charset=UTF-8` → `audio/mpeg`. Returns nil
    /// if no type is left.
    static func mediaType(_ value: String) -> String? {
        let type = trimmed(String(value.prefix { $0 != ";" && $0 != "," })).lowercased()
        return type.isEmpty ? nil : type
    }

    /// Returns the bit rate in bits per second from a text such as `128`, `128,128`, `128 kbps` or `128000`. Returns
    /// nil for `0` and for a text without a leading number, such as `Quality 0`.
    private static func bitRate(_ value: String) -> Int? {
        guard let number = number(value, in: 1...100_000_000) else { return nil }
        // No station sends 8000 kbit/s or more, so a number from 8000 on must be in bit/s.
        return number >= 8000 ? number : number * 1000
    }

    /// Returns the decimal number at the beginning of `value`; nil if `value` begins otherwise, or the number is not in
    /// `range`.
    private static func number(_ value: String, in range: ClosedRange<Int>) -> Int? {
        guard let number = Int(value.prefix { $0.isASCII && $0.isNumber }), range.contains(number) else { return nil }
        return number
    }

    /// Returns the first ``maximumValueLength`` bytes of a header's value, without blanks at the beginning and end.
    private static func trimmed(_ value: String) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let bytes = value.utf8.prefix(maximumValueLength)
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }
}
