import CZlib
import RadioFormats
import RadioJSON

/// The format of a file with a waveform: a picture (PNG, SVG) or numbers (JSON).
package enum WaveformDrawing: String, Hashable, Sendable, CaseIterable {
    case png, svg, json

    /// The maximum height of a picture in pixels. A greater height is reduced to this one.
    package static let maximumHeight = 4096

    /// Returns the bytes of a file with the waveform in this format.
    ///
    /// - Parameter height: the height of the picture in pixels. Not used for JSON.
    package func bytes(_ waveform: Waveform, height: Int) -> [UInt8] {
        let height = min(max(height, 1), Self.maximumHeight)
        return switch self {
        case .png: Self.png(waveform, height)
        case .svg: Array(Self.svg(waveform, height).utf8)
        case .json: Array(Self.json(waveform).utf8)
        }
    }

    /// Writes a waveform in this format into a new file. An existing file is not replaced.
    ///
    /// Blocks until the file is on the disk.
    package func write(_ waveform: Waveform, height: Int, to path: String) throws(ExportError) {
        let file = ExportFile(path)
        try file.open()
        try file.write(bytes(waveform, height: height))
        try file.finish()
    }

    /// Returns the format for the suffix of a path (`.png`, `.svg` or `.json`), or nil for another suffix.
    package init?(path: String) {
        guard let suffix = path.split(separator: "/").last?.split(separator: ".").last else { return nil }
        self.init(rawValue: suffix.lowercased())
    }

    // MARK: Numbers

    private static func json(_ waveform: Waveform) -> String {
        func numbers(_ path: KeyPath<Waveform.Column, Float>) -> JSONNode {
            .array(waveform.columns.map { .number((Double($0[keyPath: path]) * 1e5).rounded() / 1e5) })
        }
        return JSONNode.members([
            "version": .int(1), "seconds": .seconds(waveform.duration), "width": .int(Int64(waveform.columns.count)),
            "min": numbers(\.minimum), "max": numbers(\.maximum), "rms": numbers(\.rms),
        ]).text() + "\n"
    }

    // MARK: Lines

    /// Returns an SVG picture with two areas: one between the lowest and the highest samples, and a darker one that
    /// reaches as far above and below zero as the root mean square.
    private static func svg(_ waveform: Waveform, _ height: Int) -> String {
        func y(_ sample: Float) -> String {
            let row = Double(height) / 2 * (1 - Double(min(max(sample, -1), 1)))
            return JSONNode.number((row * 100).rounded() / 100).text()
        }
        func path(_ upper: (Waveform.Column) -> Float, _ lower: (Waveform.Column) -> Float) -> String {
            let columns = waveform.columns.enumerated()
            let there = columns.map { "\($0.offset),\(y(upper($0.element)))" }
            let back = columns.reversed().map { "\($0.offset),\(y(lower($0.element)))" }
            return (there + back).joined(separator: " ")
        }
        let (peaks, loudness) = (path(\.maximum, \.minimum), path(\.rms, { -$0.rms }))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(waveform.columns.count)" height="\(height)" \
            viewBox="0 0 \(waveform.columns.count) \(height)" preserveAspectRatio="none">
            <polygon fill="#7aa6d8" points="\(peaks)"/>
            <polygon fill="#2f6db5" points="\(loudness)"/>
            </svg>

            """
    }

    // MARK: Pixels

    /// The palette of the PNG, in RGB: the background, the area between the lowest and highest samples, and the area of
    /// the root mean square.
    private static let colours: [UInt8] = [255, 255, 255, 0x7A, 0xA6, 0xD8, 0x2F, 0x6D, 0xB5]

    /// Returns a PNG picture (ISO/IEC 15948) with a palette and one byte per pixel.
    ///
    /// The background is transparent.
    private static func png(_ waveform: Waveform, _ height: Int) -> [UInt8] {
        let width = waveform.columns.count
        var pixels = [UInt8](repeating: 0, count: (width + 1) * height)
        func row(_ sample: Float) -> Int { Int((Float(height) / 2 * (1 - min(max(sample, -1), 1))).rounded(.down)) }
        for (x, column) in waveform.columns.enumerated() {
            fill(&pixels, x, row(column.maximum), row(column.minimum), 1)
            fill(&pixels, x, max(row(column.rms), row(column.maximum)), min(row(-column.rms), row(column.minimum)), 2)
        }
        func fill(_ pixels: inout [UInt8], _ x: Int, _ first: Int, _ last: Int, _ colour: UInt8) {
            guard first <= last else { return }
            // In PNG data, a filter byte precedes the pixels of each row, hence the two `+ 1`. It stays 0, which means
            // no filter.
            for y in min(first, height - 1)...min(last, height - 1) { pixels[y * (width + 1) + 1 + x] = colour }
        }
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(pixels.count))))
        var length = uLong(packed.count)
        compress2(&packed, &length, pixels, uLong(pixels.count), Z_DEFAULT_COMPRESSION)
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        append(&bytes, "IHDR", number(width) + number(height) + [8, 3, 0, 0, 0])
        append(&bytes, "PLTE", colours)
        append(&bytes, "tRNS", [0])
        append(&bytes, "IDAT", Array(packed[..<Int(length)]))
        append(&bytes, "IEND", [])
        return bytes
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func append(_ bytes: inout [UInt8], _ kind: String, _ data: [UInt8]) {
        let chunk = Array(kind.utf8) + data
        bytes += number(data.count) + chunk + number(Int(crc32(0, chunk, UInt32(chunk.count))))
    }
}
