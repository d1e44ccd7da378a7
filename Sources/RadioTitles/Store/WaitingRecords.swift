/// Records that wait for the disk, with their log lines. A pure value.
struct WaitingRecords {
    /// A record with its log line.
    struct Entry {
        var record: StationRecord
        /// The line for the log. Nil if there is no log, or if the log already has the line.
        var line: String?

        var byteCount: Int { record.byteCount + (line?.utf8.count ?? 0) }
    }

    private var waiting: [Entry] = []
    /// Records that are being written; older than those in `waiting`.
    private(set) var inFlight: [Entry] = []
    /// Approximate size in bytes of all records, waiting or being written.
    private(set) var byteCount = 0
    /// Maximum number of records in the next batch; halved after a failure and doubled after a success.
    private var batchSize = TitleStore.maximumBatch
    /// Number of records that were ever added.
    private(set) var addedCount = 0
    /// Number of records that were dropped since the last call of ``takeLost()``.
    private(set) var lostCount = 0

    var count: Int { waiting.count + inFlight.count }
    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ record: StationRecord, line: String?) {
        let new = Entry(record: record, line: line)
        waiting.append(new)
        byteCount += new.byteCount
        addedCount += 1
    }

    /// Drops the oldest records if there are too many.
    mutating func bound() {
        while count > TitleStore.maximumWaiting || byteCount > TitleStore.maximumWaitingBytes, waiting.count > 1 {
            byteCount -= waiting.removeFirst().byteCount
            lostCount += 1
        }
    }

    /// Returns the next batch, with as many records as fit.
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
        // The next batch is smaller, because it may fit on a nearly full disk although this batch did not.
        batchSize = max(batchSize / 2, TitleStore.minimumBatch)
    }

    /// Returns how many records were dropped since the last call.
    mutating func takeLost() -> Int {
        defer { lostCount = 0 }
        return lostCount
    }

    /// Inserts records of the beginnings of open tracks, without log lines, before all other records. Leaves out
    /// records that already wait.
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

    /// Removes the oldest lines from their records and returns them, for a log that is written before the records are.
    /// Call again until the result is empty.
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
