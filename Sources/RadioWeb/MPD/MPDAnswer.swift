/// What a command answers, before `OK`.
enum MPDAnswer {
    case text(String)
    /// Many texts. Each is made when it is sent.
    case list(Int, (Int) -> String)
    /// A part of a picture of this size, which begins at an offset.
    case picture([UInt8], offset: Int, type: String?)

    static var empty: MPDAnswer { .text("") }

    static func songs(_ songs: [MPDSong], _ tags: Set<MPDTag>) -> MPDAnswer {
        .list(songs.count) { songs[$0].text(tags) }
    }

    static func lines(_ key: String, _ values: [String]) -> MPDAnswer {
        .list(values.count) { MPDText.pair(key, MPDText.line(values[$0])) }
    }

    /// The number of texts of a list that are made at once.
    private static let batch = 256

    /// Sends the answer.
    /// - Parameter limit: the largest number of bytes of a picture.
    func send(limit: Int, text: (String) -> Void, bytes: ([UInt8]) -> Void, pieces: (@escaping () -> String?) -> Void) {
        switch self {
        case .text(let answer): text(answer)
        case .list(let count, let line) where count <= Self.batch: text((0..<count).map(line).joined())
        case .list(let count, let line):
            var sent = 0
            pieces {
                guard sent < count else { return nil }
                let part = sent..<min(sent + Self.batch, count)
                sent = part.upperBound
                return part.map(line).joined()
            }
        case .picture(let picture, let offset, let type):
            let part = picture[offset..<min(offset + limit, picture.count)]
            text(MPDText.pair("size", picture.count) + (type.map { MPDText.pair("type", $0) } ?? ""))
            text(MPDText.pair("binary", part.count))
            bytes(part + [UInt8(ascii: "\n")])
        }
    }
}
