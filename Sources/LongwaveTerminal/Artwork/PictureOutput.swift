/// Checks the output of the program that draws pictures (`chafa`). Accepts coloured characters or sixels, and nothing
/// else. Pure.
///
/// Neither the picture nor the drawing program is trusted. Output that would move the cursor, change the terminal's
/// state or query the terminal is refused.
package enum PictureOutput {
    /// Reads an output of coloured characters (ECMA-48 §8.3.117, SGR) as lines. Ends each line with a reset of the
    /// colours.
    /// - Parameters:
    ///   - bytes: the program's whole output.
    ///   - columns: the largest width of a line.
    ///   - rows: the largest number of lines.
    /// - Returns: the lines; nil if the output is too large or contains anything else.
    package static func lines(_ bytes: [UInt8], columns: Int, rows: Int) -> [String]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(String.UnicodeScalarView(line))
        }
        while let last = lines.last, plain(last)?.isEmpty == true { lines.removeLast() }
        guard !lines.isEmpty, lines.count <= rows else { return nil }
        for place in lines.indices {
            guard let plain = plain(lines[place]), DisplayWidth.of(plain) <= columns else { return nil }
            lines[place] += "\u{1B}[0m"
        }
        return lines
    }

    /// Returns a line without the control sequences for colours; nil if the line contains other control characters.
    private static func plain(_ line: String) -> String? {
        var plain = ""
        var scalars = line.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1B}" {
                guard scalars.popFirst() == "[" else { return nil }
                while let next = scalars.first, ("0"..."9").contains(next) || next == ";" || next == ":" {
                    scalars.removeFirst()
                }
                guard scalars.popFirst() == "m" else { return nil }
            } else {
                guard scalar.properties.generalCategory != .control else { return nil }
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// Reads an output that is one device control string of sixels (VT330/VT340 Programmer Reference Manual, volume 2,
    /// chapter 14).
    /// - Returns: the string; nil if the output contains anything else.
    package static func sixels(_ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        while let last = rest.last, last == 0x0A || last == 0x0D { rest.removeLast() }
        guard rest.starts(with: [0x1B, 0x50]), rest.suffix(2).elementsEqual([0x1B, 0x5C]), rest.count > 4 else {
            return nil
        }
        let content = rest.dropFirst(2).dropLast(2)
        let parameters = content.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
        let data = content[parameters.endIndex...]
        // In the device control string, a `q` begins the data. Sixels are the characters `?` to `~`; the characters `!`
        // to `>` are control commands.
        guard data.first == UInt8(ascii: "q"),
            data.dropFirst().allSatisfy({ (0x21...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        return String(decoding: rest, as: UTF8.self)
    }
}
