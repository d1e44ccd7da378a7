import RadioFormats

/// An event in a station's log. See docs/LOGGER.md.
package enum TitleRecord: Hashable, Sendable {
    /// A track begins.
    case track(Begin)
    /// A track has ended.
    case end(End)
    /// The station was not observed for a time. What it showed then is unknown.
    case gap(Gap)
    /// The wall clock was set. Earlier records of this start of the computer have wrong times. Not about a station.
    case clock(ClockCorrection)

    /// When the event happened or began, in milliseconds since 1970.
    var wall: Int64 {
        switch self {
        case .track(let begin): begin.at.wall
        case .end(let end): end.at.wall
        case .gap(let gap): gap.from.wall
        case .clock(let correction): correction.wall
        }
    }

    /// The beginning of a track.
    package struct Begin: Hashable, Sendable {
        package var at: LogMoment
        package var track: TrackInfo
        package var source: TitleSource
    }

    /// The end of a track.
    package struct End: Hashable, Sendable {
        /// When the track was last shown or heard.
        package var at: LogMoment
        package var track: TrackInfo
        package var began: LogMoment
        /// The time from begin to end, including the time without observation.
        package var duration: Duration
        /// The part of the duration without observation.
        package var unseen: Duration
    }

    /// A time without observation of the station.
    package struct Gap: Hashable, Sendable {
        package var from: LogMoment
        package var until: LogMoment
        /// A few words, such as `connection lost` or `restart`.
        package var reason: String
    }
}
