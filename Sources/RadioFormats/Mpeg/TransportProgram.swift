/// One program of a transport stream, as its tables describe it.
public struct TransportProgram: Hashable, Sendable {
    public struct Stream: Hashable, Sendable {
        public var pid: Int
        /// stream_type.
        public var type: UInt8
        public var content: TransportContent
    }

    public var number: Int
    /// Where its map is sent.
    public var pid: Int
    /// Nil until the map came.
    public var streams: [Stream]?
}
