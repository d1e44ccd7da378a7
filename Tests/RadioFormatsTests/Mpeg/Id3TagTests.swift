import RadioFormats
import TestSupport
import Testing

@Suite struct Id3TagTests {
    static let latin1: [UInt8] = [0, 0x56, 0x69, 0x67, 0x79, 0xE9, 0x6C]
    static let utf16: [UInt8] = [1, 0xFF, 0xFE, 0x56, 0, 0x69, 0, 0x67, 0, 0x79, 0, 0xE9, 0, 0x6C, 0]
    static let utf16Big: [UInt8] = [1, 0xFE, 0xFF, 0, 0x56, 0, 0x69, 0, 0x67, 0, 0x79, 0, 0xE9, 0, 0x6C]
    static let utf16BigUnmarked: [UInt8] = [2, 0, 0x56, 0, 0x69, 0, 0x67, 0, 0x79, 0, 0xE9, 0, 0x6C]
    static let utf8: [UInt8] = [3] + Array("Vigyél".utf8)

    @Test(arguments: [latin1, utf16, utf16Big, utf16BigUnmarked, utf8, latin1 + [0], utf16 + [0, 0], utf8 + [0, 0]])
    func `the encoding byte decides`(content: [UInt8]) throws {
        for version in UInt8(3)...4 {
            let tag = try #require(Id3Tag(FrameMaker.id3([("TIT2", content)], version: version)))
            #expect(tag.title == "Vigyél")
        }
        #expect(Id3Tag(FrameMaker.id3([("TT2", content)], version: 2))?.title == "Vigyél")
    }

    /// libavformat writes UTF-16 in little-endian order without a byte order mark. The ID3 standard requires big-endian
    /// order in this case. The reader must find the right order itself.
    @Test(arguments: [
        "Tony", "T", "A1", "Žil", "Ça va", "Привет", "Привет, мир", "こんにちは", "Ελλάδα 1", "中国音乐 Live in Beijing",
    ]) func `UTF-16 without a mark is little endian where only that reads as text`(text: String) {
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [1] + little)], version: 3))?.title == text)
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [1] + little + [0, 0])], version: 3))?.title == text)
        let extended = FrameMaker.id3([("TXXX", [1, 0x6B, 0, 0, 0] + little)], version: 3)
        #expect(Id3Tag(extended)?.frames.first == .init(id: "TXXX", description: "k", text: text))
    }

    @Test(arguments: [
        "Tony", "T", "A1", "Žil", "Привет", "Привет, мир", "こんにちは", "一个人", "中国音乐", "北京", "一", "音 乐 一 二", "",
    ]) func `UTF-16 without a mark is big endian otherwise`(text: String) {
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        // A single Chinese character, read in the other byte order, may be a Latin letter. The reader then takes the
        // Latin letter.
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [1] + big)], version: 3))?.title == (text == "一" ? "N" : text))
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [2] + big)], version: 4))?.title == text)
    }

    @Test func `the fields of a file`() throws {
        let tag = try #require(
            Id3Tag(
                FrameMaker.id3(
                    [
                        ("TPE1", [3] + Array("Artist".utf8)), ("APIC", [1, 2, 3]), ("TALB", [3] + Array("Album".utf8)),
                        ("TLEN", [0] + Array("215000".utf8)), ("TXXX", [3] + Array("key\0value".utf8)),
                        ("TIT2", [3] + Array("First\0Second".utf8)),
                    ], padding: 50)))
        #expect(tag.artist == "Artist")
        #expect(tag.album == "Album")
        #expect(tag.title == "First")
        #expect(tag.duration == MediaTime(value: 215, timescale: 1))
        #expect(tag.frames.first { $0.id == "TXXX" } == .init(id: "TXXX", description: "key", text: "value"))
        #expect(tag["TCON"] == nil)
    }

    @Test(arguments: ["", "0", "-5", "abc", "99999999999999"]) func `a length that is none`(text: String) {
        #expect(Id3Tag(FrameMaker.id3([("TLEN", [0] + Array(text.utf8))]))?.duration == nil)
    }

    @Test func `unsynchronisation`() {
        // UTF-16 with a byte order mark contains the byte 0xFF, after which the ID3 scheme "unsynchronisation" inserts
        // a zero.
        let content: [UInt8] = [1, 0xFF, 0x00, 0xFE, 0x61, 0x00]
        var whole = FrameMaker.id3(
            [("TIT2", [1, 0xFF, 0xFE, 0x61, 0x00]), ("TPE1", [3, 0x62])], version: 3, flags: 0x80)
        whole.insert(0, at: 22)
        whole[9] += 1
        #expect(Id3Tag(whole)?.title == "a")
        #expect(Id3Tag(whole)?.artist == "b")
        let byFrame = FrameMaker.id3([("TIT2", content), ("TPE1", [3, 0x62])], version: 4, flags: 0x80)
        #expect(Id3Tag(byFrame)?.title == "a")
        #expect(Id3Tag(byFrame)?.artist == "b")
    }

    @Test func `an extended header is passed over`() {
        var three = FrameMaker.id3([("TIT2", [3, 0x61])], version: 3, flags: 0x40)
        three.insert(contentsOf: [0, 0, 0, 6, 0, 0, 0, 0, 0, 0], at: 10)
        three[9] += 10
        #expect(Id3Tag(three)?.title == "a")
        var four = FrameMaker.id3([("TIT2", [3, 0x61])], version: 4, flags: 0x40)
        four.insert(contentsOf: [0, 0, 0, 6, 1, 0], at: 10)
        four[9] += 6
        #expect(Id3Tag(four)?.title == "a")
    }

    @Test func `plain sizes in 2.4, as some programs write them`() {
        let long = String(repeating: "x", count: 199)
        var tag = FrameMaker.id3([("TALB", [3] + Array(long.utf8)), ("TIT2", [3, 0x61])])
        tag.replaceSubrange(14..<18, with: [0, 0, 0, 200])
        #expect(Id3Tag(tag)?.title == "a")
        #expect(Id3Tag(tag)?.album == long)
    }

    @Test func `the length counts header and footer`() {
        func length(_ tag: [UInt8]) -> Int? { tag.withUnsafeBytes { Id3Tag.length(of: $0) } }
        #expect(length(FrameMaker.id3([("TIT2", [3, 0x61])])) == 22)
        #expect(length(FrameMaker.id3([("TIT2", [3, 0x61])], flags: 0x10)) == 32)
        #expect(length(FrameMaker.id3([("TIT2", [3, 0x61])], version: 3, flags: 0x10)) == 22)
        #expect(length(Array("ID3".utf8) + [5, 0, 0, 0, 0, 0, 1]) == nil)
        #expect(length(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0]) == nil)
    }

    @Test func `a tag that is cut off anywhere gives what is whole`() {
        let tag = FrameMaker.id3([("TIT2", [3, 0x61]), ("TPE1", Self.utf16)])
        for end in tag.indices {
            let read = Id3Tag(Array(tag[..<end]))
            #expect((read?.title == "a") == (end >= 22))
            #expect(read?.artist == nil)
        }
    }

    @Test func `frames and texts are bounded`() throws {
        let many = FrameMaker.id3((0..<200).map { _ in ("TCON", [3, 0x61]) })
        #expect(Id3Tag(many)?.frames.count == Id3Tag.maximumFrameCount)
        let long = FrameMaker.id3([("TIT2", [3] + [UInt8](repeating: 0x61, count: 100_000))], version: 3)
        #expect(try #require(Id3Tag(long)?.title).utf8.count < Id3Tag.maximumTextLength)
    }

    @Test func `an encoding that does not exist, no content`() {
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [9, 0x61])]))?.frames.isEmpty == true)
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [])]))?.frames.isEmpty == true)
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [1])]))?.title == "")
        #expect(Id3Tag(FrameMaker.id3([("TIT2", [1, 0xFF])]))?.title == "")
    }
}

/// ID3 frames that are not texts but occur in timed ID3.
@Suite struct Id3FrameTests {
    @Test func `addresses`() throws {
        let tag = try #require(
            Id3Tag(
                FrameMaker.id3([
                    ("WXXX", [1, 0xFF, 0xFE, 0x63, 0, 0, 0] + Array("http://a/b".utf8)),
                    ("WXXX", [3] + Array("\0http://a/c".utf8)), ("WOAS", Array("http://a/d\0x".utf8)),
                    ("WXXX", [0] + Array("no end".utf8)),
                ])))
        #expect(
            tag.links.map { [$0.id, $0.description ?? "-", $0.url] } == [
                ["WXXX", "c", "http://a/b"], ["WXXX", "", "http://a/c"], ["WOAS", "-", "http://a/d"],
                ["WXXX", "no end", ""],
            ])
        #expect(Id3Tag(FrameMaker.id3([("WXX", [0, 0x64, 0, 0x75])], version: 2))?.links.first?.url == "u")
    }

    @Test(arguments: [UInt8(3), 4]) func `pictures`(version: UInt8) throws {
        var maker = FrameMaker()
        let picture = maker.anyBytes(5000)
        let head: [UInt8] = [1] + Array("image/jpeg\0".utf8) + [3, 0xFF, 0xFE, 0x64, 0, 0, 0]
        let tag = try #require(Id3Tag(FrameMaker.id3([("APIC", head + picture)], version: version)))
        let read = try #require(tag.pictures.first)
        #expect(read.mimeType == "image/jpeg" && read.type == 3 && read.description == "d" && read.bytes == picture)
        let old = FrameMaker.id3([("PIC", [0] + Array("PNG".utf8) + [3, 0] + picture)], version: 2)
        #expect(Id3Tag(old)?.pictures.first?.mimeType == "image/png")
        #expect(Id3Tag(old)?.pictures.first?.bytes == picture)
    }

    @Test func `a picture that is too long is left out, the rest is read`() {
        let long = [UInt8](repeating: 7, count: Id3Tag.maximumPictureLength + 1)
        let tag = Id3Tag(FrameMaker.id3([("APIC", [0, 0x61, 0, 3, 0] + long), ("TIT2", [3, 0x61])]))
        #expect(tag?.pictures.isEmpty == true && tag?.title == "a")
    }

    @Test func `comments and private data`() throws {
        let tag = try #require(
            Id3Tag(
                FrameMaker.id3([
                    ("COMM", [3] + Array("engwhat\0text".utf8)), ("COMM", [0, 1, 2]),
                    ("PRIV", Array("owner\0".utf8) + [0, 1, 2]), ("PRIV", Array("no end".utf8)),
                ])))
        #expect(tag.comments.map { [$0.language, $0.description, $0.text] } == [["eng", "what", "text"]])
        #expect(tag.privateFrames.map(\.owner) == ["owner", "no end"])
        #expect(tag.privateFrames.map(\.bytes) == [[0, 1, 2], []])
        #expect(tag.transportTimestamp == nil && !tag.isTimestampOnly)
    }

    @Test func `the transport timestamp has 33 bits`() throws {
        let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)
        let tag = try #require(Id3Tag(FrameMaker.id3([("PRIV", owner + [0xFF, 0, 0, 3, 0, 0, 0, 5])])))
        let time: UInt64 = (1 << 32) + 5
        #expect(tag.transportTimestamp == time)
        #expect(tag.isTimestampOnly)
        #expect(Id3Tag(FrameMaker.id3([("PRIV", owner + [0, 0, 0, 5])]))?.transportTimestamp == nil)
    }
}
