import CUchardet

/// Detects the charset of a longer text with libuchardet.
enum Uchardet {
    /// Returns the charset of the text. Nil if libuchardet detects none or ASCII, or if ``Charset`` does not know the
    /// detected charset.
    static func charset(of bytes: [UInt8]) -> Charset? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let status = bytes.withUnsafeBytes { bytes in
            uchardet_handle_data(detector, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        uchardet_data_end(detector)
        guard status == 0, let name = uchardet_get_charset(detector) else { return nil }
        return Charset(String(cString: name))
    }
}
