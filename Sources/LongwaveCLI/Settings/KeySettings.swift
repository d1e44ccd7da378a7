import Glibc
import Longwave
import RadioHls
import RadioStreams

/// How `longwave inspect` decrypts a file that is an encrypted HLS segment (`METHOD=AES-128`, RFC 8216 §4.3.2.4).
struct KeySettings: Hashable, Sendable {
    /// The key as 32 hexadecimal digits, or the path of a file that contains the key's 16 bytes.
    let key: String?
    /// The initialisation vector in hexadecimal digits; nil to use ``mediaSequence`` or, without it, a vector of zeros.
    let iv: String?
    let mediaSequence: UInt64?

    init(key: String?, iv: String?, mediaSequence: UInt64?) {
        self.key = key
        self.iv = iv
        self.mediaSequence = mediaSequence
    }

    /// The mistake in the command line, as a sentence; nil if there is none.
    var problem: String? {
        if key == nil, iv != nil || mediaSequence != nil {
            return "--iv and --media-sequence need --key."
        }
        if iv != nil, mediaSequence != nil { return "--iv and --media-sequence cannot be combined." }
        if let iv, Self.bytes(iv).map({ $0.count > SegmentDecryptor.blockLength }) ?? true {
            return "--iv must have 1 to 32 hexadecimal digits."
        }
        return nil
    }

    /// Returns the key and the initialisation vector; nil if there is no ``key``. If ``key`` is a path, reads the key's
    /// file.
    func cipher() throws(CommandFailure) -> SegmentPlan.Cipher? {
        guard let key else { return nil }
        return SegmentPlan.Cipher(key: try Self.key(key), iv: vector)
    }

    private var vector: [UInt8] {
        if let mediaSequence { return SegmentDecryptor.initialisationVector(mediaSequence: mediaSequence) }
        let given = iv.flatMap(Self.bytes) ?? []
        // A vector with fewer than 16 bytes is filled with leading zeros, because HLS playlists may leave them out.
        return [UInt8](repeating: 0, count: SegmentDecryptor.blockLength - given.count) + given
    }

    /// Returns the 16 bytes of the key. The argument is the key in hexadecimal digits, or the path of the key's file.
    private static func key(_ text: String) throws(CommandFailure) -> [UInt8] {
        let length = SegmentDecryptor.blockLength
        let digits = bytes(text)
        if let digits, digits.count == length { return digits }
        let file = open(text, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            let isMissing = errno == ENOENT
            let why = String(cString: strerror(errno))
            if isMissing, !text.contains("/") {
                let given = Self.digits(text).count.counted("digit")
                let found = digits == nil ? "file \(text) not found" : "it has \(given)"
                throw CommandFailure(
                    code: .usage, sentence: "--key needs 32 hexadecimal digits, or a file of 16 bytes: \(found).")
            }
            throw CommandFailure(code: .fileMissing, sentence: "The key \(text) cannot be read: \(why).")
        }
        defer { close(file) }
        // The buffer is longer than a key, so that the error message can state the length of a file that is too long.
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        guard count >= 0 else {
            let why = String(cString: strerror(errno))
            throw CommandFailure(code: .fileMissing, sentence: "The key \(text) cannot be read: \(why).")
        }
        guard count == length else {
            let found = count == buffer.count ? "\(count) bytes or more" : count.counted("byte")
            throw CommandFailure(code: .notPlayable, sentence: "The key \(text) has \(found), not \(length).")
        }
        return Array(buffer[..<length])
    }

    /// Returns the bytes of a hexadecimal number, with or without `0x`; nil if the text is not such a number.
    ///
    /// If the number of digits is odd, a zero is added before the first digit.
    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = digits(text)
        guard !digits.isEmpty, digits.utf8.count <= 1024, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        let values = (digits.utf8.count % 2 == 0 ? "" : "0") + digits
        let numbers = values.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] << 4 | numbers[$0 + 1] }
    }

    private static func digits(_ text: String) -> Substring {
        text.lowercased().hasPrefix("0x") ? text.dropFirst(2) : text[...]
    }

    static func words(_ error: SegmentDecryptionError) -> String {
        switch error {
        case .badKey(let count): "a key has 16 bytes, not \(count)"
        case .badInitialisationVector(let count): "an initialisation vector has 16 bytes, not \(count)"
        case .notWholeBlocks(let count):
            "its length, \(count.counted("byte")), is not a multiple of 16; the file is truncated, or not encrypted"
        case .wrongKey: "the key or the initialisation vector is wrong, or the file is damaged"
        case .unavailable: "OpenSSL failed"
        }
    }
}
