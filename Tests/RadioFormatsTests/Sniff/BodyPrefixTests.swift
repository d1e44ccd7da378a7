import RadioFormats
import TestSupport
import Testing

@Suite struct BodyPrefixTests {
    /// ICY metadata blocks inside a long tag and inside the sound after it.
    @Test(arguments: [1, 1000, .max]) func `blocks and a tag`(size: Int) throws {
        let picture = Array("\u{3}image/png\0\u{3}\0".utf8) + [UInt8](repeating: 1, count: 100_000)
        let sound = ContentSnifferTests.aac(40)
        let body = FrameMaker.id3([("APIC", picture), ("TIT2", [3, 0x61])]) + sound
        var input: [UInt8] = []
        for (index, start) in stride(from: 0, to: body.count, by: 8192).enumerated() {
            input += body[start..<min(start + 8192, body.count)]
            if start + 8192 <= body.count { input += [1] + Array("StreamTitle=\(index % 10)".utf8) + [0, 0, 0] }
        }
        var prefix = BodyPrefix(metaint: 8192)
        var kind: ContentKind?
        var at = 0
        while kind == nil, at < input.count {
            input[at...].prefix(size).withUnsafeBytes { prefix.feed($0) }
            at += input[at...].prefix(size).count
            kind = prefix.sniff(contentType: "audio/mpeg", isComplete: false)
            #expect(kind == nil || prefix.tags.byteCount == body.count - sound.count)
        }
        #expect(kind == .adts && prefix.byteCount == at && prefix.takeByteCount() == at && prefix.takeByteCount() == 0)
        #expect(prefix.content == Array(sound.prefix(prefix.content.count)))
        var replayed: [UInt8] = []
        var titles: [String] = []
        prefix.replay {
            replayed += $0
        } metadata: { metadata in
            titles.append(
                metadata.kind == .id3
                    ? Id3Tag(metadata.raw)?.title ?? "" : String(decoding: metadata.raw, as: UTF8.self))
        }
        #expect(replayed == prefix.content)
        let expected = (0..<12).map { "StreamTitle=\($0 % 10)" } + ["a"]
        #expect(Array(titles.prefix(13)) == expected, "\(titles.map { Array($0.utf8) })")
    }

    @Test func `a body that ends early`() {
        var prefix = BodyPrefix()
        Array("ID".utf8).withUnsafeBytes { prefix.feed($0) }
        #expect(prefix.sniff(contentType: nil, isComplete: false) == nil)
        #expect(prefix.sniff(contentType: nil, isComplete: true) == .unknown && prefix.content == Array("ID".utf8))
    }
}
