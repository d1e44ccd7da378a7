import RadioLoop

/// A record together with the station that it is about, as it is stored.
package struct StationRecord: Hashable, Sendable {
    /// The station's ``TitleStation/id``.
    package var station: String
    package var record: TitleRecord
    /// Minutes by which the local time was ahead of UTC.
    package var offset: Int

    package init(station: String, record: TitleRecord, offset: Int) {
        self.station = station
        self.record = record
        self.offset = offset
    }

    /// Creates a record with the local time's offset at the record's time.
    init(station: String, record: TitleRecord) {
        self.init(station: station, record: record, offset: WallClock.localOffset(milliseconds: record.wall))
    }
}
