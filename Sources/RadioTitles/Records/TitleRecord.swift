import RadioFormats

/// What a station's log says, in the order of writing: docs/LOG.md.
package enum TitleRecord: Hashable, Sendable {
    /// A track begins.
    case track(Begin)
    /// A track that began has ended.
    case end(End)
    /// The station was not seen for a time; what it named then is not known.
    case gap(Gap)

    /// When it happened, or began to; milliseconds since 1970.
    var wall: Int64 {
        switch self {
        case .track(let begin): begin.at.wall
        case .end(let end): end.at.wall
        case .gap(let gap): gap.from.wall
        }
    }

    package struct Begin: Hashable, Sendable {
        package var at: LogMoment
        package var track: TrackInfo
        package var source: TitleSource
    }

    package struct End: Hashable, Sendable {
        /// When it was seen last.
        package var at: LogMoment
        package var track: TrackInfo
        /// When it began.
        package var began: LogMoment
        /// From its begin to its end; what was not seen between is in it.
        package var duration: Duration
        /// How much of the duration nobody saw.
        package var unseen: Duration
    }

    package struct Gap: Hashable, Sendable {
        package var from: LogMoment
        package var until: LogMoment
        /// In a few words: `connection lost`, `restart`.
        package var reason: String
    }
}
