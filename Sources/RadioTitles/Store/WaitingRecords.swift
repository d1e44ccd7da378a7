/// Records that wait for the disk, with their lines. A pure value.
struct WaitingRecords {
    struct Entry {
        var record: StationRecord
        /// Nil: no log wants one, or has it.
        var line: String?

        var byteCount: Int { record.byteCount + (line?.utf8.count ?? 0) }
    }

    private var waiting: [Entry] = []
    /// Older than what waits.
    private(set) var inFlight: [Entry] = []
    /// Of both.
    private(set) var byteCount = 0
    private var batchSize = TitleStore.maximumBatch
    /// How many were ever added, and given up.
    private(set) var addedCount = 0
    private(set) var lostCount = 0

    var count: Int { waiting.count + inFlight.count }
    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ record: StationRecord, line: String?) {
        let new = Entry(record: record, line: line)
        waiting.append(new)
        byteCount += new.byteCount
        addedCount += 1
    }

    /// Gives up the oldest where there are too many.
    mutating func bound() {
        while count > TitleStore.maximumWaiting || byteCount > TitleStore.maximumWaitingBytes, waiting.count > 1 {
            byteCount -= waiting.removeFirst().byteCount
            lostCount += 1
        }
    }

    /// What is written next, with as many bytes as fit.
    mutating func begin() -> [Entry] {
        var bytes = 0
        inFlight = Array(
            waiting.prefix(batchSize).prefix { entry in
                bytes += entry.byteCount
                return bytes <= TitleStore.maximumBatchBytes || bytes == entry.byteCount
            })
        waiting.removeFirst(inFlight.count)
        return inFlight
    }

    mutating func succeed() {
        byteCount -= inFlight.reduce(0) { $0 + $1.byteCount }
        inFlight = []
        batchSize = min(batchSize * 2, TitleStore.maximumBatch)
    }

    mutating func fail() {
        waiting = inFlight + waiting
        inFlight = []
        // A part may fit where all of it does not.
        batchSize = max(batchSize / 2, TitleStore.minimumBatch)
    }

    /// How many were given up since it was asked last.
    mutating func takeLost() -> Int {
        defer { lostCount = 0 }
        return lostCount
    }

    /// Tracks that began earlier, before everything else and without lines; but for those that wait.
    mutating func putFirst(_ records: [StationRecord]) {
        func begin(_ record: StationRecord) -> [String] {
            guard case .track(let begin) = record.record else { return [] }
            return [record.station, String(begin.at.wall)]
        }
        let known = Set(waiting.map { begin($0.record) })
        let new = records.filter { !known.contains(begin($0)) }.map { Entry(record: $0, line: nil) }
        waiting = new + waiting
        byteCount += new.reduce(0) { $0 + $1.byteCount }
        addedCount += new.count
    }

    /// Lines that a log gets before their records are written, in their order: one part after the other, until none is left.
    mutating func takeLines() -> [String] {
        var (lines, bytes): ([String], Int) = ([], 0)
        for index in waiting.indices where waiting[index].line != nil {
            guard lines.count < TitleStore.maximumBatch, bytes < TitleStore.maximumBatchBytes else { break }
            guard let line = waiting[index].line.take() else { continue }
            bytes += line.utf8.count
            lines.append(line)
        }
        byteCount -= bytes
        return lines
    }
}
