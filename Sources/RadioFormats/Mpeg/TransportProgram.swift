/// One program of a transport stream, as its tables describe it.
package struct TransportProgram: Hashable, Sendable {
    package struct Stream: Hashable, Sendable {
        package var pid: Int
        /// stream_type.
        package var type: UInt8
        package var content: TransportContent
    }

    package var number: Int
    /// Where its map is sent.
    package var pid: Int
    /// Nil until the map came.
    package var streams: [Stream]?
}
