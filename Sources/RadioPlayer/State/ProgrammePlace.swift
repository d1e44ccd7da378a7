import RadioLoop

/// The programme that a player follows, and which of its sources sounds. A programme is an ordered list of sources, so
/// that something always sounds.
public struct ProgrammePlace: Hashable, Sendable {
    public var name: String
    /// The sources as the programme names them, the preferred one first.
    public var sources: [String]
    /// The index in ``sources`` of the source that plays.
    public var index = 0
    /// The number of changes to another source since the programme began.
    public var switchCount = 0
    /// The last change to another source; nil before the first.
    public var lastSwitch: Switch?

    /// A change to another source.
    public struct Switch: Hashable, Sendable {
        public var reason: Reason
        public var at: MonotonicInstant

        package init(_ reason: Reason, at: MonotonicInstant) { (self.reason, self.at) = (reason, at) }
    }

    /// Why another source of the programme plays.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The source before gave no sound for too long.
        case silence
        /// The source before stalled too often.
        case stalls
        /// The source before sent silence.
        case deadAir
        /// The source before could not be played, or has ended.
        case failure
        /// A preferred source is well again.
        case recovery
    }

    package init(name: String, sources: [String]) { (self.name, self.sources) = (name, sources) }
}
