import Glibc
import RadioFormats
import RadioLoop
import RadioStreams

/// Keeps the packets of a timeline longer than the timeline does: still encoded, in a file without a name, and within
/// ``TapeLimits``.
///
/// The tape reads the timeline as a tap, and never delays the sound. If no file can be used, the tape keeps the packets
/// in memory, for a shorter time, and calls ``onDiskFailure``. Packets keep their numbers and times from the timeline.
package final class Tape {
    /// Called on the loop with the reason when the disk cannot be used from the start, or fails later. The packets on
    /// the disk are then lost.
    package var onDiskFailure: ((String) -> Void)?
    /// Whether the tape is on a disk. False while the tape is in memory, which includes the time until its file is
    /// open.
    package private(set) var isOnDisk = false

    /// Whether some finished blocks must go to the disk, but are not there yet.
    package var isWriting: Bool { store?.isWriting ?? !waiting.isEmpty }

    /// The longest duration of a block. At that duration, a block ends even if it is not full, so that its sound goes
    /// to the disk.
    private static let longestBlock = MediaTime(value: 10, timescale: 1)
    /// The largest number of formats on the tape. If one more format comes, all packets are dropped and the tape begins
    /// anew.
    private static let maximumFormats = 256
    /// The largest number of blocks that may wait until the file is open: 1 MiB in total.
    private static let maximumWaiting = 16

    private let worker: BlockingWorker
    private let limits: TapeLimits
    private var tap: TimelineTap
    private var missed: Int64 = 0
    private var index: TapeIndex
    /// The store for the blocks; nil until it is known whether the disk can be used.
    private var store: TapeStore?
    /// The finished blocks that were not passed to the store yet.
    private var waiting: [TapeBlock] = []
    /// The block that is being filled.
    private var newest: TapeBlock?
    private var formats: [MediaFormat] = []
    /// Whether finished blocks wait in memory, because another process may go on with the file.
    private var isSuspended = false

    /// - Parameters:
    ///   - folder: the folder of the file; nil to keep the tape in memory.
    ///   - timeline: the timeline whose packets are kept from now on.
    ///   - packet: the number of the first packet to keep; nil for the oldest packet that the timeline holds.
    package init(loop: EventLoop, folder: String?, limits: TapeLimits, of timeline: Timeline, from packet: Int64? = nil)
    {
        self.limits = limits
        worker = BlockingWorker(loop: loop)
        tap = TimelineTap(timeline, from: packet ?? timeline.start)
        index = Self.index(limits.maximumBytes, limits)
        guard let folder else {
            useMemory()
            return
        }
        worker.run(orElse: -EAGAIN) {
            TapeStore.open(in: folder, minimumFree: limits.minimumFreeBytes)
        } then: { [weak self] in
            self?.didOpen($0)
        }
    }

    /// Goes on with a tape that another process has written.
    /// - Parameter timeline: the timeline whose packets follow those of the tape.
    package init(loop: EventLoop, limits: TapeLimits, goingOn carried: CarriedTape, of timeline: Timeline) {
        self.limits = limits
        worker = BlockingWorker(loop: loop)
        tap = TimelineTap(timeline, from: carried.packets.upperBound)
        index = Self.index(limits.maximumBytes, limits)
        let descriptor = carried.file.copy()
        guard descriptor >= 0 else {
            useMemory()
            return
        }
        index.take(carried.blocks)
        formats = carried.formats
        isOnDisk = true
        store = TapeStore(worker: worker, descriptor: descriptor, minimumFree: limits.minimumFreeBytes) {
            [weak self] in self?.loseDisk($0)
        }
    }

    private static func index(_ maximumBytes: Int, _ limits: TapeLimits) -> TapeIndex {
        TapeIndex(maximumBytes: maximumBytes, maximumDuration: MediaTime(limits.duration).flicks)
    }

    // MARK: The disk

    /// Handles the result of opening the file: its descriptor, or `-errno` after a failure. Closes the file if the tape
    /// already uses memory.
    private func didOpen(_ descriptor: Int32) {
        guard store == nil else {
            if descriptor >= 0 { _ = worker.run({ close(descriptor) }, then: { (_: Int32) in }) }
            return
        }
        guard descriptor >= 0 else { return loseDisk(-descriptor) }
        isOnDisk = true
        store = TapeStore(worker: worker, descriptor: descriptor, minimumFree: limits.minimumFreeBytes) {
            [weak self] in self?.loseDisk($0)
        }
        storeWaiting()
    }

    private func loseDisk(_ code: Int32) { loseDisk(String(cString: strerror(code))) }

    private func loseDisk(_ why: String) {
        isOnDisk = false
        useMemory()
        onDiskFailure?(why)
    }

    private func useMemory() {
        index = Self.index(limits.memoryBytes, limits)
        store = TapeStore(worker: worker)
        storeWaiting()
    }

    // MARK: Another process

    /// Writes nothing to the file from now on, and calls `body` on the loop with the content of the file, for another
    /// process; with nil if there is no file. Until ``resume(isTaken:)``, the newest sound is kept in memory.
    package func suspend(then body: @escaping (CarriedTape?) -> Void) {
        seal()
        isSuspended = true
        guard let store else { return body(nil) }
        store.whenWritten { [weak self] descriptor in
            guard let self, let copy = descriptor.map({ fcntl($0, F_DUPFD_CLOEXEC, 0) }), copy >= 0 else {
                return body(nil)
            }
            body(CarriedTape(TapeFile(copy), index.all, formats))
        }
    }

    /// Goes on after ``suspend(then:)``.
    /// - Parameter isTaken: whether the other process uses the file now. The sound in the file is then lost here.
    package func resume(isTaken: Bool) {
        guard isSuspended else { return }
        isSuspended = false
        if isTaken, isOnDisk { loseDisk("another player has taken the tape over") } else { storeWaiting() }
    }

    // MARK: Contents

    /// The blocks that were not passed to the store yet: the finished ones, and the one that is being filled.
    private var open: [TapeBlock] { waiting + [newest].compactMap(\.self) }

    /// The numbers of the packets on the tape.
    package var packets: Range<Int64> {
        let open = open
        guard let first = index.first?.packets.lowerBound ?? open.first?.first,
            let last = open.last?.packets.upperBound ?? index.last?.packets.upperBound
        else { return 0..<0 }
        return first..<last
    }

    /// The times of the sound on the tape, in flicks on the timeline.
    package var times: Range<Int64> {
        let open = open
        guard let first = index.first?.start ?? open.first?.start, let last = open.last?.end ?? index.last?.end else {
            return 0..<0
        }
        return first..<last
    }

    /// Finds the block whose sound includes `time` (in flicks on the timeline), otherwise the next block. Returns the
    /// number and the time of that block's first packet; nil if there is no such block.
    func firstPacket(at time: Int64) -> (number: Int64, start: Int64)? {
        if let entry = index.entry(at: time) { return (entry.packets.lowerBound, entry.start) }
        return open.first { $0.end > time }.map { ($0.first, $0.start) }
    }

    /// Returns the time at which the block that contains a packet begins, in flicks on the timeline; nil if no block
    /// contains the packet.
    package func start(ofPacket number: Int64) -> Int64? {
        index.entry(ofPacket: number)?.start ?? open.first { $0.packets.contains(number) }?.start
    }

    /// Calls `body` on the loop, at once or later, with two arguments: the bytes of the block that contains a packet,
    /// and the formats on the tape.
    ///
    /// The bytes are empty if the packet is not on the tape or cannot be read.
    func read(block number: Int64, _ body: @escaping ([UInt8], [MediaFormat]) -> Void) {
        let formats = formats
        if let block = open.first(where: { $0.packets.contains(number) }) { return body(block.bytes, formats) }
        guard let store, let entry = index.entry(ofPacket: number) else { return body([], []) }
        store.read(entry.slots, byteCount: entry.byteCount) { body($0 ?? [], formats) }
    }

    // MARK: Keeping

    /// Copies to the tape the packets that were appended to the timeline since the last call. Call this once a turn,
    /// before the timeline drops packets.
    package func read(_ timeline: Timeline) {
        var number = max(tap.next, timeline.start)
        tap.read(timeline) { packet in
            take(packet, number)
            number += 1
            return true
        }
        // If the timeline dropped packets that the tape had not read, the tape drops all packets before that gap,
        // because a tape has no gaps.
        guard tap.missed > missed else { return }
        missed = tap.missed
        forget(before: timeline.start)
    }

    /// Appends a packet to the newest block. Begins another block first if the newest one is full or too long, or does
    /// not end where the packet begins.
    private func take(_ packet: Timeline.HeldPacket, _ number: Int64) {
        let format = formatIndex(packet.format)
        if let newest,
            newest.bytes.count + packet.bytes.count > TapeIndex.slotSize - TapeBlock.packetOverhead
                || packet.start - newest.start > Self.longestBlock.flicks || packet.start != newest.end
        {
            seal()
        }
        if newest == nil { newest = TapeBlock(first: number, start: packet.start) }
        newest?.append(packet, format: format)
    }

    /// Returns the index of a format in ``formats``, and adds the format if it is new.
    private func formatIndex(_ format: MediaFormat) -> Int {
        if let known = formats.lastIndex(of: format) { return known }
        if formats.count == Self.maximumFormats {
            forget(before: .max)
            formats = []
        }
        formats.append(format)
        return formats.count - 1
    }

    /// Ends the newest block and passes it on to the store.
    private func seal() {
        guard let block = newest.take() else { return }
        waiting.append(block)
        if store == nil, waiting.count > Self.maximumWaiting { loseDisk(BlockingWorker.refusal) }
        storeWaiting()
    }

    /// Passes the waiting blocks to the store. If the disk has room for less than ``TapeLimits/memoryBytes``, the tape
    /// moves to memory.
    private func storeWaiting() {
        guard let store, !isSuspended else { return }
        index.mayGrow = !store.isDiskLow
        let blocks = waiting.take()
        for (number, block) in blocks.enumerated() {
            let entry = index.add(block)
            // If the file must not grow, and contains less than the tape could keep in memory, memory is the better
            // choice.
            if index.lacksRoom, index.byteCount < limits.memoryBytes {
                waiting = Array(blocks[number...])
                return loseDisk(ENOSPC)
            }
            // A block that does not fit is dropped with all blocks before it, because a tape has no gaps.
            guard let entry else {
                index.removeAll(before: block.packets.upperBound)
                continue
            }
            store.write(block.bytes, to: entry.slots)
        }
    }

    private func forget(before number: Int64) {
        index.removeAll(before: number)
        waiting.removeAll { $0.first < number }
        if let newest, newest.first < number { self.newest = nil }
    }
}

extension Array {
    fileprivate mutating func take() -> Self {
        defer { self = [] }
        return self
    }
}
