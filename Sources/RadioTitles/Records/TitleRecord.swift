import RadioFormats

/// What a station's log says, in the order of writing: docs/LOG.md.
public enum TitleRecord: Hashable, Sendable {
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

    public struct Begin: Hashable, Sendable {
        public var at: LogMoment
        public var track: TrackInfo
        public var source: TitleSource
    }

    public struct End: Hashable, Sendable {
        /// When it was seen last.
        public var at: LogMoment
        public var track: TrackInfo
        /// When it began.
        public var began: LogMoment
        /// From its begin to its end; what was not seen between is in it.
        public var duration: Duration
        /// How much of the duration nobody saw.
        public var unseen: Duration
    }

    public struct Gap: Hashable, Sendable {
        public var from: LogMoment
        public var until: LogMoment
        /// In a few words: `connection lost`, `restart`.
        public var reason: String
    }
}
