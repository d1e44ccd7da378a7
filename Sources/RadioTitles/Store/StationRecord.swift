import RadioLoop

/// One record of one station, as it is written.
public struct StationRecord: Hashable, Sendable {
    /// ``TitleStation/id``
    public var station: String
    public var record: TitleRecord
    /// Minutes by which the local time was ahead of UTC.
    public var offset: Int

    public init(station: String, record: TitleRecord, offset: Int) {
        self.station = station
        self.record = record
        self.offset = offset
    }

    /// With the local time's offset at its moment.
    init(station: String, record: TitleRecord) {
        self.init(station: station, record: record, offset: WallClock.localOffset(milliseconds: record.wall))
    }
}
