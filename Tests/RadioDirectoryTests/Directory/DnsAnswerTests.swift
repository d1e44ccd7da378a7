import TestSupport
import Testing

@testable import RadioDirectory

struct DnsAnswerTests {
    private static let name = NameAnswer.name("_api._tcp.radio-browser.info")

    @Test func servicesWithPointers() {
        // The target ends with a pointer to the question's "radio-browser.info", at 12 + 5 + 5.
        let target = NameAnswer.labels("De1.api") + [0xC0, 22]
        let message = NameAnswer.message(
            Self.name, 33,
            [(33, [0, 10, 0, 1, 1, 0xBB] + target), (33, [0, 5, 0, 1, 0, 80] + NameAnswer.name("b.x"))])
        #expect(
            DnsAnswer(message)?.records == [
                .service(host: "de1.api.radio-browser.info", priority: 10), .service(host: "b.x", priority: 5),
            ])
    }

    @Test func addressesAndTheirNames() {
        let six = [UInt8](1...16)
        let message = NameAnswer.message(
            Self.name, 1,
            [
                (1, [192, 0, 2, 1]), (28, six), (1, [1, 2]), (5, NameAnswer.name("alias.x")),
                (12, NameAnswer.name("h.x")),
            ])
        #expect(DnsAnswer(message)?.records == [.address([192, 0, 2, 1]), .address(six), .host("h.x")])
    }

    /// What breaks off has the records before; a pointer that leads forward, or to itself, no name.
    @Test func damaged() {
        let whole = NameAnswer.message(Self.name, 1, [(1, [192, 0, 2, 1]), (1, [192, 0, 2, 2])])
        for length in 0..<whole.count {
            let records = DnsAnswer(Array(whole.prefix(length)))?.records ?? []
            #expect(records == [] || records == [.address([192, 0, 2, 1])], "\(length)")
        }
        for pointer: [UInt8] in [[0xC0, 12], [0xC0, 200], [0xFF, 0xFF]] {
            var loop = whole
            loop.replaceSubrange(12..<14, with: pointer)
            #expect(DnsAnswer(loop)?.records ?? [] == [])
        }
        let space = NameAnswer.message(Self.name, 12, [(12, [3, 0x61, 0x20, 0x62, 0]), (12, NameAnswer.name("h.x"))])
        #expect(DnsAnswer(space)?.records == [.host("h.x")])
        var refused = whole
        refused[3] |= 5
        #expect(DnsAnswer(refused) == nil)
        var question = whole
        question[2] = 0
        #expect(DnsAnswer(question) == nil)
    }

    /// Whatever comes, it ends, within its bounds.
    @Test func anything() {
        var random = SeededGenerator(seed: 53)
        let whole = NameAnswer.message(
            Self.name, 33, (0..<80).map { (33, [0, UInt8($0), 0, 1, 1, 0xBB] + NameAnswer.name("h\($0).x")) })
        #expect(DnsAnswer(whole)?.records.count == DnsAnswer.maximumRecords)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let records = DnsAnswer(Array(bytes.prefix(.random(in: 0...bytes.count, using: &random))))?.records ?? []
            #expect(records.count <= DnsAnswer.maximumRecords)
            for case .service(let host, _) in records { #expect(host.utf8.count <= DnsAnswer.maximumNameLength) }
        }
    }
}
