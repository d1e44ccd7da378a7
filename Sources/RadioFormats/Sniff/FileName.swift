/// Tells whether a line of a list without any mark is the name of a file that is played.
public enum FileName {
    /// Of sound, and of lists that lead to it.
    private static let suffixes: [StaticString] = [
        ".mp3", ".mp2", ".mp1", ".mpa", ".aac", ".m4a", ".mp4", ".ogg", ".oga", ".opus", ".flac", ".wav", ".aiff",
        ".aif",
        ".wma", ".ape", ".wv", ".ts", ".m3u", ".m3u8", ".pls", ".xspf", ".asx",
    ]
    /// A longer line is no name (limits.h, PATH_MAX).
    private static let maximumLength = 4096

    /// - Parameter line: without line end.
    public static func isPlayable(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.count <= maximumLength, !Ascii.contains(line, "://") else { return false }
        let end = line.lastIndex { !Ascii.isBlank($0) }.map { $0 + 1 } ?? 0
        return suffixes.contains { suffix in
            // A name, and not the suffix alone.
            let start = end - suffix.utf8CodeUnitCount
            return start > 0 && Ascii.begins(UnsafeRawBufferPointer(rebasing: line[start..<end]), suffix)
        }
    }
}
