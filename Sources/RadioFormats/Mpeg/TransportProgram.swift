/// One program of a transport stream, according to its tables.
package struct TransportProgram: Hashable, Sendable {
    /// One elementary stream of the program.
    package struct Stream: Hashable, Sendable {
        package var pid: Int
        /// stream_type of the program map.
        package var type: UInt8
        package var content: TransportContent
    }

    package var number: Int
    /// PID of the packets that carry the program's map.
    package var pid: Int
    /// The program's streams; nil until its map arrives.
    package var streams: [Stream]?
}
