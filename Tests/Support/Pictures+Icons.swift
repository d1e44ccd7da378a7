/// Complete icon files, such as `favicon.ico`, whose pictures are PNG files or bitmaps.
extension Pictures {
    /// A picture in an icon file, and what the file's directory states about the picture.
    package struct IconEntry: Sendable {
        package var side: Int
        package var content: [UInt8]
        /// The offset that the directory states, or nil for the right offset.
        package var begin: Int?
        /// The length that the directory states, or nil for the right length.
        package var length: Int?

        package init(side: Int, _ content: [UInt8], begin: Int? = nil, length: Int? = nil) {
            self.side = side
            self.content = content
            self.begin = begin
            self.length = length
        }
    }

    /// - Parameters:
    ///   - entries: The pictures.
    ///   - count: The number of pictures that the file states, or nil for the right number.
    package static func icon(_ entries: [IconEntry], count: Int? = nil) -> [UInt8] {
        var directory = [0, 0, 1, 0] + little(count ?? entries.count, 2)
        var contents: [UInt8] = []
        for entry in entries {
            let side = entry.side < 256 ? UInt8(entry.side) : 0
            directory += [side, side, 0, 0, 1, 0, 32, 0] + little(entry.length ?? entry.content.count, 4)
            directory += little(entry.begin ?? 6 + 16 * entries.count + contents.count, 4)
            contents += entry.content
        }
        return directory + contents
    }

    /// Returns a bitmap as icons contain it: rows of one colour, and a mask. The left half is transparent, by the mask
    /// and, at 32 bits, by the alpha channel, too.
    /// - Parameters:
    ///   - width: The width in pixels, a multiple of 16.
    ///   - height: The height in pixels.
    ///   - depth: Bits per pixel: 1, 4, 8, 24 or 32.
    ///   - shade: The shade of grey. At 1, 4 and 8 bits, the shade of the only colour that the pixels use.
    package static func bitmap(_ width: Int, _ height: Int, depth: Int = 32, shade: UInt8 = 0x80) -> [UInt8] {
        let table: [UInt8] =
            depth > 8
            ? []
            : [UInt8](repeating: 0, count: 4) + [shade, shade, shade, 0]
                + [UInt8](repeating: 0, count: ((1 << depth) - 2) * 4)
        let pixels: [UInt8] = (0..<width).flatMap { column -> [UInt8] in
            switch depth {
            case 32: [shade, shade, shade, column < width / 2 ? 0 : 0xFF]
            case 24: [shade, shade, shade]
            case 8: [1]
            case 4: column % 2 == 0 ? [0x11] : []
            case _: column % 8 == 0 ? [0xFF] : []
            }
        }
        let row = pixels + [UInt8](repeating: 0, count: (4 - pixels.count % 4) % 4)
        let hidden = (0..<((width + 31) / 32 * 4)).map { $0 < width / 16 ? UInt8(0xFF) : 0 }
        return little(40, 4) + little(width, 4) + little(2 * height, 4) + little(1, 2) + little(depth, 2)
            + [UInt8](repeating: 0, count: 24) + table + (0..<height).flatMap { _ in row }
            + (0..<height).flatMap { _ in hidden }
    }
}
