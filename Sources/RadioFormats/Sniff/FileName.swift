/// Recognises files by the suffix of their name: the part after the last dot.
package enum FileName {
    /// Suffixes of files with MPEG audio frames.
    package static let mpegAudio = ["mp3", "mp2", "mp1", "mpga", "mpa"]
    /// Suffixes of files with AAC in ADTS.
    package static let adts = ["aac", "aacp", "adts"]
    /// Suffixes of lists of addresses, and of HLS playlists.
    package static let lists = ["m3u", "m3u8", "pls", "xspf", "asx"]
    /// Suffixes of files with sound in a container.
    private static let others = [
        "m4a", "mp4", "ogg", "oga", "opus", "flac", "wav", "aiff", "aif", "aifc", "wma", "ape", "wv", "ts",
    ]
    /// Suffixes of files with sound.
    package static let sound = mpegAudio + adts + others
    /// All of the suffixes above. Files with some of them, such as `ape`, are recognised but cannot be played.
    package static let playable = sound + lists
    /// Length of the longest path in bytes (PATH_MAX in limits.h).
    private static let maximumLength = 4096

    /// Returns the suffix in lower case; nil if the name contains no dot except at its beginning.
    package static func suffix(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }

    /// Returns whether a line is the name of a playable file. Used for text that may be a list without a header.
    /// - Parameter line: the bytes of a line, without the line break.
    package static func isPlayable(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count <= maximumLength, !Ascii.contains(line, "://") else { return false }
        let end = line.lastIndex { !Ascii.isBlank($0) }.map { $0 + 1 } ?? 0
        guard let suffix = suffix(of: String(decoding: line[..<end], as: UTF8.self)) else { return false }
        return playable.contains(suffix)
    }
}
