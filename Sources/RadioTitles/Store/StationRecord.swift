import RadioLoop

/// One record of one station, as it is written.
package struct StationRecord: Hashable, Sendable {
    /// ``TitleStation/id``
    package var station: String
    package var record: TitleRecord
    /// Minutes by which the local time was ahead of UTC.
    package var offset: Int

    package init(station: String, record: TitleRecord, offset: Int) {
        self.station = station
        self.record = record
        self.offset = offset
    }

    /// With the local time's offset at its moment.
    init(station: String, record: TitleRecord) {
        self.init(station: station, record: record, offset: WallClock.localOffset(milliseconds: record.wall))
    }
}
