/// Reads SHOUTcast's `/7.html`: `<body>listeners,up,peak,maximum,unique,bit rate,title</body>`.
///
/// The title may contain commas, and character references if the server escapes it.
enum SevenFields {
    /// Returns the page's only mount, or nil if the bytes are not such a page.
    static func mount(_ bytes: [UInt8]) -> MountStatus? {
        let line = body(bytes)
        var numbers: [Int] = []
        var rest = line[...]
        while numbers.count < 6 {
            guard let comma = rest.firstIndex(of: UInt8(ascii: ",")), comma - rest.startIndex <= 12,
                let number = Int(String(decoding: rest[..<comma], as: UTF8.self).filter { $0 != " " })
            else { return nil }
            numbers.append(number)
            rest = rest[(comma + 1)...]
        }
        let title = Array(rest.prefix(StatusPage.maximumValue))
        return MountStatus(
            path: "", stream: 1, isUp: numbers[1] == 1,
            shown: [MountStatus.Field(name: "songtitle", value: title)], raw: title)
    }

    /// Returns the content between `<body>` and `</body>`, or all bytes if the server leaves these tags out.
    private static func body(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var line = bytes[...]
        if let open = place(of: "<body", in: line), let end = line[open...].firstIndex(of: UInt8(ascii: ">")) {
            line = line[(end + 1)...]
        }
        if let close = place(of: "</body", in: line) { line = line[..<close] }
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        while let first = line.first, isBlank(first) { line = line.dropFirst() }
        while let last = line.last, isBlank(last) { line = line.dropLast() }
        return line
    }

    private static func place(of tag: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let tag = Array(tag.utf8)
        guard bytes.count >= tag.count else { return nil }
        // Tags are compared without case: bit 0x20 of an ASCII letter is its case.
        return (bytes.startIndex...bytes.endIndex - tag.count).first { start in
            zip(bytes[start..<start + tag.count], tag).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }
}
