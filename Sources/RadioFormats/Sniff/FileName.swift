/// What a file's name says of it, by what follows the last dot.
package enum FileName {
    /// Of files of MPEG audio frames, and of AAC in ADTS.
    package static let mpegAudio = ["mp3", "mp2", "mp1", "mpga", "mpa"]
    package static let adts = ["aac", "aacp", "adts"]
    /// Of lists that lead to sound.
    package static let lists = ["m3u", "m3u8", "pls", "xspf", "asx"]
    /// Of other sound.
    private static let others = [
        "m4a", "mp4", "ogg", "oga", "opus", "flac", "wav", "aiff", "aif", "aifc", "wma", "ape", "wv", "ts",
    ]
    /// A longer line is no name (limits.h, PATH_MAX).
    private static let maximumLength = 4096

    /// In small letters; nil where there is none, or nothing before it.
    package static func suffix(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Whether a line of a list without any mark is the name of a file that is played.
    /// - Parameter line: without line end.
    package static func isPlayable(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count <= maximumLength, !Ascii.contains(line, "://") else { return false }
        let end = line.lastIndex { !Ascii.isBlank($0) }.map { $0 + 1 } ?? 0
        guard let suffix = suffix(of: String(decoding: line[..<end], as: UTF8.self)) else { return false }
        return [mpegAudio, adts, lists, others].contains { $0.contains(suffix) }
    }
}
