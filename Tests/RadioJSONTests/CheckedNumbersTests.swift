import RadioJSON
import Testing

@Suite struct CheckedNumbersTests {
    @Test(arguments: [
        (0.0, 0), (2.5, 3), (-2.5, -3), (1e300, Int.max), (-1e300, .min), (.infinity, .max), (-.infinity, .min),
        (.nan, 0), (0x1p63, .max), (-0x1p63, .min), (-0x1.0000000000001p63, .min),
        (0x1.fffffffffffffp62, 0x7FFF_FFFF_FFFF_FC00),
    ])
    func integers(_ number: Double, _ integer: Int) { #expect(Int(nearest: number) == integer) }

    @Test func smallTypes() {
        #expect(UInt8(nearest: -1) == 0 && UInt8(nearest: 255.5) == 255 && Int32(nearest: 1e10) == .max)
    }

    @Test(arguments: [1e300, .infinity, 1e12]) func durations(_ number: Double) {
        #expect(Duration.nearest(seconds: number) == .seconds(1_000_000_000_000))
        #expect(Duration.nearest(seconds: -number) == .seconds(-1_000_000_000_000))
        #expect(Duration.nearest(seconds: .nan) == .zero && Duration.nearest(seconds: 1.5) == .milliseconds(1500))
    }

    @Test(arguments: [
        ("7", 7), ("-7.0", -7), ("9007199254740992", 1 << 53), ("9007199254740994", nil), ("-9007199254740994", nil),
        ("1e300", nil), ("-1e999", nil), ("9223372036854775808", nil), ("-9223372036854775808", nil), ("0.5", nil),
        ("null", nil), ("\"7\"", nil),
    ])
    func integersInJSON(_ text: String, _ integer: Int?) throws {
        #expect(try JSONReader.read(Array(text.utf8)).integer == integer)
    }
}
