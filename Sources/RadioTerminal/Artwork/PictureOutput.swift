/// What another program drew of a picture for a terminal, trusted for just that: characters in colours, or sixels. Pure.
///
/// The picture is a stranger's, and so is the program that read it: nothing comes through that moves the cursor, changes the
/// terminal's state or asks it something.
package enum PictureOutput {
    /// Lines of characters in colours (ECMA-48 §8.3.117, SGR), each closed by the usual colours.
    /// - Parameters:
    ///   - bytes: all that the program wrote.
    ///   - columns: that a line may have.
    ///   - rows: the most lines.
    /// - Returns: nil where anything else is in it.
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

    /// The text of a line without its colours; nil where it has other controls.
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

    /// One device control string of sixels (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
    /// - Returns: nil where anything else is in it.
    package static func sixels(_ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        while let last = rest.last, last == 0x0A || last == 0x0D { rest.removeLast() }
        guard rest.starts(with: [0x1B, 0x50]), rest.suffix(2).elementsEqual([0x1B, 0x5C]), rest.count > 4 else {
            return nil
        }
        let content = rest.dropFirst(2).dropLast(2)
        let parameters = content.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
        let data = content[parameters.endIndex...]
        // A `q` says that they are sixels: `?` to `~`, and their controls.
        guard data.first == UInt8(ascii: "q"),
            data.dropFirst().allSatisfy({ (0x21...0x7E).contains($0) || $0 == 0x0A || $0 == 0x0D })
        else { return nil }
        return String(decoding: rest, as: UTF8.self)
    }
}
