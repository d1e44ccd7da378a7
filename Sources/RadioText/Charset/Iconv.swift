import Glibc
import Synchronization

/// Converts whole texts between charsets with glibc's iconv(3). A text that cannot be converted completely is refused.
enum Iconv {
    /// Maximum length of a text in bytes. Longer input is refused.
    static let maximumLength = 64 << 10

    /// The conversion descriptors that are not in use, as the bits of their pointers. One thread uses a descriptor at a
    /// time.
    private static let idle = Mutex(IdleConversions())

    /// Owns a conversion descriptor during one conversion, and then keeps it open for the next one.
    private struct Descriptor: ~Copyable {
        let handle: iconv_t
        private let conversion: IdleConversions.Conversion

        init?(from: String, to: String) {
            conversion = IdleConversions.Conversion(from: from, to: to)
            if let kept = Iconv.idle.withLock({ [conversion] in $0.take(conversion) }),
                let handle = iconv_t(bitPattern: kept)
            {
                self.handle = handle
                return
            }
            guard let handle = iconv_open(to, from), handle != iconv_t(bitPattern: -1) else { return nil }
            self.handle = handle
        }

        deinit {
            // This call resets the shift state of the descriptor for its next conversion.
            iconv(handle, nil, nil, nil, nil)
            let kept = UInt(bitPattern: handle)
            let excess = Iconv.idle.withLock { [conversion] in $0.keep(kept, for: conversion) }
            if let excess, let handle = iconv_t(bitPattern: excess) { iconv_close(handle) }
        }
    }

    /// Converts a text.
    ///
    /// Returns nil if a byte has no meaning, a character is cut off or missing in the target charset, or glibc lacks
    /// one of the charsets.
    static func convert(_ bytes: [UInt8], from: String, to: String) -> [UInt8]? {
        guard !bytes.isEmpty else { return [] }
        guard bytes.count <= maximumLength, let descriptor = Descriptor(from: from, to: to) else { return nil }
        var input = bytes
        // One byte becomes at most a letter and two marks, of three UTF-8 bytes each: nine bytes.
        let capacity = bytes.count * 9 + 16
        var whole = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeMutableBytes { source in
                var from = source.baseAddress?.assumingMemoryBound(to: CChar.self)
                var fromLeft = source.count
                buffer.withMemoryRebound(to: CChar.self) { target in
                    var to = target.baseAddress
                    var toLeft = capacity
                    let failed = iconv(descriptor.handle, &from, &fromLeft, &to, &toLeft) == Int(bitPattern: UInt.max)
                    // This call makes iconv write its pending output: a letter after which a mark was possible, or the
                    // escape sequence that ends the text.
                    let unfinished = iconv(descriptor.handle, nil, nil, &to, &toLeft) == Int(bitPattern: UInt.max)
                    whole = !failed && !unfinished && fromLeft == 0
                    count = capacity - toLeft
                }
            }
        }
        return whole ? output : nil
    }
}
