import Glibc
import RadioLoop
import TestSupport
import Testing

@testable import RadioTape

@Suite struct TapeStoreTests {
    private let loop: EventLoop
    private let worker: BlockingWorker

    init() throws {
        loop = try EventLoop()
        worker = BlockingWorker(loop: loop)
    }

    private static func bytes(_ number: Int) -> [UInt8] { [UInt8](repeating: UInt8(number & 0xFF), count: 1000) }

    @Test func aFullDisk() throws {
        var why: [String] = []
        let full = open("/dev/full", O_RDWR | O_CLOEXEC)
        let store = TapeStore(worker: worker, descriptor: full, minimumFree: 0) { why.append($0) }
        for slot in 0..<5 { store.write(Self.bytes(slot), to: [slot]) }
        #expect(loop.turn(untilElsewhere: { !why.isEmpty }))
        #expect(why == ["No space left on device"])
        var read: [UInt8]? = [1]
        store.read([0], byteCount: 1000) { read = $0 }
        #expect(read == nil && why.count == 1)
    }

    /// The disk hangs. A limited number of blocks waits to be written, and these blocks can be read.
    @Test func aDiskThatHangs() throws {
        let directory = try TemporaryDirectory()
        let gate = TestSignal()
        worker.run {
            gate.wait()
        } then: { _ in
        }
        var why: String?
        let store = TapeStore(worker: worker, descriptor: TapeStore.open(in: directory.path), minimumFree: 0) {
            why = $0
        }
        for slot in 0..<TapeStore.maximumWaiting { store.write(Self.bytes(slot), to: [slot]) }
        var read: [UInt8]?
        store.read([7], byteCount: 1000) { read = $0 }
        #expect(read == Self.bytes(7) && why == nil)
        store.write(Self.bytes(99), to: [99])
        #expect(why == BlockingWorker.refusal && !store.isWriting)
        gate.raise()
        worker.waitUntilDone()
        #expect(directory.names() == [])
    }

    /// Two blocks for the same slot of the tape's file wait to be written. In the end, the slot contains the second.
    @Test func aSlotIsUsedAgain() throws {
        let directory = try TemporaryDirectory()
        let store = TapeStore(worker: worker, descriptor: TapeStore.open(in: directory.path), minimumFree: .max) { _ in
        }
        store.write(Self.bytes(1), to: [0])
        store.write(Self.bytes(2), to: [0])
        #expect(loop.turn(untilElsewhere: { !store.isWriting }))
        #expect(store.isDiskLow)
        var read: [UInt8]?
        store.read([0], byteCount: 900) { read = $0 }
        #expect(loop.turn(untilElsewhere: { read != nil }))
        #expect(read == Array(Self.bytes(2).prefix(900)))
    }
}
