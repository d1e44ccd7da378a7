import RadioFormats
import TestSupport
import Testing

/// LATM, a wrapping of AAC, in transport streams. Stations send it nowhere else.
@Suite struct LatmTests {
    static let pid = 0x101

    static func run(_ elements: [[UInt8]], ticks: UInt64 = 1920) throws -> [RecordedEvent] {
        var stream = TransportStreamMaker()
        stream.tables([.init(pid, 0x11)])
        for (index, element) in elements.enumerated() { stream.pes(pid, pts: UInt64(index) * ticks, element) }
        return try ParserVerifier.verify(segments: [stream.take()]) { TransportStreamDemuxer() }
    }

    static func units(_ maker: inout FrameMaker, _ count: Int) -> [[UInt8]] {
        (0..<count).map { maker.anyBytes(100 + 77 * $0) }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var maker: LatmMaker
        var rate: Int
        var testDescription: String { name }
    }

    static let rows: [Row] = {
        var padded = LatmMaker(configuration: [0x11, 0x90], version: 1, unitCount: 1)
        padded.otherBits = 24
        var other = LatmMaker(configuration: [0x11, 0x90])
        other.otherBits = 16
        return [
            Row(name: "LC", maker: LatmMaker(configuration: [0x11, 0x90]), rate: 48_000),
            Row(
                name: "three units an element", maker: LatmMaker(configuration: [0x11, 0x90], unitCount: 3),
                rate: 48_000),
            // The configuration is 25 bits long, so no field after it begins at a byte.
            Row(name: "explicit SBR", maker: LatmMaker(configuration: [0x2B, 0x11, 0x88, 0], bits: 25), rate: 24_000),
            Row(name: "version 1", maker: LatmMaker(configuration: [0x11, 0x90], version: 1), rate: 48_000),
            Row(
                name: "version 1, backward compatible SBR",
                maker: LatmMaker(configuration: [0x13, 0x10, 0x56, 0xE5, 0x98], bits: 37, version: 1), rate: 24_000),
            Row(name: "other data", maker: other, rate: 48_000),
            Row(name: "version 1, other data", maker: padded, rate: 48_000),
        ]
    }()

    @Test(arguments: rows) func `units come out as they were put in`(_ row: Row) throws {
        var maker = FrameMaker()
        let units = Self.units(&maker, 6 * row.maker.unitCount)
        let elements = (0..<6).map { index in
            row.maker.element(
                Array(units[index * row.maker.unitCount..<(index + 1) * row.maker.unitCount]), hasConfig: index % 2 == 0
            )
        }
        let duration = UInt64(1024 * 90_000 / row.rate)
        let events = try Self.run(elements, ticks: duration * UInt64(row.maker.unitCount))
        #expect(
            events.first
                == .format(
                    MediaFormat(
                        codec: .aac, framing: .raw(audioSpecificConfig: row.maker.configuration), sampleRate: row.rate,
                        channelCount: 2)))
        #expect(TransportStreamDemuxerTests.packets(events) == units)
        #expect(TransportStreamDemuxerTests.times(events) == units.indices.map { UInt64($0) * duration })
        #expect(TransportStreamDemuxerTests.damageCount(events) == 0 && events.count == units.count + 1)
    }

    @Test func `nothing comes before a configuration, and a new one is a new format`() throws {
        var maker = FrameMaker()
        let units = Self.units(&maker, 5)
        let first = LatmMaker(configuration: [0x11, 0x90])
        let second = LatmMaker(configuration: [0x12, 0x10])
        let events = try Self.run([
            first.element([units[0]], hasConfig: false), first.element([units[1]]),
            first.element([units[2]], hasConfig: false), second.element([units[3]]), second.element([units[4]]),
        ])
        #expect(TransportStreamDemuxerTests.packets(events) == Array(units[1...]))
        let rates = events.compactMap { if case .format(let format) = $0 { format.sampleRate } else { nil } }
        #expect(rates == [48_000, 44_100])
        #expect(TransportStreamDemuxerTests.times(events).first == 1920)
    }

    @Test func `what cannot be decoded is named`() throws {
        var maker = FrameMaker()
        func problem(_ latm: LatmMaker) -> SegmentProblem? {
            var stream = TransportStreamMaker()
            stream.tables([.init(Self.pid, 0x11)])
            stream.pes(Self.pid, pts: 0, latm.element([maker.anyBytes(100)]))
            return TransportStreamDemuxerTests.problem(stream.take())
        }
        #expect(problem(LatmMaker(configuration: [0xF9, 0x48, 0x40], bits: 19)) == .unsupportedCodec("xHE-AAC"))
        var layers = LatmMaker()
        layers.layerCount = 2
        #expect(problem(layers) == .unsupportedCodec("LATM with several layers"))
        #expect(problem(LatmMaker()) == nil)
    }

    @Test func `an element whose units are longer than it is lost`() throws {
        var maker = FrameMaker()
        let units = Self.units(&maker, 3)
        let latm = LatmMaker(configuration: [0x11, 0x90])
        var broken = latm.element([units[1]], hasConfig: false)
        // The length of the unit, which begins one bit after the start of a byte, is changed to more than the data has.
        broken[3] = 0xFF
        broken[4] |= 0x80
        let events = try Self.run([latm.element([units[0]]), broken, latm.element([units[2]])])
        #expect(TransportStreamDemuxerTests.packets(events) == [units[0], units[2]])
        #expect(TransportStreamDemuxerTests.damageCount(events) == 1)
    }
}
