import RadioFormats
import TestSupport
import Testing

@testable import RadioStreams

/// A ``PacketJoiner`` compares the packets of two connections. In these tests each letter stands for a packet, and
/// equal letters for equal packets.
struct PacketJoinerTests {
    private static let duration = MediaTime(samples: 1152, rate: 44_100).flicks

    /// Gives the packets of the old and the new connection to a joiner. Returns what it finds for each packet of the
    /// new connection, up to the joint.
    private static func findings(_ held: String, _ new: String) -> [PacketJoiner.Finding] {
        var joiner = PacketJoiner()
        for letter in held.unicodeScalars { joiner.append(UInt64(letter.value), duration: duration) }
        joiner.begin()
        var findings: [PacketJoiner.Finding] = []
        for letter in new.unicodeScalars {
            findings.append(joiner.offer(UInt64(letter.value)))
            if findings.last == .joined { break }
        }
        return findings
    }

    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var held: String
        var new: String
        /// How many packets of the new connection must be dropped because they were received before. Nil if no joint is
        /// found.
        var dropped: Int?
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "the burst reaches back", held: "abcdefghijkl", new: "ghijklmno", dropped: 6),
        Row(
            name: "the burst begins before all that is remembered", held: "efghijkl", new: "abcdefghijklm", dropped: 12),
        Row(name: "it begins exactly behind", held: "abcdefgh", new: "ijklmnop", dropped: nil),
        Row(name: "it begins later: a gap", held: "abcdefgh", new: "klmnopqr", dropped: nil),
        Row(name: "too little to prove anything", held: "abcdefgh", new: "fghijklm", dropped: nil),
        Row(name: "just enough", held: "abcdefgh", new: "efghijkl", dropped: 4),
        Row(name: "digital silence is all alike", held: "abcdzzzzzzzz", new: "zzzzzzzzmnop", dropped: nil),
        Row(
            name: "silence of two kinds, with and without padding", held: "abyzyzyzyz", new: "yzyzyzyzmn", dropped: nil),
        Row(name: "silence behind sound that proves it", held: "abcdefzzzz", new: "cdefzzzzmn", dropped: 8),
        Row(name: "the silence goes on after the joint", held: "abcdefzz", new: "cdefzzzzmn", dropped: 6),
        // The same jingle occurs twice. If the joiner used the first occurrence, the packets between the two would be
        // heard twice.
        Row(
            name: "a jingle that was sent twice", held: "..abcdJINGLEefghJINGLE", new: "abcdJINGLEefghJINGLEmn",
            dropped: 20),
        Row(name: "a programme that loops", held: "abcdefghabcdefghabcdef", new: "cdefghij", dropped: 4),
        Row(
            name: "a loop that begins anew for each listener", held: "abcdefghabcdefghabcdef", new: "abcdefgh",
            dropped: 6),
        Row(name: "an advertisement before the stream", held: "abcdefghijkl", new: "ADVERTghijklmn", dropped: 12),
        Row(name: "a first packet that was cut", held: "abcdefghijkl", new: "?ghijklmn", dropped: 7),
        Row(name: "a packet lost by the new connection", held: "abcdefghijkl", new: "abcd?fghijklmn", dropped: 12),
        Row(name: "another stream", held: "abcdefghijkl", new: "ABCDEFGHIJKL", dropped: nil),
        Row(name: "the same packets backwards", held: "abcdefghijkl", new: "lkjihgfedcba", dropped: nil),
        Row(name: "nothing held", held: "", new: "abcdefgh", dropped: nil),
    ]

    @Test(arguments: rows) func joinsWhereItMust(_ row: Row) {
        let findings = Self.findings(row.held, row.new)
        #expect(findings.last == (row.dropped == nil ? .unknown : .joined) || row.dropped == nil)
        #expect(findings.contains(.joined) == (row.dropped != nil), "\(findings)")
        if let dropped = row.dropped { #expect(findings.count == dropped, "\(findings)") }
    }

    @Test func itTellsHowFarBehindTheConnectionIs() {
        let findings = Self.findings("abcdefghijkl", "defghijklm")
        #expect(
            findings == [
                .unknown, .unknown, .unknown, .behind(5), .behind(4), .behind(3), .behind(2), .behind(1), .joined,
            ])
    }

    @Test func aMinuteIsRememberedAndNoMore() {
        var joiner = PacketJoiner()
        for number in 0..<20_000 { joiner.append(UInt64(number), duration: Self.duration) }
        let minute = Int(60 * 44_100 / 1152)
        #expect(joiner.count >= minute && joiner.count <= minute + 256)
        // The joiner remembers a limited number of packets, however short their sound is.
        var short = PacketJoiner()
        for number in 0..<20_000 { short.append(UInt64(number), duration: 1) }
        #expect(short.count <= PacketJoiner.maximumPackets + 256)
    }

    /// Random streams, with silence and repetitions, are cut at random places. The joint is found at the cut.
    @Test(arguments: 0..<40) func randomStreamsJoinWhereTheyWereCut(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var stream: [UInt64] = []
        while stream.count < 1200 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0: stream += [UInt64](repeating: 1, count: Int.random(in: 1...40, using: &random))
            case 1 where stream.count > 100:
                let from = Int.random(in: 0..<stream.count - 50, using: &random)
                stream += stream[from..<from + Int.random(in: 5...50, using: &random)]
            default: stream += (0..<30).map { _ in random.next() }
            }
        }
        var exact = 0
        for _ in 0..<20 {
            let cut = Int.random(in: 300..<1000, using: &random)
            let overlap = Int.random(in: 60...200, using: &random)
            var joiner = PacketJoiner()
            for hash in stream[..<cut] { joiner.append(hash, duration: Self.duration) }
            joiner.begin()
            let start = cut - overlap
            let joint = stream[start...].firstIndex { joiner.offer($0) == .joined }
            guard let joint else {
                // If no joint was found, the overlap has so few different packets that it proves nothing.
                #expect(Set(stream[start..<cut]).count < PacketJoiner.distinctPackets, "cut \(cut), \(overlap) back")
                continue
            }
            if joint + 1 == cut { exact += 1 }
            // The dropped packets are equal to the last ones of the old connection, so the next packet may continue
            // them.
            let dropped = stream[start...joint]
            #expect(dropped.elementsEqual(stream[(cut - dropped.count)..<cut]), "cut \(cut), joined at \(joint + 1)")
        }
        // In most cases the joint is exactly at the cut. It is elsewhere only where the same packets were sent twice.
        #expect(exact >= 18)
    }
}
