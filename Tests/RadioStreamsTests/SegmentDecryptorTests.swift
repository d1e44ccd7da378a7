import RadioStreams
import TestSupport
import Testing

@Suite struct SegmentDecryptorTests {
    /// The test vectors of NIST SP 800-38A §F.2.2, CBC-AES128.Decrypt.
    private static let nistKey = bytes("2b7e151628aed2a6abf7158809cf4f3c")
    private static let nistVector = bytes("000102030405060708090a0b0c0d0e0f")
    private static let nistEncrypted = bytes(
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
            + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7")
    private static let nistPlain = bytes(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710")

    @Test func publishedVectors() throws {
        let decryptor = try SegmentDecryptor(key: Self.nistKey, iv: Self.nistVector)
        var plain: [UInt8] = []
        // The decryptor holds back the last block, which may be padding. One more block is added, so that NIST's last
        // block is returned.
        try (Self.nistEncrypted + [UInt8](repeating: 0, count: 16)).withUnsafeBytes { bytes in
            try decryptor.feed(bytes) { plain += $0 }
        }
        #expect(plain == Self.nistPlain)
        // NIST's blocks have no padding, so the end of the input is not valid padding.
        #expect(throws: SegmentDecryptionError.wrongKey) { try decryptor.finish { plain += $0 } }
        #expect(plain == Self.nistPlain)
    }

    /// Padding is removed, however the input is cut into chunks. The lengths are close to a block (16 bytes) and to a
    /// chunk (16 KiB).
    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 16_383, 16_384, 16_385, 40_000])
    func paddingIsTakenAwayHoweverItIsCut(_ length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length))
        let (key, iv, plain) = (random.bytes(16), random.bytes(16), random.bytes(length))
        let encrypted = try SegmentEncryptor.encrypt(plain, key: key, iv: iv)
        #expect(encrypted.count == (length / 16 + 1) * 16)
        for longest in [1, 7, 100, 20_000, encrypted.count] {
            var cuts: [Int] = []
            var at = 0
            while at < encrypted.count {
                let count = min(longest == 1 ? 1 : .random(in: 0...longest, using: &random), encrypted.count - at)
                cuts.append(count)
                at += count
            }
            #expect(try Self.decrypt(encrypted, key: key, iv: iv, cuts: cuts) == plain, "at most \(longest)")
        }
    }

    /// All bytes that cannot be padding are returned at once, so that sound can play while the segment arrives.
    @Test func onlyOneBlockIsHeldBack() throws {
        let plain = [UInt8](repeating: 7, count: 100)
        let encrypted = try SegmentEncryptor.encrypt(plain, key: Self.nistKey, iv: Self.nistVector)
        let decryptor = try SegmentDecryptor(key: Self.nistKey, iv: Self.nistVector)
        var count = 0
        for (index, byte) in encrypted.enumerated() {
            try withUnsafeBytes(of: byte) { try decryptor.feed($0) { count += $0.count } }
            #expect(count >= (index + 1) / 16 * 16 - 16)
        }
        #expect(count == 96)
        try decryptor.finish { count += $0.count }
        #expect(count == 100)
    }

    @Test func anotherKeyIsAnError() throws {
        var random = SeededGenerator(seed: 5)
        let key = random.bytes(16)
        // With one of 255 wrong keys, the last byte looks like valid padding. These keys are others.
        for _ in 0..<8 {
            let encrypted = try SegmentEncryptor.encrypt(random.bytes(1000), key: key, iv: Self.nistVector)
            let other = random.bytes(16)
            #expect(throws: SegmentDecryptionError.wrongKey) {
                try Self.decrypt(encrypted, key: other, iv: Self.nistVector, cuts: [encrypted.count])
            }
        }
    }

    /// Padding is invalid if its last byte is 0 or more than 16, or if its bytes differ. This is an error.
    @Test(arguments: [[0, 0], [17, 17], [1, 2], [255, 255]] as [[UInt8]])
    func wrongPaddingIsAnError(_ end: [UInt8]) throws {
        let plain = [UInt8](repeating: 0xAA, count: 30) + end
        // The encryptor has added a whole block of padding, which is removed here.
        let encrypted = try SegmentEncryptor.encrypt(plain, key: Self.nistKey, iv: Self.nistVector).dropLast(16)
        #expect(throws: SegmentDecryptionError.wrongKey) {
            try Self.decrypt(Array(encrypted), key: Self.nistKey, iv: Self.nistVector, cuts: [32])
        }
    }

    @Test(arguments: [0, 1, 15, 17, 100])
    func aPartOfABlockIsAnError(_ length: Int) throws {
        #expect(throws: SegmentDecryptionError.notWholeBlocks(byteCount: length)) {
            try Self.decrypt(
                [UInt8](repeating: 1, count: length), key: Self.nistKey, iv: Self.nistVector, cuts: [length])
        }
    }

    /// A key must have 16 bytes. Many key servers answer with hexadecimal digits or a web page instead.
    @Test(arguments: [0, 15, 17, 32, 500])
    func keysOfAnotherSizeAreRefused(_ length: Int) {
        let wrong = [UInt8](repeating: 1, count: length)
        #expect(throws: SegmentDecryptionError.badKey(byteCount: length)) {
            _ = try SegmentDecryptor(key: wrong, iv: Self.nistVector)
        }
        #expect(throws: SegmentDecryptionError.badInitialisationVector(byteCount: length)) {
            _ = try SegmentDecryptor(key: Self.nistKey, iv: wrong)
        }
    }

    @Test func theMediaSequenceNumberIsTheVector() {
        #expect(
            SegmentDecryptor.initialisationVector(mediaSequence: 0x0102_0304_0506)
                == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6])
        #expect(
            SegmentDecryptor.initialisationVector(mediaSequence: .max)
                == [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
    }

    /// The first segment of a playlist from another project's packager.
    @Test(.enabled(if: Corpus.isPresent, "shared/corpus is absent"))
    func corpus() throws {
        let encrypted = try Corpus.read("hls/segments/encrypted.ts")
        let key = try Corpus.read("hls/segments/encryptionKey.key")
        let iv = SegmentDecryptor.initialisationVector(mediaSequence: 0)
        let plain = try Self.decrypt(encrypted, key: key, iv: iv, cuts: [1000, encrypted.count - 1000])
        #expect(plain.count == 16 * 188)
        #expect(stride(from: 0, to: plain.count, by: 188).allSatisfy { plain[$0] == 0x47 })
        #expect(throws: SegmentDecryptionError.wrongKey) {
            try Self.decrypt(encrypted, key: Self.nistKey, iv: iv, cuts: [encrypted.count])
        }
    }

    private static func decrypt(_ encrypted: [UInt8], key: [UInt8], iv: [UInt8], cuts: [Int]) throws -> [UInt8] {
        let decryptor = try SegmentDecryptor(key: key, iv: iv)
        var plain: [UInt8] = []
        try encrypted.withUnsafeBytes { bytes in
            var at = 0
            for count in cuts {
                try decryptor.feed(UnsafeRawBufferPointer(rebasing: bytes[at..<at + count])) { plain += $0 }
                at += count
            }
        }
        try decryptor.finish { plain += $0 }
        return plain
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        stride(from: 0, to: hexadecimal.utf8.count, by: 2).compactMap {
            UInt8(hexadecimal.dropFirst($0).prefix(2), radix: 16)
        }
    }
}
