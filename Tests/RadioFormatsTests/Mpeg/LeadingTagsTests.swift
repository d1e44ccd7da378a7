import RadioFormats
import TestSupport
import Testing

@Suite struct LeadingTagsTests {
    struct Reading: Equatable {
        var tags: [(offset: Int, length: Int)] = []
        var raw: [[UInt8]] = []
        var content: [UInt8] = []
        var byteCount = 0

        init(_ bytes: [UInt8], size: Int) {
            var separator = LeadingTags()
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { separator.feed($0) { take($0) } }
            }
            separator.finish { take($0) }
            byteCount = separator.byteCount
        }

        private mutating func take(_ piece: LeadingTags.Piece) {
            switch piece {
            case .tag(let tag, let offset, let length):
                tags.append((offset, length))
                raw.append(tag.raw)
            case .content(let bytes): content += bytes
            }
        }

        static func == (one: Reading, other: Reading) -> Bool {
            one.raw == other.raw && one.content == other.content && one.byteCount == other.byteCount
                && one.tags.elementsEqual(other.tags) { $0 == $1 }
        }
    }

    private static let tag = FrameMaker.id3([("TIT2", [3, 0x61])], padding: 30)
    private static let long = FrameMaker.id3([("TIT2", [3, 0x62])], padding: 70_000)

    @Test(arguments: [
        ([tag, long, tag], Array("fLaC".utf8)), ([], Array("ID3, a song".utf8)), ([], Array("I".utf8)), ([tag], []),
        ([long], Array("ID3\u{9}\0\0\0\0\0\0\0".utf8)), ([], []), ([FrameMaker.id3([])], [1]),
    ]) func `whatever the cut`(_ tags: [[UInt8]], _ content: [UInt8]) {
        let input = tags.flatMap { $0 } + content
        let whole = Reading(input, size: max(input.count, 1))
        #expect(whole.content == content && whole.byteCount == input.count - content.count)
        #expect(whole.tags.map(\.length) == tags.map(\.count))
        #expect(whole.raw.map { Id3Tag($0)?.title } == tags.map { Id3Tag($0)?.title })
        for size in [1, 3, 10, 4000] { #expect(Reading(input, size: size) == whole) }
    }

    @Test func `a tag that is cut off is no content`() {
        let reading = Reading(Self.tag + Self.long.dropLast(), size: 1000)
        #expect(reading.raw == [Self.tag] && reading.content.isEmpty)
    }

    @Test func `all tags together are bounded`() {
        let header = Array("ID3".utf8) + [4, 0, 0, 0x1F, 0x7F, 0x7F, 0x7F]
        let reading = Reading(Self.tag + header, size: 64)
        #expect(reading.raw == [Self.tag] && reading.content == header)
    }
}
