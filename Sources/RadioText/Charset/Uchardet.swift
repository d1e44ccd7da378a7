import CUchardet

/// Asks libuchardet for the charset of a longer text.
enum Uchardet {
    /// Returns the charset, or nil if libuchardet does not know, says ASCII, or names a charset that ``Charset`` does
    /// not know.
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
