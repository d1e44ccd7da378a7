/// Recognises lists and web pages by their first bytes.
struct TextSniffer {
    /// What the first bytes reveal about the content.
    enum Verdict {
        case kind(ContentKind)
        /// More bytes may reveal a list or web page.
        case undecided
        /// Neither a list nor a web page; perhaps sound.
        case noList
    }

    let verdict: Verdict

    /// Examines the first bytes.
    /// - Parameters:
    ///   - isAll: whether no more bytes can come.
    ///   - type: the content type that the server states, in lower case without parameters.
    init(_ bytes: UnsafeRawBufferPointer, isAll: Bool, type: String) {
        // Skips a UTF-8 byte order mark.
        var start = 0
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { start = 3 }
        while start < bytes.count, Ascii.isBlank(bytes[start]) { start += 1 }
        let text = UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard Self.isText(text) || Self.isMarked(text) else {
            verdict = .noList
            return
        }
        if text.isEmpty {
            verdict = isAll ? .noList : .undecided
        } else if text[0] == UInt8(ascii: "<") {
            verdict = Self.markup(text, isAll: isAll, type: type)
        } else {
            verdict = Self.list(text, isAll: isAll, type: type)
        }
    }

    /// Recognises a list in XML, or a web page, by its first element.
    private static func markup(_ text: UnsafeRawBufferPointer, isAll: Bool, type: String) -> Verdict {
        // Skips the XML declaration, comments and white space before the first element.
        var at = 0
        while at < text.count, text[at] == UInt8(ascii: "<") {
            let rest = UnsafeRawBufferPointer(rebasing: text[at...])
            let end: StaticString
            if Ascii.begins(rest, "<?") {
                end = "?>"
            } else if Ascii.begins(rest, "<!--") {
                end = "-->"
            } else if Ascii.begins(rest, "<!"), !Ascii.begins(rest, "<!doctype html") {
                end = ">"
            } else {
                break
            }
            guard let length = Ascii.firstIndex(rest, end) else {
                at = text.count
                break
            }
            at += length + end.utf8CodeUnitCount
            while at < text.count, Ascii.isBlank(text[at]) { at += 1 }
        }
        let rest = UnsafeRawBufferPointer(rebasing: text[min(at, text.count)...])
        if Ascii.begins(rest, "<asx") { return .kind(.asx) }
        if Ascii.begins(rest, "<playlist") { return .kind(.xspf) }
        for page: StaticString in ["<!doctype html", "<html", "<head", "<body", "<title", "<script", "<meta"]
        where Ascii.begins(rest, page) {
            return .kind(.html)
        }
        // Waits for more bytes if the first element's name may be incomplete. Text that begins with another element
        // than those above is a web page or unknown, but never sound.
        guard isAll || Ascii.firstIndex(rest, ">") != nil else { return .undecided }
        return .kind(type == "text/html" ? .html : .unknown)
    }

    /// Recognises a list that is not in XML, by its header or its first line.
    private static func list(_ text: UnsafeRawBufferPointer, isAll: Bool, type: String) -> Verdict {
        if Ascii.begins(text, "[playlist]") || isPlsKey(text) { return .kind(.pls) }
        if Ascii.begins(text, "[reference]") { return .kind(.asx) }
        let isM3UType = ["audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/vnd.apple.mpegurl"]
            .contains(type)
        let isHeaded = Ascii.begins(text, "#extm3u")
        var at = 0
        while at < text.count {
            // A line ends with LF, CR or both.
            let end = text[at...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
            let line = UnsafeRawBufferPointer(rebasing: text[at..<end])
            let isWhole = end < text.count || isAll
            at = end + 1
            if Ascii.begins(line, "#ext-x-") { return .kind(.hlsPlaylist) }
            guard isWhole else { break }
            if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
            // The first line that is no comment decides. In an M3U list, this line is an address, or the name of a file
            // in the list's folder.
            return isHeaded || isM3UType || isAddress(line) || FileName.isPlayable(line)
                ? .kind(.m3u) : isAll && type == "text/html" ? .kind(.html) : isAll ? .kind(.unknown) : .undecided
        }
        guard isAll else { return .undecided }
        return .kind(isHeaded || isM3UType ? .m3u : .unknown)
    }

    /// Returns whether the text begins with `File1=` or `NumberOfEntries=`, as a PLS list without `[playlist]` does.
    private static func isPlsKey(_ text: UnsafeRawBufferPointer) -> Bool {
        Ascii.begins(text, "numberofentries=") || Ascii.begins(text, "file1=")
    }

    private static func isAddress(_ line: UnsafeRawBufferPointer) -> Bool {
        for scheme: StaticString in ["http://", "https://", "icy://", "mms://", "mmsh://", "rtsp://", "rtmp://"]
        where Ascii.begins(line, scheme) {
            return true
        }
        return false
    }

    /// Returns whether the bytes begin with the header of a list. Such bytes are regarded as text even if they contain
    /// control characters, such as a BEL in a title.
    private static func isMarked(_ text: UnsafeRawBufferPointer) -> Bool {
        for mark: StaticString in ["#extm3u", "#ext-x-", "#extinf:", "[playlist]"] where Ascii.begins(text, mark) {
            return true
        }
        return false
    }

    /// Returns whether the first 512 bytes contain no control characters except white space and ESC.
    static func isText(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.prefix(512).allSatisfy { $0 >= 0x20 && $0 != 0x7F || Ascii.isBlank($0) || $0 == 0x1B }
    }
}
