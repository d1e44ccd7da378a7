import TestSupport
import Testing

@testable import RadioPlayer

struct RenderMarksTests {
    private static func mark(_ frame: Int64, _ packet: Int64) -> RenderMarks.Mark {
        RenderMarks.Mark(frame: frame, packet: packet, time: packet * 1000)
    }

    @Test("the mark that covers a frame")
    func covers() {
        var marks = RenderMarks()
        #expect(marks.advance(to: 100) == nil)
        #expect(marks.firstFrame == nil)
        marks.append(Self.mark(50, 3))
        marks.append(Self.mark(150, 4))
        #expect(marks.advance(to: 49) == nil, "silence before the first sound")
        #expect(marks.advance(to: 50)?.packet == 3)
        #expect(marks.advance(to: 149)?.packet == 3)
        #expect(marks.advance(to: 150)?.packet == 4)
        #expect(marks.advance(to: 1_000_000)?.packet == 4)
        #expect(marks.count == 1)
    }

    @Test("the frame of a packet, or of the first one after it that sounds")
    func frames() {
        var marks = RenderMarks()
        #expect(marks.frame(ofPacket: 0) == nil)
        // Packet 5 was damaged and gave no sound, so it has no mark.
        for (frame, packet) in [(0, 4), (100, 6), (200, 7)] { marks.append(Self.mark(Int64(frame), Int64(packet))) }
        #expect(marks.frame(ofPacket: 1) == 0)
        #expect(marks.frame(ofPacket: 4) == 0)
        #expect(marks.frame(ofPacket: 5) == 100)
        #expect(marks.frame(ofPacket: 7) == 200)
        #expect(marks.frame(ofPacket: 8) == nil)
        marks.removeAll()
        #expect(marks.count == 0 && marks.frame(ofPacket: 1) == nil)
    }

    @Test("random marks, against a plain array", arguments: UInt64(0)..<20)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var marks = RenderMarks()
        var model: [RenderMarks.Mark] = []
        var frame: Int64 = 0
        var packet: Int64 = 0
        var heard: Int64 = 0
        for _ in 0..<4000 {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<2:
                marks.removeAll()
                model = []
                frame = 0
                heard = 0
            case 2..<30:
                heard += Int64.random(in: 0...3000, using: &random)
                while model.count > 1, model[1].frame <= heard { model.removeFirst() }
                let expected = model.first.flatMap { $0.frame <= heard ? $0 : nil }
                let found = marks.advance(to: heard)
                try #require(found?.packet == expected?.packet && found?.frame == expected?.frame)
            case 30..<40:
                let wanted = packet - Int64.random(in: -2...40, using: &random)
                try #require(marks.frame(ofPacket: wanted) == model.first { $0.packet >= wanted }?.frame)
            default:
                packet += Int64.random(in: 1...2, using: &random)
                let new = RenderMarks.Mark(frame: frame, packet: packet, time: packet * 7)
                frame += Int64.random(in: 1...1152, using: &random)
                marks.append(new)
                model.append(new)
                if model.count > RenderMarks.capacity { model.removeFirst() }
            }
            try #require(marks.count == model.count)
            try #require(marks.firstFrame == model.first?.frame)
        }
    }

    @Test("beyond its capacity the oldest mark goes")
    func capacity() {
        var marks = RenderMarks()
        for number in 0..<Int64(RenderMarks.capacity + 5) { marks.append(Self.mark(number * 10, number)) }
        #expect(marks.count == RenderMarks.capacity)
        #expect(marks.firstFrame == 50)
        #expect(marks.frame(ofPacket: 0) == 50)
    }
}
