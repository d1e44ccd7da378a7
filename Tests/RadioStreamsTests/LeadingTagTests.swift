import TestSupport
import Testing

@testable import RadioStreams

@Suite struct LeadingTagTests {
    private let tag = FrameMaker.id3([("TIT2", [3] + Array("One".utf8))], padding: 100)

    @Test(arguments: [1, 7, 10, 11, 4096])
    func howeverItIsCut(_ size: Int) {
        let file = tag + [0xFF, 0xFB, 0x90, 0]
        var read = LeadingTag()
        for start in stride(from: 0, to: file.count, by: size) {
            #expect(read.whole == nil || start >= tag.count)
            file[start..<min(start + size, file.count)].withUnsafeBytes { read.feed($0) }
        }
        #expect(read.whole == tag)
    }

    @Test func thereIsNone() {
        var read = LeadingTag()
        [UInt8](repeating: 0xFF, count: 100).withUnsafeBytes { read.feed($0) }
        #expect(read.whole == nil)
    }

    @Test func aLongOneIsCut() {
        let long = FrameMaker.id3([("TIT2", [3] + Array("One".utf8))], padding: 2 << 20)
        var read = LeadingTag()
        long.withUnsafeBytes { read.feed($0) }
        #expect(read.whole?.count == LeadingTag.maximumLength)
        #expect(read.whole.flatMap { Array(long.prefix(LeadingTag.maximumLength)) == $0 } == true)
    }
}
