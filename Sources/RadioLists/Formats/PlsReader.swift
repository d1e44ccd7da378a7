/// Reads PLS lists, which begin with `[playlist]`: the list format of Winamp and SHOUTcast.
package enum PlsReader {
    /// Returns the entries in the order of their numbers, at most 1,000 from the first mebibyte.
    ///
    /// `NumberOfEntries` is ignored, numbers may have gaps, and keys may come in any order and case.
    /// - Parameters:
    ///   - bytes: the whole list.
    ///   - base: the URL or path of the list, against which relative entries are resolved.
    package static func read(_ bytes: [UInt8], base: String) -> [PlaylistEntry] {
        entries(
            TextLines(bytes, maximumBytes: PlaylistLines.maximumBytes), base: base,
            maximum: PlaylistLines.maximumEntries)
    }

    /// Returns the first `maximum` entries in the lines of a list, in the order of their numbers.
    static func entries(_ lines: some Sequence<String>, base: String, maximum: Int) -> [PlaylistEntry] {
        var files: [Int: String] = [:]
        var titles: [Int: String] = [:]
        var durations: [Int: Duration] = [:]
        // Whether the line is in the section `[playlist]`. True before the first section header, because some lists
        // have no header.
        var isInPlaylist = true
        for line in lines {
            if line.utf8.first == UInt8(ascii: "[") {
                isInPlaylist = line.lowercased().hasPrefix("[playlist]")
                continue
            }
            guard isInPlaylist, let (key, number, value) = field(line) else { continue }
            // If a key occurs twice, its first value is used. The second value belongs to another list that was
            // appended to the file.
            switch key {
            case "file":
                if files[number] == nil { files[number] = PlaylistLines.address(value, base: base) }
            case "title":
                if titles[number] == nil { titles[number] = PlaylistLines.title(value) }
            case "length":
                if durations[number] == nil { durations[number] = PlaylistLines.duration(value) }
            case _: break
            }
        }
        return files.keys.sorted().prefix(maximum).map { number in
            PlaylistEntry(url: files[number]!, title: titles[number], duration: durations[number])
        }
    }

    /// Parses `File12=http://…`, possibly with spaces around `=`.
    private static func field(_ line: String) -> (key: String, number: Int, value: String)? {
        guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = line[..<equals].filter { $0 != " " && $0 != "\t" }.lowercased()
        let key = name.prefix { $0.isASCII && $0.isLetter }
        guard let number = Int(name.dropFirst(key.count)), number >= 0 else { return nil }
        return (String(key), number, PlaylistLines.trim(line[line.utf8.index(after: equals)...]))
    }
}
