import CQrencode
import RadioLoop

/// A QR code that a terminal shows, two rows of modules in a line of text.
enum QRCode {
    /// Returns the lines of a code; nil if libqrencode is not installed or the text is too long.
    static func lines(of text: String) -> [String]? {
        guard let library = try? RuntimeLibrary("libqrencode.so.4"),
            let encode = try? library.function("QRcode_encodeString8bit", as: lw_qrcode_encode.self),
            let free = try? library.function("QRcode_free", as: lw_qrcode_free.self), let code = encode(text, 0, 0)
        else { return nil }
        defer { free(code) }
        let (width, data) = (Int(code.pointee.width), code.pointee.data)
        // The margin is part of the code (ISO/IEC 18004). Modules beyond the code are light.
        func isLight(_ x: Int, _ y: Int) -> Bool {
            guard let data, (0..<width).contains(x), (0..<width).contains(y) else { return true }
            return data[y * width + x] & 1 == 0
        }
        let margin = 2
        // Light modules are drawn, because most terminals are dark.
        return stride(from: -margin, to: width + margin, by: 2).map { y in
            (-margin..<width + margin).map { x in
                switch (isLight(x, y), isLight(x, y + 1)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }.joined()
        }
    }
}
