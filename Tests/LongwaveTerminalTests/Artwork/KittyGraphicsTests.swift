import RadioJSON
import Testing

@testable import LongwaveTerminal

@Suite struct KittyGraphicsTests {
    /// Returns the keys and the data of each control sequence in `text`. Returns nil if anything else is between them.
    private static func sequences(_ text: String) -> [(keys: String, data: String)]? {
        var result: [(String, String)] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard rest.hasPrefix("\u{1B}_G"), let end = rest.firstRange(of: "\u{1B}\\") else { return nil }
            let parts = rest[..<end.lowerBound].dropFirst(3).split(
                separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            result.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
            rest = rest[end.upperBound...]
        }
        return result
    }

    @Test(arguments: [0, 1, 3071, 3072, 3073, 10_000]) func aPictureInPieces(_ count: Int) throws {
        let png = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let pieces = try #require(Self.sequences(KittyGraphics.show(png, columns: 16, rows: 8, id: 77)))
        #expect(pieces.count == max((count + 3071) / 3072, 1))
        #expect(pieces[0].keys.hasPrefix("a=T,f=100,t=d,i=77,p=1,c=16,r=8,C=1,q=2,m="))
        for (place, piece) in pieces.enumerated() {
            let isLast = place == pieces.count - 1
            #expect(piece.keys.hasSuffix(isLast ? "m=0" : "m=1") && piece.keys.contains("q=2"))
            // The protocol requires that the length of each piece is a multiple of four, except for the last one.
            #expect(isLast ? piece.data.utf8.count <= 4096 : piece.data.utf8.count == 4096)
        }
        #expect(Base64.decode(Array(pieces.map(\.data).joined().utf8)[...]) == png)
    }

    @Test func takenAway() { #expect(KittyGraphics.remove(id: 5) == "\u{1B}_Ga=d,d=I,i=5,q=2\u{1B}\\") }
}
